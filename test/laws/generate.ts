// Whole documents by chance: resources, fields, machines, operations and errors that fit together, in the notation. Input: a seed. Output:
// a draft that states everything that is due, and the world it speaks of.

import type { Block, Cell, Draft, Head, Mark, Row } from './draft.ts';
import { endpoints, operationsIn } from './generate-endpoints.ts';
import { errors } from './generate-errors.ts';
import { enriched, EVENTS, timed } from './generate-machines.ts';
import { door, kept, MEMBER, members, visibleTo } from './generate-callers.ts';
import { oneOfBullet, oneOfRows } from './generate-more.ts';
import { fieldOf, computedFields, restOf } from './generate-fields.ts';
import { hasLimits, limitsOf, limitsPart, tellsRates } from './generate-limits.ts';
import { isOfCallers, versionsOf, versionsPart } from './generate-versions.ts';
import { KINDS } from './kinds.ts';
import { Random } from './random.ts';
import { heading } from './world.ts';
import type { FieldWorld, MachineWorld, MoveWorld, OperationWorld, ResourceWorld, World } from './world.ts';

const NAMES = ['Order', 'Ticket', 'Person', 'Parcel', 'Garden', 'Lesson'];
const FIELDS = ['label', 'amount', 'colour', 'level', 'place', 'note', 'since', 'weight', 'flag', 'grade'];
const STATES = ['open', 'ready', 'held', 'closed'];
const VERBS = ['start', 'pause', 'finish', 'cancel'];
const HOLE: readonly Mark[] = ['not shown', 'blank'];

function machineOf(random: Random, fields: readonly FieldWorld[]): MachineWorld {
  const states = STATES.slice(0, random.whole(2, 4));
  const flag = fields.find((f) => f.kind.type === 'boolean' && !f.nullable);
  const amount = fields.find((f) => f.kind.type.startsWith('integer') && !f.nullable);
  const moves = VERBS.slice(0, random.whole(1, 3)).flatMap((verb): MoveWorld[] => {
    const from = random.pick(states);
    const to = random.pick([...states, 'same']);
    const one: MoveWorld = {
      from: `\`${from}\``,
      to: to === 'same' ? 'same' : `\`${to}\``,
      verb,
      onlyIf: 'none',
      emits: 'none',
    };
    if (flag && random.chance(0.4)) {
      const other = random.pick(states);
      return [
        { ...one, onlyIf: `\`${flag.name}\` = true` },
        { ...one, to: `\`${other}\``, onlyIf: `\`${flag.name}\` = false` },
      ];
    }
    if (amount && random.chance(0.4)) return [{ ...one, onlyIf: `\`${amount.name}\` > 3` }];
    if (random.chance(0.3)) return [{ ...one, from: random.chance(0.5) ? 'any' : `any except \`${from}\`` }];
    return [one];
  });
  const change = random.chance(0.6) ? '`wrong_change`' : 'accepted';
  const letting = random.shuffled(states).slice(0, random.whole(1, states.length));
  const emits = random.pick(['none', 'none', '`told`']);
  // Where each other change is accepted, such a row says something by what it emits alone.
  const stays = { to: 'same', onlyIf: 'none', emits: change === 'accepted' ? '`told`' : emits };
  return {
    field: 'status',
    states,
    gone: undefined,
    moves,
    other: 'wrong_state',
    change,
    letting: letting.map((state) => ({
      ...stays,
      from: `\`${state}\``,
      ...(amount && random.chance(0.3) && { onlyIf: `\`${amount.name}\` > 2` }),
    })),
  };
}

function resourceOf(random: Random, name: string, earlier: readonly ResourceWorld[], machines: number): ResourceWorld {
  const identity = random.pick(['integer', 'integer', 'uuid', 'string', 'caller'] as const);
  const idName = identity === 'caller' ? 'code' : 'id';
  let fields = random.some(FIELDS, 1, 5).map((field) => fieldOf(random, field));
  if (idName !== 'id') fields = fields.filter((f) => !f.setBy.includes('{id}'));
  if (random.chance(0.2))
    fields.push(
      ...['size.width', 'size.depth'].map((field) => fieldOf(random, field)).filter((f) => f.sent !== 'never'),
    );
  const path = `/${name.toLowerCase()}s`;
  const isRead = random.chance(0.8);
  fields.push(...computedFields(random, fields, isRead ? `GET ${path}/{${idName}}` : undefined));
  const target = earlier.length > 0 && random.chance(0.5) ? random.pick(earlier) : undefined;
  if (target) {
    const by = target.identity.name;
    const kind = { ...KINDS[0]!, type: `${target.name} by \`${by}\``, bad: [] };
    fields.push({
      name: 'owner',
      kind,
      nullable: false,
      required: true,
      sent: 'always',
      setBy: 'caller',
      default: 'none',
      allowed: 'any',
      refersTo: target.name,
    });
  }
  const plain = fields.find(
    (f) => f.kind.type === 'string' && f.sent === 'always' && f.required && f.default === 'none',
  );
  return {
    name,
    path,
    isRead,
    view: random.chance(0.3)
      ? [
          'Short',
          idName,
          ...random
            .some(fields, 0, 2)
            .filter((f) => !f.setBy.includes('hidden') && !f.name.includes('.'))
            .map((f) => f.name),
        ]
      : undefined,
    identity: { name: idName, kind: identity },
    fields,
    unique: plain && random.chance(0.4) ? plain.name : undefined,
    machine: random.chance(machines) ? machineOf(random, fields) : undefined,
  };
}

