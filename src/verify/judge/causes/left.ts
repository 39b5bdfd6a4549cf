// Rules over the row as a call leaves it: what is computed, `At least one of` of a resource, `after:` of part 7; what is given by the path.
// Input: a call. Output: whether each is broken. Notation, part 2, "Who sets a field"; part 7.

import { computedBy } from '../../../analysis/values/computed-fields.ts';
import { searchedIn } from '../../../analysis/values/row-rules.ts';
import { clearedIf } from '../../../analysis/values/cleared-fields.ts';
import { failureAt } from '../../../analysis/refusals/causes.ts';
import { isCreation } from '../../../analysis/document/effect-traits.ts';
import { assignmentsOf } from '../../../analysis/values/assignments.ts';
import { effectsOf, selectionOf, targetsOf } from '../../../analysis/document/targets.ts';
import { pathType } from '../../../analysis/values/input-types.ts';
import { oncePer } from '../../../base/once-per.ts';
import { valueOf } from '../../../notation/slot.ts';
import { fieldCause, type MetCause } from '../../../notation/values/met-causes.ts';
import { nestedIn } from '../../../analysis/values/nested-rules.ts';
import { modeOf } from '../../../analysis/values/input-rules.ts';
import { sentAt, sentFor } from '../../values/body-fields.ts';
import { assigned, truth } from '../../values/evaluate.ts';
import { bare, fits, readText } from '../../values/fits.ts';
import { isKeptRow } from './rows.ts';
import { all, not, Row, UNKNOWN, type Truth } from '../../world/known.ts';
import { scopeOf, targetOf, type Facts } from './context.ts';
import { truthsOf, type Finding } from './findings.ts';
import { rowSent } from './row-sent.ts';

/** Judged behind all other checks of the body. */
export function leftBroken(facts: Facts, cause: MetCause): Truth {
  return leftTruths(facts)(cause);
}

const leftTruths = oncePer((facts: Facts): ((cause: MetCause) => Truth) => truthsOf(leftFindings(facts)));

/** All of them. */
export const leftFindings: (facts: Facts) => readonly Finding[] = oncePer((facts: Facts): readonly Finding[] => {
  const { linked, model } = facts;
  return [
    ...targetsOf(model, linked).flatMap((name) => ofResource(facts, name)),
    ...assignmentsOf(model, linked).flatMap(({ value, resource, path }): readonly Finding[] =>
      value.kind === 'arithmetic' && resource ? [ofAmount(facts, value, resource.name.text, path)] : [],
    ),
    ...merged(facts),
    ...cleared(facts),
  ];
});

function ofResource(facts: Facts, name: string): readonly Finding[] {
  const { linked, model } = facts;
  const resource = model.resources.get(name);
  const rules = resource ? computedBy(model, linked, resource) : [];
  if (rules.length === 0) return [];
  const row = rowSent(facts, name);
  // Of a call that comes again, or keeps what is there, no row is made.
  const isMade = row ? not(isKeptRow(facts, name, row)) : undefined;
  const isMany = effectsOf(linked).some(
    (one) =>
      'target' in one &&
      one.target.text === name &&
      (one.kind.endsWith(' every') || one.kind === 'creates every in body'),
  );
  return rules.map(({ cause, holds }) => ({
    cause,
    path: [],
    truth: all([
      isMade,
      row && !isMany && !looksAtItself(facts, name) ? not(truth(holds, scopeOf(facts, row))) : undefined,
    ]),
  }));
}

/** The row as it is stands beside the row as it will be: a search of the resource itself finds the old one. */
function looksAtItself(facts: Facts, name: string): boolean {
  const rules = computedBy(facts.model, facts.linked, facts.model.resources.get(name)!);
  return rules.some(({ isLast, elsewhere }) => isLast || elsewhere);
}

