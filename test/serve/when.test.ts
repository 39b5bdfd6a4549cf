// When of an event over HTTP: what happens to rows is written into the outbox, once for each row and change, whoever changes it; and what
// comes close to it is not. Notation, part 6, key When.

import { afterEach, describe, expect, it } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { manualClock, type Clock } from '../../src/serve/clock.ts';
import { understand } from '../laws/service.ts';
import { ownStore, send, start, type Running } from './running.ts';
import {
  BIRTHS,
  CREATE,
  DELETE,
  DELETE_IF,
  KEY_TABLE,
  LINE,
  movesBy,
  NAME,
  operation,
  PATCH,
  PAY,
  source,
  UPDATE,
  type Told,
  type Written,
} from './when-source.ts';

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

function planned(written: Written): Plan {
  const { model, errors } = understand(source(written));
  expect(errors).toEqual([]);
  const held = gapView(model).operations.flatMap(({ id, heldBy }) => heldBy.map((by) => `${id}: ${by}`));
  expect(held).toEqual([]);
  return compile(model);
}

async function serving(written: Written): Promise<void> {
  const plan = planned(written);
  store = await ownStore(plan);
  clock = manualClock(START, { keep: () => Promise.resolve(true) });
  running = await start(plan, { store: store.store, clock });
}

