// Rows that time removes, over HTTP under a clock that the test moves: from the due instant on they are absent for every read,
// count, guard, unique key and reference, with what goes with them; events tell of them once. Notation, part 3, "By time".

import { afterEach, describe, expect, it } from 'vitest';
import { understand } from '../laws/service.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { manualClock, type Clock } from '../../src/serve/clock.ts';
import { documentOf } from '../plan/plan-of.ts';
import { ownStore, send, start, type Answer, type Running } from './running.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE = 60_000;

let running: Running | undefined;
let store: Awaited<ReturnType<typeof ownStore>> | undefined;
let clock: Clock;
afterEach(async () => {
  await running?.stop();
  await store?.drop();
  expect(running?.logged ?? []).toEqual([]);
  running = store = undefined;
});

const operation = (heading: string, does: string, outcome: string, shown: string, more = '- Body: none\n'): string =>
  `### ${heading}

- Does: ${does}
${more}- Repeat: again

| Status | When | Body |
|---|---|---|
| ${outcome === 'created' ? '201' : '200'} | ${outcome} | ${shown} |
`;

interface Written {
  readonly moves?: readonly string[];
  readonly deleted?: string;
  readonly line?: string;
  readonly stale?: string;
}

const STALE = '| `fresh` | `stale` | after 20 minutes | none | `aged` |';
const EXPIRES = '| `open` | (gone) | after 30 minutes | none | `expired` |';

function source({
  moves = [EXPIRES],
  deleted = 'deletes every Line where `cart` = this',
  line = 'yes',
  stale = STALE,
}: Written): string {
  const list = (name: string, word: string): string =>
    operation(
      `GET /${word}`,
      `lists ${name}`,
      'found',
      `{"total": <total>, "rows": array of ${name}}`,
      '- Order: oldest first\n- Pages: none\n',
    );
  return documentOf({
    events: ['expired', 'aged']
      .map((kind) => `### ${kind}\n\n- When: not shown\n- Payload: {"at": <now>}\n`)
      .join('\n'),
    errors: `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Cart, no such Line |
| \`invalid\` | 422 | any field missing, any field invalid, unknown field, read-only field, no such Cart in \`cart\` |
| \`taken\` | 409 | any field taken |
| \`stage\` | 409 | illegal move |
`,
    resources: `### Cart

- Identified by: \`id\`
- Unique: \`name\`
- When deleted: ${deleted}

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`name\` | string | yes | caller | any | none |
| \`due\` | date-time or null | no | caller | any | \`null\` |
| \`status\` | state | yes | service: state | any | none |

### Line

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`cart\` | Cart by \`name\` | ${line} | caller | any | none |
| \`kept\` | state | yes | service: state | any | none |`,
    states: `### Cart.status

| State | Kind |
|---|---|
| \`open\` | initial |
| \`paid\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${moves.join('\n')}
| \`open\` | \`paid\` | \`POST /carts/{id}/pay\` | none | none |

- Any other move: \`stage\`

### Line.kept

| State | Kind |
|---|---|
| \`fresh\` | initial |
| \`stale\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${stale}

- Any other move: \`stage\``,
    operations: [
      operation('POST /carts', 'creates Cart', 'created', 'Cart', '- Body: Cart\n- Null fields: cleared\n'),
      operation('GET /carts/{id}', 'reads Cart', 'found', 'Cart', ''),
      operation(
        'PATCH /carts/{id}',
        'updates Cart',
        'updated',
        'Cart',
        '- Body: Cart\n- Omitted fields: kept\n- Null fields: cleared\n',
      ),
      operation('POST /carts/{id}/pay', 'moves Cart.status', 'moved', 'Cart'),
      operation('POST /lines', 'creates Line', 'created', 'Line', '- Body: Line\n'),
      operation('DELETE /lines/{id}', 'deletes Line', 'deleted', 'none'),
      list('Cart', 'carts'),
      list('Line', 'lines'),
    ].join('\n'),
  });
}

