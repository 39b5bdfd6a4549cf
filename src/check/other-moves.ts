// Illegal moves that part 3 answers before part 7 is looked at. Input: a code of part 7 and its causes. Output: the causes that the row
// never answers, and what does. Notation, part 3 ("Any other move") and part 7 ("the first row that holds").

import { few } from '../base/few.ts';
import { oncePer } from '../base/once-per.ts';
import type { Diagnostic } from '../diagnostics/define.ts';
import type { Cause } from '../notation/values/causes.ts';
import type { ErrorCode } from '../notation/errors.ts';
import type { Model } from '../model/model.ts';
import type { Machine } from '../notation/states.ts';
import { valueOf } from '../notation/slot.ts';
import { isComplete } from '../analysis/document/complete.ts';

/** A cause of a row that never answers it, and what does. */
export interface Answered {
  readonly cause: Cause;
  readonly other: string;
  readonly at: Diagnostic['at'];
  readonly message: string;
}

/** Illegal moves that each machine answers itself; one machine with another code is a contradiction, reported by judging. */
export function elsewhere(model: Model, { code }: ErrorCode, causes: readonly Cause[]): readonly Answered[] {
  if (!isEveryMachineKnown(model)) return [];
  return causes.flatMap((cause): readonly Answered[] => {
    if (cause.kind !== 'illegal move') return [];
    const { on } = cause;
    const own = on && model.machines.get(on.text);
    const machines = on === undefined ? [...model.machines.values()] : own ? [own] : [];
    const [first] = machines;
    if (!first || !(on === undefined ? isSaidElsewhere(model, code.text) : isAccepted(first))) return [];
    const other = `Any other move of ${few(machines.map(({ name }) => `\`${name.text}\``))}`;
    return [{ cause, other, at: first.anyOtherMove.at, message: 'it is stated here' }];
  });
}

function isAccepted({ anyOtherMove }: Machine): boolean {
  return valueOf(anyOtherMove)?.kind === 'accepted';
}

/** Every machine accepts other moves or names another code. */
function isSaidElsewhere(model: Model, code: string): boolean {
  const { isSilent, codes } = otherMoves(model);
  return !isSilent && !codes.has(code);
}

/** Whether a machine states nothing about other moves, and the codes that the others name. */
const otherMoves = oncePer((model: Model): { readonly isSilent: boolean; readonly codes: ReadonlySet<string> } => {
  const all = [...model.machines.values()].filter((machine) => !isAccepted(machine));
  const codes = all.flatMap(({ anyOtherMove }) => {
    const other = valueOf(anyOtherMove);
    return other?.kind === 'error' ? [other.error.text] : [];
  });
  return { isSilent: codes.length < all.length, codes: new Set(codes) };
});

/** No machine is left to be shown whose moves the row may answer. Needed for each code, so it is found once. */
const isEveryMachineKnown = oncePer((model: Model): boolean => {
  const { document, fields, machines } = model;
  if (document.states.scope.mark.status === 'gap' || !isComplete(model, document.states.machines)) return false;
  return [...fields].every(([name, { type }]) => valueOf(type)?.kind !== 'state' || machines.has(name));
});
