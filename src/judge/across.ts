// What two parts say about one thing, and cannot both hold. Input: linked operations. Output: findings with both places. Notation, rule 6
// and section 4: `which-one`, `no-caller-here`, `token-leak`.

import { oncePer } from '../base/once-per.ts';
import * as authentication from '../diagnostics/authentication.ts';
import * as endpoints from '../diagnostics/endpoints.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { Operand } from '../notation/values/operands.ts';
import { operandsOfValue, type Effect } from '../notation/values/effects.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { isOpen, valueOf } from '../notation/slot.ts';
import { keyOfKept } from '../analysis/refusals/kept-keys.ts';
import { uniqueGroups } from '../analysis/refusals/unique-groups.ts';
import { selectingRows } from '../analysis/document/query-parameters.ts';
import { walkCondition, isOfCaller } from '../analysis/document/condition-walk.ts';
import { EFFECT_TRAITS, isOfOneRow } from '../analysis/document/effect-traits.ts';
import { isNested } from '../analysis/document/paths.ts';
import { effectsOf, headingOf, pathFacts, selectionOf, setTargets } from '../analysis/document/targets.ts';
import { isMadeSecret } from '../analysis/document/shape-fields.ts';
import { resourcesIn } from '../analysis/document/shape-leaves.ts';
import { shownInside, usesOf } from '../analysis/requests/field-usage.ts';
import { answeringOf, rowAccessesOf } from '../analysis/requests/row-accesses.ts';
import { showsNewRow } from '../analysis/requests/shown-once.ts';
import type { Findings } from './findings.ts';
import { judgeSaidTwice } from './said-twice.ts';

export function judgeAcross(findings: Findings, linked: LinkedOperation): void {
  judgeSaidTwice(findings, linked);
  whichOne(findings, linked);
  whichShown(findings, linked);
  nestedRowsUsed(findings, linked);
  callers(findings, linked);
  tokens(findings, linked);
  pageSizes(findings, linked);
}

/** A caller that names no size, or too large a one, would get more than any caller may request. */
function pageSizes(findings: Findings, { facts }: LinkedOperation): void {
  const pages = valueOf(facts.pages);
  if (typeof pages?.atMost !== 'number') return;
  for (const [words, size] of [
    ['default', pages.default],
    ['more is', pages.more],
  ] as const) {
    if (typeof size !== 'number' || size <= pages.atMost) continue;
    const what = `the size of a page: \`${words} ${size}\` is more than \`at most ${pages.atMost}\``;
    findings.report(contradiction, facts.pages.at, { what });
  }
}

/** A call that touches one row must find exactly one: by its path, or by a condition on a unique field. */
function whichOne(findings: Findings, linked: LinkedOperation): void {
  const { model } = findings;
  if (pathFacts(model, linked).open.length > 0) return;
  for (const effect of effectsOf(linked)) {
    for (const name of targetsOfOne(findings, linked, effect)) {
      const resource = model.resources.get(name);
      if (!resource || resource.scope.mark.status !== 'absent' || isNested(resource)) continue;
      if (resource.identifiedBy.status !== 'stated') continue;
      const isTwice = isSelectedTwice(findings, linked, effect, name);
      if (!isTwice && isOne(findings, linked, effect, resource)) continue;
      const related = [
        { at: resource.identifiedBy.at, message: `what tells one \`${name}\` from another is stated here` },
      ];
      findings.report(
        endpoints.whichOne,
        'at' in effect ? effect.at : linked.facts.does.at,
        { effect: effect.kind, resource: name, ...(isTwice ? oneParameter(name) : wanting(effect.kind)) },
        related,
      );
    }
  }
}

/** A body may show the row that the path selects: one, and no other of that resource. */
function whichShown(findings: Findings, linked: LinkedOperation): void {
  const { model } = findings;
  const { shows, resource } = answeringOf(model, linked);
  if (shows !== 'one of several' || resource === undefined) return;
  if (rowAccessesOf(model, linked).some((access) => access.resource === resource)) return;
  const row = linked.facts.statuses.items.find(({ body }) => {
    const shape = valueOf(body);
    return shape !== undefined && resourcesIn(shape).includes(resource);
  });
  if (!row) return;
  findings.report(endpoints.whichOne, row.body.at, { effect: 'a body of', resource, ...oneParameter(resource) });
}

