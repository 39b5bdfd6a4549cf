// A plain reckoning of rates: which calls a service lets through, by the words of part 8. Input: rows of the Limit table, calls in their order.
// Output: of each whether it is let through, by what it was refused, and what is left. Nothing of it is shared with the service: it keeps every
// instant. Notation, part 8, "Rates".

import { networkOf, type Account, type Call, type End, type Operation, type RateRow } from './history.ts';

export interface Told {
  /** The limit that refuses it; undefined: it is let through. */
  readonly refusedBy: string | undefined;
  /** Why the call is refused in the end, for another reason than a rate. */
  readonly end: End | undefined;
  /** By limit, of each that has counted or refused the call: how many more may come now. */
  readonly left: ReadonlyMap<string, number>;
  /** Those of the places that refuse it. */
  readonly refusing: readonly Counted[];
}

const PLACES = ['first', 'ofCaller', 'ofSent'] as const;
type Place = (typeof PLACES)[number];

export interface Counted {
  readonly row: RateRow;
  readonly key: string;
}

/** Who reads credentials. */
const READS: ReadonlySet<Operation> = new Set(['POST /notes', 'GET /notes/{id}', 'GET /notes']);

/** The operations of which a call may end so. */
const MAY_END: Readonly<Record<End, readonly Operation[]>> = {
  'wrong credentials': ['POST /sessions'],
  'any field taken': ['POST /accounts'],
  'no such Note': ['GET /notes/{id}'],
  'wrong token': ['POST /notes', 'GET /notes/{id}', 'GET /notes'],
  'no credentials': ['POST /notes', 'GET /notes'],
  'any field missing': ['POST /accounts', 'POST /sessions', 'POST /notes'],
};

/** How many more may come at once, of those that were counted at these instants. */
export function left({ count, window, burst }: RateRow, calls: readonly number[], now: number): number {
  const within = calls.filter((at) => now - at < window).length;
  if (burst === undefined) return Math.max(0, count - within);
  // A burst is full at first. Each call takes one away, and `count` come back in a window, evenly: counted in parts of a call.
  let free = burst * window;
  let last = calls[0] ?? now;
  for (const at of calls) {
    free = Math.min(burst * window, free + (at - last) * count) - window;
    last = at;
  }
  free = Math.min(burst * window, free + (now - last) * count);
  return Math.max(0, Math.min(count - within, Math.floor(free / window)));
}

export class Reckoning {
  readonly #rows: readonly RateRow[];
  readonly #isInOrder: boolean;
  /** Instants, by limit and by what it is counted by. */
  readonly #calls = new Map<string, number[]>();

  /** `isInOrder`: Checks puts limits last, so that all else is told before them, and each place counts the call all the same. */
  constructor(rows: readonly RateRow[], isInOrder: boolean) {
    this.#rows = rows;
    this.#isInOrder = isInOrder;
  }

  of({ key }: Counted): number[] {
    const calls = this.#calls.get(key) ?? [];
    this.#calls.set(key, calls);
    return calls;
  }

  /** Would all of them let one more through at that instant? */
  may(place: readonly Counted[], now: number): boolean {
    return place.every((one) => left(one.row, this.of(one), now) > 0);
  }

  call(call: Call, now: number): Told {
    const taken: Counted[] = [];
    const told: Counted[] = [];
    const refusing: Counted[] = [];
    let refusedBy: string | undefined;
    for (const name of PLACES.slice(0, PLACES.indexOf(call.reaches) + 1)) {
      const place = this.#rows.flatMap((row) => countedIn(row, call, name) ?? []);
      told.push(...place);
      const full = place.find((one) => left(one.row, this.of(one), now) === 0);
      if (full) {
        refusedBy ??= full.row.name;
        refusing.push(...place);
        if (!this.#isInOrder) break;
        continue;
      }
      for (const one of place) this.of(one).push(now);
      taken.push(...place);
    }
    // Who is over a rate is not told whether a secret is right.
    const isTold = this.#isInOrder && call.end !== 'wrong credentials';
    const end = refusedBy === undefined || isTold ? call.end : undefined;
    for (const one of taken) {
      const isOfEnds = one.row.when !== undefined && one.row.when !== 'free';
      if (isOfEnds && end !== one.row.when) this.of(one).pop();
    }
    const rest = told.map((one) => [one.row.name, left(one.row, this.of(one), now)] as const);
    return { refusedBy, end, left: new Map(rest), refusing };
  }
}

function countedIn(row: RateRow, call: Call, wanted: Place): Counted | undefined {
  const { operation, caller } = call;
  const isMeant = row.calls.some((one) => operation.startsWith(`${one} `) || one === `\`${operation}\``);
  if (row.calls.length > 0 && !isMeant) return undefined;
  const bases = row.per.map((per) => basisOf(per, call));
  const places = bases.map((basis) => basis?.place);
  if (row.when === 'free') {
    if (!READS.has(operation)) return undefined;
    places.push('ofCaller');
  } else if (row.when !== undefined && !MAY_END[row.when].includes(operation)) return undefined;
  if (places.includes(undefined)) return undefined;
  const place = PLACES.findLast((one) => places.includes(one));
  if (place !== wanted) return undefined;
  if (row.when === 'free' && (!isRow(caller) || caller.plan !== 'free')) return undefined;
  const keys = bases.map((basis) => basis!.key);
  return keys.includes(undefined) ? undefined : { row, key: JSON.stringify([row.name, ...keys]) };
}

function isRow(caller: Call['caller']): caller is Account {
  return caller !== undefined && caller !== 'nobody';
}

interface Basis {
  readonly place: Place;
  /** Undefined: nobody is known, or nothing was sent. */
  readonly key: string | undefined;
}

/** Undefined: no call of the operation has that. */
function basisOf(per: string, { operation, path, address, caller, body }: Call): Basis | undefined {
  const sent = (name: string): string | undefined => (body as Record<string, string> | undefined)?.[name];
  const own = (key: (account: Account) => string | null): Basis | undefined =>
    READS.has(operation)
      ? { place: 'ofCaller', key: isRow(caller) ? (key(caller) ?? undefined) : undefined }
      : undefined;
  switch (per) {
    case 'IP address':
      return { place: 'first', key: networkOf(address) };
    case 'service':
      return { place: 'first', key: '' };
    case 'operation':
      return { place: 'first', key: operation };
    case '`POST /notes`':
      return operation === 'POST /notes' ? { place: 'first', key: operation } : undefined;
    case 'caller':
    case 'Account':
      return own(({ id }) => String(id));
    case '`Account.email`': {
      const isSent = operation === 'POST /accounts' || operation === 'POST /sessions';
      return isSent ? { place: 'ofSent', key: sent('email')?.toLowerCase() } : own(({ email }) => email.toLowerCase());
    }
    case '`Account.plan`':
      return operation === 'POST /accounts' ? { place: 'ofSent', key: sent('plan') } : own(({ plan }) => plan);
    case '`Note.text`':
      return operation === 'POST /notes' ? { place: 'ofSent', key: sent('text') } : undefined;
    case 'Note':
    case '`Note.id`':
      return operation === 'GET /notes/{id}' ? { place: 'ofSent', key: path } : undefined;
    default:
      throw new Error(`no word for ${per}`);
  }
}
