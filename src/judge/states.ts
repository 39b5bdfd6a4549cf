// Whether the moves of part 3 can be distinguished and are made. Input: a document's machines. Output: findings.
// Notation, part 3 and section 4: `move-not-done`, `nondeterministic-move`.

import { isCreation, isDeletion, isMove, onlyCreates, takesValues } from '../analysis/document/effect-traits.ts';
import { ticked } from '../base/ticked.ts';
import { contradiction } from '../diagnostics/reading.ts';
import * as endpoints from '../diagnostics/endpoints.ts';
import * as states from '../diagnostics/states.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { From } from '../notation/values/moves.ts';
import { valueOf } from '../notation/slot.ts';
import { findsRow } from '../analysis/machines/refusal-rules.ts';
import { bodyOf, mayBring } from '../analysis/document/inputs.ts';
import { changedOtherwise } from '../analysis/machines/other-changes.ts';
import { ledBy, overlapsOf } from '../analysis/machines/move-overlaps.ts';
import { machineViews, targets, type MachineView, type MoveView } from '../analysis/document/moves.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';
import { judgeBeginnings } from './beginnings.ts';
import { judgeTimedMoves } from './timed-moves.ts';
import type { Findings } from './findings.ts';

export function judgeMachines(findings: Findings): void {
  for (const { name } of findings.model.document.states.machines.items) {
    const field = findings.model.fields.get(name.text);
    const type = field && valueOf(field.type);
    if (field && type && type.kind !== 'state') {
      const related = [{ at: field.type.at, message: 'its type is stated here' }];
      findings.report(states.notAState, name.at, { machine: name.text }, related);
    }
  }
  for (const view of machineViews(findings.model).values()) {
    judgeBeginnings(findings, view);
    finalStates(findings, view);
    movesDone(findings, view);
    chosen(findings, view);
    judgeOverlaps(findings, view);
    judgeTimedMoves(findings, view);
  }
}

/** A final state that a row leaves is no final state. */
function finalStates(findings: Findings, view: MachineView): void {
  for (const state of view.machine.states.items) {
    if (valueOf(state.kind) !== 'final') continue;
    const leaves = view.moves.find(
      (move) => move.from?.includes(state.name.text) && targets(move).some((to) => to !== state.name.text),
    );
    if (!leaves) continue;
    const { from } = leaves.row;
    const named = valueOf(from);
    const at = (named?.kind === 'states' && named.states.find((one) => one.text === state.name.text)?.at) || from.at;
    findings.report(contradiction, at, { what: `\`${state.name.text}\`, a final state from which a move starts` }, [
      { at: state.kind.at, message: 'it is called final here' },
    ]);
  }
}

function movesDone(findings: Findings, view: MachineView): void {
  for (const move of [...view.moves, ...view.births]) {
    const by = valueOf(move.row.by);
    if (by?.kind !== 'operations') continue;
    for (const name of by.operations) {
      const linked = findings.model.operations.get(name.text);
      if (!linked || !isKnown(linked) || makes(findings.model, linked, view, move)) continue;
      const values = { operation: name.text, machine: view.name, otherwise: refusedOtherwise(view, move, linked) };
      findings.report(endpoints.moveNotDone, name.at, values, [
        { at: linked.facts.does.at, message: 'its Does is here' },
      ]);
    }
  }
}

/** What is refused in some state and moves nothing is a code of part 7, which the operation names. */
function refusedOtherwise({ field, resource }: MachineView, { row }: MoveView, linked: LinkedOperation): string {
  const to = valueOf(row.to);
  if (to?.kind !== 'refused' || !findsRow(linked, resource)) return '';
  const code = ticked(to.error.text);
  const condition = statesCondition(field, valueOf(row.from));
  const when = condition === undefined ? 'the condition' : `\`\` ${condition} \`\``;
  const more = row.onlyIf.status === 'stated' ? ', with what Only if says behind `and`,' : '';
  return `: to refuse it without a move, write ${when}${more} under When of ${code} in part 7 and \`\`- Errors: ${code} \`\` under ${ticked(headingOf(linked))}`;
}

