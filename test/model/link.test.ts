// Linking: every name is resolved once, each dangling one reported once with both places; what an operation says itself
// stands before what All operations say.

import { describe, expect, it } from 'vitest';

import type { Diagnostic } from '../../src/diagnostics/define.ts';
import { fieldPath, operationPath, partPath } from '../../src/analysis/document/slot-ids.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { read } from '../../src/read/read.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';
import type { Edit } from '../catalogue/cases.ts';

function modelOf(...edits: readonly Edit[]): Model {
  const { document, diagnostics } = read(edits.reduce(edited, WHOLE), 'a.md');
  return link(document, diagnostics);
}

function found(model: Model, code: string): readonly Diagnostic[] {
  return model.diagnostics.filter((one) => one.code === code);
}

function textAt(model: Model, { at }: { readonly at: { readonly start: number; readonly end: number } }): string {
  return model.document.source.slice(at.start, at.end);
}

const held = (model: Model): readonly string[] =>
  gapView(model)
    .operations.filter(({ heldBy }) => heldBy.some((id) => id.startsWith('error:')))
    .map(({ id }) => id);

const alsoAt = (path: string): Model =>
  modelOf(['### GET /orders/{id}', '- Repeat', `- Also at: \`${path}\`\n- Repeat`]);

const QUERY = '| `dish` | string | no | none | any | `dish` = value |';

const typed = (type: string): Model => modelOf([QUERY, `| \`dish\` | ${type} | no | none | any | \`dish\` in value |`]);

describe('a name that nothing declares', () => {
  it('is reported at its place, with the nearest name and where such names are declared', () => {
    const model = modelOf(['- Does: reads Order', '- Does: reads Odrer']);
    const [one, ...others] = found(model, 'unknown-resource');
    expect(others).toEqual([]);
    expect(textAt(model, one!)).toBe('Odrer');
    expect(one!.message).toBe('Unexpected resource `Odrer`, expected one that part 2 declares; did you mean `Order`?');
    expect(textAt(model, one!.related[0]!)).toContain('## 2.');
  });

  it('is reported once where All operations say it for eight operations', () => {
    const model = modelOf(['- Emits: none\n- Unknown', '- Emits: `cooked`\n- Unknown']);
    expect(found(model, 'unknown-event')).toHaveLength(1);
  });

  it('is reported in every place that names it', () => {
    const model = modelOf(
      ['- Does: reads Order', '- Does: reads Odrer'],
      ['- Does: updates Order', '- Does: updates Odrer'],
    );
    expect(found(model, 'unknown-resource')).toHaveLength(2);
  });

  it('is no fault where the document says that the whole part is not shown', () => {
    const from = WHOLE.indexOf('## 2.');
    const to = WHOLE.indexOf('## 3.');
    const { document, diagnostics } = read(
      `${WHOLE.slice(0, from)}## 2. Resources and their fields\n\nnot shown\n\n${WHOLE.slice(to)}`,
      'a.md',
    );
    const model = link(document, diagnostics);
    expect(model.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const { heldBy } of gapView(model).operations) expect(heldBy).toContain('2');
  });

  it('is no fault in a resource that is not shown, and holds what looks at it', () => {
    const model = modelOf(
      ['where `pieces` > 0', 'where `guest.age` > 17'],
      [
        '| `name` | string(1..40) | yes | caller at create | any | none | What the guest is called. |\n| `word` | string | no | caller | any | none | |',
        '| `name` | not shown | yes | caller at create | any | none | |\n| `age` | not shown | no | caller | any | none | |',
      ],
    );
    expect(model.diagnostics).toEqual([]);
    const list = gapView(model).operations.find(({ id }) => id === 'GET /orders')!;
    expect(list.heldBy).toContain('2/Guest.age/type');
  });

  it('is a fault in a list that goes on, too', () => {
    const model = modelOf(
      ['| `not_now` | 409 |', '| … | not shown | not shown | not shown |\n| `not_now` | 409 |'],
      ['- Any other move: `not_now`', '- Any other move: `nt_now`'],
    );
    expect(found(model, 'unknown-error')[0]!.message).toContain('did you mean `not_now`');
  });
});

