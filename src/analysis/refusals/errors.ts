// Refusals: which causes an operation can meet, and which row of the document answers each. Input: a model and one of its operations.
// Output: causes in the order a request meets them, and answers. Notation, part 7 ("Causes", "first row that holds") and part 4 (Status
// rows and `Errors:` of an operation).

import { addTo } from '../../base/grouped.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { CAUSE_KINDS, CAUSES, causeKey, kindOfCause, withoutPlace } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Limit } from '../../notation/limits.ts';
import type { Machine } from '../../notation/states.ts';
import type { ErrorCode } from '../../notation/errors.ts';
import type { StatusRow } from '../../notation/endpoints.ts';
import { absent, valueOf } from '../../notation/slot.ts';
import { assignedCauses, bodyCauses, computedCauses, stateCauses, takenCauses } from './causes.ts';
import { spellingsOf } from './spellings.ts';
import { isSaidByPart7 } from '../machines/illegal-moves.ts';
import { machineViews } from '../document/moves.ts';
import { ruleCauses, ruleOf, shapeOf } from '../machines/refusal-rules.ts';
import { answerCauses, callerCauses, pathCauses, queryCauses } from './causes/request.ts';
import { limitsMet, restrictionCauses, type MetLimit, type RestrictionCause } from './causes/restriction.ts';

/** What HTTP itself answers where part 7 states nothing (docs/http-floor.md), and its status. */
export const FLOOR_CAUSES: readonly { readonly cause: MetCause; readonly status: number }[] = CAUSE_KINDS.flatMap(
  (kind) => {
    const { floor } = CAUSES[kind];
    return floor === undefined ? [] : [{ cause: { kind } as MetCause, status: floor }];
  },
);

/** Causes that belong to no operation. */
export const SERVICE_CAUSES: readonly MetCause[] = FLOOR_CAUSES.flatMap(({ cause }) =>
  kindOfCause(cause).outside === undefined ? [] : [cause],
);

/** What answers a cause. `code` is the row of part 7, `row` the operation's own Status row, which beats it. */
export interface CauseAnswer {
  readonly code: ErrorCode;
  readonly row: StatusRow | undefined;
  /** Place in the order of precedence: lower wins when several causes hold at once. */
  readonly rank: number;
}

/** The causes a request to this operation can meet, each once, in the order in which they are looked for. */
export const causesOf: (model: Model, linked: LinkedOperation) => readonly MetCause[] = oncePer(
  (model: Model, linked: LinkedOperation) => newCausesOf(model, linked),
);

/** The same, and they are not kept: of a large document they are many, and `check` looks at most of them once. */
export function newCausesOf(model: Model, linked: LinkedOperation): readonly MetCause[] {
  return causesBeside(model, linked, restrictionsOf(model, linked));
}

function causesBeside(
  model: Model,
  linked: LinkedOperation,
  restrictions: readonly RestrictionCause[],
): readonly MetCause[] {
  return distinct([
    ...callerCauses(model, linked),
    ...restrictions.map((one) => one.cause),
    ...pathCauses(model, linked, (cause) => isStated(model, cause)),
    ...queryCauses(model, linked),
    ...bodyCauses(model, linked),
    ...computedCauses(model, linked),
    ...stateCauses(model, linked),
    ...ruleCauses(model, linked).map((rule) => rule.cause),
    ...assignedCauses(model, linked),
    ...takenCauses(model, linked),
    ...answerCauses(model, linked),
  ]);
}

/** Each once. */
export function distinct(causes: readonly MetCause[]): readonly MetCause[] {
  const found = new Map<string, MetCause>();
  for (const cause of causes) {
    const key = causeKey(cause);
    if (!found.has(key)) found.set(key, cause);
  }
  return [...found.values()];
}

/** Can a request to this operation meet it? */
export function isMet(model: Model, linked: LinkedOperation, cause: MetCause): boolean {
  return keysOf(causesOf(model, linked)).has(causeKey(cause));
}

const keysOf = oncePer((causes: readonly MetCause[]): ReadonlySet<string> => new Set(causes.map(causeKey)));

const restrictionsOf = oncePer((model: Model, linked: LinkedOperation): readonly RestrictionCause[] =>
  withLimits(model, linked, limitsOf(model, linked)),
);

