// Which of the forms that are offered this runtime does not do: to write one holds what needs it. Input: a model, a fact, a form. Output:
// the words of supported.ts that the form uses and that do not run; the operations that it would hold. A form with a `…` is judged by its
// words alone, so what replaces the `…` may still use others.

import type { Model } from '../../../model/model.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { AnyDeclaration } from '../../../notation/declaration.ts';
import { DELIVERY } from '../../../notation/events.ts';
import { LIMIT } from '../../../notation/limits.ts';
import { SCHEME } from '../../../notation/authentication.ts';
import { CODE } from '../../../notation/errors.ts';
import { OPERATION } from '../../../notation/operation.ts';
import { QUERY } from '../../../notation/parameters.ts';
import { FIELD, RESOURCE } from '../../../notation/resources.ts';
import { MOVE, STATE } from '../../../notation/states.ts';
import { REPEAT_RULES, REPEAT_TABLE } from '../../../notation/repeat.ts';
import { REFUSAL, STATUS } from '../../../notation/statuses.ts';
import { VERSIONING } from '../../../notation/versioning.ts';
import { entryOf, type OtherKind } from '../../document/gap-effects.ts';
import { concerned } from '../../gaps/touch.ts';
import { machineViews } from '../../document/moves.ts';
import { elementOf } from '../../document/paths.ts';
import { onlyRemoves } from '../../machines/removals.ts';
import type { Fact } from '../../gaps/slots/fact.ts';
import { runs } from '../../document/supported.ts';
import { typeWords } from '../../gaps/supported/words.ts';

type Word = string | ((found: RegExpExecArray, model: Model, fact: Fact) => readonly string[]);
type Rules = readonly (readonly [RegExp, Word])[];