describe('names that a path takes through other rows', () => {
  it.each([
    ['guest.name', []],
    ['guest.nmae', ['Unexpected field `nmae`, expected a field of `Guest`; did you mean `name`?']],
    ['dish.name', ['Unexpected field `name`, expected a field of `Order`.']],
    ['lines.text', []],
    ['lines.txt', ['Unexpected field `txt`, expected a field of `Line`; did you mean `text`?']],
  ])('%s', (path, messages) => {
    const model = modelOf(['where `pieces` > 0', `where \`${path}\` = \`x\``]);
    expect(found(model, 'unknown-field').map(({ message }) => message)).toEqual(messages);
  });
});

describe('the field of a failure', () => {
  const EXPECTED = 'expected a field of `Order`: a failure is of one field, and that is';
  it.each([
    ['Order.dish', []],
    ['Line.text', []],
    ['Order.lines.text', [`Unexpected field \`lines.text\`, ${EXPECTED} \`Line.text\`.`]],
    ['Order.guest.name', [`Unexpected field \`guest.name\`, ${EXPECTED} \`Guest.name\`.`]],
    ['Order.lines.txt', ['Unexpected field `txt`, expected a field of `Line`; did you mean `text`?']],
  ])('%s is named by the resource that has it', (path, messages) => {
    const model = modelOf(['any field invalid', `any field invalid, \`${path}\` invalid`]);
    expect(found(model, 'unknown-field').map(({ message }) => message)).toEqual(messages);
  });
});

describe('what holds for an operation', () => {
  it('is its own bullet before the one under All operations, a gap too', () => {
    const model = modelOf(['### GET /orders/{id}', '- Repeat', '- Unknown fields: not shown\n- Repeat']);
    const unknown = (heading: string): unknown => model.operations.get(heading)!.facts.unknownFields.status;
    expect([unknown('GET /orders/{id}'), unknown('GET /orders')]).toEqual(['gap', 'stated']);
  });

  it('is its own row of a table before the shared one, and what it does not speak of is shared', () => {
    const model = modelOf([
      '- Read-only fields: refused\n',
      '- Read-only fields: refused\n\n| Status | When | Body |\n|---|---|---|\n| 200 | found | none |\n| 404 | `no_order` | none |\n',
    ]);
    const rows = model.operations.get('GET /orders/{id}')!.facts.statuses.items;
    expect(rows.map((row) => [valueOf(row.status), row.body.status])).toEqual([
      [{ code: 200 }, 'stated'],
      [{ code: 404 }, 'none'],
    ]);
  });

  it.each([
    ['what its own list does not name', '', ['dish', 'size']],
    ['nothing where its own list is closed', '\n| none | | | | | |', ['dish']],
  ])('takes in from a table of All operations %s', (_what, end, names) => {
    const model = modelOf(
      [
        '- Read-only fields: refused\n',
        '- Read-only fields: refused\n\n| Query | Type | Required | Default | Selects |\n|---|---|---|---|---|\n| `size` | integer | no | none | `pieces` = value |\n',
      ],
      [QUERY, QUERY + end],
    );
    const { items } = model.operations.get('GET /orders')!.facts.queryTable;
    expect(items.map(({ name }) => name.text)).toEqual(names);
  });

  it('takes no body from All operations when it says what its body is', () => {
    const model = modelOf([
      '- Read-only fields: refused\n',
      '- Read-only fields: refused\n\n| Body | Type | Required | Sets |\n|---|---|---|---|\n| `dish` | string | no | `dish` |\n',
    ]);
    expect(model.operations.get('POST /orders/{id}/cook')!.facts.bodyTable.written).toBe(false);
    expect(model.operations.get('GET /orders/{id}')!.facts.bodyTable.written).toBe(true);
  });

  it('has a Path row of All operations only where the path has the parameter', () => {
    const model = modelOf([
      '- Read-only fields: refused\n',
      '- Read-only fields: refused\n\n| Path | Type | Selects |\n|---|---|---|\n| `id` | integer | Order by `id` |\n',
    ]);
    expect(model.operations.get('GET /orders/{id}')!.facts.pathTable.items).toHaveLength(1);
    expect(model.operations.get('GET /orders')!.facts.pathTable.items).toHaveLength(0);
    expect(model.diagnostics).toEqual([]);
  });
});

