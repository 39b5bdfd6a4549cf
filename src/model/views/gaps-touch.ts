// Which operations a slot concerns: those that a gap there holds, in whole or for single requests, or that rest on it.
// Comes in: a fact and what it does. Goes out: headings. Design, section 3: "only the request that meets it" needs to
// know who can meet it. Where that cannot be told, every operation is concerned: hold more, never less.

import type { LinkedOperation, Model } from '../model.ts';
import { valueOf } from '../status.ts';
import { answerOf, causesOf, unansweredCauses } from './errors.ts';
import type { FactKind } from './gaps-table.ts';
import { bodyOf } from './inputs.ts';
import { machinesChangedBy, machineViews, type MoveView } from './moves.ts';
import { isNested } from './paths.ts';
import type { Fact, Subject } from './slots-writer.ts';
import { effectsOf, headingOf } from './targets.ts';
import { usesOf } from './uses.ts';
import type { Uses } from './uses-sets.ts';

/** What is asked of one operation. `wide`: the statement cannot be read or run, so all that use the thing are meant. */
interface Question {
  readonly model: Model;
  readonly fact: Fact;
  readonly wide: boolean;
}

export function concerned(model: Model, fact: Fact): readonly string[] {
  const wide = fact.status === 'unreadable' || fact.status === 'unsupported';
  const operations = [...model.operations.values()];
  return operations.filter((linked) => concerns({ model, fact, wide }, linked, fact.subject)).map(headingOf);
}

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
      return subject.operations.includes(headingOf(linked)) && canMeet(model, fact.kind, linked, question.wide);
    case 'events':
      return emits(linked, model, subject.kinds);
    case 'code':
      return question.wide || codesOf(model, linked).has(subject.code);
    case 'errors':
      return question.wide || bodiless(model, linked);
    case 'authentication':
      return needsCaller(linked);
    case 'limit':
      return isLimited(model, linked, subject.limit);
    case 'versioning':
      return fact.kind !== 'fact of versioning' || isVersioned(model);
  }
}

