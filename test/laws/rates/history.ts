// Rates by chance over the document of test/serve/rates, and calls by chance: who calls, from where, when. Input: a seed. Output: rows of the
// Limit table, and calls with what becomes of each where no rate refuses it.

import { sourceOf } from '../../serve/rates/document.ts';
import type { Random } from '../random.ts';

export type Operation = 'POST /accounts' | 'POST /sessions' | 'POST /notes' | 'GET /notes/{id}' | 'GET /notes';

/** Why a call is refused, by the words of part 7. */
export type End =
  | 'wrong credentials'
  | 'any field taken'
  | 'no such Note'
  | 'wrong token'
  | 'no credentials'
  | 'any field missing';

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly plan: string | null;
}

export interface Call {
  readonly operation: Operation;
  readonly path: string;
  readonly body?: unknown;
  /** As the client sends it, through a proxy that is trusted. */
  readonly address: string;
  /** `nobody`: credentials that are nobody's. */
  readonly caller: Account | 'nobody' | undefined;
  /** One of the tokens of an account. */
  readonly token: number;
  /** Undefined: it succeeds. */
  readonly end: End | undefined;
  /** The last place that it comes to: without credentials it is refused behind the first. */
  readonly reaches: 'first' | 'ofSent';
}

/** Milliseconds that pass before a call. */
export type Step = { readonly after: number; readonly call: Call };

export interface RateRow {
  readonly name: string;
  readonly count: number;
  readonly window: number;
  readonly burst: number | undefined;
  readonly per: readonly string[];
  /** Methods and operations; empty: all. */
  readonly calls: readonly string[];
  readonly when: 'free' | End | undefined;
}

export const ACCOUNTS: readonly Account[] = [
  { id: 1, email: 'ann@x', plan: 'free' },
  { id: 2, email: 'bob@x', plan: 'paid' },
  { id: 3, email: 'cy@x', plan: null },
  { id: 4, email: 'Di@x', plan: 'free' },
];
export const NOTES = 2;

const WINDOWS: readonly (readonly [string, number])[] = [
  ['second', 1000],
  ['10 seconds', 10_000],
  ['minute', 60_000],
  ['90 seconds', 90_000],
  ['hour', 3_600_000],
];
const PER: readonly string[] = [
  'IP address',
  'IP address',
  'caller',
  'caller',
  'operation',
  'service',
  'Account',
  'Note',
  '`POST /notes`',
  '`Account.email`',
  '`Account.plan`',
  '`Note.text`',
  '`Note.id`',
];
const CALLS: readonly string[] = [
  'GET',
  'POST',
  '`GET /notes`',
  '`POST /notes`',
  '`GET /notes/{id}`',
  '`POST /sessions`',
  '`POST /accounts`',
];
const ENDS: readonly End[] = [
  'wrong credentials',
  'wrong credentials',
  'any field taken',
  'no such Note',
  'wrong token',
  'no credentials',
  'any field missing',
];

function rowOf(random: Random, name: string): RateRow {
  const count = random.whole(1, 5);
  const when = random.weighted<RateRow['when']>([
    [6, undefined],
    [2, 'free'],
    [3, random.pick(ENDS)],
  ]);
  return {
    name,
    count,
    window: random.pick(WINDOWS)[1],
    burst: count > 1 && random.chance(0.35) ? random.whole(1, count) : undefined,
    per: [...new Set(random.chance(0.25) ? [random.pick(PER), random.pick(PER)] : [random.pick(PER)])],
    calls: random.chance(0.4) ? [] : random.some(CALLS, 1, 2),
    when,
  };
}

export function rowsOf(random: Random): readonly RateRow[] {
  const rows: RateRow[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four'].slice(0, random.whole(1, 4))) {
    const made = rowOf(random, name);
    const before = rows.at(-1);
    // Two that count by the same in the same time, and other calls.
    const row = before && random.chance(0.3) ? { ...made, per: before.per, window: before.window } : made;
    const like = (one: RateRow): string => JSON.stringify([one.per, one.calls, one.when, one.window]);
    // Two that count the same calls alike would contradict each other.
    if (!rows.some((one) => like(one) === like(row))) rows.push(row);
  }
  return rows;
}

function written({ name, count, window, burst, per, calls, when }: RateRow): string {
  const [unit] = WINDOWS.find(([, length]) => length === window)!;
  const value = `${count} per ${unit}${burst === undefined ? '' : `, burst ${burst}`}`;
  const asked = when === 'free' ? 'caller `plan` = `free`' : when;
  const applies = [...calls, ...(asked === undefined ? [] : [calls.length > 0 ? `if ${asked}` : asked])].join(', ');
  return `${name} | ${value} | ${per.join(' and ')} | ${applies || 'any'} | \`slow\``;
}

