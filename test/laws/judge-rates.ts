// Law of rates in documents by chance: a plain list of the calls that were counted, for rates by address, operation and service. Those are
// counted before anything but the version and the headers is looked at, so that a request and its answer tell all of it. Input: a document,
// calls in their order with their answers. Output: who was admitted beyond a rate, who was refused within it, and what is said of it.
// rates/rates.all.test.ts judges those that ask who calls and what is sent. Notation, part 8, "Rates".

import type { Limit } from '../../src/notation/limits.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { LimitValue } from '../../src/notation/values/limits.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { header, type Answered } from './answered.ts';
import type { Sent } from './judge-causes.ts';
import { orderOf } from './judge-checks.ts';
import { codesOf } from './judge-failures.ts';
import { limitsOf, shownLimits } from './judge-limits.ts';
import { route, type Routed } from './judge-route.ts';
import { versionOf } from './judge-versions.ts';

export type Rate = Extract<LimitValue, { readonly kind: 'rate' }>;

/** Whether one more call may be among those that were counted at these instants. */
export function mayCall(rate: Rate, calls: readonly number[], now: number): boolean {
  return leftOf(rate, calls, now) > 0;
}

/** How many more calls may come at once. */
export function leftOf({ count, window, burst }: Rate, calls: readonly number[], now: number): number {
  const counted = calls.filter((at) => now - at < window).length;
  // Of each span that ends now, by how much its calls are more than became free in it.
  const debts = calls.map((from, place) => (calls.length - place) * window - (now - from) * count);
  const debt = Math.max(0, ...debts);
  const ofBurst = burst === undefined ? count : Math.floor((burst * window - debt) / window);
  return Math.max(0, Math.min(count - counted, ofBurst));
}

interface Counted {
  readonly limit: Limit;
  readonly rate: Rate;
  readonly key: string;
}

export class RateJudge {
  readonly #model: Model;
  readonly #held: ReadonlySet<string>;
  /** Instants, by the limit and what it is counted by. */
  readonly #calls = new Map<string, number[]>();
  /** Nobody can tell any more which calls count. */
  #isLost = false;
  /** Calls that were let through, and that were refused. */
  readonly met: Map<string, number> = new Map();

  constructor(model: Model) {
    this.#model = model;
    this.#held = new Set(gapView(model).operations.flatMap(({ id, runs }) => (runs === 'no' ? [id] : [])));
  }