function oneParameter(resource: string): { readonly expected: string; readonly instead: string } {
  return { expected: `one parameter of the path that selects a \`${resource}\``, instead: '' };
}

/** Two parameters select a row of it, and neither row is searched for in the other. */
function isSelectedTwice({ model }: Findings, linked: LinkedOperation, effect: Effect, name: string): boolean {
  const isOther = effect.kind === 'creates or keeps' || ('where' in effect && effect.where !== undefined);
  if (isOther || isMade(linked, effect, name)) return false;
  const selections = pathFacts(model, linked).selections.filter((one) => one.resource === name);
  return selections.length > 1 && !selections.at(-1)!.inside;
}

/** Is there one row at most that the effect can mean? */
function isOne({ model }: Findings, linked: LinkedOperation, effect: Effect, resource: Resource): boolean {
  const name = resource.name.text;
  if (effect.kind === 'creates or keeps') return keyOfKept(resource, effect) !== undefined;
  if (selectionOf(model, linked, name) || isMade(linked, effect, name)) return true;
  return 'where' in effect && effect.where !== undefined && pinsDown(effect.where, resource);
}

function wanting(effect: Effect['kind']): { readonly expected: string; readonly instead: string } {
  if (effect === 'creates or keeps')
    return {
      expected:
        '`with` for the fields that it is identified by, or of one `Unique` without `ignoring case`, and for no other',
      instead: '; of `creates or keeps`, name the fields of one of its keys under `with`',
    };
  return {
    expected: 'a parameter of the path that is its identity, a Path row, or a condition on a unique field',
    instead: forAll(effect),
  };
}

/** What to write when every row is meant. */
function forAll(effect: Effect['kind']): string {
  if (effect === 'reads') return '; write `lists` when all are meant';
  const every = effect === 'updates' || effect === 'deletes' || effect === 'moves';
  return every ? `; write \`${effect} every\` when all are meant` : '';
}

function targetsOfOne(findings: Findings, linked: LinkedOperation, effect: Effect): readonly string[] {
  if (effect.kind === 'sets') return setTargets(findings.model, linked, effect);
  if (!('target' in effect)) return [];
  const { outcomes } = EFFECT_TRAITS[effect.kind];
  const mayBeThere = outcomes.includes('created') && outcomes.length > 1;
  return isOfOneRow(effect) || mayBeThere ? [effect.target.text] : [];
}

/** `sets` changes the row of another effect of the same step. */
function isMade(linked: LinkedOperation, effect: Effect, resource: string): boolean {
  return (
    effect.kind === 'sets' &&
    effectsOf(linked).some((other) => other.kind === 'creates' && other.target.text === resource)
  );
}

/** Equality with all fields of the identity, or of a unique group. */
function pinsDown(condition: Condition, resource: Resource): boolean {
  const equal = new Set(equalities(condition));
  return equal.has('this') || uniqueGroups(resource).some(({ fields }) => fields.every((field) => equal.has(field)));
}

function equalities(condition: Condition): readonly string[] {
  if (condition.kind === 'and') return condition.items.flatMap(equalities);
  if (condition.kind !== 'compare' || condition.operator !== '=') return [];
  return [condition.left, condition.right].flatMap((operand) => {
    if (operand.kind === 'this') return ['this'];
    return operand.kind === 'field' && operand.owner === undefined ? [operand.path.join('.')] : [];
  });
}

/** A nested shape has no rows of its own. */
function nestedRowsUsed(findings: Findings, linked: LinkedOperation): void {
  for (const effect of effectsOf(linked)) {
    if (!('target' in effect)) continue;
    const resource = findings.model.resources.get(effect.target.text);
    if (!resource || !isNested(resource)) continue;
    const what = `\`${effect.target.text}\`: kept inside other rows, and a row of its own in \`${headingOf(linked)}\``;
    findings.report(contradiction, effect.target.at, { what }, [
      { at: resource.identifiedBy.at, message: 'it has no identity of its own' },
    ]);
  }
}

