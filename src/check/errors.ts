// What is doubtful in part 7: rows that can never be sent. Comes in: a model. Goes out: warnings. Notation, part 7 ("the
// first row that holds") and section 4: `dead-error-row`, `unused-error`, `unused-column`.

import { didYouMean } from '../base/did-you-mean.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { deadErrorRow, unusedColumn, unusedError } from '../diagnostics/errors.ts';
import { CODE_COLUMNS, type Cause, type ErrorCode } from '../model/errors.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../model/status.ts';
import { causeKey } from '../model/views/errors.ts';
import { unusedColumns } from '../model/views/words.ts';

export function errorsFound(model: Model): readonly Diagnostic[] {
  const named = namedElsewhere(model);
  const above = new Map<string, ErrorCode>();
  const found: Diagnostic[] = [];
  for (const code of model.document.errors.codes.items) {
    const causes = valueOf(code.when) ?? [];
    if (!named.has(code.code.text)) found.push(...judge(code, causes, above));
    for (const cause of causes) {
      const key = keyOf(cause);
      if (key !== undefined && !above.has(key)) above.set(key, code);
    }
  }
  // A near miss of a column that the notation names is an error, and linking's to find.
  const unused = unusedColumns(model).filter(({ text }) => didYouMean(text, CODE_COLUMNS) === undefined);
  return [...found, ...unused.map(({ text, at }) => diagnose(unusedColumn, at, { head: text }))];
}

function judge(
  code: ErrorCode,
  causes: readonly Cause[],
  above: ReadonlyMap<string, ErrorCode>,
): readonly Diagnostic[] {
  const name = code.code.text;
  if (causes.length === 0) {
    const isUnused = code.when.status === 'none' || (code.when.status === 'stated' && causes.length === 0);
    return isUnused ? [diagnose(unusedError, code.code.at, { code: name })] : [];
  }
  const rows = causes.map((cause) => answering(cause, above));
  const first = rows[0];
  if (!first || rows.some((row) => row === undefined)) return [];
  const related = [{ at: first.code.at, message: 'this row comes first' }];
  return [diagnose(deadErrorRow, code.code.at, { code: name, above: first.code.text }, related)];
}

/** The row above that answers the cause, under its own name or a wider one. */
function answering(cause: Cause, above: ReadonlyMap<string, ErrorCode>): ErrorCode | undefined {
  const key = keyOf(cause);
  if (key === undefined) return undefined;
  const own = above.get(key);
  if (own) return own;
  if (cause.kind === 'field') return above.get(`any field ${cause.failure}`);
  if ((cause.kind === 'illegal move' || cause.kind === 'not permitted') && cause.on) return above.get(cause.kind);
  return undefined;
}

/** Two conditions are told apart by more than a key. */
function keyOf(cause: Cause): string | undefined {
  return cause.kind === 'condition' ? undefined : causeKey(cause);
}

/** Codes that an operation, a move or a limit names: those are sent whatever stands above them. */
function namedElsewhere(model: Model): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { facts } of model.operations.values()) {
    for (const name of valueOf(facts.errors) ?? []) names.add(name.text);
    for (const row of facts.statuses.items) {
      const when = valueOf(row.when);
      if (when?.kind === 'error') for (const name of when.errors) names.add(name.text);
    }
    for (const row of facts.repeatTable.items) for (const name of ticked(valueOf(row.statement))) names.add(name);
    const repeat = valueOf(facts.repeat);
    if (repeat?.kind === 'same values') for (const name of ticked(repeat.text)) names.add(name);
  }
  for (const machine of model.machines.values()) {
    const other = valueOf(machine.anyOtherMove);
    if (other?.kind === 'error') names.add(other.error.text);
    for (const move of machine.moves.items) {
      const to = valueOf(move.to);
      if (to?.kind === 'refused') names.add(to.error.text);
    }
  }
  for (const limit of model.document.limits.limits.items)
    for (const name of ticked(valueOf(limit.whenExceeded))) names.add(name);
  return names;
}

/** Names inside a value that is kept as written. */
function ticked(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text.trim(), ...[...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)];
}
