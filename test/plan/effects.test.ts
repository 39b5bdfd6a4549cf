// What a call does, as steps: one statement for one row, guards in it, parents found first, what goes with a deleted row.

import { describe, expect, it } from 'vitest';
import type { ColumnValue, Step } from '../../src/plan/steps.ts';
import { guardsOf, planOf, runOf, say, stepOf } from './plan-of.ts';

const RESOURCES = `### Shelf

- Identified by: \`label\`
- Unique: \`owner\`, \`place\` ignoring case
- When deleted: deletes every Thing where \`shelf\` = this

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`label\` | string | yes | caller | any | none |
| \`owner\` | string | yes | caller | any | none |
| \`place\` | string | no | caller | any | none |
| \`made\` | date-time | yes | service: now at create | any | none |
| \`changed\` | date-time | yes | service: now at change | any | none |

### Thing

- Identified by: \`id\`
- When deleted: deletes every Mark where \`thing\` = this

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | yes | service: new id | any | none |
| \`shelf\` | Shelf by \`label\` | no | caller | any | none |
| \`name\` | string | yes | caller | any | none |
| \`slug\` | string | yes | service: slug of \`name\` | any | none |
| \`count\` | integer | no | caller | any | \`1\` |
| \`bag\` | object | no | caller | any | none |
| \`hits\` | integer | no | by operation | any | \`0\` |

### Mark

- Identified by: \`number\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`number\` | integer | yes | service: new id | any | none |
| \`thing\` | Thing by \`id\` | yes | by operation | any | none |
| \`text\` | string | yes | caller | any | none |`;

const CODES =
  '| `none` | 404 | no such Shelf, no such Mark |\n| `dangling` | 422 | no such Shelf in `shelf` |\n| `there` | 409 | Shelf already there |';

function run(heading: string, does: string, more = '', status = '200 | found', body = 'none') {
  const plan = planOf({
    resources: RESOURCES,
    codes: CODES,
    operations: `### ${heading}

- Does: ${does}
- Repeat: again
${more.includes('Body') ? '' : '- Body: none\n'}${more}

| Status | When | Body |
|---|---|---|
| ${status} | ${body} |`,
  });
  return runOf(plan, heading);
}

function mergeOf({ merge }: ColumnValue): string {
  if (!merge) return '';
  return merge === true ? ' (merge)' : ` (merge where ${say(merge.where)})`;
}

function assignments(values: readonly ColumnValue[]): readonly string[] {
  return values.map((one) => `${one.column}${one.slug ? ' (slug)' : ''}${mergeOf(one)} = ${say(one.value)}`);
}

describe('reading', () => {
  it('finds the row by its identity', () => {
    const step = stepOf(run('GET /shelves/{label}', 'reads Shelf', '', '200 | found', 'Shelf'), 0, 'find');
    expect(say(step.select.where)).toBe('label = :path.label');
    expect(step.absent).toBe('no such Shelf');
    expect(step.select.columns.map((column) => `${column.name}: ${say(column.expr)}`)).toStrictEqual([
      'label: label',
      'owner: owner',
      'place: place',
      'made: made',
      'changed: changed',
    ]);
  });

  it('finds the rows around it first, from left to right, each with its own cause', () => {
    const { steps } = run(
      'GET /shelves/{label}/things/{id}/marks/{number}',
      'reads Mark where `text` is set',
      `
| Path | Type | Selects |
|---|---|---|
| \`label\` | string | Shelf by \`label\` |
| \`id\` | uuid | Thing by \`id\`, in {label} |
| \`number\` | integer | Mark by \`number\`, in {id} |`,
      '200 | found',
      'Mark',
    );
    expect(
      steps.map((step) => step.kind === 'find' && `${step.absent} unless ${say(step.select.where)}`),
    ).toStrictEqual([
      'no such Shelf unless label = :path.label',
      'no such Thing unless (id = :path.id and shelf = Shelf[label = :path.label]._row)',
      'no such Mark unless (number = :path.number and thing = Thing[id = :path.id and r1.shelf = Shelf[label = :path.label]._row]._row and text is-set)',
    ]);
  });
});

function list(
  order: string,
  pages: string,
  query = '',
  status = '200 | found',
  body = 'array of Thing',
): Extract<Step, { kind: 'list' }> {
  return stepOf(
    run('GET /things', 'lists Thing', `- Order: ${order}\n- Pages: ${pages}\n${query}`, status, body),
    0,
    'list',
  );
}

function terms(order: string): readonly string[] {
  return list(order, 'none').select.order.map((term) => `${say(term.expr)}${term.descending ? ' down' : ''}`);
}

function deleting(rule: string, codes: string) {
  return planOf({
    resources: RESOURCES.replace('- When deleted: deletes every Mark where `thing` = this', rule),
    codes: `${CODES}${codes}`,
    operations: `### DELETE /things/{id}

- Does: deletes Thing
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |`,
  });
}