  request(whole: Sent, answer: Answered, now: number): string[] {
    const routed = route(this.#model, whole);
    if (routed.kind !== 'operation' || whole.method === 'OPTIONS' || this.#isLost) return [];
    const { operation } = routed;
    if (this.#held.has(operation.operation.name.text)) return [];
    const { counted, isAll } = this.#countedBy(operation);
    if (counted.length === 0) return [];
    switch (this.#isReached(routed, whole, now)) {
      case 'no':
        return [];
      case 'maybe':
        this.#isLost = true;
        return [];
      case 'yes':
    }
    const refusing = counted.find(({ rate, key }) => !mayCall(rate, this.#callsOf(key), now));
    const where = `${new Date(now).toISOString()} ${whole.method} ${whole.path} ${answer.status}`;
    const wrong = refusing
      ? this.#refused(refusing.limit, operation, answer)
      : this.#admitted(counted, operation, answer, now, isAll);
    return wrong.map((text) => `${where}: ${text}\n      ${answer.text.slice(0, 200)}`);
  }

  #callsOf(key: string): number[] {
    const calls = this.#calls.get(key) ?? [];
    this.#calls.set(key, calls);
    return calls;
  }

  /** The rates of the first place, in the order of the document; `isAll`: no rate counts the call elsewhere. */
  #countedBy(operation: LinkedOperation): { readonly counted: readonly Counted[]; readonly isAll: boolean } {
    const counted: Counted[] = [];
    let isAll = true;
    const heading = operation.operation.name.text;
    for (const { limit, value, per } of shownLimits(this.#model, operation)) {
      if (value.kind !== 'rate') continue;
      const isOfOther = per.some((each) => each.kind === 'one operation' && each.operation.text !== heading);
      if (isOfOther) continue;
      const when = valueOf(limit.appliesTo)?.when;
      const first = ['IP address', 'operation', 'one operation', 'service'];
      const isFirst = per.every(({ kind }) => first.includes(kind)) && when?.kind !== 'condition';
      // What comes to an end otherwise is given back: that is judged elsewhere.
      if (isFirst && when !== undefined) this.#isLost = true;
      if (!isFirst) isAll = false;
      const isByOperation = per.some(({ kind }) => kind === 'operation' || kind === 'one operation');
      if (isFirst) counted.push({ limit, rate: value, key: `${limit.name.text} ${isByOperation ? heading : ''}` });
    }
    return { counted: this.#isLost ? [] : counted, isAll };
  }

  /** Does it come as far as that? */
  #isReached(routed: Extract<Routed, { kind: 'operation' }>, whole: Sent, now: number): 'yes' | 'no' | 'maybe' {
    const order = orderOf(routed.operation);
    // What goes before it is looked at first, maybe behind the rates.
    const isLate = order[0] !== 'version';
    const version = versionOf(this.#model, routed, whole, now);
    if (version && version.kind !== 'served') return isLate || version.kind === 'open' ? 'maybe' : 'no';
    const { changes, facts } = this.#model.document.versioning;
    const isSame = changes.mark === 'closed' && changes.items.length === 0;
    const isOther = version && version.name !== valueOf(facts.currentVersion)?.version.text;
    if (isOther && !isSame) return isLate ? 'maybe' : 'no';
    const headers = limitsOf(this.#model, routed.operation, whole).filter(({ per }) => per[0]?.kind === 'headers');
    const isInOrder = valueOf(routed.operation.facts.checks)?.includes('limits') === true;
    if (isInOrder || headers.every(({ isBeyond }) => isBeyond === 'no')) return 'yes';
    return headers.some(({ isBeyond }) => isBeyond === 'yes') ? 'no' : 'maybe';
  }

  #count(word: string): void {
    this.met.set(word, (this.met.get(word) ?? 0) + 1);
  }

  #refused(limit: Limit, operation: LinkedOperation, answer: Answered): string[] {
    const isTaken = answer.status < 400;
    if (isTaken) return [`it is beyond the limit "${limit.name.text}", and is let through`];
    // What goes before it by Checks is reported instead.
    if (valueOf(operation.facts.checks)?.includes('limits')) return [];
    this.#count('rate, refused');
    const code = valueOf(limit.whenExceeded)?.error.text;
    const said = codesOf(this.#model, answer).map((one) => one.code.text);
    const isOther = code !== undefined && answer.status !== 501 && !said.includes(code);
    return isOther ? [`it is beyond the limit "${limit.name.text}", and is told ${said.join(', ')}`] : [];
  }

  #admitted(
    counted: readonly Counted[],
    operation: LinkedOperation,
    answer: Answered,
    now: number,
    isAll: boolean,
  ): string[] {
    for (const { key } of counted) this.#callsOf(key).push(now);
    this.#count('rate');
    const own = counted.flatMap(({ limit }) => valueOf(limit.whenExceeded)?.error.text ?? []);
    const others = shownLimits(this.#model, operation).filter(
      ({ limit }) => !counted.some((one) => one.limit === limit),
    );
    const shared = new Set(others.map(({ limit }) => valueOf(limit.whenExceeded)?.error.text));
    const said = codesOf(this.#model, answer).find(({ code }) => own.includes(code.text) && !shared.has(code.text));
    if (said && answer.text.includes(said.code.text))
      return [`it is within each rate, and is refused as ${said.code.text}`];
    const left = header(answer, 'ratelimit');
    // An answer that was kept says what it said.
    const isKept = header(answer, 'x-again') !== undefined;
    if (left === undefined || !isAll || isKept) return [];
    this.#count('RateLimit');
    return counted.flatMap(({ limit, rate, key }) => {
      const expected = `"${limit.name.text}";r=${leftOf(rate, this.#callsOf(key), now)}`;
      const parts = left.split(', ');
      return parts.some((one) => one === expected || one.startsWith(`${expected};`))
        ? []
        : [`RateLimit is ${left}, expected ${expected}`];
    });
  }
}
