// What may be written as the answer to an open question of this document: the notation's forms with the names that the
// document declares and that can stand there; none is recommended. In: a model and a fact. Out: forms as forms.ts has them.

import { oncePer } from '../../../base/once-per.ts';
import type { BodyField, Parameter, StatusRow } from '../../../notation/endpoints.ts';
import type { Pages } from '../../../notation/values/lists.ts';
import type { LinkedOperation, Model } from '../../model.ts';
import type { Field, Resource } from '../../../notation/resources.ts';
import type { Machine } from '../../../notation/states.ts';
import type { Slot } from '../../../notation/slot.ts';
import {
  answerForms,
  bodyForms,
  doesForms,
  orderForms,
  pagesForms,
  repeatForms,
  rowExamples,
  rowForms,
  selectsForms,
  setsForms,
  touched,
  whenForms,
  whoForms,
} from './endpoints.ts';
import { schemeForms } from './authentication.ts';
import { causeForms, existingCodes, limitForms } from './errors.ts';
import { deliveryForms, eventForms } from './events.ts';
import { doneFirst } from './done.ts';
import {
  allowedForms,
  defaultForms,
  keyForms,
  listForms,
  sameAsForms,
  selectionForms,
  setByForms,
  shownForms,
  typeForms,
  whenDeletedForms,
} from './fields.ts';
import { OTHER_CODE, fewTicked } from './names.ts';
import { retirementForms, versioningForms } from './versioning.ts';
import { byForms, fromForms, initialForms, otherMoveForms, toForms } from './states.ts';
import { formsOf } from '../forms.ts';
import type { FactKind } from '../gaps/table.ts';
import type { Fact } from '../slots/writer.ts';
import { targetsOf } from '../targets.ts';

/** What a fact stands at. */
interface Here {
  readonly model: Model;
  readonly fact: Fact;
  readonly resource: Resource | undefined;
  readonly field: Field | undefined;
  readonly machine: Machine | undefined;
  readonly operations: readonly LinkedOperation[];
  /** The row of a Path, Query, Header or Body table. */
  readonly row: Parameter | BodyField | undefined;
  readonly status: StatusRow | undefined;
}

const FORMS: Partial<Record<FactKind, (here: Here) => readonly string[]>> = {
  'identified by': ({ model, resource }) => [...keyForms(model, resource, 'Identified by'), 'none'],
  unique: ({ model, resource }) => [...keyForms(model, resource, 'Unique by'), 'none'],
  view: ({ resource }) => listForms(resource),
  'at least one of': ({ resource }) => listForms(resource),
  'exactly one of': ({ resource }) => listForms(resource),
  'when deleted': ({ model, resource }) => whenDeletedForms(model, resource?.name.text ?? ''),
  type: ({ model, resource, field }) =>
    typeForms(model, field && resource && `${resource.name.text}.${field.name.text}`),
  'set by': ({ model, resource, field }) => setByForms(model, resource, field),
  'allowed values': ({ field }) => allowedForms(field),
  default: ({ model, resource, field }) =>
    defaultForms(model, field, field && resource && `${resource.name.text}.${field.name.text}`),
  shown: ({ model, field }) => shownForms(model, field),
  initial: ({ machine }) => initialForms(machine),
  from: ({ machine }) => fromForms(machine),
  to: ({ model, machine }) => toForms(model, machine),
  by: ({ model, machine }) => byForms(model, machine),
  'who of a move': ({ model, machine, fact }) => whoForms(model, machine ? [machine.resource.text] : [], fact.slot),
  'emits of a move': ({ model }) => emitsForms(model),
  'any other move': ({ model }) => otherMoveForms(model),
  does: ({ model, operations }) => doesForms(model, operations),
  repeat: ({ operations }) => repeatForms(operations),
  who: ({ model, operations, fact }) =>
    whoForms(model, [...new Set(operations.flatMap((one) => targetsOf(model, one)))], fact.slot),
  order: ({ model, operations }) => orderForms(model, operations),
  pages: ({ fact }) => pagesForms(fact.slot as Slot<Pages> | undefined),
  body: ({ model, operations }) => bodyForms(model, operations),
  emits: ({ model }) => emitsForms(model),
  'errors of an operation': ({ model }) => [...existingCodes(model), OTHER_CODE, 'none'],
  'selects of the path': ({ model }) => selectionForms(model),
  'type of a parameter': ({ model, operations, fact }) => parameterTypes(model, operations, fact),
  'default of a parameter': ({ model, row }) => defaultForms(model, row),
  'allowed values of a parameter': ({ row }) => allowedForms(row),
  'selects of a query': ({ model, operations, row }) => selectsForms(model, operations, row),
  'sets of a body field': ({ model, operations }) => setsForms(model, operations),
  'success status': ({ operations }) => rowForms(operations),
  'success when': ({ operations }) => whenForms(operations),
  'success body': ({ model, operations, status }) => answerForms(model, operations, status),
  'refusal when': ({ model }) => [...existingCodes(model), OTHER_CODE],
  'code when': ({ model }) => causeForms(model),
  cause: ({ model }) => [...existingCodes(model), ...formsOf('cause')],
  scheme: ({ model, fact }) => schemeForms(model, fact.head),
  'caller of a scheme': ({ model, fact }) => schemeForms(model, fact.head),
  'token of a scheme': ({ model, fact }) => schemeForms(model, fact.head),
  'fact of a scheme': ({ model, fact }) => schemeForms(model, fact.head),
  delivery: ({ model, fact }) => deliveryForms(model, fact.head),
  event: ({ model, fact }) => kindForms(model, fact),
  retirement: ({ model }) => retirementForms(model),
  'fact of versioning': ({ model, fact }) => versioningForms(model, fact.head),
  limit: ({ model, fact }) => limitForms(model, fact.head),
};

