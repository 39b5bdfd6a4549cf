// One assumptions document laid over a document: what is a gap there becomes what is assumed, what is stated stays. Input: two pieces of
// the same place. Output: the piece with its gaps filled; what is stated otherwise, or twice, is a finding. One walk for all parts:
// whatever reading reads is filled or refused. Notation, section 1.9.

import type { Span } from '../base/span.ts';
import { assumptionAmbiguous, assumptionClosedList, assumptionOverrides } from '../diagnostics/assumptions.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { suggestion } from '../base/did-you-mean.ts';
import type { Document } from '../model/document.ts';
import type { Facts } from '../notation/endpoints.ts';
import type { AllFields } from '../notation/resources.ts';
import { absent, assumptionOf, isBlankCell, type List, type Scope, type Slot } from '../notation/slot.ts';
import {
  bearsAssumption,
  firstAssumed,
  isList,
  isName,
  isRecord,
  isSlot,
  isSpan,
  placeOf,
  rebuild,
} from '../model/walk.ts';
import { FOUND_BY, keyOf, nameOf, rowLike } from './rows.ts';
import { likeness } from './same.ts';
import { factNamed, listNamed } from './words.ts';

/** Where the walk is: whose facts these are, from the outside in. */
export interface Place {
  readonly names: readonly string[];
  /** The scope around is not shown as a whole: all of it is to be filled. */
  readonly isGap: boolean;
  /** What holds here where the operation, or the field, itself says nothing. */
  readonly all?: Facts | AllFields | undefined;
  /** The row or heading of the assumption, and the one that it speaks of. */
  readonly at: Span;
  readonly stated: Span;
  /** Cells by which the row was found: they are said again on purpose. */
  readonly found?: readonly string[] | undefined;
}

export interface Stated {
  readonly what: string;
  readonly at: Span;
  readonly stated: Span;
}

type Fields = Readonly<Record<string, unknown>>;

export class Overlay {
  readonly diagnostics: Diagnostic[] = [];
  /** What the document states itself by now. */
  readonly stated: Stated[] = [];
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** What both are: a record of facts. Names, places and what tells one thing from another stay as they are. */
  fields<T extends object>(base: T, over: T, place: Place): T {
    const [own, other] = [base as Fields, over as Fields];
    const whole = own['scope'] as Scope | undefined;
    // `none`, or `any`: that is all there is to say of it.
    if (
      whole &&
      assumptionOf(whole.mark) === undefined &&
      (whole.mark.status === 'none' || whole.mark.status === 'any')
    ) {
      const { mark } = other['scope'] as Scope;
      const at = mark.status === whole.mark.status ? undefined : firstAssumed(other);
      if (at) this.#override(scopeNamed(place), at, whole.mark.at);
      return base;
    }
    const isLeftOut = place.names.length === 1 && whole?.heading === undefined;
    const inner = { ...place, isGap: place.isGap || isLeftOut || whole?.mark.status === 'gap' };
    const filled = Object.fromEntries(
      [...new Set([...Object.keys(own), ...Object.keys(other)])].map((key) => [
        key,
        key === 'scope' ? this.#scope(own, other, place) : this.#piece(own[key], other[key], inner, key),
      ]),
    );
    return filled as T;
  }