/** The status. */
async function call(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<number> {
  const [method = '', path = ''] = line.split(' ');
  return (await send(running!, method, path, body, headers)).status;
}

async function calls(...lines: readonly (readonly [line: string, body?: unknown])[]): Promise<void> {
  for (const [line, body] of lines) expect([line, await call(line, body)]).toEqual([line, 200]);
}

const column = (name: string, type: 'integer' | 'instant' | 'text' | 'json') =>
  ({ name, expr: { kind: 'column', column: name, type } }) as const;

async function waiting(): Promise<readonly Told[]> {
  const columns = [
    column('event', 'text'),
    column('resource', 'text'),
    column('key', 'integer'),
    column('at', 'instant'),
    column('operation', 'text'),
    column('row', 'json'),
    column('payload', 'json'),
  ];
  const key = { kind: 'column', column: 'id', type: 'integer' } as const;
  const select = { table: '_outbox', columns, order: [{ expr: key, descending: false }], where: undefined };
  const result = await store!.store.prepare([{ kind: 'list', select, total: false }]).run({});
  if (result.kind !== 'done') throw new Error(result.kind);
  return result.rows.map(([event, resource, own, at, by, row, payload]) => ({
    event,
    resource,
    key: Number(own),
    at,
    operation: by,
    row: JSON.parse(String(row)) as Told['row'],
    payload: String(payload),
  }));
}

/** What waits, each in short. */
const told = async (): Promise<readonly string[]> =>
  (await waiting()).map(({ event, resource, key }) => `${event} ${resource} ${key}`);

const of = (kind: string, keys: readonly number[]): readonly string[] => keys.map((key) => `${kind} Order ${key}`);

const heldBy = (written: Written): readonly string[] => {
  const { model, errors } = understand(source(written));
  expect(errors).toEqual([]);
  return gapView(model).operations.flatMap(({ id, heldBy: by }) => (by.includes('6/told/when') ? [id] : []));
};

describe('an operation', () => {
  it('that succeeded sends for each row that it changed, as its Emits does', async () => {
    await serving({
      when: { came: '`POST /orders`', went: '`PATCH /orders/{id}`, `DELETE /orders/{id}`' },
      operations: [PATCH, DELETE],
    });
    await calls(['POST /orders', {}], ['PATCH /orders/1', { total: 1 }], ['PATCH /orders/1', { total: 1 }]);
    expect(await call('PATCH /orders/9', { total: 1 })).toBe(404);
    expect(await call('PATCH /orders/1', { total: 'much' })).toBe(422);
    await calls(['DELETE /orders/1']);
    expect(await call('DELETE /orders/1')).toBe(404);
    expect(await told()).toEqual(['came Order 1', 'went Order 1', 'went Order 1', 'went Order 1']);
    expect((await waiting()).map(({ operation }) => operation)).toEqual([
      'POST /orders',
      'PATCH /orders/{id}',
      'PATCH /orders/{id}',
      'DELETE /orders/{id}',
    ]);
  });

  it('whose Emits names the kind, too, sends it once', async () => {
    const own = CREATE.replace('- Repeat', '- Emits: `made`, `came`\n- Repeat');
    const { model, errors } = understand(
      source({ when: { came: '`POST /orders`, Order is created', made: 'Order is created' } }).replace(CREATE, own),
    );
    expect(errors).toEqual([]);
    const plan = compile(model);
    store = await ownStore(plan);
    running = await start(plan, { store: store.store });
    await calls(['POST /orders', {}]);
    expect(await told()).toEqual(['made Order 1', 'came Order 1']);
  });

  it('where there was no row, it sends nothing', async () => {
    await serving({ when: { gone: '`DELETE /orders/{id}`, Order is deleted' }, operations: [DELETE_IF] });
    await calls(['POST /orders', {}], ['DELETE /orders/1'], ['DELETE /orders/1']);
    expect(await told()).toEqual(['gone Order 1']);
  });
});

describe('a row that is created, updated or deleted', () => {
  const when = { made: 'Order is created', changed: 'Order is updated', gone: 'Order is deleted' };

  it('by an operation', async () => {
    await serving({ when, operations: [PATCH, PAY, DELETE] });
    await calls(['POST /orders', {}], ['PATCH /orders/1', {}], ['POST /orders/1/pay'], ['DELETE /orders/1']);
    expect(await told()).toEqual(['made Order 1', 'changed Order 1', 'changed Order 1', 'gone Order 1']);
    expect((await waiting()).map(({ row }) => row['status'])).toEqual(['open', 'open', 'paid', 'paid']);
  });

  it('of many rows each', async () => {
    const all = [
      operation('POST /more', 'creates every Order in body', 'created', '- Body: array of Order\n'),
      operation('POST /every', 'updates every Order', 'updated', UPDATE),
      operation('DELETE /orders', 'deletes every Order where `total` = 7', 'deleted'),
    ];
    await serving({
      when,
      operations: all,
      moves: BIRTHS.map((row) => row.replace('`POST /orders`', '`POST /orders`, `POST /more`')),
      other: 'accepted',
    });
    await calls(
      ['POST /orders', {}],
      ['POST /more', [{}, { total: 3 }]],
      ['POST /every', { total: 7 }],
      ['POST /orders', {}],
      ['DELETE /orders'],
    );
    expect(await told()).toEqual([
      ...of('made', [1, 2, 3]),
      ...of('changed', [1, 2, 3]),
      ...of('made', [4]),
      ...of('gone', [1, 2, 3]),
    ]);
  });

  it('by what is created or replaced, and created or kept', async () => {
    const put = operation(
      'PUT /tags/{name}',
      'creates or replaces Tag',
      'created, replaced',
      '- Body: Tag without name\n',
    );
    const keep = operation('POST /tags', 'creates or keeps Tag with `name` = "b"', 'created, unchanged');
    await serving({
      when: { made: 'Tag is created', changed: 'Tag is updated', size: '`Tag.size` changes, `Tag.size` becomes `0`' },
      operations: [put, keep],
    });
    for (const size of [1, 1, 2, null]) await calls(['PUT /tags/a', { size }]);
    await calls(['POST /tags'], ['POST /tags']);
    expect(await told()).toEqual([
      'made Tag 1',
      'changed Tag 1',
      'changed Tag 1',
      'size Tag 1',
      'changed Tag 1',
      'size Tag 1',
      'made Tag 2',
    ]);
  });

  it('that goes with another by When deleted, deepest first, behind the row that takes it', async () => {
    const note = operation('POST /notes', 'creates Note', 'created', '- Body: Note\n');
    const every = operation('DELETE /orders', 'deletes every Order', 'deleted');
    await serving({
      when: { gone: 'Order is deleted, Line is deleted', noted: 'Note is deleted' },
      operations: [LINE, note, DELETE, every],
    });
    await calls(['POST /orders', {}], ['POST /orders', {}], ['POST /orders', {}]);
    await calls(['POST /lines', { order: 1 }], ['POST /lines', { order: 2 }], ['POST /lines', { order: 2 }]);
    await calls(['POST /notes', { line: 1 }], ['POST /notes', { line: 3 }], ['POST /notes', { line: 2 }]);
    await calls(['DELETE /orders/1']);
    expect(await told()).toEqual(['gone Order 1', 'noted Note 1', 'gone Line 1']);
    await calls(['DELETE /orders']);
    expect((await told()).slice(3)).toEqual([
      'gone Order 2',
      'gone Order 3',
      'noted Note 2',
      'noted Note 3',
      'gone Line 2',
      'gone Line 3',
    ]);
    expect((await waiting()).at(-1)).toMatchObject({ operation: 'DELETE /orders', row: { id: 3, order: 2 } });
  });

  it('that goes with another carries what the rows were that it leads to', async () => {
    const note = operation('POST /notes', 'creates Note', 'created', '- Body: Note\n');
    const every = operation('DELETE /orders', 'deletes every Order', 'deleted');
    await serving({
      when: { noted: 'Note is deleted' },
      operations: [LINE, note, DELETE, every],
      payload: '{"order": line.order.name}',
    });
    await calls(['POST /orders', { name: 'a' }], ['POST /orders', { name: 'b' }]);
    await calls(['POST /lines', { order: 2 }], ['POST /lines', { order: 1 }]);
    await calls(['POST /notes', { line: 1 }], ['POST /notes', { line: 2 }]);
    await calls(['DELETE /orders/2'], ['DELETE /orders']);
    expect((await waiting()).map(({ key, payload }) => [key, payload])).toEqual([
      [1, '["b"]'],
      [2, '["a"]'],
    ]);
  });

  it('not by what is refused', async () => {
    const held = operation('POST /orders/{id}/hold', 'updates Order; sets `total` = 1', 'updated');
    await serving({ when, operations: [PATCH, held], moves: BIRTHS, other: '`stage`' });
    await calls(['POST /orders', {}]);
    expect(await call('PATCH /orders/1', { status: 'paid' })).toBe(409);
    expect(await call('PATCH /orders/2', {})).toBe(404);
    expect(await call('PATCH /orders/1', { total: 'x' })).toBe(422);
    expect(await told()).toEqual(['made Order 1']);
  });
});

describe('a field that becomes a value', () => {
  it('where it was another one before; a row that begins so has not become so', async () => {
    await serving({
      when: { paid: '`Order.status` becomes `paid`', seven: '`Order.total` becomes `7`' },
      operations: [PATCH, PAY],
    });
    await calls(['POST /orders', { status: 'paid', total: 7 }], ['POST /orders', {}]);
    await calls(['PATCH /orders/1', { status: 'paid', total: 7 }], ['POST /orders/1/pay']);
    expect(await told()).toEqual([]);
    await calls(
      ['PATCH /orders/2', { total: 7 }],
      ['PATCH /orders/2', { total: 7 }],
      ['PATCH /orders/2', { total: 8 }],
    );
    await calls(['PATCH /orders/2', { total: null }], ['PATCH /orders/2', { total: 7, status: 'paid' }]);
    expect(await told()).toEqual(['seven Order 2', 'paid Order 2', 'seven Order 2']);
    await calls(['PATCH /orders/2', { status: 'open' }], ['POST /orders/2/pay'], ['POST /orders/2/pay']);
    expect((await told()).slice(3)).toEqual(['paid Order 2']);
  });

  it('also nothing, and a decimal however it is written', async () => {
    await serving({
      when: { none: '`Order.total` becomes `null`', half: '`Order.price` becomes `0.5`' },
      operations: [PATCH],
    });
    await calls(['POST /orders', {}], ['PATCH /orders/1', { total: null }]);
    expect(await told()).toEqual([]);
    await calls(
      ['PATCH /orders/1', { total: 1 }],
      ['PATCH /orders/1', { total: null }],
      ['PATCH /orders/1', '{"price": 0.50}'],
    );
    expect(await told()).toEqual(['none Order 1', 'half Order 1']);
  });

  it('of many rows those that were not so', async () => {
    const every = operation('POST /pay', 'moves every Order.status to `paid`', 'moved');
    await serving({
      when: { paid: '`Order.status` becomes `paid`' },
      operations: [every],
      moves: [...BIRTHS, '| any | `paid` | `POST /pay` | none |'],
    });
    await calls(['POST /orders', {}], ['POST /orders', { status: 'paid' }], ['POST /orders', {}], ['POST /pay']);
    expect(await told()).toEqual(['paid Order 1', 'paid Order 3']);
  });

  it('sends once where an Emits of the move says so, too', async () => {
    await serving({
      when: { paid: '`Order.status` becomes `paid`' },
      operations: [PAY],
      moves: [...BIRTHS.map((row) => `${row} none |`), '| any | `paid` | `POST /orders/{id}/pay` | none | `paid` |'],
    });
    await calls(['POST /orders', {}], ['POST /orders/1/pay']);
    expect(await told()).toEqual(['paid Order 1']);
    // The move is made once more, and its Emits says so; the field has not become anything.
    await calls(['POST /orders/1/pay']);
    expect(await told()).toEqual(['paid Order 1', 'paid Order 1']);
  });
});

describe('a field that changes', () => {
  const when = { total: '`Order.total` changes', name: '`Order.name` changes', status: '`Order.status` changes' };

  it('where it has another value than before, nothing included', async () => {
    await serving({ when, operations: [PATCH] });
    await calls(['POST /orders', { total: 1 }]);
    for (const total of [1, 2, 2, null, null, 0, 0]) await calls(['PATCH /orders/1', { total }]);
    await calls(
      ['PATCH /orders/1', { name: 'a' }],
      ['PATCH /orders/1', { name: 'a', total: 0 }],
      ['PATCH /orders/1', {}],
    );
    await calls(['PATCH /orders/1', { name: 'A', status: 'paid' }], ['PATCH /orders/1', { status: 'paid' }]);
    expect(await told()).toEqual([
      'total Order 1',
      'total Order 1',
      'total Order 1',
      'name Order 1',
      'name Order 1',
      'status Order 1',
    ]);
    expect((await waiting()).map(({ row }) => row['total'])).toEqual([2, null, 0, 0, 0, 0]);
  });

  it('by what is computed from the row as it was', async () => {
    const more = operation(
      'POST /orders/{id}/more',
      'updates Order; sets `total` = this `total` + query `by`',
      'updated',
      `- Body: none\n\n| Query | Type | Required | Default | Allowed values | Selects |\n|---|---|---|---|---|---|\n| \`by\` | integer | yes | none | any | none |\n\n`,
    );
    await serving({ when, operations: [more] });
    await calls(['POST /orders', { total: 1 }], ['POST /orders/1/more?by=2'], ['POST /orders/1/more?by=0']);
    expect(await told()).toEqual(['total Order 1']);
  });

  it('of a slug, which is made unique', async () => {
    await serving({
      when: { slug: '`Order.slug` changes' },
      operations: [PATCH],
      fields: `${NAME.replace('no', 'yes')}| \`slug\` | string | yes | service: slug of \`name\` | any | none |\n`,
      unique: '- Unique: `slug`\n',
    });
    await calls(['POST /orders', { name: 'a' }], ['POST /orders', { name: 'a' }]);
    await calls(
      ['PATCH /orders/2', { name: 'a' }],
      ['PATCH /orders/2', { name: 'A' }],
      ['PATCH /orders/2', { total: 1 }],
    );
    expect(await told()).toEqual([]);
    await calls(['PATCH /orders/2', { name: 'b' }], ['PATCH /orders/2', { name: 'b' }]);
    expect(await told()).toEqual(['slug Order 2']);
    expect((await waiting())[0]).toMatchObject({ row: { slug: 'b' } });
  });

  it('of an instant that each change stamps, each time', async () => {
    await serving({
      when: { stamped: '`Order.changed` changes' },
      operations: [PATCH],
      fields:
        '| `name` | string | no | caller | any | none |\n| `changed` | date-time | yes | service: now at change | any | none |\n',
    });
    await calls(['POST /orders', {}], ['PATCH /orders/1', {}], ['PATCH /orders/1', {}]);
    expect(await told()).toEqual(['stamped Order 1', 'stamped Order 1']);
  });
});

describe('one call', () => {
  it('of several effects sends for each of them, and nothing where a later one is refused', async () => {
    const both = operation(
      'POST /orders/{id}/tag',
      'moves Order.status to `paid`; creates Tag with `name` = "a"',
      'moved, created',
    );
    await serving({
      when: { paid: '`Order.status` becomes `paid`', made: 'Tag is created', changed: 'Order is updated' },
      operations: [both],
      moves: [...BIRTHS, '| any | `paid` | `POST /orders/{id}/tag` | none |'],
    });
    await calls(['POST /orders', {}], ['POST /orders', {}], ['POST /orders/1/tag']);
    expect(await told()).toEqual(['paid Order 1', 'changed Order 1', 'made Tag 1']);
    // The tag is there already: the order is not paid.
    expect(await call('POST /orders/2/tag')).toBe(409);
    expect(await told()).toHaveLength(3);
  });

  it('that is repeated with its key sends no second time', async () => {
    const pay = PAY.replace('- Repeat: again', '- Repeat: key') + KEY_TABLE;
    await serving({ when: { paid: '`Order.status` changes', called: '`POST /orders/{id}/pay`' }, operations: [pay] });
    await calls(['POST /orders', {}]);
    for (const _ of [1, 2]) expect(await call('POST /orders/1/pay', undefined, { 'idempotency-key': 'one' })).toBe(200);
    expect(await told()).toEqual(['called Order 1', 'paid Order 1']);
    expect(await call('POST /orders/1/pay', undefined, { 'idempotency-key': 'two' })).toBe(200);
    expect(await told()).toEqual(['called Order 1', 'paid Order 1', 'called Order 1']);
  });

  it('that meets a gap sends nothing', async () => {
    const { model } = understand(
      source({
        when: { paid: '`Order.status` becomes `paid`' },
        operations: [PAY],
        other: 'not shown',
        moves: [...BIRTHS, '| `open` | `paid` | `POST /orders/{id}/pay` | none |'],
      }),
    );
    const plan = compile(model);
    store = await ownStore(plan);
    running = await start(plan, { store: store.store });
    await calls(['POST /orders', { status: 'paid' }]);
    expect(await call('POST /orders/1/pay')).toBe(501);
    expect(await told()).toEqual([]);
  });

  it('that merges compares each field that it sets', async () => {
    const merge = operation('PATCH /orders/{id}', 'merges into Order', 'updated', '- Body: Order\n');
    await serving({ when: { total: '`Order.total` changes' }, operations: [merge] });
    await calls(['POST /orders', { total: 1 }], ['PATCH /orders/1', { total: 1 }], ['PATCH /orders/1', { name: 'a' }]);
    await calls(['PATCH /orders/1', { total: null }]);
    expect(await told()).toEqual(['total Order 1']);
  });

  it('of many at once makes it become so once', async () => {
    await serving({
      when: { paid: '`Order.status` becomes `paid`', total: '`Order.total` changes' },
      operations: [PAY, PATCH],
    });
    await calls(['POST /orders', {}]);
    const many = Array.from({ length: 12 }, () => call('POST /orders/1/pay'));
    const same = Array.from({ length: 12 }, () => call('PATCH /orders/1', { total: 5, status: 'paid' }));
    expect(new Set(await Promise.all([...many, ...same]))).toEqual(new Set([200]));
    expect((await told()).toSorted()).toEqual(['paid Order 1', 'total Order 1']);
  });
});

describe('what this runtime does not do', () => {
  it.each([
    ['`GET /orders/{id}`', ['GET /orders/{id}']],
    ['`Order.twice` changes', ['POST /orders', 'PATCH /orders/{id}']],
    ['`Order.words` changes, Order is created', ['PATCH /orders/{id}']],
    ['`Line.order` becomes `1`', []],
    ['Order is updated, `PATCH /orders/{id}`', []],
  ])('holds the calls that would bring it about, and no others: %s', (said, held) => {
    const fields = `${NAME}| \`twice\` | integer or null | no | service: = \`total\` * 2 | any | none |\n| \`words\` | array of string | no | caller | any | none |\n`;
    const read = operation('GET /orders/{id}', 'reads Order', 'found', '- Body: none\n', 'safe');
    expect(heldBy({ when: { told: said }, operations: [PATCH, read], fields })).toEqual(held);
  });

  it('and what it does rests on what the event leaves open', () => {
    const { model } = understand(
      source({
        when: { told: '`Order.total` changes' },
        payload: 'not shown',
        all: 'none',
        operations: [PATCH, LINE],
        moves: movesBy([PATCH]).map((row) => `${row} none |`),
      }),
    );
    const rests = gapView(model).operations.flatMap(({ id, restsOn }) =>
      restsOn.includes('6/told/payload') ? [id] : [],
    );
    expect(rests).toEqual(['PATCH /orders/{id}']);
  });
});

describe('whoever changes the row', () => {
  const when = {
    late: '`Order.status` becomes `late`',
    state: '`Order.status` changes',
    changed: 'Order is updated',
    gone: 'Order is deleted, Line is deleted',
  };

  it('time', async () => {
    await serving({
      when,
      moves: [
        ...BIRTHS,
        '| `open` | `late` | after 10 minutes | none |',
        '| `late` | (gone) | after 10 minutes | none |',
      ],
      operations: [LINE],
    });
    await calls(['POST /orders', {}], ['POST /orders', { status: 'paid' }], ['POST /lines', { order: 1 }]);
    await clock.set!(START + 10 * MINUTE);
    await calls(['POST /orders', {}]);
    expect(await told()).toEqual(['late Order 1', 'state Order 1', 'changed Order 1']);
    await clock.set!(START + 20 * MINUTE);
    await calls(['POST /orders', {}]);
    expect((await told()).slice(3).toSorted()).toEqual([
      'changed Order 3',
      'gone Line 1',
      'gone Order 1',
      'late Order 3',
      'state Order 3',
    ]);
    const all = await waiting();
    expect(all.every(({ operation }) => operation === 'time')).toBe(true);
    expect(all[0]).toMatchObject({ at: '2026-01-01T00:10:00.000Z', row: { status: 'late' } });
    expect(all.find(({ resource, event }) => resource === 'Line' && event === 'gone')).toMatchObject({
      at: '2026-01-01T00:20:00.000Z',
    });
  });

  it('time, in a circle: each move of each round', async () => {
    await serving({
      when: { late: '`Order.status` becomes `late`' },
      moves: [
        ...BIRTHS,
        '| `open` | `late` | after 10 minutes | none |',
        '| `late` | `open` | after 10 minutes | none |',
      ],
      operations: [LINE],
    });
    await calls(['POST /orders', {}]);
    await clock.set!(START + 100 * MINUTE);
    await calls(['POST /orders', { status: 'paid' }]);
    expect(await told()).toHaveLength(5);
    expect((await waiting()).map(({ at }) => at).slice(0, 2)).toEqual([
      '2026-01-01T00:10:00.000Z',
      '2026-01-01T00:30:00.000Z',
    ]);
  });

  it('the operator', async () => {
    const authentication = `### users

- Scheme: opaque bearer token
- Sent in: header \`Authorization: Bearer\`
- Caller: Tag
- Issued by: operator
- Token lifetime: none
- Revoked when: none`;
    await serving({
      when: { changed: 'Order is updated', total: '`Order.total` changes, `Order.total` becomes `7`' },
      operations: [LINE],
      authentication,
    });
    await calls(['POST /orders', {}]);
    const set = async (values: unknown): Promise<number> => {
      const body = JSON.stringify({ resource: 'Order', id: 1, set: values });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${running!.operatorUrl}/rows`, { method: 'POST', body, headers })).status;
    };
    expect(await set({ total: 7 })).toBe(200);
    expect(await set({ total: 7, name: 'a' })).toBe(200);
    expect(await set({ total: 'x' })).toBe(400);
    running!.logged.length = 0;
    expect(await told()).toEqual(['changed Order 1', 'total Order 1', 'changed Order 1']);
    expect((await waiting())[0]).toMatchObject({ operation: 'row set Order', at: '2026-01-01T00:00:00.000Z' });
  });

  it('somebody outside', async () => {
    await serving({
      when,
      moves: [
        ...BIRTHS,
        '| `open` | `late` | outside: `a clerk` | none |',
        '| `late` | (gone) | outside: `a clerk` | none |',
      ],
      operations: [LINE],
    });
    await calls(['POST /orders', {}], ['POST /lines', { order: 1 }]);
    const move = async (to: string): Promise<number> => {
      const body = JSON.stringify({ resource: 'Order', field: 'status', id: 1, to });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${running!.operatorUrl}/moves`, { method: 'POST', body, headers })).status;
    };
    expect(await move('late')).toBe(200);
    expect(await move('late')).not.toBe(200);
    expect(await move('(gone)')).toBe(200);
    running!.logged.length = 0;
    expect(await told()).toEqual(['late Order 1', 'state Order 1', 'changed Order 1', 'gone Order 1', 'gone Line 1']);
    expect((await waiting())[0]).toMatchObject({ operation: 'outside: a clerk' });
  });
});