function column(owner: string, name: string, fact: string, droppable: boolean): Head {
  return { name, key: `${owner}/${fact}`, marks: droppable ? ['left out'] : [] };
}

function fieldRow(owner: string, name: string, cells: readonly (readonly [string, string, readonly Mark[]])[]): Row {
  const made = cells.map(([fact, text, marks]): Cell => ({ key: `${owner}.${name}/${fact}`, text, marks }));
  return {
    key: `${owner}.${name}`,
    marks: [],
    cells: [{ key: `${owner}.${name}/name`, text: `\`${name}\``, marks: [] }, ...made],
  };
}

function plainRow(owner: string, field: FieldWorld): Row {
  const caller = field.sent !== 'never';
  return fieldRow(owner, field.name, [
    ['type', `${field.kind.type}${field.nullable ? ' or null' : ''}`, [...HOLE, 'unreadable']],
    ['required', field.required ? 'yes' : 'no', HOLE],
    ['set-by', field.setBy, caller ? [...HOLE, 'unreadable'] : HOLE],
    ['allowed-values', field.allowed, caller && !field.refersTo ? [...HOLE, 'any'] : []],
    ['default', field.default, caller && !field.required ? [...HOLE, 'none'] : []],
  ]);
}

function resourceBlock(
  resource: ResourceWorld,
  referring: readonly ResourceWorld[],
  visible: string | undefined,
): Block {
  const key = `2/${resource.name}`;
  const { name, kind } = resource.identity;
  const rule = {
    integer: 'service: new id',
    uuid: 'service: new id',
    string: 'service: new id `x_…`',
    caller: 'caller at create',
  }[kind];
  const identity = fieldRow(key, name, [
    ['type', kind === 'caller' ? 'string(1..20)' : kind, ['not shown']],
    ['required', 'yes', []],
    ['set-by', rule, ['not shown']],
    ['allowed-values', kind === 'caller' ? 'matches `[a-z0-9]+`' : 'any', []],
    ['default', 'none', []],
  ]);
  const state = fieldRow(key, 'status', [
    ['type', 'state', []],
    ['required', 'yes', []],
    ['set-by', 'service: state', ['not shown']],
    ['allowed-values', 'any', []],
    ['default', 'none', []],
  ]);
  const rows = [
    identity,
    ...resource.fields.map((field) => plainRow(key, field)),
    ...(resource.machine ? [state] : []),
  ];
  const heads = [
    column(key, 'Field', 'name', false),
    column(key, 'Type', 'type', true),
    column(key, 'Required', 'required', true),
    column(key, 'Set by', 'set-by', true),
    column(key, 'Allowed values', 'allowed-values', true),
    column(key, 'Default', 'default', true),
  ];
  const bullets: Block[] = [
    {
      kind: 'bullet',
      key: `${key}/identified-by`,
      name: 'Identified by',
      text: `\`${name}\``,
      marks: ['not shown', 'left out'],
    },
  ];
  if (resource.unique)
    bullets.push({
      kind: 'bullet',
      key: `${key}/unique`,
      name: 'Unique',
      text: `\`${resource.unique}\``,
      marks: ['not shown'],
    });
  if (resource.oneOf) bullets.push(oneOfBullet(key, resource.oneOf));
  if (resource.view) {
    const [view = '', ...shown] = resource.view;
    bullets.push({
      kind: 'bullet',
      key: `${key}/view`,
      name: `View \`${view}\``,
      text: shown.map((f) => `\`${f}\``).join(', '),
      marks: ['not shown'],
    });
  }
  if (visible !== undefined)
    bullets.push({
      kind: 'bullet',
      key: `${key}/visible-to`,
      name: 'Visible to',
      text: visible,
      marks: ['not shown', 'unreadable'],
    });
  if (resource.name === MEMBER)
    bullets.push({
      kind: 'bullet',
      key: `${key}/when-deleted`,
      name: 'When deleted',
      text: 'none',
      marks: ['not shown'],
    });
  if (referring.length > 0) {
    const text = referring.map((other) => `deletes every ${other.name} where \`owner\` = this`).join('; ');
    bullets.push({
      kind: 'bullet',
      key: `${key}/when-deleted`,
      name: 'When deleted',
      text,
      marks: ['not shown', 'left out'],
    });
  }
  const table: Block = { kind: 'table', key: `${key}/fields`, marks: ['not shown'], heads, rows };
  return { kind: 'scope', key, heading: `### ${resource.name}`, marks: ['not shown'], blocks: [...bullets, table] };
}

