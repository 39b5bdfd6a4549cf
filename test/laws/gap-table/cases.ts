// What a gap does, row by row. Each case takes one statement out of shelves.md and says which request
// meets the gap, which does not, and what each is answered. Two people and one or two shelves are there already.

import { readFileSync } from 'node:fs';

export const WHOLE: string = readFileSync(new URL('shelves.md', import.meta.url), 'utf8');

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export interface Case {
  readonly fact: string;
  /** Text of shelves.md, which must stand there exactly once, and what stands there instead. */
  readonly edit: readonly [string, string];
  /** Of the gap; a prefix when it ends in `*`. */
  readonly id: string;
  /** 501 with that id, and nothing is kept. */
  readonly meets?: readonly Request[];
  /** Answered as if nothing were missing. */
  readonly spared?: readonly (Request & { readonly status: number })[];
  /** Answered, but marked with the gap; `lacks` must not be in the body. */
  readonly marked?: readonly (Request & { readonly status: number; readonly lacks?: string })[];
  /** The operation says that it rests on the gap. */
  readonly rests?: string;
  /** How many shelves are there at first; default 1. `none`: the table is another one without the gap. */
  readonly shelves?: 0 | 1 | 2 | 'none';
}

export const get = (path: string, status = 200): Request & { status: number } => ({ method: 'GET', path, status });
export const shelf = { label: 'Books', owner: 'ann' };
export const post = (body: object, status = 201): Request & { status: number } => ({
  method: 'POST',
  path: '/shelves',
  body,
  status,
});
const patch = (body: object, status = 200): Request & { status: number } => ({
  method: 'PATCH',
  path: '/shelves/1',
  body,
  status,
});
const move = (verb: string, status = 200): Request & { status: number } => ({
  method: 'POST',
  path: `/shelves/1/${verb}`,
  status,
});

/** The first text that stands between a heading and the next one is replaced: operations repeat their lines. */
export function under(heading: string, from: string, to: string): readonly [string, string] {
  return [`${heading}\u0000${from}`, to];
}

/** shelves.md with one text in the place of another. */
export function edited([from, to]: readonly [string, string]): string {
  const [heading, text] = from.includes('\u0000') ? (from.split('\u0000') as [string, string]) : [undefined, from];
  const start = heading === undefined ? 0 : WHOLE.indexOf(`${heading}\n`);
  const at = WHOLE.indexOf(text, start);
  if (start === -1 || at === -1) throw new Error(`shelves.md has no ${JSON.stringify(from)}`);
  if (heading === undefined && WHOLE.includes(text, at + 1))
    throw new Error(`shelves.md has ${JSON.stringify(text)} more than once`);
  return WHOLE.slice(0, at) + to + WHOLE.slice(at + text.length);
}

/** The text of shelves.md from here to there. */
export function chunk(from: string, to: string): string {
  const start = WHOLE.indexOf(from);
  return WHOLE.slice(start, WHOLE.indexOf(to, start) + to.length);
}

const INITIAL = chunk('| `open` | initial |', '`POST /shelves` | none | none |')
  .replace('initial', 'any')
  .replace(/\n.*`POST \/shelves`.*$/, '');
const CODES = chunk('| Code |', '`not_now` | 409 | illegal move of Shelf.door | Not now |');

/** A further column of the Code table, whose cell is not shown for `no_shelf`. */
function withColumn(head: string, others: string): string {
  return CODES.replaceAll(/\|$/gm, `| ${others} |`)
    .replace(`Message | ${others} |`, `Message | ${head} |`)
    .replace(`---| ${others} |`, '---|---|')
    .replace(`No shelf | ${others} |`, 'No shelf | not shown |');
}

const BODY_AND_CODES = chunk('- Error body', '`not_now` | 409 | illegal move of Shelf.door | Not now |');
const NUMBERED = BODY_AND_CODES.replace('"code": <code>', '"code": <code>, "number": <Number>').replace(
  CODES,
  withColumn('Number', '7'),
);

