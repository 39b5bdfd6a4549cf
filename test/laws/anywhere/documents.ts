// A document that says all that is due, with conditions and rules by chance at a few of all places where such may stand. Input: a seed.
// Output: the document, and requests to each of its operations.

import { documentOf } from '../../plan/plan-of.ts';
import { Random } from '../random.ts';
import { assignment, BODY_FIELDS, condition, FIELDS, QUERY_FIELDS, type Place } from './operands.ts';

type Spot =
  | 'list'
  | 'read'
  | 'every'
  | 'delete every'
  | 'only if'
  | 'begin'
  | 'required'
  | 'present'
  | 'code'
  | 'named code'
  | 'status'
  | 'created'
  | 'listed'
  | 'selects'
  | 'body required'
  | 'deletes every'
  | 'refused while'
  | 'order'
  | 'rule'
  | 'sets'
  | 'with'
  | 'second row'
  | 'who'
  | 'path'
  | 'unique'
  | 'default'
  | 'template'
  | 'reads'
  | 'put';

const SPOTS: readonly Spot[] = [
  'list',
  'list',
  'read',
  'every',
  'delete every',
  'only if',
  'only if',
  'begin',
  'required',
  'present',
  'code',
  'named code',
  'status',
  'created',
  'listed',
  'selects',
  'selects',
  'body required',
  'deletes every',
  'refused while',
  'order',
  'rule',
  'sets',
  'sets',
  'with',
  'second row',
  'who',
  'path',
  'unique',
  'default',
  'template',
  'put',
];

export interface Made {
  readonly source: string;
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: string }[];
}

export function made(seed: number): Made {
  const random = new Random(seed * 7919 + 13);
  const spots = new Set(random.some(SPOTS, 1, 3));
  const at = <T>(spot: Spot, there: () => T, otherwise: T): T => (spots.has(spot) ? there() : otherwise);
  const cond = (place: Place = {}): string => condition(random, place);
  const ticks = (): string => `\`${random.pick(FIELDS)[0]}\``;
  const source = documentOf({
    resources: resources(random, at, cond, ticks),
    states: states(random, at, cond),
    codes: codes(at, cond),
    operations: operations(random, at, cond, ticks),
  });
  return { source, requests: requests(random) };
}

type At = <T>(spot: Spot, there: () => T, otherwise: T) => T;
type Cond = (place?: Place) => string;

function resources(random: Random, at: At, cond: Cond, ticks: () => string): string {
  const required = new Set(['text']);
  const rows = FIELDS.map(([name, type, kind]) => {
    const service =
      kind === 'stage' || kind === 'mood' ? 'service: state' : name === 'id' ? 'service: new id' : 'caller';
    const must = service === 'caller' && !required.has(name) ? 'no' : 'yes';
    const isHere = service === 'caller' && random.chance(0.1);
    const condition = isHere ? at('required', () => `if ${cond()}`, must) : must;
    const present = isHere ? at('present', () => `if ${cond()}`, '') : '';
    const given = isHere
      ? at(
          'default',
          () => random.pick(['`a`', '0', '`[]`', 'true', '`small`', '2.5', '`2026-01-31`', 'null', '`{}`']),
          'none',
        )
      : 'none';
    const defaulted = name === 'inner' || name === 'places' ? 'none' : given;
    return `| \`${name}\` | ${type} | ${condition} | ${present || 'if set'} | ${service} | any | ${defaulted} |`;
  });
  const rule = (): string =>
    random.pick([
      `= ${ticks()} + ${ticks()}`,
      `= ${ticks()} * ${random.pick(['2', '0.5', '`price`'])}`,
      `= ${ticks()} / ${ticks()} - 1`,
      `= ${ticks()}`,
      `= "a {${random.pick(FIELDS)[0]}} b"`,
      `slug of ${ticks()}`,
      'now at create',
      'now at change',
      'new id',
      'address of `GET /things/{id}`',
      `count of Thing where ${cond()}`,
      `there is Thing (${cond()})`,
    ]);
  const ruled = at(
    'rule',
    () => {
      const type = random.pick(FIELDS.filter(([, , kind]) => kind !== 'stage' && kind !== 'mood'))[1];
      return [`| \`made\` | ${type} | yes | always | service: ${rule()} | any | none |`];
    },
    [] as string[],
  );
  const deleted = [
    ...at(
      'deletes every',
      () => [
        `deletes every ${random.pick(['Note', 'Note', 'Thing'])} where ${random.chance(0.5) ? '`thing` = this' : cond()}`,
      ],
      [] as string[],
    ),
    ...at(
      'refused while',
      () => [`refused while ${random.pick(['Note', 'Thing'])} (${random.chance(0.4) ? '`thing` = this' : cond()})`],
      [] as string[],
    ),
  ];
  return `### Person

- Identified by: \`email\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`email\` | email | yes | caller | any | none |
| \`name\` | string | no | caller | any | none |

### Place

- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`city\` | string | yes | caller | any | none |

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`thing\` | Thing by \`id\` | no | caller | any | none |
| \`text\` | string | no | caller | any | none |

### Thing

- Identified by: \`id\`
${at('unique', () => `- Unique: ${ticks()}${random.chance(0.4) ? `, ${ticks()}` : ''}${random.chance(0.3) ? ' ignoring case' : ''}\n`, '')}- When deleted: ${deleted.join('; ') || 'none'}

| Field | Type | Required | Present | Set by | Allowed values | Default |
|---|---|---|---|---|---|---|
${[...rows, ...ruled].join('\n')}`;
}

