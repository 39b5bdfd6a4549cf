// Conditions by chance, typed and mistyped: every operator beside every operand that the notation knows, over fields of every type. Input:
// a source of chance and what stands at the place. Output: text of the notation.

import type { Random } from '../random.ts';

/** What `Thing` and `Person` have, by name; `kind` decides which literals fit. */
export const FIELDS: readonly (readonly [name: string, type: string, kind: string])[] = [
  ['text', 'string', 'text'],
  ['short', 'string(1..5)', 'text'],
  ['whole', 'integer', 'number'],
  ['small', 'integer 0..9', 'number'],
  ['ratio', 'number', 'number'],
  ['price', 'decimal(2)', 'number'],
  ['flag', 'boolean', 'truth'],
  ['day', 'date', 'date'],
  ['at', 'date-time', 'instant'],
  ['sent', 'date-time, as sent', 'instant'],
  ['seen', 'seconds since 1970', 'seconds'],
  ['hour', 'time', 'time'],
  ['span', 'duration', 'duration'],
  ['mark', 'uuid', 'uuid'],
  ['link', 'url', 'url'],
  ['mail', 'email', 'email'],
  ['size', 'one of `small`, `large`', 'choice'],
  ['words', 'array of string', 'words'],
  ['steps', 'array of integer', 'numbers'],
  ['sums', 'set of decimal(1)', 'numbers'],
  ['days', 'array of date', 'days'],
  ['bag', 'map of string', 'bag'],
  ['free', 'object', 'object'],
  ['owner', 'Person by `email`', 'mail'],
  ['above', 'Thing by `id`', 'number'],
  ['inner', 'Place', 'object'],
  ['places', 'array of Place', 'list of objects'],
  ['box.width', 'integer', 'number'],
  ['box.label', 'string', 'text'],
  ['stage', 'state', 'stage'],
  ['mood', 'state', 'mood'],
  ['id', 'integer', 'number'],
];

const LITERALS: Readonly<Record<string, readonly string[]>> = {
  text: ['`a`', '"x y"', '`5`', '""'],
  number: ['0', '1', '-3', '2.5', '`7`', '12345678901234'],
  truth: ['true', 'false', '`false`'],
  date: ['`2026-01-31`'],
  instant: ['`2026-01-31T10:00:00Z`', '`2026-01-31`', 'now', 'now - 15 minutes', 'now + 2 days'],
  seconds: ['1700000000', 'now'],
  time: ['`10:00:00`'],
  duration: ['`PT5M`'],
  uuid: ['`0b0e7f6e-2b7a-4b8e-9a52-1e8e3a1d2c3f`'],
  url: ['`https://a.example/`'],
  email: ['`ann@a.example`'],
  mail: ['`ann@a.example`'],
  choice: ['`small`', '`large`'],
  words: ['`a`', '"b"'],
  numbers: ['1', '2.5'],
  days: ['`2026-01-31`'],
  bag: ['`a`'],
  object: ['`a`'],
  'list of objects': ['`a`'],
  stage: ['`new`', '`done`'],
  mood: ['`calm`', '`wild`'],
};

const ALL_LITERALS = [...new Set(Object.values(LITERALS).flat()), 'null'];
const COMPARE = ['=', '!=', '<', '<=', '>', '>='] as const;

/** What may be named beside the fields of the row. */
export interface Place {
  /** Fields of the body, the query and the path of the call, by name. */
  readonly body?: boolean;
  readonly query?: boolean;
  readonly path?: boolean;
  readonly value?: boolean;
  /** No row is at hand: fields stand behind their resource. */
  readonly rowless?: boolean;
}

interface Operand {
  readonly text: string;
  readonly kind: string;
}

export const BODY_FIELDS: readonly (readonly [name: string, type: string, kind: string])[] = [
  ['word', 'string', 'text'],
  ['count', 'integer', 'number'],
  ['cost', 'decimal(3)', 'number'],
  ['due', 'date', 'date'],
  ['when', 'date-time', 'instant'],
  ['list', 'array of string', 'words'],
  ['yes', 'boolean', 'truth'],
  ['extra', 'object', 'object'],
];

export const QUERY_FIELDS: readonly (readonly [name: string, type: string, kind: string])[] = [
  ['word', 'string', 'text'],
  ['count', 'integer', 'number'],
  ['many', 'array of string, by commas', 'words'],
  ['from', 'date', 'date'],
];

function field(random: Random, place: Place, depth: number): Operand {
  const [name, , kind] = random.pick(FIELDS);
  const path = random.chance(0.06)
    ? random.pick([
        'owner.name',
        'owner.email',
        'above.whole',
        'above.stage',
        'above.owner.name',
        'inner.city',
        'places.city',
        'free.x',
        'bag.x',
        'box',
        'nothing',
        'above.above.price',
      ])
    : name;
  const own = path === name ? kind : random.pick(Object.keys(LITERALS));
  if (place.rowless && depth === 0) return { text: `\`Thing.${path}\``, kind: own };
  const how = random.whole(0, 9);
  if (how === 0) return { text: `this \`${path}\``, kind: own };
  if (how === 1) return { text: `\`Thing.${path}\``, kind: own };
  return { text: `\`${path}\``, kind: own };
}

