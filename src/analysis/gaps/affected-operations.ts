// Which operations a slot concerns: those that a gap there holds, in whole or for single requests, or that depend on it. Input: a
// fact and what it does. Output: headings. A gap holds only the requests that meet it: so it is asked who can.
// Where that is not known, every operation is concerned: hold more, never less.

import { issuesToken, readsCredentials, signsIn } from '../document/callers.ts';
import { kindOfCause } from '../../notation/values/cause-kinds.ts';
import { addTo } from '../../base/grouped.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { FIELD } from '../../notation/resources.ts';
import { MOVE, type Move } from '../../notation/states.ts';
import { valueOf } from '../../notation/slot.ts';
import { addressesOpenBy } from '../document/addresses.ts';
import { answerOf, causesOf, SERVICE_CAUSES, unansweredCauses } from '../refusals/errors.ts';
import { canMeetInput } from './affected-by-input.ts';
import {
  concernsField,
  concernsMachine,
  concernsMove,
  concernsResource,
  OF_THE_LIST,
  showsByRequired,
  type Question,
} from './affected-by-rows.ts';
import { showsMovesOf } from '../refusals/legal-moves.ts';
import { machineViews } from '../document/moves.ts';
import { isLimited } from '../refusals/causes/restriction.ts';
import { kindOf } from '../../notation/declaration.ts';
import { CODE } from '../../notation/errors.ts';
import { OPERATION } from '../../notation/operation.ts';
import { PATH } from '../../notation/parameters.ts';
import { REFUSAL } from '../../notation/statuses.ts';
import { effectOf, type FactKind } from '../document/gap-effects.ts';
import type { Fact, Subject } from './slots/fact.ts';
import { headingOf } from '../document/targets.ts';
import { usesOf } from '../requests/field-usage.ts';
import { kindsBroughtBy } from '../requests/occasions.ts';

export function concerned(model: Model, fact: Fact): readonly string[] {
  const wide = fact.status === 'unreadable' || fact.status === 'unsupported';
  const question = { model, fact, wide };
  const met = candidates(model, fact.subject)
    .filter((linked) => concerns(question, linked, fact.subject))
    .map(headingOf);
  const linking = OPENS_A_PATH.has(fact.kind)
    ? addressing(model, fact).filter((heading) => !met.includes(heading))
    : [];
  return linking.length > 0 ? [...met, ...linking] : met;
}

/** While these are not shown, the address of the operation is not known. */
const OPENS_A_PATH: ReadonlySet<FactKind> = new Set<FactKind>([
  kindOf(OPERATION.does),
  'operation',
  kindOf(PATH.columns.selects),
]);

/** The operations that work with rows that have such an address as a field. */
function addressing(model: Model, { status, subject, of, slot }: Fact): readonly string[] {
  if (status === 'unsupported' || subject.on !== 'operations') return [];
  const isSelection = of === PATH.columns.selects;
  const fields = subject.operations.flatMap((heading) =>
    addressesOpenBy(model, heading, (name, row) =>
      isSelection ? subject.parameter === name || (row !== undefined && row.selects === slot) : !row,
    ),
  );
  if (fields.length === 0) return [];
  return [...model.operations.values()]
    .filter((linked) => fields.some((name) => usesOf(model, linked).fields.has(name)))
    .map(headingOf);
}

/** Operations that run, and would answer otherwise if the fact were stated: beside those that it holds. */
export function resting(model: Model, fact: Fact): readonly string[] {
  const { of, subject } = fact;
  if (OF_THE_LIST.has(of) && (subject.on === 'move' || subject.on === 'machine')) {
    const hands = of === MOVE.columns.by ? underTheirHands(model, fact, subject.machine) : [];
    return [...new Set([...hands, ...telling(model, fact, subject.machine)])];
  }
  if (of !== FIELD.columns.required || subject.on !== 'field') return [];
  return candidates(model, subject)
    .filter((linked) => showsByRequired(model, linked, subject.resource, subject.field))
    .map(headingOf);
}

/** Their errors show what is legal, and leave it out while that is not known. */
function telling(model: Model, fact: Fact, machine: string): readonly string[] {
  const held = new Set(concerned(model, fact));
  const resource = machine.slice(0, machine.indexOf('.'));
  return [...model.operations.values()]
    .filter((linked) => showsMovesOf(model, linked, resource))
    .map(headingOf)
    .filter((heading) => !held.has(heading));
}

