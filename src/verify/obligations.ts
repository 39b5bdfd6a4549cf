// Everything stated that can be observed, each with a stable id. The judge tells the ids that an exchange has exercised, by the same
// functions that make them here. Input: a model. Output: obligations, in the order of the document.

import { causeKey, saidCause } from '../notation/values/cause-kinds.ts';
import type { MetCause } from '../notation/values/met-causes.ts';
import type { StatusRow } from '../notation/endpoints.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { isNested } from '../analysis/document/paths.ts';
import { encodeName } from '../analysis/document/slot-ids.ts';
import { machineViews, targets, type MachineView, type MoveView } from '../analysis/document/moves.ts';
import { queryParameters } from '../analysis/document/query-parameters.ts';
import { headingOf } from '../analysis/document/targets.ts';
import { answerOf, causesOf } from '../analysis/refusals/errors.ts';
import { isSuccess } from '../notation/statuses.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { oncePer } from '../base/once-per.ts';
import { besideCalls, ofRestrictions } from './restriction-obligations.ts';
import { boundsOf } from './bounds.ts';
import { isObservable } from './observable.ts';
import { statementAt, statementOf } from './statements.ts';
import type { Obligation } from './verdict.ts';

/** What nobody can bring about from outside. */
const UNPROVOKED: ReadonlySet<MetCause['kind']> = new Set<MetCause['kind']>([
  'internal',
  'unavailable',
  'still running',
]);

export const obligationsOf: (model: Model) => readonly Obligation[] = oncePer((model: Model): readonly Obligation[] => {
  const found = [
    ...[...model.resources.values()].flatMap((resource) => ofResource(model, resource)),
    ...[...machineViews(model).values()].flatMap((view) => ofMachine(model, view)),
    ...[...model.operations.values()].flatMap((linked) => ofOperation(model, linked)),
    ...besideCalls(model),
    ...OUTSIDE.map((cause) => outside(model, cause)),
  ];
  return [...new Map(found.map((one) => [one.id, one])).values()];
});

/** Those of requests that reach no operation. */
const OUTSIDE: readonly MetCause[] = [{ kind: 'no such path' }, { kind: 'method not allowed' }];

export function causeObligation(linked: LinkedOperation | undefined, cause: MetCause): string {
  if (!linked) return `7/cause/${encodeName(causeKey(cause))}`;
  const known = causesNamed(linked);
  let name = known.get(cause);
  if (name === undefined)
    known.set(cause, (name = `4/${encodeName(headingOf(linked))}/cause/${encodeName(causeKey(cause))}`));
  return name;
}

/** Asked for at each call, of each of its causes. */
const causesNamed = oncePer<[], LinkedOperation, WeakMap<MetCause, string>>(() => new WeakMap());

/** Of several rows with one status the later ones are numbered. */
export function statusObligation(linked: LinkedOperation, row: StatusRow): string {
  const text = row.status.status === 'absent' ? '' : row.status.text;
  const alike = linked.facts.statuses.items.filter((one) => one.status.status !== 'absent' && one.status.text === text);
  const nth = alike.findIndex((one) => one.at === row.at) + 1;
  return `4/${encodeName(headingOf(linked))}/status/${encodeName(text)}${nth > 1 ? ` ${nth}` : ''}`;
}

export function operationObligation(linked: LinkedOperation, what: string): string {
  return `4/${encodeName(headingOf(linked))}/${encodeName(what)}`;
}

export function moveObligation(view: MachineView, start: string, end: string, maker: string): string {
  return `${movesFrom(view, start)}${encodeName(end)} by ${encodeName(maker)}`;
}

/** How those of all moves out of a state begin. */
export function movesFrom(view: MachineView, start: string): string {
  return `3/${encodeName(view.name)}/move/${encodeName(start)} to `;
}

export function beginningObligation(view: MachineView, state: string, by: string): string {
  return `3/${encodeName(view.name)}/begins/${encodeName(state)} by ${encodeName(by)}`;
}

export function fieldObligation(resource: string, field: string, what: string): string {
  return `2/${encodeName(resource)}.${encodeName(field)}/${encodeName(what)}`;
}

export function deletionObligation(resource: string, place: number): string {
  return `2/${encodeName(resource)}/when deleted/${place + 1}`;
}

/** Time that moves a row. */
export const BY_TIME = 'time';

function ofResource(model: Model, resource: Resource): readonly Obligation[] {
  const name = resource.name.text;
  const rules = valueOf(resource.whenDeleted) ?? [];
  const deletions = rules.map((rule, place): Obligation => ({
    id: deletionObligation(name, place),
    operation: undefined,
    statement: statementOf(model, resource.whenDeleted),
    what: `when one is deleted: ${rule.kind} ${rule.resource.text}`,
  }));
  if (isNested(resource)) return [];
  return [...resource.fields.items.flatMap((field) => ofField(model, name, field)), ...deletions];
}

