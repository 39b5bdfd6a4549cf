// Moves that the table of part 3 does not let, and calls that a rule of the document refuses. Input: a call. Output: whether each cause holds.
// Notation, part 3; part 2, When deleted; part 7, "Causes".

import { isCreation, isMove } from '../../../analysis/document/effect-traits.ts';
import {
  birthsBy,
  deletes,
  isToSame,
  machinesChangedBy,
  machineViews,
  movesBy,
  refusalOf,
  targets,
  type MachineView,
  type MoveView,
} from '../../../analysis/document/moves.ts';
import { changedOtherwise, refusedOtherwise } from '../../../analysis/machines/other-changes.ts';
import { endsRow, isOnlyNamed } from '../../../analysis/machines/removals.ts';
import { isSentOnly, ruleCauses, type RefusalRule } from '../../../analysis/machines/refusal-rules.ts';
import { operandsOf } from '../../../analysis/document/condition-walk.ts';
import { effectsOf, headingOf } from '../../../analysis/document/targets.ts';
import { ofBody } from '../../../analysis/document/input-fields.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Condition } from '../../../notation/values/conditions.ts';
import { causeKey } from '../../../notation/values/cause-kinds.ts';
import type { MetCause, OfKind } from '../../../notation/values/met-causes.ts';
import type { Effect } from '../../../notation/values/effects.ts';
import { sentAt, sentFor } from '../../values/body-fields.ts';
import { truth } from '../../values/evaluate.ts';
import { all, not, Row, some, UNKNOWN, type Truth, type Unknown, type Value } from '../../world/known.ts';
import { everyRow, rowOf, scopeOf, targetOf, type Facts, type Judge } from './context.ts';
import { isWrong } from './fields.ts';
import { isUnseen, isKeptRow, keptRow } from './rows.ts';
import { rowSent } from './row-sent.ts';

export const illegalMove: Judge<'illegal move'> = (facts, { on }) => {
  const view = on === undefined ? undefined : machineViews(facts.model).get(on);
  if (!view || valueOf(view.machine.anyOtherMove)?.kind === 'accepted') return false;
  const parts: Truth[] = [];
  if (machinesChangedBy(facts.model, facts.linked).includes(view) && !isOnlyNamed(facts.linked, view))
    parts.push(ofRows(facts, view, (row) => isIllegal(facts, view, row)));
  if (begins(facts, view)) parts.push(mayNotBegin(facts, view));
  return some(parts);
};

/** Judged of the one row that is there, or of each. */
function ofRows(facts: Facts, { resource, field }: MachineView, is: (row: Row) => Truth): Truth {
  const effects = effectsOf(facts.linked).filter((effect) => 'target' in effect && effect.target.text === resource);
  const every = effects.find(({ kind }) => kind.endsWith(' every'));
  if (every && 'where' in every) {
    const { rows, isWhole } = everyRow(facts, resource, every.where);
    const each = rows.map(({ row, isSure }) => all([is(row), isSure ? true : undefined]));
    return some([...each, isWhole ? false : undefined]);
  }
  const row = targetOf(facts, resource);
  if (row === UNKNOWN) return undefined;
  // Of a row that is not there for this caller no state is asked.
  return row instanceof Row && field !== '' ? all([not(isUnseen(facts, resource)), is(row)]) : false;
}

/** The state that the call names; undefined: the table says it; `none`: the call makes no move. */
function namedState(facts: Facts, view: MachineView): string | Unknown | 'none' | undefined {
  const { asked, body, linked, model } = facts;
  for (const effect of effectsOf(linked)) {
    if (isMove(effect) && effect.target.text === view.resource && effect.field.text === view.field)
      return effect.to?.text;
    const value = assignedState(effect, view);
    if (value !== undefined) return value;
  }
  if (effectsOf(linked).some((effect) => deletes(effect, view))) return undefined;
  const input = body.kind === 'fields' ? ofBody(body.fields).find(({ subject }) => subject === view.name) : undefined;
  if (!input) return 'none';
  const sent = sentFor(model, linked, input, sentAt(asked, input.path));
  if (sent.kind === 'kept') return 'none';
  return sent.kind === 'value' && typeof sent.value === 'string' ? sent.value : UNKNOWN;
}

function assignedState(effect: Effect, view: MachineView): string | Unknown | undefined {
  const assignments = effect.kind === 'sets' ? effect.assignments : [];
  const own = assignments.find(({ field }) => field.text === view.field || field.text === view.name);
  return own && (own.value.kind === 'text' ? own.value.value : UNKNOWN);
}

function holds(facts: Facts, move: MoveView, row: Row): Truth {
  const { onlyIf } = move.row;
  const condition = valueOf(onlyIf);
  return condition
    ? compared(facts, condition, row)
    : onlyIf.status === 'none' || onlyIf.status === 'absent'
      ? true
      : undefined;
}