/** Rows that are there, without a move. */
const CHANGES: ReadonlySet<OperationWorld['doing']> = new Set([
  'update',
  'merge',
  'replace',
  'put',
  'delete',
  'delete every',
  'set',
]);

function changing(operations: readonly OperationWorld[], resource: ResourceWorld): readonly OperationWorld[] {
  return operations.filter((one) => one.resource === resource && CHANGES.has(one.doing));
}

function machineBlock(resource: ResourceWorld, machine: MachineWorld, operations: readonly OperationWorld[]): Block {
  const creating = operations.filter(
    (o) => o.resource === resource && ['create', 'create every', 'put'].includes(o.doing),
  );
  const creators = creating.map((o) => `\`${heading(o)}\``).join(', ');
  const key = `3/${resource.name}.${machine.field}`;
  const head = (name: string, droppable = false): Head =>
    column(key, name, name.toLowerCase().replace(' ', '-'), droppable);
  const states = machine.states.map((state, i): Row => {
    const cell = (fact: string, text: string, marks: readonly Mark[]): Cell => ({
      key: `${key}/${state}/${fact}`,
      text,
      marks,
    });
    return {
      key: `${key}/${state}`,
      marks: [],
      cells: [
        cell('name', `\`${state}\``, []),
        cell('kind', i === 0 ? 'initial' : state === machine.gone ? 'gone' : 'any', HOLE),
      ],
    };
  });
  const others = changing(operations, resource);
  const named = others.map((o) => `\`${heading(o)}\``).join(', ');
  const letting = others.length === 0 ? [] : machine.letting.map((row) => ({ ...row, verb: '', by: named }));
  const rows = [
    {
      from: '(new)',
      to: `\`${machine.states[0]}\``,
      verb: '',
      by: creators,
      onlyIf: 'none',
      emits: machine.begins ?? 'none',
    },
    ...machine.moves,
    ...letting,
  ];
  const moves = rows.map((move, i): Row => {
    const by = move.by ?? `\`POST ${resource.path}/{${resource.identity.name}}/${move.verb}\``;
    const cell = (fact: string, text: string, marks: readonly Mark[]): Cell => ({
      key: `${key}/${i}/${fact}`,
      text,
      marks,
    });
    const hole: readonly Mark[] = i === 0 ? [] : ['not shown'];
    return {
      key: `${key}/${i}`,
      marks: [],
      cells: [
        cell('from', move.from, hole),
        cell('to', move.to, ['not shown']),
        cell('by', by, []),
        cell('only-if', move.onlyIf, ['not shown', 'unreadable']),
        cell('emits', move.emits, ['not shown']),
      ],
    };
  });
  const other: Block = {
    kind: 'bullet',
    key: `${key}/any-other-move`,
    name: 'Any other move',
    text: `\`${machine.other}\``,
    marks: ['not shown', 'left out'],
  };
  const change: Block = {
    kind: 'bullet',
    key: `${key}/any-other-change`,
    name: 'Any other change',
    text: machine.change,
    marks: others.length > 0 ? ['not shown', 'left out'] : ['not shown'],
  };
  return {
    kind: 'scope',
    key,
    heading: `### ${resource.name}.${machine.field}`,
    marks: ['not shown'],
    blocks: [
      { kind: 'table', key: `${key}/states`, marks: [], heads: [head('State'), head('Kind', true)], rows: states },
      {
        kind: 'table',
        key: `${key}/moves`,
        marks: ['not shown'],
        heads: [head('From'), head('To'), head('By'), head('Only if', true), head('Emits', true)],
        rows: moves,
      },
      other,
      change,
    ],
  };
}

export function part(
  number: number,
  title: string,
  blocks: readonly Block[],
  marks: readonly Mark[] = ['not shown', 'left out'],
): Block {
  return { kind: 'scope', key: String(number), heading: `## ${number}. ${title}`, marks, blocks };
}

export function nothing(key: string): Block {
  return { kind: 'prose', key, text: 'none', marks: [] };
}

const bullet = (key: string, name: string, text: string): Block => ({
  kind: 'bullet',
  key,
  name,
  text,
  marks: ['not shown'],
});