/** It is not stated what makes the move: it may be time, or someone outside, while operations use the state. */
function underTheirHands(model: Model, fact: Fact, machine: string): readonly string[] {
  const held = new Set(concerned(model, fact));
  return [...model.operations.values()]
    .filter((linked) => usesOf(model, linked).fields.has(machine) || usesOf(model, linked).machines.has(machine))
    .map(headingOf)
    .filter((heading) => !held.has(heading));
}

/** Who has to be asked: for a fact of a resource, the operations that use it. */
function candidates(model: Model, subject: Subject): readonly LinkedOperation[] {
  switch (subject.on) {
    case 'nothing':
      return [];
    case 'resource':
    case 'field':
      return usersOf(model).get(subject.resource) ?? [];
    case 'operations':
      return subject.operations.flatMap((heading) => model.operations.get(heading) ?? []);
    case 'events':
      return subject.kinds?.length === 1 ? emitters(model, subject.kinds[0]!) : [...model.operations.values()];
    default:
      return [...model.operations.values()];
  }
}

/** The operations that use a resource. */
export const usersOf: (model: Model) => ReadonlyMap<string, readonly LinkedOperation[]> = oncePer((model) => {
  const users = new Map<string, LinkedOperation[]>();
  for (const linked of model.operations.values()) {
    for (const resource of usesOf(model, linked).resources) {
      addTo(users, resource, linked);
    }
  }
  return users;
});

function concerns(question: Question, linked: LinkedOperation, subject: Subject): boolean {
  const { model, fact } = question;
  switch (subject.on) {
    case 'nothing':
      return false;
    case 'document':
      return true;
    case 'part':
      return concernsPart(question, linked);
    case 'resource':
      return concernsResource(question, linked, subject.resource);
    case 'field':
      return concernsField(question, linked, subject.resource, subject.field);
    case 'machine':
      return concernsMachine(question, linked, subject.machine);
    case 'move':
      return concernsMove(question, linked, subject);
    case 'operations':
      return question.wide || canMeet(model, fact, linked);
    case 'events':
      return emits(linked, model, subject.kinds);
    case 'code':
      return codesOf(model, linked).has(subject.code) || codesOfAll(model).has(subject.code);
    case 'errors':
      if (fact.of === CODE.columns.status) return codesOf(model, linked).size > 0;
      return question.wide || bodiless(model, linked);
    case 'authentication':
      return needsCaller(model, linked);
    case 'limit':
      return limits(model, linked, subject.limit);
    case 'versioning':
      return question.wide || effectOf(fact) === 'rests-on' || isVersioned(model);
  }
}

function concernsPart({ model, fact }: Question, linked: LinkedOperation): boolean {
  switch (fact.kind) {
    case 'part 3': {
      const uses = usesOf(model, linked);
      return [...uses.machines, ...uses.fields].some((name) => isState(model, name));
    }
    case 'part 5':
      return needsCaller(model, linked);
    case 'part 6':
      return emits(linked, model, undefined);
    case 'part 7':
      return unansweredCauses(model, linked).length > 0;
    default:
      return true;
  }
}

function isState(model: Model, name: string): boolean {
  const field = model.fields.get(name);
  return model.machines.has(name) || (field !== undefined && valueOf(field.type)?.kind === 'state');
}

/** Facts of an operation that only some requests can meet, and this one's cannot. */
function canMeet(model: Model, fact: Fact, linked: LinkedOperation): boolean {
  switch (fact.of) {
    case REFUSAL.status:
    case REFUSAL.body:
    case REFUSAL.headers:
      return fact.slot === undefined || refusals(model, linked).has(fact.slot);
    default:
      return canMeetInput(model, fact, linked);
  }
}

/** The cells of its own Status rows that answer some cause it can meet. */
function refusals(model: Model, linked: LinkedOperation): ReadonlySet<unknown> {
  const rows = causesOf(model, linked).flatMap((cause) => answerOf(model, linked, cause)?.row ?? []);
  return new Set<unknown>(rows.flatMap((row) => [row.status, row.body, row.headers]));
}