/** A Status row of its own for `no_shelf`, in which one cell is not shown. */
const refusing = (head: string): readonly [string, string] =>
  under(
    READ,
    '| Status | When | Body |\n|---|---|---|\n| 200 | found | Shelf |',
    head === 'Body'
      ? '| Status | When | Body |\n|---|---|---|\n| 200 | found | Shelf |\n| 404 | `no_shelf` | not shown |'
      : '| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | Shelf | none |\n| 404 | `no_shelf` | `{"code": <code>}` | not shown |',
  );
const WITHOUT_STATUS = CODES.replaceAll(/^(\|[^|]*\|)[^|]*\|/gm, '$1');

const READ = '### GET /shelves/{id}';
const CREATE = '### POST /shelves';
const CHANGE = '### PATCH /shelves/{id}';

export const HELD: readonly Case[] = [
  {
    fact: 'Does',
    edit: under(READ, 'reads Shelf', 'not shown'),
    id: '4/GET /shelves/{id}/does',
    meets: [get('/shelves/1'), get('/shelves/99')],
    spared: [get('/shelves'), patch({ size: 2 })],
  },
  {
    fact: 'Who',
    edit: under(READ, '- Repeat', '- Who: not shown\n- Repeat'),
    id: '4/GET /shelves/{id}/who',
    meets: [get('/shelves/1')],
    spared: [get('/shelves')],
  },
  {
    fact: 'the half of Who that says which items',
    edit: under(READ, '- Repeat', '- Who: anyone; which items: not shown\n- Repeat'),
    id: '4/GET /shelves/{id}/who*',
    meets: [get('/shelves/1')],
    spared: [get('/shelves')],
  },
  {
    fact: 'Base',
    edit: ['- Cross-origin: none', '- Base: not shown\n- Cross-origin: none'],
    id: '4/all/base',
    meets: [get('/shelves/1'), get('/shelves'), post(shelf)],
  },
  {
    fact: 'Media type',
    edit: under(CREATE, '- Repeat', '- Media type: not shown\n- Repeat'),
    id: '4/POST /shelves/media-type',
    meets: [post(shelf)],
    spared: [get('/shelves/1')],
  },
  {
    fact: 'Body of the request',
    edit: under(CREATE, '- Body: Shelf', '- Body: not shown'),
    id: '4/POST /shelves/body',
    meets: [post(shelf), post({})],
    spared: [get('/shelves/1')],
  },
  {
    fact: 'Selects of a path parameter',
    edit: under(
      '### GET /people/{name}',
      '| Status',
      '| Path | Type | Selects |\n|---|---|---|\n| `name` | string | not shown |\n\n| Status',
    ),
    id: '4/GET /people/{name}/path.name/selects',
    meets: [get('/people/ann')],
    spared: [get('/shelves')],
  },
  {
    fact: 'success Status',
    edit: under(READ, '| 200 |', '| not shown |'),
    id: '4/GET /shelves/{id}/found/status',
    meets: [get('/shelves/1')],
    spared: [get('/shelves')],
  },
  {
    fact: 'success Body',
    edit: under(CHANGE, '| 200 | updated | Shelf |', '| 200 | updated | not shown |'),
    id: '4/PATCH /shelves/{id}/200/body',
    meets: [patch({ size: 3 })],
    spared: [get('/shelves/1')],
  },
  {
    fact: 'identity',
    edit: ['- Identified by: `id`', '- Identified by: not shown'],
    id: '2/Shelf/identified-by',
    meets: [get('/shelves/1'), get('/shelves'), post(shelf)],
    spared: [get('/people/bob')],
    shelves: 'none',
  },
  {
    fact: 'Type of a field',
    edit: ['| `mark` | string |', '| `mark` | not shown |'],
    id: '2/Shelf.mark/type',
    meets: [post(shelf), get('/shelves/1'), get('/shelves')],
    spared: [get('/people/bob')],
    shelves: 'none',
  },
  {
    fact: 'Set by of a required stored field',
    edit: ['| `label` | string | yes | caller |', '| `label` | string | yes | not shown |'],
    id: '2/Shelf.label/set-by',
    meets: [post(shelf), patch({ size: 2 })],
    spared: [get('/people/bob')],
    shelves: 'none',
  },
  {
    fact: 'how a reference is shown',
    edit: ['| `owner` | Person by `name` |', '| `owner` | Person |'],
    id: '2/Shelf.owner/shown',
    meets: [get('/shelves'), get('/shelves/1'), post(shelf)],
    spared: [get('/people/bob')],
    shelves: 'none',
  },
  {
    fact: 'initial state',
    edit: [chunk('| `open` | initial |', '`POST /shelves` | none | none |'), INITIAL],
    id: '3/Shelf.door/initial',
    meets: [post(shelf)],
    spared: [get('/shelves/1'), move('shut')],
  },
  {
    fact: 'To of a move',
    edit: ['| `open` | `shut` |', '| `open` | not shown |'],
    id: '3/Shelf.door/POST /shelves/{id}/shut/to',
    meets: [move('shut')],
    spared: [get('/shelves/1'), move('lock', 409)],
  },
  {
    fact: 'By of a move; who looks at the state rests on it, because time or others may make the move',
    edit: ['| `shut` | `locked` | `POST /shelves/{id}/lock` |', '| `shut` | `locked` | not shown |'],
    id: '3/Shelf.door/locked/by',
    meets: [{ method: 'POST', path: '/shelves/1/lock' }],
    spared: [get('/shelves/1')],
    rests: 'GET /shelves/{id}',
  },
  {
    fact: 'Only if of a move',
    edit: ['`size` < 9', 'not shown'],
    id: '3/Shelf.door/POST /shelves/{id}/lock/only-if',
    meets: [move('lock')],
    spared: [move('shut')],
  },
  {
    fact: 'Headers in, which the table does not name',
    edit: under(READ, '- Repeat', '- Headers in: not shown\n- Repeat'),
    id: '4/GET /shelves/{id}/headers-in',
    meets: [get('/shelves/1')],
    spared: [get('/shelves')],
  },
];

