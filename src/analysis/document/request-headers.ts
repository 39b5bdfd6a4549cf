// Every header that a request may bring to an operation, from each source: a row of the Header table, Headers in, the key of a
// repetition. Input: an operation. Output: by the name in lower case, as HTTP compares names
// (https://www.rfc-editor.org/rfc/rfc9110#section-5.1), a row for each, as conditions may name it. Notation, part 4, table Header, keys
// Headers in and Repeat.

import { oncePer } from '../../base/once-per.ts';
import type { Span } from '../../base/span.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { HeaderIn } from '../../notation/values/headers-in.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { absent, isUnknown, valueOf, type Name, type Stated } from '../../notation/slot.ts';
import type { KeyHeader } from '../../notation/values/repeat-rules.ts';
import { queryParameters } from './query-parameters.ts';
import { isAmong, isKeyed, repeatSlot } from './repeats.ts';

export interface RequestHeader {
  /** Of the Header table, or as such a row would say what another source says. */
  readonly row: Parameter;
  /** It has no row of its own: its value is whatever is sent, over all of its lines. */
  readonly isPlain: boolean;
  /** What Headers in says beside the row. */
  readonly needed: 'always' | 'with a body' | 'no';
}

export const requestHeaders: (linked: LinkedOperation) => ReadonlyMap<string, RequestHeader> = oncePer(
  (linked: LinkedOperation) => {
    const found = new Map<string, RequestHeader>();
    for (const row of linked.facts.headerTable.items)
      found.set(headerKey(row.name.text), { row, isPlain: false, needed: 'no' });
    for (const one of valueOf(linked.facts.headersIn) ?? []) {
      const needed = neededBy(linked, one);
      if (needed !== undefined) add(found, one.header, needed);
    }
    const key = isKeyed(linked) ? valueOf(repeatSlot(linked, 'header')) : undefined;
    if (key) addKey(found, key);
    return found;
  },
);

/** One line, with at least one character that is not white space. */
function addKey(found: Map<string, RequestHeader>, { header, need }: KeyHeader): void {
  const known = found.get(headerKey(header.text));
  if (known && !known.isPlain) return add(found, header, need === 'required' ? 'always' : 'no');
  const needed = need === 'required' ? 'always' : (known?.needed ?? 'no');
  const allowed = said<readonly Constraint[]>([{ kind: 'not-blank' }], header.at);
  found.set(headerKey(header.text), { row: { ...plainRow(header, needed), allowed }, isPlain: false, needed });
}

function add(found: Map<string, RequestHeader>, name: Name, needed: RequestHeader['needed']): void {
  const key = headerKey(name.text);
  const known = found.get(key) ?? { row: plainRow(name, needed), isPlain: true, needed };
  found.set(key, { ...known, needed: known.needed === 'no' ? needed : known.needed });
}

/** Undefined: it says nothing of this operation. */
function neededBy(linked: LinkedOperation, one: HeaderIn): RequestHeader['needed'] | undefined {
  switch (one.need) {
    case 'always':
    case 'required':
      return 'always';
    case 'optional':
      return 'no';
    case 'when there is a body':
      return 'with a body';
    case 'on':
      return isAmong(linked, one.calls) ? 'always' : undefined;
  }
}

function plainRow(name: Name, needed: RequestHeader['needed']): Parameter {
  const { at } = name;
  return {
    name,
    anyFieldOf: undefined,
    type: said({ kind: 'string' } as const, at),
    required: said({ kind: needed === 'always' ? 'yes' : 'no' } as const, at),
    default: { status: 'none', text: '', at },
    allowed: absent(at),
    selects: absent(at),
    at,
  };
}

function said<T>(value: T, at: Span): Stated<T> {
  return { status: 'stated', value, text: '', at };
}

export function headerKey(name: string): string {
  return name.toLowerCase();
}

/** What a request brings under this header is called so in expressions. */
export function headerBinding(name: string): string {
  return `header.${headerKey(name)}`;
}

/** `` query `f` ``, `` header `f` ``: what declares it. */
export function sentParameter(
  model: Model,
  linked: LinkedOperation,
  owner: 'query' | 'header',
  name: string,
): Parameter | undefined {
  return owner === 'query'
    ? queryParameters(model, linked).get(name)
    : requestHeaders(linked).get(headerKey(name))?.row;
}

/** By the operation; without one, by any, or it is not known which there are. */
export function isDeclared(model: Model, linked: LinkedOperation | undefined, name: string): boolean {
  // What is not shown under Headers in may name it.
  const operations = linked ? [linked] : [...model.operations.values()];
  const isUndecided = operations.length === 0 || operations.some(({ facts }) => isUnknown(facts.headersIn));
  return isUndecided || declaredHeaders(model, linked).has(headerKey(name));
}

/** Those of the operation, or of all, as they are written, by their keys. */
export function declaredHeaders(model: Model, linked: LinkedOperation | undefined): ReadonlyMap<string, string> {
  const operations = linked ? [linked] : [...model.operations.values()];
  return new Map(operations.flatMap((one) => [...requestHeaders(one)].map(([key, { row }]) => [key, row.name.text])));
}
