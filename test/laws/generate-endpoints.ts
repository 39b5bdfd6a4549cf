// Part 4 of a generated document: operations on its resources, each with everything that is due of it.

import type { Block, Cell, Fact, Head, Mark, Row } from './draft.ts';
import { MEMBER, whoOf } from './generate-callers.ts';
import { chosenOf, moreBullets, moreOf, NOTHING_MORE, repeatOf } from './generate-more.ts';
import { PLAIN, preconditionsOf, wordBullets, wordHeaders, wordsOf, wordTables } from './generate-words.ts';
import { KINDS } from './kinds.ts';
import type { Random } from './random.ts';
import { heading } from './world.ts';
import type { Doing, FieldWorld, MachineWorld, OperationWorld, QueryWorld, ResourceWorld } from './world.ts';

const HOLE: readonly Mark[] = ['not shown', 'left out'];
const FILTERS = /^(string|integer|integer >= 1|boolean|decimal\(2\)|date|one of .*)$/;
const OUTCOME: Readonly<Record<Doing, string>> = {
  list: 'found',
  create: 'created',
  'create every': 'created',
  read: 'found',
  update: 'updated',
  merge: 'updated',
  replace: 'replaced',
  put: 'replaced',
  delete: 'deleted',
  'delete every': 'deleted',
  move: 'moved',
  set: 'updated',
};

/** A row that its path selects. */
const CHANGES_ONE: ReadonlySet<Doing> = new Set(['update', 'merge', 'replace', 'put', 'delete', 'set']);

function operation(random: Random, doing: Doing, resource: ResourceWorld, verb = ''): OperationWorld {
  const one = `${resource.path}/{${resource.identity.name}}`;
  const method = {
    list: 'GET',
    create: 'POST',
    'create every': 'POST',
    read: 'GET',
    update: 'PATCH',
    merge: 'PATCH',
    replace: 'PUT',
    put: 'PUT',
    delete: 'DELETE',
    'delete every': 'DELETE',
    move: 'POST',
    set: 'PUT',
  }[doing];
  const path =
    doing === 'list' || doing === 'create' || doing === 'delete every'
      ? resource.path
      : doing === 'create every'
        ? `${resource.path}/every`
        : doing === 'move' || doing === 'set'
          ? `${one}/${verb}`
          : one;
  const filters = resource.fields.filter(
    (f) => FILTERS.test(f.kind.type) && f.allowed === 'any' && !f.setBy.includes('hidden'),
  );
  const some = doing === 'list' ? random.some(filters, 0, 2).map((field) => ({ name: `by_${field.name}`, field })) : [];
  const query = doing === 'list' && resource.machine?.isSought ? [...some, soughtBy(resource.machine)] : some;
  const body = ['create', 'create every', 'update', 'merge', 'replace', 'put', 'set'].includes(doing);
  const sets = doing === 'set' ? resource.fields.find((f) => `set_${f.name}` === verb) : undefined;
  const mediaType = doing === 'merge' ? 'application/merge-patch+json' : 'application/json';
  const pages = doing === 'list' && random.chance(0.5);
  return { doing, method, path, resource, query, pages, sets, body, mediaType, words: PLAIN, more: NOTHING_MORE };
}

/** `?by_status=` */
function soughtBy({ field: name, states }: MachineWorld): OperationWorld['query'][number] {
  const kind = {
    ...KINDS[0]!,
    type: 'state',
    allowed: ['any'],
    good: (random: Random) => random.pick(states),
    bad: ['x y'],
  };
  return {
    name: `by_${name}`,
    field: {
      name,
      kind,
      nullable: false,
      required: true,
      sent: 'never',
      setBy: 'service: state',
      default: 'none',
      allowed: 'any',
    },
  };
}

function operationsOf(random: Random, resource: ResourceWorld): OperationWorld[] {
  const byCaller = resource.identity.kind === 'caller';
  const changes: Doing[] = ['update', 'merge'];
  const made: OperationWorld[] = [operation(random, 'create', resource)];
  if (resource.isRead) made.push(operation(random, 'read', resource));
  if (random.chance(0.7)) made.push(operation(random, 'list', resource));
  if (random.chance(0.6)) made.push(operation(random, random.pick(changes), resource));
  if (random.chance(0.4)) made.push(operation(random, byCaller && random.chance(0.6) ? 'put' : 'replace', resource));
  if (random.chance(0.5)) made.push(operation(random, 'delete', resource));
  if (random.chance(0.15)) made.push(operation(random, 'delete every', resource));
  const settable = resource.fields.find(
    (f) => f.sent === 'always' && f.required && !f.nullable && !f.refersTo && f.allowed !== 'not blank',
  );
  if (settable && random.chance(0.3)) made.push(operation(random, 'set', resource, `set_${settable.name}`));
  const verbs = new Set(resource.machine?.moves.flatMap(({ verb }) => (verb === '' ? [] : [verb])));
  for (const verb of verbs) made.push(operation(random, 'move', resource, verb));
  return made;
}

