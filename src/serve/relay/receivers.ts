// Who gets an event. Input: the plan of delivery, a store, an event of the outbox with its row as it was. Output: keys of receivers and their lanes; one
// receiver with its address and its secret, when the event is sent. Notation, part 6, Sent as and Order.

import { Digits, parseDigits } from '../../base/json-digits.ts';
import {
  ADDRESS,
  EVENT_NAME,
  KEY,
  RECEIVER,
  SECRET,
  type EventBinding,
  type OrderPlan,
  type ReceiversPlan,
  type WebhookPlan,
} from '../../plan/delivery-plan.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { Found, OutboxEvent } from '../../store/deliveries.ts';
import type { Bindings, Program, Result, Row, Store } from '../../store/store.ts';

export interface Receiver {
  readonly address: string;
  /** Of its row; undefined where none is kept there. */
  readonly secret: string | undefined;
}

export interface Receivers {
  /** Rejects where the store cannot be asked now. */
  all(event: OutboxEvent): Promise<Found['to']>;
  /** Undefined: it is none any more. */
  one(event: OutboxEvent, receiver: string): Promise<Receiver | undefined>;
}

export function compileReceivers({ receivers, order }: WebhookPlan, store: Pick<Store, 'prepare'>): Receivers {
  const compiled = new Map(Object.entries(receivers).map(([resource, plan]) => [resource, compileOf(plan, store)]));
  return {
    async all(event) {
      const rows = (await compiled.get(event.resource)?.all(event)) ?? [];
      return rows.map(({ key }) => ({ receiver: key, lane: laneOf(order, event, key) }));
    },
    async one(event, receiver) {
      // Of a document that sent to a broker.
      if (!/^\d+$/.test(receiver)) return undefined;
      const [found] = (await compiled.get(event.resource)?.one(event, receiver)) ?? [];
      return found;
    },
  };
}

/** Deliveries of one lane follow each other. */
export function laneOf(order: OrderPlan, { id, resource, key }: OutboxEvent, receiver: string): string {
  if (order.kind === 'each receiver') return receiver;
  const isInOrder = order.kind === 'each row' && order.resource === resource;
  return isInOrder ? `${receiver} ${resource} ${key}` : `${receiver} #${id}`;
}

interface FoundReceiver extends Receiver {
  readonly key: string;
}

function compileOf(
  { binds, all, one }: ReceiversPlan,
  store: Pick<Store, 'prepare'>,
): {
  readonly all: (event: OutboxEvent) => Promise<readonly FoundReceiver[]>;
  readonly one: (event: OutboxEvent, receiver: string) => Promise<readonly FoundReceiver[]>;
} {
  const ask = (step: ReceiversPlan['all']): ((bindings: Bindings) => Promise<readonly FoundReceiver[]>) => {
    const program = store.prepare([step]);
    const names = step.select.columns.map(({ name }) => name);
    const [key, address, secret] = [KEY, ADDRESS, SECRET].map((name) => names.indexOf(name)) as [
      number,
      number,
      number,
    ];
    return async (bindings) =>
      (await rowsOf(program, bindings)).map((row) => ({
        key: String(row[key]),
        address: textOf(row[address]) ?? '',
        secret: secret === -1 ? undefined : textOf(row[secret]),
      }));
  };
  const [askAll, askOne] = [ask(all), ask(one)];
  const bindingsOf = compileBindings(binds);
  return {
    all: (event) => askAll(bindingsOf(event)),
    one: (event, receiver) => askOne({ ...bindingsOf(event), [RECEIVER]: Number(receiver) }),
  };
}

async function rowsOf(program: Program, bindings: Bindings): Promise<readonly Row[]> {
  const result: Result = await program.run(bindings);
  if (result.kind === 'done') return result.rows;
  throw new Error(result.kind === 'unavailable' ? result.reason : 'its receivers cannot be found');
}

function textOf(value: SqlValue | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}

/** What is bound of an event. */
export function compileBindings(binds: readonly EventBinding[]): (event: OutboxEvent) => Bindings {
  const asksRow = binds.some(({ column }) => column !== undefined);
  return ({ event, key, row }) => {
    const kept = asksRow ? (parseDigits(row) as Readonly<Record<string, unknown>>) : {};
    const bound: Record<string, SqlValue> = { [EVENT_NAME]: event };
    for (const { name, column, type, scale } of binds)
      bound[name] = column === undefined ? Number(key) : valueOf(kept[column], type, scale ?? 0);
    return bound;
  };
}

/** As columns of the type hold it. */
function valueOf(value: unknown, type: EventBinding['type'], scale: number): SqlValue {
  if (value === null || value === undefined) return null;
  if (type === 'json') return jsonOf(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (!(value instanceof Digits)) return String(value as string);
  if (type === 'real') return Number(value.text);
  const whole = type === 'decimal' ? scaled(value.text, scale) : value.text;
  const number = Number(whole);
  if (Number.isSafeInteger(number)) return number;
  return BigInt(whole);
}

/** `12.5` with two digits behind the point is `1250`. */
function scaled(text: string, scale: number): string {
  const [whole = '0', behind = ''] = text.split('.');
  return `${whole}${behind.padEnd(scale, '0')}`;
}

function jsonOf(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}:${jsonOf(one)}`)
    .join(',')}}`;
}
