// A half that is not shown: `service: not shown`, `which items: not shown`, `default not shown`. Input: a cursor. Output: the gap with its
// place. Notation, rules 2 and 3.

import type { Span } from '../../base/span.ts';
import type { Cursor } from './cursor.ts';

export interface HalfGap {
  readonly kind: 'gap';
  readonly at: Span;
}

/** `not shown` as the last half of a value; a note may follow a comma, colon or dash, and a full stop may end it. */
export function halfGap(cursor: Cursor): HalfGap | undefined {
  const gap = notShown(cursor);
  const behind = cursor.peek();
  if (gap && /^[,:\-–—]$/.test(behind.text)) while (!cursor.atEnd) cursor.take();
  else if (gap) cursor.takeSymbol('.');
  return gap;
}

/** `not shown` where another half may follow. */
export function notShown(cursor: Cursor): HalfGap | undefined {
  const mark = cursor.mark;
  return cursor.takePhrase('not shown') ? { kind: 'gap', at: cursor.since(mark) } : undefined;
}
