// Part 7 → Markdown. In: ErrorsPart. Out: lines. Notation, part 7.

import type { ErrorCode, ErrorsPart } from '../notation/errors.ts';
import type { Slot } from '../notation/slot.ts';
import { printHeaders } from '../notation/values/answers.ts';
import { printCauses } from '../notation/values/causes.ts';
import { nameCell } from './fields.ts';
import { escaped } from './markdown.ts';
import { printShape } from '../notation/values/shapes.ts';
import { asIs, block, printBullet, printMarkOf, printScope, sentWords } from './slots.ts';
import type { Column } from './tables.ts';
import { column, printTable } from './tables.ts';

const MISSING: Slot<string> = { status: 'absent', at: { start: 0, end: 0 }, column: { start: 0, end: 0 } };

const CODE: readonly Column<ErrorCode>[] = [
  column('Status', (code: ErrorCode) => code.status, String),
  column('When', (code: ErrorCode) => code.when, printCauses),
  column('Body', (code: ErrorCode) => code.body, printShape),
  column('Message', (code: ErrorCode) => code.message, sentWords),
  column('Headers', (code: ErrorCode) => code.headers, printHeaders),
  column('Retry', (code: ErrorCode) => code.retry, asIs),
];

export function printErrors(part: ErrorsPart): string[] {
  const { scope, codes } = part;
  const bullets = [
    ...printBullet('Error body', part.errorBody, printShape),
    ...printBullet('All failed fields at once', part.allFailedFields, (all) => (all ? 'yes' : 'no')),
    ...(codes.written ? [] : printMarkOf(codes, scope, 'errors')),
  ];
  const further = part.columns.map(({ text }) =>
    column(escaped(text, true), (code: ErrorCode) => code.words.get(text) ?? MISSING, sentWords),
  );
  return [
    ...printScope(scope),
    ...block(bullets),
    ...printTable(codes, 'Code', codeCell, [...CODE, ...further], further),
  ];
}

function codeCell({ code, sent }: ErrorCode): string {
  return sent ? nameCell(code.text) : `${nameCell(code.text)} (no code)`;
}
