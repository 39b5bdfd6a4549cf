// What a request says in its query and its headers. Input: the row that declares a parameter, and what was sent. Output: its value, that there
// is none, or that it does not fit. Notation, part 4, Tables.

import type { Model } from '../../model/model.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import { valueOf } from '../../notation/slot.ts';
import { TEXTS } from '../../analysis/values/value-schemas.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Literal } from '../../notation/values/literals.ts';
import { queriedBy } from '../../analysis/document/targets.ts';
import { declaredStates, isState, statesSent } from '../../analysis/machines/sent-states.ts';
import { plainType } from '../../analysis/document/value-kinds.ts';
import { UNKNOWN, type Json } from '../world/known.ts';
import type { Asked } from '../world/world.ts';
import type { Call } from '../exchange.ts';
import type { Found } from './place.ts';
import { bare, fits, numeral, readText } from './fits.ts';

export type Read =
  | { readonly kind: 'fits'; readonly value: Json }
  | { readonly kind: 'left out' }
  /** `isSure`: false where nobody can tell that it does not fit. */
  | { readonly kind: 'does not fit'; readonly isSure: boolean };

/** Each time that it is sent. */
export function readQuery(model: Model, row: Parameter, asked: Pick<Asked, 'query' | 'call' | 'operation'>): Read {
  const states = statesOf(model, row, asked);
  const type = valueOf(row.type) ?? { kind: 'string' as const };
  const plain = bare(type);
  const isList = plain.kind === 'array' || plain.kind === 'set';
  const style = plain.kind === 'array' ? (plain.style ?? 'by commas') : 'by commas';
  const name = isList && style === 'brackets' ? `${row.name.text}[]` : row.name.text;
  const sent = asked.query.get(name) ?? [];
  if (sent.length === 0) return { kind: 'left out' };
  const empty = sent.every((one) => one === '') ? emptyOf(model, row, asked) : undefined;
  if (empty === 'refused') return NO_FIT;
  if (empty === 'as null' || empty === 'as missing') return { kind: 'left out' };
  if (isList)
    return judged(
      model,
      row,
      type,
      states,
      members(model, plain.of, style === 'by commas' ? byCommas(name, asked.call) : sent),
    );
  return sent.length > 1
    ? NO_FIT
    : judged(model, row, type, states, readText(model, type, withoutQuotes(plain, sent[0]!)));
}

/** Of a type `state`, also one that another field says. */
function statesOf(
  model: Model,
  row: Parameter,
  { operation }: Pick<Asked, 'operation'>,
): readonly string[] | undefined {
  const linked = model.operations.get(operation);
  const type = valueOf(row.type);
  if (!linked || !type || !isState(plainType(model, type)?.type ?? type)) return undefined;
  const { items } = linked.facts.queryTable;
  const whole = items.includes(row) ? undefined : items.find(({ anyFieldOf }) => anyFieldOf)?.anyFieldOf;
  return whole
    ? declaredStates(model, `${whole.text}.${row.name.text}`)
    : statesSent(model, row, queriedBy(model, linked));
}

/** Empty text is about values of every type. */
function emptyOf(model: Model, { name }: Parameter, { operation }: Pick<Asked, 'operation'>): string | undefined {
  const linked = model.operations.get(operation);
  const policy = linked && valueOf(linked.facts.emptyText);
  return policy?.fields.find(({ field }) => field.text === name.text)?.policy ?? policy?.general;
}

