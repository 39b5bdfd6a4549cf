// The keywords of one schema object: each is taken by its reader, and one that no reader took is a finding with its line. Input:
// an object of JSON. Output: its members by name. Notation, section 3.

import type { JsonMember, JsonNode } from '../../base/json-places.ts';
import type { Span } from '../../base/span.ts';
import { diagnose } from '../../diagnostics/define.ts';
import { schemaNotRead } from '../../diagnostics/resources.ts';
import type { Reading } from '../reading.ts';
import { quoted, rawText } from '../reading.ts';

/** They state nothing, wherever they are. */
const PROSE: ReadonlySet<string> = new Set(['title', '$comment', 'examples']);

/** Why a keyword is refused that people may expect to be read. */
const INSTEAD: Readonly<Record<string, string>> = {
  $defs: 'each resource under a heading of its own',
  definitions: 'each resource under a heading of its own',
  allOf: 'the fields themselves',
  exclusiveMinimum: '`minimum`: bounds belong to the range',
  exclusiveMaximum: '`maximum`: bounds belong to the range',
  format: '`date`, `date-time`, `time`, `duration`, `uuid`, `uri` or `email`, behind `"type": "string"`',
  nullable: '`"type": ["string", "null"]`',
  deprecated: 'a Change table in part 9',
};

export class Keywords {
  readonly #reading: Reading;
  readonly #members = new Map<string, JsonMember>();

  constructor(reading: Reading, members: readonly JsonMember[]) {
    this.#reading = reading;
    for (const member of members) {
      if (this.#members.has(member.key)) refuse(reading, member.keyAt, `a second \`${member.key}\``, 'each name once');
      else this.#members.set(member.key, member);
    }
  }

  take(key: string): JsonNode | undefined {
    const member = this.#members.get(key);
    this.#members.delete(key);
    return member?.value;
  }

  /** Taken only where its value is such a one; else it is refused. */
  takeKind<K extends JsonNode['kind']>(key: string, kind: K, forms: string): (JsonNode & { kind: K }) | undefined {
    const node = this.take(key);
    if (!node || node.kind === kind) return node as (JsonNode & { kind: K }) | undefined;
    refuse(this.#reading, node.at, shown(this.#reading, node.at), forms);
    return undefined;
  }

  takeFlag(key: string): { readonly yes: boolean; readonly at: Span } | undefined {
    const node = this.takeKind(key, 'boolean', '`true` or `false`');
    return node && { yes: node.text === 'true', at: node.at };
  }

  /** Digits without a fraction. */
  takeCount(key: string): { readonly count: number; readonly at: Span } | undefined {
    const node = this.takeKind(key, 'number', 'a whole number');
    if (!node) return undefined;
    if (/^\d{1,15}$/.test(node.text)) return { count: Number(node.text), at: node.at };
    refuse(this.#reading, node.at, shown(this.#reading, node.at), 'a whole number');
    return undefined;
  }

  /** Keywords that no reader took. */
  rest(): void {
    for (const { key, keyAt } of this.#members.values()) {
      if (PROSE.has(key)) continue;
      const expected = Object.hasOwn(INSTEAD, key) ? INSTEAD[key]! : 'a keyword that a Field table has words for there';
      refuse(this.#reading, keyAt, `\`${quoted(key)}\``, expected);
    }
  }
}

export function refuse(reading: Reading, at: Span, found: string, expected: string): void {
  reading.diagnostics.push(diagnose(schemaNotRead, at, { found, expected }));
}

export function shown(reading: Reading, at: Span): string {
  return `\`${quoted(rawText(reading, at)).replaceAll('`', "'")}\``;
}
