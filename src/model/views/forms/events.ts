// What may be written about the delivery of events and about one kind of them. In: a model and the key of a bullet. Out:
// forms with the resources, fields, states and operations of the document. Notation, part 6.

import { ticked } from '../../../base/ticked.ts';
import { oncePer } from '../../../base/once-per.ts';
import type { Model } from '../../model.ts';
import type { Resource } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import { baseOf, fieldsOfType, typeForms } from './fields.ts';
import { few, fewTicked, owned, resourceText, rowsOf } from './names.ts';
import { statesOf } from './states.ts';
import { formsOf } from '../forms.ts';
import { silentAt } from '../happenings.ts';

const FIXED: Readonly<Record<string, readonly string[]>> = {
  Accepted: ['any 2xx', 'status codes: …'],
  Tries: ['at most … times', 'for … days', 'until accepted'],
  Waits: ['… seconds, … minutes', '… seconds, doubling, at most … hours', 'none'],
  'Time-out': ['… seconds', 'none'],
  'Kept for': ['… days', 'none'],
  Envelope: ['CloudEvents, binary', 'CloudEvents, structured', 'a template: `{"…": …}`', 'none'],
  Duplicates: ['possible', 'possible, told by header `…`', 'possible, told by `…`', 'none'],
};

const FORMS: Readonly<Record<string, (model: Model) => readonly string[]>> = {
  'Sent as': (model) => [
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
  ],
  Order: (model) => [
    'as they happened',
    'as they happened, for each receiver',
    ...few(
      rowsOf(model).map(({ name }) => `as they happened, for each ${resourceText(name.text)}`),
      'resources',
    ),
    'none',
  ],
  Signature: (model) => [
    ...few(
      fieldsOfType(model, ['secret']).map((name) => `Standard Webhooks, secret ${name}`),
      'fields',
    ),
    'Standard Webhooks, secret kept by the operator',
    'header `…`, hmac-sha256, hex, of `…`, secret kept by the operator',
    'none',
  ],
  'Given up': (model) => [
    'dropped',
    'kept for the operator',
    ...few(
      rowsOf(model)
        .filter(receives)
        .flatMap((one) => givenUp(model, one)),
      'forms',
    ),
    'none',
  ],
};

export function deliveryForms(model: Model, head: string | undefined): readonly string[] {
  const key = head ?? '';
  return FIXED[key] ?? FORMS[key]?.(model) ?? formsOf('delivery');
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

/** `key`: the last piece of the fact's id. */
export function eventForms(model: Model, key: string, name: string): readonly string[] {
  switch (key) {
    case 'when':
      return happenings(model);
    case 'payload':
      return payloads(model, name);
    case 'type':
      return typeForms(model);
    case 'required':
      return formsOf('required');
    case 'set-by':
      return formsOf('set by');
    default:
      return formsOf('event');
  }
}

/** Of a call or a state that sends nothing none is sent: where its Emits is `none`. */
const happenings = oncePer((model: Model): readonly string[] => {
  const isFree = (when: string): boolean => silentAt(model, when).length === 0;
  const becomes = [...model.machines.values()].flatMap((machine) =>
    statesOf(machine).map((state) => `${owned(machine.resource.text, machine.field.text)} becomes ${ticked(state)}`),
  );
  const happens = rowsOf(model).flatMap(({ name }) =>
    ['created', 'updated', 'deleted'].map((what) => `${resourceText(name.text)} is ${what}`),
  );
  return [
    ...fewTicked(
      [...model.operations.keys()].filter((heading) => isFree(ticked(heading))),
      'operations',
    ),
    ...few(happens, 'forms'),
    ...few(becomes.filter(isFree), 'states'),
    '`….…` changes',
    'none',
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

const resourceNames = oncePer((model: Model) => few([...model.resources.keys()].map(resourceText), 'resources'));

/** A payload that is another's is not taken from one that is this one's. */
function payloads(model: Model, name: string): readonly string[] {
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
