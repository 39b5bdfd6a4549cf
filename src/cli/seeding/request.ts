// A row as the request that puts it in. Input: how rows of its key go in, the row, and what its labels lead to. Output: method, path and
// body, every value digit by digit as it is written; or all that is wrong with the row.

import { suggestion } from '../../base/did-you-mean.ts';
import type { JsonMember, JsonNode } from '../../base/json-places.ts';
import { treeOf, type PathTree } from '../../base/path-tree.ts';
import type { Key } from '../../calls/keys.ts';
import { code } from './operations.ts';
import type { Way } from './operations.ts';
import { bareDigestOf, compact, LABEL, namedIn } from './row.ts';
import type { ReadRow, RowFault, Words } from './row.ts';
import type { Names, Slot } from './slots.ts';

export interface SeedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string | undefined;
  readonly mediaType: string | undefined;
  /** Beside those of the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What was sent, as JSON, by slot. */
  readonly values: ReadonlyMap<Slot, string>;
  /** Sent twice, it makes no second row. */
  readonly isRepeatable: boolean;
}

/** The value, as JSON, by which an earlier row is named; or why there is none. */
export type Resolve = (label: string, key: Key) => { readonly json: string } | { readonly fault: Words };

export type Mapped = { readonly request: SeedRequest } | { readonly faults: readonly RowFault[] };

/** `base`: the path in front of every operation. */
export function requestFor(way: Way, row: ReadRow, resolve: Resolve, base: string): Mapped {
  const mapping = new Mapping(way, row, resolve);
  mapping.members(row.tree.members, []);
  const { values, faults } = mapping;
  for (const slot of way.names.needed) {
    if (!values.has(slot) && faults.length === 0) mapping.fault(row.tree, `${code(slot.name)} is missing`);
  }
  const target = mapping.target(base);
  if (faults.length > 0 || target === undefined) return { faults };
  const { operation, repeat } = way;
  const isRepeatable =
    repeat === 'same' || repeat.some((slots) => slots.every((slot) => (values.get(slot) ?? 'null') !== 'null'));
  const { mediaType } = way;
  return {
    request: { method: operation.method, target, body: mapping.body(), mediaType, values, isRepeatable },
  };
}

class Mapping {
  readonly values = new Map<Slot, string>();
  readonly faults: RowFault[] = [];
  readonly #way: Way;
  readonly #row: ReadRow;
  readonly #resolve: Resolve;
  readonly #texts = new Map<Slot, readonly string[]>();

  constructor(way: Way, row: ReadRow, resolve: Resolve) {
    this.#way = way;
    this.#row = row;
    this.#resolve = resolve;
  }

  fault({ at }: Pick<JsonNode, 'at'>, message: Words): void {
    this.faults.push({ index: at.start, message });
  }

  members(members: readonly JsonMember[], above: readonly string[]): void {
    const { meanings, wrappers } = this.#way.names;
    for (const { key, keyAt, value } of members) {
      const name = [...above, key].join('.');
      const meaning = meanings.get(name);
      if (meaning === undefined) {
        if (name === LABEL) this.#labelled(value);
        else if (wrappers.has(name) && value.kind === 'object') this.members(value.members, [...above, key]);
        else this.fault({ at: keyAt }, this.#unknown(name));
      } else if ('closed' in meaning) {
        this.fault({ at: keyAt }, `${code(name)} cannot be given to ${code(this.#way.id)}: ${meaning.closed}`);
      } else if (meaning.slots.length > 1) {
        const names = meaning.slots.map(({ parameter }) => code(parameter)).join(', ');
        this.fault({ at: keyAt }, `${code(name)} may be several things of ${code(this.#way.id)}; write ${names}`);
      } else this.#give(meaning.slots[0]!, value, { at: keyAt });
    }
  }

  #labelled(value: JsonNode): void {
    if (value.kind !== 'string' || value.text === '') this.fault(value, `${code(LABEL)} is a text`);
  }

