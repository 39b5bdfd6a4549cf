// Every order of checks that is stated is the one that is seen: requests that fail in two or more checks at once, under orders drawn from all
// of them, on operations of several kinds. What is expected is worked out from the order and from what fails, never from the plan. On
// PostgreSQL: on-postgres.all.test.ts.

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openPlayer, type Player } from '../behaviour/player.ts';
import type { Exchange } from '../behaviour/case.ts';
import { known } from '../../src/base/fault.ts';
import { trials } from '../trials.ts';

const CHECKS = [
  'limits',
  'authentication',
  'existence',
  'permission',
  'preconditions',
  'body',
  'state',
  'uniqueness',
] as const;
type Check = (typeof CHECKS)[number];

const KINDS = [
  'updates',
  'moves',
  'creates',
  'reads',
  'deletes',
  'replaces',
  'hides',
  'hides and deletes',
  'deletes if there',
] as const;
type Kind = (typeof KINDS)[number];

interface Operation {
  readonly kind: Kind;
  readonly order: readonly Check[];
  readonly name: string;
}

function heading({ kind, name }: Operation): string {
  switch (kind) {
    case 'updates':
    case 'hides':
      return `PATCH /boxes/{id}/${name}`;
    case 'moves':
      return `POST /boxes/{id}/${name}`;
    case 'creates':
      return `POST /shelves/{shelf}/${name}`;
    case 'reads':
      return `GET /boxes/{id}/${name}`;
    case 'deletes':
    case 'deletes if there':
    case 'hides and deletes':
      return `DELETE /boxes/{id}/${name}`;
    case 'replaces':
      return `PUT /boxes/{id}/${name}`;
  }
}

const IF_MATCH = '- Preconditions: `If-Match` required on `ETag`';

const OWN_LINES: Readonly<Record<Kind, string>> = {
  updates: `- Does: updates Box
${IF_MATCH}
- Who: owner by \`Box.owner\` or \`admin\`
- Omitted fields: kept
- Null fields: refused
- Body: Box only title, note, beside
- Answers: 200 updated, Box`,
  moves: `- Does: moves Box.status to \`open\`; sets \`title\` = body \`title\`, \`beside\` = body \`beside\`
${IF_MATCH}
- Who: owner by \`Box.owner\` or \`admin\`
- Answers: 200 moved, Box

| Body | Type | Required | Sets |
|---|---|---|---|
| \`title\` | as \`Box.title\` | yes | \`title\` |
| \`note\` | as \`Box.note\` | no | none |
| \`beside\` | as \`Box.beside\` | no | \`beside\` |`,
  creates: `- Does: creates Box with \`shelf\` = {shelf}
- Who: \`admin\`
- Body: Box only title, note, beside
- Answers: 201 created, Box

| Path | Type | Selects |
|---|---|---|
| \`shelf\` | integer | Shelf by \`id\` |`,
  reads: `- Does: reads Box
${IF_MATCH}
- Who: owner by \`Box.owner\` or \`admin\`
- Body: none
- Answers: 200 found, Box`,
  deletes: `- Does: deletes Box
${IF_MATCH}
- Who: owner by \`Box.owner\` or \`admin\`
- Body: none
- Answers: 204 deleted`,
  replaces: `- Does: replaces Box
${IF_MATCH}
- Who: \`admin\`
- Body: Box only title, note, beside
- Answers: 200 replaced, Box`,
  hides: `- Does: updates Box
${IF_MATCH}
- Who: owner by \`Box.owner\`, others see no such Box
- Omitted fields: kept
- Null fields: refused
- Body: Box only title, note, beside
- Answers: 200 updated, Box`,
  'hides and deletes': `- Does: deletes Box
${IF_MATCH}
- Who: owner by \`Box.owner\`, others see no such Box
- Body: none
- Answers: 204 deleted`,
  'deletes if there': `- Does: deletes Box if there
${IF_MATCH}
- Who: \`admin\`
- Body: none

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |
| 204 | unchanged | none |`,
};

