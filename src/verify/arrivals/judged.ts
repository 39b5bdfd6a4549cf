// Events that came, held to those that are due: one for each cause and none without, in their order, with the row as it was, signed as it is stated.
// Input: what is known, what came. Output: findings, inventions, obligations. Notation, part 6.

import { isComplete } from '../../analysis/document/complete.ts';
import { timedMovesOf } from '../../analysis/machines/timed.ts';
import { receiversOf } from '../../analysis/requests/receivers.ts';
import type { DeliveryFacts, EventKind } from '../../notation/events.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import type { Shape } from '../../notation/values/shapes.ts';
import { Match, type Word } from '../judge/match/match.ts';
import { matchShape } from '../judge/match/shape.ts';
import { plainSetting } from '../judge/refusals.ts';
import { DELIVERY_ORDER, eventObligation, SIGNED } from '../restriction-obligations.ts';
import { statementOf } from '../statements.ts';
import { printed } from '../world/json.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Row } from '../world/known.ts';
import { isReceiver } from './happened.ts';
import type { Arrived, EventFinding, EventInvention, EventsJudged, Happening } from './happening.ts';
import { namesRow } from './names.ts';
import { partsOf, type Parts } from './parts.ts';
import { wrongSignature } from './signature.ts';

type Out = { findings: EventFinding[]; invented: EventInvention[]; exercised: Set<string> };

/** One for a run: it takes what came in its order. */
export class EventJudge {
  readonly #world: Knowledge;
  readonly #at: (path: string) => string;
  readonly #now: (at: number) => number;
  readonly #came = new Map<Row | undefined, Set<Happening>>();
  readonly #ids = new Map<Row | undefined, Set<string>>();
  /** What each receiver was told: kinds and payloads. */
  readonly #told = new Map<Row | undefined, Set<string>>();
  readonly #last = new Map<string, number>();
  #from = 0;

  /** `at`: the address of a path of the listener. `now`: what the clock of the service says. */
  constructor(world: Knowledge, at: (path: string) => string, now: (at: number) => number) {
    this.#now = now;
    this.#world = world;
    this.#at = at;
  }

  /** Events that surely are due, and have not come. */
  lacking(since: number): readonly Happening[] {
    return this.#world.happened.filter(
      (one) =>
        one.is === true &&
        one.exchange >= since &&
        [...one.receivers].some(([receiver, is]) => is === true && !this.#came.get(receiver)?.has(one)),
    );
  }

  /** What was done before counts no more: events of it have come, or were lost while nobody watched. */
  watchFrom(exchange: number): void {
    this.#from = exchange;
  }

