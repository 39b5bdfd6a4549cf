// Assumptions documents laid over a document, before names are resolved. Input: a document, what is assumed, and the day it is. Output:
// the document with its gaps filled, every filled slot bearing its assumption; an assumption that has run out, or that the document
// contradicts, fills nothing and is a finding. Notation, section 1.9.

import { partNumber, PARTS } from '../base/parts.ts';
import type { Span } from '../base/span.ts';
import { assumptionExpired, assumptionStated } from '../diagnostics/assumptions.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { withOpenCauses } from './causes.ts';
import { Overlay, type Stated } from './overlay.ts';
import type { Document } from '../model/document.ts';
import type { Assumption, Slot } from '../notation/slot.ts';
import { without } from '../model/walk.ts';

/** What reading answers. */
export interface Read {
  readonly document: Document;
  readonly diagnostics: readonly Diagnostic[];
}

/** Its places count from `start`. */
export interface ReadAssumptions extends Read {
  readonly start: number;
}

/** `today`: `2026-11-21`, UTC; an assumption still counts on its last day. */
export function assume(base: Read, assumptions: readonly ReadAssumptions[], today: string): Read {
  let { document } = base;
  const found: Diagnostic[] = [];
  for (const { document: assumed, diagnostics, start } of assumptions) {
    const expired: { readonly assumption: Assumption; readonly at: Span }[] = [];
    const valid = without(assumed, (assumption, at) => {
      const isOver = hasExpired(assumption, today);
      if (isOver) expired.push({ assumption, at });
      return isOver;
    });
    const before = document;
    let overlay = new Overlay(before);
    document = withOpenCauses(before, valid.errors.codes.items, (items) => {
      overlay = new Overlay(before);
      const errors = { ...valid.errors, codes: { ...valid.errors.codes, items } };
      const laid = overlaid(before, { ...valid, errors }, start, overlay);
      return { document: laid, refused: overlay.diagnostics.map(({ at }) => at) };
    });
    found.push(...diagnostics, ...expiredFound(expired), ...overlay.diagnostics, ...statedFound(overlay.stated));
  }
  return { document, diagnostics: [...base.diagnostics, ...found] };
}

export function hasExpired({ until }: Pick<Assumption, 'until'>, today: string): boolean {
  return until < today;
}

function overlaid(document: Document, assumed: Document, start: number, overlay: Overlay): Document {
  const place = { names: [], isGap: false, at: assumed.title.at, stated: document.title.at };
  const lists = overlay.slot(document.title.lists, assumed.title.lists, place, 'lists');
  const parts = PARTS.map((name) => {
    const names = [`part ${partNumber(name)}`];
    return [name, overlay.fields(document[name], assumed[name], { ...place, names })];
  });
  return {
    ...document,
    ...(Object.fromEntries(parts) as Pick<Document, (typeof PARTS)[number]>),
    title: { ...document.title, lists: lists as Slot<never> },
    assumptions: [...(document.assumptions ?? []), { file: assumed.file, source: assumed.source, start }],
  };
}

function expiredFound(expired: readonly { readonly assumption: Assumption; readonly at: Span }[]): Diagnostic[] {
  const groups = Map.groupBy(expired, ({ assumption }) => assumption);
  return [...groups].map(([{ by, why, until }, places]) => {
    const at = places.reduce((first, one) => (one.at.start < first.start ? one.at : first), places[0]!.at);
    return diagnose(assumptionExpired, at, { by, why, until, more: more(places.length) });
  });
}

function statedFound(stated: readonly Stated[]): Diagnostic[] {
  const [first] = stated;
  if (!first) return [];
  const related = [{ at: first.stated, message: 'The document states it here.' }];
  return [diagnose(assumptionStated, first.at, { what: first.what, more: more(stated.length) }, related)];
}

function more(count: number): string {
  return count > 1 ? ` (and ${count - 1} more)` : '';
}
