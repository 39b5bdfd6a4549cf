// More of what operations of a generated document may have: the order of their checks, fields of which some must be sent, the name of the
// request. Input: a source of chance of its own. Output: what an operation has, and its bullets.

import type { Block, Mark } from './draft.ts';
import { MEMBER } from './generate-callers.ts';
import type { Random } from './random.ts';
import type { Doing, FieldWorld, OperationWorld, QueryWorld, ResourceWorld } from './world.ts';

/** `At least one of` or `Exactly one of`, and its fields. */
export interface OneOf {
  readonly word: 'At least one of' | 'Exactly one of';
  readonly fields: readonly string[];
}

/** `` same `key`, same values ``. */
export interface Same {
  readonly key: string;
  /** Under Repeat; else a row of the Status table says it. */
  readonly status: 200 | undefined;
  readonly hasRow: boolean;
  readonly comparedBy: readonly string[];
}

export interface More {
  /** A call that makes a row is known again by it. */
  readonly same?: Same;
  /** The words of `Checks`. */
  readonly checks?: string;
  /** Of the body. */
  readonly oneOf?: OneOf;
  /** Where an answer shows `<request id>`. */
  readonly named: readonly ('header' | 'own header' | 'body')[];
}

export const NOTHING_MORE: More = { named: [] };

const CHECKS = [
  'version',
  'limits',
  'authentication',
  'existence',
  'permission',
  'preconditions',
  'body',
  'state',
  'uniqueness',
];

/** Some of them in any order. Of each row of a body none but the body itself goes before the rest. */
function checksOf(random: Random, doing: Doing): string {
  const words = random.some(CHECKS, 4, CHECKS.length);
  const isEach = doing === 'create every';
  return words.filter((word) => !isEach || (word !== 'state' && word !== 'uniqueness')).join(', ');
}

const BODIES: ReadonlySet<Doing> = new Set(['create', 'create every', 'update', 'merge', 'replace', 'put']);

function isFree(field: FieldWorld): boolean {
  return !field.required && field.sent === 'always' && !field.refersTo;
}

/** Two or three of the fields that may be left out. */
function oneOf(random: Random, fields: readonly FieldWorld[]): OneOf | undefined {
  const free = fields.filter(isFree).map(({ name }) => name);
  if (free.length < 2) return undefined;
  const word = random.pick(['At least one of', 'Exactly one of'] as const);
  return { word, fields: random.some(free, 2, 3) };
}

/** Of its rows. */
export function oneOfRows(random: Random, { fields }: ResourceWorld): OneOf | undefined {
  return random.chance(0.4)
    ? oneOf(
        random,
        fields.filter((field) => field.default === 'none' || field.default === '`null`'),
      )
    : undefined;
}

function sameOf(random: Random, resource: ResourceWorld): Same | undefined {
  const own = resource.identity.kind === 'caller' ? [resource.identity.name] : [];
  const keys = [...own, ...(resource.unique === undefined ? [] : [resource.unique])];
  if (keys.length === 0 || resource.name === MEMBER) return undefined;
  const sent = resource.fields.filter((field) => field.sent !== 'never').map(({ name }) => name);
  return {
    key: random.pick(keys),
    ...random.pick([
      { status: 200 as const, hasRow: false },
      { status: undefined, hasRow: true },
      { status: 200 as const, hasRow: true },
    ]),
    comparedBy: sent.length > 0 && random.chance(0.3) ? random.some(sent, 1, 2) : [],
  };
}

export function moreOf(random: Random, doing: Doing, resource: ResourceWorld, isKeyed: boolean): More {
  const same = doing === 'create' && !isKeyed && random.chance(0.7) ? sameOf(random, resource) : undefined;
  const list = BODIES.has(doing) && random.chance(0.4) ? oneOf(random, resource.fields) : undefined;
  // Where no body fits both lists, nothing is ever made.
  const asked = list && fitting([list, ...(resource.oneOf ? [resource.oneOf] : [])]).length > 0 ? list : undefined;
  return {
    ...(random.chance(0.35) && { checks: checksOf(random, doing) }),
    ...(asked && { oneOf: asked }),
    ...(same && { same }),
    named: random.chance(0.3) ? random.some(['header', 'own header', 'body'] as const, 1, 3) : [],
  };
}