function withLimits(
  model: Model,
  linked: LinkedOperation,
  limits: readonly RestrictionCause[],
): readonly RestrictionCause[] {
  return restrictionCauses(model, (cause) => isStated(model, cause), linked, distinctBy(limits));
}

/** The limits of part 8 that a request to this operation can meet. */
export const limitsOf: (model: Model, linked: LinkedOperation) => readonly MetLimit[] = oncePer(
  (model: Model, linked: LinkedOperation): readonly MetLimit[] =>
    limitsMet(model, linked, (cause) => isStated(model, cause)).filter(
      ({ limit }) => endsOf(model, linked, limit)?.length !== 0,
    ),
);

/** Can a request to this operation meet the limit? */
export function isLimitOf(model: Model, linked: LinkedOperation, limit: Limit): boolean {
  return rowsOf(limitsOf(model, linked)).has(limit);
}

const rowsOf = oncePer((met: readonly MetLimit[]): ReadonlySet<Limit> => new Set(met.map(({ limit }) => limit)));

/** The causes that a limit counts calls by, of those that the operation can meet; undefined: it counts all calls. */
export function endsOf(model: Model, linked: LinkedOperation, { appliesTo }: Limit): readonly MetCause[] | undefined {
  const when = valueOf(appliesTo)?.when;
  if (when === undefined || when.kind === 'condition') return undefined;
  const stated = causeKey(withoutPlace(when));
  return causesBeside(model, linked, withLimits(model, linked, [])).filter((cause) =>
    spellingsOf(model, linked, cause)
      .flat()
      .some((one) => causeKey(one) === stated),
  );
}

/** Of several with one cause, the first. */
function distinctBy(found: readonly RestrictionCause[]): readonly RestrictionCause[] {
  const keys = new Set<string>();
  return found.filter(({ cause }) => {
    const key = causeKey(cause);
    return !keys.has(key) && keys.add(key);
  });
}

const restrictionOf = oncePer(
  (model: Model, linked: LinkedOperation): ReadonlyMap<string, RestrictionCause> =>
    new Map(
      restrictionsOf(model, linked)
        .toReversed()
        .map((one) => [causeKey(one.cause), one]),
    ),
);

/** Does any row of part 7 name this cause? */
export function isStated(model: Model, cause: MetCause): boolean {
  return rowsByCause(model).has(causeKey(cause));
}

/** Cause key, as the rows of part 7 spell it → the places of the rows that name it. */
const rowsByCause = oncePer((model: Model): ReadonlyMap<string, readonly number[]> => {
  const rows = new Map<string, number[]>();
  for (const [index, row] of model.document.errors.codes.items.entries()) {
    for (const cause of valueOf(row.when) ?? [])
      if (cause.kind !== 'condition') addTo(rows, causeKey(withoutPlace(cause)), index);
  }
  return rows;
});

/** Code → the place of the first row that has it. */
const rowsByCode = oncePer((model: Model): ReadonlyMap<string, number> => {
  const rows = new Map<string, number>();
  for (const [index, row] of model.document.errors.codes.items.entries())
    if (!rows.has(row.code.text)) rows.set(row.code.text, index);
  return rows;
});

/**
 * The row that answers a cause for one operation, or undefined: then nothing does. Without an operation: what part 7
 * states for requests that reach none. The operation's Status rows come first, then its `Errors:`, then part 7.
 */