  /** Those that were due since then, and did not come within the time in which the service tries to send them. */
  overdue(since: number): EventsJudged {
    const out: Out = { findings: [], invented: [], exercised: new Set() };
    for (const one of this.lacking(since))
      this.#wrong(
        out,
        one,
        this.#delivery('waits'),
        `the event ${one.event}, within the time of all tries`,
        'nothing came',
      );
    return { ...out, exercised: [] };
  }

  take(arrived: readonly Arrived[]): EventsJudged {
    const out: Out = { findings: [], invented: [], exercised: new Set() };
    for (const one of arrived) if (!one.isRefused) this.#one(one, out);
    return { ...out, exercised: [...out.exercised] };
  }

  #one(arrived: Arrived, out: Out): void {
    const { model } = this.#world;
    const to = receiversOf(model);
    const receivers = to ? this.#receiversOf(to.resource.name.text, to.sent.to.field.text, arrived) : [];
    // Of a receiver that nobody knows nothing is known.
    if (to && receivers.length === 0) return;
    const parts = partsOf(model, arrived);
    // Several may have one address, and each gets its own.
    const isDue = (row: Row): boolean => this.#dueTo(row, parts).some((due) => namesRow(model, due, parts.payload));
    const due = receivers.filter(isDue);
    const receiver = due.find((row) => !this.#wrongSignature(row, arrived)) ?? due[0] ?? receivers[0];
    if (this.#isAgain(receiver, parts, out)) return;
    const { kinds } = model.document.events;
    if (parts.kind !== undefined && !kinds.items.some(({ name }) => name.text === parts.kind)) {
      const event = {
        what: 'event',
        name: parts.kind,
        at: this.#place(),
        isComplete: isComplete(model, kinds),
      } as const;
      out.invented.push({ invented: event, exchange: undefined });
      return;
    }
    const found = this.#cause(receiver, parts, out);
    this.#told.set(receiver, (this.#told.get(receiver) ?? new Set()).add(saidIn(parts)));
    if (!found) return;
    this.#came.set(receiver, (this.#came.get(receiver) ?? new Set()).add(found));
    out.exercised.add(eventObligation(found.event));
    if (parts.wrong !== undefined)
      this.#wrong(out, found, this.#delivery('envelope'), 'an event as Envelope says', parts.wrong);
    this.#signed(receiver, arrived, found, out);
    // Of two with one address nobody can tell whose it was.
    if (receivers.length < 2) this.#inOrder(receiver, found, out);
  }

  #receiversOf(resource: string, field: string, { to }: Arrived): readonly Row[] {
    const url = new URL(this.#at(to)).href;
    // One address has several spellings.
    const isAt = (value: unknown): boolean =>
      typeof value === 'string' && URL.canParse(value) && new URL(value).href === url;
    return this.#world.rows(resource).filter((row) => isAt(row.get(field)));
  }

  /** No document says when receivers are looked for: one that was made, or changed, behind the event may get it, too. */
  #dueTo(receiver: Row | undefined, { kind }: Parts): readonly Happening[] {
    return this.#world.happened.filter(
      (one) =>
        (one.receivers.has(receiver) || (receiver && isReceiver(this.#world, receiver, one.row) !== false)) &&
        !this.#came.get(receiver)?.has(one) &&
        (kind === undefined || one.event === kind),
    );
  }

  #place(): string {
    const { delivery } = this.#world.model.document.events;
    return delivery && delivery.facts.sentAs.status !== 'absent' ? delivery.facts.sentAs.text : 'events';
  }

  #delivery(key: keyof DeliveryFacts): Slot<unknown> | undefined {
    return this.#world.model.document.events.delivery?.facts[key];
  }

  #wrong(out: Out, cause: Happening | undefined, slot: Slot<unknown> | undefined, expected: string, got: string): void {
    const { model } = this.#world;
    const statement = statementOf(model, slot) ?? statementOf(model, this.#delivery('sentAs'));
    const about = [...(cause?.receivers ?? [])].flatMap(([row, is]) => (row && is === true ? [row] : []));
    const finding = { class: 'wrong event', operation: cause?.operation, statement, expected, got, about } as const;
    out.findings.push({ finding, exchange: cause?.exchange });
  }

  #isAgain(receiver: Row | undefined, { id }: Parts, out: Out): boolean {
    if (id === undefined) return false;
    const ids = this.#ids.get(receiver) ?? new Set();
    this.#ids.set(receiver, ids);
    if (ids.size < ids.add(id).size) return false;
    const slot = this.#delivery('duplicates');
    if (slot?.status === 'none') this.#wrong(out, undefined, slot, 'each event once', `${id} a second time`);
    return true;
  }

  /** The first one of those that are due that it tells of. */
  #cause(receiver: Row | undefined, parts: Parts, out: Out): Happening | undefined {
    const { tags, unclear } = this.#world;
    let changed: Happening | undefined;
    let nearest: { readonly one: Happening; readonly match: Match } | undefined;
    for (const one of this.#dueTo(receiver, parts)) {
      const match = this.#matched(one, parts.payload);
      if (match.differences.length === 0) {
        for (const { name, isComplete: is } of match.invented)
          out.invented.push({
            invented: { what: 'field', name, at: `event ${one.event}`, isComplete: is },
            exchange: one.exchange,
          });
        return one;
      }
      if (!namesRow(this.#world.model, one, parts.payload)) continue;
      // What has changed since may be shown otherwise.
      if (one.exchange < tags.lastChange) changed ??= one;
      else if (!nearest || match.differences.length < nearest.match.differences.length) nearest = { one, match };
    }
    if (changed) return changed;
    const isDoubled = this.#told.get(receiver)?.has(saidIn(parts)) === true;
    if (nearest && !isDoubled) {
      const [first] = nearest.match.differences;
      const at = first!.at === '' ? '' : `${first!.at}: `;
      const expected = `${at}${first!.expected}, in the event ${nearest.one.event}`;
      this.#wrong(out, nearest.one, this.#payload(nearest.one.event), expected, `${at}${first!.got}`);
      return nearest.one;
    }
    const isClear = unclear.every((exchange) => exchange < this.#from) && !this.#mayComeByTime(parts.kind);
    // Without an id nobody can tell a second try.
    if (isDoubled && parts.id === undefined && this.#delivery('duplicates')?.status !== 'none') return undefined;
    const got = `${parts.kind ?? 'an event'} ${printed(parts.payload)}${isDoubled ? ', a second time' : ''}`;
    if (parts.wrong !== undefined)
      this.#wrong(out, undefined, this.#delivery('envelope'), 'an event as Envelope says', parts.wrong);
    else if (isClear)
      this.#wrong(out, undefined, this.#when(parts.kind), 'one event for each cause, and none without', got);
    return undefined;
  }

  #kind(event: string | undefined): EventKind | undefined {
    return this.#world.model.document.events.kinds.items.find(({ name }) => name.text === event);
  }

  #when(event: string | undefined): Slot<unknown> | undefined {
    return this.#kind(event)?.when;
  }

  #payload(event: string): Slot<unknown> | undefined {
    return this.#kind(event)?.payload;
  }

  #mayComeByTime(event: string | undefined): boolean {
    const { model } = this.#world;
    const isTimed = [...model.resources.keys()].some((resource) => timedMovesOf(model, resource).length > 0);
    const when = valueOf(this.#kind(event)?.when ?? { status: 'none', text: '', at: { start: 0, end: 0 } });
    return isTimed && (event === undefined || (when ?? []).some(({ kind }) => kind !== 'call' && kind !== 'created'));
  }

  /** The row is what it was at that moment, as long as the payload is looked at. */
  #matched({ event, row, of }: Happening, payload: unknown): Match {
    const match = new Match();
    const shape = this.#shapeOf(event, 0);
    if (!shape) return match;
    const mark = this.#world.mark();
    for (const [field, value] of row.values) this.#world.set(of, field, value, 'shown');
    this.#world.setThere(of, true);
    const setting = { ...plainSetting(this.#world, undefined, undefined), row: of };
    matchShape(match, { ...setting, word, failures: undefined, mayFail: () => true, isMarked: false }, shape, payload);
    this.#world.undo(mark);
    return match;
  }

  #shapeOf(event: string, depth: number): Shape | undefined {
    const slot = this.#kind(event)?.payload;
    const payload = slot && valueOf(slot);
    if (payload?.kind === 'same as') return depth > 8 ? undefined : this.#shapeOf(payload.event.text, depth + 1);
    return payload?.shape;
  }

  #signed(receiver: Row | undefined, arrived: Arrived, found: Happening, out: Out): void {
    const wrong = this.#wrongSignature(receiver, arrived);
    if (wrong === undefined) return;
    if (wrong === '') out.exercised.add(SIGNED);
    else this.#wrong(out, found, this.#delivery('signature'), 'a signature by the secret of the receiver', wrong);
  }

  /** Undefined: nobody can tell; empty: it is right. */
  #wrongSignature(receiver: Row | undefined, arrived: Arrived): string | undefined {
    const facts = this.#world.model.document.events.delivery?.facts;
    const signature = facts && valueOf(facts.signature);
    const source = signature?.secret;
    if (!signature || !receiver || source?.kind !== 'field') return undefined;
    const secret = receiver.get(source.field.field.text);
    if (typeof secret !== 'string') return undefined;
    const by = valueOf(facts.duplicates)?.by;
    const at = this.#now(arrived.at);
    return wrongSignature(signature, secret, { ...arrived, at }, by?.in === 'header' ? by.name : undefined) ?? '';
  }

  #inOrder(receiver: Row | undefined, found: Happening, out: Out): void {
    const slot = this.#delivery('order') as Slot<{ kind: string; resource?: { text: string } }> | undefined;
    const order = slot && valueOf(slot);
    if (!order || (order.kind === 'each row' && order.resource?.text !== found.row.resource)) return;
    const receivers = [...this.#came.keys()];
    const row = order.kind === 'each row' ? this.#world.rows(found.row.resource).indexOf(found.of) : '';
    const key = `${receivers.indexOf(receiver)} ${row}`;
    const last = this.#last.get(key);
    const first = this.lacking(this.#from).find(
      (one) =>
        one.exchange < found.exchange &&
        one.receivers.get(receiver) === true &&
        !this.#came.get(receiver)?.has(one) &&
        (order.kind !== 'each row' || one.of === found.of),
    );
    if (first) {
      const got = `${found.event}, while ${first.event} has not come`;
      this.#wrong(out, found, slot, 'events in the order in which they happened', got);
    } else if (last !== undefined && last > found.exchange)
      this.#wrong(out, found, slot, 'events in the order in which they happened', `${found.event} behind a later one`);
    else if (last !== undefined) out.exercised.add(DELIVERY_ORDER);
    this.#last.set(key, Math.max(last ?? 0, found.exchange));
  }
}

function saidIn({ kind, payload }: Parts): string {
  return `${kind} ${printed(payload, Infinity)}`;
}

function word(name: string): Word {
  if (name !== 'now') return { kind: 'any' };
  return {
    kind: 'must be',
    said: 'an instant',
    fits: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  };
}
