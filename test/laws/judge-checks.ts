// Law of Checks: a refusal is that of the first check that fails, in the order that the operation states. Input: a document, a request, what
// is known of rows. Output: the checks that are sure to fail, and those that an answer may speak of. Notation, part 4 "Which refusal comes
// first".

import { unknownElsewhere } from '../../src/notation/values/unknown-fields.ts';
import type { Limit } from '../../src/notation/limits.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Cause } from '../../src/notation/values/causes.ts';
import type { Shape } from '../../src/notation/values/shapes.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { bodiesOf, undeclared, type Sent } from './judge-causes.ts';
import { choiceOf } from './judge-choices.ts';
import { dueOfBody } from './judge-one-of.ts';
import { plain } from './judge-values.ts';
import type { Answered } from './answered.ts';
import { codesOf } from './judge-failures.ts';
import { limitsSaid, OF_LIMITS } from './judge-limits.ts';

export const CHECKS = [
  'version',
  'limits',
  'authentication',
  'existence',
  'permission',
  'preconditions',
  'body',
  'state',
  'uniqueness',
] as const;

export type Check = (typeof CHECKS)[number];

/** What is left out follows that which stands before it in the list. */
export function orderOf({ facts }: LinkedOperation): readonly Check[] {
  const stated = valueOf(facts.checks) ?? [];
  const after = new Map<Check | undefined, Check[]>();
  for (const [place, check] of CHECKS.entries()) if (!stated.includes(check)) after.set(CHECKS[place - 1], [check]);
  const order: Check[] = [];
  const put = (check: Check): void => {
    order.push(check);
    after.get(check)?.forEach(put);
  };
  after.get(undefined)?.forEach(put);
  stated.forEach(put);
  return order;
}

function checkOf(cause: Cause): Check | undefined {
  switch (cause.kind) {
    case 'no credentials':
    case 'wrong token':
      return 'authentication';
    case 'not permitted':
      return 'permission';
    case 'no such':
      return 'existence';
    case 'precondition failed':
    case 'precondition required':
      return 'preconditions';
    case 'malformed body':
    case 'unsupported media type':
    case 'unknown field':
    case 'read-only field':
    case 'invalid query':
    case 'invalid header':
    case 'header missing':
    case 'no such in':
      return 'body';
    case 'any field':
    case 'field':
      return cause.failure === 'taken' ? 'uniqueness' : 'body';
    case 'already there':
      return 'uniqueness';
    case 'illegal move':
      return 'state';
    case 'missing version':
    case 'unknown version':
    case 'version withdrawn':
      return 'version';
    default:
      return undefined;
  }
}

/** The checks whose failure the answer may tell of; undefined: another thing. */
export function saidBy(model: Model, operation: LinkedOperation, answer: Answered): readonly Check[] | undefined {
  const { missingVersion, unknownVersion } = model.document.versioning.facts;
  const versions = [valueOf(missingVersion), valueOf(unknownVersion)].flatMap((other) =>
    other?.kind === 'refused' ? [other.error.text] : [],
  );
  const machines = [...model.machines.values()].flatMap(({ anyOtherMove, anyOtherChange }) =>
    [valueOf(anyOtherMove), valueOf(anyOtherChange)].flatMap((one) => (one?.kind === 'error' ? [one.error.text] : [])),
  );
  const codes = codesOf(model, answer);
  if (codes.length === 0) return undefined;
  const checks = codes.flatMap(({ code, when }): readonly (Check | undefined)[] => [
    ...(machines.includes(code.text) ? (['state'] as const) : []),
    ...(versions.includes(code.text) ? (['version'] as const) : []),
    ...limitsSaid(model, code.text, valueOf(when) ?? []).map((limit) => placeOfLimit(operation, limit)),
    ...(valueOf(when) ?? []).filter(({ kind }) => !OF_LIMITS.has(kind)).map(checkOf),
  ]);
  return checks.length === 0 || checks.includes(undefined) ? undefined : (checks as readonly Check[]);
}

/** Does the answer speak of a limit, or of the version that was asked for? */
export function isOfBounds(model: Model, operation: LinkedOperation, answer: Answered): boolean {
  const codes = codesOf(model, answer);
  if (codes.some(({ code, when }) => limitsSaid(model, code.text, valueOf(when) ?? []).length > 0)) return true;
  return saidBy(model, operation, answer)?.includes('version') === true;
}

