// A twin beside the service that Ninefold makes of the same document: the same calls go to both, and their answers agree, except for what
// the service chooses (numbers, ids, instants, tokens). Input: calls that are drawn. Output: what differs.

import { Agent, request as httpRequest } from 'node:http';

export interface Call {
  readonly method: string;
  /**
   * `{{order:2}}` in it, in a header or a body is what each side called the third order that was seen; `{{order:2 from 5}}` the third behind
   * the first five.
   */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** Headers whose values depend on the moment, or are the service's own: that they are there is compared. */
const OWN = new Set(['retry-after', 'ratelimit', 'etag']);

/** What surrounds every answer of HTTP. */
const FRAMING = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

export async function send(agent: Agent, url: string, call: Call): Promise<Answer> {
  const { host, hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const headers = { host, ...call.headers } as Record<string, string | string[]>;
    if (call.body !== undefined) headers['content-length'] = String(Buffer.byteLength(call.body));
    const sent = httpRequest({ agent, hostname, port, method: call.method, path: call.target, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const all = Object.entries(response.headersDistinct).filter(([name]) => !FRAMING.has(name));
        resolve({
          status: response.statusCode!,
          headers: new Map(all.map(([name, values]) => [name, OWN.has(name) ? 'there' : values!.join(' | ')])),
          text: Buffer.concat(pieces).toString('utf8'),
        });
      });
    });
    sent.on('error', reject);
    sent.end(call.body);
  });
}

/**
 * By the place of a member and its value: the kind of thing that it names, `address of` such a kind, or `instant of` the member beside it
 * that tells whose it is.
 */
export type Chosen = (place: string, value: unknown) => string | undefined;