export const MET: readonly Case[] = [
  {
    fact: 'Required',
    edit: ['| `mark` | string | no |', '| `mark` | string | not shown |'],
    id: '2/Shelf.mark/required',
    meets: [post(shelf)],
    spared: [post({ ...shelf, mark: 'A' }), post({ ...shelf, mark: 5 }, 422), get('/shelves/1'), patch({ label: 'B' })],
    // Without it nobody knows whether a shelf shows it.
    rests: 'GET /shelves/{id}',
  },
  {
    fact: 'Default',
    edit: ['1..9 | `1` |', '1..9 | not shown |'],
    id: '2/Shelf.size/default',
    meets: [post(shelf)],
    spared: [post({ ...shelf, size: 2 }), patch({ label: 'Plates' })],
  },
  {
    fact: 'Omitted fields',
    edit: ['- Omitted fields: kept', '- Omitted fields: not shown'],
    id: '4/PATCH /shelves/{id}/omitted-fields',
    meets: [patch({ size: 2 }), patch({})],
    spared: [patch({ label: 'B', mark: 'm', size: 2, colour: 'red', owner: 'bob' }), get('/shelves/1')],
  },
  {
    fact: 'Null fields',
    edit: ['- Null fields: cleared', '- Null fields: not shown'],
    id: '4/PATCH /shelves/{id}/null-fields',
    meets: [patch({ colour: null })],
    spared: [patch({ colour: 'red' }), patch({})],
  },
  {
    fact: 'Empty text',
    edit: ['- Null fields: cleared', '- Null fields: cleared\n- Empty text: not shown'],
    id: '4/PATCH /shelves/{id}/empty-text',
    meets: [patch({ mark: '' })],
    spared: [patch({ mark: 'm' })],
  },
  {
    fact: 'Unknown fields',
    edit: under(CREATE, '- Repeat', '- Unknown fields: not shown\n- Repeat'),
    id: '4/POST /shelves/unknown-fields',
    meets: [post({ ...shelf, shape: 'round' })],
    spared: [post(shelf)],
  },
  {
    fact: 'Read-only fields',
    edit: under(CREATE, '- Repeat', '- Read-only fields: not shown\n- Repeat'),
    id: '4/POST /shelves/read-only-fields',
    meets: [post({ ...shelf, door: 'shut' }), post({ ...shelf, id: 7 })],
    spared: [post(shelf)],
  },
  {
    fact: 'All failed fields at once',
    edit: ['- All failed fields at once: yes', '- All failed fields at once: not shown'],
    id: '7/all-failed-fields',
    meets: [post({ label: 5, size: 'x', owner: 'ann' })],
    spared: [post({ ...shelf, size: 'x' }, 422), post(shelf)],
  },
  {
    fact: 'From',
    edit: ['| `open` | `shut` |', '| not shown | `shut` |'],
    id: '3/Shelf.door/POST /shelves/{id}/shut/from',
    meets: [move('shut')],
    spared: [get('/shelves/1'), { method: 'POST', path: '/shelves/99/shut', status: 404 }],
  },
  {
    fact: 'Any other move',
    edit: ['- Any other move: `not_now`', '- Any other move: not shown'],
    id: '3/Shelf.door/any-other-move',
    meets: [move('lock')],
    spared: [move('shut'), move('lock')],
  },
  {
    fact: 'When deleted, once a row refers to it',
    edit: ['- When deleted: deletes every Shelf where `owner` = this', '- When deleted: not shown'],
    id: '2/Person/when-deleted',
    meets: [{ method: 'DELETE', path: '/people/ann' }],
    spared: [
      { method: 'DELETE', path: '/people/bob', status: 204 },
      { method: 'DELETE', path: '/people/zoe', status: 404 },
    ],
  },
  {
    fact: 'Selects of a query',
    edit: ['`colour` = value', 'not shown'],
    id: '4/GET /shelves/query.colour/selects',
    meets: [get('/shelves?colour=red')],
    spared: [get('/shelves')],
  },
  {
    fact: 'Status of an error',
    edit: ['| `no_shelf` | 404 |', '| `no_shelf` | not shown |'],
    id: '7/no_shelf/status',
    meets: [get('/shelves/99'), { method: 'PATCH', path: '/shelves/99', body: {} }],
    spared: [get('/shelves/1'), get('/people/zoe', 404)],
  },
  {
    fact: 'the whole column of Status of the errors',
    edit: [CODES, WITHOUT_STATUS],
    id: '7/codes/status',
    meets: [post({}), post({ ...shelf, size: 99 })],
    spared: [get('/shelves/1'), post(shelf)],
  },
  {
    fact: 'a cause without an error',
    edit: ['| `no_shelf` | 404 | no such Shelf | No shelf |\n', ''],
    id: '7/cause/no such Shelf',
    meets: [get('/shelves/99'), { method: 'POST', path: '/shelves/99/shut' }],
    spared: [get('/shelves/1')],
  },
  {
    fact: 'a cause without an error, of what stands there already',
    edit: ['Person already there, ', ''],
    id: '7/cause/Person already there',
    meets: [{ method: 'POST', path: '/people', body: { name: 'ann' } }],
    spared: [{ method: 'POST', path: '/people', body: { name: 'cyd' }, status: 201 }],
  },
  {
    fact: 'a cause without an error, of one field',
    edit: ['no such Person in `owner`', '`Shelf.size` missing'],
    id: '7/cause/no such Person in owner',
    meets: [post({ label: 'Books', owner: 'zoe' })],
    spared: [post(shelf)],
  },
];

