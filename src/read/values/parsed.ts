// What a value grammar answers. In: nothing. Out: the value, or the place of the first fault with the forms
// that may stand there. Every parser in this folder has the signature `(text: SourceText) => Parsed<T>`.

import type { Span } from '../../base/span.ts';

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  /** `code`: a diagnostic of its own (`decorated-name`, `status-range`); left out it is `unreadable`. */
  | { readonly ok: false; readonly at: Span; readonly expected: string; readonly code?: string };
