// The query parameters that Pages declares, and what it leaves open. Comes in: Pages as read. Goes out: names, halves that are
// not shown. Notation, part 4, key Pages, and rule 1.8.

import type { Pages } from '../../notation/values/lists.ts';

/** The names that Pages gives, else those of its words. */
export function pageNames(pages: Pages): { readonly first: string; readonly size: string } {
  const isOffset = pages.kind === 'offset and limit';
  return { first: pages.first ?? (isOffset ? 'offset' : 'page'), size: pages.size ?? (isOffset ? 'limit' : 'size') };
}

/** As the notation spells it. */
export type PagesHalf = 'default' | 'at most' | 'more';

/**
 * Marked, or left out where it is due: where pages have a bound, what is answered to whoever names no size, and to whoever
 * names more than it. A page that is told by its number begins nowhere without a size.
 */
export function openHalves(pages: Pages): readonly PagesHalf[] {
  const needsSize = pages.kind === 'page and size' || pages.atMost !== undefined || typeof pages.more === 'number';
  const left: readonly (readonly [PagesHalf, boolean])[] = [
    ['default', pages.default === undefined && needsSize],
    ['more', pages.more === undefined && pages.atMost !== undefined && pages.size !== undefined],
  ];
  return [...markedHalves(pages), ...left.filter(([, isDue]) => isDue).map(([half]) => half)];
}

/** In the order in which they are written. */
export function markedHalves(pages: Pages): readonly PagesHalf[] {
  const halves = [
    ['default', pages.default],
    ['at most', pages.atMost],
    ['more', pages.more],
  ] as const;
  return halves
    .flatMap(([half, value]) => (typeof value === 'object' ? [{ half, start: value.at.start }] : []))
    .toSorted((one, other) => one.start - other.start)
    .map(({ half }) => half);
}

/** Each as often as it is declared. */
export function pageParameters(pages: Pages): readonly string[] {
  switch (pages.kind) {
    case 'offset and limit':
    case 'page and size': {
      const { first, size } = pageNames(pages);
      return [first, size];
    }
    case 'cursor':
    case 'link':
      return [pages.first, pages.before, pages.size].filter((name) => name !== undefined);
  }
}