/** A limit of a field is a failure of the body; others have a place of their own, unless Checks names `limits`. */
export function placeOfLimit({ facts }: LinkedOperation, { value, per }: Limit): Check | undefined {
  if (valueOf(facts.checks)?.includes('limits')) return 'limits';
  const kind = valueOf(value)?.kind;
  const isLength = kind === 'characters' || kind === 'items' || kind === 'size';
  return isLength && valueOf(per)?.[0]?.kind === 'field' ? 'body' : undefined;
}

/** It can be seen that no credentials were sent, and that somebody must be there. */
export function lacksCaller({ facts }: LinkedOperation, sent: Sent): boolean {
  const who = valueOf(facts.who);
  return who !== undefined && who.kind !== 'anyone' && sent.headers['authorization'] === undefined;
}

/** What is sent is wrong without a doubt: why. `isUnread`: nobody looks at what its body says. */
export function wrongInside(
  model: Model,
  operation: LinkedOperation,
  sent: Sent,
  isUnread: boolean,
): string | undefined {
  const { facts } = operation;
  const unknown = unknownElsewhere(facts.unknownFields);
  const strange = undeclared(model, operation, sent);
  if (unknown === 'refused' && strange.length > 0) return `${strange.join(', ')} is unknown`;
  const choice = choiceOf(model, operation, sent);
  if (choice?.strange !== undefined) return `${choice.strange} is no name`;
  for (const { name, required } of facts.headerTable.items)
    if (valueOf(required)?.kind === 'yes' && sent.headers[name.text.toLowerCase()] === undefined)
      return `${name.text} is missing`;
  const stated = valueOf(facts.body);
  if (stated?.kind !== 'shape') return undefined;
  const shape = stated.shape.kind === 'array of' ? stated.shape.of : stated.shape;
  if (shape.kind !== 'resource') return undefined;
  const type = sent.headers['content-type']?.split(';')[0];
  const taken = valueOf(facts.mediaType)?.in;
  if (sent.body !== undefined && taken !== undefined && type !== taken) return `${type} is not taken`;
  if (isUnread) return undefined;
  const bodies = bodiesOf(operation, sent);
  if (!bodies) return 'the body is of another form';
  return bodies.map((body) => wrongIn(model, operation, shape, body)).find((why) => why !== undefined);
}

function wrongIn(
  model: Model,
  operation: LinkedOperation,
  { resource, without = [] }: Extract<Shape, { kind: 'resource' }>,
  body: Readonly<Record<string, unknown>>,
): string | undefined {
  const { facts } = operation;
  const unknown = unknownElsewhere(facts.unknownFields);
  const fields = model.resources.get(resource.text)?.fields.items ?? [];
  const isRefused = unknown === 'refused' && valueOf(facts.unknownFields)?.keptIn === undefined;
  if (isRefused) {
    const known = new Set(fields.map(({ name }) => name.text.split('.')[0]));
    const other = Object.keys(body).find((name) => !known.has(name));
    if (other !== undefined) return `${other} is unknown`;
  }
  const [effect] = valueOf(facts.does) ?? [];
  const isMade = effect?.kind === 'creates' || effect?.kind === 'creates every in body';
  for (const { name, required, setBy, default: filled, type: of } of fields) {
    const by = valueOf(setBy);
    if (by?.kind !== 'caller' || (by.atCreate && !isMade)) continue;
    if (name.text.includes('.') || without.some(({ text }) => text === name.text)) continue;
    const value = body[name.text];
    if (value === undefined && isMade && valueOf(required)?.kind === 'yes' && filled.status === 'none')
      return `${name.text} is missing`;
    const kind = plain(valueOf(of))?.kind;
    const isText = kind === 'string' || kind === 'date' || kind === 'url' || kind === 'email' || kind === 'one-of';
    if (isText && value !== undefined && value !== null && typeof value !== 'string') return `${name.text} is no text`;
    if (kind === 'boolean' && value !== undefined && value !== null && value !== '' && typeof value !== 'boolean')
      return `${name.text} is no boolean`;
  }
  const due = dueOfBody(operation, body);
  return due !== undefined && due.length > 0 ? `${due[0]!.place} ${due[0]!.problem}` : undefined;
}