/** Without kinds: does it send any event, or may it? */
function emits(linked: LinkedOperation, model: Model, kinds: readonly string[] | undefined): boolean {
  const named = emitted(model, linked);
  return named === 'unknown' || (kinds ? kinds.some((kind) => named.has(kind)) : named.size > 0);
}

/** The operations that send an event, or may, as the document has them. */
function emitters(model: Model, kind: string): readonly LinkedOperation[] {
  const { byKind, ofAny } = senders(model);
  const named = byKind.get(kind) ?? [];
  if (ofAny.length === 0) return named;
  const all = new Set([...named, ...ofAny]);
  return [...model.operations.values()].filter((linked) => all.has(linked));
}

interface Senders {
  readonly byKind: ReadonlyMap<string, readonly LinkedOperation[]>;
  /** What they send is not shown. */
  readonly ofAny: readonly LinkedOperation[];
}

const senders = oncePer((model: Model): Senders => {
  const byKind = new Map<string, LinkedOperation[]>();
  const ofAny: LinkedOperation[] = [];
  for (const linked of model.operations.values()) {
    const kinds = emitted(model, linked);
    if (kinds === 'unknown') ofAny.push(linked);
    else for (const kind of kinds) addTo(byKind, kind, linked);
  }
  return { byKind, ofAny };
});

/** The events that an operation and the moves that it makes send, by Emits and by When. */
const emitted = oncePer((model: Model, linked: LinkedOperation): ReadonlySet<string> | 'unknown' => {
  const slots = [linked.facts.emits, ...(ofMoves(model).get(headingOf(linked)) ?? []).map((move) => move.emits)];
  if (slots.some(({ status }) => status !== 'none' && status !== 'stated')) return 'unknown';
  const stated = slots.flatMap((slot) => (valueOf(slot) ?? []).map((name) => name.text));
  return new Set([...stated, ...kindsBroughtBy(model, linked)]);
});

/** By heading of who makes the move. */
const ofMoves = oncePer((model: Model): ReadonlyMap<string, readonly Move[]> => {
  const found = new Map<string, Move[]>();
  for (const { moves, births } of machineViews(model).values())
    for (const { by, row } of [...moves, ...births]) for (const heading of by ?? []) addTo(found, heading, row);
  return found;
});

/** The codes that answer causes which any request to any operation can meet. */
const codesOfAll = oncePer((model: Model): ReadonlySet<string> => {
  const causes = SERVICE_CAUSES.filter((cause) => kindOfCause(cause).outside !== 'alone');
  return new Set(causes.flatMap((cause) => answerOf(model, undefined, cause)?.code.code.text ?? []));
});

/** The codes that can answer a request to it. */
const codesOf = oncePer(
  (model: Model, linked: LinkedOperation): ReadonlySet<string> =>
    new Set(causesOf(model, linked).flatMap((cause) => answerOf(model, linked, cause)?.code.code.text ?? [])),
);

/** Some refusal of it takes its body from the one that all errors share. */
function bodiless(model: Model, linked: LinkedOperation): boolean {
  return causesOf(model, linked).some((cause) => {
    const answer = answerOf(model, linked, cause);
    return (
      answer !== undefined &&
      answer.code.body.status === 'absent' &&
      (answer.row === undefined || answer.row.body.status === 'absent')
    );
  });
}

/** It reads credentials, or may; or it issues a token: of the operation, and of a move that it makes. */
function needsCaller(model: Model, linked: LinkedOperation): boolean {
  const moves = ofMoves(model).get(headingOf(linked)) ?? [];
  const asks = moves.some(({ who }) => who.status !== 'absent' && valueOf(who)?.kind !== 'anyone');
  const isOpen = valueOf(linked.facts.who) === undefined;
  return asks || isOpen || readsCredentials(linked) || signsIn(linked) || issuesToken(linked);
}

const limitsByName = oncePer(
  ({ document }: Model) => new Map(document.limits.limits.items.toReversed().map((limit) => [limit.name.text, limit])),
);

function limits(model: Model, linked: LinkedOperation, name: string | undefined): boolean {
  const named = name === undefined ? [...limitsByName(model).values()] : [limitsByName(model).get(name)];
  return named.some((limit) => limit === undefined || isLimited(linked, limit));
}

/** Requests name a version, or may. */
function isVersioned(model: Model): boolean {
  return valueOf(model.document.versioning.facts.scheme) !== undefined;
}
