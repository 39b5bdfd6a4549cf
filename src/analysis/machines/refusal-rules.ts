// Refusals that a document states as conditions: `refused while …` of part 2 and the condition causes of part 7. Input: an operation.
// Output: each rule that applies to it, with its cause and the code that answers it. Notation, part 2 "When deleted", part 7 "Causes" ("or
// a condition").

import { isList, isOfOneRow } from '../document/effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import { type Operand, isOfRequest } from '../../notation/values/operands.ts';
import type { ErrorCode } from '../../notation/errors.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { bodyReference, mayLeadOn, sentReference } from '../document/body-references.ts';
import { bodyOf } from '../document/inputs.ts';
import { fieldsByPath } from '../document/input-fields.ts';
import { operandsOf } from '../document/condition-walk.ts';
import { followPath } from '../document/paths.ts';
import { queryParameters } from '../document/query-parameters.ts';
import { headerKey, requestHeaders } from '../document/request-headers.ts';
import { removedBy } from './removals.ts';
import { effectsOf, setTargets, targetsOf } from '../document/targets.ts';

export interface RefusalRule {
  /** `refused`, or `refused while` when no code answers it by name. */
  readonly cause: MetCause;
  /** The code that answers; undefined: none does. */
  readonly code: string | undefined;
  /** The request is refused when this is true. */
  readonly when: Condition;
  /** The resource of the row that the condition is about. */
  readonly resource: string | undefined;
}

export const ruleCauses: (model: Model, linked: LinkedOperation) => readonly RefusalRule[] = oncePer(
  (model, linked) => {
    const deletions = deletionRules(model, linked);
    if (deletions.length === 0 && conditionRows(model).length === 0) return NO_RULES;
    const covered = new Set(deletions.map((rule) => shapeOf(rule.when)));
    return [...deletions, ...stated(model, linked).filter((rule) => !covered.has(shapeOf(rule.when)))];
  },
);

const NO_RULES: readonly RefusalRule[] = [];

/** The first rule of a cause. */
export function ruleOf(model: Model, linked: LinkedOperation, cause: MetCause): RefusalRule | undefined {
  const rules = ruleCauses(model, linked);
  return rules.length === 0 ? undefined : byCause(rules).get(causeKey(cause));
}

const byCause = oncePer(
  (rules: readonly RefusalRule[]): ReadonlyMap<string, RefusalRule> =>
    new Map(rules.toReversed().map((rule) => [causeKey(rule.cause), rule])),
);

/** `refused while Comment (…)`: answered by the code whose condition is the same search. */
function deletionRules(model: Model, linked: LinkedOperation): readonly RefusalRule[] {
  const rules: RefusalRule[] = [];
  for (const name of removedBy(model, linked)) {
    const resource = model.resources.get(name);
    for (const rule of (resource && valueOf(resource.whenDeleted)) ?? []) {
      if (rule.kind !== 'refused while') continue;
      const when: Condition = {
        kind: 'exists',
        negated: false,
        resource: rule.resource,
        where: rule.where,
        at: rule.resource.at,
      };
      const code = codeFor(model, linked, when);
      const cause: MetCause =
        code === undefined ? { kind: 'refused while', resource: rule.resource.text } : { kind: 'refused', code };
      rules.push({ cause, code, when, resource: name });
    }
  }
  return rules;
}

/** `there is Comment (…)`: `refused while Comment (…)` as a condition of a Code row, in the words of When deleted. */
export function searchOf(model: Model, cause: MetCause): string | undefined {
  if (cause.kind !== 'refused while') return undefined;
  const written = causeKey(cause);
  for (const { whenDeleted } of model.resources.values()) {
    const text = whenDeleted.status === 'stated' ? whenDeleted.text : '';
    const at = text.indexOf(written);
    if (at !== -1) return `there is ${cause.resource}${bracketed(text.slice(at + written.length))}`;
  }
  return undefined;
}

/** ` (…)` at the beginning of a text, to the bracket that closes it. */
function bracketed(text: string): string {
  if (!text.trimStart().startsWith('(')) return '';
  let depth = 0;
  for (const [place, sign] of [...text].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')' && (depth -= 1) === 0) return [...text].slice(0, place + 1).join('');
  }
  return '';
}

