// The exports of the document that is served, on the operator's port. Input: the document that is served. Output: a page by path, one for
// each format of `ninefold export`, as the document is at that moment.

import { FORMATS, type Format } from '../../export/formats.ts';
import type { Pages } from '../../serve/operator.ts';
import type { Shown } from './shown.ts';

export const EXPORTS = '/export/';

/** Browsers show these three; the types of the formats themselves they would save. */
const TYPES: Readonly<Record<Format, string>> = {
  openapi: 'application/json',
  asyncapi: 'application/json',
  'json-schema': 'application/json',
  types: 'text/plain; charset=utf-8',
  mermaid: 'text/plain; charset=utf-8',
  sql: 'text/plain; charset=utf-8',
};

export function exportPages(shown: Shown): Pages {
  return Object.fromEntries(
    FORMATS.map((format) => [
      EXPORTS + format,
      async ({ url }) => ({ type: TYPES[format], body: await shown.current().exported(format, url) }),
    ]),
  );
}
