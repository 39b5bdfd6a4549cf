// A `json schema Name` fence under a resource → the fields that it states, as a Field table would. Input: the fence. Output: fields with a
// place on every slot; what a schema cannot say (Set by) is left out at the fence. Notation, section 3.

import type { JsonNode, JsonObject } from '../base/json-places.ts';
import { parsePlaces } from '../base/json-places.ts';
import type { Span } from '../base/span.ts';
import type { Field } from '../notation/resources.ts';
import type { Required } from '../notation/values/requirements.ts';
import type { Absent, Slot, Stated } from '../notation/slot.ts';
import { absent } from '../notation/slot.ts';
import type { BlockOf } from './blocks.ts';
import type { Reading } from './reading.ts';
import { quoted, rawText } from './reading.ts';
import { Keywords, refuse, shown } from './schema/keywords.ts';
import { defaultOf, readValue } from './schema/field-types.ts';
import { gapMark, isBlank, isGapMark } from './slots.ts';

export interface Schema {
  readonly fields: readonly Field[];
  /** Where it says that there are no others. */
  readonly closed: Span | undefined;
  readonly at: Span;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

interface Walk {
  readonly reading: Reading;
  readonly missing: Absent;
  readonly fields: Field[];
  readonly names: Set<string>;
  readonly closed: { yes: Span[]; no: number };
}

/** The object that holds a field. */
interface Owner {
  readonly prefix: string;
  /** Of the object itself, as far as a Field table can say it. */
  readonly required: 'yes' | 'no' | 'unknown';
}

export function readSchema(reading: Reading, fence: BlockOf<'fence'>, resource: string): Schema {
  const behind = { start: fence.at.end, end: fence.at.end };
  const walk: Walk = {
    reading,
    missing: absent(behind, behind),
    fields: [],
    names: new Set(),
    closed: { yes: [], no: 0 },
  };
  const name = fence.info.split(/\s+/).slice(2).join(' ');
  const line = { start: fence.at.start, end: Math.max(fence.at.start, fence.body.start - 1) };
  if (name !== '' && name !== resource)
    refuse(reading, line, `the name \`${quoted(name)}\``, `\`json schema ${resource}\`, as in the heading`);
  const parsed = parsePlaces(reading.source, fence.body);
  if ('fault' in parsed) {
    const { at, expected } = parsed.fault;
    refuse(reading, at.start < at.end ? at : line, at.start < at.end ? shown(reading, at) : 'end', expected);
  } else if (parsed.value.kind === 'object') readRoot(walk, parsed.value);
  else refuse(reading, parsed.value.at, shown(reading, parsed.value.at), 'a schema: an object');
  const { yes, no } = walk.closed;
  if (yes.length > 0 && no > 0)
    refuse(
      reading,
      yes[0]!,
      '`additionalProperties` here alone',
      'it at every object that has `properties`, or at none',
    );
  return { fields: walk.fields, closed: no === 0 ? yes[0] : undefined, at: fence.at };
}

function readRoot(walk: Walk, root: JsonObject): void {
  const { reading } = walk;
  const keys = new Keywords(reading, root.members);
  const dialect = keys.takeKind('$schema', 'string', `"${DIALECT}"`);
  if (dialect && dialect.text.replace(/#$/, '') !== DIALECT)
    refuse(reading, dialect.at, shown(reading, dialect.at), `"${DIALECT}"`);
  keys.take('$id');
  keys.take('description');
  const type = keys.take('type');
  if (type && (type.kind !== 'string' || type.text !== 'object'))
    refuse(reading, type.at, shown(reading, type.at), '`"object"`: a resource has fields');
  const properties = keys.take('properties');
  if (properties) readProperties(walk, keys, properties, { prefix: '', required: 'yes' });
  else refuse(reading, root.at, 'a schema without `properties`', '`properties`: the fields');
  keys.rest();
}

function readProperties(walk: Walk, keys: Keywords, node: JsonNode, owner: Owner): void {
  const { reading } = walk;
  const wanted = keys.takeKind('required', 'list', 'a list of names');
  const others = keys.take('additionalProperties');
  if (others?.kind === 'boolean' && others.text === 'false') walk.closed.yes.push(others.at);
  else walk.closed.no++;
  if (others && others.kind !== 'boolean')
    refuse(reading, others.at, 'a schema for other names beside `properties`', 'a field of type `map` for them');
  if (node.kind !== 'object') return refuse(reading, node.at, shown(reading, node.at), 'the fields by their names');
  const known = new Set(node.members.map(({ key }) => key));
  const names = new Map<string, Span>();
  for (const item of wanted?.items ?? []) {
    const name = item.kind === 'string' ? item.text : undefined;
    if (name !== undefined && known.has(name)) names.set(name, item.at);
    else refuse(reading, item.at, shown(reading, item.at), 'the name of one of the `properties`');
  }
  for (const { key, keyAt, value } of node.members) {
    const required = names.get(key) ?? (wanted ? 'no' : undefined);
    readProperty(walk, owner, { key, keyAt, value, required, at: wanted?.at });
  }
}

interface Property {
  readonly key: string;
  readonly keyAt: Span;
  readonly value: JsonNode;
  /** Where it is named as required; `no`: others are. */
  readonly required: Span | 'no' | undefined;
  /** The list of the required ones. */
  readonly at: Span | undefined;
}

function readProperty(walk: Walk, owner: Owner, property: Property): void {
  const { reading, names } = walk;
  const { key, keyAt, value } = property;
  const name = owner.prefix + key;
  if (!/^[\p{L}\p{N}_$@:/\-[\]]+$/u.test(key))
    return refuse(reading, keyAt, shown(reading, keyAt), 'a name of one word, without dots');
  if (names.size === names.add(name).size)
    return refuse(reading, keyAt, `a second \`${quoted(name)}\``, 'each name once');
  if (value.kind !== 'object' && !(value.kind === 'boolean' && value.text === 'true'))
    return refuse(reading, value.at, shown(reading, value.at), 'the schema of a field');
  const keys = new Keywords(reading, value.kind === 'object' ? value.members : []);
  const properties = keys.take('properties');
  if (properties) readNested(walk, owner, property, keys, properties);
  else walk.fields.push(fieldOf(walk, owner, property, keys));
  keys.rest();
}

/** `address` with `street` in it is the field `address.street`; the object itself is no field. */
function readNested(walk: Walk, owner: Owner, property: Property, keys: Keywords, properties: JsonNode): void {
  const { reading } = walk;
  const { key, required } = property;
  keys.take('description');
  const type = keys.take('type');
  if (type && (type.kind !== 'string' || type.text !== 'object'))
    refuse(
      reading,
      type.at,
      shown(reading, type.at),
      '`"object"` where there are `properties`; else a resource by `$ref`',
    );
  const own = required === undefined ? 'unknown' : required === 'no' ? 'no' : 'yes';
  const inner = owner.required === 'yes' ? own : owner.required;
  readProperties(walk, keys, properties, { prefix: `${owner.prefix}${key}.`, required: inner });
}

function fieldOf(walk: Walk, owner: Owner, property: Property, keys: Keywords): Field {
  const { reading, missing } = walk;
  const { value, key, keyAt } = property;
  const described = keys.takeKind('description', 'string', 'a text');
  const standard = keys.take('default');
  const literal = standard && defaultOf(reading, standard);
  const readOnly = keys.takeFlag('readOnly');
  const writeOnly = keys.takeFlag('writeOnly');
  const { type, typeAt, constraints, constraintAt } = readValue(reading, keys, value.at, 0);
  return {
    kind: 'field',
    name: { text: owner.prefix + key, at: keyAt },
    type: type ? stated(reading, type, typeAt) : missing,
    required: requiredOf(walk, owner, property),
    present: writeOnly?.yes ? stated(reading, { kind: 'never' } as const, writeOnly.at) : missing,
    setBy: readOnly?.yes ? openSetter(reading, readOnly.at) : missing,
    allowed: constraintAt && constraints.length > 0 ? stated(reading, constraints, constraintAt) : missing,
    default: literal && standard ? stated(reading, literal, standard.at) : missing,
    meaning: described ? proseOf(reading, described.text, described.at, missing) : missing,
    at: { start: keyAt.start, end: value.at.end },
  };
}

function stated<T>(reading: Reading, value: T, at: Span): Stated<T> {
  return { status: 'stated', value, text: rawText(reading, at), at };
}

/** Not the caller: but a schema cannot state the rule or the operation that sets it. */
function openSetter(reading: Reading, at: Span): Field['setBy'] {
  return { status: 'gap', how: 'marked', note: 'not the caller (`readOnly`)', text: rawText(reading, at), at };
}

/** What a schema does not require may be left out; where it does not mention that at all, it is not known. */
function requiredOf(walk: Walk, owner: Owner, { required, at, keyAt }: Property): Slot<Required> {
  const { reading, missing } = walk;
  if (required === undefined) return missing;
  if (required === 'no') return stated(reading, { kind: 'no' }, at!);
  if (owner.required === 'yes') return stated(reading, { kind: 'yes' }, required);
  if (owner.required === 'unknown') return missing;
  refuse(
    reading,
    keyAt,
    'a required field of an object that may be left out',
    'the object required too, or a resource by `$ref`',
  );
  return missing;
}

function proseOf(reading: Reading, words: string, at: Span, missing: Absent): Slot<string> {
  const text = words.replace(/\s+/g, ' ').trim();
  if (isBlank(text) || text.toLowerCase() === 'none') return missing;
  return isGapMark(text) ? { ...gapMark(reading, at, text), text } : stated(reading, text, at);
}
