// The names that part 3 uses, and whether its moves can be told apart and are made. Input: a document's machines. Output: findings.
// Notation, part 3 and section 4: unknown states, `move-not-done`, `nondeterministic-move`.

import { ticked } from '../base/ticked.ts';
import { contradiction } from '../diagnostics/reading.ts';
import * as endpoints from '../diagnostics/endpoints.ts';
import * as states from '../diagnostics/states.ts';
import type { Effect } from '../notation/values/effects.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { From } from '../notation/values/moves.ts';
import type { Machine, Move } from '../notation/states.ts';
import { valueOf } from '../notation/slot.ts';
import { findsRow } from '../analysis/machines/refusal-rules.ts';
import { bodyOf, mayBring, TAKES_BODY } from '../analysis/document/inputs.ts';
import { ledBy, overlapsOf } from '../analysis/machines/move-overlaps.ts';
import { machineViews, targets, type MachineView, type MoveView } from '../analysis/document/moves.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';
import { judgeCondition } from './comparisons/conditions.ts';
import { linkBeginnings } from './beginnings.ts';
import { linkTimedMoves } from './timed-moves.ts';
import type { References } from './references.ts';

export function linkStates(refs: References): void {
  for (const machine of refs.model.document.states.machines.items) {
    const resource = refs.resource(machine.resource);
    refs.field(resource, machine.field.text.split('.'), machine.field.at);
    const field = refs.model.fields.get(machine.name.text);
    const type = field && valueOf(field.type);
    if (field && type && type.kind !== 'state') {
      refs.report(states.notAState, machine.name.at, { machine: machine.name.text }, [
        { at: field.type.at, message: 'its type is stated here' },
      ]);
    }
    for (const move of machine.moves.items) linkMove(refs, machine, move);
    const other = valueOf(machine.anyOtherMove);
    if (other?.kind === 'error') refs.error(other.error);
  }
  for (const view of machineViews(refs.model).values()) {
    linkBeginnings(refs, view);
    finalStates(refs, view);
    movesDone(refs, view);
    chosen(refs, view);
    toldApart(refs, view);
    linkTimedMoves(refs, view);
  }
}

function linkMove(refs: References, machine: Machine, move: Move): void {
  const name = machine.name.text;
  const row = refs.model.resources.get(machine.resource.text);
  const ground = { row, self: row };
  const from = valueOf(move.from);
  if (from && from.kind !== 'new') for (const state of from.states) refs.state(name, state);
  const to = valueOf(move.to);
  if (to?.kind === 'state') refs.state(name, to.state);
  if (to?.kind === 'one of') for (const state of to.states) refs.state(name, state);
  if (to?.kind === 'refused') refs.error(to.error);
  const by = valueOf(move.by);
  const operations = by?.kind === 'operations' ? by.operations.map((operation) => refs.operation(operation)) : [];
  const known = operations.filter((linked) => linked !== undefined);
  // Time and others outside send nothing; where By is not shown, nobody knows what is sent.
  const requests = known.length > 0 ? known : [by && by.kind !== 'operations' ? undefined : ('open' as const)];
  if (by?.kind === 'at') refs.field(row, by.field.text.split('.'), by.field.at);
  const onlyIf = valueOf(move.onlyIf);
  for (const request of requests) if (onlyIf) judgeCondition(refs, onlyIf, { ...ground, request });
  const who = valueOf(move.who);
  for (const request of requests)
    if (who?.kind === 'condition') judgeCondition(refs, who.condition, { ...ground, request });
  for (const event of valueOf(move.emits) ?? []) refs.event(event);
}

/** A final state that a row leaves is no final state. */
function finalStates(refs: References, view: MachineView): void {
  for (const state of view.machine.states.items) {
    if (valueOf(state.kind) !== 'final') continue;
    const leaves = view.moves.find(
      (move) => move.from?.includes(state.name.text) && targets(move).some((to) => to !== state.name.text),
    );
    if (!leaves) continue;
    const { from } = leaves.row;
    const named = valueOf(from);
    const at = (named?.kind === 'states' && named.states.find((one) => one.text === state.name.text)?.at) || from.at;
    refs.report(contradiction, at, { what: `\`${state.name.text}\`, a final state from which a move starts` }, [
      { at: state.kind.at, message: 'it is called final here' },
    ]);
  }
}

function movesDone(refs: References, view: MachineView): void {
  for (const move of [...view.moves, ...view.births]) {
    const by = valueOf(move.row.by);
    if (by?.kind !== 'operations') continue;
    for (const name of by.operations) {
      const linked = refs.model.operations.get(name.text);
      if (!linked || !isKnown(linked) || makes(refs.model, linked, view, move)) continue;
      const values = { operation: name.text, machine: view.name, otherwise: refusedOtherwise(view, move, linked) };
      refs.report(endpoints.moveNotDone, name.at, values, [
        { at: linked.facts.does.at, message: 'its Does stands here' },
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
  if (led.kind === 'states' && to?.kind === 'state' && !led.states.includes(to.state.text)) return false;
  return effectsOf(linked).some((effect) => {
    if (effect.kind === 'sets')
      return effect.assignments.some(({ field }) => field.text === view.field || field.text === view.name);
    if (!('target' in effect) || effect.target.text !== view.resource) return false;
    if (mayBegin && effect.kind.startsWith('creates')) return true;
    if (isBirth || ONLY_BEGINS.has(effect.kind)) return false;
    if (effect.kind === 'moves' || effect.kind === 'moves every') return effect.field.text === view.field;
    if (effect.kind === 'deletes' || effect.kind === 'deletes every') return isEnd || to?.kind === 'refused';
    const body = bodyOf(model, linked);
    if (TAKES_BODY.has(effect.kind) && mayBring(model, linked, (_, name) => name === view.field)) return true;
    return (
      body.kind === 'fields' &&
      body.fields.some(({ sets }) => sets?.resource === view.resource && sets.field.name.text === view.field)
    );
  });
}

/** A row that is there already stays as it is. */
const ONLY_BEGINS: ReadonlySet<Effect['kind']> = new Set(['creates', 'creates or keeps', 'creates every in body']);

/** `one of` is for whoever makes the move to choose: time names no state, and not every call does. */
function chosen(refs: References, view: MachineView): void {
  for (const { row } of [...view.moves, ...view.births]) {
    const by = valueOf(row.by);
    if (valueOf(row.to)?.kind !== 'one of' || !by || by.kind === 'outside') continue;
    const calls = by.kind === 'operations' ? by.operations : [];
    const silent = calls.find(({ text }) => isSilent(refs.model, text, view));
    if (by.kind === 'operations' && !silent) continue;
    refs.report(states.openChoice, row.to.at, { machine: view.name, by: silent ? `\`${silent.text}\`` : 'time' });
  }
}

/** What it does is known, and names no state. */
function isSilent(model: Model, heading: string, view: MachineView): boolean {
  const linked = model.operations.get(heading);
  return linked !== undefined && isKnown(linked) && ledBy(model, linked, view).kind === 'table';
}

/** From one state one operation makes one move: the order of two rows says nothing. */
function toldApart(refs: References, view: MachineView): void {
  for (const { operation, state, rows, isCertain } of overlapsOf(refs.model, view)) {
    if (!isCertain) continue;
    const values = { state: state ?? '(new)', operation, machine: view.name };
    refs.report(states.nondeterministicMove, rows[1].row.at, values, [
      { at: rows[0].row.at, message: 'the other row stands here' },
    ]);
  }
}
