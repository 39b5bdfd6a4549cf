// Values at and beyond each bound of a field, and values of other kinds. Input: what is wanted. Output: drafted values, most of which
// a service has to refuse; which of them, the judge says.

import { Digits } from '../../base/json-digits.ts';
import { valueOf } from '../../notation/slot.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { UNKNOWN } from '../world/known.ts';
import { Fresh, isPlain, OfRow, type Drafted } from './drafted.ts';
import { fitting, listOf, LONGEST_TEXT, numberNear, textOf, type Ground } from './values.ts';
import { ruledBy, wantedOf, type Ruled, type Wanted } from './wanted.ts';

/** The member is not sent. */
export const LEFT_OUT: unique symbol = Symbol('left out');

export function odd(ground: Ground, ruled: Ruled, name: string): readonly Drafted[] {
  const wanted = wantedOf(ground.model, ruled);
  return wanted ? oddValues(ground, wanted, name) : [];
}

const NO_SUCH_VALUE = 'ninefold-no-such-value';

function oddValues(ground: Ground, wanted: Wanted, name: string): readonly Drafted[] {
  const { refers, values } = wanted;
  if (refers) return [...references(ground, wanted), null, LEFT_OUT, '', ['x'], { x: 1 }, true];
  const listed = values ? [NO_SUCH_VALUE, ...otherCase(values), ...values] : ofType(ground, wanted, name);
  const { isNullable } = wanted;
  const others = [LEFT_OUT, ...(isNullable ? [] : [null]), ...othersThan(wanted)];
  const turns = Math.max(listed.length, others.length);
  const all = Array.from({ length: turns }, (_, nth) => [
    ...listed.slice(nth, nth + 1),
    ...others.slice(nth, nth + 1),
  ]).flat();
  // What takes a value away is no odd one, and a service may pass over it.
  return isNullable ? [null, ...all] : all;
}

/** Values of other kinds. */
function othersThan({ type }: Wanted): readonly Drafted[] {
  switch (type.kind) {
    case 'boolean':
      return ['true', 1, ''];
    case 'integer':
    case 'number':
    case 'decimal':
    case 'seconds since 1970':
      return ['7', 'x', true, ''];
    case 'array':
    case 'set':
      return ['x', { 0: 'x' }, 7];
    case 'object':
    case 'map':
    case 'resource':
      return ['x', [], 7];
    case 'any':
      return [7, false, [1], { a: 1 }, ''];
    default:
      return ['', ' ', 7, true, ['x'], { x: 1 }];
  }
}

function otherCase(values: readonly unknown[]): readonly string[] {
  return values
    .flatMap((one) => (typeof one === 'string' && one !== one.toUpperCase() ? [one.toUpperCase()] : []))
    .slice(0, 1);
}

function references(ground: Ground, wanted: Wanted): readonly Drafted[] {
  const { resource, by } = wanted.refers!;
  if (by === undefined) return [];
  const known = ground.rows(resource).filter((row) => row.get(by) !== UNKNOWN);
  const gone = known.findLast((row) => row.isThere === false);
  return [
    fitting(
      { model: ground.model, next: () => ground.next(), rows: () => [] },
      { ...wanted, refers: undefined },
      resource,
    ),
    ...known.slice(-2).map((row) => new OfRow(row, by)),
    ...(gone ? [new OfRow(gone, by)] : []),
  ];
}

function ofType(ground: Ground, wanted: Wanted, name: string): readonly Drafted[] {
  const { type, min, max } = wanted;
  switch (type.kind) {
    case 'boolean':
      return [true, false];
    case 'integer':
      return [...range(min, max, 1), 0, -1, 1.5, new Digits('1.0'), new Digits('1e2'), new Digits('9007199254740993')];
    case 'number':
      return [...range(min, max, 0.5), 0, -1.5, 1e-7, new Digits('1e2')];
    case 'decimal':
      return [...range(min, max, 10 ** -type.scale), 0, -1, Number((1 + 10 ** -(type.scale + 1)).toFixed(9))];
    case 'seconds since 1970':
      return [0, -1, 1.5, 4_102_444_800];
    case 'array':
    case 'set':
      return lists(ground, wanted, name);
    case 'object':
    case 'map':
      return [{}, { a: null }, { a: { b: 1 } }];
    case 'resource':
      return nested(ground, wanted, name);
    case 'any':
    case 'state':
    case 'file':
    case 'nullable':
    case 'same-as':
      return [];
    default:
      return [...texts(ground, wanted, name), ...malformed(type)];
  }
}

function near(number: number): number {
  return Number(number.toFixed(9));
}

function range(min: number, max: number, step: number): readonly number[] {
  return [
    ...(Number.isFinite(max) ? [near(max + step), max] : []),
    ...(Number.isFinite(min) ? [near(min - step), min] : []),
    ...(Number.isFinite(max) ? [near(max - step)] : []),
    ...(Number.isFinite(min) ? [near(min + step)] : []),
    ...(Number.isFinite(min) && Number.isFinite(max) ? [numberNear({ min, max }, 3, step)] : []),
  ];
}

