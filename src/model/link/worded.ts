// The names inside of values that are kept as they are written: operations and codes of part 4.
// Comes in: a document. Goes out: findings, each at the name. Notation, the grammar of these parts.

import type { Span } from '../../base/span.ts';
import type { Name, Slot } from '../../notation/slot.ts';
import { valueOf } from '../../notation/slot.ts';
import type { References } from './references.ts';

type Kind = 'operation' | 'error';

/** A form with the name as its group `n`, as the grammar of the key has it. */
type Form = readonly [kind: Kind, form: RegExp];

const TICK = '`(?<n>[^`]+)`';
const form = (kind: Kind, pattern: string): Form => [kind, new RegExp(pattern, 'giu')];
const code = form('error', TICK);
const call = form('operation', '`(?<n>[a-z]+ /[^`]*)`');

const FORMS: Readonly<Record<string, readonly Form[]>> = {
  'Headers in': [form('operation', `\\b(?:on|and|or)\\s+${TICK}`)],
  'Applies to': [call],
  'Other body': [code],
  'Still running': [code],
};

export function linkWorded(refs: References): void {
  for (const { facts } of refs.model.operations.values()) {
    linkOne(refs, 'Headers in', facts.headersIn);
    for (const { name, statement } of facts.repeatTable.items) linkOne(refs, headed(name.text), statement);
  }
}

/** `other body` is `Other body`. */
function headed(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
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
  if (kind === 'operation') refs.operation(name);
  else refs.error(name);
}

/** Where the name stands in what is written; the whole value where Markdown holds it in another spelling. */
function placeOf(refs: References, at: Span, name: string): Span {
  const start = refs.model.document.source.indexOf(name, at.start);
  return start === -1 || start + name.length > at.end ? at : { start, end: start + name.length };
}
