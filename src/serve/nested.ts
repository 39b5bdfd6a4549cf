// Values that are kept as JSON text: lists, sets, maps, objects, nested shapes. Input: JSON as sent. Output: the text that is
// kept, which is also the text that is shown: decimals with all their digits, instants as UTC, fields in stated order.

import { compareText, hasBlank } from '../base/text.ts';
import type { NestedField, ShapePlan, ValueType } from '../plan/input.ts';
import { withoutCleared } from './cleared-members.ts';
import { textOf } from './exact-json.ts';
import { isReported, note, storedValue, type Findings } from './findings.ts';
import { compileFit } from './fit.ts';
import { namesOf } from './json-members.ts';
import { isObject, member, memberAt, type Json } from './json-values.ts';
import { compileMissed, type Missed } from './nested-required.ts';
import { compileProblems } from './problems.ts';
import { decoder, encoder, type Decode } from './resources.ts';

export type Shapes = Readonly<Record<string, ShapePlan>>;

/** A place in the body, innermost first: only a failure needs the whole of it. */
export interface Place {
  readonly name: string;
  readonly above: Place | undefined;
}

/** What is found out on the way. `patch`: members that are left out stay as they are (RFC 7396). */
export interface Reading {
  readonly findings: Findings;
  readonly patch: boolean;
  /** How many names of a place wrap the field that is read: they are no part of `<field>`. */
  readonly wrapped?: number;
}

/** Undefined: the value does not fit. False: what does not fit inside of it has been noted. */
type Keep = (json: unknown, exact: unknown, place: Place, reading: Reading) => string | undefined | false;

export function isNested(value: ValueType): boolean {
  return value.type === 'json';
}

/** Lists of a query: no findings of their own. */
export function listDecoder(value: ValueType): Decode {
  const keep = keeper(value, {});
  const reading: Reading = { findings: { bindings: {}, failures: [], held: [] }, patch: false };
  return (json, exact) => keep(json, exact, { name: '', above: undefined }, reading) || undefined;
}

export function keeper(value: ValueType, shapes: Shapes): Keep {
  if (value.nullable === true) {
    const keep = keeper({ ...value, nullable: undefined } as never, shapes);
    return (json, exact, place, reading) => (json === null ? 'null' : keep(json, exact, place, reading));
  }
  if (value.type !== 'json') {
    const decode = decoder(value);
    const encode = encoder(value);
    return (json, exact) => {
      const stored = decode(json, exact);
      return stored === undefined ? undefined : encode(stored);
    };
  }
  switch (value.format) {
    case 'list':
    case 'set':
    case 'sorted list':
      return listKeeper(value, shapes);
    case 'map':
      return mapKeeper(value, shapes);
    case 'shape':
      return shapeKeeper(value, shapes);
    case 'any':
      return (json, exact) => (json === null ? undefined : textOf({ value: json, exact }));
    default:
      return (json, exact) =>
        value.format === 'object' && !isObject(json) ? undefined : textOf({ value: json, exact });
  }
}

function listKeeper(value: ValueType, shapes: Shapes): Keep {
  const keep = value.of && keeper(value.of, shapes);
  return (json, exact, above, reading) => {
    if (!Array.isArray(json)) return undefined;
    const exacts = Array.isArray(exact) ? (exact as readonly unknown[]) : undefined;
    // A list is replaced as a whole, also by a patch.
    const whole = reading.patch ? { ...reading, patch: false } : reading;
    const texts: string[] = [];
    let fits: true | undefined | false = true;
    for (let i = 0; i < json.length; i++) {
      const text =
        keep === undefined
          ? textOf({ value: json[i], exact: exacts?.[i] })
          : keep(json[i], exacts?.[i], { name: `${i}`, above }, whole);
      if (typeof text === 'string') texts.push(text);
      else fits = both(fits, text);
    }
    if (fits !== true) return fits;
    // A value that is sent twice is in the set once.
    if (value.format === 'set') return `[${[...new Set(texts)].join(',')}]`;
    return `[${(value.format === 'sorted list' ? sorted(json, texts) : texts).join(',')}]`;
  };
}