function states(random: Random, at: At, cond: Cond): string {
  const second = at(
    'second row',
    () =>
      `| \`new\` | ${random.pick(['`lost`', 'refused `stage`', 'same'])} | \`POST /things/{id}/end\` | ${cond({ body: true, path: true })} | none |\n`,
    '',
  );
  const other = random.chance(0.3) ? 'accepted' : '`stage`';
  return `### Thing.stage

| State | Kind |
|---|---|
| \`new\` | initial |
| \`done\` | any |
| \`lost\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${at('begin', () => `| (new) | ${random.pick(['`new`', '`new`', 'refused `stage`'])} | \`POST /things\` | ${cond({ body: random.chance(0.2) })} | none |\n`, '')}| \`new\` | \`done\` | \`POST /things/{id}/end\` | ${at('only if', () => cond({ body: true, path: true }), 'none')} | none |
${second}
- Any other move: ${other}

### Thing.mood

| State | Kind |
|---|---|
| \`calm\` | initial |
| \`wild\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| any | \`wild\` | \`PATCH /things/every\` | ${at('only if', () => cond(), 'none')} | none |

- Any other move: \`stage\``;
}

function codes(at: At, cond: Cond): string {
  return [
    at('code', () => `| \`strange\` | 422 | ${cond({ body: true, rowless: true })} |\n`, ''),
    at('named code', () => `| \`odd\` | 409 | ${cond({ path: true })} |\n`, ''),
    '| `none_such` | 404 | no such Person, no such Note, no such Thing in `above`, no such Person in `owner`, no such Thing in `thing` |',
  ].join('');
}

function table(fields: typeof BODY_FIELDS, row: (name: string, type: string) => string): string {
  return fields.map(([name, type]) => row(name, type)).join('\n');
}

function operations(random: Random, at: At, cond: Cond, ticks: () => string): string {
  const named = at('named code', () => '- Errors: `odd`\n', '');
  return [
    `### GET /things

- Does: lists Thing${at('list', () => ` where ${cond({ query: true })}`, '')}
- Body: none
- Order: ${at('order', () => `${ticks()} descending, ${ticks()}`, 'newest first')}
- Pages: none
- Repeat: safe

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
${table(QUERY_FIELDS, (name, type) => `| \`${name}\` | ${type} | no | none | ${at('selects', () => cond({ value: true, query: true }), 'none')} |`)}

| Status | When | Body |
|---|---|---|
| 200 | found${at('listed', () => ` and ${cond({ query: true })}`, '')} | array of Thing |`,
    `### GET /things/{id}

- Does: reads Thing${at('read', () => ` where ${cond({ path: true })}`, '')}
- Body: none
${named}- Repeat: safe
${at('who', () => `- Who: ${cond({ path: true })}\n`, '')}
${at('path', () => `| Path | Type | Selects |\n|---|---|---|\n| \`id\` | ${random.pick(['integer', 'string'])} | ${random.chance(0.6) ? 'Thing by `id`' : cond({ value: true })} |\n`, '')}
| Status | When | Body |
|---|---|---|
${at('status', () => `| 203 | found and ${cond({ path: true })} | none |\n`, '')}| 200 | found | ${at('template', () => `{"x": ${random.pick(FIELDS)[0]}, "y": ${random.pick(['owner.name', 'above.owner.email', 'inner.city', 'box.width', 'above.stage', 'Thing'])}}`, 'Thing')} |`,
    `### POST /things

- Does: creates Thing${at('with', () => ` with ${assignment(random, {})}`, '')}
- Body: Thing
- Null fields: refused
- Repeat: again