function statesCondition(field: string, from: From | undefined): string | undefined {
  if (from?.kind !== 'states' && from?.kind !== 'any except') return undefined;
  const names = from.states.map(({ text }) => ticked(text));
  if (names.length > 1) {
    const among = `this ${ticked(field)} in (${names.join(', ')})`;
    return from.kind === 'states' ? among : `not (${among})`;
  }
  return `this ${ticked(field)} ${from.kind === 'states' ? '=' : '!='} ${names[0]!}`;
}

function isKnown({ facts }: LinkedOperation): boolean {
  return valueOf(facts.does) !== undefined || facts.does.status === 'none';
}

/** Does its effect begin rows, move or overwrite the state, or take the row away? */
function makes(model: Model, linked: LinkedOperation, view: MachineView, move: MoveView): boolean {
  const isBirth = view.births.includes(move);
  // Where From is not shown, it may be `(new)`.
  const mayBegin = isBirth || (move.from === undefined && move.row.from.status !== 'none');
  const to = valueOf(move.row.to);
  const isEnd = to?.kind === 'gone';
  const led = ledBy(model, linked, view);
  // A call that makes no move is named where it is let, and where it is refused; what is not shown may be that.
  const isNamed = to === undefined ? move.row.to.status !== 'none' : to.kind === 'same' || to.kind === 'refused';
  if (!isBirth && isNamed && changedOtherwise(model, linked).includes(view)) return true;
  if (led.kind === 'states' && to?.kind === 'state' && !led.states.includes(to.state.text)) return false;
  return effectsOf(linked).some((effect) => {
    if (effect.kind === 'sets')
      return effect.assignments.some(({ field }) => field.text === view.field || field.text === view.name);
    if (!('target' in effect) || effect.target.text !== view.resource) return false;
    if (mayBegin && isCreation(effect)) return true;
    if (isBirth || onlyCreates(effect)) return false;
    if (isMove(effect)) return effect.field.text === view.field;
    if (isDeletion(effect)) return isEnd || to?.kind === 'refused';
    const body = bodyOf(model, linked);
    if (takesValues(effect) && mayBring(model, linked, (_, name) => name === view.field)) return true;
    return (
      body.kind === 'fields' &&
      body.fields.some(({ sets }) => sets?.resource === view.resource && sets.field.name.text === view.field)
    );
  });
}

/** With `one of` the caller of the move chooses: time names no state, and not every call does. */
function chosen(findings: Findings, view: MachineView): void {
  for (const { row } of [...view.moves, ...view.births]) {
    const by = valueOf(row.by);
    if (valueOf(row.to)?.kind !== 'one of' || !by || by.kind === 'outside') continue;
    const calls = by.kind === 'operations' ? by.operations : [];
    const silent = calls.find(({ text }) => isSilent(findings.model, text, view));
    if (by.kind === 'operations' && !silent) continue;
    findings.report(states.openChoice, row.to.at, { machine: view.name, by: silent ? `\`${silent.text}\`` : 'time' });
  }
}

/** What it does is known, and names no state. */
function isSilent(model: Model, heading: string, view: MachineView): boolean {
  const linked = model.operations.get(heading);
  return linked !== undefined && isKnown(linked) && ledBy(model, linked, view).kind === 'table';
}

/** From one state one operation makes one move: the order of two rows has no meaning. */
function judgeOverlaps(findings: Findings, view: MachineView): void {
  for (const { operation, state, rows, isCertain } of overlapsOf(findings.model, view)) {
    if (!isCertain) continue;
    const values = { state: state ?? '(new)', operation, machine: view.name };
    findings.report(states.nondeterministicMove, rows[1].row.at, values, [
      { at: rows[0].row.at, message: 'the other row is here' },
    ]);
  }
}
