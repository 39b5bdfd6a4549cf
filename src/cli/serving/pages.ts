// What the operator's port shows beside what serving knows itself. Input: the document that is served. Output: a page by path, made anew
// each time from what is current then.

import type { Page, Pages } from '../../serve/operator.ts';
import type { Updates } from '../../serve/updates.ts';
import { standing } from '../assumed.ts';
import { exportPages } from './exports.ts';
import { filledPage } from './filled-page.ts';
import { servedPage } from './operator-page.ts';
import type { Shown } from './shown.ts';

export function pagesOf(shown: Shown): { readonly pages: Pages; readonly updates: Updates } {
  const { page, updates } = servedPage(shown);
  return {
    pages: {
      '/': page,
      '/gaps': () => asJson(gaps(shown)),
      '/filled': (asked) => filledPage(shown, asked),
      ...exportPages(shown),
    },
    updates,
  };
}

function gaps(shown: Shown): unknown {
  const { report } = shown.current();
  const { document, parts, gaps: open, operations } = report;
  return { document, parts, gaps: open, assumed: standing(report), operations };
}

function asJson(value: unknown): Page {
  return { type: 'application/json', body: `${JSON.stringify(value, undefined, 2)}\n` };
}