function place(random: Random, at: Place, depth: number): Operand {
  const others: (() => Operand)[] = [];
  const named = (owner: string, fields: typeof BODY_FIELDS) => (): Operand => {
    const [name, , kind] = random.pick(fields);
    return { text: `${owner} \`${name}\``, kind };
  };
  if (at.body || random.chance(0.02)) others.push(named('body', BODY_FIELDS));
  if (at.query || random.chance(0.02)) others.push(named('query', QUERY_FIELDS));
  if (at.path || random.chance(0.02)) others.push(() => ({ text: '{id}', kind: 'number' }));
  if (at.value)
    others.push(
      () => ({ text: 'value', kind: 'text' }),
      () => ({ text: 'value', kind: 'text' }),
    );
  if (random.chance(0.03))
    others.push(
      () => ({ text: 'caller', kind: 'text' }),
      () => ({ text: 'header `X-A`', kind: 'text' }),
    );
  if (random.chance(0.2))
    others.push(
      () => ({ text: 'this', kind: 'number' }),
      () => ({ text: 'now', kind: 'instant' }),
    );
  return others.length > 0 && random.chance(0.35) ? random.pick(others)() : field(random, at, depth);
}

function fitting(random: Random, kind: string, at: Place, depth: number): string {
  if (random.chance(0.12)) return random.pick(ALL_LITERALS);
  if (random.chance(0.7)) return random.pick(LITERALS[kind] ?? ALL_LITERALS);
  for (let i = 0; i < 12; i += 1) {
    const other = place(random, at, depth);
    if (other.kind === kind)
      return other.text.startsWith('`') && !other.text.startsWith('`Thing.') ? `this ${other.text}` : other.text;
  }
  return random.pick(LITERALS[kind] ?? ALL_LITERALS);
}

function term(random: Random, at: Place, depth: number): string {
  if (depth < 2 && random.chance(0.16)) {
    const resource = random.pick(['Thing', 'Thing', 'Thing', 'Place', 'Person']);
    const inner: Place = { ...at, rowless: false };
    const where =
      resource === 'Person'
        ? random.pick(['`name` = `a`', '`email` = this `owner`', '`email` = this `mail`', 'this = this `owner`'])
        : condition(random, inner, depth + 1);
    const search = random.chance(0.9) ? ` (${where})` : '';
    const word = random.pick(['there is', 'there is no', 'count of']);
    return word === 'count of'
      ? `count of ${resource}${search} ${random.pick(COMPARE)} ${random.pick(['0', '2', '1.5'])}`
      : `${word} ${resource}${search}`;
  }
  const { text, kind } = place(random, at, depth);
  const isMistyped = random.chance(0.06);
  const fit = isMistyped ? random.pick(Object.keys(LITERALS)) : kind;
  const isList = ['words', 'numbers', 'days'].includes(kind);
  const words = isMistyped
    ? ['<', 'has', 'contains', 'matches', 'in', '=', 'is set']
    : isList
      ? ['has', '=', 'is set', 'is blank']
      : ['truth', 'number', 'choice'].includes(kind)
        ? ['=', '!=', kind === 'number' ? '<' : '=', 'in', 'is set']
        : kind.includes('object') || kind === 'bag'
          ? ['is set', 'is blank']
          : ['=', '!=', '<', '>=', 'in', 'contains', 'is set', 'is blank', 'in ('];
  const operator = text.startsWith('body') && random.chance(0.1) ? 'matches' : random.pick(words);
  switch (operator) {
    case 'is set':
    case 'is blank':
      return `${text} ${operator}`;
    case 'in': {
      const values = (LITERALS[fit] ?? ALL_LITERALS).filter((one) => !one.startsWith('now'));
      return `${text} in ${random.some(values.length > 0 ? values : ['`a`'], 1, 3).join(', ')}`;
    }
    case 'in (':
      return `${text} in (${fitting(random, fit, at, depth)}, ${fitting(random, fit, at, depth)})`;
    case 'matches':
      return `${text} matches \`[a-z]+\``;
    case 'contains':
      return `${text} contains ${random.chance(0.7) ? '`a`' : `${fitting(random, 'text', at, depth)} ignoring case`}`;
    case '<':
      return `${text} ${random.pick(COMPARE)} ${fitting(random, fit, at, depth)}`;
    default:
      return `${text} ${operator} ${fitting(random, fit, at, depth)}`;
  }
}

export function condition(random: Random, at: Place, depth = 0): string {
  const form =
    depth > 2
      ? 0
      : random.weighted([
          [8, 0],
          [1, 1],
          [1, 2],
          [1, 3],
        ] as const);
  switch (form) {
    case 1:
      return `not (${condition(random, at, depth + 1)})`;
    case 2:
    case 3: {
      const items = Array.from({ length: random.whole(2, 3) }, () => {
        const inner = condition(random, at, depth + 1);
        return / (and|or) /.test(inner) ? `(${inner})` : inner;
      });
      return items.join(form === 2 ? ' and ' : ' or ');
    }
    default:
      return term(random, at, depth);
  }
}

/** A value for `with` and `sets`. */
export function assignment(random: Random, at: Place): string {
  const [name, , kind] = random.pick(FIELDS);
  const json: Readonly<Record<string, string>> = {
    words: '`["a"]`',
    numbers: '`[1, 2]`',
    days: '`["2026-01-31"]`',
    bag: '`{"a": "b"}`',
    object: '`{}`',
  };
  const value = random.chance(0.5)
    ? (json[kind] ?? random.pick(LITERALS[kind] ?? ALL_LITERALS))
    : fitting(random, random.chance(0.95) ? kind : 'text', at, 0);
  return `\`${name}\` = ${value}`;
}
