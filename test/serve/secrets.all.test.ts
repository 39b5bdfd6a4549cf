// Type `secret`: what a caller sends is judged, hashed and never seen again. Notation, part 2, head Type; docs/operate.md.

import { realScrypt } from '../real-scrypt.ts';
import { scryptSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curlLines } from '../../src/calls/lines.ts';
import { check } from '../../src/check/check.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { ownStore, send, start, type Running } from './running.ts';

const RESOURCES = `### User

- Identified by: \`id\`
- Unique: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`name\` | string | yes | caller | any | none |
| \`password\` | secret(8..40) | yes | caller, hidden | not blank, matches \`[ -~]*\` | none |
| \`pin\` | secret or null | no | caller | any | none |
`;

const STATUS = (code: number, when: string): string =>
  `\n| Status | When | Body |\n|---|---|---|\n| ${code} | ${when} | User |\n`;

const OPERATIONS = `### POST /users

- Does: creates User
- Body: User
- Emits: \`joined\`
- Null fields: cleared
${STATUS(201, 'created')}
### GET /users/{id}

- Does: reads User
${STATUS(200, 'found')}
### GET /users

- Does: lists User
- Order: oldest first
- Pages: none

| Status | When | Body |
|---|---|---|
| 200 | found | array of User |

### PATCH /users/{id}

- Does: updates User
- Body: User
- Omitted fields: kept
- Null fields: cleared
- Emits: \`changed\`
${STATUS(200, 'updated')}
### POST /users/{id}/merge

- Does: merges into User
- Body: User
${STATUS(200, 'updated')}
### PUT /users/{id}/password

- Does: updates User
- Omitted fields: refused

| Body | Type | Required | Sets |
|---|---|---|---|
| \`new\` | as \`User.password\` | yes | \`password\` |
| \`again\` | string | yes | none |
${STATUS(200, 'updated')}
### DELETE /users/{id}

- Does: deletes User
- Emits: \`left\`

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |
`;

const ERRORS = `- Error body: {"error": <code>, "fields": [<field>]}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`no_user\` | 404 | no such User |
| \`unlike\` | 422 | body \`new\` != body \`again\` |
| \`blank\` | 422 | any field blank |
| \`missing\` | 422 | any field missing |
| \`invalid\` | 422 | any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
`;

const EVENTS = ['joined', 'changed', 'left'].map(
  (kind) => `### ${kind}\n\n| Field | Type |\n|---|---|\n| \`id\` | integer |\n`,
);

const source = (resources = RESOURCES): string =>
  documentOf({ resources, operations: OPERATIONS, errors: ERRORS, events: EVENTS.join('\n') });

const plan = compile(modelOf(source()));
const MARK = 'Xyzzy-plugh-5c1e';
const OTHER = 'Frotz-rezrov-77';
const HASH = /^[$]scrypt[$]ln=15,r=8,p=1[$][A-Za-z0-9+/]{22}[$][A-Za-z0-9+/]{43}$/;

let service: Running;
let own: Awaited<ReturnType<typeof ownStore>>;
beforeAll(async () => {
  own = await ownStore(plan);
  service = await start(plan, { store: own.store });
});
afterAll(async () => {
  await service.stop();
  await own.drop();
});

const answers: string[] = [];

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const { status, text, json } = await send(service, method, path, body);
  answers.push(text);
  return text === '' ? status : [status, json];
}

/** What a table holds in these columns, in the order of its rows. */
async function kept(table: string, columns: readonly string[]): Promise<readonly unknown[]> {
  const select = {
    table,
    columns: columns.map((column) => ({ name: column, expr: { kind: 'column', column, type: 'text' } as const })),
    where: undefined,
    order: [{ expr: { kind: 'column', column: 'id', type: 'integer' } as const, descending: false }],
  };
  const result = await own.store.prepare([{ kind: 'list', select, total: false }]).run({});
  return result.kind === 'done' ? result.rows : [result];
}

