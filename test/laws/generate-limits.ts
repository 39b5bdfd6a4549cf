// Part 8 of a generated document: rates, calls at once, sizes, lengths, times and numbers of rows over its resources and operations. Input: a
// source of chance of its own, what is there. Output: the limits, the codes beyond them, the part.

import type { Block, Cell, Draft, Head, Mark, Row } from './draft.ts';
import { MEMBER } from './generate-callers.ts';
import type { Random } from './random.ts';
import { heading, type FieldWorld, type OperationWorld, type ResourceWorld, type World } from './world.ts';

export interface LimitWorld {
  readonly name: string;
  readonly value: string;
  /** The same with a number that no trial comes near. */
  readonly roomy: string;
  readonly per: string;
  /** `any`: to all calls. */
  readonly applies: string;
  /** Under When exceeded; undefined: `any`. */
  readonly code: string | undefined;
  readonly status: number;
  /** What part 7 calls it where When exceeded is `any`. */
  readonly cause: string;
  readonly isRate: boolean;
}

/** Whether most documents have limits. */
export function hasLimits(random: Random): boolean {
  return random.chance(0.55);
}

type Kind = 'rate' | 'at once' | 'body' | 'headers' | 'length' | 'rows' | 'time';

interface Found {
  readonly value: string;
  readonly roomy: string;
  readonly per: string;
  readonly applies: string;
  readonly status: number;
  /** Undefined: each limit has its own, `Name reached`. */
  readonly cause?: string;
}

const NAMES: Readonly<Record<Kind, string>> = {
  rate: 'Calls',
  'at once': 'Crowd',
  body: 'Weight',
  headers: 'Preface',
  length: 'Length',
  rows: 'Shelf',
  time: 'Patience',
};

const NUMBERS = ['one', 'two', 'three', 'four'];

interface There {
  readonly random: Random;
  readonly resources: readonly ResourceWorld[];
  readonly operations: readonly OperationWorld[];
  readonly hasCallers: boolean;
}

/** In the order of the table. */
export function limitsOf(there: There): readonly LimitWorld[] {
  const { random } = there;
  const kinds: Kind[] = random.chance(0.75) ? ['rate'] : [];
  const others: readonly Kind[] = ['rate', 'at once', 'body', 'headers', 'length', 'length', 'rows', 'time'];
  kinds.push(...random.some(others, 1, 3));
  const limits: LimitWorld[] = [];
  for (const kind of kinds) {
    const found = foundOf(kind, there);
    // Two that count the same calls alike would contradict each other.
    if (!found || limits.some((one) => one.per === found.per && one.applies === found.applies)) continue;
    const name = `${NAMES[kind]} ${NUMBERS[limits.length]}`;
    const isNamed = random.chance(0.7);
    const cause = found.cause === undefined || random.chance(0.5) ? `${name} reached` : found.cause;
    const code = isNamed ? `over_${limits.length + 1}` : undefined;
    limits.push({ ...found, name, code, cause, isRate: kind === 'rate' });
  }
  return limits;
}

function foundOf(kind: Kind, there: There): Found | undefined {
  const { random, operations } = there;
  switch (kind) {
    case 'rate':
      return rateOf(there);
    case 'at once': {
      const per = random.pick(['service', 'IP address', 'operation', ...(there.hasCallers ? ['caller'] : [])]);
      const status = random.pick([429, 503]);
      return {
        value: `${random.whole(1, 3)} at once`,
        roomy: '900 at once',
        per,
        applies: 'any',
        status,
        cause: TOO_MANY,
      };
    }
    case 'body':
      return {
        value: `${random.whole(2, 14) * 10} B`,
        roomy: '900 KB',
        per: 'request',
        applies: random.pick(['any', 'POST', calls(random, withBody(operations))]),
        status: 413,
        cause: 'too large',
      };
    case 'headers':
      return {
        value: `${random.whole(100, 260)} B`,
        roomy: '15 KB',
        per: 'headers',
        applies: random.pick(['any', 'GET']),
        status: 431,
        cause: 'too large',
      };
    case 'length':
      return lengthOf(there);
    case 'rows':
      return rowsOf(there);
    case 'time': {
      const per = random.pick(['request', 'operation']);
      return { value: '90 seconds', roomy: '90 seconds', per, applies: 'any', status: 503, cause: 'timed out' };
    }
  }
}

const TOO_MANY = 'too many requests';

function withBody(operations: readonly OperationWorld[]): readonly OperationWorld[] {
  return operations.filter(({ body }) => body);
}