function documentOf(operations: readonly Operation[]): string {
  const by = operations.filter(({ kind }) => kind === 'moves').map((one) => `\`${heading(one)}\``);
  const own = operations.map(
    (one) => `### ${heading(one)}\n\n- Checks: ${one.order.join(', ')}\n${OWN_LINES[one.kind]}\n`,
  );
  return `# Boxes

- Lists: complete unless marked

## 1. What the service does

Keeps boxes.

## 2. Resources and their fields

### User

- Identified by: \`id\`
- Unique: \`name\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`name\` | string(1..60) | yes | caller | any | none |
| \`role\` | one of \`member\`, \`admin\` | yes | by operation | any | \`member\` |
| \`password\` | secret(1..) | yes | caller, hidden | any | none |

### Shelf

- Identified by: \`id\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`full\` | boolean | yes | caller | any | \`false\` |

### Box

- Identified by: \`id\`
- Unique: \`title\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`title\` | string(1..60) | yes | caller | any | none |
| \`note\` | string(1..5) or null | no | caller | any | null |
| \`beside\` | Shelf by \`id\` or null | no | caller | any | null |
| \`shelf\` | Shelf by \`id\` | no | by operation | any | none |
| \`owner\` | User by \`id\` | yes | service: caller at create | any | none |
| \`locked\` | boolean | yes | by operation | any | \`false\` |
| \`status\` | state | yes | service: state | any | none |

## 3. States and transitions

### Box.status

- Any other move: \`not_now\`

| State | Kind |
|---|---|
| \`shut\` | initial |
| \`open\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${by.length === 0 ? '' : `| \`shut\` | \`open\` | ${by.join(', ')} | this \`locked\` = false | none |\n`}| \`shut\` | \`open\` | \`POST /opened/{id}\` | none | none |

## 4. Endpoints

### All operations

- Media type: application/json
- Emits: none
- Unknown fields: refused
- Read-only fields: refused
- Empty text: kept
- Repeat: again

### POST /users

- Does: creates User; issues token for User
- Who: anyone
- Body: User
- Answers: 201 created, {"token": <token>}

### POST /admins

- Does: creates User with \`role\` = \`admin\`; issues token for User
- Who: anyone
- Body: User
- Answers: 201 created, {"token": <token>}

### POST /shelves

- Does: creates Shelf
- Who: anyone
- Body: Shelf
- Answers: 201 created, Shelf

### POST /boxes

- Does: creates Box
- Who: signed-in
- Body: Box

| Status | When | Body | Headers |
|---|---|---|---|
| 201 | created | Box | \`ETag\` |

### POST /opened/{id}

- Does: moves Box.status to \`open\`
- Who: anyone
- Body: none
- Answers: 200 moved, Box

### POST /locked/{id}

- Does: sets \`locked\` = true
- Who: anyone
- Body: none

| Path | Type | Selects |
|---|---|---|
| \`id\` | integer | Box by \`id\` |

| Status | When | Body | Headers |
|---|---|---|---|
| 200 | updated | Box | \`ETag\` |

${own.join('\n')}
## 5. Authentication

### Session

- Scheme: bearer token
- Sent in: header \`Authorization: Bearer {token}\`
- Caller: User
- Credentials: \`name\` and \`password\` of User
- Issued by: \`POST /users\`, \`POST /admins\`
- Token lifetime: 14 days
- Revoked when: none
- Roles: \`User.role\`

## 6. Events

none

## 7. Errors

- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`authentication\` | 401 | no credentials, wrong token, expired token |
| \`permission\` | 403 | not permitted |
| \`existence\` | 404 | no such Box, no such Shelf |
| \`body\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field, no such Shelf in \`beside\`, malformed body, invalid query |
| \`uniqueness\` | 409 | any field taken |
| \`state\` | 409 | \`Box.locked\` = true |
| \`full\` | 409 | \`Box.shelf.full\` = true |
| \`not_now\` | 409 | illegal move |
| \`preconditions\` | 412 | precondition failed |
| \`unconditional\` | 428 | precondition required |
| \`limits\` | 413 | none |

## 8. Limits

| Limit | Value | Per | Applies to | When exceeded |
|---|---|---|---|---|
| Sizes | 0.3 KB | request | any | \`limits\` |

## 9. Versioning

none
`;
}

let player: Player;
beforeAll(async () => {
  player = await openPlayer();
});
afterAll(() => player.close());

let seed = 18;
function chance(n: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * n);
}

function shuffled(): readonly Check[] {
  const rest = [...CHECKS];
  return CHECKS.map(() => rest.splice(chance(rest.length), 1)[0]!);
}

async function send(
  method: string,
  target: string,
  token: string | undefined,
  body: unknown,
  tag?: string,
): Promise<string> {
  const exchange: Exchange = {
    method,
    target,
    headers: [
      ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]),
      ...(tag === undefined ? [] : [['If-Match', tag] as const]),
    ],
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    answer: '',
    place: [0, 0],
  };
  return player.send(exchange, new Map());
}

function field(answer: string, name: string): unknown {
  if (!answer.startsWith('< 201')) throw new Error(answer);
  return (JSON.parse(answer.slice(answer.lastIndexOf('\n') + 1)) as Record<string, unknown>)[name];
}

interface World {
  readonly admin: string;
  readonly owner: string;
  readonly other: string;
}

async function worldOf(): Promise<World> {
  const made = async (path: string, name: string): Promise<string> =>
    String(field(await send('POST', path, undefined, { name, password: 'secret' }), 'token'));
  const world = {
    admin: await made('/admins', 'admin'),
    owner: await made('/users', 'owner'),
    other: await made('/users', 'other'),
  };
  await send('POST', '/shelves', undefined, {});
  await send('POST', '/boxes', world.owner, { title: 'taken' });
  return world;
}

/** A tag of the right form that names no row which is there. */
const STALE = '"9.aaaaaaa-AAAAAAAAAAAAAAAAAAAAAA"';

function tagOf(answer: string): string {
  return known(/^< etag: (.*)$/m.exec(answer)?.[1], answer);
}