function codeFor(model: Model, linked: LinkedOperation, when: Condition): string | undefined {
  const shape = shapeOf(when);
  const codes = conditionRows(model).filter((row) =>
    (valueOf(row.when) ?? []).some(
      (cause) => cause.kind === 'condition' && !cause.after && shapeOf(cause.condition) === shape,
    ),
  );
  const named = namedCodes(linked);
  return (codes.find((row) => named.has(row.code.text)) ?? codes[0])?.code.text;
}

/** Condition causes: of the codes that the operation names, and of those that none names and whose every operand it has. */
function stated(model: Model, linked: LinkedOperation): readonly RefusalRule[] {
  const rules: RefusalRule[] = [];
  const named = namedCodes(linked);
  const targets = rowTargets(model, linked);
  for (const row of conditionRows(model)) {
    for (const cause of valueOf(row.when) ?? []) {
      if (cause.kind !== 'condition' || cause.after) continue;
      const rows = rowsFor(model, linked, cause.condition, targets);
      const isTaken = namedByAny(model).has(row.code.text)
        ? named.has(row.code.text)
        : speaksOf(model, linked, cause.condition, rows);
      if (!isTaken) continue;
      const resource = rowOf(model, cause.condition, rows);
      const code = row.code.text;
      rules.push({ cause: { kind: 'refused', code }, code, when: cause.condition, resource });
    }
  }
  return rules;
}

/** The rows of part 7 that state a condition. */
const conditionRows = oncePer(({ document }: Model): readonly ErrorCode[] =>
  document.errors.codes.items.filter((row) =>
    (valueOf(row.when) ?? []).some((cause) => cause.kind === 'condition' && !cause.after),
  ),
);

/** The codes that an operation's own Status rows and `Errors:` name. */
export const namedCodes: (linked: LinkedOperation) => ReadonlySet<string> = oncePer(
  ({ facts }: LinkedOperation): ReadonlySet<string> => {
    const names = new Set<string>();
    for (const name of valueOf(facts.errors) ?? []) names.add(name.text);
    for (const row of facts.statuses.items) {
      const when = valueOf(row.when);
      if (when?.kind === 'error') for (const name of when.errors) names.add(name.text);
    }
    return names;
  },
);

/** The codes that some operation names: their conditions are rules of the operations that name them, and of no others. */
export const namedByAny: (model: Model) => ReadonlySet<string> = oncePer(
  ({ operations }: Model): ReadonlySet<string> =>
    new Set([...operations.values()].flatMap((linked) => [...namedCodes(linked)])),
);

/** It does not name the code that others name, has all that the condition looks at, and could judge it. */
export function isLeftBy(model: Model, linked: LinkedOperation, when: Condition): boolean {
  const rows = rowsFor(model, linked, when, rowTargets(model, linked));
  const resource = rowOf(model, when, rows);
  return speaksOf(model, linked, when, rows) && canJudge(model, linked, { when, resource });
}

function rowTargets(model: Model, linked: LinkedOperation): readonly string[] {
  return targetsOf(model, linked).filter((target) => model.resources.has(target));
}

/** `this` is a row that is there already, and has the fields: one that is found, not one that is made or listed. */
export function rowsFor(
  model: Model,
  linked: LinkedOperation,
  condition: Condition,
  targets: readonly string[],
): readonly string[] {
  const paths = lookedAt(condition).flatMap((one) => (one.kind === 'field' && one.owner === 'this' ? [one.path] : []));
  if (paths.length === 0) return targets;
  return targets.filter(
    (target) =>
      findsRow(linked, target) &&
      paths.every((path) => followPath(model, model.resources.get(target), path).end === 'found'),
  );
}

/** One row that is there: a row that is made, or one of those that are listed, is none. */
export function findsRow(linked: LinkedOperation, resource: string): boolean {
  return effectsOf(linked).some(
    (effect) => isOfOneRow(effect) && 'target' in effect && effect.target.text === resource,
  );
}