/** One or two of them. */
function calls(random: Random, operations: readonly OperationWorld[]): string {
  return random
    .some(operations, 1, 2)
    .map((one) => `\`${heading(one)}\``)
    .join(', ');
}

function rateOf(there: There): Found | undefined {
  const { random, operations, hasCallers } = there;
  const count = random.whole(2, 7);
  const burst = count > 2 && random.chance(0.3) ? `, burst ${random.whole(1, count - 1)}` : '';
  const window = random.pick(['minute', 'hour', '10 seconds', 'second', '2 hours']);
  const ways = [addressed, together, once, byRow, bySent, ofCause, ...(hasCallers ? [ofCaller, ofCaller, ofSome] : [])];
  const way = random.pick(ways)(there);
  if (!way) return undefined;
  const [per, applies] = way;
  const asked = applies === '' ? random.pick(['any', 'GET', 'POST', calls(random, operations)]) : applies;
  return {
    value: `${count} per ${window}${burst}`,
    roomy: `900000 per ${window}`,
    per,
    applies: asked,
    status: 429,
    cause: TOO_MANY,
  };
}

/** Per and Applies to; '': whatever. */
type Way = readonly [per: string, applies: string] | undefined;

const addressed = ({ random }: There): Way => [random.pick(['IP address', 'IP address and operation']), ''];
const together = ({ random }: There): Way => [random.pick(['service', 'operation']), ''];
const once = ({ random, operations }: There): Way => [`\`${heading(random.pick(operations))}\``, 'any'];

/** By the row that the path names. */
function byRow({ random, operations }: There): Way {
  const named = operations.filter(({ path }) => path.includes('{'));
  if (named.length === 0) return undefined;
  const one = random.pick(named);
  return [random.chance(0.8) ? one.resource.name : `${one.resource.name} and operation`, `\`${heading(one)}\``];
}

/** By what the body sends, or the path. */
function bySent({ random, operations }: There): Way {
  const all = operations.flatMap((of): Way[] => {
    const { name, identity } = of.resource;
    const makes = of.doing === 'create' || of.doing === 'put';
    const sends = of.body && !of.sets && of.doing !== 'create every';
    const own = of.resource.fields.filter((field) => isPlain(field) && (field.sent === 'always' || makes));
    const sent = sends ? own : [];
    return [
      ...(of.path.includes('{') ? [[`\`${name}.${identity.name}\``, `\`${heading(of)}\``] as const] : []),
      ...sent.map((field) => [`\`${name}.${field.name}\``, `\`${heading(of)}\``] as const),
    ];
  });
  return all.length === 0 ? undefined : random.pick(all);
}

/** Only calls that end with it count. */
function ofCause({ random, resources, operations }: There): Way {
  const found = resources.filter((one) => operations.some((of) => of.resource === one && of.path.includes('{')));
  const sent = withBody(operations);
  const ways: Way[] = [
    ...found.map(({ name }): Way => [random.pick(['IP address', 'service']), `no such ${name}`]),
    ...(sent.length > 0 ? [['IP address', `${calls(random, sent)}, if any field invalid`] as const] : []),
    ...(sent.length > 0 ? [['operation', 'POST, if any field missing'] as const] : []),
  ];
  return ways.length === 0 ? undefined : random.pick(ways);
}

const ofCaller = ({ random }: There): Way => [random.pick(['caller', 'caller and operation', MEMBER]), ''];

function ofSome({ random, operations }: There): Way {
  const asked = `caller \`grade\` = \`${random.pick(['low', 'high'])}\``;
  const per = random.pick(['caller', 'IP address', 'service']);
  return [per, random.pick([asked, `${calls(random, operations)}, if ${asked}`])];
}

/** It may be compared with others. */
function isPlain({ kind, sent, name, refersTo }: FieldWorld): boolean {
  return sent !== 'never' && !name.includes('.') && refersTo === undefined && SCALARS.test(kind.type);
}

const SCALARS = /^(string|integer|boolean|date$|one of)/;
const LISTS = /^(array|set|map)/;

