// Callers of a generated document: people who sign in, what is theirs, who may do what, who sees which rows. Input: chance, what is there.
// Output: a resource, fields, and texts of Who and Visible to that fit.

import type { Block, Mark } from './draft.ts';
import { KINDS } from './kinds.ts';
import type { Random } from './random.ts';
import type { Doing, FieldWorld, OperationWorld, ResourceWorld } from './world.ts';

/** Everybody has the same one: a request needs to know only who is there. */
export const PIN = 'open sesame';

export const MEMBER = 'Member';
/** Members have these names. */
export const MEMBERS: readonly string[] = ['c1', 'c2', 'c3'];

const HOLE: readonly Mark[] = ['not shown', 'left out'];
const plain = KINDS[0]!;

function field(name: string, type: string, more: Partial<FieldWorld>): FieldWorld {
  return {
    name,
    kind: { ...KINDS.find((kind) => kind.type === type)! },
    nullable: false,
    required: true,
    sent: 'always',
    setBy: 'caller',
    default: 'none',
    allowed: 'any',
    ...more,
  };
}

/** Who signs in with a name and a PIN, and has a role; `speaks`: the versions of which each has one, maybe. */
export function members(speaks: readonly string[] = []): ResourceWorld {
  const secret = { ...plain, type: 'secret(4..)', text: false, allowed: ['any'], good: () => PIN, bad: [5, 'x'] };
  return {
    name: MEMBER,
    path: '/members',
    isRead: true,
    view: undefined,
    identity: { name: 'code', kind: 'caller' },
    fields: [
      field('grade', 'one of `low`, `high`', {}),
      { ...field('pin', 'string', { setBy: 'caller, hidden' }), kind: secret },
      ...(speaks.length > 0 ? [speaking(speaks)] : []),
    ],
    unique: undefined,
    machine: undefined,
  };
}

function speaking(versions: readonly string[]): FieldWorld {
  const type = `one of ${versions.map((one) => `\`${one}\``).join(', ')}`;
  const kind = {
    ...plain,
    type,
    text: false,
    allowed: ['any'],
    good: (random: Random) => random.pick(versions),
    bad: [5],
  };
  return { ...field('speaks', 'string', { nullable: true, required: false }), kind };
}

/** Most rows know who has made them. */
export function kept(random: Random, resource: ResourceWorld): ResourceWorld {
  if (random.chance(0.3)) return resource;
  const keeper: FieldWorld = {
    name: 'keeper',
    kind: { ...plain, type: `${MEMBER} by \`code\``, allowed: ['any'], bad: [] },
    nullable: true,
    required: false,
    sent: 'never',
    setBy: 'service: caller at create',
    default: 'none',
    allowed: 'any',
  };
  return { ...resource, fields: [...resource.fields, keeper] };
}

function isKept({ fields }: ResourceWorld): boolean {
  return fields.some(({ name }) => name === 'keeper');
}

const MAKING: ReadonlySet<Doing> = new Set(['create', 'create every', 'put']);

/** Who of an operation. */
export function whoOf(random: Random, { doing, resource }: OperationWorld): string {
  if (resource.name === MEMBER && doing === 'create') return 'anyone';
  // What a rule takes from the caller asks for one.
  const makesKept = isKept(resource) && MAKING.has(doing);
  const all = [
    makesKept ? 'signed-in' : 'anyone',
    'anyone, signed-in if sent',
    'signed-in',
    'signed-in',
    '`high`',
    '`low` or `high`',
    'signed-in except `high`',
    'caller `grade` = `high`',
  ];
  if (!isKept(resource) || MAKING.has(doing)) return random.pick(all);
  const owner = `owner by ${resource.name}.keeper`;
  const own = [
    owner,
    `${owner}, others see no such ${resource.name}`,
    `${owner} or \`high\``,
    `(signed-in except \`low\`) or ${owner}`,
    '`keeper` = caller',
    ...(doing === 'list' ? ['signed-in; which items: `keeper` = caller', '`low`; which items: `keeper` is set'] : []),
  ];
  return random.chance(0.5) ? random.pick(own) : random.pick(all);
}

/** Visible to of a resource; undefined where whoever may call sees it. */
export function visibleTo(
  random: Random,
  resource: ResourceWorld,
  operations: readonly OperationWorld[],
): string | undefined {
  if (
    random.chance(0.5) ||
    operations.some((one) => one.resource === resource && (one.doing === 'put' || one.more.same))
  )
    return undefined;
  if (resource.name === MEMBER) return random.pick(['this = caller or `high`', '`grade` = `low` or this = caller']);
  return isKept(resource)
    ? random.pick([
        `owner by ${resource.name}.keeper`,
        `owner by ${resource.name}.keeper or \`high\``,
        '`keeper.grade` = caller `grade`',
      ])
    : random.pick(['`high`', 'signed-in', 'signed-in except `low`']);
}

/** Part 5. */
export function door(): Block {
  const bullet = (fact: string, name: string, text: string, marks: readonly Mark[] = HOLE): Block => ({
    kind: 'bullet',
    key: `5/Door/${fact}`,
    name,
    text,
    marks,
  });
  return {
    kind: 'scope',
    key: '5/Door',
    heading: '### Door',
    marks: ['not shown'],
    blocks: [
      bullet('scheme', 'Scheme', 'HTTP Basic', [...HOLE, 'unreadable']),
      bullet('sent-in', 'Sent in', 'header `Authorization: Basic {token}`', [...HOLE, 'unreadable']),
      bullet('caller', 'Caller', MEMBER),
      bullet('credentials', 'Credentials', `\`code\` and \`pin\` of ${MEMBER}`),
      bullet('roles', 'Roles', `\`${MEMBER}.grade\``, ['not shown', 'unreadable']),
    ],
  };
}

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

/** What a request brings of its caller. */
export function authorization(random: Random): Readonly<Record<string, string>> {
  const sent = random.weighted([
    [12, basic(`${random.pick(MEMBERS)}:${PIN}`)],
    [1, basic(`${random.pick(MEMBERS)}:another`)],
    [1, random.pick(['Basic x', 'Bearer x', basic('nobody')])],
    [3, undefined],
  ]);
  return sent === undefined ? {} : { authorization: sent };
}