  #piece(own: unknown, other: unknown, place: Place, key: string): unknown {
    if (other === undefined) return own;
    // A place in another file is no place for what the document does not have.
    if (own === undefined) return isSpan(other) ? own : other;
    if (isSlot(own) && isSlot(other)) return this.slot(own, other, place, key);
    if (isList(own) && isList(other)) return this.#list(own, other, place, key);
    if (own instanceof Map && other instanceof Map) return this.#map(own, other, place);
    if (Array.isArray(own) && Array.isArray(other)) return this.#several(own, other, place, key);
    if (isSpan(own) || isName(own)) return own;
    if (isRecord(own) && isRecord(other)) return this.fields(own, other, place);
    // An operation is found by its path, however its parameters are called.
    if (own !== other && key !== 'path') this.#override(factNamed(key, place.names), place.at, place.stated);
    return own;
  }

  slot(own: Slot<unknown>, other: Slot<unknown>, place: Place, key: string): Slot<unknown> {
    if (assumptionOf(other) === undefined)
      // Where nothing at all is shown, what the assumptions leave open is open.
      return place.isGap && own.status === 'absent' && other.status === 'gap' ? other : own;
    const { all } = place;
    const takes = own.status === 'absent' || (all === this.#document.resources.all && isBlankCell(own));
    const shared =
      takes && !place.isGap ? (all as Partial<Record<string, Slot<unknown>>> | undefined)?.[key] : undefined;
    const said = shared && shared.status !== 'absent' && shared.status !== 'gap' ? shared : own;
    if (said.status === 'absent' || said.status === 'gap') return other;
    const what = factNamed(key, place.names);
    const like = this.#like(said, other, key);
    if (like === 'fills') return other;
    const isAssumed = assumptionOf(said) !== undefined;
    if (like === 'differs') this.#override(what, other.at, said.at, isAssumed);
    else if (!isAssumed && !place.found?.includes(key)) this.stated.push({ what, at: other.at, stated: said.at });
    return own;
  }

  /** Only a type may leave open how a reference is shown; a shape says it. */
  #like(said: Slot<unknown>, other: Slot<unknown>, key: string): ReturnType<typeof likeness> {
    if (said.status !== other.status) return 'differs';
    if (said.status !== 'stated' || other.status !== 'stated') return 'same';
    return likeness(said.value, other.value, (name) => key !== 'type' || this.#isShape(name));
  }

  #isShape(name: string): boolean {
    const found = this.#document.resources.resources.items.find((one) => one.name.text === name);
    return found?.identifiedBy.status === 'none';
  }

  /** A heading whose only words are `not shown` is filled by what is under it in the other. */
  #scope(own: Fields, other: Fields, place: Place): Scope {
    const [base, over] = [own['scope'] as Scope, other['scope'] as Scope];
    const heading = base.heading ?? over.heading;
    const { mark } = base;
    if (mark.status === 'gap' && over.mark.status === 'absent' && bearsAssumption(other))
      return { heading, mark: absent(mark.at) };
    if (mark.status === 'absent' && isWritten(own)) {
      if (assumptionOf(over.mark)) this.#override(scopeNamed(place), over.mark.at, heading ?? mark.at);
      return { heading, mark };
    }
    return { heading, mark: this.slot(mark, over.mark, place, 'all') as Scope['mark'] };
  }

  #list(own: List<unknown>, other: List<unknown>, place: Place, key: string): List<unknown> {
    const shared = (place.all as Partial<Record<string, List<unknown>>> | undefined)?.[key];
    const items = [...own.items];
    for (const item of other.items) {
      const found = rowLike(item, own.items, key, (a, b, head) => this.#like(a, b, head));
      const above =
        found === undefined && shared
          ? rowLike(item, shared.items, key, (a, b, head) => this.#like(a, b, head))
          : undefined;
      const base = found ?? above;
      if (base === 'several') this.#ambiguous(item, place, key);
      else if (base === undefined) this.#add(items, item, own, place, key);
      else {
        const filled = this.fields(base as object, item as object, this.#within(base, item, place, key));
        if (found !== undefined) items[own.items.indexOf(found)] = filled;
        else if (bearsAssumption(filled)) items.push(filled);
      }
    }
    const written = own.written || items.length > own.items.length || other.written;
    const at = own.written || !other.written ? own.at : other.at;
    return { ...own, items, written, at, ...this.#mark(own, other, place) };
  }

  /** A list in a scope that is not shown is as complete as the one that fills it. */
  #mark(own: List<unknown>, other: List<unknown>, place: Place): Pick<List<unknown>, 'mark' | 'assumed'> {
    if (other.mark === 'closed' && other.assumed && !this.#isClosed(own, place))
      return { mark: 'closed', assumed: other.assumed };
    const isFilled = place.isGap && own.items.length === 0 && other.items.length > 0;
    const isNew = !own.written && own.mark === undefined;
    return { mark: isFilled || isNew ? other.mark : own.mark };
  }

  #isClosed(list: List<unknown>, place: Place): boolean {
    if (place.isGap || list.mark === 'open') return false;
    if (list.mark === 'closed') return true;
    const { lists } = this.#document.title;
    return list.written && lists.status === 'stated' && !lists.assumed && lists.value === 'complete unless marked';
  }

  #add(items: unknown[], item: unknown, own: List<unknown>, place: Place, key: string): void {
    if (!this.#isClosed(own, place)) return void items.push(item);
    const name = nameOf(item);
    const known = own.items.map(nameOf).filter((one) => one !== undefined);
    const at = placeOf(item);
    const related = [{ at: own.at, message: 'The list is here.' }];
    this.diagnostics.push(
      diagnose(
        assumptionClosedList,
        at,
        {
          name: name === undefined ? 'row' : `\`${name}\``,
          list: listNamed(key, place.names),
          hint: name === undefined ? '' : suggestion(name, known),
        },
        related,
      ),
    );
  }

  #within(own: unknown, item: unknown, place: Place, key: string): Place {
    const name = nameOf(own);
    const { endpoints, resources } = this.#document;
    const alls: Partial<Record<string, Place['all']>> = {
      operations: endpoints.all,
      resources: resources.all,
      fields: place.all,
    };
    return {
      ...place,
      names: name === undefined ? place.names : [...place.names, `\`${name}\``],
      all: alls[key],
      at: placeOf(item),
      stated: placeOf(own),
      found: FOUND_BY[key],
    };
  }

  #ambiguous(item: unknown, place: Place, key: string): void {
    this.diagnostics.push(diagnose(assumptionAmbiguous, placeOf(item), { list: listNamed(key, place.names) }));
  }

  #map(own: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>, place: Place): Map<string, unknown> {
    const filled = new Map(own);
    for (const [key, piece] of other) {
      const before = own.get(key);
      filled.set(key, before === undefined ? piece : this.#piece(before, piece, place, key));
    }
    return filled;
  }

  /** Bullets that may be there several times, views by their names, and what is kept as written. */
  #several(own: readonly unknown[], other: readonly unknown[], place: Place, key: string): unknown[] {
    const filled = [...own];
    for (const piece of other) {
      const at = filled.findIndex((one) => this.#isSame(one, piece, key));
      const gap = filled.findIndex((one) => isSlot(one) && one.status === 'gap');
      if (at !== -1) filled[at] = this.#piece(filled[at], piece, this.#within(filled[at], piece, place, key), key);
      else if (isSlot(piece) && assumptionOf(piece) === undefined) continue;
      else if (gap !== -1) filled[gap] = piece;
      else filled.push(piece);
    }
    return filled;
  }

  #isSame(own: unknown, other: unknown, key: string): boolean {
    if (isSlot(own) && isSlot(other)) return own.status === other.status && this.#like(own, other, key) !== 'differs';
    const name = keyOf(own);
    return name !== undefined && name === keyOf(other);
  }

  #override(what: string, at: Span, stated: Span, isAssumed = false): void {
    const other = isAssumed ? 'another assumption' : 'the document';
    const related = [{ at: stated, message: isAssumed ? 'It is assumed here.' : 'The document states it here.' }];
    this.diagnostics.push(diagnose(assumptionOverrides, at, { what, other }, related));
  }
}

function scopeNamed({ names }: Place): string {
  return names.at(-1) ?? 'the document';
}

/** Is anything under the heading? */
function isWritten(scope: Fields): boolean {
  let found = false;
  rebuild({ ...scope, scope: undefined }, (piece) => {
    if (isSlot(piece)) found ||= piece.status !== 'absent';
    if (isList(piece)) found ||= piece.items.length > 0 || piece.mark !== undefined;
    return found || isSlot(piece) ? piece : undefined;
  });
  return found;
}
