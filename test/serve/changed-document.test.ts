// The document changed under existing data, each kind of change of parts 2 and 3: what starts, and what is one sentence.
// Decision 0006: what is at stake is decided by what the rows hold.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Plan } from '../../src/plan/plan.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
import { FILE, openSqlite } from '../../src/store/sqlite/open.ts';
import { planOf } from '../plan/plan-of.ts';
import { send, start as serving } from './running.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-changed-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const HEAD = `| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
`;
const PERSON = `### Person

- Identified by: \`id\`
- Unique: \`name\`

${HEAD}| \`id\` | uuid | yes | service: new id | any | none |
| \`name\` | string | no | caller | any | none |

`;
const MACHINE = `### Thing.f

| State | Kind |
|---|---|
| \`a\` | initial |
| \`b\` | any |
| \`c\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`a\` | \`b\` | \`POST /things/{id}/next\` | none | none |
| \`b\` | \`c\` | \`POST /things/{id}/next\` | none | none |

- Any other move: \`stage\`
`;
const CREATE = `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

`;
const NEXT = `### POST /things/{id}/next

- Does: moves Thing.f
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | moved | Thing |
`;

interface Said {
  /** The row of the field `f`: Type, Required, Set by, Allowed values, Default. */
  readonly f?: string;
  readonly bullets?: string;
  /** Whole further resources. */
  readonly more?: string;
  readonly states?: string;
  readonly lists?: string;
}

function planned({ f, bullets = '', more = '', states, lists }: Said): Plan {
  const field = f === undefined ? '' : `| \`f\` | ${f} |\n`;
  const thing = `### Thing

- Identified by: \`id\`
${bullets}
${HEAD}| \`id\` | integer | yes | service: new id | any | none |
${field}
`;
  return planOf({
    resources: thing + PERSON + more,
    operations: CREATE + (states === undefined ? '' : NEXT),
    ...(states !== undefined && { states }),
    ...(lists !== undefined && { lists }),
  });
}

const text = (type: string, allowed = 'any', required = 'no'): string =>
  `${type} | ${required} | caller | ${allowed} | none`;

type Value = string | number | bigint | null;

/** Rows of Thing with these values of `f`, under the document before. */
async function rows(before: Said, ...values: readonly Value[]): Promise<void> {
  await start(before);
  const database = new DatabaseSync(join(directory, FILE));
  const insert = database.prepare(
    before.f === undefined ? 'INSERT INTO Thing DEFAULT VALUES' : 'INSERT INTO Thing (f) VALUES (?)',
  );
  for (const value of values) insert.run(...(before.f === undefined ? [] : [value]));
  database.close();
}

async function start(said: Said): Promise<void> {
  const store = await openSqlite({ directory, tables: planned(said).storage, fits: judgeKept });
  await store.close();
}

function kept(): readonly unknown[] {
  const database = new DatabaseSync(join(directory, FILE), { readOnly: true });
  const found = ['Thing', '_ninefold'].map((table) => {
    const rows = database.prepare(`SELECT * FROM ${table}`);
    rows.setReadBigInts(true);
    return rows.all();
  });
  database.close();
  return found;
}

/** What is said between the brackets of the sentence. */
async function refused(said: Said): Promise<string> {
  const before = kept();
  const error = await start(said).then(
    () => new Error('it starts'),
    (thrown: unknown) => thrown as Error,
  );
  expect(kept()).toEqual(before);
  const sentence = /^The document does not fit the data that is stored \((.*)\)\.$/.exec(error.message);
  return sentence?.[1] ?? error.message;
}

const narrowed = (number: number, first: number): string =>
  `Thing: f holds what the document does not allow any more, ${number === 1 ? '1 row is' : `${number} rows are`} at stake, the first with id ${first}`;

