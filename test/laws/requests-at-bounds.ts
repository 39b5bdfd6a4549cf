// Calls that are just within a limit of part 8 of a generated document, or one beyond it. Input: the world, how a call of an operation is made.
// Output: calls; what is counted of rows may be met by several of them.

import type { LimitWorld } from './generate-limits.ts';
import type { Random } from './random.ts';
import type { Call } from './requests.ts';
import type { OperationWorld, World } from './world.ts';

const SIZE = /^(\d+) B$/;
const ROWS = /^\d+ ([A-Z]\w*)$/;
const LENGTH = /^(\d+) (characters|items|B)$/;
const MAKES: ReadonlySet<OperationWorld['doing']> = new Set(['create', 'put', 'create every']);
const READS: ReadonlySet<OperationWorld['doing']> = new Set(['list', 'read', 'delete every']);

type Make = (of: OperationWorld) => Call;

export function atBounds(random: Random, { limits, operations }: World, make: Make): Call[] {
  return limits.flatMap((limit) => [
    ...asLarge(limit, operations, make),
    ...withHeaders(limit, operations, make),
    ...asMany(limit, operations, make),
    ...asLong(random, limit, operations, make),
    ...asOften(limit, operations, make),
  ]);
}

/** What limits GET limits HEAD, too. */
function asOften({ isRate }: LimitWorld, operations: readonly OperationWorld[], make: Make): Call[] {
  if (!isRate) return [];
  const reading = operations.filter(({ method }) => method === 'GET').slice(0, 1);
  const writing = operations.filter(({ method }) => method !== 'GET').slice(0, 1);
  const headed = reading.map((of): Call => ({ ...make(of), method: 'HEAD' }));
  return [
    ...headed,
    ...[...reading, ...writing, ...reading].map(make),
    ...headed,
    ...[...writing, ...reading].map(make),
  ];
}

/** Bodies of just the size that is allowed, and one octet more. */
function asLarge({ value, per }: LimitWorld, operations: readonly OperationWorld[], make: Make): Call[] {
  const most = per === 'request' ? SIZE.exec(value)?.[1] : undefined;
  if (most === undefined) return [];
  return operations.flatMap((of) =>
    [0, 1].flatMap((more): Call[] => {
      const one = make(of);
      if (!one.body || !('json' in one.body)) return [];
      return [{ ...one, body: { ...one.body, octets: Number(most) + more } }];
    }),
  );
}

/** More than any document by chance allows. */
function withHeaders({ per }: LimitWorld, operations: readonly OperationWorld[], make: Make): Call[] {
  if (per !== 'headers') return [];
  return operations.slice(0, 4).map((of) => {
    const one = make(of);
    return { ...one, headers: { ...one.headers, 'x-long': 'x'.repeat(300) } };
  });
}

/** As many rows as there may be, some of which go, change and come back. */
function asMany({ value }: LimitWorld, operations: readonly OperationWorld[], make: Make): Call[] {
  const own = operations.filter(({ resource }) => resource.name === ROWS.exec(value)?.[1]);
  const makers = own.filter(({ doing }) => MAKES.has(doing));
  const others = own.filter(({ doing }) => !MAKES.has(doing) && !READS.has(doing));
  return [...makers, ...makers, ...others, ...others, ...makers, ...others].map(make);
}

/** Values of a field that are just as long as they may be, and longer by one. */
function asLong(random: Random, { value, per }: LimitWorld, operations: readonly OperationWorld[], make: Make): Call[] {
  const [, most, unit] = LENGTH.exec(value) ?? [];
  if (most === undefined) return [];
  return operations.flatMap((of) => {
    const field = of.resource.fields.find(({ name }) => per === `\`${of.resource.name}.${name}\``);
    if (!field || (of.sets && of.sets !== field)) return [];
    const name = of.sets ? 'value' : field.name;
    return [0, 1].flatMap((more): Call[] => {
      const one = make(of);
      const long = longAs(random, Number(most) + more, unit!, field.kind.type.startsWith('map'));
      return one.body && 'json' in one.body ? [{ ...one, body: { json: within(one.body.json, name, long) } }] : [];
    });
  });
}

/** In characters of several octets, where these are not counted. */
function longAs(random: Random, most: number, unit: string, isMap: boolean): unknown {
  if (unit === 'characters') return random.pick(['x', '\u{1F4A7}']).repeat(most);
  if (unit === 'B') return most % 2 === 0 ? '\u00E9'.repeat(most / 2) : 'x'.repeat(most);
  const all = Array.from({ length: most }, (_, place) => `i${place}`);
  return isMap ? Object.fromEntries(all.map((one) => [one, 1])) : all;
}

function within(json: unknown, name: string, value: unknown): unknown {
  if (Array.isArray(json)) return json.map((one) => within(one, name, value));
  return typeof json === 'object' && json !== null ? { ...json, [name]: value } : json;
}