/** A field of the body that does not fit is not compared. */
function compared(facts: Facts, condition: Condition, row: Row | undefined): Truth {
  const isOpen = operandsOf(condition).some(
    (one) => one.kind === 'field' && one.owner === 'body' && isWrong(facts, one) !== false,
  );
  return isOpen ? undefined : truth(condition, scopeOf(facts, row));
}

/** Does the row of the table start from the state of this row, and apply? */
function applies(facts: Facts, view: MachineView, move: MoveView, row: Row): Truth {
  const state = row.get(view.field);
  const isFrom = state === UNKNOWN || move.from === undefined ? undefined : move.from.includes(String(state));
  return all([isFrom, isFrom === false ? false : holds(facts, move, row)]);
}

function isIllegal(facts: Facts, view: MachineView, row: Row): Truth {
  const to = namedState(facts, view);
  if (to === 'none') return false;
  const stays = isSetState(facts, view) ? isInState(row, view, to) : false;
  if (stays === true) return false;
  const isDeleted = effectsOf(facts.linked).some((effect) => deletes(effect, view));
  const rows = movesBy(view, headingOf(facts.linked)).filter((move) => refusalOf(move) === undefined);
  const legal = rows.map((move) => all([leadsTo(view, move, row, to, isDeleted), applies(facts, view, move, row)]));
  const refused = movesBy(view, headingOf(facts.linked))
    .filter((move) => refusalOf(move) !== undefined)
    .map((move) => applies(facts, view, move, row));
  return all([not(some(legal)), not(some(refused)), not(stays)]);
}

/** Where `sets` or the body brings the state, that which the row has makes no move. */
function isSetState({ linked }: Facts, view: MachineView): boolean {
  return !effectsOf(linked).some(
    (effect) =>
      deletes(effect, view) ||
      (isMove(effect) && effect.target.text === view.resource && effect.field.text === view.field),
  );
}

function isInState(row: Row, { field }: MachineView, to: string | Unknown | undefined): Truth {
  const state = row.get(field);
  return state === UNKNOWN || to === UNKNOWN ? undefined : state === to;
}

/** Does a row of the table lead where the call wants to go? */
function leadsTo(
  view: MachineView,
  move: MoveView,
  row: Row,
  to: string | Unknown | undefined,
  isDeleted: boolean,
): Truth {
  if (to === UNKNOWN) return undefined;
  if (isDeleted) return endsRow(move) || isToSame(move);
  if (to === undefined) return true;
  const state = row.get(view.field);
  if (isToSame(move)) return state === UNKNOWN ? undefined : state === to;
  return targets(move).includes(to);
}

function begins({ linked }: Facts, view: MachineView): boolean {
  return effectsOf(linked).some(
    (effect) => isCreation(effect) && 'target' in effect && effect.target.text === view.resource,
  );
}

/** No `(new)` row of its own applies, or the state that is sent is none in which rows begin. */
function mayNotBegin(facts: Facts, view: MachineView): Truth {
  const { linked } = facts;
  const put = effectsOf(linked).find(
    (effect) => effect.kind === 'creates or replaces' && effect.target.text === view.resource,
  );
  const old = put && rowOf(facts, put);
  if (old instanceof Row) return false;
  const row = rowSent(facts, view.resource);
  if (!row || effectsOf(linked).some(({ kind }) => kind === 'creates every in body')) return undefined;
  // Of a call that comes again no row is born.
  const isBorn = not(isKeptRow(facts, view.resource, row));
  if (isBorn === false) return false;
  const births = birthsBy(view, headingOf(linked)).filter((move) => refusalOf(move) === undefined);
  const wanted = wantedState(facts, view);
  if (births.length === 0)
    return wanted === undefined ? false : wanted === UNKNOWN ? undefined : !view.marked.includes(wanted);
  const legal = births.map((move) =>
    all([
      holds(facts, move, row),
      wanted === undefined ? true : wanted === UNKNOWN ? undefined : targets(move).includes(wanted),
    ]),
  );
  return all([not(some(legal)), old === UNKNOWN ? undefined : true, isBorn]);
}

/** In which the new row begins; undefined: nothing states it. */
function wantedState(facts: Facts, view: MachineView): string | Unknown | undefined {
  const { asked, body, linked, model } = facts;
  for (const effect of effectsOf(linked)) {
    if (!('with' in effect) || effect.target.text !== view.resource) continue;
    const own = effect.with.find(({ field }) => field.text === view.field);
    if (own) return own.value.kind === 'text' ? own.value.value : UNKNOWN;
  }
  const input = body.kind === 'fields' ? ofBody(body.fields).find(({ subject }) => subject === view.name) : undefined;
  const raw = input && sentAt(asked, input.path);
  if (!input || raw === undefined) return undefined;
  const sent = sentFor(model, linked, input, raw);
  return sent.kind === 'value' && typeof sent.value === 'string' ? sent.value : UNKNOWN;
}