export function answerOf(model: Model, linked: LinkedOperation | undefined, cause: MetCause): CauseAnswer | undefined {
  const named = namedCode(model, linked, cause);
  if (named !== undefined) {
    const index = ruleRow(model, linked, cause) ?? rowsByCode(model).get(named);
    return index === undefined ? undefined : first(model, linked, new Set([index]));
  }
  for (const spellings of spellingsOf(model, linked, cause)) {
    const rows = new Set(spellings.flatMap((spelling) => rowsByCause(model).get(causeKey(spelling)) ?? []));
    const found = rows.size > 0 ? first(model, linked, rows) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Where a code has several rows, the one that states the condition. */
function ruleRow(model: Model, linked: LinkedOperation | undefined, cause: MetCause): number | undefined {
  const rule = linked && ruleOf(model, linked, cause);
  return rule?.code === undefined ? undefined : rowsByRule(model).get(`${rule.code} ${shapeOf(rule.when)}`);
}

/** The rows of part 7 by code and condition: the first of each. */
const rowsByRule = oncePer((model: Model): ReadonlyMap<string, number> => {
  const rows = model.document.errors.codes.items.flatMap(({ code, when }, index) =>
    (valueOf(when) ?? []).flatMap((cause) =>
      cause.kind === 'condition' && !cause.after ? [[`${code.text} ${shapeOf(cause.condition)}`, index] as const] : [],
    ),
  );
  return new Map(rows.toReversed());
});

/** Of the rows of part 7 that hold, the one that comes first for this operation. */
function first(model: Model, linked: LinkedOperation | undefined, rows: ReadonlySet<number>): CauseAnswer | undefined {
  const codes = model.document.errors.codes.items;
  const statuses = linked?.facts.statuses.items ?? [];
  for (const [place, row] of statuses.entries()) {
    const when = valueOf(row.when);
    if (when?.kind !== 'error') continue;
    for (const name of when.errors) {
      for (const index of rows)
        if (codes[index]!.code.text === name.text) return { code: codes[index]!, row, rank: place };
    }
  }
  const own = linked && valueOf(linked.facts.errors);
  const ordered = [...rows].sort((a, b) => a - b);
  const mine = own && ordered.find((index) => own.some((name) => name.text === codes[index]!.code.text));
  if (mine !== undefined) return { code: codes[mine]!, row: undefined, rank: statuses.length + mine };
  const index = ordered[0];
  return index === undefined
    ? undefined
    : { code: codes[index]!, row: undefined, rank: statuses.length + codes.length + index };
}

/** Causes that name their code themselves: a row of part 3, `Any other move:`, a limit, a rule of part 7 or part 2. */
function namedCode(model: Model, linked: LinkedOperation | undefined, cause: MetCause): string | undefined {
  if (linked) {
    const rule = ruleOf(model, linked, cause);
    if (rule) return rule.code ?? '';
    const named =
      restrictionsOf(model, linked).length > 0 ? restrictionOf(model, linked).get(causeKey(cause))?.code : undefined;
    if (named !== undefined) return named;
  }
  switch (cause.kind) {
    case 'refused':
      return cause.code;
    case 'refused while':
      return '';
    case 'illegal move': {
      const other = valueOf(machineOf(model, cause)?.anyOtherMove ?? absent({ start: 0, end: 0 }));
      return other?.kind === 'error' ? other.error.text : undefined;
    }
    default:
      return undefined;
  }
}

/** The machine whose moves are meant. */
export function machineOf(model: Model, cause: MetCause): Machine | undefined {
  if (cause.kind !== 'illegal move' || cause.on === undefined) return undefined;
  return machineViews(model).get(cause.on)?.machine;
}

/** Each way in which a row of part 7 may name a cause; none where the cause names its code itself. */
export function spelledAs(model: Model, linked: LinkedOperation, cause: MetCause): readonly MetCause[] {
  return namedCode(model, linked, cause) === undefined ? spellingsOf(model, linked, cause).flat() : [];
}

/** The causes of this operation that no row and no floor answers: each is the gap `7/cause/…`. */
export function unansweredCauses(
  model: Model,
  linked: LinkedOperation,
  causes: readonly MetCause[] = causesOf(model, linked),
): readonly MetCause[] {
  return causes.filter(
    (cause) =>
      kindOfCause(cause).floor === undefined && !isHeldElsewhere(model, cause) && !isAnswered(model, linked, cause),
  );
}

/** Whether anything answers a cause; a row for any field is found without the other ways to spell it. */
function isAnswered(model: Model, linked: LinkedOperation, cause: MetCause): boolean {
  if (cause.kind === 'field' && isStated(model, { kind: 'any field', failure: cause.failure })) {
    // A rule of the operation may have a code of its own.
    if (namedCode(model, linked, cause) === undefined) return true;
  }
  return answerOf(model, linked, cause) !== undefined;
}

/** An illegal move whose `Any other move` is not stated, nor settled by part 7, is that gap, not one of part 7. */
function isHeldElsewhere(model: Model, cause: MetCause): boolean {
  const machine = machineOf(model, cause);
  return machine !== undefined && valueOf(machine.anyOtherMove) === undefined && !isSaidByPart7(model, machine);
}
