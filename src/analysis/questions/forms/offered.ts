// What may be written as the answer to an open question of this document: the notation's forms with the names that the document declares
// and that are allowed there; none is recommended. Input: a model and a fact. Output: forms as forms.ts has them.

import { oncePer } from '../../../base/once-per.ts';
import type { BodyField, Parameter, StatusRow } from '../../../notation/endpoints.ts';
import type { Pages } from '../../../notation/values/lists.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { FIELD_TYPE } from '../../../notation/values/field-types.ts';
import { FIELD, RESOURCE, type Field, type Resource } from '../../../notation/resources.ts';
import { MACHINE, MOVE, type Machine, type Move } from '../../../notation/states.ts';
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
  resourcesOf,
  whenForms,
  whoForms,
} from './endpoints.ts';
import { SCHEME_FORMS } from './authentication.ts';
import { causeForms, codesOfCauses, existingCodes, limitPerForms } from './errors.ts';
import {
  givenUpForms,
  orderForms as deliveryOrderForms,
  payloadForms,
  sentAsForms,
  signatureForms,
  whenForms as eventWhenForms,
} from './events.ts';
import { doneFirst } from './unsupported.ts';
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
import { OTHER_CODE, fewTicked, headingsOf } from './names.ts';
import { VERSION_FORMS } from './versioning.ts';
import { byForms, fromForms, initialForms, otherMoveForms, toForms } from './states.ts';
import { formsOf, offersOf } from '../forms.ts';
import type { AnyDeclaration } from '../../../notation/declaration.ts';
import { DELIVERY, EVENT } from '../../../notation/events.ts';
import { LIMIT } from '../../../notation/limits.ts';
import { CODE } from '../../../notation/errors.ts';
import { OPERATION } from '../../../notation/operation.ts';
import { BODY, columnOfAll, HEADER, PATH, QUERY } from '../../../notation/parameters.ts';
import { REPEAT_RULES } from '../../../notation/repeat.ts';
import { REFUSAL, STATUS } from '../../../notation/statuses.ts';
import { entryOf, type OtherKind } from '../../document/gap-effects.ts';
import { machineOf, type Fact } from '../../gaps/slots/fact.ts';
import { targetsOf } from '../../document/targets.ts';

/** The place of a fact. */
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

type Offers = (here: Here) => readonly string[];

const FORMS: Partial<Record<OtherKind, Offers>> = {
  shown: ({ model, field }) => shownForms(model, field),
  initial: ({ machine }) => initialForms(machine),
  cause: ({ model }) => [...codesOfCauses(model), ...formsOf('cause')],
  event: ({ model, fact }) => eventFieldForms(model, fact),
};

/** In an address a value is one text. */
const IN_AN_ADDRESS: readonly string[] = FIELD_TYPE.offers.filter((form) => !form.startsWith('array of'));