function bullet(key: string, name: string, text: string, marks: readonly Mark[]): Block {
  return { kind: 'bullet', key, name, text, marks };
}

/** A shape for an answer: whole, cut, or wrapped. */
function shape(random: Random, resource: ResourceWorld): string {
  const cut = resource.fields.at(-1)?.name;
  if (resource.view && random.chance(0.5)) return `${resource.name} as \`${resource.view[0]}\``;
  const plain = cut && !cut.includes('.') && random.chance(0.2) ? `${resource.name} without ${cut}` : resource.name;
  return plain;
}

function answers(random: Random, of: OperationWorld): [string, string, string][] {
  const made = answersOf(random, of);
  // What a caller chooses must be shown.
  if (!of.query.some(({ selects }) => selects !== undefined)) return made;
  return made.map(([status, when, body]) => {
    const isWhole = body.startsWith('`');
    const rows = of.doing === 'list' ? `array of ${of.resource.name}` : of.resource.name;
    return [status === '204' ? '200' : status, when, isWhole ? body : rows];
  });
}

function answersOf(random: Random, { doing, resource, more }: OperationWorld): [string, string, string][] {
  const isWrapped = random.chance(0.2);
  const named = `\`{"data": ${resource.name}, "request": <request id>}\``;
  const plain = isWrapped ? `\`{"data": ${resource.name}}\`` : shape(random, resource);
  const one = more.named.includes('body') ? named : plain;
  switch (doing) {
    case 'list': {
      const wrapped = random.chance(0.4);
      return [
        [
          '200',
          'found',
          wrapped
            ? `\`{"items": array of ${resource.name}, "total": <total>}\``
            : `array of ${shape(random, resource)}`,
        ],
      ];
    }
    case 'create every':
      return [['201', 'created', `array of ${resource.name}`]];
    case 'create':
      return [
        random.chance(0.1) ? ['202', 'accepted', one] : ['201', 'created', one],
        ...(more.same?.hasRow ? ([['200', 'repeated', one]] as [string, string, string][]) : []),
      ];
    case 'put':
      return [['201', 'created', one], random.chance(0.2) ? ['202', 'accepted', one] : ['200', 'replaced', one]];
    case 'delete':
    case 'delete every':
      return random.chance(0.1) ? [['202', 'accepted', 'none']] : [['204', 'deleted', 'none']];
    case 'read':
    case 'update':
    case 'merge':
    case 'replace':
    case 'set':
    case 'move':
      return random.chance(0.2) && doing !== 'read'
        ? [['204', OUTCOME[doing], 'none']]
        : [['200', OUTCOME[doing], one]];
  }
}

function does(of: OperationWorld): string {
  const { doing, resource } = of;
  const name = resource.name;
  switch (doing) {
    case 'list':
      return `lists ${name}`;
    case 'create every':
      return `creates every ${name} in body`;
    case 'create':
      return `creates ${name}`;
    case 'read':
      return `reads ${name}`;
    case 'update':
    case 'set':
      return `updates ${name}`;
    case 'merge':
      return `merges into ${name}`;
    case 'replace':
      return `replaces ${name}`;
    case 'put':
      return `creates or replaces ${name}`;
    case 'delete':
      return `deletes ${name}`;
    case 'delete every':
      return `deletes every ${name}`;
    case 'move':
      return `moves ${name}.${resource.machine?.field}`;
  }
}

function table(
  key: string,
  heads: readonly (readonly [string, boolean])[],
  rows: readonly Row[],
  marks: readonly Mark[],
): Block {
  const made = heads.map(([name, droppable]): Head => ({
    name,
    key: `${key}/${name}`,
    marks: droppable ? ['left out'] : [],
  }));
  return { kind: 'table', key, marks, heads: made, rows };
}

function row(key: string, cells: readonly (readonly [string, string, readonly Mark[]])[]): Row {
  return { key, marks: [], cells: cells.map(([fact, text, marks]): Cell => ({ key: `${key}/${fact}`, text, marks })) };
}

function queryRow(key: string, { name, field, selects }: QueryWorld): Row {
  return row(`${key}/query.${name}`, [
    ['name', `\`${name}\``, []],
    ['type', field.kind.type, ['not shown']],
    ['required', 'no', ['not shown']],
    ['default', 'none', ['not shown']],
    ['allowed-values', 'any', ['not shown']],
    ['selects', selects ?? `\`${field.name}\` = value`, ['not shown', 'unreadable']],
  ]);
}

