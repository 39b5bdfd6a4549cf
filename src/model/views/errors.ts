// Refusals: which causes an operation can meet, and which row of the document answers each.
// Comes in: a model and one of its operations. Goes out: cause keys in the order a request meets them, and answers.
// Notation, part 7 ("Causes", "first row that holds") and part 4 (Status rows and `Errors:` of an operation).

import { addTo } from '../../base/grouped.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../model.ts';
import type { Cause } from '../../notation/values/causes.ts';
import type { ErrorCode } from '../../notation/errors.ts';
import type { StatusRow } from '../../notation/endpoints.ts';
import type { Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import {
  assignedCauses,
  bodyCauses,
  isNotBlank,
  reckonedCauses,
  stateCauses,
  takenCauses,
  uniqueGroups,
} from './causes.ts';
import { bodyOf } from './inputs.ts';
import { isSaidByPart7 } from './causes/illegal-moves.ts';
import { machineViews } from './moves.ts';
import { ruleCauses, ruleOf, shapeOf } from './causes/refusal-rules.ts';
import { answerCauses, callerCauses, pathCauses, queryCauses } from './causes/request.ts';
import { restrictionCauses, type RestrictionCause } from './causes/restriction.ts';
import { causeId } from './slots/ids.ts';

/** What HTTP itself answers where part 7 does not say (docs/http-floor.md): cause key → status. */
export const FLOOR_CAUSES: ReadonlyMap<string, number> = new Map([
  ['malformed body', 400],
  ['unsupported media type', 415],
  ['not acceptable', 406],
  ['no such path', 404],
  ['method not allowed', 405],
  ['too large', 413],
  ['unavailable', 503],
  ['internal', 500],
]);

/** Causes that belong to no operation. */
export const SERVICE_CAUSES: readonly string[] = [
  'no such path',
  'method not allowed',
  'too large',
  'unavailable',
  'internal',
];

/** What answers a cause. `code` is the row of part 7, `row` the operation's own Status row, which beats it. */
export interface CauseAnswer {
  readonly code: ErrorCode;
  readonly row: StatusRow | undefined;
  /** Place in the order of precedence: lower wins when several causes hold at once. */
  readonly rank: number;
}

/** The one spelling of a cause, for keys and for gap ids. */
export function causeKey(cause: Cause): string {
  switch (cause.kind) {
    case 'any field':
      return `any field ${cause.failure}`;
    case 'field':
      return `${cause.resource ? `${cause.resource.text}.` : ''}${cause.path.join('.')} ${cause.failure}`;
    case 'not permitted':
      return cause.on ? `not permitted on ${cause.on.text}` : 'not permitted';
    case 'illegal move':
      return cause.on ? `illegal move of ${cause.on.text}` : 'illegal move';
    case 'no such':
      return `no such ${cause.resource.text}`;
    case 'already there':
      return `${cause.resource.text} already there`;
    case 'was':
      return `was ${cause.resource.text}`;
    case 'no such in':
      return `no such ${cause.resource.text} in ${cause.field.text}`;
    case 'header missing':
      return `header ${cause.header.text} missing`;
    case 'limit reached':
      return `${cause.limit.text} reached`;
    case 'condition':
      return 'condition';
    default:
      return cause.kind;
  }
}

/** The gap that stands for a cause without an answer. */
export function causeGapId(key: string): string {
  return causeId(key);
}

/** The causes a request to this operation can meet, each once, in the order in which they are looked for. */
export const causesOf: (model: Model, linked: LinkedOperation) => readonly string[] = oncePer((model, linked) => [
  ...new Set([
    ...callerCauses(model, linked),
    ...restrictionsOf(model, linked).map((one) => one.cause),
    ...pathCauses(model, linked, (cause) => isStated(model, cause)),
    ...queryCauses(model, linked),
    ...bodyCauses(model, linked),
    ...reckonedCauses(model, linked),
    ...stateCauses(model, linked),
    ...ruleCauses(model, linked).map((rule) => rule.cause),
    ...assignedCauses(model, linked),
    ...takenCauses(model, linked),
    ...answerCauses(linked),
  ]),
]);

const restrictionsOf = oncePer((model: Model, linked: LinkedOperation): readonly RestrictionCause[] =>
  restrictionCauses(model, (cause) => isStated(model, cause), linked),
);

const restrictionOf = oncePer(
  (model: Model, linked: LinkedOperation): ReadonlyMap<string, RestrictionCause> =>
    new Map(
      restrictionsOf(model, linked)
        .toReversed()
        .map((one) => [one.cause, one]),
    ),
);

/** Does any row of part 7 name this cause? */
export function isStated(model: Model, key: string): boolean {
  return rowsByCause(model).has(key);
}

/** Cause key, as the rows of part 7 spell it → the places of the rows that name it. */
const rowsByCause = oncePer((model: Model): ReadonlyMap<string, readonly number[]> => {
  const rows = new Map<string, number[]>();
  for (const [index, row] of model.document.errors.codes.items.entries()) {
    for (const cause of valueOf(row.when) ?? []) {
      const key = causeKey(cause);
      addTo(rows, key, index);
    }
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
 * says for requests that reach none. The operation's Status rows come first, then its `Errors:`, then part 7.
 */
export function answerOf(model: Model, linked: LinkedOperation | undefined, key: string): CauseAnswer | undefined {
  const named = namedCode(model, linked, key);
  if (named !== undefined) {
    const index = ruleRow(model, linked, key) ?? rowsByCode(model).get(named);
    return index === undefined ? undefined : first(model, linked, new Set([index]));
  }
  for (const spellings of spellingsOf(model, linked, key)) {
    const rows = new Set(spellings.flatMap((spelling) => rowsByCause(model).get(spelling) ?? []));
    const found = rows.size > 0 ? first(model, linked, rows) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Where a code has several rows, the one that states the condition. */
function ruleRow(model: Model, linked: LinkedOperation | undefined, key: string): number | undefined {
  const rule = linked && ruleOf(model, linked, key);
  return rule?.code === undefined ? undefined : rowsByRule(model).get(`${rule.code} ${shapeOf(rule.when)}`);
}

/** The rows of part 7 by code and condition: the first of each. */
const rowsByRule = oncePer((model: Model): ReadonlyMap<string, number> => {
  const rows = model.document.errors.codes.items.flatMap(({ code, when }, index) =>
    (valueOf(when) ?? []).flatMap((cause) =>
      cause.kind === 'condition' ? [[`${code.text} ${shapeOf(cause.condition)}`, index] as const] : [],
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
  const own = new Set((linked && valueOf(linked.facts.errors)?.map((name) => name.text)) ?? []);
  const ordered = [...rows].sort((a, b) => a - b);
  const mine = ordered.find((index) => own.has(codes[index]!.code.text));
  if (mine !== undefined) return { code: codes[mine]!, row: undefined, rank: statuses.length + mine };
  const index = ordered[0];
  return index === undefined
    ? undefined
    : { code: codes[index]!, row: undefined, rank: statuses.length + codes.length + index };
}

/** Causes that name their code themselves: a row of part 3, `Any other move:`, a limit, a rule of part 7 or part 2. */
function namedCode(model: Model, linked: LinkedOperation | undefined, key: string): string | undefined {
  if (linked) {
    const rule = ruleOf(model, linked, key);
    if (rule) return rule.code ?? '';
    const named = restrictionOf(model, linked).get(key)?.code;
    if (named !== undefined) return named;
  }
  if (key.startsWith('refused ')) return key.slice('refused '.length);
  if (!key.startsWith('illegal move of ')) return undefined;
  const machine = machineViews(model).get(key.slice('illegal move of '.length))?.machine;
  const other = machine && valueOf(machine.anyOtherMove);
  return other?.kind === 'error' ? other.error.text : undefined;
}

/** Each way in which a row of part 7 may name a cause; none where the cause names its code itself. */
export function spelledAs(model: Model, linked: LinkedOperation, key: string): readonly string[] {
  return namedCode(model, linked, key) === undefined ? spellingsOf(model, linked, key).flat() : [];
}

const FAILURE = /^(.*) (missing|invalid|blank|taken)$/;

/**
 * How rows may spell a cause: spellings in one list are of equal standing, a later list counts when no row holds one of
 * an earlier. What is absent from a field that is `not blank` is blank too; what is blank there breaks Allowed values,
 * so it is also invalid; an address that is there already is taken.
 */
function spellingsOf(model: Model, linked: LinkedOperation | undefined, key: string): readonly (readonly string[])[] {
  const match = FAILURE.exec(key);
  if (match && !key.startsWith('header ')) {
    const [, subject, failure] = match;
    const own = failureSpellings(model, subject!, failure!);
    const notBlank = linked !== undefined && isNotBlank(model, bodyOf(model, linked), subject!);
    if (failure === 'missing' && notBlank) return [[...own, ...failureSpellings(model, subject!, 'blank')]];
    if (failure === 'blank') return [own, failureSpellings(model, subject!, 'invalid')];
    return [own];
  }
  if (key.startsWith('illegal move of ')) return [[key, 'illegal move']];
  if (key.startsWith('not permitted on ')) return [[key, 'not permitted']];
  if (key.endsWith(' already there')) {
    const name = key.slice(0, -' already there'.length);
    const identity =
      valueOf(model.resources.get(name)?.identifiedBy ?? { status: 'absent', at: { start: 0, end: 0 } }) ?? [];
    return [[key], identity.flatMap((field) => failureSpellings(model, `${name}.${field.text}`, 'taken'))];
  }
  return [[key]];
}

/** `Todo.title missing`, `title missing`, `any field missing`; of a unique group, any of its fields may be named. */
function failureSpellings(model: Model, subject: string, failure: string): readonly string[] {
  const dot = subject.indexOf('.');
  const owner = subject.slice(0, dot);
  const name = subject.slice(dot + 1);
  const resource = failure === 'taken' ? model.resources.get(owner) : undefined;
  const names = [name, ...((resource && groupsOf(resource).get(name)) ?? [])];
  return [...names.flatMap((name) => [`${owner}.${name} ${failure}`, `${name} ${failure}`]), `any field ${failure}`];
}

/** The field by which the cause of a unique group is called → the others. */
const groupsOf = oncePer((resource: Resource): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, string[]>();
  for (const { fields, cause } of uniqueGroups(resource)) {
    const name = cause.slice(resource.name.text.length + 1, -' taken'.length);
    if (!cause.endsWith(' taken')) continue;
    groups.set(name, [...(groups.get(name) ?? []), ...fields.filter((field) => field !== name)]);
  }
  return groups;
});

/** The causes of this operation that no row and no floor answers: each is the gap `7/cause/…`. */
export function unansweredCauses(model: Model, linked: LinkedOperation): readonly string[] {
  return causesOf(model, linked).filter(
    (key) => !FLOOR_CAUSES.has(key) && !isHeldElsewhere(model, key) && !isAnswered(model, linked, key),
  );
}

/** Whether anything answers a cause; a row for any field is found without the other ways to spell it. */
function isAnswered(model: Model, linked: LinkedOperation, key: string): boolean {
  const failure = FAILURE.exec(key)?.[2];
  if (failure !== undefined && !key.startsWith('header ') && isStated(model, `any field ${failure}`)) {
    // A rule of the operation may have a code of its own.
    if (namedCode(model, linked, key) === undefined) return true;
  }
  return answerOf(model, linked, key) !== undefined;
}

/** An illegal move whose `Any other move` is not stated, nor said by part 7, is that gap, not one of part 7. */
function isHeldElsewhere(model: Model, key: string): boolean {
  if (!key.startsWith('illegal move of ')) return false;
  const machine = machineViews(model).get(key.slice('illegal move of '.length))?.machine;
  return machine !== undefined && valueOf(machine.anyOtherMove) === undefined && !isSaidByPart7(model, machine);
}