/** A comma in a value is sent encoded, so that only what was sent tells it from one between two values. */
function byCommas(name: string, { target }: Call): readonly string[] {
  const pairs = target
    .replace(/#.*$/s, '')
    .replace(/^[^?]*\??/, '')
    .split('&');
  return pairs.flatMap((pair) => {
    const [key = '', ...value] = pair.split('=');
    const text = value.join('=');
    return decoded(key) === name && text !== '' ? text.split(',').map(decoded) : [];
  });
}

function decoded(text: string): string {
  return new URLSearchParams(`=${text.replaceAll('&', '%26')}`).get('') ?? '';
}

/** The lines of a header; its name in any case of letters. */
export function readHeader(
  model: Model,
  row: Parameter,
  asked: Pick<Asked, 'call' | 'operation'>,
  isPlain: boolean,
): Read {
  const { headers } = asked.call;
  const states = statesOf(model, row, asked);
  const name = row.name.text.toLowerCase();
  const lines = headers.flatMap(([one, value]) =>
    one.toLowerCase() === name ? [value.replace(/^[ \t]+|[ \t]+$/g, '')] : [],
  );
  if (lines.length === 0) return { kind: 'left out' };
  if (isPlain) return { kind: 'fits', value: lines.join(', ') };
  const type = valueOf(row.type) ?? { kind: 'string' as const };
  const plain = bare(type);
  if (plain.kind === 'array' || plain.kind === 'set') {
    const texts = lines.join(',').match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
    const kept = texts.map((one) => one.trim()).filter((one) => one !== '');
    return judged(model, row, type, states, members(model, plain.of, kept));
  }
  if (lines.length > 1 || /[^\t\x20-\x7e]/.test(lines[0]!)) return NO_FIT;
  return judged(model, row, type, states, readText(model, type, lines[0]!));
}

const NO_FIT: Read = { kind: 'does not fit', isSure: true };

function withoutQuotes(type: FieldType, text: string): string {
  return type.kind === 'string' && type.quotesOptional ? text.replace(/^"(.*)"$/s, '$1') : text;
}

function members(model: Model, of: FieldType, texts: readonly string[]): readonly Json[] | undefined {
  const read = texts.map((text) => readText(model, of, text));
  return read.includes(undefined) ? undefined : (read as readonly Json[]);
}

function judged(
  model: Model,
  row: Parameter,
  type: FieldType,
  states: readonly string[] | undefined,
  value: Json | undefined,
): Read {
  if (value === undefined) return NO_FIT;
  const truth = fits(model, { types: [type], constraints: valueOf(row.allowed) ?? [], states }, value);
  if (truth === true) return { kind: 'fits', value };
  // Rows may have an address of an earlier form, and are found by it.
  const isEmail = bare(plainType(model, type)?.type ?? type).kind === 'email';
  return { kind: 'does not fit', isSure: truth === false && !isEmail };
}

/** What conditions see: what is left out has its Default. */
export function parameterRead(model: Model, row: Parameter, asked: Pick<Asked, 'query' | 'call' | 'operation'>): Found {
  return withDefault(row, readQuery(model, row, asked));
}

export function headerRead(
  model: Model,
  row: Parameter,
  asked: Pick<Asked, 'call' | 'operation'>,
  isPlain: boolean,
): Found {
  return withDefault(row, readHeader(model, row, asked, isPlain));
}

function withDefault(row: Parameter, read: Read): Found {
  const type = valueOf(row.type);
  if (read.kind === 'fits') return { value: read.value, type };
  if (read.kind === 'does not fit' && !read.isSure) return { value: UNKNOWN, type };
  const given = read.kind === 'left out' ? valueOf(row.default) : undefined;
  return { value: given ? literalJson(given, type) : null, type };
}

/** A literal as JSON; its type has the last word. */
export function literalJson(literal: Literal, type: FieldType | undefined): Json {
  const isText = type !== undefined && TEXTS.has(bare(type).kind);
  switch (literal.kind) {
    case 'null':
      return null;
    case 'number':
      return isText ? literal.value : numeral(literal.value);
    case 'boolean':
      return isText ? String(literal.value) : literal.value;
    case 'json':
      return isText ? literal.value : (JSON.parse(literal.value) as Json);
    case 'text':
      return !isText && type !== undefined && /^[[{]/.test(literal.value) ? jsonOf(literal.value) : literal.value;
  }
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
