// The headers and the status of each answer, beside its body. Input: rows of Status tables and codes. Output: a finding for a header that
// is not the document's to set or is written twice, and for a body where HTTP has none. Notation, part 4, "Headers of an answer"
// and Status; part 7.

import * as endpoints from '../diagnostics/endpoints.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { StatusRow } from '../notation/endpoints.ts';
import type { ErrorCode } from '../notation/errors.ts';
import type { HeaderValue } from '../notation/values/answers.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { headerFault } from '../analysis/gaps/supported/answer-headers.ts';
import { BODILESS } from '../notation/values/answers.ts';
import type { Findings } from './findings.ts';

export function judgeAnswers(findings: Findings): void {
  const { document, operations, codes } = findings.model;
  const own = [...operations.values()].flatMap(({ facts }) => facts.statuses.items);
  for (const row of new Set([...document.endpoints.all.statuses.items, ...own])) {
    const errors = errorsOf(findings, row);
    judgeHeaders(findings, row.headers, bodiesOf(findings, row, errors).some(isBody));
    const status = valueOf(row.status);
    if (status && 'code' in status) judgeBody(findings, status.code, row.status, bodiesOf(findings, row, errors));
  }
  for (const code of codes.values()) {
    const body = bodyOfCode(findings, code);
    judgeHeaders(findings, code.headers, isBody(body));
    const status = valueOf(code.status);
    if (status !== undefined) judgeBody(findings, status, code.status, [body]);
  }
}

function errorsOf(findings: Findings, row: StatusRow): readonly ErrorCode[] {
  const when = valueOf(row.when);
  return when?.kind === 'error' ? when.errors.flatMap(({ text }) => findings.model.codes.get(text) ?? []) : [];
}

/** Of the row itself; a refusal without one has that of its code, and that of all errors. */
function bodiesOf(findings: Findings, row: StatusRow, errors: readonly ErrorCode[]): readonly Slot<unknown>[] {
  if (row.body.status !== 'absent' || errors.length === 0) return [row.body];
  return errors.map((code) => bodyOfCode(findings, code));
}

function bodyOfCode(findings: Findings, code: ErrorCode): Slot<unknown> {
  return code.body.status === 'absent' ? findings.model.document.errors.errorBody : code.body;
}

function isBody(slot: Slot<unknown>): boolean {
  return slot.status !== 'none' && slot.status !== 'absent';
}

function judgeBody(findings: Findings, code: number, status: Slot<unknown>, bodies: readonly Slot<unknown>[]): void {
  const body = BODILESS.has(code)
    ? bodies.find((one) => valueOf(one) !== undefined || one.status === 'any')
    : undefined;
  if (!body) return;
  findings.report(endpoints.noBodyHere, status.at, { status: String(code) }, [
    { at: body.at, message: 'the body is stated here' },
  ]);
}

function judgeHeaders(findings: Findings, slot: Slot<readonly HeaderValue[]>, hasBody: boolean): void {
  const seen = new Map<string, HeaderValue>();
  for (const header of valueOf(slot) ?? []) {
    const { text, at } = header.name;
    const fault = headerFault(header, hasBody);
    if (fault) findings.report(endpoints.headerNotHere, at, { name: text, ...fault });
    const first = seen.get(text.toLowerCase());
    // Each cookie is a field line of its own: https://www.rfc-editor.org/rfc/rfc6265#section-3
    if (first && text.toLowerCase() !== 'set-cookie')
      findings.report(contradiction, at, { what: `the header \`${text}\` of one answer` }, [
        { at: first.name.at, message: 'it is stated here' },
      ]);
    else seen.set(text.toLowerCase(), header);
  }
}
