// What rests on other rows: a move that asks for one, a deletion that one refuses, a move that another row in a state refuses. Such rows are made, and
// brought to that state.

import { afterEach, describe, expect, it } from 'vitest';

import { verify } from '../../src/verify/verify.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { closed, served, type Answer, type Handler } from './by-hand.ts';
import {
  bullets,
  creates,
  deletes,
  documentOf,
  errors,
  ID,
  machine,
  modelOf,
  moves,
  reads,
  resource,
  section,
  table,
  TOLERANT,
} from './document.ts';
import { seen } from './things.ts';

afterEach(closed);

const STATE = '`status` | state | yes | service: state';

const inside = section(
  'POST /orders/{id}/lines',
  { Does: 'creates Line with `order` = {id}', Body: 'none', Repeat: 'again', Answers: '201 created, Line' },
  table('Path | Type | Selects', ['`id` | integer | Order by `id`']),
);

const MODEL = modelOf(
  documentOf({
    resources: [
      resource('Order', [ID, STATE], {
        'When deleted':
          'refused while Line (`order` = this and `status` = `taken`); deletes every Line where `order` = this',
      }),
      resource('Line', [ID, '`order` | Order by `id` | yes | by operation', STATE]),
    ].join(''),
    states: [
      machine(
        'Order.status',
        ['`draft` | initial', '`sent` | any', '`paid` | final', '`void` | final'],
        [
          '`draft` | `sent` | `POST /orders/{id}/send` | there is Line (`order` = this and `status` = `packed`)',
          '`sent` | `paid` | `POST /orders/{id}/pay`',
          '`draft`, `sent` | `void` | `POST /orders/{id}/void`',
        ],
        { 'Any other move': '`not_now`' },
      ),
      machine(
        'Line.status',
        ['`open` | initial', '`packed` | any', '`taken` | any', '`back` | final'],
        [
          '`open` | `packed` | `POST /lines/{id}/pack`',
          '`packed` | `taken` | `POST /lines/{id}/take` | there is no Line (`order` = this `order` and `status` = `taken`)',
          '`taken` | `back` | `POST /lines/{id}/return`',
          '`packed` | refused `one_only` | `POST /lines/{id}/take` | there is Line (`order` = this `order` and `status` = `taken`)',
        ],
        { 'Any other move': '`not_now`' },
      ),
    ].join(''),
    all: bullets(TOLERANT),
    operations: [
      creates('Order', { Body: 'none' }),
      reads('Order'),
      inside,
      reads('Line'),
      moves('POST /orders/{id}/send', 'Order.status to `sent`'),
      moves('POST /orders/{id}/pay', 'Order.status to `paid`'),
      moves('POST /orders/{id}/void', 'Order.status to `void`'),
      moves('POST /lines/{id}/pack', 'Line.status to `packed`'),
      moves('POST /lines/{id}/take', 'Line.status to `taken`'),
      moves('POST /lines/{id}/return', 'Line.status to `back`'),
      deletes('Order', { Repeat: 'again' }),
    ].join(''),
    errors: errors([
      '`no_order` | 404 | no such Order',
      '`no_line` | 404 | no such Line',
      '`not_now` | 409 | illegal move',
      '`one_only` | 409 | none',
      '`is_taken` | 409 | there is Line (`order` = this and `status` = `taken`)',
    ]),
  }),
);

interface Kept {
  readonly id: number;
  readonly order?: number;
  status: string;
}

type Fault = 'voids what is paid' | 'deletes what is taken' | 'takes a second one';

const failed = (status: number, code: string): Answer => ({ status, body: { code } });

/** Where each verb leads, and from which states. */
const VERBS: Readonly<Record<string, readonly [from: readonly string[], to: string]>> = {
  send: [['draft'], 'sent'],
  pay: [['sent'], 'paid'],
  void: [['draft', 'sent'], 'void'],
  pack: [['open'], 'packed'],
  take: [['packed'], 'taken'],
  return: [['taken'], 'back'],
};

function orders(fault?: Fault): Handler {
  const rows: Record<'orders' | 'lines', Kept[]> = { orders: [], lines: [] };
  let made = 0;
  const add = (to: Kept[], row: Omit<Kept, 'id'>): Answer => {
    to.push({ id: (made += 1), ...row });
    return { status: 201, body: to.at(-1) };
  };
  const isTaken = (order: number | undefined): boolean =>
    rows.lines.some((line) => line.order === order && line.status === 'taken');
  const move = (row: Kept, verb: string): Answer => {
    const [from, to] = VERBS[verb]!;
    const isPaid = fault === 'voids what is paid' && verb === 'void' && row.status === 'paid';
    const isPacked = rows.lines.some(({ order, status }) => order === row.id && status === 'packed');
    if (verb === 'take' && row.status === 'packed' && isTaken(row.order) && fault !== 'takes a second one')
      return failed(409, 'one_only');
    if (!isPaid && (!from.includes(row.status) || (verb === 'send' && !isPacked))) return failed(409, 'not_now');
    row.status = to;
    return { status: 200, body: row };
  };
  return ({ method, path }) => {
    const [, kind, id, verb] = path.split('/') as [string, 'orders' | 'lines', string?, string?];
    if (method === 'POST' && path === '/orders') return add(rows.orders, { status: 'draft' });
    const row = rows[kind]?.find((one) => String(one.id) === id);
    if (!rows[kind] || id === undefined) return { status: 404 };
    if (!row) return failed(404, kind === 'orders' ? 'no_order' : 'no_line');
    if (verb === undefined && ['GET', 'HEAD'].includes(method)) return { status: 200, body: row };
    if (verb === 'lines') return add(rows.lines, { order: row.id, status: 'open' });
    if (verb !== undefined) return move(row, verb);
    if (isTaken(row.id) && fault !== 'deletes what is taken') return failed(409, 'is_taken');
    rows.orders = rows.orders.filter((one) => one !== row);
    rows.lines = rows.lines.filter(({ order }) => order !== row.id);
    return { status: 204 };
  };
}

async function verdictOf(fault?: Fault): Promise<Verdict> {
  return verify(MODEL, { url: await served(orders(fault)), seed: 2, requests: 150, time: 15_000 });
}

describe('what rests on other rows', () => {
  it('is all seen', async () => {
    const verdict = await verdictOf();
    expect(seen(verdict)).toEqual([]);
    const met = verdict.exercised.map(({ id }) => id);
    expect(met).toContain('2/Order/when deleted/1');
    expect(met).toContain('2/Order/when deleted/2');
    expect(met).toContain('4/POST /lines/{id}/take/cause/refused one_only');
    expect(met).toContain('3/Order.status/move/sent to paid by POST /orders/{id}/pay');
  });

  it.each([
    ['voids what is paid', 'POST /orders/{id}/void'],
    ['deletes what is taken', 'DELETE /orders/{id}'],
    ['takes a second one', 'POST /lines/{id}/take'],
  ] as const)('is found where a service %s', async (fault, operation) => {
    const { findings } = await verdictOf(fault);
    expect(findings.map((one) => one.operation)).toContain(operation);
  });
});