| Status | When | Body |
|---|---|---|
${at('created', () => `| 202 | created and ${cond({ body: random.chance(0.2) })} | none |\n`, '')}| 201 | created | Thing |`,
    `### POST /things/{id}/end

- Does: moves Thing.stage${random.chance(0.5) ? ' to `done`' : ''}${at('sets', () => `; sets ${assignment(random, { body: true, path: true })}`, '')}
${named}- Null fields: refused
- Repeat: again

| Body | Type | Required | Default | Sets |
|---|---|---|---|---|
${table(BODY_FIELDS, (name, type) => `| \`${name}\` | ${type} | ${random.chance(0.2) ? at('body required', () => `if ${cond({ body: true, path: true })}`, 'no') : 'no'} | none | none |`)}

| Status | When | Body |
|---|---|---|
| 200 | moved | Thing |`,
    `### PATCH /things/every

- Does: moves every Thing.mood to \`wild\` where ${at('every', () => cond(), '`small` > 3')}
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | moved | none |`,
    `### PUT /things/{id}

- Does: ${at('put', () => random.pick(['replaces Thing', 'merges into Thing', `updates Thing where ${cond({ path: true })}`]), 'updates Thing')}
- Body: Thing
- Omitted fields: kept
- Null fields: refused
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | updated, replaced | Thing |`,
    `### DELETE /things

- Does: deletes every Thing where ${at('delete every', () => cond(), '`small` > 3')}
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |`,
    `### DELETE /things/{id}

- Does: deletes Thing
- Body: none
${named}- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |`,
    `### POST /people

- Does: creates Person
- Body: Person
- Null fields: refused
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Person |`,
    `### POST /notes

- Does: creates Note
- Body: Note
- Null fields: refused
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Note |`,
  ].join('\n\n');
}

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  text: ['a', 'x y', '5'],
  number: [0, 1, 3],
  truth: [true, false],
  date: ['2026-01-31'],
  instant: ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00+02:00'],
  seconds: [1_700_000_000],
  time: ['10:00:00'],
  duration: ['PT5M'],
  uuid: ['0b0e7f6e-2b7a-4b8e-9a52-1e8e3a1d2c3f'],
  url: ['https://a.example/'],
  email: ['ann@a.example'],
  mail: ['ann@a.example'],
  choice: ['small', 'large'],
  words: [['a'], ['a', 'b'], []],
  numbers: [[1], [2, 1]],
  days: [['2026-01-31']],
  bag: [{ a: 'b' }],
  object: [{ city: 'Ulm' }],
  'list of objects': [[{ city: 'Ulm' }]],
};

/** A thing as a caller sends it: `share` of its fields. */
function thing(random: Random, share: number): string {
  const row: Record<string, unknown> = { text: 'a' };
  for (const [name, , kind] of FIELDS) {
    if (!random.chance(share) || name === 'id' || kind === 'stage' || kind === 'mood') continue;
    const value = name === 'above' ? 1 : name === 'short' ? 'ab' : random.pick(VALUES[kind] ?? ['a']);
    const [group, inner] = name.split('.') as [string, string | undefined];
    if (inner === undefined) row[name] = value;
    else row[group] = { ...(row[group] as object), [inner]: value };
  }
  return JSON.stringify(row);
}

const post = (path: string, body: string) => ({ method: 'POST', path, body });

function requests(random: Random): Made['requests'] {
  const body = (): string => {
    const sent: Record<string, unknown> = {};
    for (const [name, , kind] of BODY_FIELDS) if (random.chance(0.6)) sent[name] = random.pick(VALUES[kind]!);
    return JSON.stringify(sent);
  };
  return [
    post('/people', '{"email":"ann@a.example","name":"a"}'),
    post('/things', '{"text":"a"}'),
    post('/things', thing(random, 0.5)),
    post('/things', thing(random, 1)),
    post('/notes', '{"thing":1,"text":"n"}'),
    { method: 'GET', path: '/things' },
    { method: 'GET', path: '/things?word=a&count=1&many=a,b&from=2026-01-31' },
    ...[1, 2, 3, 9].map((id) => ({ method: 'GET', path: `/things/${id}` })),
    post('/things/1/end', body()),
    post('/things/2/end', body()),
    post('/things/2/end', '{}'),
    { method: 'PUT', path: '/things/2', body: thing(random, 0.4) },
    { method: 'PATCH', path: '/things/every' },
    { method: 'DELETE', path: '/things/1' },
    { method: 'DELETE', path: '/things' },
    { method: 'GET', path: '/things' },
  ];
}
