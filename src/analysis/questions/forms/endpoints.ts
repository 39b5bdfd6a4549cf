// What may be written about operations: what they do, who may call them, what they take and answer. Input: a model and the
// operations that the fact is of. Output: forms with the resources, fields and codes that are allowed there. Notation, part 4.

import { oncePer } from '../../../base/once-per.ts';
import { ticked } from '../../../base/ticked.ts';
import { whosOf } from '../../document/whos.ts';
import type { Pages } from '../../../notation/values/lists.ts';
import type { Parameter, StatusRow } from '../../../notation/endpoints.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import { valueOf, type Slot } from '../../../notation/slot.ts';
import { BODILESS } from '../../../notation/values/answers.ts';
import { answeredResource, answersMany, outcomesOf, unansweredOutcomes } from '../../requests/outcomes.ts';
import { few, fieldNames, isBeside, isPlain, owned, resourceText, rowsOf } from './names.ts';
import { isSafe } from '../../document/effect-traits.ts';
import { EFFECT_TRAITS } from '../../document/effect-traits.ts';
import { EFFECTS, type Effect } from '../../../notation/values/effects.ts';
import { openHalves, PAGES } from '../../../notation/values/lists.ts';
import { REPEAT } from '../../../notation/values/policies.ts';
import { STATUS } from '../../../notation/statuses.ts';
import { isHidden } from '../../document/shape-fields.ts';
import { callerResources } from '../../document/schemes.ts';
import type { Fact } from '../../gaps/slots/fact.ts';
import { effectsOf, queriedBy, targetsOf } from '../../document/targets.ts';
import { plainType } from '../../document/value-kinds.ts';
import { withoutNull } from '../../document/paths.ts';

/** Those that are offered of a resource, not of a machine. */
const VERBS = (Object.keys(EFFECT_TRAITS) as Effect['kind'][]).filter(
  (kind) => EFFECTS.offers.includes(`${kind} …`) && kind !== 'moves',
);
/** With more resources than this each verb is shown once, and the resources after them. */
const SPELLED_OUT = 2;

export function doesForms(model: Model, operations: readonly LinkedOperation[]): readonly string[] {
  const isFound = operations.every(({ operation }) => operation.path.includes('{'));
  // One row of several is found by the path, or by a condition.
  const where = (verb: Effect['kind']): string =>
    EFFECT_TRAITS[verb].found !== undefined && !isFound ? ' where …' : '';
  const rows = rowsOf(model).map(({ name }) => resourceText(name.text));
  const machines = [...model.machines.values()].map(({ name }) => `moves ${name.text}`);
  if (rows.length === 0) return EFFECTS.offers;
  const verbs =
    rows.length <= SPELLED_OUT
      ? VERBS.flatMap((verb) => rows.map((row) => `${verb} ${row}${where(verb)}`))
      : [...VERBS.map((verb) => `${verb} …${where(verb)}`), `… is a resource: ${few(rows, 'resources').join(', ')}`];
  return [...verbs, ...few(machines, 'machines'), 'sets `…` = …', 'several, by semicolons: …', 'none'];
}

/** Of pages that are stated except for a half: the half alone is an answer. */
export function pagesForms(slot: Slot<Pages> | undefined): readonly string[] {
  const pages = slot && valueOf(slot);
  const half = pages && openHalves(pages)[0];
  if (!pages || slot?.status !== 'stated' || half === undefined) return PAGES.offers;
  if (half === 'cursor') return ['opaque', 'the last `…`'];
  return [...(half === 'more' ? ['refused'] : []), 'a number: …'];
}

/** What changes rows is not safe, and what makes one each time has no same effect. */
export function repeatForms(operations: readonly LinkedOperation[]): readonly string[] {
  const effects = operations.flatMap(effectsOf);
  const changes = !effects.every(isSafe);
  const makes = effects.some(({ kind }) => kind === 'creates');
  return REPEAT.offers.filter((form) => !(changes && form === 'safe') && !(makes && form === 'same effect'));
}

/**
 * Who is stated except for which items: the same who again for all items, or the condition. If part 5 is `none`, callers
 * are not known, and so not distinguished.
 */
