// One row of a data file. Input: its text. Output: its members, each value as it is written, digit by digit; its label; a digest
// that tells it from other rows, and does not depend on its blanks. Or what is wrong with it, and where in the text.

import { hash } from 'node:crypto';

import { parsePlaces } from '../../base/json-places.ts';
import type { JsonMember, JsonNode, JsonObject } from '../../base/json-places.ts';

export const LABEL = '$label';
export const ROW = '$row';

export interface ReadRow {
  readonly text: string;
  readonly tree: JsonObject;
}

export interface RowFault {
  /** In the text of the row. */
  readonly index: number;
  readonly message: Words;
}

/** What can be said only when the whole file is known is said then. */
export type Words = string | (() => string);

export function readRow(text: string): ReadRow | RowFault {
  const parsed = parsePlaces(text, { start: 0, end: text.length });
  if ('fault' in parsed) return { index: parsed.fault.at.start, message: `expected ${parsed.fault.expected}` };
  const tree = parsed.value as JsonObject;
  const twice = repeated(tree);
  return twice === undefined
    ? { text, tree }
    : { index: twice.keyAt.start, message: `${JSON.stringify(twice.key)} is twice in one object` };
}

/** Readers differ in which of the two counts: https://www.rfc-editor.org/rfc/rfc8259#section-4 */
function repeated(node: JsonNode): JsonMember | undefined {
  if (node.kind === 'list') return first(node.items, repeated);
  if (node.kind !== 'object') return undefined;
  const seen = new Set<string>();
  for (const member of node.members) {
    if (seen.has(member.key)) return member;
    seen.add(member.key);
  }
  return first(node.members, ({ value }) => repeated(value));
}

function first<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** As it is written, without the blanks between. */
export function compact(text: string, node: JsonNode): string {
  switch (node.kind) {
    case 'object': {
      const pair = ({ keyAt, value }: JsonMember): string =>
        `${text.slice(keyAt.start, keyAt.end)}:${compact(text, value)}`;
      return `{${node.members.map(pair).join(',')}}`;
    }
    case 'list':
      return `[${node.items.map((item) => compact(text, item)).join(',')}]`;
    default:
      return text.slice(node.at.start, node.at.end);
  }
}

/** Of 64 bits. */
export function digestOf(operation: string, { text, tree }: ReadRow): Buffer {
  return hash('sha256', `${operation}\n${compact(text, tree)}`, 'buffer').subarray(0, 8);
}

/** As if it had no label. */
export function bareDigestOf(operation: string, { text, tree }: ReadRow): Buffer {
  return digestOf(operation, { text, tree: { ...tree, members: tree.members.filter(({ key }) => key !== LABEL) } });
}

/** `{"$row": "label"}`: the label of the row that it names. */
export function namedIn(node: JsonNode): string | undefined {
  if (node.kind !== 'object' || node.members.length !== 1) return undefined;
  const { key, value } = node.members[0]!;
  return key === ROW && value.kind === 'string' ? value.text : undefined;
}