/** A result that there is none of, or that the field may not hold. */
function ofAmount(
  facts: Facts,
  value: Parameters<typeof assigned>[0],
  resource: string,
  path: readonly string[],
): Finding {
  const cause = fieldCause(resource, path.join('.'), 'invalid');
  const field = facts.model.fields.get(`${resource}.${path.join('.')}`);
  const row = targetOf(facts, resource);
  const type = field && valueOf(field.type);
  if (!field || !type || row === UNKNOWN) return { cause, path: [], truth: undefined };
  const result = assigned(value, type, scopeOf(facts, row instanceof Row ? row : undefined));
  if (result === UNKNOWN || result instanceof Row) return { cause, path: [], truth: undefined };
  const isNeeded = valueOf(field.required)?.kind === 'yes' && type.kind !== 'nullable';
  if (result === null) return { cause, path: [], truth: isNeeded ? true : undefined };
  return {
    cause,
    path: [],
    truth: not(fits(facts.model, { types: [type], constraints: valueOf(field.allowed) ?? [] }, result)),
  };
}

/** A change that takes a value away is judged by the row that it would leave. */
function cleared(facts: Facts): readonly Finding[] {
  const { asked, body, linked, model } = facts;
  if (body.kind !== 'fields') return [];
  return body.fields.flatMap((field): readonly Finding[] => {
    const rule = field.isRest ? undefined : clearedIf(model, linked, field);
    if (!rule || !field.sets || sentFor(model, linked, field, sentAt(asked, field.path)).kind !== 'nothing') return [];
    const row = rowSent(facts, field.sets.resource);
    // A search of the resource itself finds the row as it is.
    const is = row && !searchedIn(model, rule.condition) ? truth(rule.condition, scopeOf(facts, row)) : undefined;
    return is === false ? [] : [{ cause: failureAt(field, 'missing'), path: field.path, truth: is }];
  });
}

/** What is merged is judged as a whole, of a row of which not all may be known. */
const FREE: ReadonlySet<string> = new Set(['map', 'object', 'any']);

function merged(facts: Facts): readonly Finding[] {
  const { asked, body, linked } = facts;
  if (body.kind !== 'fields' || asked.body.kind !== 'json') return [];
  return body.fields.flatMap((field): readonly Finding[] => {
    const types = field.types.flatMap((slot) => valueOf(slot) ?? []);
    const isPatched = types.some((type) => FREE.has(bare(type).kind) || nestedIn(facts.model, type) !== undefined);
    if (!field.sets || !isPatched || modeOf(linked, field) !== 'merge') return [];
    return [
      {
        cause: fieldCause(field.sets.resource, field.sets.field.name.text, 'invalid'),
        path: field.path,
        truth: undefined,
      },
    ];
  });
}

/** `creates or replaces`: the path says what a new row is identified by. */
export function pathKeyInvalid(facts: Facts, cause: MetCause): Truth {
  const { asked, linked, model } = facts;
  if (cause.kind !== 'field' || cause.failure !== 'invalid' || cause.resource === undefined) return false;
  const put = effectsOf(linked).some(
    (one) => one.kind === 'creates or replaces' && isCreation(one) && one.target.text === cause.resource,
  );
  const keys = put ? (selectionOf(model, linked, cause.resource)?.keys ?? []) : [];
  const key = keys.find(({ field }) => field === cause.path.join('.'));
  const field = key && model.fields.get(`${cause.resource}.${key.field}`);
  const type = key && (pathType(model, linked, key.parameter) ?? (field && valueOf(field.type)));
  if (!key || !field || !type) return false;
  const own = valueOf(field.type) ?? type;
  const value = readText(model, own, asked.path.get(key.parameter) ?? '');
  if (value === undefined) return true;
  const isWrong = not(fits(model, { types: [own], constraints: valueOf(field.allowed) ?? [] }, value));
  // A row that has it is found by it.
  return isWrong === true && targetOf(facts, cause.resource) instanceof Row ? undefined : isWrong;
}
