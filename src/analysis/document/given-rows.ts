// The rows that a document has, of resources whose rows no operation creates: a Row table, or a fence `json rows`. Input: a resource. Output:
// rows, each with its values as they would be written under Default; and what is no value. Notation, part 2, `Rows:`.

import { oncePer } from '../../base/once-per.ts';
import { parsePlaces, type JsonNode } from '../../base/json-places.ts';
import type { Span } from '../../base/span.ts';
import { withoutTicks } from '../../base/ticked.ts';
import type { Model } from '../../model/model.ts';
import { plainText } from '../../notation/grammar/source-text.ts';
import type { PlainTable, Resource } from '../../notation/resources.ts';
import { valueOf, type Name } from '../../notation/slot.ts';
import { parseLiteral, type Literal } from '../../notation/values/literals.ts';

export interface GivenValue {
  readonly field: Name;
  readonly literal: Literal;
  readonly at: Span;
}

export interface GivenRow {
  readonly values: readonly GivenValue[];
  readonly at: Span;
}

/** What is in the place of a value, or of rows, and is none. */
export interface NoValue {
  readonly at: Span;
  readonly found: string;
  readonly expected: string;
}

export interface GivenRows {
  readonly rows: readonly GivenRow[];
  readonly faults: readonly NoValue[];
}

/** Those of a table before those of fences, each in written order. */
export const givenRows: (resource: Resource) => GivenRows = oncePer((resource: Resource) => {
  const rows: GivenRow[] = [];
  const faults: NoValue[] = [];
  for (const table of resource.tables ?? []) ofTable(table, rows, faults);
  for (const { json } of resource.rowFences ?? []) ofFence(json, rows, faults);
  return { rows, faults };
});

const VALUE = 'a value as under Default, or `none`';

/** The first column calls the row for people. */
function ofTable({ heads, rows: lines }: PlainTable, rows: GivenRow[], faults: NoValue[]): void {
  for (const line of lines) {
    const values = line.slice(1).flatMap((cell, place): GivenValue[] => {
      const head = heads[place + 1];
      if (head === undefined || cell.text.toLowerCase() === 'none') return [];
      const parsed = parseLiteral(plainText(cell.text, cell.at.start));
      if (!parsed.ok) faults.push({ at: cell.at, found: cell.text, expected: VALUE });
      return parsed.ok ? [{ field: fieldOf(head), literal: parsed.value, at: cell.at }] : [];
    });
    rows.push({ values, at: line[0]?.at ?? lines[0]![0]!.at });
  }
}

function fieldOf({ text, at }: Name): Name {
  return { text: withoutTicks(text), at };
}

function ofFence(json: Name, rows: GivenRow[], faults: NoValue[]): void {
  const parsed = parsePlaces(json.text, { start: 0, end: json.text.length });
  const at = ({ start, end }: Span): Span => ({ start: json.at.start + start, end: json.at.start + end });
  const fault = (span: Span, found: string, expected: string): void =>
    void faults.push({ at: at(span), found, expected });
  if ('fault' in parsed) return fault(parsed.fault.at, 'text', parsed.fault.expected);
  const list = parsed.value;
  if (list.kind !== 'list') return fault(list.at, list.kind, 'a list of objects: `[{"id": "gold"}]`');
  for (const item of list.items) {
    if (item.kind !== 'object') fault(item.at, item.kind, 'an object: `{"id": "gold"}`');
    else {
      for (const { key, keyAt, value } of item.members) {
        if (!key.isWellFormed()) fault(keyAt, JSON.stringify(key), WHOLE);
        unkept(value, fault);
      }
      const values = item.members.map(({ key, keyAt, value }): GivenValue => {
        return { field: { text: key, at: at(keyAt) }, literal: literalOf(value, json.text), at: at(value.at) };
      });
      rows.push({ values, at: at(item.at) });
    }
  }
}

const WHOLE = 'text of whole characters';

/** What of a value would be kept as something else than is written. */
function unkept(node: JsonNode, fault: (at: Span, found: string, expected: string) => void): void {
  if (node.kind === 'string' && !node.text.isWellFormed()) fault(node.at, JSON.stringify(node.text), WHOLE);
  if (node.kind === 'list') for (const item of node.items) unkept(item, fault);
  if (node.kind !== 'object') return;
  const seen = new Set<string>();
  for (const { key, keyAt, value } of node.members) {
    if (!key.isWellFormed()) fault(keyAt, JSON.stringify(key), WHOLE);
    if (seen.has(key)) fault(keyAt, key, 'each name once');
    seen.add(key);
    unkept(value, fault);
  }
}

function literalOf(node: JsonNode, text: string): Literal {
  switch (node.kind) {
    case 'string':
      return { kind: 'text', value: node.text };
    case 'number':
      return { kind: 'number', value: node.text };
    case 'boolean':
      return { kind: 'boolean', value: node.text === 'true' };
    case 'null':
      return { kind: 'null' };
    case 'list':
    case 'object':
      return { kind: 'json', value: text.slice(node.at.start, node.at.end) };
  }
}

/** Resources of rows that no operation has to create, of which nothing stops that. */
export function resourcesWithRows(model: Model): readonly Resource[] {
  return [...model.resources.values()].filter(({ rows }) => valueOf(rows) !== undefined);
}

/** The operator gives them, beside the document. */
export function isFromOperator(resource: Resource): boolean {
  return valueOf(resource.rows) === 'from the operator';
}

/** Rows that no operation makes or changes, and no call. */
export function isFixed(resource: Resource): boolean {
  return valueOf(resource.rows) === 'fixed';
}