/** Where credentials are not read, there is no caller. */
function callers(findings: Findings, linked: LinkedOperation): void {
  const who = valueOf(linked.facts.who);
  if (who?.kind !== 'anyone' || who.signedInIfSent) return;
  const operation = headingOf(linked);
  const related = [{ at: linked.facts.who.at, message: 'who may call is stated here' }];
  for (const at of callersOf(findings, linked)) findings.report(endpoints.noCallerHere, at, { operation }, related);
}

/** Where it says `caller`, or ends the token of the caller. */
export function callersOf(findings: Findings, linked: LinkedOperation): readonly Operand['at'][] {
  const places: Operand['at'][] = [];
  const look = (operand: Operand): void => {
    if (isOfCaller(operand)) places.push(operand.at);
  };
  const walk = (condition: Condition | undefined): void => {
    if (condition) walkCondition(findings.model, condition, { row: undefined, self: undefined }, { operand: look });
  };
  for (const effect of effectsOf(linked)) {
    if (effect.kind === 'ends token') places.push(effect.at);
    if ('target' in effect && effect.target.text === 'caller') places.push(effect.target.at);
    if ('where' in effect) walk(effect.where);
    if ('with' in effect) for (const { value } of effect.with) operandsOfValue(value).forEach(look);
    if (effect.kind === 'sets') for (const { value } of effect.assignments) operandsOfValue(value).forEach(look);
  }
  for (const parameter of selectingRows(linked.facts)) {
    const selects = valueOf(parameter.selects);
    if (selects?.kind === 'condition') walk(selects.condition);
  }
  if (!rulesOf(findings.model).has('caller')) return places;
  for (const name of usesOf(findings.model, linked).creates) {
    for (const field of findings.model.resources.get(name)?.fields.items ?? []) {
      const setBy = valueOf(field.setBy);
      if (setBy?.kind === 'service' && setBy.rule.kind === 'caller') places.push(field.setBy.at);
    }
  }
  return places;
}

/** The rules by which the service sets any field: what an operation uses need not be known where no rule needs it. */
const rulesOf = oncePer((model: Model): ReadonlySet<string> => {
  const kinds = new Set<string>();
  for (const { fields } of model.resources.values())
    for (const field of fields.items) {
      const setBy = valueOf(field.setBy);
      if (setBy?.kind === 'service') kinds.add(setBy.rule.kind);
    }
  return kinds;
});

/** A token is shown only by the operation that issues it for that row, a secret only by the one that makes its row. */
function tokens(findings: Findings, linked: LinkedOperation): void {
  // Whether it issues one, or makes the row, is not known then.
  if (!rulesOf(findings.model).has('token') || isOpen(linked.facts.does)) return;
  const issued = new Set(
    effectsOf(linked).flatMap((effect) => (effect.kind === 'issues token' ? [effect.target.text] : [])),
  );
  for (const name of usesOf(findings.model, linked).shown) {
    const field = findings.model.fields.get(name);
    const setBy = field && valueOf(field.setBy);
    if (!field || setBy?.kind !== 'service' || setBy.rule.kind !== 'token' || isOpen(field.type)) continue;
    const resource = name.slice(0, name.length - field.name.text.length - 1);
    if (isMadeSecret(field) ? isToldOnce(findings.model, linked, resource, name) : issued.has(resource)) continue;
    const at = linked.facts.statuses.items.find((row) => valueOf(row.body))?.body.at ?? linked.operation.name.at;
    findings.report(authentication.tokenLeak, at, { field: name, where: `the answer of \`${headingOf(linked)}\`` }, [
      { at: field.setBy.at, message: 'it is a token' },
    ]);
  }
}

/** The row of the answer itself shows it, and no row that is shown inside of another. */
function isToldOnce(model: Model, linked: LinkedOperation, resource: string, field: string): boolean {
  const made = model.resources.get(resource);
  return made !== undefined && showsNewRow(model, linked, made) && !shownInside(model, linked).has(field);
}