/** A member that does not fit is the list's own failure; one whose parts do not fit has had its failures. */
function both(fits: true | undefined | false, member: undefined | false): undefined | false {
  return fits === undefined ? undefined : member;
}

/** Texts by code point, numbers by value; other values keep their order. */
function sorted(values: readonly unknown[], texts: readonly string[]): readonly string[] {
  const order = texts.map((text, index) => ({ text, value: values[index] }));
  order.sort((a, b) => {
    if (typeof a.value === 'number' && typeof b.value === 'number') return a.value - b.value;
    if (typeof a.value === 'string' && typeof b.value === 'string')
      return compareText(JSON.parse(a.text) as string, JSON.parse(b.text) as string);
    return 0;
  });
  return order.map((item) => item.text);
}

function mapKeeper(value: ValueType, shapes: Shapes): Keep {
  const keep = value.of && keeper(value.of, shapes);
  return (json, exact, above, reading) => {
    if (!isObject(json)) return undefined;
    const texts: string[] = [];
    let fits: true | undefined | false = true;
    for (const name of namesOf(isObject(exact) ? exact : json)) {
      const each = json[name];
      const own = member(exact, name);
      const isDeleted = reading.patch && each === null;
      const text = isDeleted
        ? 'null'
        : keep === undefined
          ? textOf({ value: each, exact: own })
          : keep(each, own, { name, above }, reading);
      if (typeof text === 'string') texts.push(`${JSON.stringify(name)}:${text}`);
      else fits = both(fits, text);
    }
    return fits && `{${texts.join(',')}}`;
  };
}

/** A level of a shape: its own fields, and dotted ones as levels below, in the order of the document. */
interface Level {
  readonly fields: Map<string, Level | NestedKeeper>;
  /** There is no object here: reported for the first field below. */
  readonly invalid: NestedField['invalid'];
  readonly problem?: string | undefined;
}

/** False: something inside does not fit. Undefined: it is left out. */
type NestedKeeper = (holder: unknown, exact: unknown, above: Place, reading: Reading) => string | undefined | false;

function shapeKeeper(value: ValueType, shapes: Shapes): Keep {
  let level: Level | undefined;
  let missed: Missed | undefined;
  const plan = shapes[value.shape!];
  if (plan === undefined) throw new Error(`the plan has no shape ${value.shape}`);
  return (json, exact, place, reading) => {
    if (!isObject(json)) return undefined;
    // At first use: a shape may hold itself.
    if (level === undefined) {
      level = levelOf(plan, shapes);
      missed = compileMissed(plan);
    }
    const text = keepLevel(level, plan, json, exact, place, reading);
    // A patch leaves out what stays.
    if (missed === undefined || reading.patch) return text;
    const found = missed(
      (path) => memberAt(json, path),
      (path) => memberAt(exact, path),
    );
    for (const field of found) {
      const own = field.path.reduce<Place>((above, name) => ({ name, above }), place);
      refuse(field.requiredIf!.missing, own, reading);
    }
    return found.length > 0 ? false : text;
  };
}

function levelOf(plan: ShapePlan, shapes: Shapes): Level {
  const root: Level = { fields: new Map(), invalid: { do: 'accept' } };
  for (const field of plan.fields) {
    let at = root;
    for (const name of field.path.slice(0, -1)) {
      const known = at.fields.get(name);
      const next: Level =
        typeof known === 'object' ? known : { fields: new Map(), invalid: field.invalid, problem: field.above };
      at.fields.set(name, next);
      at = next;
    }
    at.fields.set(field.path.at(-1)!, nestedKeeper(field, shapes));
  }
  return root;
}

