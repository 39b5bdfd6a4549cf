// A code of part 7 that two rows, or part 3, state in two ways. Input: the codes of a document. Output: findings with both places. Notation,
// part 7 and rule 6.

import { contradiction } from '../diagnostics/reading.ts';
import type { ErrorCode } from '../notation/errors.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import type { Cause } from '../notation/values/causes.ts';
import type { Findings } from './findings.ts';

export function judgeErrors(findings: Findings): void {
  const { document, codes } = findings.model;
  for (const code of document.errors.codes.items) {
    const first = codes.get(code.code.text);
    if (first && first !== code && differ(first.status, code.status))
      findings.report(contradiction, code.status.at, { what: `the status of \`${code.code.text}\`` }, [
        { at: first.status.at, message: 'it is stated here' },
      ]);
    for (const cause of valueOf(code.when) ?? []) judgeIllegalMove(findings, cause, code);
  }
}

function differ(one: Slot<number>, other: Slot<number>): boolean {
  const [first, second] = [valueOf(one), valueOf(other)];
  return first !== undefined && second !== undefined && first !== second;
}

/** The answer to an illegal move of this machine is stated twice: by a code here, and by another under Any other move. */
function judgeIllegalMove(findings: Findings, cause: Cause, { code }: ErrorCode): void {
  if (cause.kind !== 'illegal move' || !cause.on) return;
  const said = findings.model.machines.get(cause.on.text)?.anyOtherMove;
  const other = said && valueOf(said);
  if (other?.kind !== 'error' || other.error.text === code.text) return;
  const what = `what answers an illegal move of \`${cause.on.text}\`: \`${code.text}\` here, \`${other.error.text}\` under Any other move`;
  findings.report(contradiction, cause.at, { what }, [{ at: said!.at, message: 'Any other move is stated here' }]);
}
