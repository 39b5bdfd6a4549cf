// What may be written about the delivery of events and about one kind of them. Input: a model. Output:
// forms with the resources, fields, states and operations of the document. Notation, part 6.

import { ticked } from '../../../base/ticked.ts';
import { oncePer } from '../../../base/once-per.ts';
import type { Model } from '../../../model/model.ts';
import type { Resource } from '../../../notation/resources.ts';
import { DELIVERY } from '../../../notation/events.ts';
import { CHANGES, type Occasion, OCCASIONS, printOccasion } from '../../../notation/values/occasions.ts';
import { valueOf } from '../../../notation/slot.ts';
import { baseOf, fieldsOfType } from './fields.ts';
import { few, fewTicked, owned, resourceNames, resourceText, rowsOf } from './names.ts';
import { statesOf } from './states.ts';
import { silentAt } from '../../requests/silent-occasions.ts';

export function sentAsForms(model: Model): readonly string[] {
  return [
    ...few(
      fieldsOfType(model, ['url']).map((name) => `\`POST\` to ${name}`),
      'fields',
    ),
    ...few(
      [...model.operations.keys()]
        .filter((name) => /^get /i.test(name))
        .map((name) => `server-sent events on ${ticked(name)}`),
      'operations',
    ),
    'subject `…`',
    'topic `…`',
    'queue `…`',
    'none',
  ];
}

export function orderForms(model: Model): readonly string[] {
  return [
    'as they happened',
    'as they happened, for each receiver',
    ...few(
      rowsOf(model).map(({ name }) => `as they happened, for each ${resourceText(name.text)}`),
      'resources',
    ),
    'none',
  ];
}

export function signatureForms(model: Model): readonly string[] {
  return [
    ...few(
      fieldsOfType(model, ['secret']).map((name) => `Standard Webhooks, secret ${name}`),
      'fields',
    ),
    ...DELIVERY.signature.syntax.offers,
  ];
}

export function givenUpForms(model: Model): readonly string[] {
  return [
    'dropped',
    'kept for the operator',
    ...few(
      rowsOf(model)
        .filter(receives)
        .flatMap((one) => givenUp(model, one)),
      'forms',
    ),
    'none',
  ];
}

/** An address to which something may be sent. */
function receives(resource: Resource): boolean {
  return resource.fields.items.some((field) => baseOf(field) === 'url');
}

function givenUp(model: Model, resource: Resource): readonly string[] {
  const name = resource.name.text;
  const set = resource.fields.items
    .filter((field) => baseOf(field) === 'boolean')
    .flatMap((field) => ['true', 'false'].map((value) => `sets ${owned(name, field.name.text)} = \`${value}\``));
  const moved = [...model.machines.values()]
    .filter((machine) => machine.resource.text === name)
    .flatMap((machine) =>
      statesOf(machine).map((state) => `moves ${owned(name, machine.field.text)} to ${ticked(state)}`),
    );
  return [...set, ...moved, `deletes ${resourceText(name)}`];
}

/** Of a call or a state that sends nothing none is sent: where its Emits is `none`. */
export const whenForms: (model: Model) => readonly string[] = oncePer((model) => {
  const isFree = (occasion: Occasion): boolean => silentAt(model, [occasion]).length === 0;
  const calls = [...model.operations.values()]
    .map(({ operation }) => operation.name)
    .filter((name) => isFree({ kind: 'call', operation: name }));
  const becomes = [...model.machines.values()].flatMap((machine) =>
    statesOf(machine).map((state): Occasion => ({
      kind: 'becomes',
      field: { owner: machine.resource, field: machine.field },
      value: { text: state, at: machine.name.at },
    })),
  );
  const happens = rowsOf(model).flatMap(({ name }) => CHANGES.map((what) => `${resourceText(name.text)} is ${what}`));
  return [
    ...fewTicked(
      calls.map(({ text }) => text),
      'operations',
    ),
    ...few(happens, 'forms'),
    ...few(becomes.filter(isFree).map(printOccasion), 'states'),
    ...OCCASIONS.offers,
  ];
});

/** The kinds whose payload is stated, not taken from another's. */
const withPayload = oncePer((model: Model): readonly string[] =>
  model.document.events.kinds.items
    .filter((one) => {
      const payload = valueOf(one.payload);
      return payload !== undefined && payload.kind !== 'same as';
    })
    .map(({ name }) => name.text),
);

/** A payload that is another's is not taken from one that is this one's. */
export function payloadForms(model: Model, name: string): readonly string[] {
  return [
    ...resourceNames(model),
    'a template: `{"…": …}`',
    ...fewTicked(
      withPayload(model).filter((one) => one !== name),
      'events',
      'same as ',
    ),
    'none',
  ];
}