/** What was said, values that were kept, what is said now; how many of them break it, and the first. */
const NARROWED: readonly (readonly [string, Said, readonly Value[], Said, number, number])[] = [
  ['a shorter text', { f: text('string(1..10)') }, ['a', 'bb', null], { f: text('string(2..10)') }, 1, 1],
  ['a bound that was none', { f: text('string') }, ['a', 'bbb'], { f: text('string(2)') }, 1, 2],
  ['a range', { f: text('integer') }, [1, 50, 100, 101], { f: text('integer 1..50') }, 2, 3],
  ['a number beyond 2^53', { f: text('integer') }, [1, 9007199254740993n], { f: text('integer 1..9') }, 1, 2],
  ['the range of a decimal', { f: text('decimal(2)') }, [150, 151], { f: text('decimal(2) <= 1.5') }, 1, 2],
  ['a value of a list', { f: text('one of `a`, `b`, `c`') }, ['a', 'c', 'b'], { f: text('one of `a`, `b`') }, 1, 2],
  ['a list of values', { f: text('string') }, ['a', 'x'], { f: text('string', '`a`, `b`') }, 1, 2],
  ['Allowed values', { f: text('integer', '0..9') }, [0, 5], { f: text('integer', '1..9') }, 1, 1],
  ['an expression', { f: text('string') }, ['ab', 'a1', '1'], { f: text('string', 'matches `[a-z]+`') }, 2, 2],
  ['not blank', { f: text('string') }, ['a', ' ', ''], { f: text('string', 'not blank') }, 2, 2],
  ['a count of characters', { f: text('string') }, ['abc', 'ab'], { f: text('string', 'at least 3 characters') }, 1, 2],
  [
    'a count of items',
    { f: text('array of string') },
    ['[]', '["a"]'],
    { f: text('array of string', 'at least 1 items') },
    1,
    1,
  ],
  ['the members of a list', { f: text('array of string') }, ['["a"]', '[]'], { f: text('array of integer') }, 1, 1],
  ['members once', { f: text('array of string') }, ['["a","b"]', '["a","a"]'], { f: text('set of string') }, 1, 2],
  [
    'members in order',
    { f: text('array of string') },
    ['["a","b"]', '["b","a"]'],
    { f: text('array of string, sorted') },
    1,
    2,
  ],
  [
    'members that may not be null',
    { f: text('array of (string or null)') },
    ['[null]', '["a"]'],
    { f: text('array of string') },
    1,
    1,
  ],
  [
    'the values of a map',
    { f: text('map of integer') },
    ['{"a":1}', '{"a":9}'],
    { f: text('map of integer 1..5') },
    1,
    2,
  ],
  ['a text of another form', { f: text('string') }, ['a@example.org', 'a'], { f: text('email') }, 1, 2],
  [
    'a spelling of a uuid',
    { f: text('string') },
    ['01890A5D-AC96-774B-BCCE-B302099A8057x', '01890a5d-ac96-774b-bcce-b302099a8057'],
    { f: text('uuid') },
    1,
    1,
  ],
  [
    'whole seconds',
    { f: text('date-time') },
    ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'],
    { f: text('seconds since 1970') },
    1,
    2,
  ],
  ['an object that was a list', { f: text('array of string') }, ['[]'], { f: text('object') }, 1, 1],
];

describe('what a field may hold is narrowed', () => {
  test.each(NARROWED)(
    '%s: as many rows as break it are at stake',
    async (_name, before, values, after, number, first) => {
      await rows(before, ...values);
      expect(await refused(after)).toBe(narrowed(number, first));
    },
  );

  test.each(NARROWED)(
    '%s: it starts when no row breaks it, and back again',
    async (_name, before, values, after, number) => {
      await rows(before, ...values);
      const database = new DatabaseSync(join(directory, FILE));
      for (let left = number; left > 0; left--) {
        const first = /the first with id (\d+)$/.exec(await refused(after))?.[1];
        database.prepare('DELETE FROM Thing WHERE id = ?').run(Number(first));
      }
      database.close();
      await start(after);
      await start(before);
    },
  );

  test('a rule that all rows keep to holds from then on', async () => {
    await rows({ f: text('string') }, 'a');
    await start({ f: text('string(1)') });
    expect(await refused({ f: text('string', '`b`') })).toBe(narrowed(1, 1));
  });

  test('a gap in its place, or a wider rule, puts nothing at stake', async () => {
    await rows({ f: text('string(3)', '`a`, `b`') }, 'a', 'b');
    await start({ f: text('string(3)', 'not shown') });
    await start({ f: text('string', '`a`, `b`, `c`') });
    await start({ f: text('string') });
  });
});