const WHO: Rules = [
  [/^signed-in$/, 'Who: signed-in'],
  [/^anyone, signed-in/, 'Who: signed-in if sent'],
  [/^(?:a role|`)/, 'Who: role'],
  [/^scope /, 'Who: scope'],
  [/^owner by/, 'Who: owner by'],
  [/^a condition/, 'Who: condition'],
  [/^several, with or/, 'Who: or'],
];

const NOWHERE = { start: 0, end: 0 };

const RULES: Partial<Record<OtherKind, Rules>> = {
  shown: [
    [/ as `/, 'Type: R as View'],
    [/ without `/, 'Type: R without'],
    [/ only `/, 'Type: R only'],
    [/ by `/, (_, model, fact) => [isListed(model, fact) ? 'Type: list of R by f' : 'Type: R by f']],
  ],
  'repeat table': [[/^a table/, 'Repeat: Repeat table']],
  delivery: [[/^(?!none$)/, 'Events: Sent as']],
};

const DECLARED: ReadonlyMap<AnyDeclaration, Rules> = new Map<AnyDeclaration, Rules>([
  [FIELD.columns.type, [[/^`?([^`…]+)`?$/, referenceWords]]],
  [
    FIELD.columns.setBy,
    [
      [/^rows$/, 'Set by: rows'],
      [/^service: (count|list|sum|min|max) of/, ([, verb]) => [`Rule: ${verb} of`]],
      [/^service: (whether|token)\b/, ([, word]) => [`Rule: ${word}`]],
      [/^service: caller\b.* (at create|at change)/, ([, moment]) => [`Rule: caller ${moment}`]],
    ],
  ],
  [STATE.columns.kind, [[/^gone$/, 'State: Kind: gone']]],
  [
    MOVE.columns.from,
    [[/^\(new\)$/, (_, model, fact) => byTimeOrOutside(model, fact, 'By: time, from no state to another')]],
  ],
  [
    MOVE.columns.to,
    [
      [/^one of/, (_, model, fact) => (isOfNewRow(model, fact) ? ['To: one of, of a new row'] : [])],
      [/^\(gone\)$/, (_, model, fact) => removal(model, fact)],
      [/^(?:same|refused)/, (_, model, fact) => byTimeOrOutside(model, fact, 'By: time, from no state to another')],
    ],
  ],
  [
    MOVE.columns.by,
    [
      [/^(?:after|… days after) /, 'By: after'],
      [/^at /, 'By: at'],
    ],
  ],
  [MOVE.columns.who, WHO],
  [MOVE.columns.emits, [[/`/, 'Emits: event kinds']]],
  [RESOURCE.rows, [[/./, 'Resource: Rows']]],
  [RESOURCE.atLeastOneOf, [[/./, 'Resource: At least one of']]],
  [RESOURCE.exactlyOneOf, [[/./, 'Resource: Exactly one of']]],
  [OPERATION.does, [[/^none$/, 'Does: none']]],
  [OPERATION.who, WHO],
  [OPERATION.headersIn, [[/^headers/, 'Operation: Headers in']]],
  [OPERATION.nestedNames, [[/^(?:brackets|dots)$/, 'Operation: Nested names']]],
  [OPERATION.preconditions, [[/^`/, 'Operation: Preconditions']]],
  [OPERATION.repeat, [[/^key$/, 'Repeat: key']]],
  [OPERATION.pages, [[/^after /, 'Pages: after, before']]],
  [OPERATION.emits, [[/`/, 'Emits: event kinds']]],
  ...[...Object.values<AnyDeclaration>(REPEAT_RULES), REPEAT_TABLE.columns.statement].map(
    (of): [AnyDeclaration, Rules] => [of, [[/^(?!none$)/, 'Repeat: Repeat table']]],
  ),
  [
    LIMIT.columns.value,
    [
      [/ per /, 'Limit: rate'],
      [/MB$/, 'Limit: size of each request'],
      [/characters$/, 'Limit: characters'],
      [/seconds$/, 'Limit: time'],
      [/items$/, 'Limit: items'],
      [/at once$/, 'Limit: at once'],
    ],
  ],
  [SCHEME.scheme, [[/^(?!none$)(.+)$/, ([, kind]) => [`Authentication: ${kind}`]]]],
  [SCHEME.sentIn, [[/^(header|query|cookie)/, ([, place]) => [`Authentication: Sent in ${place}`]]]],
  [SCHEME.credentials, [[/^user name/, 'Authentication: Credentials kept by the operator']]],
  [
    SCHEME.issuedBy,
    [
      [/^the operator/, 'Authentication: Issued by operator'],
      [/^outside/, 'Authentication: Issued by outside'],
    ],
  ],
  [SCHEME.roles, [[/^roles/, 'Authentication: Roles: listed']]],
  ...[SCHEME.refresh, SCHEME.verifiedBy, SCHEME.claims].map((of: AnyDeclaration): [AnyDeclaration, Rules] => [
    of,
    [[/^(?!none$)/, `Authentication: ${of.head}`]],
  ]),
  ...Object.values<AnyDeclaration>(DELIVERY).map((of): [AnyDeclaration, Rules] => [
    of,
    [[/^(?!none$)/, `Events: ${of.head}`]],
  ]),
  ...[VERSIONING.scheme, VERSIONING.deprecated, VERSIONING.sunset].map(
    (of: AnyDeclaration): [AnyDeclaration, Rules] => [of, [[/^(?!none$)/, `Versioning: ${of.head}`]]],
  ),
  [
    QUERY.columns.selects,
    [
      [/^only the fields/, 'Query: only the fields named'],
      [/^whole/, 'Query: whole'],
    ],
  ],
  ...[STATUS.columns.headers, REFUSAL.headers, CODE.columns.headers].map((of): [AnyDeclaration, Rules] => [
    of,
    [[/its own rules/, 'Headers: header by its own rules']],
  ]),
]);

function byOf(model: Model, { subject }: Fact): string | undefined {
  const row = subject.on === 'move' ? model.machines.get(subject.machine)?.moves.items[subject.index] : undefined;
  return row && valueOf(row.by)?.kind;
}

function isOfNewRow(model: Model, { subject }: Fact): boolean {
  const row = subject.on === 'move' ? model.machines.get(subject.machine)?.moves.items[subject.index] : undefined;
  return row !== undefined && valueOf(row.from)?.kind === 'new';
}

function isByTime(model: Model, fact: Fact): boolean {
  const by = byOf(model, fact);
  return by === 'after' || by === 'at';
}

/** A removal beside other changes of the row does not run. */
function removal(model: Model, fact: Fact): readonly string[] {
  const { subject } = fact;
  const view = subject.on === 'move' ? machineViews(model).get(subject.machine) : undefined;
  const row = view?.moves.find(({ index }) => subject.on === 'move' && index === subject.index);
  const makers = row?.by?.flatMap((heading) => model.operations.get(heading) ?? []) ?? [];
  return view && makers.some((linked) => !onlyRemoves(linked, view)) ? ['To: (gone) beside other changes'] : [];
}

/** A move without a call moves rows that are there: it makes none, refuses none, and leads from one state to another. */
function byTimeOrOutside(model: Model, fact: Fact, byTime: string): readonly string[] {
  if (isByTime(model, fact)) return [byTime];
  return byOf(model, fact) === 'outside' ? ['By: outside, of what is no move of a row'] : [];
}

/** A bare resource: a row of its own, or an object inside others. */
function referenceWords([, name]: RegExpExecArray, model: Model, { subject }: Fact): readonly string[] {
  const known = model.resources.get(name!);
  if (!known) return [];
  const owner = 'resource' in subject ? model.resources.get(subject.resource) : undefined;
  return typeWords(model, { kind: 'resource', resource: { text: name!, at: NOWHERE } }, owner);
}

function isListed(model: Model, { subject }: Fact): boolean {
  const field =
    subject.on === 'field' && subject.field !== undefined
      ? model.fields.get(`${subject.resource}.${subject.field}`)
      : undefined;
  const type = field && valueOf(field.type);
  return type !== undefined && elementOf(type).list;
}

/** The words of a form that this runtime does not do. */
export function wordsNotDone(model: Model, fact: Fact, form: string): readonly string[] {
  for (const [pattern, word] of entryOf(fact, DECLARED, RULES) ?? []) {
    const found = pattern.exec(form);
    if (found) return (typeof word === 'string' ? [word] : word(found, model, fact)).filter((one) => !runs(one));
  }
  return [];
}

/** The forms that run, then those that do not: each in the order of the notation. */
export function doneFirst(model: Model, fact: Fact, forms: readonly string[]): readonly string[] {
  const isDone = (form: string): boolean => wordsNotDone(model, fact, form).length === 0;
  return [...forms.filter(isDone), ...forms.filter((form) => !isDone(form))];
}

/** Operations that a statement of these facts holds when this runtime does not do it. */
export function heldIfNotDone(model: Model, facts: readonly Fact[]): readonly string[] {
  const held = facts
    .filter(({ part }) => part !== 'events')
    .flatMap((fact) => concerned(model, { ...fact, status: 'unsupported' }));
  return [...new Set(held)];
}
