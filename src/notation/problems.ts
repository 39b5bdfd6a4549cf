// What is wrong with the value of a field, in words: `<problem>` of an error. One entry of PROBLEMS for each constraint by which the
// service refuses a field, in the order in which a field is judged; docs/notation.md has its tables from here.
// Notation, part 7, "What is wrong with a field".

import { withArticle } from '../base/article.ts';
import type { FieldType } from './values/field-types.ts';
import type { MetCause } from './values/met-causes.ts';

/** What the text of a constraint names; null: nothing. */
interface Bounds {
  readonly missing: null;
  readonly incomplete: null;
  readonly blank: null;
  readonly repeated: null;
  readonly beside: string;
  readonly cursor: null;
  readonly resumed: null;
  readonly alone: readonly string[];
  readonly type: PlainKind;
  readonly decimals: number;
  readonly digits: null;
  readonly shortest: number;
  readonly longest: number;
  readonly largest: string;
  readonly fewest: number;
  readonly most: number;
  readonly least: string;
  readonly greatest: string;
  readonly pattern: null;
  readonly values: readonly string[];
  readonly taken: null;
  readonly reference: string;
  readonly unknown: null;
  readonly 'read-only': null;
  readonly rule: null;
}

export type ProblemKind = keyof Bounds;

/** Types of values: the others lead to one of them. */
export type PlainKind = Exclude<FieldType['kind'], 'nullable' | 'same-as'>;

interface Problem<B> {
  /** What states the constraint, for the table of the notation. */
  readonly by: string;
  text(bound: B): string;
  /** A bound for the table of the notation. */
  readonly example: B;
}

/** By what is stated, first what is judged first. */
export const PROBLEMS: { readonly [K in ProblemKind]: Problem<Bounds[K]> } = {
  missing: { by: 'Required, Omitted fields', text: () => 'is missing', example: null },
  incomplete: { by: '`merges into`: what is left lacks a field', text: () => 'is not complete', example: null },
  blank: { by: '`not blank`, Empty text', text: () => 'is blank', example: null },
  repeated: { by: 'a query parameter of one value', text: () => 'is sent more than once', example: null },
  beside: {
    by: 'Pages: both of its cursors',
    text: (other) => `is sent beside ${other}`,
    example: 'after',
  },
  alone: {
    by: '`Exactly one of`: each further one',
    text: (names) => `is not the only one of: ${names.join(', ')}`,
    example: ['card', 'cash'],
  },
  cursor: { by: 'Pages: a cursor', text: () => 'is no cursor of this list', example: null },
  resumed: { by: 'Kept for: `Last-Event-ID`', text: () => 'is no event that is kept', example: null },
  type: { by: 'Type (below)', text: (kind) => TYPE_PROBLEMS[kind], example: 'integer' },
  decimals: {
    by: '`decimal(2)`',
    text: (most) => `has more than ${counted(most, 'digit')} behind the point`,
    example: 2,
  },
  digits: {
    by: 'a number that its type cannot hold',
    text: () => 'has more digits than its type holds',
    example: null,
  },
  shortest: {
    by: '`string(3..)`, `at least 3 characters`',
    text: (least) => `is shorter than ${counted(least, 'character')}`,
    example: 3,
  },
  longest: {
    by: '`string(80)`, `at most 80 characters`, a limit of part 8',
    text: (most) => `is longer than ${counted(most, 'character')}`,
    example: 80,
  },
  largest: { by: 'a size of part 8, Per the field', text: (most) => `is larger than ${most}`, example: '10 KB' },
  fewest: { by: '`at least 2 items`', text: (least) => `has fewer than ${counted(least, 'item')}`, example: 2 },
  most: {
    by: '`at most 5 items`, a limit of part 8',
    text: (most) => `has more than ${counted(most, 'item')}`,
    example: 5,
  },
  least: { by: '`>= 1`, `1..100`', text: (least) => `is less than ${least}`, example: '1' },
  greatest: { by: '`<= 100`, `1..100`', text: (most) => `is more than ${most}`, example: '100' },
  pattern: { by: 'matches `…`', text: () => 'does not match the pattern', example: null },
  values: {
    by: 'values, one of `` `a`, `b` ``, states',
    text: amongText,
    example: ['a', 'b', 'c'],
  },
  taken: { by: 'Unique, Identified by', text: () => 'is already taken', example: null },
  reference: {
    by: 'a reference',
    text: (resource) => `names ${withArticle(resource)} that does not exist`,
    example: 'Tag',
  },
  unknown: { by: 'Unknown fields', text: () => 'is not known', example: null },
  'read-only': { by: 'Read-only fields, Set by', text: () => 'may not be set', example: null },
  rule: { by: '`after: …, about` the field', text: () => 'breaks a rule', example: null },
};

export const PROBLEM_KINDS: readonly ProblemKind[] = Object.keys(PROBLEMS) as ProblemKind[];

/** A value that is not of its type. */
export const TYPE_PROBLEMS: Readonly<Record<PlainKind, string>> = {
  string: 'is not a text',
  secret: 'is not a text',
  state: 'is not a text',
  'one-of': 'is not a text',
  integer: 'is not a whole number',
  number: 'is not a number',
  decimal: 'is not a number',
  boolean: 'is not true or false',
  date: 'is not a date',
  time: 'is not a time of day',
  'date-time': 'is not a date and time with an offset',
  'seconds since 1970': 'is not a whole number of seconds',
  duration: 'is not a duration',
  uuid: 'is not a UUID',
  url: 'is not an absolute URL',
  email: 'is not an email address',
  file: 'is not a file',
  array: 'is not a list',
  set: 'is not a list',
  map: 'is not an object',
  object: 'is not an object',
  any: 'is null',
  resource: 'is not an object',
};

export function problem<K extends ProblemKind>(kind: K, bound: Bounds[K], depth = 0): string {
  return `${'has an item that '.repeat(depth)}${PROBLEMS[kind].text(bound)}`;
}

/** The text where the cause alone says what is wrong; undefined: the value that was sent says it, or it is about no field. */
export function problemOfCause(cause: MetCause): string | undefined {
  switch (cause.kind) {
    case 'field':
      return cause.failure === 'invalid' ? undefined : problem(cause.failure, null);
    case 'already there':
      return problem('taken', null);
    case 'no such in':
      return problem('reference', cause.resource);
    case 'unknown field':
      return problem('unknown', null);
    case 'read-only field':
      return problem('read-only', null);
    case 'header missing':
      return problem('missing', null);
    case 'refused':
      return problem('rule', null);
    default:
      return undefined;
  }
}

/** A client may send as many wrong values as its body holds: what is said of each has a bound. */
const LONGEST_LIST = 500;

function amongText(values: readonly string[]): string {
  const listed = values.join(', ');
  if (listed.length <= LONGEST_LIST) return `is not one of: ${listed}`;
  return values.length === 1 ? 'is not the allowed value' : `is not one of the ${values.length} allowed values`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