export const MARKED: readonly Case[] = [
  {
    fact: 'Error body',
    edit: ['- Error body: `{"code": <code>, "message": <message>, "fields": [<field>]}`', '- Error body: not shown'],
    id: '7/error-body',
    marked: [{ ...get('/shelves/99', 404), lacks: 'no_shelf' }],
    spared: [get('/shelves/1')],
  },
  {
    fact: 'Message of an error',
    edit: ['| No shelf |', '| not shown |'],
    id: '7/no_shelf/message',
    marked: [{ ...get('/shelves/99', 404), lacks: 'message' }],
    spared: [get('/people/zoe', 404)],
  },
  {
    fact: 'Headers of an answer',
    edit: under(
      READ,
      '| Status | When | Body |\n|---|---|---|\n| 200 | found | Shelf |',
      '| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | Shelf | not shown |',
    ),
    id: '4/GET /shelves/{id}/200/headers',
    marked: [get('/shelves/1')],
    spared: [get('/shelves')],
  },
  {
    fact: 'Body of an error',
    edit: [CODES, withColumn('Body', '`{"code": <code>}`')],
    id: '7/no_shelf/body',
    marked: [{ ...get('/shelves/99', 404), lacks: 'no_shelf' }],
    spared: [get('/people/zoe', 404)],
  },
  {
    fact: 'Headers of an error',
    edit: [CODES, withColumn('Headers', 'none')],
    id: '7/no_shelf/headers',
    marked: [get('/shelves/99', 404)],
    spared: [get('/people/zoe', 404)],
  },
  {
    fact: 'a further column of the Code table',
    edit: [BODY_AND_CODES, NUMBERED],
    id: '7/no_shelf/number',
    marked: [{ ...get('/shelves/99', 404), lacks: 'number' }],
    spared: [get('/people/zoe', 404)],
  },
  {
    fact: 'Body of a refusal in a Status table',
    edit: refusing('Body'),
    id: '4/GET /shelves/{id}/404/body',
    marked: [{ ...get('/shelves/99', 404), lacks: 'no_shelf' }],
    spared: [get('/shelves/1')],
  },
  {
    fact: 'Headers of a refusal in a Status table',
    edit: refusing('Headers'),
    id: '4/GET /shelves/{id}/404/headers',
    marked: [get('/shelves/99', 404)],
    spared: [get('/shelves/1')],
  },
];