function concernsPart({ model, fact }: Question, linked: LinkedOperation): boolean {
  switch (fact.kind) {
    case 'part 3': {
      const uses = usesOf(model, linked);
      return [...uses.machines, ...uses.fields].some((name) => isState(model, name));
    }
    case 'part 5':
      return needsCaller(linked);
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

function concernsResource({ model, fact, wide }: Question, linked: LinkedOperation, resource: string): boolean {
  const uses = usesOf(model, linked);
  if (wide) return uses.resources.has(resource);
  switch (fact.kind) {
    case 'when deleted':
      return uses.deletes.has(resource);
    case 'unique':
      return uses.writes.has(resource);
    case 'view': {
      const view = fact.id.slice(fact.id.lastIndexOf('/view.') + '/view.'.length);
      return [...uses.views].some((one) => one === `${resource} as ${view}`);
    }
    default:
      return uses.resources.has(resource);
  }
}

function concernsField(
  question: Question,
  linked: LinkedOperation,
  resource: string,
  field: string | undefined,
): boolean {
  const { model } = question;
  const items = model.resources.get(resource)?.fields.items ?? [];
  const names = field === undefined ? items.map((one) => one.name.text) : [field];
  const uses = usesOf(model, linked);
  return names.some((name) => concernsCell(question, linked, uses, resource, name));
}

function concernsCell(
  { model, fact, wide }: Question,
  linked: LinkedOperation,
  uses: Uses,
  resource: string,
  field: string,
): boolean {
  const name = `${resource}.${field}`;
  if (wide) return uses.fields.has(name);
  switch (fact.kind) {
    case 'required':
      return meetsRequired(model, linked, uses, resource, name);
    case 'default':
      return meetsDefault(model, linked, uses, resource, name);
    case 'present':
    case 'shown':
      return uses.shown.has(name);
    case 'meaning':
      return false;
    default:
      return uses.fields.has(name);
  }
}

/** Required is looked at when a whole row is sent, or a nested shape; a Body table has a column of its own. */
function meetsRequired(model: Model, linked: LinkedOperation, uses: Uses, resource: string, name: string): boolean {
  const field = model.fields.get(name);
  const owner = model.resources.get(resource);
  if (!field || !owner) return false;
  if (isNested(owner)) return uses.sent.has(name);
  const body = bodyOf(model, linked);
  return (
    uses.wholes.has(resource) &&
    body.kind === 'fields' &&
    body.fields.some((input) => input.required === field.required)
  );
}

/** Default is looked at when a row begins, is replaced, or has fields cleared: for what nothing else sets. */
function meetsDefault(model: Model, linked: LinkedOperation, uses: Uses, resource: string, name: string): boolean {
  const field = model.fields.get(name);
  const owner = model.resources.get(resource);
  if (!field || !owner || valueOf(field.setBy)?.kind === 'service') return false;
  if (isNested(owner)) return uses.sent.has(name);
  const body = bodyOf(model, linked);
  const input = body.kind === 'fields' ? body.fields.find((one) => one.sets?.field === field) : undefined;
  if (uses.wholes.has(resource))
    return input ? input.default === field.default : !isAssigned(linked, resource, field.name.text);
  return input !== undefined && valueOf(linked.facts.omittedFields)?.general === 'cleared';
}

function isAssigned(linked: LinkedOperation, resource: string, field: string): boolean {
  return effectsOf(linked).some((effect) => {
    if (effect.kind === 'sets')
      return effect.assignments.some((one) => one.field.text === field || one.field.text === `${resource}.${field}`);
    return 'with' in effect && effect.target.text === resource && effect.with.some((one) => one.field.text === field);
  });
}

function concernsMachine({ model, fact, wide }: Question, linked: LinkedOperation, machine: string): boolean {
  const uses = usesOf(model, linked);
  const resource = machine.slice(0, machine.indexOf('.'));
  if (wide) return uses.resources.has(resource);
  switch (fact.kind) {
    case 'initial':
      return uses.creates.has(resource);
    case 'any other move':
      return machinesChangedBy(model, linked).some((view) => view.name === machine);
    case 'machine':
    case 'kind of a state':
    case 'open list':
      return uses.fields.has(machine) || uses.machines.has(machine);
    default:
      return uses.machines.has(machine);
  }
}

/** A row of part 3: the operations that make it; where By is not shown, all that could be meant. */
function concernsMove(
  { model, wide }: Question,
  linked: LinkedOperation,
  { machine, index }: Extract<Subject, { on: 'move' }>,
): boolean {
  const view = machineViews(model).get(machine);
  const row = view && [...view.moves, ...view.births].find((one) => one.index === index);
  if (!row || !view) return true;
  const uses = usesOf(model, linked);
  if (wide) return uses.resources.has(view.resource);
  if (row.by) return row.by.includes(headingOf(linked));
  if (view.births.includes(row)) return uses.creates.has(view.resource);
  return uses.machines.has(machine) && mayMake(linked, row, view.resource, view.field);
}

/** Could this operation make the row? Not when its Does names another state. */
function mayMake(linked: LinkedOperation, row: MoveView, resource: string, field: string): boolean {
  const to = valueOf(row.row.to);
  const moves = effectsOf(linked).flatMap((effect) =>
    effect.kind === 'moves' || effect.kind === 'moves every' ? [effect] : [],
  );
  const own = moves.filter((effect) => effect.target.text === resource && effect.field.text === field);
  if (own.length === 0 || to?.kind !== 'state') return true;
  return own.some((effect) => effect.to === undefined || effect.to.text === to.state.text);
}

/** Facts of an operation that only some requests can meet, and this one's cannot. */
function canMeet(model: Model, kind: FactKind, linked: LinkedOperation, wide: boolean): boolean {
  if (wide) return true;
  switch (kind) {
    case 'media type':
    case 'body':
    case 'omitted fields':
    case 'null fields':
    case 'empty text':
      return true;
    case 'nested names':
      return bodyOf(model, linked).kind !== 'unread';
    case 'read-only fields': {
      const body = bodyOf(model, linked);
      return body.kind !== 'fields' || body.readOnly.length > 0;
    }
    default:
      return true;
  }
}

/** Without kinds: does it send any event, or may it? */
function emits(linked: LinkedOperation, model: Model, kinds: readonly string[] | undefined): boolean {
  const own = linked.facts.emits;
  const named = [...(valueOf(own) ?? [])].map((name) => name.text);
  let unknown = own.status !== 'none' && own.status !== 'stated';
  for (const view of machineViews(model).values()) {
    for (const move of [...view.moves, ...view.births]) {
      if (!move.by?.includes(headingOf(linked))) continue;
      unknown ||= move.row.emits.status !== 'none' && move.row.emits.status !== 'stated';
      named.push(...(valueOf(move.row.emits) ?? []).map((name) => name.text));
    }
  }
  if (unknown) return true;
  return kinds ? kinds.some((kind) => named.includes(kind)) : named.length > 0;
}

/** The codes that can answer a request to it. */
function codesOf(model: Model, linked: LinkedOperation): ReadonlySet<string> {
  return new Set(causesOf(model, linked).flatMap((key) => answerOf(model, linked, key)?.code.code.text ?? []));
}

/** Some refusal of it takes its body from the one that all errors share. */
function bodiless(model: Model, linked: LinkedOperation): boolean {
  return causesOf(model, linked).some((key) => {
    const answer = answerOf(model, linked, key);
    return (
      answer !== undefined &&
      answer.code.body.status === 'absent' &&
      (answer.row === undefined || answer.row.body.status === 'absent')
    );
  });
}

/** `Who: anyone` reads no credentials; everything else does, or may. */
function needsCaller(linked: LinkedOperation): boolean {
  const who = valueOf(linked.facts.who);
  return who?.kind !== 'anyone' || who.signedInIfSent;
}

/** `Applies to` names methods and operations; anything else may mean this operation too. */
function isLimited(model: Model, linked: LinkedOperation, name: string): boolean {
  const limit = model.document.limits.limits.items.find((one) => one.name.text === name);
  const text = limit && valueOf(limit.appliesTo);
  if (text === undefined) return true;
  const parts = text.split(/,| and | or /).map((part) => part.replaceAll('`', '').trim());
  if (!parts.every((part) => /^[A-Z]+( \/\S*)?$/.test(part))) return true;
  return parts.some((part) => part === headingOf(linked) || part === linked.operation.method);
}

/** Requests name a version, or may. */
function isVersioned(model: Model): boolean {
  return (
    valueOf(model.document.versioning.facts.get('Scheme') ?? { status: 'absent', at: { start: 0, end: 0 } }) !==
    undefined
  );
}