export function whoForms(model: Model, targets: readonly string[], slot: Fact['slot']): readonly string[] {
  const who = slot?.status === 'stated' ? WITHOUT_ITEMS.exec(slot.text)?.[1] : undefined;
  if (who !== undefined) return [who, 'a condition: …'];
  if (model.document.authentication.scope.mark.status === 'none') return ['anyone', 'a condition: …'];
  const callers = callerResources(model);
  const owners = targets.flatMap((target) => {
    const resource = model.resources.get(target);
    return (resource?.fields.items ?? [])
      .filter(({ type }) => refersTo(withoutNull(type), callers))
      .map(({ name }) => `owner by ${owned(target, name.text)}`);
  });
  const said = rolesOf(model);
  return [
    'anyone',
    'anyone, signed-in if sent',
    'signed-in',
    ...few(said, 'roles and scopes'),
    'a role: `…`',
    'scope `…`',
    ...few(owners, 'fields'),
    'a condition: …',
    'several, with or: …',
  ];
}

const WITHOUT_ITEMS = /^(.*?)\s*;\s*which\s+items\s*:\s*not\s+shown/is;

/** It is not stated who the callers are: any row may be one. */
function refersTo(type: FieldType | undefined, callers: ReadonlySet<string>): boolean {
  return type?.kind === 'resource' && (callers.size === 0 || callers.has(type.resource.text));
}

/** Roles and scopes that the document names elsewhere. */
const rolesOf = oncePer((model: Model): readonly string[] => {
  const found = new Set<string>();
  for (const who of whosOf(model)) {
    if (who.kind === 'role') found.add(ticked(who.role.text));
    if (who.kind === 'scope') found.add(`scope ${ticked(who.scope.text)}`);
  }
  return [...found];
});

export function orderForms(model: Model, operations: readonly LinkedOperation[]): readonly string[] {
  const listed = [...new Set(operations.map((one) => queriedBy(model, one)))];
  const fields = listed.length === 1 ? fieldNames(listed[0], (field) => isPlain(field) && !isHidden(field)) : [];
  const own = few(fields, 'fields').flatMap((name) => (isBeside(name) ? [name] : [name, `${name} descending`]));
  return ['newest first', 'oldest first', ...own, '`…` descending, then `…`'];
}

const takeShapes = oncePer((model: Model): readonly LinkedOperation[] =>
  [...model.operations.values()].filter(({ facts }) => valueOf(facts.body)?.kind === 'shape'),
);

/** The body of a request. What takes no fields from one has nothing to say of them. */
export function bodyForms(model: Model, operations: readonly LinkedOperation[]): readonly string[] {
  const effects = operations.flatMap((one) => effectsOf(one).map(({ kind }) => kind));
  const takes = effects.length === 0 || effects.some((kind) => EFFECT_TRAITS[kind].takes !== undefined);
  if (!takes) return ['a template: `{"…": …}`', 'a Body table: …', 'ignored', 'none'];
  const resources = resourcesOf(model, operations);
  const others = takeShapes(model)
    .filter((one) => !operations.includes(one))
    .map(({ operation }) => `same as ${ticked(operation.name.text)}`);
  return [
    ...few(resources.flatMap(shapesOf), 'shapes'),
    ...few(others, 'operations'),
    'a template: `{"…": …}`',
    'a Body table: …',
    'ignored',
    'none',
  ];
}

export function resourcesOf(model: Model, operations: readonly LinkedOperation[]): readonly Resource[] {
  const names = new Set(operations.flatMap((one) => targetsOf(model, one)));
  const found = [...names].flatMap((name) => model.resources.get(name) ?? []);
  return found.length > 0 ? found : rowsOf(model);
}

function shapesOf(resource: Resource): readonly string[] {
  const name = resourceText(resource.name.text);
  return [name, ...resource.views.map((view) => `${name} as ${ticked(view.name.text)}`)];
}

