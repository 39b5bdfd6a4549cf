// The query parameters that Pages declares. Input: Pages as read. Output: names. Notation, part 4, key Pages.

import type { Pages } from '../../notation/values/lists.ts';

/** The names that Pages gives, else those of its words. */
export function pageNames(pages: Pages): { readonly first: string; readonly size: string } {
  const isOffset = pages.kind === 'offset and limit';
  return { first: pages.first ?? (isOffset ? 'offset' : 'page'), size: pages.size ?? (isOffset ? 'limit' : 'size') };
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