describe('a field is kept in another way', () => {
  test.each([
    ['string', 'integer', 'a'],
    ['integer', 'string', 1],
    ['integer', 'number', 1],
    ['decimal(2)', 'decimal(1)', 150],
    ['decimal(1)', 'decimal(2)', 15],
    ['date', 'date-time', '2026-01-01'],
    ['boolean', 'integer', 1],
    ['string', 'array of string', 'a'],
    ['string', 'Person by id', 'a'],
  ])('%s as %s: the rows with a value are at stake', async (before, after, value) => {
    await rows({ f: text(before) }, null, value, null);
    expect(await refused({ f: text(after.replace('id', '`id`')) })).toBe(
      `Thing: f was ${before} and is now ${after}, 1 row is at stake`,
    );
  });

  test('a reference to another resource, a number as a reference and the other way', async () => {
    const more = `### Team\n\n- Identified by: \`id\`\n\n${HEAD}| \`id\` | uuid | yes | service: new id | any | none |\n\n`;
    await rows({ f: text('Person by `id`'), more }, 1, null);
    expect(await refused({ f: text('Team by `id`'), more })).toBe(
      'Thing: f was Person by id and is now Team by id, 1 row is at stake',
    );
    expect(await refused({ f: text('integer'), more })).toBe(
      'Thing: f was Person by id and is now integer, 1 row is at stake',
    );
    await start({ f: text('Person by `name`'), more });
  });
});

describe('a value must be there', () => {
  test('Required, no and then yes: the rows that lack it', async () => {
    await rows({ f: text('string') }, 'a', null, null);
    expect(await refused({ f: text('string', 'any', 'yes') })).toBe(
      'Thing: f must have a value now, 2 rows are at stake',
    );
    await start({ f: text('string or null', 'any', 'yes') });
    await start({ f: text('string', 'not shown', 'no') });
  });

  test('or null, and then not', async () => {
    await rows({ f: text('string or null', 'any', 'yes') }, 'a', null);
    expect(await refused({ f: text('string', 'any', 'yes') })).toBe(
      'Thing: f must have a value now, 1 row is at stake',
    );
  });
});

describe('a field comes or goes', () => {
  test('gone: the rows that have a value', async () => {
    await rows({ f: text('string') }, 'a', null);
    expect(await refused({})).toBe('Thing: f is gone, 1 row is at stake');
  });

  test.each(['not shown', 'strnig', 'file', '?'])(
    'its type is %s: what rows have stays, and is there again',
    async (type) => {
      await rows({ f: text('string', 'any', 'yes'), bullets: '- Unique: `f`\n' }, 'a', 'b');
      const before = kept()[0];
      await start({ f: text(type, 'any', 'yes'), bullets: '- Unique: `f`\n' });
      await start({ f: text(type, 'any', 'yes') });
      expect(kept()[0]).toEqual(before);
      expect(await refused({ f: text('integer', 'any', 'yes') })).toBe(
        'Thing: f was string and is now integer, 2 rows are at stake',
      );
      expect(await refused({})).toBe('Thing: f is gone, 2 rows are at stake');
      await start({ f: text('string', 'any', 'yes'), bullets: '- Unique: `f`\n' });
      expect(kept()[0]).toEqual(before);
    },
  );

  test('new: with a default, or one that rows may lack', async () => {
    await rows({}, null, null);
    await start({ f: 'string | yes | caller | any | `x`' });
    expect(kept()[0]).toMatchObject([{ f: 'x' }, { f: 'x' }]);
  });

  test.each([
    ['required', 'string | yes | caller | any | none', ''],
    [
      'set by the service',
      'date-time | yes | service: now at create | any | none',
      ': when these rows were made is not kept',
    ],
    ['set by the service, though it is not required', 'uuid | no | service: new id | any | none', ''],
    ['a state', 'state | yes | service: state | any | none', ''],
  ])('new and %s: no row has a value', async (_name, f, why) => {
    await rows({}, null, null);
    const states = f.startsWith('state') ? { states: MACHINE } : {};
    expect(await refused({ f, ...states })).toBe(
      `Thing: f is new and has no value for the rows that are there${why}, 2 rows are at stake`,
    );
  });
});