function texts(ground: Ground, wanted: Wanted, name: string): readonly Drafted[] {
  const { least, most, patterns } = wanted;
  const sized = (size: number): Drafted =>
    new Fresh(ground.next(), (vary) => textOf({ ...wanted, least: size, most: size }, name, vary));
  const lengths = [
    ...(most < LONGEST_TEXT ? [...(patterns.length === 0 ? [most + 1] : []), most] : [1000]),
    ...(least > 0 ? [...(patterns.length === 0 ? [least - 1] : []), least] : []),
  ].filter((size) => size > 0 && size <= LONGEST_TEXT);
  const isPlain = wanted.type.kind === 'string' || wanted.type.kind === 'secret';
  if (!isPlain) return [];
  return [
    ...(patterns.length > 0 ? beyondPattern(ground, wanted, name) : []),
    ...lengths.map(sized),
    ...(patterns.length > 0 ? [textOf({ ...wanted, patterns: [], least: 0, most: 8 }, '~', 1), '~\n~'] : []),
    ...(patterns.length === 0
      ? ['\u{1f600}'.repeat(Math.min(most, Math.max(least, 2))), ' \t\n', 'a\u0000b', '<é"\\>']
      : []),
  ];
}

/** What matches, and more behind it or before it: a pattern describes the whole value. */
function beyondPattern(ground: Ground, wanted: Wanted, name: string): readonly Drafted[] {
  const shorter = { ...wanted, most: Math.max(wanted.least, wanted.most - 1) };
  const around = (text: (inner: string) => string): Drafted =>
    new Fresh(ground.next(), (vary) => text(textOf(shorter, name, vary) ?? ''));
  return [around((inner) => `${inner}~`), around((inner) => `~${inner}`)];
}

const MALFORMED: Readonly<Partial<Record<FieldType['kind'], readonly string[]>>> = {
  date: ['2026-02-30', '2026-13-01', '2024-02-29', '2026-1-1', '2026-01-01T00:00:00Z'],
  'date-time': ['2026-01-01', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z', '2026-01-01T10:00:00+02:00', 'now'],
  time: ['25:00:00', '10:00', '10:00:00'],
  duration: ['P', 'PT1H', '1 hour', 'P1DT'],
  uuid: ['018f3c5e', '018F3C5E-7A10-7B2C-9D3E-0000000000FF', '018f3c5e7a107b2c9d3e000000000001'],
  url: ['example', 'http://', '/todos', 'https://example.com/a b'],
  email: ['a', 'a@', '@example.com', 'a b@example.com', 'A@EXAMPLE.com'],
};

function malformed({ kind }: FieldType): readonly string[] {
  return MALFORMED[kind] ?? [];
}

function lists(ground: Ground, wanted: Wanted, name: string): readonly Drafted[] {
  const { least, most } = wanted;
  const sizes = new Set([0, 1, least, least - 1, ...(most < 500 ? [most, most + 1] : [])]);
  const sized = [...sizes]
    .filter((size) => size >= 0)
    .flatMap((size) => {
      const made = listOf(ground, wanted, size, name);
      return made ? [made] : [];
    });
  const [one] = listOf(ground, wanted, 1, name) ?? [];
  const { type } = wanted;
  const inside = isPlain(one) && 'of' in type ? atBounds(ground, type.of, one) : [];
  const odd =
    one === undefined ? [] : [one, null, 7, { x: 1 }, 'x', ...changed(one), ...inside].map((other) => [one, other]);
  return [...sized, ...odd];
}

/** The shape as it fits, without each of its members, and with one that it does not know. */
function nested(ground: Ground, wanted: Wanted, name: string): readonly Drafted[] {
  const made = fitting(ground, wanted, name);
  return isPlain(made) ? [made, ...changed(made), ...atBounds(ground, wanted.type, made)] : [];
}

/** Values of each kind that are tried in a member of a shape. */
const MOST_INSIDE = 4;

/** Of a shape: each plain member at its bounds and beyond. */
function atBounds(ground: Ground, type: FieldType, made: Readonly<Record<string, Drafted>>): readonly Drafted[] {
  const fields = type.kind === 'resource' ? (ground.model.resources.get(type.resource.text)?.fields.items ?? []) : [];
  return fields.flatMap((field) => {
    const name = field.name.text;
    const wanted = wantedOf(ground.model, ruledBy(field));
    if (
      !wanted ||
      wanted.refers ||
      NOT_PLAIN.has(wanted.type.kind) ||
      (valueOf(field.setBy)?.kind ?? 'caller') !== 'caller'
    )
      return [];
    const values = wanted.values ? [NO_SUCH_VALUE] : ofType(ground, wanted, name);
    return values.slice(0, MOST_INSIDE).map((value): Drafted => ({ ...made, [name]: value }));
  });
}

const NOT_PLAIN: ReadonlySet<FieldType['kind']> = new Set<FieldType['kind']>([
  'resource',
  'array',
  'set',
  'map',
  'object',
  'any',
]);

/** Of an object: each member left out, null, and of another kind, and one that nobody knows. */
function changed(made: Drafted): readonly Drafted[] {
  if (!isPlain(made)) return [];
  const members = Object.entries(made);
  return [
    {},
    { ...made, ninefold_unknown: 1 },
    ...members.flatMap(([left], index) => [
      Object.fromEntries(members.filter(([one]) => one !== left)),
      { ...made, [left]: null },
      { ...made, [left]: index % 2 === 0 ? 7 : 'x' },
    ]),
  ];
}