/** `checks`: the words of Checks for every operation. */
export function documentOf(rows: readonly RateRow[], checks: string | undefined): string {
  const all = ['- Headers: `RateLimit`', ...(checks === undefined ? [] : [`- Checks: ${checks}`])];
  return sourceOf(rows.map(written), `${all.join('\n')}\n`, '`Retry-After`');
}

const ADDRESSES: readonly string[] = [
  '198.51.100.7',
  '203.0.113.9',
  '2001:db8:1:2::1',
  '2001:db8:1:2:3::1',
  '2001:db8:1:3::1',
];

/** What is counted of an address: of IPv6 its first 64 bits. */
export function networkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}

let fresh = 0;

function callOf(random: Random): Call {
  const base = { address: random.pick(ADDRESSES), token: random.whole(0, 1), caller: undefined };
  const reaches = 'ofSent' as const;
  switch (random.whole(0, 7)) {
    case 0:
      return { ...base, ...making(random) };
    case 1:
    case 2:
      return { ...base, ...signingIn(random) };
    case 3:
    case 4: {
      const own = { ...base, operation: 'POST /notes' as const, path: '/notes', ...callerOf(random) };
      const text = random.pick(['a', 'A', 'b']);
      if (own.caller === undefined) return { ...own, body: { text }, end: 'no credentials', reaches: 'first' };
      if (own.caller === 'nobody') return { ...own, body: { text }, end: 'wrong token', reaches };
      if (random.chance(0.2)) return { ...own, body: {}, end: 'any field missing', reaches };
      return { ...own, body: { text }, end: undefined, reaches };
    }
    case 5:
    case 6: {
      const id = random.pick([1, 2, 100_001, 100_002]);
      const own = {
        ...base,
        operation: 'GET /notes/{id}' as const,
        path: `/notes/${id}`,
        ...callerOf(random),
        reaches,
      };
      const end = id > 100_000 ? 'no such Note' : undefined;
      return { ...own, end: own.caller === 'nobody' ? 'wrong token' : end };
    }
    default: {
      const own = { ...base, operation: 'GET /notes' as const, path: '/notes', ...callerOf(random), reaches };
      if (own.caller === undefined) return { ...own, end: 'no credentials', reaches: 'first' };
      return { ...own, end: own.caller === 'nobody' ? 'wrong token' : undefined };
    }
  }
}

function callerOf(random: Random): Pick<Call, 'caller'> {
  const caller = random.weighted<Call['caller']>([
    [8, random.pick(ACCOUNTS)],
    [2, undefined],
    [1, 'nobody'],
  ]);
  return { caller };
}

type Sent = Pick<Call, 'operation' | 'path' | 'body' | 'end' | 'reaches'>;

function making(random: Random): Sent {
  const own = { operation: 'POST /accounts', path: '/accounts', reaches: 'ofSent' } as const;
  const plan = random.pick(['free', 'paid', undefined]);
  const rest = { password: 'right', ...(plan !== undefined && { plan }) };
  if (random.chance(0.2)) return { ...own, body: rest, end: 'any field missing' };
  if (random.chance(0.4))
    return { ...own, body: { ...rest, email: random.pick(['ANN@x', 'bob@x']) }, end: 'any field taken' };
  return { ...own, body: { ...rest, email: `new ${(fresh += 1)}@x` }, end: undefined };
}

function signingIn(random: Random): Sent {
  const own = { operation: 'POST /sessions', path: '/sessions', reaches: 'ofSent' } as const;
  if (random.chance(0.15)) return { ...own, body: { email: 'ann@x' }, end: 'any field missing' };
  // A row is found by what it has, octet by octet; what is counted is one key, ignoring case.
  const email = random.pick(['ann@x', 'bob@x', 'Bob@X', 'nobody@x']);
  const isRight = ACCOUNTS.some((one) => one.email === email) && random.chance(0.4);
  const password = isRight ? 'right' : 'wrong';
  return { ...own, body: { email, password }, end: isRight ? undefined : 'wrong credentials' };
}

export function stepsOf(random: Random, rows: readonly RateRow[], count: number): readonly Step[] {
  return Array.from({ length: count }, () => {
    const { window, count: most } = random.pick(rows);
    const after = random.weighted<number>([
      [14, 0],
      [2, 1],
      [3, random.whole(1, window)],
      [3, Math.ceil(window / most)],
      [1, window - 1],
      [1, window],
    ]);
    return { after, call: callOf(random) };
  });
}