function compiled(written: Written): Plan {
  const { model } = understand(source(written));
  expect(model.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return compile(model);
}

async function serving(written: Written = {}): Promise<void> {
  const plan = compiled(written);
  for (const operation of plan.operations) expect(operation.heldBy, operation.id).toEqual([]);
  clock = manualClock(START, { keep: () => Promise.resolve(true) });
  store = await ownStore(plan);
  running = await start(plan, { clock, store: store.store });
}

const at = (minutes: number): Promise<boolean> => clock.set!(START + minutes * MINUTE);
const instant = (minutes: number): string => new Date(START + minutes * MINUTE).toISOString();
const call = (method: string, path: string, body?: unknown): Promise<Answer> => send(running!, method, path, body);
const total = async (path: string): Promise<number> => ((await call('GET', path)).json as { total: number }).total;
const cart = async (name: string, due: string | null = null): Promise<Answer> => call('POST', '/carts', { name, due });

interface Told {
  readonly key: unknown;
  readonly at: unknown;
  readonly operation: unknown;
  readonly event: unknown;
  readonly row: { readonly name: string };
}

const column = (name: string, type: 'integer' | 'instant' | 'text' | 'json') =>
  ({ name, expr: { kind: 'column', column: name, type } }) as const;

/** What waits in the outbox. */
async function told(): Promise<readonly Told[]> {
  const columns = [
    column('event', 'text'),
    column('key', 'integer'),
    column('at', 'instant'),
    column('operation', 'text'),
    column('row', 'json'),
  ];
  const key = { kind: 'column', column: 'id', type: 'integer' } as const;
  const select = { table: '_outbox', columns, order: [{ expr: key, descending: false }], where: undefined };
  const result = await store!.store.prepare([{ kind: 'list', select, total: false }]).run({});
  if (result.kind !== 'done') throw new Error(result.kind);
  return result.rows.map(([event, own, when, by, row]) => ({
    event,
    key: Number(own),
    at: when,
    operation: by,
    row: JSON.parse(String(row)) as Told['row'],
  }));
}

describe('a row that time removes', () => {
  it('is there until a millisecond before, and absent for everybody from the instant on', async () => {
    await serving();
    await cart('a');
    await clock.set!(START + 30 * MINUTE - 1);
    expect(await call('GET', '/carts/1')).toMatchObject({ status: 200 });
    expect(await total('/carts')).toBe(1);
    await at(30);
    expect(await total('/carts')).toBe(0);
    expect(await call('GET', '/carts/1')).toMatchObject({ status: 404 });
    expect(await call('PATCH', '/carts/1', { name: 'b' })).toMatchObject({ status: 404 });
    expect(await call('POST', '/carts/1/pay')).toMatchObject({ status: 404 });
  });

  it.each([
    ['a unique key', () => cart('a'), 201],
    ['a reference', () => call('POST', '/lines', { cart: 'a' }), 422],
    ['a guard', () => call('POST', '/carts/1/pay'), 404],
    ['a change', () => call('PATCH', '/carts/1', { due: null }), 404],
  ] as const)('is gone for %s, whoever asks first', async (_, ask, status) => {
    await serving();
    await cart('a');
    await at(31);
    expect(await ask()).toMatchObject({ status });
    expect((await told()).map(({ key, at: when }) => [key, when])).toEqual([[1, instant(30)]]);
  });

  it('takes what goes with it, for those who ask only for that', async () => {
    await serving();
    await cart('a');
    await call('POST', '/lines', { cart: 'a' });
    await at(15);
    await cart('b');
    await call('POST', '/lines', { cart: 'b' });
    await at(30);
    expect((await call('GET', '/lines')).json).toEqual({ total: 1, rows: [{ id: 2, cart: 'b', kept: 'fresh' }] });
    await at(45);
    expect(await total('/lines')).toBe(0);
  });

  it('goes after what was due before of the rows that it takes along', async () => {
    await serving();
    await cart('a');
    await call('POST', '/lines', { cart: 'a' });
    await at(100);
    expect(await call('DELETE', '/lines/1')).toMatchObject({ status: 404 });
    expect((await told()).map(({ event, at: when }) => [event, when])).toEqual([
      ['aged', instant(20)],
      ['expired', instant(30)],
    ]);
  });

  it('takes along rows of a table of which time moves nothing', async () => {
    await serving({ stale: '| `fresh` | `stale` | none | none | none |' });
    await cart('a');
    await call('POST', '/lines', { cart: 'a' });
    await at(100);
    expect(await call('DELETE', '/lines/1')).toMatchObject({ status: 404 });
  });

  it('stays where a move came before', async () => {
    await serving();
    await cart('a');
    expect(await call('POST', '/carts/1/pay')).toMatchObject({ status: 200 });
    await at(100);
    expect(await call('GET', '/carts/1')).toMatchObject({ status: 200, json: { status: 'paid' } });
    expect(await told()).toEqual([]);
  });

  it('is told of once, as it was, at the instant at which it went', async () => {
    await serving();
    await cart('a');
    await at(10);
    await cart('b');
    await at(100);
    expect(await total('/carts')).toBe(0);
    expect(await told()).toMatchObject([
      { key: 1, at: instant(30), operation: 'time', row: { name: 'a' } },
      { key: 2, at: instant(40), operation: 'time', row: { name: 'b' } },
    ]);
  });
});

describe('a change that makes a removal due', () => {
  const moves = ['| any | (gone) | at `due` | none | `expired` |'];
  it('removes the row with itself, and shows it as it was', async () => {
    await serving({ moves });
    await cart('a');
    await call('POST', '/lines', { cart: 'a' });
    await at(10);
    expect(await call('PATCH', '/carts/1', { due: instant(5) })).toMatchObject({
      status: 200,
      json: { name: 'a', due: instant(5) },
    });
    expect(await told()).toMatchObject([{ key: 1, at: instant(10) }]);
    expect(await total('/lines')).toBe(0);
    expect(await call('GET', '/carts/1')).toMatchObject({ status: 404 });
  });

  it('removes a row that begins when it is due', async () => {
    await serving({ moves });
    await at(10);
    expect(await cart('a', instant(5))).toMatchObject({ status: 201, json: { name: 'a' } });
    expect(await cart('a', instant(5))).toMatchObject({ status: 201 });
    expect((await told()).map(({ key }) => key)).toEqual([1, 2]);
  });
});

describe('a row that refused while keeps', () => {
  const deleted = 'refused while Line (`cart` = this)';
  const onlyIf = 'there is no Line (`cart` = this)';

  it('waits where Only if says so, and goes with the change that lets it', async () => {
    await serving({ deleted, moves: [EXPIRES.replace('none', onlyIf)] });
    await cart('a');
    await call('POST', '/lines', { cart: 'a' });
    await cart('b');
    await at(60);
    expect((await call('GET', '/carts')).json).toMatchObject({ total: 1, rows: [{ name: 'a' }] });
    await call('DELETE', '/lines/1');
    const expired = (await told()).filter(({ event }) => event === 'expired');
    expect(expired.map(({ row, at: when }) => [row.name, when])).toEqual([
      ['b', instant(30)],
      ['a', instant(60)],
    ]);
    expect(await total('/carts')).toBe(0);
  });

  it.each([
    ['nothing', 'none'],
    ['something else', '`name` = `a`'],
    ['one way of two', `${onlyIf} or \`name\` = \`a\``],
  ])('is a gap where Only if says %s: whoever looks at it is held', (_, said) => {
    const plan = compiled({ deleted, moves: [EXPIRES.replace('none', said)] });
    const id = '3/Cart.status/after 30 minutes/refused-while';
    for (const { id: name, heldBy } of plan.operations)
      expect(heldBy, name).toEqual(name === 'DELETE /lines/{id}' ? [] : [id]);
    expect(plan.gaps[id]).toMatch(/`refused while Line` keeps it/);
  });

  it.each([onlyIf, `${onlyIf} and \`name\` = \`a\``, 'not (there is Line (`cart` = this))'])(
    'is none where Only if excludes it: %s',
    (said) => {
      const plan = compiled({ deleted, moves: [EXPIRES.replace('none', said)] });
      for (const operation of plan.operations) expect(operation.heldBy, operation.id).toEqual([]);
    },
  );
});

describe('what waits for a row that time removes', () => {
  const stale = STALE.replace('none', 'there is no Cart (`status` = `open`)');
  it('moves with it, and not when it would have moved alone', async () => {
    await serving({ stale, deleted: 'none', line: 'no' });
    await cart('a');
    await call('POST', '/lines', {});
    await at(100);
    expect((await call('GET', '/lines')).json).toMatchObject({ rows: [{ kept: 'stale' }] });
    expect((await told()).map(({ event, at: when }) => [event, when])).toEqual([
      ['expired', instant(30)],
      ['aged', instant(30)],
    ]);
  });

  it('moves in its transaction', () => {
    const { timed } = compiled({ stale, deleted: 'none', line: 'no' });
    const [sweep] = timed!.map((group) => group.sweep);
    if (sweep?.kind !== 'instants') throw new Error('one instant after the other');
    const written = sweep.steps.map((step) => ('table' in step ? step.table : ''));
    expect(written.indexOf('Line', written.indexOf('Cart'))).toBeGreaterThan(0);
    expect(written.indexOf('Cart', written.indexOf('Line'))).toBeGreaterThan(0);
  });

  it('goes at its instant, however long the line is', async () => {
    await serving({ moves: ['| any | (gone) | at `due` | there is no Cart (`id` < this `id`) | `expired` |'] });
    await cart('a', instant(10));
    for (const name of ['b', 'c', 'd', 'e']) await cart(name, instant(5));
    await at(60);
    expect(await total('/carts')).toBe(0);
    expect((await told()).map(({ key, at: when }) => [key, when])).toEqual(
      [1, 2, 3, 4, 5].map((key) => [key, instant(10)]),
    );
  });
});

describe('When deleted of what time removes', () => {
  it('is due, and holds all that have to do with it', () => {
    const plan = compiled({ deleted: 'not shown' });
    for (const operation of plan.operations) expect(operation.heldBy, operation.id).toContain('2/Cart/when-deleted');
  });

  it('is nothing that a move to another state waits for', async () => {
    await serving({ deleted: 'not shown', moves: ['| `open` | `paid` | after 30 minutes | none | none |'] });
    await cart('a');
    await at(30);
    expect((await call('GET', '/carts/1')).json).toMatchObject({ status: 'paid' });
  });

  it('must not leave a reference without its row', () => {
    const { model } = understand(source({ deleted: 'none' }));
    expect(model.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      expect.stringMatching(/^contradiction: .*`Line\.cart`.*`after 30 minutes` deletes it/),
    ]);
  });

  it('leaves a reference that may lead nowhere', async () => {
    await serving({ deleted: 'none', line: 'no' });
    await cart('a');
    await call('POST', '/lines', { cart: 'a' });
    await at(30);
    expect((await call('GET', '/lines')).json).toEqual({ total: 1, rows: [{ id: 1, kept: 'stale' }] });
  });
});