describe('an error', () => {
  it('holds what stands under its heading, and what uses the resource it stands in', () => {
    expect(held(modelOf(['- Does: reads Order', '- Does: reads Odrer']))).toEqual(['GET /orders/{id}']);
    expect(held(modelOf(['- Unique: `ticket`', '- Unique: `tiket`']))).not.toContain('POST /guests');
    expect(held(modelOf(['- Unique: `ticket`', '- Unique: `tiket`']))).toContain('POST /orders');
  });

  it('of two places holds both', () => {
    const model = modelOf(['| `taken` | `cooked` | `POST', '| `served` | `cooked` | `POST']);
    const [one] = found(model, 'contradiction');
    expect(textAt(model, one!)).toContain('served');
    expect(textAt(model, one!.related[0]!)).toContain('final');
  });
});

describe('a contradiction between two places names both', () => {
  it.each<[string, Edit, string, string]>([
    [
      'a Body bullet beside a Body table',
      [
        '### POST /orders\n',
        '- Body: Order',
        '- Body: Order\n\n| Body | Type | Required | Sets |\n|---|---|---|---|\n| `dish` | string | yes | `dish` |\n| `guest` | as `Order.guest` | yes | `guest` |\n',
      ],
      'Order',
      '| Body |',
    ],
    ['a row of a nested shape', ['### GET /orders/{id}', '- Does: reads Order', '- Does: reads Line'], 'Line', 'none'],
    [
      'a Query row beside Pages',
      ['### GET /orders\n', '- Pages: none', '- Pages: offset `dish`, limit `n`'],
      'offset',
      '| `dish`',
    ],
    [
      'one parameter for both halves of Pages',
      ['### GET /orders\n', '- Pages: none', '- Pages: page `p`, size `p`'],
      'p',
      'p',
    ],
  ])('%s', (_what, edit, here, there) => {
    const model = modelOf(edit);
    const [one, ...others] = found(model, 'contradiction');
    expect(others).toEqual([]);
    expect(textAt(model, one!)).toContain(here);
    expect(textAt(model, one!.related[0]!)).toContain(there);
  });
});

const NEW = '### POST /orders\n';
const given = (does: string, body: string): readonly Edit[] => [
  [NEW, '- Does: creates Order', `- Does: ${does}`],
  [NEW, '- Body: Order', `- Body: ${body}`],
];

describe('a new row has all that it must have', () => {
  it.each([
    ['a field that the body leaves out', given('creates Order', 'Order without guest'), '`Order.guest` must be there'],
    ['two of them', given('creates Order', 'Order without dish, guest'), '`Order.dish`, `Order.guest` must be there'],
    ['all of them, where no body is read', given('creates Order', 'none'), '`Order.dish`, `Order.guest`'],
    [
      'what the operation should set, and does not',
      [['| `dish` | string | yes | caller |', '| `dish` | string | yes | by operation |']],
      '`Order.dish` must be there',
    ],
    [
      'a second row of the same call, which the body does not speak of',
      given('creates Order; creates Guest', 'Order'),
      '`Guest.name` must be there',
    ],
  ] as const)('%s is a contradiction with what is required', (_what, edits, expected) => {
    const model = modelOf(...edits);
    const [one, ...others] = found(model, 'contradiction');
    expect(others).toEqual([]);
    expect(one!.message).toContain(expected);
    expect(one!.message).toContain('and `POST /orders` neither takes nor sets');
    expect(textAt(model, one!.related[0]!)).toBe('yes');
    expect(held(model)).toContain('POST /orders');
  });

  it.each([
    ['a field with a default', given('creates Order', 'Order without pieces')],
    ['a field that need not be there', given('creates Order', 'Order without ticket')],
    ['a field that `with` gives', given('creates Order with `dish` = "soup"', 'Order without dish')],
    ['a field that `sets` gives', given('creates Order; sets `dish` = "soup"', 'Order without dish')],
    [
      'a field that may be null',
      [['| `dish` | string |', '| `dish` | string or null |'], ...given('creates Order', 'Order without dish')],
    ],
    [
      'a field whose Required is not shown',
      [
        ['| `dish` | string | yes |', '| `dish` | string | not shown |'],
        ...given('creates Order', 'Order without dish'),
      ],
    ],
    ['a body that is not shown', given('creates Order', 'not shown')],
  ] as readonly (readonly [string, readonly Edit[]])[])('%s is none', (_what, edits) => {
    expect(found(modelOf(...edits), 'contradiction')).toEqual([]);
  });
});

