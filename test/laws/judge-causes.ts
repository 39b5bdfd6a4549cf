// Can this request have met that cause? Judged from the document and the request alone; a cause that only the stored rows decide counts as
// met where it could be. Input: a stated cause. Output: yes or no. Part of law 1's judge.

import { unknownElsewhere } from '../../src/notation/values/unknown-fields.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Cause } from '../../src/notation/values/causes.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { plain } from './judge-values.ts';
import type { Routed } from './judge-route.ts';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As bytes stood in the request; undefined without a body. */
  readonly body: string | undefined;
}

function isEmpty({ body }: Sent): boolean {
  return body === undefined || body === '';
}

export function json(sent: Sent): unknown {
  try {
    // No content at all is a body without fields where fields are stated.
    return isEmpty(sent) ? {} : JSON.parse(sent.body!);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Does each item of its body make a row? */
export function makesEach({ facts }: LinkedOperation): boolean {
  return valueOf(facts.does)?.some(({ kind }) => kind === 'creates every in body') ?? false;
}

/** What the body says of a row each; undefined: the body is not of that form. */
export function bodiesOf(operation: LinkedOperation, sent: Sent): readonly Record<string, unknown>[] | undefined {
  const body = json(sent);
  if (!makesEach(operation)) return isObject(body) ? [body] : undefined;
  return Array.isArray(body) && body.every(isObject) ? body : undefined;
}

/** Names of everything in the body, dotted, and in the query; behind the place of a list, and without it. */
export function names(sent: Sent): Set<string> {
  const found = new Set<string>(new URLSearchParams(sent.query).keys());
  const walk = (value: unknown, prefix: string): void => {
    if (Array.isArray(value) && prefix === '')
      for (const [place, item] of value.entries()) {
        found.add(String(place));
        walk(item, '');
        walk(item, `${place}.`);
      }
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      found.add(prefix + key);
      walk(inner, `${prefix}${key}.`);
    }
  };
  walk(json(sent), '');
  return found;
}

/** Of items of a list, each of which makes a row. */
export function placesOf(routed: Routed, sent: Sent, fields: readonly string[]): readonly string[] {
  const body = json(sent);
  if (routed.kind !== 'operation' || !makesEach(routed.operation) || !Array.isArray(body)) return [];
  return body.flatMap((_, place) => fields.map((field) => `${place}.${field}`));
}

/** Codes of another body under one key, and of a call that still runs. */
export function namedByTable({ facts }: LinkedOperation): ReadonlySet<string> {
  return new Set(
    facts.repeatTable.items.flatMap((row) => {
      const error = row.key === 'otherBody' || row.key === 'stillRunning' ? valueOf(row.statement) : undefined;
      return error && 'error' in error ? [error.error.text] : [];
    }),
  );
}

/** Query parameters that neither a table nor Pages declares. */
export function undeclared(model: Model, { facts }: LinkedOperation, sent: Sent): string[] {
  const known = new Set(
    facts.queryTable.items.flatMap(({ name, anyFieldOf }) => {
      const fields = anyFieldOf && model.resources.get(anyFieldOf.text)?.fields.items;
      return fields ? fields.map((field) => field.name.text) : [name.text];
    }),
  );
  const pages = valueOf(facts.pages);
  for (const name of [pages?.first, pages?.size, pages?.before]) if (name !== undefined) known.add(name);
  return [...new Set(new URLSearchParams(sent.query).keys())].filter((name) => !known.has(name));
}

function isJsonType(sent: Sent, operation: LinkedOperation | undefined): boolean {
  const type = sent.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const stated = operation && valueOf(operation.facts.mediaType)?.in;
  return type !== undefined && stated !== undefined && stated.split(';')[0]!.trim().toLowerCase() === type;
}

export function couldMeet(cause: Cause, model: Model, routed: Routed, sent: Sent): boolean {
  if (cause.kind === 'no such path') return routed.kind === 'no path';
  if (cause.kind === 'method not allowed') return routed.kind === 'other method';
  if (routed.kind !== 'operation') return false;
  const { operation } = routed;
  if (isPathOfNewRow(cause, operation)) return true;
  const bodies = bodiesOf(operation, sent);
  // Of the items of a list that is none of rows, one may be told to be wrong before it.
  const body = json(sent);
  const items = bodies ?? (makesEach(operation) && Array.isArray(body) ? body.filter(isObject) : []);
  const some = (fits: (body: Record<string, unknown>) => boolean): boolean => items.some(fits);
  const readsBody = operation.facts.body.status === 'stated' || operation.facts.bodyTable.written;
  switch (cause.kind) {
    case 'malformed body':
      return readsBody && (bodies === undefined || isEmpty(sent));
    case 'unsupported media type':
      return (
        sent.body !== undefined &&
        (operation.facts.body.status === 'none' ||
          !isJsonType(sent, operation) ||
          /charset=(?!utf-8)/i.test(sent.headers['content-type'] ?? ''))
      );
    case 'not acceptable':
      return sent.headers['accept'] !== undefined && !/\*\/\*|json|application\/\*/.test(sent.headers['accept']);
    case 'unknown field':
      return (
        (items.length > 0 && unknownElsewhere(operation.facts.unknownFields) === 'refused') ||
        (sent.query !== '' && unknownElsewhere(operation.facts.unknownFields) === 'refused')
      );
    case 'read-only field':
      return items.length > 0 && valueOf(operation.facts.readOnlyFields) === 'refused';
    case 'invalid query':
      return sent.query !== '' || operation.facts.queryTable.items.some((p) => valueOf(p.required)?.kind === 'yes');
    case 'any field':
      return cause.failure === 'taken'
        ? readsBody && model.document.resources.resources.items.some((r) => r.unique.length > 0)
        : readsBody &&
            some(
              (body) => rowFails(cause.failure, operation, body) || fieldFails(cause.failure, undefined, model, body),
            );
    case 'field':
      return cause.failure === 'taken'
        ? readsBody || writes(operation)
        : readsBody &&
            some(
              (body) => rowFails(cause.failure, operation, body) || fieldFails(cause.failure, cause.path, model, body),
            );
    case 'no such':
      return (
        operation.operation.path.includes('{') ||
        (valueOf(operation.facts.does) ?? []).some((e) => 'where' in e && e.where !== undefined)
      );
    case 'no such in':
      return some((body) => Object.hasOwn(body, cause.field.text));
    case 'invalid header':
      return (
        isKeyed(operation, sent) ||
        operation.facts.headerTable.items.some(({ name }) => sent.headers[name.text.toLowerCase()] !== undefined) ||
        TAGS.some((name) => sent.headers[name] !== undefined && !TAG.test(sent.headers[name]))
      );
    case 'header missing':
      return sent.headers[cause.header.text.toLowerCase()] === undefined;
    case 'precondition failed':
      return sent.headers['if-match'] !== undefined || sent.headers['if-none-match'] !== undefined;
    case 'precondition required':
      return sent.headers['if-match'] === undefined && valueOf(operation.facts.preconditions) !== undefined;
    case 'same key, other body':
      return isKeyed(operation, sent);
    case 'already there':
      return writes(operation);
    case 'illegal move':
      return moves(model, operation);
    case 'no credentials':
      return asksWho(operation) && sent.headers['authorization'] === undefined;
    case 'wrong token':
      return asksWho(operation) && sent.headers['authorization'] !== undefined;
    case 'not permitted':
      return asksWho(operation);
    default:
      return false;
  }
}

const TAGS = ['if-match', 'if-none-match'];
export const TAG: RegExp = /^(?:\*|(?:W\/)?"[^"]*")$/;

/** It has the header of the Repeat table. */
export function isKeyed({ facts }: LinkedOperation, sent: Sent): boolean {
  return facts.repeatTable.items.some(
    (row) =>
      row.key === 'header' && sent.headers[valueOf(row.statement)?.header.text.toLowerCase() ?? ''] !== undefined,
  );
}

function asksWho({ facts }: LinkedOperation): boolean {
  const who = valueOf(facts.who);
  return who !== undefined && (who.kind !== 'anyone' || who.signedInIfSent);
}

/** The identity of what is created or replaced stands in the path, and can be none that the field may have. */
function isPathOfNewRow(cause: Cause, operation: LinkedOperation): boolean {
  const isInvalid = (cause.kind === 'any field' || cause.kind === 'field') && cause.failure === 'invalid';
  return isInvalid && (valueOf(operation.facts.does) ?? []).some((effect) => effect.kind === 'creates or replaces');
}

function writes(operation: LinkedOperation): boolean {
  return (valueOf(operation.facts.does) ?? []).some(
    (effect) =>
      effect.kind.startsWith('creates') ||
      effect.kind === 'updates' ||
      effect.kind === 'replaces' ||
      effect.kind === 'merges into',
  );
}

function moves(model: Model, operation: LinkedOperation): boolean {
  const heading = operation.operation.name.text;
  if ((valueOf(operation.facts.does) ?? []).some((effect) => effect.kind.startsWith('moves'))) return true;
  return [...model.machines.values()].some((machine) =>
    machine.moves.items.some((move) => {
      const by = valueOf(move.by);
      return by?.kind === 'operations' && by.operations.some((name) => name.text === heading);
    }),
  );
}

/** The same of a row of the Body table. */
function rowFails(failure: string, operation: LinkedOperation, body: Record<string, unknown>): boolean {
  return operation.facts.bodyTable.items.some((row) => {
    const value = body[row.name.text];
    return failure === 'invalid'
      ? value !== undefined
      : value === undefined || value === null || String(value).trim() === '';
  });
}

/** Is there a field of which this failure can be said, given what was sent? */
function fieldFails(
  failure: string,
  path: readonly string[] | undefined,
  model: Model,
  body: Record<string, unknown>,
): boolean {
  for (const resource of model.resources.values()) {
    for (const field of resource.fields.items) {
      const name = field.name.text;
      if (path && name !== path.join('.')) continue;
      const value = name.split('.').reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), body);
      const type = plain(valueOf(field.type))?.kind;
      const blank = value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
      if (failure === 'missing' && (blank || valueOf(field.required)?.kind === 'if')) return true;
      if (failure === 'blank' && blank) return true;
      if (failure === 'invalid' && value !== undefined && (value === null || type !== undefined)) return true;
    }
  }
  return false;
}