export const SEVERAL: readonly Case[] = [
  {
    fact: 'Order, of several rows',
    edit: ['- Order: oldest first', '- Order: not shown'],
    id: '4/GET /shelves/order',
    meets: [get('/shelves')],
    spared: [get('/shelves?colour=blue'), get('/shelves?colour=red')],
    shelves: 2,
  },
  {
    fact: 'Order, of a page that shows one of several rows',
    edit: [
      '- Order: oldest first\n- Pages: none',
      '- Order: not shown\n- Pages: offset and limit; default 20, at most 100',
    ],
    id: '4/GET /shelves/order',
    meets: [get('/shelves?limit=1'), get('/shelves?offset=1')],
    spared: [get('/shelves?colour=blue&limit=1'), get('/shelves?colour=red&limit=1'), get('/shelves?offset=9')],
    shelves: 2,
  },
  {
    fact: 'Pages, of several rows',
    edit: ['- Pages: none', '- Pages: not shown'],
    id: '4/GET /shelves/pages',
    meets: [get('/shelves'), get('/shelves?limit=1')],
    spared: [get('/shelves?colour=blue'), get('/shelves?colour=red')],
    shelves: 2,
  },
];

/** With an event that it may send: where part 6 is `none`, Emits is not asked. */
const FROM_CREATE = chunk(`${CREATE}\n`, '## 6. Events\n\nnone');
const EMITTING = FROM_CREATE.replace('- Repeat', '- Emits: not shown\n- Repeat').replace(
  /none$/,
  '### `shelf_made`\n\n- Payload: none',
);

