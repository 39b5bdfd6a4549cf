// Part 7 → Markdown. Input: ErrorsPart. Output: lines. Notation, part 7.

import { CODE, ERRORS, type ErrorCode, type ErrorsPart } from '../notation/errors.ts';
import type { Slot } from '../notation/slot.ts';
import { nameCell } from './fields.ts';
import { escaped } from './markdown.ts';
import { block, printMarkOf, printScope, printSection } from './slots.ts';
import { column, columnsOf, printTable } from './tables.ts';
import { sentWords } from '../notation/values/texts.ts';

const MISSING: Slot<string> = { status: 'absent', at: { start: 0, end: 0 }, column: { start: 0, end: 0 } };

export function printErrors(part: ErrorsPart): string[] {
  const { scope, codes } = part;
  const bullets = [...printSection(ERRORS, part), ...(codes.written ? [] : printMarkOf(codes, scope, 'errors'))];
  const further = part.columns.map(({ text }) =>
    column(escaped(text, true), (code: ErrorCode) => code.words.get(text) ?? MISSING, sentWords),
  );
  return [
    ...printScope(scope),
    ...block(bullets),
    ...printTable<ErrorCode>(codes, CODE.head, codeCell, [...columnsOf(CODE.columns), ...further], further),
  ];
}

function codeCell({ code, sent }: ErrorCode): string {
  return sent ? nameCell(code.text) : `${nameCell(code.text)} (no code)`;
}
