// The query parameters that Pages declares, and what a cursor is. Input: Pages as read. Output: names, a type. Notation, part 4, key Pages.

import type { LinkedOperation, Model } from '../../model/model.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Pages } from '../../notation/values/lists.ts';
import { valueOf } from '../../notation/slot.ts';
import { listedBy } from './targets.ts';

/** What follows in the address of a Link header: the document does not name it. */
const LINKED = 'cursor';

export interface PageNames {
  /** It asks for another page. */
  readonly first: string;
  readonly before: string | undefined;
  /** Undefined: all pages are of one size. */
  readonly size: string | undefined;
}

/** The names that Pages gives, else those of its words. */
export function pageNames(pages: Pages): PageNames {
  const { first, before, size } = pages;
  switch (pages.kind) {
    case 'offset and limit':
      return { first: first ?? 'offset', before, size: size ?? 'limit' };
    case 'page and size':
      return { first: first ?? 'page', before, size: size ?? 'size' };
    case 'cursor':
    case 'link':
      return { first: first ?? LINKED, before, size };
  }
}

/** Each as often as it is declared. */
export function pageParameters(pages: Pages): readonly string[] {
  const { first, before, size } = pageNames(pages);
  return [first, before, size].filter((name) => name !== undefined);
}

/** Are pages told by the row that they begin behind? */
export function hasCursor({ kind }: Pages): boolean {
  return kind === 'cursor' || kind === 'link';
}

/** The field of the last row; undefined: a text that only the service reads. */
export function cursorField({ cursor }: Pages): string | undefined {
  return cursor === 'opaque' ? undefined : cursor;
}

/** Undefined: the field is not known, or its type is not. */
export function cursorType(model: Model, linked: LinkedOperation, pages: Pages): FieldType | undefined {
  const name = cursorField(pages);
  if (name === undefined) return { kind: 'string' };
  const type = model.fields.get(`${listedBy(model, linked)?.name.text}.${name}`)?.type;
  const written = type && valueOf(type);
  return written?.kind === 'nullable' ? written.of : written;
}