/** What the machines emit. */
function eventsPart(resources: readonly ResourceWorld[], operations: readonly OperationWorld[]): Block {
  const emitted = resources.flatMap(({ machine }, place) => [
    machine?.begins ?? '',
    ...(changing(operations, resources[place]!).length > 0 ? (machine?.letting.map(({ emits }) => emits) ?? []) : []),
    ...(machine?.moves.map(({ emits }) => emits) ?? []),
  ]);
  const kinds = EVENTS.filter((kind) => emitted.some((emits) => emits.includes(`\`${kind}\``)));
  if (kinds.length === 0) return part(6, 'Events', [nothing('6/none')]);
  const blocks = kinds.map((kind): Block => ({
    kind: 'scope',
    key: `6/${kind}`,
    heading: `### ${kind}`,
    marks: [],
    blocks: [bullet(`6/${kind}/payload`, 'Payload', '`{"at": <now>}`')],
  }));
  const delivery: Block = {
    kind: 'scope',
    key: '6/delivery',
    heading: '### Delivery',
    marks: ['not shown'],
    blocks: [bullet('6/delivery/sent-as', 'Sent as', 'topic `things`'), bullet('6/delivery/order', 'Order', 'none')],
  };
  return part(6, 'Events', [delivery, ...blocks], []);
}

/** Every third document has headers, tags, keys and cursors. */
export function hasWords(seed: number): boolean {
  return seed % 3 === 2;
}

/** Most documents have words of generate-more.ts. */
export function hasMore(seed: number): boolean {
  return seed % 5 !== 0;
}

/**
 * `isTimed`: most of its resources have machines that time and someone outside move in every way. `hasCallers`: people sign in, and
 * operations and rows are for some of them.
 */
export function generate(seed: number, isTimed = false, hasCallers = false): World {
  const random = new Random(seed);
  const bounds = new Random(seed * 83 + 29);
  const isLimited = hasLimits(bounds);
  const versions = bounds.chance(0.5) ? versionsOf(bounds, hasCallers) : undefined;
  const callers = hasCallers ? new Random(seed * 41 + 5) : undefined;
  const resources: ResourceWorld[] = [];
  const more = new Random(seed * 17 + 3);
  const beside = hasMore(seed) ? new Random(seed * 73 + 19) : undefined;
  const keeping = hasCallers ? undefined : new Random(seed * 67 + 1);
  for (const name of random.some(NAMES, 1, 3)) {
    const own = enriched(more, resourceOf(random, name, resources, isTimed ? 0.85 : 0.4));
    const one = keeping?.chance(0.3) ? { ...own, fields: [...own.fields, restOf()] } : own;
    const moving = isTimed ? timed(more, one) : one;
    const others = beside && oneOfRows(beside, moving);
    const whole = others ? { ...moving, oneOf: others } : moving;
    resources.push(callers ? kept(callers, whole) : whole);
  }
  if (callers) resources.push(members(versions && isOfCallers(versions) ? [versions.current, ...versions.older] : []));
  const operations = operationsIn(random, resources, hasWords(seed) ? new Random(seed * 59 + 13) : undefined, beside);
  const limits = isLimited ? limitsOf({ random: bounds, resources, operations, hasCallers }) : [];
  const tells = tellsRates(bounds, limits);
  const block = endpoints(random, operations, callers, { base: versions?.base ?? '', tells });
  const machines = resources.flatMap((r) => (r.machine ? [machineBlock(r, r.machine, operations)] : []));
  const referring = (to: ResourceWorld): ResourceWorld[] =>
    resources.filter((r) => r.fields.some((f) => f.refersTo === to.name));
  const lists: Block = {
    kind: 'bullet',
    key: 'lists',
    name: 'Lists',
    text: random.chance(0.8) ? 'complete unless marked' : 'complete only where marked',
    marks: ['not shown', 'left out'],
  };
  const draft: Draft = {
    title: `Service ${seed}`,
    blocks: [
      lists,
      part(
        1,
        'What the service does',
        [{ kind: 'prose', key: '1/prose', text: 'Keeps what people bring.', marks: ['not shown'] }],
        ['left out'],
      ),
      part(
        2,
        'Resources and their fields',
        resources.map((r) => resourceBlock(r, referring(r), callers && visibleTo(callers, r, operations))),
        [],
      ),
      part(
        3,
        'States and transitions',
        machines.length > 0 ? machines : [nothing('3/none')],
        machines.length > 0 ? [] : undefined,
      ),
      block,
      part(5, 'Authentication', [callers ? door() : nothing('5/none')]),
      eventsPart(resources, operations),
      errors(random, resources, operations, hasCallers, beside, { limits, tells, versions }),
      part(8, 'Limits', limits.length > 0 ? limitsPart(limits) : [nothing('8/none')]),
      part(9, 'Versioning', versions ? versionsPart(versions) : [nothing('9/none')]),
    ],
  };
  return { draft, resources, operations, hasCallers, limits, versions };
}