const repeat = (heading: string, from: string, to: string): Edit => [heading, `- Repeat: ${from}`, `- Repeat: ${to}`];

describe('what a second call does', () => {
  it.each([
    ['a call that makes a row is not safe', [repeat(NEW, 'again', 'safe')]],
    ['a call that makes a row each time has another effect', [repeat(NEW, 'again', 'same effect')]],
    ['a call that moves is not safe', [repeat('### POST /orders/{id}/cook', 'again', 'safe')]],
  ] as readonly (readonly [string, readonly Edit[]])[])('%s', (_what, edits) => {
    const model = modelOf(...edits);
    const [one, ...others] = found(model, 'contradiction');
    expect(others).toEqual([]);
    expect(textAt(model, one!)).toMatch(/^(safe|same effect)$/);
    expect(one!.related.map((other) => textAt(model, other)).join()).toMatch(/^(creates Order|moves Order\.stage)/);
  });

  it.each([
    ['a row that is found taken the second time', [repeat('### POST /guests\n', 'again', 'same effect')]],
    ['a read', [repeat('### GET /orders/{id}', 'safe', 'again')]],
    ['what is not shown', [repeat(NEW, 'again', 'not shown')]],
  ] as readonly (readonly [string, readonly Edit[]])[])('says nothing else of %s', (_what, edits) => {
    expect(found(modelOf(...edits), 'contradiction')).toEqual([]);
  });
});

describe('a path', () => {
  it('is not described twice, by Also at either', () => {
    expect(found(alsoAt('/orders'), 'duplicate-operation')).toHaveLength(1);
    expect(found(alsoAt('/guests'), 'duplicate-operation')).toHaveLength(0);
  });
});

describe('several values in a query', () => {
  it('are a gap until their form is stated', () => {
    const open = slotsOf(typed('array of string')).byId.get('4/GET /orders/query.dish/type');
    expect(open?.status).toBe('gap');
    expect(gapView(typed('array of string')).operations.find(({ id }) => id === 'GET /orders')?.runs).toBe('no');
    expect(gapView(typed('array of string, by commas')).operations.find(({ id }) => id === 'GET /orders')?.runs).toBe(
      'yes',
    );
  });
});

describe('a fact that has no slot of its own', () => {
  it('is covered by the column, the heading, the part or the bullet that leaves it out', () => {
    const column = modelOf([
      '| Field | Type | Required | Set by | Allowed values | Default | Meaning |\n|---|---|---|---|---|---|---|\n| `text` | string | yes | caller | any | none | |',
      '| Field | Type | Set by | Allowed values | Default |\n|---|---|---|---|---|\n| `text` | string | caller | any | none |',
    ]);
    expect(slotsOf(column).covering(fieldPath('Line', 'text', 'required'))?.id).toBe('2/Line/required');
    const shared = modelOf(['- Who: anyone', '- Who: not shown']);
    expect(slotsOf(shared).covering(operationPath('GET /orders', 'who'))?.id).toBe('4/all/who');
    const part = modelOf(['## 8. Limits\n\nnone', '## 8. Limits\n\nnot shown']);
    expect(slotsOf(part).covering({ id: '8/Rate/value', above: ['8'] })?.id).toBe('8');
    const lists = modelOf(['- Lists: complete unless marked', '- Lists: not shown']);
    expect(slotsOf(lists).covering(partPath(4, 'operations'))?.id).toBe('lists');
  });

  it('has ids that are printable ASCII, whatever the names', () => {
    const model = modelOf(['| `dish` | string | yes |', '| `dish` | string | not shown |'], ['### Line', '### Größe']);
    const ids = slotsOf(model).facts.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[ -~]+$/);
    expect(ids).toContain('2/Gr%C3%B6%C3%9Fe/identified-by');
  });
});