/** Lists that a body of the operation is held to, by what it sends and by the row that it leaves. */
export function listsOf({ more, resource, sets }: OperationWorld): readonly OneOf[] {
  return [more.oneOf, sets ? undefined : resource.oneOf].filter((one) => one !== undefined);
}

/** The fields of the lists that may be sent so that none is broken. */
function fitting(lists: readonly OneOf[]): readonly ReadonlySet<string>[] {
  const names = [...new Set(lists.flatMap(({ fields }) => fields))];
  const sets = Array.from(
    { length: 2 ** names.length },
    (_, bits) => new Set(names.filter((__, place) => Math.floor(bits / 2 ** place) % 2 === 1)),
  );
  const count = (set: ReadonlySet<string>, { fields }: OneOf): number => fields.filter((name) => set.has(name)).length;
  return sets.filter((set) =>
    lists.every((one) => (one.word === 'Exactly one of' ? count(set, one) === 1 : count(set, one) > 0)),
  );
}

/** A body that fits its lists. */
export function fitted(
  random: Random,
  body: Readonly<Record<string, unknown>>,
  lists: readonly OneOf[],
  good: (field: string) => unknown,
): Record<string, unknown> {
  if (lists.length === 0) return { ...body };
  const fits: Record<string, unknown> = { ...body };
  const sent = random.pick(fitting(lists));
  for (const name of lists.flatMap(({ fields }) => fields))
    if (!sent.has(name)) delete fits[name];
    else if ((fits[name] ?? null) === null) fits[name] = good(name);
  return fits;
}

function bullet(key: string, name: string, text: string, marks: readonly Mark[]): Block {
  return { kind: 'bullet', key, name, text, marks };
}

export function oneOfBullet(key: string, { word, fields }: OneOf): Block {
  const fact = word.toLowerCase().replaceAll(' ', '-');
  return bullet(`${key}/${fact}`, word, fields.map((field) => `\`${field}\``).join(', '), ['not shown']);
}

export function moreBullets(key: string, { more }: OperationWorld): Block[] {
  return [
    ...(more.checks === undefined ? [] : [bullet(`${key}/checks`, 'Checks', more.checks, ['not shown'])]),
    ...(more.oneOf ? [oneOfBullet(key, more.oneOf)] : []),
  ];
}

const SHOWING: ReadonlySet<Doing> = new Set(['read', 'list', 'create', 'update', 'replace']);

/** Parameters by which a caller chooses what is shown. */
export function chosenOf(random: Random, doing: Doing, resource: ResourceWorld): QueryWorld[] {
  if (!SHOWING.has(doing)) return [];
  const found: QueryWorld[] = [];
  const names = [resource.identity.name, ...resource.fields.map(({ name }) => name)];
  const owner = resource.fields.find(({ name }) => name === 'owner');
  const groups = names.flatMap((name) => (name.includes('.') ? [name.split('.')[0]!] : []));
  const all = [...names, ...groups, ...(owner ? ['owner', 'owner.label', 'owner.id', 'owner.code'] : [])];
  const some = (one: Random): string => one.some(all, 1, 3).join(',');
  if (random.chance(0.3))
    found.push(chosen('fields', 'array of string, by commas', some, ['nothing', 'id.'], 'only the fields named'));
  if (!owner || random.chance(0.5)) return found;
  const selects = 'whole, for `owner`';
  const isList = random.chance(0.5);
  if (isList) found.push(chosen('expand', 'array of string, by commas', () => 'owner', ['label', 'nothing'], selects));
  else found.push(chosen('full', 'boolean', (one) => one.pick(['true', 'true', 'false']), ['yes'], selects));
  return found;
}

function chosen(
  name: string,
  type: string,
  good: (random: Random) => string,
  bad: readonly string[],
  selects: string,
): QueryWorld {
  const kind = { type, allowed: ['any'], good, bad, text: false, number: false };
  const rest = { nullable: false, required: false, sent: 'always', setBy: 'caller', default: 'none' } as const;
  return { name, selects, field: { ...rest, name, kind, allowed: 'any' } };
}

/** Repeat of a call that is known again by its row. */
export function repeatOf({ key, status, comparedBy }: Same): string {
  const compared =
    comparedBy.length === 0 ? '' : ` compared by ${comparedBy.map((field) => `\`${field}\``).join(', ')}`;
  return `same \`${key}\`, same values${status === undefined ? '' : `: ${status}`}; other values: \`other_values\`${compared}`;
}
