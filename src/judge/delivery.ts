// What Delivery says, and can never be done. Input: the bullets. Output: errors: an address that is none, a secret that signs nothing, an order
// of rows that no event is about, a receiver of which nothing becomes. Notation, part 6, Delivery.

import { wrongDelivery } from '../diagnostics/events.ts';
import { movesOf } from '../analysis/machines/given-up.ts';
import { isComputed } from '../analysis/document/field-rules.ts';
import { isSealed } from '../analysis/document/type-traits.ts';
import { plainType } from '../analysis/document/value-kinds.ts';
import { receiversOf, toldResources } from '../analysis/requests/receivers.ts';
import type { Span } from '../base/span.ts';
import type { DeliveryFacts } from '../notation/events.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import type { GivenUp } from '../notation/values/delivery.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { OwnedField } from '../notation/values/names.ts';
import type { Findings } from './findings.ts';
import { judgeDefault } from './literals.ts';
import { judgeStream } from './stream.ts';

export function judgeDelivery(findings: Findings): void {
  const { delivery } = findings.model.document.events;
  if (!delivery) return;
  const { facts } = delivery;
  const receiver = receiversOf(findings.model)?.resource;
  judgeAddress(findings, facts);
  judgeSecret(findings, facts, receiver);
  judgeOrder(findings, facts);
  judgeDuplicates(findings, facts);
  judgeGivenUp(findings, facts, receiver);
  judgeStream(findings, facts);
}

function wrong(findings: Findings, at: Span, key: string, what: string, expected: string): void {
  findings.report(wrongDelivery, at, { what, key, expected });
}

function fieldOf({ model }: Findings, { owner, field }: OwnedField): Field | undefined {
  return model.fields.get(`${owner.text}.${field.text}`);
}

function nameOf({ owner, field }: OwnedField): string {
  return `\`${owner.text}.${field.text}\``;
}

const TEXTS: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>(['string', 'url']);

function judgeAddress(findings: Findings, { sentAs }: DeliveryFacts): void {
  const sent = valueOf(sentAs);
  if (sent?.kind !== 'request') return;
  const field = fieldOf(findings, sent.to);
  const type = field && valueOf(field.type);
  const plain = type && plainType(findings.model, type)?.type;
  if (!plain || TEXTS.has(plain.kind)) return;
  wrong(findings, sentAs.at, 'Sent as', nameOf(sent.to), 'a field of type `url` or `string`');
}

function judgeSecret(findings: Findings, { signature }: DeliveryFacts, receiver: Resource | undefined): void {
  const secret = valueOf(signature)?.secret;
  if (secret?.kind !== 'field') return;
  const { owner } = secret.field;
  const name = nameOf(secret.field);
  if (receiver && owner.text !== receiver.name.text)
    return wrong(
      findings,
      signature.at,
      'Signature',
      name,
      `a field of \`${receiver.name.text}\`, which gets the events`,
    );
  const field = fieldOf(findings, secret.field);
  const type = field && valueOf(field.type);
  if (!type) return;
  if (isSealed(type))
    return wrong(
      findings,
      signature.at,
      'Signature',
      `${name}, of which only a hash is kept,`,
      'a field of type `string` that is `hidden`: nothing is signed with a hash',
    );
  const plain = plainType(findings.model, type)?.type;
  if (plain && plain.kind !== 'string')
    wrong(findings, signature.at, 'Signature', name, 'a field of type `string` that is `hidden`');
}

function judgeOrder(findings: Findings, { order }: DeliveryFacts): void {
  const stated = valueOf(order);
  if (stated?.kind !== 'each row') return;
  const told = toldResources(findings.model).map(({ name }) => name.text);
  const name = stated.resource.text;
  if (told.length === 0 || told.includes(name) || !findings.model.resources.has(name)) return;
  const some = told.map((one) => `\`for each ${one}\``).join(' or ');
  wrong(findings, order.at, 'Order', `\`for each ${name}\`: no event is about it`, `${some}, or \`for each receiver\``);
}

/** What every request has, or the signature and the envelope. */
const TAKEN =
  /^(?:host|content-.*|transfer-encoding|connection|user-agent|traceparent|webhook-(?:signature|timestamp)|ce-(?!id$).*)$/i;

function judgeDuplicates(findings: Findings, { duplicates, signature }: DeliveryFacts): void {
  const by = valueOf(duplicates)?.by;
  if (by?.in !== 'header') return;
  const signed = valueOf(signature);
  const isTaken =
    TAKEN.test(by.name) || (signed?.kind === 'header' && signed.header.toLowerCase() === by.name.toLowerCase());
  const isName = /^[!#$%&'*+.^_`|~\w-]+$/.test(by.name);
  if (isName && !isTaken) return;
  const what = isName ? `\`${by.name}\`, which says something else,` : `\`${by.name}\`, which is no header,`;
  wrong(findings, duplicates.at, 'Duplicates', what, 'a header for the id of the event: `webhook-id`');
}

function judgeGivenUp(findings: Findings, { givenUp }: DeliveryFacts, receiver: Resource | undefined): void {
  const given = valueOf(givenUp);
  const owner = given && ownerOf(given);
  if (!given || !owner) return;
  const { model } = findings;
  if (receiver && model.resources.has(owner) && owner !== receiver.name.text)
    return wrong(findings, givenUp.at, 'Given up', `\`${owner}\``, `\`${receiver.name.text}\`, which gets the events`);
  if (given.kind === 'moves') judgeMove(findings, givenUp, given);
  if (given.kind === 'sets') judgeValue(findings, givenUp, given);
}

function ownerOf(given: GivenUp): string | undefined {
  if ('field' in given) return given.field.owner.text;
  return given.kind === 'deletes' ? given.resource.text : undefined;
}

function judgeMove(findings: Findings, { at }: Slot<GivenUp>, given: Extract<GivenUp, { kind: 'moves' }>): void {
  const { model } = findings;
  const machine = `${given.field.owner.text}.${given.field.field.text}`;
  const type = model.fields.get(machine) && valueOf(model.fields.get(machine)!.type);
  if (type && plainType(model, type)?.type.kind !== 'state')
    return wrong(
      findings,
      at,
      'Given up',
      `a move of \`${machine}\`, which is no state`,
      `sets \`${machine}\` = a value`,
    );
  findings.state(machine, given.to);
  const declared = model.machines.get(machine);
  if (!declared || declared.moves.mark === 'open' || declared.scope.mark.status !== 'absent') return;
  if (declared.moves.items.some(({ to }) => valueOf(to) === undefined) || movesOf(model, given).length > 0) return;
  const what = `a move of \`${machine}\` to \`${given.to.text}\``;
  wrong(findings, at, 'Given up', what, `a state to which a row of its table leads, or such a row, with ${BY}`);
}

const BY = '``outside: `delivery` `` under By';

function judgeValue(findings: Findings, slot: Slot<GivenUp>, given: Extract<GivenUp, { kind: 'sets' }>): void {
  const field = fieldOf(findings, given.field);
  const type = field && valueOf(field.type);
  if (!field || !type) return;
  const name = nameOf(given.field);
  if (plainType(findings.model, type)?.type.kind === 'state')
    return wrong(findings, slot.at, 'Given up', `a value for ${name}`, `moves ${name} to a state`);
  if (isComputed(field))
    return wrong(findings, slot.at, 'Given up', `${name}, which follows from other fields,`, 'a field that is kept');
  const { at } = slot;
  const literal = { status: 'stated', value: given.value, at, text: '' } as const;
  judgeDefault(findings, { type, at: field.type.at }, literal, field.allowed, name, 'value');
}