describe('listing', () => {
  it('completes an order by creation order', () => {
    expect(terms('newest first')).toStrictEqual(['_row down']);
    expect(terms('oldest first')).toStrictEqual(['_row']);
    expect(terms('`count` descending, then `name`')).toStrictEqual(['count down', 'name', '_row']);
    expect(terms('`shelf.owner`, then newest first')).toStrictEqual(['Shelf[_row = shelf].owner', '_row down']);
  });

  it('pages by offset and by number', () => {
    const offset = list('newest first', 'offset `skip`, limit `take`; default 5, at most 9, more is 9');
    expect([say(offset.select.limit), say(offset.select.offset)]).toStrictEqual([':query.take', ':query.skip']);
    const page = list('newest first', 'page and size; default 5, at most 9, more is refused');
    expect([say(page.select.limit), say(page.select.offset)]).toStrictEqual([
      ':query.size',
      'case when ((:query.page - 1) * :query.size) is-set then ((:query.page - 1) * :query.size) else 9007199254740991',
    ]);
  });

  it('counts all rows only where the total is shown', () => {
    expect(list('newest first', 'none').total).toBe(false);
    expect(list('newest first', 'none', '', '200 | found', '{"things": array of Thing, "all": <total>}').total).toBe(
      true,
    );
  });

  it('selects by each query parameter that has a value', () => {
    const query = `
| Query | Type | Required | Default | Allowed values | Selects |
|---|---|---|---|---|---|
| \`shelf\` | string | no | none | any | \`shelf\` = value |
| \`least\` | integer | no | \`1\` | any | \`count\` >= value |
| \`names\` | array of string, by commas | no | none | any | \`name\` in value |`;
    expect(say(list('newest first', 'none', query).select.where)).toBe(
      '((not :query.shelf is-set or shelf = Shelf[label = :query.shelf]._row) and ' +
        '(not :query.least is-set or count >= :query.least) and ' +
        '(not :query.names is-set or :query.names has name))',
    );
  });
});

describe('creating', () => {
  it('gives every field its value: sent, defaulted, made', () => {
    const made = run('POST /things', 'creates Thing', '- Body: Thing', '201 | created', 'Thing');
    const step = stepOf(made, 0, 'insert');
    expect(assignments(step.values)).toStrictEqual([
      'id = :new.Thing.id',
      'shelf = Shelf[label = :body.shelf]._row',
      'name = :body.name',
      'slug (slug) = :slug.Thing.slug',
      'count = :body.count',
      'bag = :body.bag',
      'hits = 0',
    ]);
    expect(guardsOf(step.checks)).toStrictEqual([
      'body: no such Shelf in shelf unless (not :body.shelf is-set or exists(Shelf r1: r1.label = :body.shelf))',
    ]);
    expect(made.make).toStrictEqual([
      { name: 'new.Thing.id', kind: 'uuid' },
      { name: 'slug.Thing.slug', kind: 'slug', of: 'body.name' },
    ]);
  });

  it('assigns what `with` says, by the row that the path selects', () => {
    const path = '\n| Path | Type | Selects |\n|---|---|---|\n| `id` | uuid | Thing by `id` |';
    const step = run(
      'POST /things/{id}/marks',
      'creates Mark with `thing` = {id}',
      `- Body: Mark\n${path}`,
      '201 | created',
      'none',
    );
    expect(step.steps.map((one) => one.kind)).toStrictEqual(['find', 'insert']);
    expect(assignments(stepOf(step, 1, 'insert').values)).toStrictEqual([
      'thing = Thing[id = :path.id]._row',
      'text = :body.text',
    ]);
  });

  it('takes the identity from the path when it creates or replaces', () => {
    const step = stepOf(
      run('PUT /shelves/{label}', 'creates or replaces Shelf', '- Body: Shelf', '200 | replaced, created', 'Shelf'),
      0,
      'put',
    );
    expect(assignments(step.insert.values)).toStrictEqual([
      'label = :path.label',
      'owner = :body.owner',
      'place = :body.place',
      'made = :now',
      'changed = :now',
    ]);
    expect(assignments(step.update.set)).toStrictEqual([
      'owner = :body.owner',
      'place = :body.place',
      'changed = later(changed, :now)',
    ]);
    expect([say(step.update.where), step.update.outcome]).toStrictEqual(['label = :path.label', 'replaced']);
  });
});