/** Instants have milliseconds: what changes in the one in which it was made looks unchanged. */
async function nextInstant(): Promise<void> {
  for (const now = Date.now(); Date.now() <= now;) await new Promise((resolve) => setTimeout(resolve, 1));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export class Beside {
  readonly #urls: readonly [string, string];
  readonly #chosen: Chosen;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #instantsSeen = new Map<string, unknown>();
  /** Of each kind, what the two sides call its things, in the order in which they were seen. */
  readonly #known = new Map<string, [string, string][]>();

  constructor(urls: readonly [string, string], chosen: Chosen) {
    this.#urls = urls;
    this.#chosen = chosen;
  }

  /** What the two sides call the one that was seen first, second … */
  called(kind: string, nth: number): readonly [string, string] {
    return this.#known.get(kind)![nth]!;
  }

  /** What the two sides are to call something that no answer shows. */
  know(kind: string, names: readonly [string, string]): void {
    this.#known.set(kind, [...(this.#known.get(kind) ?? []), [...names]]);
  }

  end(): void {
    this.#agent.destroy();
  }

  async differences(call: Call): Promise<string[]> {
    const [own, other] = await Promise.all(
      ([0, 1] as const).map((side) => send(this.#agent, this.#urls[side], this.#filled(call, side))),
    );
    await nextInstant();
    const out: string[] = [];
    if (own!.status !== other!.status) out.push(`status ${own!.status}, and ${other!.status}`);
    for (const name of new Set([...own!.headers.keys(), ...other!.headers.keys()])) {
      const [one, two] = [own!, other!].map(({ headers }, side) =>
        headers.get(name)?.replaceAll(this.#urls[side]!, '<base>'),
      );
      if (one !== two) out.push(`header ${name}: ${one}, and ${two}`);
    }
    if (out.length === 0) out.push(...this.#apart(json(own!.text), json(other!.text), ''));
    return out.map((each) => `${call.method} ${call.target} ${String(call.body ?? '')}: ${each}`);
  }

  #filled(call: Call, side: 0 | 1): Call {
    const fill = (text: string): string =>
      text.replace(/\{\{(\w+):(\d+)(?: from (\d+))?\}\}/g, (_, kind: string, nth: string, from: string = '0') => {
        const all = (this.#known.get(kind) ?? []).slice(Number(from));
        return all.length === 0 ? '999' : all[Number(nth) % all.length]![side];
      });
    const headers = Object.entries(call.headers ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? fill(value) : value.map(fill),
    ]);
    return {
      method: call.method,
      target: fill(call.target),
      headers: Object.fromEntries(headers) as Call['headers'] & object,
      ...(call.body !== undefined && { body: typeof call.body === 'string' ? fill(call.body) : call.body }),
    };
  }

  #apart(own: unknown, other: unknown, place: string): string[] {
    const kind = this.#chosen(place, own);
    if (kind !== undefined && !kind.startsWith('instant of ') && own !== null && other !== null)
      return this.#unlike(kind, own, other, place);
    if (Array.isArray(own) && Array.isArray(other)) {
      if (own.length !== other.length) return [`${place}: ${own.length} items, and ${other.length}`];
      return own.flatMap((item, at) => this.#apart(item, other[at], place));
    }
    if (isObject(own) && isObject(other)) {
      const names = [Object.keys(own), Object.keys(other)].map((each) => each.join(', '));
      if (names[0] !== names[1]) return [`${place}: members ${names[0]}, and ${names[1]}`];
      return Object.keys(own).flatMap((name) => {
        const at = place === '' ? name : `${place}.${name}`;
        const beside = /^instant of (\w+)$/.exec(this.#chosen(at, own[name]) ?? '')?.[1];
        if (beside === undefined) return this.#apart(own[name], other[name], at);
        return this.#instants([own, other], beside, name);
      });
    }
    if (this.#bare(own, 0) === this.#bare(other, 1)) return [];
    return [`${place}: ${JSON.stringify(own)}, and ${JSON.stringify(other)}`];
  }

  /** A value without the address of its service. */
  #bare(value: unknown, side: 0 | 1): unknown {
    return typeof value === 'string' ? value.replaceAll(this.#urls[side], '<base>') : value;
  }

  /** Both are instants, and each side has it as it was before, or neither. */
  #instants(holders: readonly Record<string, unknown>[], beside: string, name: string): string[] {
    const changed = holders.map((holder, side) => {
      const key = `${side} ${beside} ${name} ${String(holder[beside])}`;
      const before = this.#instantsSeen.get(key);
      this.#instantsSeen.set(key, holder[name]);
      return before !== undefined && before !== holder[name];
    });
    const areInstants = holders.every((holder) => INSTANT.test(String(holder[name])));
    if (areInstants && changed[0] === changed[1]) return [];
    return [`${name}: ${holders.map((holder) => String(holder[name])).join(', and ')}; changed: ${changed.join(', ')}`];
  }

  #unlike(kind: string, own: unknown, other: unknown, place: string): string[] {
    const [one, two] = [String(own), String(other)].map((text) => text.replace(/^number /, '')) as [string, string];
    if (kind.startsWith('address of ')) {
      const ends = [one, two].map((text, side) => /^(.*)\/([^/]*)$/.exec(text.replace(this.#urls[side]!, '<base>')));
      if (!ends[0] || !ends[1] || ends[0][1] !== ends[1][1]) return [`${place}: ${one}, and ${two}`];
      return this.#unlike(kind.slice('address of '.length), ends[0][2], ends[1][2], place);
    }
    if ((String(own) === one) !== (String(other) === two)) return [`${place}: ${String(own)}, and ${String(other)}`];
    const all = this.#known.get(kind) ?? [];
    this.#known.set(kind, all);
    const places = [all.findIndex(([first]) => first === one), all.findIndex(([, second]) => second === two)];
    if (places[0] !== places[1]) return [`${place}: the ${kind} ${one}, and ${two}`];
    if (places[0] === -1) all.push([one, two]);
    return [];
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Numbers by their digits, so that 12.50 and 12.5 differ. */
function json(text: string): unknown {
  if (text === '') return undefined;
  return JSON.parse(text, ((_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? `number ${source}` : value) as (key: string, value: unknown) => unknown);
}

/** Chance that is the same each time. */
export class Drawing {
  #state: number;

  constructor(seed: number) {
    this.#state = seed + 1;
  }

  below(most: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * most);
  }

  chance(part: number): boolean {
    return this.below(1_000_000) < part * 1_000_000;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