export function formsHere(model: Model, fact: Fact): readonly string[] {
  const own = FORMS[fact.kind];
  const forms = own ? own(placeOf(model, fact)) : [];
  return doneFirst(model, fact, forms.length > 0 ? forms : formsOf(fact.kind));
}

/** How answers look as a whole, by their forms, where those have several holes. */
export function examplesHere(model: Model, fact: Fact): ReadonlyMap<string, string> {
  return fact.kind === 'success status' ? rowExamples(model, placeOf(model, fact).operations) : new Map();
}

function placeOf(model: Model, fact: Fact): Here {
  const { subject } = fact;
  const resource = 'resource' in subject ? model.resources.get(subject.resource) : undefined;
  const field =
    subject.on === 'field' && subject.field !== undefined
      ? model.fields.get(`${subject.resource}.${subject.field}`)
      : undefined;
  const operations =
    subject.on === 'operations' ? subject.operations.flatMap((one) => model.operations.get(one) ?? []) : [];
  return {
    model,
    fact,
    resource,
    field,
    machine: machineOf(model, fact),
    operations,
    row: operations.map((one) => rowOf(one, fact)).find((row) => row !== undefined),
    status: operations.map((one) => statusOf(one, fact)).find((row) => row !== undefined),
  };
}

/** Where a row begins is asked of the operations that make it: the id names the machine. */
function machineOf(model: Model, { id, subject, part }: Fact): Machine | undefined {
  if ('machine' in subject) return model.machines.get(subject.machine);
  return part === 'states' ? model.machines.get(decodeURIComponent(id.split('/')[1] ?? '')) : undefined;
}

function rowOf({ facts }: LinkedOperation, { slot }: Fact): Parameter | BodyField | undefined {
  if (!slot) return undefined;
  const rows = [facts.pathTable, facts.queryTable, facts.headerTable, facts.bodyTable].flatMap(
    (list): readonly (Parameter | BodyField)[] => list.items,
  );
  return rows.find((row) =>
    [row.type, row.required, row.default, row.allowed, 'sets' in row ? row.sets : row.selects].includes(slot as never),
  );
}

function statusOf({ facts }: LinkedOperation, { slot }: Fact): StatusRow | undefined {
  return (
    slot && facts.statuses.items.find((row) => [row.status, row.when, row.body, row.headers].includes(slot as never))
  );
}

const emitsForms: (model: Model) => readonly string[] = oncePer(({ document }) => [
  ...fewTicked(
    document.events.kinds.items.map(({ name }) => name.text),
    'events',
  ),
  'a new event: `…`',
  'none',
]);

/** What is asked of one kind stands at the end of its id. */
function kindForms(model: Model, { id, subject }: Fact): readonly string[] {
  const [name] = subject.on === 'events' ? (subject.kinds ?? []) : [];
  return eventForms(model, id.split('/').at(-1) ?? '', name ?? '');
}

/** In an address a value is one text; a body has what a field has. */
function parameterTypes(model: Model, operations: readonly LinkedOperation[], { id }: Fact): readonly string[] {
  if (id.includes('/body')) return [...typeForms(model), ...sameAsForms(touched(model, operations))];
  const lists = id.includes('/query') ? ['array of string, by commas', 'array of …, repeated'] : [];
  return ['string', 'integer', 'decimal(2)', 'boolean', 'date', 'date-time', 'uuid', 'one of `…`, `…`', ...lists];
}