describe('changing', () => {
  it('is one statement for every request', () => {
    const step = stepOf(
      run(
        'PATCH /things/{id}',
        'updates Thing',
        '- Body: Thing\n- Omitted fields: kept; `name`: refused',
        '200 | updated',
        'Thing',
      ),
      0,
      'update',
    );
    expect(say(step.where)).toBe('id = :path.id');
    expect(assignments(step.set)).toStrictEqual([
      'shelf = case when :sent.body.shelf = 1 then Shelf[label = :body.shelf]._row else shelf',
      'name = :body.name',
      'count = case when :sent.body.count = 1 then :body.count else count',
      'bag = case when :sent.body.bag = 1 then :body.bag else bag',
      'slug (slug) = case when not :body.name = name then :slug.Thing.slug else slug',
    ]);
    expect(guardsOf(step.guards)).toStrictEqual([
      'body: no such Shelf in shelf unless (not :body.shelf is-set or not :sent.body.shelf = 1 or exists(Shelf r1: r1.label = :body.shelf))',
    ]);
  });

  it('merges an object, and leaves it when nothing is sent', () => {
    const step = stepOf(
      run('PATCH /things/{id}', 'merges into Thing', '- Body: Thing only bag', '200 | updated', 'Thing'),
      0,
      'update',
    );
    expect(assignments(step.set)).toStrictEqual(['bag (merge where :sent.body.bag = 1) = :body.bag']);
  });

  it('replaces with defaults', () => {
    const step = stepOf(
      run('PUT /things/{id}', 'replaces Thing', '- Body: Thing', '200 | replaced', 'Thing'),
      0,
      'update',
    );
    expect(assignments(step.set).slice(0, 4)).toStrictEqual([
      'shelf = Shelf[label = :body.shelf]._row',
      'name = :body.name',
      'count = :body.count',
      'bag = :body.bag',
    ]);
    expect(step.outcome).toBe('replaced');
  });

  it('joins what is done to the same row', () => {
    const { steps } = run(
      'POST /things/{id}/hit',
      'reads Thing; sets `hits` = 7, `count` = 0',
      '',
      '200 | updated',
      'Thing',
    );
    expect(steps).toHaveLength(1);
    expect(assignments(stepOf({ steps } as never, 0, 'update').set)).toStrictEqual(['hits = 7', 'count = 0']);
  });

  it('changes every row that matches', () => {
    const step = stepOf(
      run(
        'POST /reset',
        'updates every Thing where `hits` > 0',
        '- Body: Thing only count\n- Omitted fields: kept',
        '204 | updated',
        'none',
      ),
      0,
      'update',
    );
    expect([step.every, say(step.where), step.answer]).toStrictEqual([true, 'hits > 0', undefined]);
  });
});

describe('deleting', () => {
  it('takes along what goes with a row, deepest first', () => {
    const step = stepOf(run('DELETE /shelves/{label}', 'deletes Shelf', '', '204 | deleted'), 0, 'delete');
    expect(step.cascade.map((one) => `${one.table} ${one.alias}: ${say(one.where)}`)).toStrictEqual([
      'Mark r2: exists(Thing r1: (r1.shelf = row._row and r2.thing = r1._row))',
      'Thing r1: r1.shelf = row._row',
    ]);
  });

  it('holds a row when another one that goes with it is referred to, and nothing says what then', () => {
    const plan = planOf({
      resources: RESOURCES.replace('deletes every Mark where `thing` = this', 'not shown'),
      codes: CODES,
      operations: `### DELETE /shelves/{label}

- Does: deletes Shelf
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |`,
    });
    const step = stepOf(runOf(plan, 'DELETE /shelves/{label}'), 0, 'delete');
    expect(step.cascade.map((one) => one.table)).toStrictEqual(['Thing']);
    expect(guardsOf(step.guards)).toStrictEqual([
      'state: gap 2/Thing/when-deleted unless not exists(Thing r1: (r1.shelf = _row and exists(Mark r2: r2.thing = r1._row)))',
    ]);
  });

  it('is no fault when there is nothing, where the document says so', () => {
    const step = stepOf(run('DELETE /things/{id}', 'deletes Thing if there', '', '204 | deleted'), 0, 'delete');
    expect([step.ifThere, step.every]).toStrictEqual([true, false]);
  });

  it('refuses while a condition says so, and holds a row that is referred to where nothing is said', () => {
    const refused = runOf(
      deleting(
        '- When deleted: refused while Mark (`thing` = this)',
        '\n| `marked` | 409 | there is Mark (`thing` = this) |',
      ),
      'DELETE /things/{id}',
    );
    expect(guardsOf(stepOf(refused, 0, 'delete').guards)).toStrictEqual([
      'state: refused marked unless not exists(Mark r1: r1.thing = _row)',
    ]);
    expect(refused.refusals['refused marked']).toMatchObject({
      kind: 'refuse',
      refusal: { status: 409, code: 'marked' },
    });
    const open = runOf(deleting('- When deleted: not shown', ''), 'DELETE /things/{id}');
    expect(guardsOf(stepOf(open, 0, 'delete').guards)).toStrictEqual([
      'state: gap 2/Thing/when-deleted unless not exists(Mark r1: r1.thing = _row)',
    ]);
    expect(open.refusals['gap 2/Thing/when-deleted']).toStrictEqual({
      kind: 'hold',
      held: { type: 'gap', by: ['2/Thing/when-deleted'] },
    });
  });
});