const DECLARED: ReadonlyMap<AnyDeclaration, Offers> = new Map<AnyDeclaration, Offers>([
  [
    FIELD.columns.type,
    ({ model, resource, field }) => typeForms(model, field && resource && `${resource.name.text}.${field.name.text}`),
  ],
  [FIELD.columns.setBy, ({ model, resource, field }) => setByForms(model, resource, field)],
  [FIELD.columns.allowed, ({ field }) => allowedForms(field)],
  [
    FIELD.columns.default,
    ({ model, resource, field }) =>
      defaultForms(model, field, field && resource && `${resource.name.text}.${field.name.text}`),
  ],
  [MOVE.columns.from, ({ machine, fact }) => fromForms(machine, moveOf(machine, fact))],
  [MOVE.columns.to, ({ model, machine, fact }) => toForms(model, machine, moveOf(machine, fact))],
  [MOVE.columns.by, ({ model, machine }) => byForms(model, machine)],
  [MOVE.columns.who, ({ model, machine, fact }) => whoForms(model, machine ? [machine.resource.text] : [], fact.slot)],
  [MOVE.columns.emits, ({ model }) => emitsForms(model)],
  [RESOURCE.identifiedBy, ({ model, resource }) => [...keyForms(model, resource, 'Identified by'), 'none']],
  [RESOURCE.unique, ({ model, resource }) => [...keyForms(model, resource, 'Unique by'), 'none']],
  [RESOURCE.views, ({ resource }) => listForms(resource)],
  [RESOURCE.atLeastOneOf, ({ resource }) => listForms(resource)],
  [RESOURCE.exactlyOneOf, ({ resource }) => listForms(resource)],
  [RESOURCE.whenDeleted, ({ model, resource }) => whenDeletedForms(model, resource?.name.text ?? '')],
  [RESOURCE.visibleTo, ({ model, resource, fact }) => whoForms(model, resource ? [resource.name.text] : [], fact.slot)],
  ...[MACHINE.anyOtherMove, MACHINE.anyOtherChange].map((of): [AnyDeclaration, Offers] => [
    of,
    ({ model }) => otherMoveForms(model),
  ]),
  [PATH.columns.selects, ({ model }) => selectionForms(model)],
  [PATH.columns.type, () => IN_AN_ADDRESS],
  [HEADER.columns.type, () => IN_AN_ADDRESS],
  [QUERY.columns.type, () => [...IN_AN_ADDRESS, 'array of string, by commas', 'array of …, repeated']],
  [BODY.columns.type, ({ model, operations }) => [...typeForms(model), ...sameAsForms(resourcesOf(model, operations))]],
  ...columnOfAll('default').map((of): [AnyDeclaration, Offers] => [of, ({ model, row }) => defaultForms(model, row)]),
  ...columnOfAll('allowed').map((of): [AnyDeclaration, Offers] => [of, ({ row }) => allowedForms(row)]),
  [QUERY.columns.selects, ({ model, operations, row }) => selectsForms(model, operations, row)],
  [BODY.columns.sets, ({ model, operations }) => setsForms(model, operations)],
  [STATUS.columns.status, ({ operations }) => rowForms(operations)],
  [STATUS.columns.when, ({ operations }) => whenForms(operations)],
  [STATUS.columns.body, ({ model, operations, status }) => answerForms(model, operations, status)],
  [REFUSAL.when, ({ model }) => [...existingCodes(model), OTHER_CODE]],
  [OPERATION.does, ({ model, operations }) => doesForms(model, operations)],
  [
    OPERATION.who,
    ({ model, operations, fact }) =>
      whoForms(model, [...new Set(operations.flatMap((one) => targetsOf(model, one)))], fact.slot),
  ],
  [OPERATION.repeat, ({ operations }) => repeatForms(operations)],
  [OPERATION.order, ({ model, operations }) => orderForms(model, operations)],
  [OPERATION.pages, ({ fact }) => pagesForms(fact.slot as Slot<Pages> | undefined)],
  [OPERATION.body, ({ model, operations }) => bodyForms(model, operations)],
  [OPERATION.emits, ({ model }) => emitsForms(model)],
  ...VERSION_FORMS,
  [LIMIT.columns.per, ({ model }) => limitPerForms(model)],
  ...[LIMIT.columns.appliesTo, REPEAT_RULES.appliesTo].map((of): [AnyDeclaration, Offers] => [
    of,
    ({ model }) => [...headingsOf(model), 'methods or a condition: …'],
  ]),
  ...[LIMIT.columns.whenExceeded, REPEAT_RULES.otherBody, REPEAT_RULES.stillRunning].map(
    (of): [AnyDeclaration, Offers] => [of, ({ model }) => [...existingCodes(model), OTHER_CODE]],
  ),
  [OPERATION.errors, ({ model }) => [...existingCodes(model), OTHER_CODE, 'none']],
  ...SCHEME_FORMS,
  [DELIVERY.sentAs, ({ model }) => sentAsForms(model)],
  [DELIVERY.order, ({ model }) => deliveryOrderForms(model)],
  [DELIVERY.signature, ({ model }) => signatureForms(model)],
  [DELIVERY.givenUp, ({ model }) => givenUpForms(model)],
  [EVENT.columns.when, ({ model }) => eventWhenForms(model)],
  [EVENT.columns.payload, ({ model, fact }) => payloadForms(model, eventOf(fact) ?? '')],
  [CODE.columns.when, ({ model }) => causeForms(model)],
]);

export function formsHere(model: Model, fact: Fact): readonly string[] {
  const own = entryOf(fact, DECLARED, FORMS);
  const forms = own ? own(placeOf(model, fact)) : [];
  return doneFirst(model, fact, forms.length > 0 ? forms : offersOf(fact));
}

/** How answers look as a whole, by their forms, where those have several holes. */
export function examplesHere(model: Model, fact: Fact): ReadonlyMap<string, string> {
  return fact.of === STATUS.columns.status ? rowExamples(model, placeOf(model, fact).operations) : new Map();
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

function rowOf({ facts }: LinkedOperation, { slot }: Fact): Parameter | BodyField | undefined {
  if (!slot) return undefined;
  const rows = [facts.pathTable, facts.queryTable, facts.headerTable, facts.bodyTable].flatMap(
    (list): readonly (Parameter | BodyField)[] => list.items,
  );
  return rows.find((row) =>
    [row.type, row.required, row.default, row.allowed, 'sets' in row ? row.sets : row.selects].includes(slot as never),
  );
}

function moveOf(machine: Machine | undefined, { slot }: Fact): Move | undefined {
  return slot && machine?.moves.items.find(({ from, to }) => [from, to].includes(slot as never));
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

function eventOf({ subject }: Fact): string | undefined {
  return subject.on === 'events' ? subject.kinds?.[0] : undefined;
}

function eventFieldForms(model: Model, { slot }: Fact): readonly string[] {
  for (const { type, required, setBy } of model.document.events.kinds.items.flatMap(({ fields }) => fields.items)) {
    if (slot === type) return typeForms(model);
    if (slot === required) return FIELD.columns.required.syntax.offers;
    if (slot === setBy) return FIELD.columns.setBy.syntax.offers;
  }
  return [];
}