/** One member called `value` that sets a field. */
function bodyTable(key: string, field: FieldWorld): Block {
  const cells = row(`${key}/body.value`, [
    ['name', '`value`', []],
    ['type', field.kind.type, ['not shown']],
    ['required', 'yes', ['not shown']],
    ['default', 'none', []],
    ['allowed-values', field.allowed, ['not shown']],
    ['sets', `\`${field.name}\``, ['not shown', 'unreadable']],
  ]);
  const heads = [
    ['Body', false],
    ['Type', true],
    ['Required', true],
    ['Default', false],
    ['Allowed values', false],
    ['Sets', true],
  ] as const;
  return table(`${key}/body-table`, heads, [cells], ['not shown']);
}

function body(of: OperationWorld): string {
  if (!of.body) return 'none';
  if (of.doing === 'create every') return `array of ${of.resource.name}`;
  const identified = of.resource.identity.kind === 'caller' && of.doing !== 'create';
  return identified ? `${of.resource.name} without ${of.resource.identity.name}` : of.resource.name;
}

/** What every operation may say; each stands either once for all or with the operation. */
function common(key: string, who = 'anyone'): (readonly [string, string, Block])[] {
  const of = (
    fact: string,
    name: string,
    text: string,
    marks: readonly Mark[] = HOLE,
  ): readonly [string, string, Block] => [fact, text, bullet(`${key}/${fact}`, name, text, marks)];
  return [of('who', 'Who', who, [...HOLE, 'unreadable']), of('emits', 'Emits', 'none')];
}

function operationBlock(random: Random, of: OperationWorld, local: boolean, who: string | undefined): Block {
  const key = `4/${heading(of)}`;
  const { doing, resource } = of;
  const bullets: Block[] = [bullet(`${key}/does`, 'Does', does(of), [...HOLE, 'unreadable'])];
  if (local) bullets.push(...common(key, who).map(([, , block]) => block));
  if (of.body) {
    if (!of.sets) bullets.push(bullet(`${key}/body`, 'Body', body(of), HOLE));
    bullets.push(bullet(`${key}/media-type`, 'Media type', `in \`${of.mediaType}\`; out \`application/json\``, HOLE));
    bullets.push(bullet(`${key}/read-only-fields`, 'Read-only fields', random.pick(['refused', 'ignored']), HOLE));
  } else {
    bullets.push(bullet(`${key}/body`, 'Body', 'none', []));
    bullets.push(bullet(`${key}/media-type`, 'Media type', 'in `application/json`; out `application/json`', HOLE));
  }
  const others = random.pick(['refused', 'ignored']);
  const keeps =
    of.body && !of.sets && doing !== 'create every' && of.resource.fields.some(({ name }) => name === 'rest');
  const unknown = keeps ? `kept in \`rest\`, elsewhere ${others}` : others;
  bullets.push(bullet(`${key}/unknown-fields`, 'Unknown fields', unknown, HOLE));
  if (doing === 'set') bullets.push(bullet(`${key}/omitted-fields`, 'Omitted fields', 'refused', HOLE));
  if (doing === 'update') {
    bullets.push(
      bullet(`${key}/omitted-fields`, 'Omitted fields', random.pick(['kept', 'kept', 'cleared', 'refused']), HOLE),
    );
    bullets.push(bullet(`${key}/null-fields`, 'Null fields', random.pick(['cleared', 'kept', 'refused']), HOLE));
  }
  if (of.body && random.chance(0.2))
    bullets.push(
      bullet(`${key}/empty-text`, 'Empty text', random.pick(['kept', 'as null', 'as missing', 'refused']), [
        'not shown',
      ]),
    );
  if (doing === 'list') {
    bullets.push(bullet(`${key}/order`, 'Order', random.pick(['newest first', 'oldest first']), HOLE));
    bullets.push(
      bullet(
        `${key}/pages`,
        'Pages',
        of.words.cursor
          ? 'after `after`, before `before`, size `size`; default 2, at most 3, more is refused; cursor is opaque'
          : of.pages
            ? 'offset and limit; default 3, at most 5, more is refused'
            : 'none',
        HOLE,
      ),
    );
  }
  if (random.chance(0.3))
    bullets.push(
      bullet(`${key}/cross-origin`, 'Cross-origin', random.pick(['any', 'none', '`https://app.example`']), [
        'not shown',
      ]),
    );
  const repeat =
    { GET: 'safe', POST: 'again', PUT: 'same effect', PATCH: 'same effect', DELETE: 'same effect' }[of.method] ??
    'again';
  bullets.push(
    bullet(`${key}/repeat`, 'Repeat', of.words.keyed ? 'key' : of.more.same ? repeatOf(of.more.same) : repeat, HOLE),
  );
  if (CHANGES_ONE.has(doing) || of.words.condition)
    bullets.push(
      bullet(
        `${key}/preconditions`,
        'Preconditions',
        preconditionsOf(of),
        CHANGES_ONE.has(doing) ? HOLE : ['not shown'],
      ),
    );
  bullets.push(...wordBullets(key, of), ...moreBullets(key, of));
  const tables: Block[] = wordTables(key, of);
  if (of.sets) tables.push(bodyTable(key, of.sets));
  if (of.query.length > 0) {
    const rows = of.query.map((one) => queryRow(key, one));
    tables.push(
      table(
        `${key}/query`,
        [
          ['Query', false],
          ['Type', true],
          ['Required', true],
          ['Default', true],
          ['Allowed values', false],
          ['Selects', true],
        ],
        rows,
        ['not shown'],
      ),
    );
  }
  const isLocated = doing === 'create' && random.chance(0.3);
  const location = `\`Location: <base>${resource.path}/{${resource.identity.name}}\``;
  const own = wordHeaders(of);
  const headers = own.length > 0 ? own : isLocated ? [location] : [];
  const said = answers(random, of).map(([status, when, shown]): [string, string, string] =>
    of.words.cursor
      ? [status, when, `\`{"items": array of ${resource.name}, "next": <next>, "more": <more>, "count": <count>}\``]
      : [status, when, shown],
  );
  const statuses = said.map(([status, when, shown]) =>
    row(`${key}/${status}`, [
      ['status', status, ['not shown', 'unreadable']],
      ['when', when, ['not shown']],
      ['body', shown, shown === 'none' ? [] : ['not shown', 'unreadable']],
      ...(headers.length > 0 ? [['headers', headers.join(', '), ['not shown']] as const] : []),
    ]),
  );
  const heads = [
    ['Status', false],
    ['When', false],
    ['Body', true],
    ...(headers.length > 0 ? [['Headers', false] as const] : []),
  ] as const;
  tables.push(table(`${key}/statuses`, heads, statuses, ['not shown']));
  return { kind: 'scope', key, heading: `### ${heading(of)}`, marks: ['not shown'], blocks: [...bullets, ...tables] };
}

