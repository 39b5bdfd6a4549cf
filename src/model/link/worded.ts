// The names inside of values that are kept as they are written: operations, fields, resources, codes of parts 4 to 6 and 9.
// Comes in: a document. Goes out: findings, each at the name. Notation, the grammar of these parts.

import type { Span } from '../../base/span.ts';
import type { Name, Slot } from '../../notation/slot.ts';
import { valueOf } from '../../notation/slot.ts';
import type { References } from './references.ts';

type Kind = 'operation' | 'field' | 'resource' | 'error';

/** A form with the name as its group `n`, as the grammar of the key has it. */
type Form = readonly [kind: Kind, form: RegExp];

const RESOURCE = '`?(?<n>\\p{Lu}[\\p{L}\\p{M}\\d_]*(?:-[\\p{L}\\p{M}\\d_]+)*)`?';
const FIELD = '(?:`(?<n>\\p{Lu}[^`.\\s]*\\.[^`]+)`|(?<n>\\p{Lu}[\\p{L}\\p{M}\\d_-]*\\.[\\p{L}\\p{M}\\d_.-]+))';
const TICK = '`(?<n>[^`]+)`';
const form = (kind: Kind, pattern: string): Form => [kind, new RegExp(pattern, 'giu')];
/** Ticks that are something else are read over as a whole. */
const other = (pattern: string): Form => form('operation', `(?:${pattern})|${TICK}`);
const operation = other('`[^`]+`\\s*(?:changes|is\\s|becomes\\s*`[^`]*`)|becomes\\s*`[^`]*`');
const secret = form('field', `\\bsecret\\s+${FIELD}`);
const refused = form('error', `^refused\\s+${TICK}`);
const code = form('error', TICK);
const call = form('operation', '`(?<n>[a-z]+ /[^`]*)`');

const FORMS: Readonly<Record<string, readonly Form[]>> = {
  Credentials: [form('resource', `\\bof\\s+${RESOURCE}$`)],
  'Issued by': [other('outside\\s*:\\s*`[^`]*`')],
  Refresh: [form('operation', TICK)],
  'Revoked when': [operation, form('field', `${FIELD}\\s+changes`), form('resource', `${RESOURCE}\\s+is\\s+deleted`)],
  'Verified by': [secret],
  Roles: [form('field', `^${FIELD}$`), form('resource', `^${TICK.replace('?<n>', '?:')}\\s+of\\s+${RESOURCE}$`)],
  'Sent as': [form('field', `\\bto\\s+${FIELD}`), form('operation', `^server-sent\\s+events\\s+on\\s+${TICK}`)],
  Order: [form('resource', `\\beach\\s+(?!receiver)${RESOURCE}$`)],
  Signature: [secret],
  'Given up': [form('field', `^(?:sets|moves)\\s+${FIELD}`), form('resource', `^deletes\\s+${RESOURCE}$`)],
  When: [
    operation,
    form('field', `${FIELD}\\s+(?:changes|becomes)`),
    form('resource', `${RESOURCE}\\s+is\\s+(?:created|updated|deleted)`),
  ],
  'Missing version': [refused],
  'Unknown version': [refused],
  'Headers in': [form('operation', `\\b(?:on|and|or)\\s+${TICK}`)],
  'Applies to': [call],
  'Other body': [code],
  'Still running': [code],
};

export function linkWorded(refs: References): void {
  const { authentication, events, versioning } = refs.model.document;
  for (const scheme of authentication.schemes.items) {
    linkAll(refs, scheme.facts);
    linkClaims(refs, scheme.facts);
  }
  if (events.delivery) linkAll(refs, events.delivery.facts);
  for (const kind of events.kinds.items) linkOne(refs, 'When', kind.when);
  linkAll(refs, versioning.facts);
  for (const { facts } of refs.model.operations.values()) {
    linkOne(refs, 'Headers in', facts.headersIn);
    for (const { name, statement } of facts.repeatTable.items) linkOne(refs, headed(name.text), statement);
  }
}

/** `other body` is `Other body`. */
function headed(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
}

function linkAll(refs: References, facts: ReadonlyMap<string, Slot<string>>): void {
  for (const [key, slot] of facts) linkOne(refs, key, slot);
}

function linkOne(refs: References, key: string, slot: Slot<string>): void {
  const text = valueOf(slot);
  if (text === undefined || !Object.hasOwn(FORMS, key)) return;
  for (const [kind, pattern] of FORMS[key]!) {
    for (const { groups } of text.matchAll(pattern)) {
      const name = groups?.['n'];
      if (name !== undefined) linkName(refs, kind, { text: name, at: placeOf(refs, slot.at, name) });
    }
  }
}

function linkName(refs: References, kind: Kind, name: Name): void {
  switch (kind) {
    case 'operation':
      refs.operation(name);
      return;
    case 'error':
      return refs.error(name);
    case 'resource':
      refs.resource(name);
      return;
    case 'field': {
      const [owner = '', ...path] = name.text.split('.');
      refs.field(refs.resource({ text: owner, at: name.at }), path, name.at);
    }
  }
}

/** Fields of the caller, whom the scheme names. */
function linkClaims(refs: References, facts: ReadonlyMap<string, Slot<string>>): void {
  const claims = facts.get('Claims');
  const caller = facts.get('Caller');
  const text = claims && valueOf(claims);
  const owner = caller && refs.model.resources.get((valueOf(caller) ?? '').replaceAll('`', '').trim());
  if (!claims || text === undefined || !owner) return;
  for (const [, bare, ticked] of text.matchAll(/\bto\s+caller(?:\.([\p{L}\p{M}\d_.-]+)|\s*`([^`]+)`)/giu)) {
    const name = bare ?? ticked!;
    refs.field(owner, name.split('.'), placeOf(refs, claims.at, name));
  }
}

/** Where the name stands in what is written; the whole value where Markdown holds it in another spelling. */
function placeOf(refs: References, at: Span, name: string): Span {
  const start = refs.model.document.source.indexOf(name, at.start);
  return start === -1 || start + name.length > at.end ? at : { start, end: start + name.length };
}