const identified = (type: string, setBy: string): Plan =>
  planOf({
    resources: `### Thing\n\n- Identified by: \`id\`\n\n${HEAD}| \`id\` | ${type} | yes | ${setBy} | any | none |\n`,
    operations: CREATE,
  });
const open = async (plan: Plan): Promise<void> =>
  (await openSqlite({ directory, tables: plan.storage, fits: judgeKept })).close();

const named = (type: string): Plan =>
  planOf({
    resources: `### Thing\n\n- Identified by: \`name\`\n\n${HEAD}| \`name\` | string | yes | caller | any | none |\n| \`f\` | ${type} | no | caller | any | none |\n`,
    operations: CREATE,
  });

describe('a type or fields that are not shown put nothing at stake', () => {
  test.each(['not shown', 'intger'])('the type of what numbers its rows is %s', async (type) => {
    await rows({}, null, null, null);
    await open(identified(type, 'service: new id'));
    await open(identified('integer', 'service: new id'));
    expect(kept()[0]).toMatchObject([{ id: 1n }, { id: 2n }, { id: 3n }]);
  });

  test('the fields of a resource are not shown', async () => {
    await rows({ f: text('string') }, 'a', 'b');
    const before = kept()[0];
    await open(planOf({ resources: '### Thing\n\n- Identified by: `id`\n', operations: CREATE }));
    await start({ f: text('string') });
    expect(kept()[0]).toEqual(before);
  });

  test('what needs the field is held, and nothing fails', async () => {
    await rows({ f: text('string', 'any', 'yes') }, 'a', 'b');
    const plan = planned({ f: text('not shown', 'any', 'yes') });
    const store = await openSqlite({ directory, tables: plan.storage, fits: judgeKept });
    const service = await serving(plan, { store });
    const { status } = await send(service, 'POST', '/things', {});
    expect(status).toBe(501);
    await service.stop();
  });

  test('a row is called by what identifies it', async () => {
    await open(named('string'));
    const database = new DatabaseSync(join(directory, FILE));
    database.prepare('INSERT INTO Thing (name, f) VALUES (?, ?), (?, ?)').run('ann', 'a', 'bob', 'bbb');
    database.close();
    await expect(open(named('string(2)'))).rejects.toThrow('1 row is at stake, the first with name bob)');
  });
});

describe('uniqueness', () => {
  test('added, also ignoring case: the rows that share a value', async () => {
    await rows({ f: text('string') }, 'a', 'A', 'b', 'b', 'b', null, null);
    expect(await refused({ f: text('string'), bullets: '- Unique: `f`\n' })).toBe(
      'Thing: f must be unique now and rows share a value, 3 rows are at stake',
    );
    expect(await refused({ f: text('string'), bullets: '- Unique: `f` ignoring case\n' })).toBe(
      'Thing: f must be unique now, ignoring case, and rows share a value, 5 rows are at stake',
    );
  });

  test('taken away, and added where nothing is shared', async () => {
    await rows({ f: text('string'), bullets: '- Unique: `f`\n' }, 'a', 'A');
    await start({ f: text('string') });
    await start({ f: text('string'), bullets: '- Unique: `f`\n' });
  });
});

const said = (states: string, lists?: string): Said => ({
  f: 'state | yes | service: state | any | none',
  states,
  ...(lists !== undefined && { lists }),
});
const bare = (machine: string): string => machine.replace(/\| State[^]*?\n\n/, '');