/** Every operand is this operation's: fields written with their owner, body fields that it takes, and at least one. */
function speaksOf(model: Model, linked: LinkedOperation, condition: Condition, targets: readonly string[]): boolean {
  const operands = lookedAt(condition).filter((operand) => operand.kind === 'field');
  const isTied = operands.some((operand) => operand.owner !== 'this');
  const known = operands.every((operand) => {
    if (operand.owner === 'body') return bodyOf(model, linked).kind !== 'open' && isBrought(model, linked, operand);
    if (isOfRequest(operand.owner)) return isBrought(model, linked, operand);
    if (operand.owner === 'this') return targets.length > 0;
    return operand.owner !== undefined && targets.includes(operand.owner);
  });
  // `this` alone would be a field of every resource that has one of this name.
  return isTied && known;
}

export function isBrought(
  model: Model,
  linked: LinkedOperation,
  operand: Extract<Operand, { kind: 'field' }>,
): boolean {
  const path = operand.path.join('.');
  if (operand.owner === 'query') return queryParameters(model, linked).has(path);
  if (operand.owner === 'header') return requestHeaders(linked).has(headerKey(path));
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return body.kind === 'open';
  return fieldsByPath(body.fields).has(path) || leadsOn(model, linked, operand.path);
}

/** It names a row, and the row has the rest of the path, or may have. */
function leadsOn(model: Model, linked: LinkedOperation, path: readonly string[]): boolean {
  const named = bodyReference(model, linked, path);
  return named ? followPath(model, named.target, named.path).end !== 'unknown' : mayLeadOn(model, linked, path);
}

/** It takes all that the condition looks at in a body, a query or headers, and that is something. */
export function sendsOperands(model: Model, linked: LinkedOperation, condition: Condition): boolean {
  const sent = lookedAt(condition).filter((operand) => operand.kind === 'field' && isOfRequest(operand.owner));
  return sent.length > 0 && sent.every((operand) => operand.kind === 'field' && isBrought(model, linked, operand));
}

export function rowOf(model: Model, condition: Condition, targets: readonly string[]): string | undefined {
  const owners = operandsOf(condition).flatMap((operand) =>
    operand.kind === 'field' && operand.owner !== undefined ? [operand.owner] : [],
  );
  return owners.find((owner) => targets.includes(owner) && model.resources.has(owner)) ?? targets[0];
}

/** All that it looks at outside the rows that it searches: inside a search, too, what is sent and the row at hand. */
export function lookedAt(condition: Condition): readonly Operand[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.items.flatMap(lookedAt);
    case 'not':
      return lookedAt(condition.item);
    case 'exists':
    case 'count': {
      const inside = condition.where ? lookedAt(condition.where) : [];
      const outside = inside.filter((one) => one.kind === 'field' && OUTSIDE.has(one.owner ?? ''));
      return [...operandsOf(condition), ...outside];
    }
    default:
      return operandsOf(condition);
  }
}

const OUTSIDE: ReadonlySet<string> = new Set(['this', 'body', 'query', 'header', 'caller']);

/** What a condition says, without its place. */
export function shapeOf(condition: Condition): string {
  return JSON.stringify(condition, (key, value: unknown) => (key === 'at' ? undefined : value));
}

/** Rows of `lists` are many, and a search is no row: a rule there can only be about what is sent. */
export function canJudge(model: Model, linked: LinkedOperation, rule: Pick<RefusalRule, 'when' | 'resource'>): boolean {
  if (isSentOnly(model, linked, rule.when)) return true;
  return effectsOf(linked).some((effect) => {
    if (effect.kind === 'sets') return setTargets(model, linked, effect).includes(rule.resource ?? '');
    return !isList(effect) && 'target' in effect && effect.target.text === rule.resource;
  });
}

/** Is it only about what the request brings? A row that the body names is looked up. */
export function isSentOnly(model: Model, linked: LinkedOperation, condition: Condition): boolean {
  if (searches(condition)) return false;
  return operandsOf(condition).every((one) => isSent(one) && !sentReference(model, linked, one));
}

function isSent(operand: Operand): boolean {
  if (operand.kind === 'field') return isOfRequest(operand.owner);
  return operand.kind !== 'this' && operand.kind !== 'caller' && operand.kind !== 'value';
}

function searches(condition: Condition): boolean {
  switch (condition.kind) {
    case 'exists':
    case 'count':
      return true;
    case 'and':
    case 'or':
      return condition.items.some(searches);
    case 'not':
      return searches(condition.item);
    default:
      return false;
  }
}