  #unknown(name: string): string {
    const { id, names } = this.#way;
    const all = shortest(names);
    const takes = all.length === 0 ? 'takes nothing' : `takes ${all.map(code).join(', ')}`;
    return `${code(id)} does not take ${code(name)}${suggestion(name, all)}; it ${takes}`;
  }

  #give(slot: Slot, value: JsonNode, at: Pick<JsonNode, 'at'>): void {
    if (this.values.has(slot)) return this.fault(at, `${code(slot.name)} is given twice`);
    const given = this.#value(slot, value);
    if (given === undefined) return;
    this.values.set(slot, given.json);
    if (slot.in === 'body') return;
    const texts = given.texts;
    if (texts === undefined)
      this.fault(value, `${code(slot.name)} is sent in the ${slot.in}: a text, a number or a truth value`);
    else if (slot.in === 'path' && ['', '.', '..'].includes(texts.join()))
      this.fault(value, `${code(slot.name)} is no part of a path`);
    else this.#texts.set(slot, texts);
  }

  #value(
    slot: Slot,
    value: JsonNode,
  ): { readonly json: string; readonly texts: readonly string[] | undefined } | undefined {
    const label = namedIn(value);
    const json = compact(this.#row.text, value);
    if (label !== undefined && slot.key !== undefined) {
      const found = this.#resolve(label, slot.key);
      if ('json' in found) return { json: typed(found.json, slot), texts: [scalarText(found.json)] };
      this.fault(value, found.fault);
      return undefined;
    }
    const inside =
      value.kind === 'list' && !slot.hasObjects ? value.items.find((item) => namedIn(item) !== undefined) : undefined;
    if (inside !== undefined || (label !== undefined && !slot.hasObjects)) {
      this.fault(inside ?? value, `no row can be named here; write the value of ${code(slot.name)} itself`);
      return undefined;
    }
    const items = value.kind === 'list' && slot.list !== undefined ? value.items : [value];
    const texts = items.map((item) => (isPlain(item) ? item.text : undefined));
    return { json, texts: texts.every((text) => text?.isWellFormed() === true) ? (texts as string[]) : undefined };
  }

  /** Undefined where something of it has its fault already. */
  target(base: string): string | undefined {
    const { operation, run, names } = this.#way;
    const texts = new Map([...this.#texts].map(([slot, given]) => [slot.parameter, given]));
    if (names.needed.some((slot) => slot.in === 'path' && !texts.has(slot.parameter))) return undefined;
    const parameters = new Map(run.path.map(({ name, parameter }) => [name, texts.get(parameter)?.[0] ?? '']));
    const segments = operation.path.map(({ before, parameter, after }) => {
      const value = parameter === undefined ? '' : encodeURIComponent(parameters.get(parameter) ?? '');
      return `/${visible(before)}${value}${visible(after)}`;
    });
    const pairs = [...this.#texts].flatMap(([slot, given]) => (slot.in === 'query' ? queryPairs(slot, given) : []));
    return `${base}${segments.join('')}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  }

  body(): string | undefined {
    if (this.#way.run.body.kind !== 'fields') return undefined;
    const entries = [...this.values].flatMap(([{ in: place, path }, json]) =>
      place === 'body' ? [[path, json] as const] : [],
    );
    return written(treeOf(entries));
  }
}

function written(tree: PathTree<string>): string {
  const pairs = [...tree].map(
    ([name, value]) => `${JSON.stringify(name)}:${typeof value === 'string' ? value : written(value)}`,
  );
  return `{${pairs.join(',')}}`;
}

function isPlain(node: JsonNode): node is Extract<JsonNode, { text: string }> {
  return node.kind === 'string' || node.kind === 'number' || node.kind === 'boolean';
}

/** Undefined, too, where the operation takes a field of that name. */
export function labelOf({ names }: Way, row: ReadRow): string | undefined {
  return names.meanings.has(LABEL) ? undefined : labelIn(row);
}

/** The digest without the label; undefined: it has none. */
export function bareOf(way: Way, row: ReadRow): Buffer | undefined {
  return labelOf(way, row) === undefined ? undefined : bareDigestOf(way.id, row);
}

export function labelIn({ tree }: ReadRow): string | undefined {
  const value = tree.members.find(({ key }) => key === LABEL)?.value;
  return value?.kind === 'string' ? value.text : undefined;
}

/** For each thing that a row may say the shortest name that is clear. */
function shortest({ meanings }: Names): readonly string[] {
  const best = new Map<Slot, string>();
  for (const [name, meaning] of meanings) {
    const [slot, ...more] = 'slots' in meaning ? meaning.slots : [];
    if (slot === undefined || more.length > 0) continue;
    const known = best.get(slot);
    if (known === undefined || name.length < known.length) best.set(slot, name);
  }
  return [...best.values()];
}

/** An answer may show a number inside of a text, as in a header. */
function typed(json: string, { isNumber }: Slot): string {
  const text = scalarText(json);
  return isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? text : json;
}

/** Of JSON that is a text or a number. */
function scalarText(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

function visible(text: string): string {
  return text.replace(/[^\x21-\x7e]+/gu, encodeURIComponent);
}

function queryPairs({ name, list }: Slot, texts: readonly string[]): readonly string[] {
  const encoded = texts.map((text) => encodeURIComponent(text));
  const written = encodeURIComponent(name);
  if (list === 'by commas') return [`${written}=${encoded.join(',')}`];
  return encoded.map((text) => `${written}${list === 'brackets' ? '[]' : ''}=${text}`);
}