describe('states', () => {
  const without = MACHINE.replace('| `c` | final |\n', '').replace(/\| `b` \| `c` .*\n/, '');

  test('one that rows are in is gone', async () => {
    await rows(said(MACHINE), 'a', 'c', 'c');
    expect(await refused(said(without))).toBe(narrowed(2, 2));
  });

  test('one that no row is in is gone; one that is new puts nothing at stake', async () => {
    await rows(said(MACHINE), 'a', 'b');
    await start(said(without));
    await start(said(MACHINE));
  });

  test('where there may be more states than are shown, a row may be in one of those', async () => {
    await rows(said(MACHINE), 'c');
    await start(said(without.replace('| `b` | any |', '| `b` | any |\n| … | |')));
  });

  test('without a State table the moves declare them', async () => {
    await rows(said(MACHINE), 'c');
    expect(await refused(said(bare(without)))).toBe(narrowed(1, 1));
    await start(said(bare(MACHINE)));
  });

  test('a text becomes a state', async () => {
    await rows({ f: text('string', 'any', 'yes') }, 'a', 'z');
    expect(await refused(said(MACHINE))).toBe(narrowed(1, 2));
  });

  test('what moves what, and where rows begin, puts nothing at stake', async () => {
    await rows(said(MACHINE), 'c', 'b');
    await start(
      said(
        MACHINE.replace('| `c` | final |', '| `c` | any |')
          .replace('| `a` | initial |', '| `a` | any |')
          .replace('| `b` | any |', '| `b` | initial |'),
      ),
    );
  });
});

const part = (fields: string): Said => ({
  f: text('array of Part'),
  more: `### Part\n\n- Identified by: none\n\n${HEAD}${fields}\n`,
});

describe('nested shapes', () => {
  const name = '| `name` | string | yes | caller | any | none |\n';
  const more = (row: string): Said => part(`${name}| \`n\` | ${row} |\n`);

  test.each([
    ['a member that is gone', more('integer | no | caller | any | none'), part(name)],
    ['a narrower member', more('integer | no | caller | any | none'), more('integer 2..9 | no | caller | any | none')],
    ['a member of another type', more('integer | no | caller | any | none'), more('string | no | caller | any | none')],
  ])('%s: the rows that have it', async (_name, before, after) => {
    await rows(before, '[{"name":"x","n":1}]', '[]', '[{"name":"y"}]', null);
    expect(await refused(after)).toBe(narrowed(1, 1));
  });

  test('a member that must be there now', async () => {
    await rows(part(name), '[]', '[{"name":"x"}]');
    expect(await refused(more('integer | yes | caller | any | none'))).toBe(narrowed(1, 2));
    expect(await refused(more('integer | yes | caller | any | 1'))).toBe(narrowed(1, 2));
    await start(more('integer | no | caller | any | 1'));
    expect(await refused(more('integer or null | yes | caller | any | none'))).toBe(narrowed(1, 2));
    await start(more('integer | not shown | caller | any | none'));
  });
});

describe('resources', () => {
  test('one is gone, is not kept any more, or has another key', async () => {
    await rows({}, null);
    const without = planned({}).storage.filter(({ name }) => name !== 'Thing');
    await expect(openSqlite({ directory, tables: without, fits: judgeKept })).rejects.toThrow(
      '(Thing: the document does not name it any more, 1 row is at stake)',
    );
    const uuids = planned({}).storage.map((table) => ({ ...table, rowKey: '_row' }));
    await expect(openSqlite({ directory, tables: uuids, fits: judgeKept })).rejects.toThrow(
      '(Thing: the field that numbers its rows was id and is now none, 1 row is at stake)',
    );
  });

  test('one that is new', async () => {
    await rows({}, null);
    await start({
      more: `### Team\n\n- Identified by: \`id\`\n\n${HEAD}| \`id\` | uuid | yes | service: new id | any | none |\n\n`,
    });
  });

  test('the range of a number that is the key', async () => {
    await rows({}, null, null);
    const ranged = planned({}).storage.map((table) =>
      table.name === 'Thing'
        ? ({ ...table, keyRule: { value: { type: 'integer' }, schema: { minimum: 2 } } } as const)
        : table,
    );
    await expect(openSqlite({ directory, tables: ranged, fits: judgeKept })).rejects.toThrow(
      '(Thing: id holds what the document does not allow any more, 1 row is at stake, the first with id 1)',
    );
  });
});