/** Is the text what the hash was made of? */
function isOf(text: string, hash: unknown): boolean {
  const [, , , salt, octets] = String(hash).split('$');
  const again = scryptSync(text, Buffer.from(salt!, 'base64'), 32, { N: 32768, r: 8, p: 1, maxmem: 2 ** 26 });
  return again.equals(Buffer.from(octets!, 'base64'));
}

async function refused(secrets: object, code: string): Promise<void> {
  const body = { name: 'c', password: MARK, ...secrets };
  expect(await call('POST', '/users', body)).toEqual([422, { error: code, fields: Object.keys(secrets) }]);
}

/** Of the first user. */
async function secrets(): Promise<readonly unknown[]> {
  return (await kept('User', ['password', 'pin']))[0] as unknown[];
}

describe('a secret', () => {
  realScrypt();

  it('is kept as a hash with a salt of its own, and shown nowhere', async () => {
    expect(await call('POST', '/users', { name: 'a', password: MARK, pin: MARK })).toEqual([201, { id: 1, name: 'a' }]);
    expect(await call('POST', '/users', { name: 'b', password: MARK, pin: null })).toEqual([201, { id: 2, name: 'b' }]);
    expect(await call('GET', '/users/1')).toEqual([200, { id: 1, name: 'a' }]);
    expect(await call('GET', '/users')).toEqual([
      200,
      [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
    ]);
    const [[first, second], [third, none]] = (await kept('User', ['password', 'pin'])) as [
      [string, string],
      [string, null],
    ];
    for (const hash of [first, second, third]) expect(hash).toMatch(HASH);
    expect(new Set([first, second, third]).size).toBe(3);
    for (const hash of [first, second, third]) expect([isOf(MARK, hash), isOf(OTHER, hash)]).toEqual([true, false]);
    expect(none).toBeNull();
  });

  it('is refused by the rules of its text, each at its field', async () => {
    await refused({ password: '        ' }, 'blank');
    await refused({ password: '1234567' }, 'invalid');
    await refused({ password: 'x'.repeat(41) }, 'invalid');
    await refused({ password: 'tab\tand more' }, 'invalid');
    await refused({ password: 12345678 }, 'invalid');
    await refused({ password: ['xxxxxxxx'] }, 'invalid');
    await refused({ pin: {} }, 'invalid');
    expect(await kept('User', ['name'])).toEqual([['a'], ['b']]);
  });

  it('stays when it is not sent, changes when it is, and goes with null', async () => {
    const [password, pin] = await secrets();
    expect(await call('PATCH', '/users/1', { name: 'a2' })).toEqual([200, { id: 1, name: 'a2' }]);
    expect(await secrets()).toEqual([password, pin]);
    expect(await call('PATCH', '/users/1', { password: OTHER })).toEqual([200, { id: 1, name: 'a2' }]);
    const changed = await secrets();
    expect([isOf(OTHER, changed[0]), changed[1]]).toEqual([true, pin]);
    expect(await call('PATCH', '/users/1', { pin: null })).toEqual([200, { id: 1, name: 'a2' }]);
    expect(await secrets()).toEqual([changed[0], null]);
    expect(await call('POST', '/users/1/merge', { pin: MARK, name: 'a' })).toEqual([200, { id: 1, name: 'a' }]);
    const merged = await secrets();
    expect([merged[0], isOf(MARK, merged[1])]).toEqual([changed[0], true]);
    expect(await call('POST', '/users/1/merge', { pin: null })).toEqual([200, { id: 1, name: 'a' }]);
    expect(await secrets()).toEqual([changed[0], null]);
  });

  it('is taken from a field of another name, and judged there by its own rules and those of the request', async () => {
    const path = '/users/1/password';
    expect(await call('PUT', path, { new: MARK, again: OTHER })).toEqual([422, { error: 'unlike', fields: [] }]);
    expect(await call('PUT', path, { new: 'short', again: 'short' })).toEqual([
      422,
      { error: 'invalid', fields: ['new'] },
    ]);
    expect(await call('PUT', path, { new: MARK, again: MARK })).toEqual([200, { id: 1, name: 'a' }]);
    const [[hash]] = (await kept('User', ['password'])) as [[string]];
    expect(isOf(MARK, hash)).toBe(true);
  });

  it('is no reason for another answer than the store finds', async () => {
    expect(await call('PATCH', '/users/99', { password: MARK })).toEqual([404, { error: 'no_user', fields: [] }]);
    expect(await call('POST', '/users', { name: 'b', password: MARK })).toEqual([
      409,
      { error: 'taken', fields: ['name'] },
    ]);
  });

  it('is in no event, neither as text nor as its hash', async () => {
    expect(await call('DELETE', '/users/2')).toBe(204);
    const rows = (await kept('_outbox', ['event', 'row'])) as [string, string][];
    expect(rows.map(([event]) => event)).toEqual(['joined', 'joined', 'changed', 'changed', 'changed', 'left']);
    expect(rows.map(([, row]) => Object.keys(JSON.parse(row) as object))).toEqual(rows.map(() => ['id', 'name']));
  });

  it('stands nowhere: no answer, no line of the log, not on the port of the operator', async () => {
    const shown = ['/rows/User', '/plan', '/gaps', '/outbox', '/'].map(async (path) => {
      const answer = await fetch(service.operatorUrl + path);
      return answer.text();
    });
    const texts = [...answers, ...service.logged, ...(await Promise.all(shown))];
    expect(texts.filter((text) => /Xyzzy|Frotz/.test(text))).toEqual([]);
    expect(texts.filter((text) => text.includes('$scrypt$ln=15'))).toEqual([]);
    const rows = (await (await fetch(`${service.operatorUrl}/rows/User`)).json()) as { fields: object[] };
    expect(JSON.stringify(rows)).toContain('"notShown":"secret"');
  });
});

it('keeps no octet of the text in the files of the embedded store', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ninefold-secrets-'));
  const store = await openSqlite({ directory, tables: plan.storage });
  const running = await start(plan, { store });
  await send(running, 'POST', '/users', { name: 'find-me', password: MARK, pin: OTHER });
  const files = (): string =>
    readdirSync(directory)
      .map((file) => readFileSync(join(directory, file), 'latin1'))
      .join('');
  const before = files();
  await running.stop();
  const all = before + files();
  expect([all.includes('find-me'), all.includes(MARK), all.includes(OTHER)]).toEqual([true, false, false]);
  rmSync(directory, { recursive: true });
});