/** By a row of part 3, or by Any other change. */
export function tableRefuses(facts: Facts, { code }: OfKind<'refused'>): Truth {
  return some([...tableRefusals(facts, code), ...otherChanges(facts, code)]);
}

/** The same, by When deleted, or by a condition of part 7. */
export const refused: Judge<'refused'> = (facts, cause) =>
  some([...rulesOf(facts, cause).map((rule) => ruleHolds(facts, rule)), tableRefuses(facts, cause)]);

export const refusedWhile: Judge<'refused while'> = (facts, cause) =>
  some(rulesOf(facts, cause).map((rule) => ruleHolds(facts, rule)));

export function rulesOf({ model, linked }: Facts, cause: MetCause): readonly RefusalRule[] {
  const key = causeKey(cause);
  return ruleCauses(model, linked).filter((rule) => causeKey(rule.cause) === key);
}

export function ruleHolds(facts: Facts, { when, resource }: RefusalRule): Truth {
  const { model, linked } = facts;
  if (resource === undefined || isSentOnly(model, linked, when)) return truth(when, scopeOf(facts));
  const effects = effectsOf(linked).filter((effect) => 'target' in effect && effect.target.text === resource);
  const every = effects.find(({ kind }) => kind.endsWith(' every'));
  if (every && 'where' in every) {
    const { rows, isWhole } = everyRow(facts, resource, every.where);
    const each = rows.map(({ row, isSure }) => all([truth(when, scopeOf(facts, row)), isSure ? true : undefined]));
    return some([...each, isWhole ? false : undefined]);
  }
  const row: Value | undefined = targetOf(facts, resource);
  if (row === UNKNOWN) return undefined;
  // Where the row is not there, that is what is wrong; one that is made is judged as it will be.
  if (row === null) return effects.some((effect) => isCreation(effect)) ? ofNew(facts, when, resource) : false;
  if (!(row instanceof Row)) return ofNew(facts, when, resource);
  return all([not(isUnseen(facts, resource)), truth(when, scopeOf(facts, row))]);
}

/** One that is kept stays as it is. */
function ofNew(facts: Facts, when: RefusalRule['when'], resource: string): Truth {
  const kept = keptRow(facts, resource);
  if (kept === UNKNOWN) return undefined;
  if (kept) return truth(when, scopeOf(facts, kept));
  return truth(when, scopeOf(facts, rowSent(facts, resource)));
}

/** Rows `` refused `code` ``. */
function tableRefusals(facts: Facts, code: string): readonly Truth[] {
  const heading = headingOf(facts.linked);
  const near = new Set([
    ...machinesChangedBy(facts.model, facts.linked),
    ...changedOtherwise(facts.model, facts.linked),
  ]);
  const moved = [...near].map((view) => {
    const rows = movesBy(view, heading).filter((move) => refusalOf(move) === code);
    return rows.length === 0
      ? false
      : ofRows(facts, view, (row) => some(rows.map((move) => applies(facts, view, move, row))));
  });
  const begun =
    facts.model.machines.size === 0
      ? []
      : [...machineViews(facts.model).values()].map((view) => {
          const rows = begins(facts, view) ? birthsBy(view, heading).filter((move) => refusalOf(move) === code) : [];
          const row = rows.length === 0 ? undefined : rowSent(facts, view.resource);
          return rows.length === 0 ? false : row ? some(rows.map((move) => holds(facts, move, row))) : undefined;
        });
  return [...moved, ...begun];
}

/** A call that makes no move, from a state from which no row lets it. */
function otherChanges(facts: Facts, code: string): readonly Truth[] {
  const { linked, model } = facts;
  return changedOtherwise(model, linked).map((view) => {
    if (refusedOtherwise(model, linked, view) !== code) return false;
    const to = namedState(facts, view);
    const isMove = to !== 'none' && !effectsOf(linked).some((effect) => deletes(effect, view));
    const rows = movesBy(view, headingOf(linked)).filter(
      (move) => refusalOf(move) === undefined && (isToSame(move) || endsRow(move)),
    );
    return ofRows(facts, view, (row) => {
      // One that is sent as the row has it makes no move.
      const stays = !isMove
        ? true
        : to === UNKNOWN || row.get(view.field) === UNKNOWN
          ? undefined
          : row.get(view.field) === to;
      return all([stays, not(some(rows.map((move) => applies(facts, view, move, row))))]);
    });
  });
}