export function answerForms(
  model: Model,
  operations: readonly LinkedOperation[],
  row: StatusRow | undefined,
): readonly string[] {
  const status = row && valueOf(row.status);
  if (status && 'code' in status && BODILESS.has(status.code)) return ['none'];
  const shapes = operations.flatMap((one) => {
    const resource = answeredResource(model, one);
    const own = resource ? shapesOf(resource) : [];
    return answersMany(model, one) ? own.map((shape) => `array of ${shape}`) : own;
  });
  const all = shapes.length > 0 ? [...new Set(shapes)] : rowsOf(model).flatMap(shapesOf);
  return [...few(all, 'shapes'), 'a template: `{"…": …}`', 'none'];
}

/** A row of the Status table for each outcome of these effects. */
export function rowForms(operations: readonly LinkedOperation[]): readonly string[] {
  const words = [...new Set(operations.flatMap(outcomesOf))];
  if (words.length === 0) return STATUS.columns.status.syntax.offers;
  // First what no row answers yet.
  const open = operations.flatMap(unansweredOutcomes);
  words.sort((a, b) => Number(open.includes(b)) - Number(open.includes(a)));
  return words.map(rowForm);
}

function rowForm(outcome: string): string {
  return `a row, Status | When | Body: … | ${outcome} | …`;
}

/** Such rows with the names of the document, by their forms; the status that HTTP has for the outcome. */
export function rowExamples(model: Model, operations: readonly LinkedOperation[]): ReadonlyMap<string, string> {
  const outcomes = [...new Set([...operations.flatMap(unansweredOutcomes), ...operations.flatMap(outcomesOf)])];
  const [first] = answerForms(model, operations, undefined);
  return new Map(
    outcomes.flatMap((outcome) => {
      const shape = outcome === 'deleted' ? 'none' : first;
      if (shape === undefined || shape.includes('…')) return [];
      const status = { created: '201', deleted: '204' }[outcome as string] ?? '200';
      return [[rowForm(outcome), `${status} | ${outcome} | ${shape}`]];
    }),
  );
}

/** The outcomes of these effects. */
export function whenForms(operations: readonly LinkedOperation[]): readonly string[] {
  const words = [...new Set(operations.flatMap(outcomesOf))];
  return words.length > 0 ? [...words, 'a condition: …'] : STATUS.columns.when.syntax.offers;
}

/** The field with the name of the parameter is first. */
export function selectsForms(
  model: Model,
  operations: readonly LinkedOperation[],
  parameter: Pick<Parameter, 'name' | 'type'> | undefined,
): readonly string[] {
  const written = parameter && valueOf(parameter.type);
  const sent = written && comparedKind(model, written);
  const [resource] = resourcesOf(model, operations);
  const fits = (field: Field): boolean => {
    const type = valueOf(field.type);
    return (
      isPlain(field) && !isHidden(field) && (!sent || (type !== undefined && sameKind(comparedKind(model, type), sent)))
    );
  };
  const named = (field: Field): boolean => field.name.text === parameter?.name.text;
  const names = [
    ...fieldNames(resource, (field) => named(field) && fits(field)),
    ...fieldNames(resource, (field) => !named(field) && fits(field)),
  ];
  const own = few(
    names.map((name) => `${name} = value`),
    'fields',
  );
  const references = fieldNames(resource, (field) => withoutNull(field.type)?.kind === 'resource');
  return [
    ...own,
    'a condition with value: `…` = value',
    'only the fields named',
    ...few(references, 'references').map((name) => (isBeside(name) ? name : `whole, for ${name}`)),
  ];
}

/** Of a reference that of the field it is shown by. */
function comparedKind(model: Model, type: FieldType): FieldType['kind'] | undefined {
  return plainType(model, type)?.type.kind;
}

const TEXTS: ReadonlySet<string> = new Set<FieldType['kind']>([
  'string',
  'one-of',
  'state',
  'uuid',
  'url',
  'email',
  'time',
  'duration',
]);
const NUMBERS: ReadonlySet<string> = new Set<FieldType['kind']>(['integer', 'number', 'decimal']);

function sameKind(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  if (one === other) return true;
  return (TEXTS.has(one) && TEXTS.has(other)) || (NUMBERS.has(one) && NUMBERS.has(other));
}

export function setsForms(model: Model, operations: readonly LinkedOperation[]): readonly string[] {
  const fields = resourcesOf(model, operations).flatMap((resource) => fieldNames(resource));
  return [...few([...new Set(fields)], 'fields'), 'none'];
}