/** Beyond it a value that its Type takes is refused. */
function lengthOf({ random, resources, operations }: There): Found | undefined {
  const each = operations.filter(({ doing }) => doing === 'create every');
  if (each.length > 0 && random.chance(0.3))
    return {
      value: `${random.whole(1, 2)} items`,
      roomy: '900 items',
      per: 'request',
      applies: calls(random, each),
      status: 413,
    };
  const fields = resources.flatMap(({ name, fields: all }) =>
    all
      .filter(({ sent, kind, name: of }) => sent !== 'never' && !of.includes('.') && kind.type !== 'secret(4..)')
      .map((field) => ({ name: `\`${name}.${field.name}\``, field })),
  );
  if (fields.length === 0) return undefined;
  const { name: per, field } = random.pick(fields);
  const found = { per, applies: random.pick(['any', 'any', 'POST']), status: 422 };
  if (field.kind.type === 'string' && field.refersTo === undefined && random.chance(0.7))
    return { ...found, value: `${random.whole(3, 8)} characters`, roomy: '900 characters' };
  if (LISTS.test(field.kind.type) && random.chance(0.7))
    return { ...found, value: `${random.whole(1, 2)} items`, roomy: '900 items' };
  return { ...found, value: `${random.whole(2, 12)} B`, roomy: '900 B' };
}

/** Rows that are there, of all or with the same value. */
function rowsOf({ random, resources, hasCallers }: There): Found | undefined {
  const { name, fields } = random.pick(resources);
  const owner = fields.find(({ refersTo }) => refersTo !== undefined);
  const ways = [
    'service',
    ...(owner ? [owner.refersTo!, `\`${name}.owner\``] : []),
    ...fields.filter((field) => isPlain(field) && field.kind.type !== 'date').map((one) => `\`${name}.${one.name}\``),
    ...(hasCallers && fields.some((field) => field.name === 'keeper') ? ['caller'] : []),
  ];
  return {
    value: `${random.whole(1, 4)} ${name}`,
    roomy: `900000 ${name}`,
    per: random.pick(ways),
    applies: 'any',
    status: 409,
  };
}

/** Every answer tells what rates have left, and a refusal when to come again. */
export function tellsRates(random: Random, limits: readonly LimitWorld[]): boolean {
  return limits.some(({ isRate }) => isRate) && random.chance(0.4);
}

export interface LimitCode {
  readonly code: string;
  readonly status: number;
  readonly when: string;
  /** The document names it elsewhere. */
  readonly named: boolean;
  readonly headers: string;
}

/** One cause has one code. */
export function limitCodes(limits: readonly LimitWorld[], tells: boolean): readonly LimitCode[] {
  const codes = new Map<string, LimitCode>();
  for (const [place, { code, status, cause, isRate }] of limits.entries()) {
    const headers = isRate && tells ? '`Retry-After`' : 'none';
    if (code !== undefined) codes.set(code, { code, status, when: 'none', named: true, headers });
    else if (!codes.has(cause))
      codes.set(cause, { code: `beyond_${place + 1}`, status, when: cause, named: false, headers });
  }
  return [...codes.values()];
}

const HOLE: readonly Mark[] = ['not shown', 'left out'];

export function limitsPart(limits: readonly LimitWorld[]): readonly Block[] {
  const heads: Head[] = ['Limit', 'Value', 'Per', 'Applies to', 'When exceeded'].map((name) => ({
    name,
    key: `8/column/${name}`,
    marks: name === 'Limit' || name === 'Value' ? [] : ['left out'],
  }));
  const rows = limits.map(({ name, value, per, applies, code }): Row => {
    const key = `8/${name}`;
    const cell = (fact: string, text: string, marks: readonly Mark[]): Cell => ({ key: `${key}/${fact}`, text, marks });
    return {
      key,
      marks: ['left out'],
      cells: [
        cell('name', name, []),
        cell('value', value, ['not shown', 'blank', 'unreadable', 'none']),
        cell('per', per, ['not shown', 'blank', 'unreadable']),
        cell('applies-to', applies, ['not shown', 'unreadable', 'any']),
        cell('when-exceeded', code === undefined ? 'any' : `\`${code}\``, ['not shown', 'blank', 'unreadable', 'any']),
      ],
    };
  });
  return [{ kind: 'table', key: '8/limits', marks: HOLE.slice(0, 1), heads, rows }];
}

/** The same document, in which nobody meets any limit but these. */
export function roomy({ draft, limits }: World, tight: readonly string[]): Draft {
  const wide = new Map<string, string>(
    limits.flatMap((one) => (tight.includes(one.name) ? [] : [[`8/${one.name}/value`, one.roomy]])),
  );
  const widened = (block: Block): Block => {
    if (block.kind === 'scope') return { ...block, blocks: block.blocks.map(widened) };
    if (block.kind !== 'table') return block;
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, text: wide.get(cell.key) ?? cell.text })),
    }));
    return { ...block, rows };
  };
  return { ...draft, blocks: draft.blocks.map(widened) };
}