export const RESTS: readonly Case[] = [
  {
    fact: 'Emits',
    edit: [FROM_CREATE, EMITTING],
    id: '4/POST /shelves/emits',
    spared: [post(shelf)],
    rests: 'POST /shelves',
  },
  {
    fact: 'Delivery',
    edit: ['## 6. Events\n\nnone', '## 6. Events\n\nnot shown'],
    id: '6',
    spared: [post(shelf), get('/shelves')],
  },
  {
    fact: 'Allowed values',
    edit: ['| 1..9 |', '| not shown |'],
    id: '2/Shelf.size/allowed-values',
    spared: [post({ ...shelf, size: 10 }), post({ ...shelf, size: 'x' }, 422)],
    rests: 'POST /shelves',
  },
  {
    fact: 'Unique',
    edit: ['- Unique: `mark`', '- Unique: not shown'],
    id: '2/Shelf/unique',
    spared: [post({ ...shelf, mark: 'A' }), post({ ...shelf, mark: 'A' })],
    rests: 'POST /shelves',
    shelves: 'none',
  },
  {
    fact: 'Checks',
    edit: under(CREATE, '- Repeat', '- Checks: not shown\n- Repeat'),
    id: '4/POST /shelves/checks',
    spared: [post(shelf)],
    rests: 'POST /shelves',
  },
  {
    fact: 'Present',
    edit: [
      '| Default |\n|---|---|---|---|---|---|\n| `name` | string(1..40) | yes | caller at create | any | none |',
      '| Default | Present |\n|---|---|---|---|---|---|---|\n| `name` | string(1..40) | yes | caller at create | any | none | not shown |',
    ],
    id: '2/Person.name/present',
    spared: [get('/people/ann')],
    rests: 'GET /people/{name}',
  },
  {
    fact: 'Preconditions',
    edit: under(CHANGE, '- Repeat', '- Preconditions: not shown\n- Repeat'),
    id: '4/PATCH /shelves/{id}/preconditions',
    spared: [patch({ size: 2 })],
    rests: 'PATCH /shelves/{id}',
  },
  {
    fact: 'Repeat',
    edit: under(CREATE, '- Repeat: again', '- Repeat: not shown'),
    id: '4/POST /shelves/repeat',
    spared: [post(shelf)],
    rests: 'POST /shelves',
  },
  {
    fact: 'Cross-origin',
    edit: ['- Cross-origin: none', '- Cross-origin: not shown'],
    id: '4/all/cross-origin',
    spared: [get('/shelves/1')],
    rests: 'GET /shelves/{id}',
  },
  {
    fact: 'Kind of a state',
    edit: ['| `shut` | any |', '| `shut` | not shown |'],
    id: '3/Shelf.door/shut/kind',
    spared: [move('shut')],
    rests: 'POST /shelves/{id}/shut',
  },
  {
    fact: 'Retry',
    edit: [chunk('| Code |', '`not_now` | 409 | illegal move of Shelf.door | Not now |'), withColumn('Retry', 'none')],
    id: '7/no_shelf/retry',
    spared: [get('/shelves/99', 404)],
    rests: 'GET /shelves/{id}',
  },
  {
    fact: 'limits',
    edit: ['## 8. Limits\n\nnone', '## 8. Limits\n\nnot shown'],
    id: '8',
    spared: [post(shelf)],
    rests: 'POST /shelves',
  },
  {
    fact: 'the value of a limit',
    edit: [
      '## 8. Limits\n\nnone',
      '## 8. Limits\n\n| Limit | Value | Per | When exceeded |\n|---|---|---|---|\n| Requests | not shown | caller | `there` |',
    ],
    id: '8/Requests/value',
    spared: [post(shelf), get('/shelves/1')],
    rests: 'POST /shelves',
  },
  {
    fact: 'Deprecated',
    edit: [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: none\n- Compatibility: none\n- Deprecated: not shown',
    ],
    id: '9/deprecated',
    spared: [post(shelf), get('/shelves/1')],
    rests: 'POST /shelves',
  },
  {
    fact: 'Sunset',
    edit: [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: none\n- Compatibility: none\n- Sunset: not shown',
    ],
    id: '9/sunset',
    spared: [post(shelf), get('/shelves/1')],
    rests: 'POST /shelves',
  },
  {
    fact: 'the versioning scheme',
    edit: [
      '## 9. Versioning\n\nnone',
      '## 9. Versioning\n\n- Scheme: not shown\n- Current version: `1`\n- Compatibility: none',
    ],
    id: '9/scheme',
    spared: [post(shelf)],
    rests: 'POST /shelves',
  },
];