function ofField(model: Model, resource: string, field: Field): readonly Obligation[] {
  const name = field.name.text;
  const make = (what: string, said: string, slot: Slot<unknown>): Obligation => ({
    id: fieldObligation(resource, name, what),
    operation: undefined,
    statement: statementOf(model, slot) ?? statementAt(model, field.at, ''),
    what: `${resource}.${name}: ${said}`,
  });
  const isOfCaller = valueOf(field.setBy)?.kind === 'caller';
  return [
    ...(isObservable(model, resource, field) ? [make('shown', 'it is shown', field.type)] : []),
    ...(isOfCaller && valueOf(field.default)
      ? [make('default', 'its default where it is left out', field.default)]
      : []),
    ...(isOfCaller ? boundsOf(field) : []).map(({ what, slot }) =>
      make(`bound/${what}`, `a value at its bound, ${what}`, slot),
    ),
  ];
}

function ofMachine(model: Model, view: MachineView): readonly Obligation[] {
  const make = (id: string, move: MoveView, what: string): Obligation => ({
    id,
    operation: undefined,
    statement: statementAt(model, move.row.at, ''),
    what: `${view.name}: ${what}`,
  });
  const births = view.births.flatMap((move) =>
    targets(move).flatMap((state) =>
      (move.by ?? []).map((by) =>
        make(beginningObligation(view, state, by), move, `a row begins as ${state} by ${by}`),
      ),
    ),
  );
  const moves = view.moves.flatMap((move) =>
    endsOf(move).flatMap((end) =>
      (move.from ?? []).flatMap((start) =>
        makersOf(move).map((maker) =>
          make(moveObligation(view, start, end, maker), move, `${start} becomes ${end}, made by ${maker}`),
        ),
      ),
    ),
  );
  return [...births, ...moves];
}

/** Where a move leads, as its obligation calls it. */
export function endsOf(move: MoveView): readonly string[] {
  const to = valueOf(move.row.to);
  if (to?.kind === 'gone') return ['(gone)'];
  return to?.kind === 'refused' || to?.kind === 'same' ? [] : targets(move);
}

function makersOf(move: MoveView): readonly string[] {
  const by = valueOf(move.row.by);
  if (by?.kind === 'operations') return move.by ?? [];
  return by?.kind === 'after' || by?.kind === 'at' ? [BY_TIME] : [];
}

function ofOperation(model: Model, linked: LinkedOperation): readonly Obligation[] {
  const operation = headingOf(linked);
  const { facts } = linked;
  const make = (what: string, said: string, slot: Slot<unknown>): Obligation => ({
    id: operationObligation(linked, what),
    operation,
    statement: statementOf(model, slot),
    what: said,
  });
  const statuses = facts.statuses.items.filter(isSuccess).map((row): Obligation => ({
    id: statusObligation(linked, row),
    operation,
    statement: statementOf(model, row.status) ?? statementAt(model, row.at, ''),
    what: `it succeeds with ${row.status.status === 'absent' ? 'its status' : row.status.text}`,
  }));
  const causes = causesOf(model, linked).filter(({ kind }) => !UNPROVOKED.has(kind));
  return [
    ...statuses,
    ...causes.map((cause) => ofCause(model, linked, cause)),
    ...[...queryParameters(model, linked).values()].map((row) =>
      make(`query/${row.name.text}`, `the query parameter ${row.name.text}`, row.type),
    ),
    ...(valueOf(facts.order) ? [make('order', 'the order of its rows', facts.order)] : []),
    ...(valueOf(facts.pages) ? [make('pages', 'a page behind the first', facts.pages)] : []),
    ...ofRestrictions(linked, make),
    ...(facts.crossOrigin.status === 'any' || valueOf(facts.crossOrigin)
      ? [make('cross-origin', 'what pages of other sites may', facts.crossOrigin)]
      : []),
  ];
}

function ofCause(model: Model, linked: LinkedOperation, cause: MetCause): Obligation {
  return {
    id: causeObligation(linked, cause),
    operation: headingOf(linked),
    statement: causeStatement(model, linked, cause),
    what: `it is refused: ${saidCause(cause)}`,
  };
}

/** The row of the document that answers the cause; undefined: HTTP does. */
export function causeStatement(
  model: Model,
  linked: LinkedOperation | undefined,
  cause: MetCause,
): Obligation['statement'] {
  const answer = answerOf(model, linked, cause);
  if (!answer) return undefined;
  const { code, row } = answer;
  return row ? statementOf(model, row.status) : (statementOf(model, code.when) ?? statementOf(model, code.status));
}

function outside(model: Model, cause: MetCause): Obligation {
  const statement = causeStatement(model, undefined, cause);
  return {
    id: causeObligation(undefined, cause),
    operation: undefined,
    statement,
    what: `it is refused: ${saidCause(cause)}`,
  };
}
