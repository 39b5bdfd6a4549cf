// An assumptions document → what it assumes. Input: its text, its file name, and where its places start after those of the
// document. Output: a document in which every statement has who assumes it, since when, why and until when; a statement for which
// one of the four is missing is a finding, and left out. Notation, section 1.9.

import { series } from '../base/few.ts';
import type { Span } from '../base/span.ts';
import { assumptionIncomplete, assumptionsEmpty } from '../diagnostics/assumptions.ts';
import { diagnose } from '../diagnostics/define.ts';
import type { ReadAssumptions } from '../assume/assume.ts';
import { absent, type List, type Slot } from '../notation/slot.ts';
import { bearsAssumption, isList, isSlot, isSpan, placeOf, rebuild } from '../model/walk.ts';
import { Attributions, type Attribution, type Found } from './assumptions/attributions.ts';
import { readDocument, type ReadResult } from './read.ts';
import type { Reading } from './reading.ts';

export function readAssumptions(source: string, file: string, start: number): ReadAssumptions {
  const attributions = new Attributions();
  const reading: Reading = {
    source,
    end: source.length,
    diagnostics: [],
    form: { spellings: [], tables: [], meant: [], nearKeys: [] },
    values: new Map(),
    attributions,
  };
  const read = readDocument(reading, file);
  const attributed = new Attributing(attributions);
  const { title, ...parts } = read.document;
  // The name of the service is the title's, not an assumption.
  const lists = attributed.of(title.lists);
  const document = { ...attributed.of({ ...parts, source: '' }), title: { ...title, lists } };
  const found = [...read.diagnostics, ...attributed.incomplete(), ...attributed.empty(read.document.title.at)];
  const shifted = shift({ document, found }, start);
  return { document: { ...shifted.document, source }, diagnostics: shifted.found, start };
}

interface Lacking {
  readonly at: Span;
  readonly missing: readonly Attribution[];
}

class Attributing {
  readonly #attributions: Attributions;
  readonly #lacking: Lacking[] = [];
  #statements = 0;

  constructor(attributions: Attributions) {
    this.#attributions = attributions;
  }

  /** With an assumption on every statement; without those that lack one. */
  of<T>(value: T): T {
    return rebuild(value, (piece) => {
      if (isSlot(piece)) return this.#slot(piece);
      if (isList(piece)) return this.#list(piece);
      return undefined;
    });
  }

  /** One for each set of missing facts: a file without any would fill pages. */
  incomplete(): ReadResult['diagnostics'] {
    const groups = Map.groupBy(
      this.#lacking.toSorted((a, b) => a.at.start - b.at.start),
      ({ missing }) => missing.join(),
    );
    return [...groups.values()].map(([first, ...others]) => {
      const { at, missing } = first!;
      // One `none` may close several lists.
      const places = new Set(others.map((one) => one.at.start).filter((start) => start !== at.start));
      const more = places.size === 0 ? '' : `, and ${places.size} more without the same`;
      const bullets = missing.map((key) => `\`- ${key}: …\``).join(', ');
      return diagnose(assumptionIncomplete, at, { missing: listed(missing), bullets, more });
    });
  }

  empty(at: Span): ReadResult['diagnostics'] {
    return this.#statements === 0 ? [diagnose(assumptionsEmpty, at, {})] : [];
  }

  #slot(slot: Slot<unknown>): Slot<unknown> {
    if (slot.status !== 'stated' && slot.status !== 'none' && slot.status !== 'any') return slot;
    const found = this.#at(slot.at);
    return found.assumption ? { ...slot, assumed: found.assumption } : absent(slot.at);
  }

  #at(at: Span): Found {
    this.#statements++;
    const found = this.#attributions.at(at.start);
    if (found.missing.length > 0) this.#lacking.push({ at, missing: found.missing });
    return found;
  }

  #list(list: List<unknown>): List<unknown> {
    const closes = list.mark === 'closed' ? this.#at(list.markAt ?? list.at).assumption : undefined;
    const items = list.items.flatMap((item) => {
      const before = this.#statements;
      const attributed = this.of(item);
      if (this.#statements > before) return bearsAssumption(attributed) ? [attributed] : [];
      // It says no more than that it exists.
      return this.#at(placeOf(item)).assumption ? [attributed] : [];
    });
    const mark = list.mark === 'closed' && !closes ? undefined : list.mark;
    return { ...list, items, mark, ...(closes && { assumed: closes }) };
  }
}

function listed(keys: readonly Attribution[]): string {
  const named = keys.map((key) => `\`${key}\``);
  return series(named, 'and');
}

function shift<T>(value: T, by: number): T {
  return rebuild(value, (piece) =>
    isSpan(piece) && Object.keys(piece).length === 2 ? { start: piece.start + by, end: piece.end + by } : undefined,
  );
}