export function operationsIn(
  random: Random,
  resources: readonly ResourceWorld[],
  words?: Random,
  more?: Random,
): OperationWorld[] {
  return resources.flatMap((resource) => {
    const made = operationsOf(random, resource);
    if (more?.chance(0.4) && resource.name !== MEMBER) made.push(operation(random, 'create every', resource));
    const isTagged = words !== undefined && resource.isRead && words.chance(0.6);
    return made.map((of) => {
      const own = words ? wordsOf(words, of.doing, resource, isTagged) : of.words;
      if (!more) return { ...of, words: own };
      const query = [...of.query, ...chosenOf(more, of.doing, resource)];
      return { ...of, words: own, query, more: moreOf(more, of.doing, resource, own.keyed) };
    });
  });
}

/** `base`: of all paths. `tells`: every answer says what rates have left. */
export function endpoints(
  random: Random,
  operations: readonly OperationWorld[],
  callers: Random | undefined,
  { base, tells }: { readonly base: string; readonly tells: boolean },
): Block {
  const local = random.chance(0.4) || callers !== undefined;
  const all: Block[] = local ? [] : common('4/all').map(([, , block]) => block);
  if (random.chance(0.3))
    all.push(bullet('4/all/cross-origin', 'Cross-origin', random.pick(['any', 'none']), ['not shown']));
  if (base !== '') all.push(bullet('4/all/base', 'Base', `\`${base}\``, []));
  if (tells) all.push(bullet('4/all/headers', 'Headers', '`RateLimit`, `RateLimit-Policy`', ['not shown']));
  if (random.chance(0.5)) all.push(bullet('4/operations', 'Other operations', 'none', ['not shown', 'left out']));
  const none: Fact = { key: '4/all', marks: [] };
  const blocks: Block[] =
    all.length > 0 ? [{ kind: 'scope', ...none, heading: '### All operations', blocks: all }] : [];
  blocks.push(...operations.map((of) => operationBlock(random, of, local, callers && whoOf(callers, of))));
  return { kind: 'scope', key: '4', heading: '## 4. Endpoints', marks: [], blocks };
}