let made = 0;

/** The answer, and what the order makes of what fails. */
async function tried(world: World, operation: Operation): Promise<{ seen: string; expected: string; asked: string }> {
  const { kind, order } = operation;
  const wants = new Set(CHECKS.filter(() => chance(2) === 1));
  const hides = kind === 'hides' || kind === 'hides and deletes';
  const takesBody = kind !== 'reads' && !/deletes/.test(kind);
  const path = wants.has('existence') && !(hides && chance(2) === 1) ? ['999', 'x'][chance(2)]! : undefined;
  const title = `box ${(made += 1)}`;
  let id = path;
  let current = '*';
  if (id === undefined && kind === 'creates')
    id = String(field(await send('POST', '/shelves', undefined, { full: wants.has('state') }), 'id'));
  if (id === undefined) {
    const answer = await send('POST', '/boxes', world.owner, { title });
    id = String(field(answer, 'id'));
    const last = wants.has('state') ? await send('POST', `/locked/${id}`, undefined, undefined) : answer;
    current = tagOf(last);
  }
  const wrong = chance(4);
  const isHidden = hides && path === undefined && (wants.has('existence') || wants.has('authentication'));
  const token = wants.has('authentication')
    ? [undefined, 'nonsense'][chance(2)]
    : isHidden || (wants.has('permission') && !hides)
      ? world.other
      : hides || (!LETS_ADMINS.has(kind) && chance(2) === 1)
        ? world.owner
        : world.admin;
  const isTaken = wants.has('uniqueness') && takesBody;
  const isWrong = wants.has('body') && takesBody;
  const body: Record<string, unknown> = { title: isTaken ? 'taken' : `${title} again` };
  if (isWrong) Object.assign(body, [{ note: 'too long' }, { beside: 777 }, { colour: 'blue' }, { note: 5 }][wrong]);
  const [method, pattern] = heading(operation).split(' ');
  const plain = !takesBody
    ? undefined
    : isWrong && wrong === 3 && chance(2) === 1
      ? '{"title": '
      : JSON.stringify(body);
  const isLarge = wants.has('limits') && takesBody;
  const sent = isLarge ? `${plain}${' '.repeat(400)}` : plain;
  const isReadable = !isLarge && plain !== '{"title": ';
  const isThere = path === undefined && !isHidden;
  const tag = wants.has('preconditions') ? [undefined, STALE][chance(2)] : ['*', current][chance(2)];
  // What looks at a row, or at a value, has nothing to fail for where that is not there or cannot be read.
  const ofRow = !LETS_ADMINS.has(kind);
  const isOfNone = kind === 'deletes if there' && !isThere;
  const fails: Readonly<Record<Check, boolean>> = {
    limits: isLarge,
    authentication: wants.has('authentication'),
    existence: !isThere && !isOfNone,
    permission: !hides && (wants.has('authentication') || wants.has('permission')) && (!ofRow || isThere),
    preconditions: kind !== 'creates' && !isOfNone && (wants.has('preconditions') || !isThere),
    body: isWrong && !isLarge,
    state: wants.has('state') && isThere,
    uniqueness: isTaken && isReadable && (kind === 'creates' || isThere),
  };
  const answer = await send(method!, pattern!.replace(/\{\w+\}/, id), token, sent, tag);
  const first = order.find((check) => fails[check]) ?? 'done';
  const expected = first === 'preconditions' && tag === undefined ? 'unconditional' : first;
  const code = /"code":"(\w+)"/.exec(answer)?.[1];
  const seen =
    (code === 'full' || code === 'not_now' ? 'state' : code) ?? (/^< 20[014]/.test(answer) ? 'done' : answer);
  const by = token === undefined ? 'nobody' : Object.entries(world).find((one) => one[1] === token)?.[0];
  const asked = `${method} ${pattern} by ${by ?? token} of ${id} with ${tag}: ${sent}`;
  return { seen, expected, asked: `${kind}: ${order.join(', ')}\n${asked}\n${JSON.stringify(fails)}` };
}

/** What Who says of them looks at no row. */
const LETS_ADMINS: ReadonlySet<Kind> = new Set(['creates', 'replaces', 'deletes if there']);

test('of what fails at once, the refusal is that of the check that the document puts first', async () => {
  const differing: unknown[] = [];
  let among = 0;
  for (let round = 0; round < trials(2, 12); round++) {
    const operations = Array.from({ length: 27 }, (_, place): Operation => {
      return { kind: KINDS[place % KINDS.length]!, order: shuffled(), name: `o${place}` };
    });
    await player.begin(documentOf(operations), { changes: [] } as never);
    const world = await worldOf();
    for (const operation of operations) {
      for (let turn = 0; turn < 6; turn++) {
        const one = await tried(world, operation);
        if (one.expected !== 'done') among += 1;
        if (one.seen !== one.expected) differing.push(one);
      }
    }
  }
  expect(player.failures()).toEqual([]);
  expect(differing.slice(0, 5)).toEqual([]);
  expect(among).toBeGreaterThan(200);
}, 300_000);