/** What a store says that is opened with a second document. */
async function reopened(first: Plan, second: Plan): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'ninefold-secrets-'));
  const store = await openSqlite({ directory, tables: first.storage, fits: judgeKept });
  const running = await start(first, { store });
  const { status } = await send(running, 'POST', '/users', { name: 'a', password: MARK });
  expect(status).toBe(201);
  await running.stop();
  try {
    await (await openSqlite({ directory, tables: second.storage, fits: judgeKept })).close();
    return 'opens';
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('rows of a document that changes', () => {
  const TEXT = RESOURCES.replace('secret(8..40)', 'string(8..100)');
  const stringly: Plan = compile(modelOf(source(TEXT)));

  it('keep a hash where the rules of the text change: no row is judged by them', async () => {
    const longer = compile(modelOf(source(RESOURCES.replace('secret(8..40)', 'secret(12..100)'))));
    expect(await reopened(plan, longer)).toBe('opens');
  });

  it('are not taken over where text becomes a secret, nor where a hash would be shown', async () => {
    expect(await reopened(stringly, plan)).toContain('password was string and is now secret');
    expect(await reopened(plan, stringly)).toContain('password was secret and is now string');
  });
});

it('is advised around no more, and samples for a shell have one that fits', () => {
  expect(check(modelOf(source())).diagnostics).toEqual([]);
  const search = curlLines(plan, 'http://x', 0);
  let found = search.next();
  while (found.done !== true) found = search.next();
  expect(found.value.filter((line) => line.includes('/users'))).toHaveLength(7);
});