function keepLevel(
  level: Level,
  plan: ShapePlan,
  json: Json | null,
  exact: unknown,
  above: Place,
  reading: Reading,
): string | false {
  const texts: string[] = [];
  let fits = true;
  for (const [name, field] of level.fields) {
    let text: string | false | undefined;
    if (typeof field === 'function') text = field(json, exact, { name, above }, reading);
    else {
      // A null above counts as null for each field below.
      const below = json === null ? null : member(json, name);
      const place = { name, above };
      if (below === undefined && reading.patch) text = undefined;
      else if (below === undefined) text = keepLevel(field, plan, {}, undefined, place, reading);
      else if (below === null || isObject(below))
        text = keepLevel(field, plan, below, member(exact, name), place, reading);
      else text = refuse(field.invalid, place, reading, () => field.problem) ?? false;
    }
    if (text === false) fits = false;
    else if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
  }
  const { unknown } = plan;
  if (unknown.do === 'refuse' || unknown.do === 'hold') {
    for (const name in json ?? {})
      if (!level.fields.has(name)) fits = refuse(unknown, { name, above }, reading) === undefined && fits;
  }
  return fits && `{${texts.join(',')}}`;
}

function refuse(
  rule: NestedField['invalid'],
  place: Place,
  { findings, wrapped = 0 }: Reading,
  problem?: () => string | undefined,
): false | undefined {
  if (rule.do === 'refuse' && !isReported(findings, rule.cause)) return false;
  const path = pathOf(place);
  return note(rule, findings, path.slice(wrapped).join('.'), path, problem?.()) ? undefined : false;
}

export function pathOf(place: Place): readonly string[] {
  const path: string[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.above) path.push(at.name);
  return path.toReversed();
}

function nestedKeeper(field: NestedField, shapes: Shapes): NestedKeeper {
  const key = field.path.at(-1)!;
  const fits = compileFit(field.schema, field.value);
  const keep = keeper(field.value, shapes);
  const tell = compileProblems(field.problems, field.value);
  const encode = encoder(field.value);
  const absent = field.present === 'always' ? 'null' : undefined;
  const omitted = (rule: NestedField['omitted'], place: Place, reading: Reading): string | undefined | false => {
    if (rule.do === 'fill') return field.present === 'never' ? undefined : encode(storedValue(rule.value));
    const isInvalid = rule.do === 'refuse' && field.invalid.do === 'refuse' && rule.cause === field.invalid.cause;
    return refuse(rule, place, reading, isInvalid ? () => tell(null) : undefined) ?? absent;
  };
  return (holder, exact, place, reading) => {
    let given = holder === null ? null : member(holder, key);
    const nulls = (reading.patch ? field.patched : undefined) ?? field.nulls;
    if (given === '' && field.empty !== undefined && field.empty.do !== 'accept') {
      if (field.empty.do === 'as null') given = null;
      else if (field.empty.do === 'as missing') given = undefined;
      else return refuse(field.empty, place, reading);
    }
    if (given === undefined || (given === null && nulls.do === 'as missing')) {
      return reading.patch && given === undefined ? undefined : omitted(field.omitted, place, reading);
    }
    if (given === null) {
      if (nulls.do === 'keep' || nulls.do === 'ignore') return reading.patch ? undefined : absent;
      return omitted(nulls, place, reading) ?? (reading.patch ? 'null' : undefined);
    }
    let own = member(exact, key);
    if (field.members !== undefined)
      ({ value: given, exact: own } = withoutCleared(
        field.members,
        field.value,
        { value: given, exact: own },
        reading.patch,
      ));
    if (field.blank !== undefined && hasBlank(given, reading.patch))
      return (
        refuse({ do: 'refuse', cause: field.blank }, place, reading, () => blankProblem(field, given)) ?? undefined
      );
    const text = keep(given, own, place, reading);
    if (text === undefined || !fits(given, text))
      return refuse(field.invalid, place, reading, () => tell(given, own, text)) ?? false;
    return field.present === 'never' && text !== false ? undefined : text;
  };
}

function blankProblem(field: NestedField, value: unknown): string | undefined {
  return typeof value === 'object' ? field.blankProblem : undefined;
}
