// Calls of other callers: that one may not call an operation says nothing of others, and a key of the first one is tried by another one, also
// where a body names what is the caller's own.

import { afterEach, expect, it } from 'vitest';

import { knownActors } from '../../../src/verify/explore/actors.ts';
import { Found } from '../../../src/verify/explore/found.ts';
import { Reach } from '../../../src/verify/explore/reach.ts';
import { repeatWithKeys } from '../../../src/verify/explore/repeats.ts';
import { Session } from '../../../src/verify/explore/session.ts';
import { Client } from '../../../src/verify/http/client.ts';
import { expect as expected, isHopeless, isRefusedFor } from '../../../src/verify/judge/expect.ts';
import { judge } from '../../../src/verify/judge/judge.ts';
import { knowledge } from '../../../src/verify/world/begin.ts';
import { closed, served, type Answer, type Handler } from '../by-hand.ts';
import {
  bullets,
  creates,
  documentOf,
  errors,
  ID,
  keys,
  modelOf,
  resource,
  scheme,
  signsUp,
  TOLERANT,
} from '../document.ts';

const MODEL = modelOf(
  documentOf({
    resources:
      resource('Account', [ID, '`role` | one of `clerk`, `auditor` | yes | caller at create']) +
      resource('Shelf', [ID, '`owner` | Account by `id` | yes | service, hidden: caller at create'], {
        'Visible to': 'owner by Shelf.owner',
      }) +
      resource('Thing', [ID, '`shelf` | Shelf by `id` | yes | caller at create']),
    all: bullets({ ...TOLERANT, Who: '`clerk`' }),
    operations: [
      signsUp('Account', { Who: 'anyone', Answers: '201 created, `{"account": Account, "key": <token>}`' }),
      creates('Shelf', { Body: 'none' }).replace('/shelfs', '/shelves'),
      creates('Thing', { Repeat: 'key' }, keys('Once', { Scope: 'caller and operation' })),
    ].join(''),
    authentication: scheme('Key', {
      Scheme: 'API key',
      'Sent in': 'header `X-Key: {token}`',
      Caller: 'Account',
      Roles: '`Account.role`',
      'Issued by': '`POST /accounts`',
    }),
    errors: errors([
      '`who` | 401 | no credentials, wrong token',
      '`forbidden` | 403 | not permitted',
      '`no_key` | 400 | header `Once` missing',
      '`invalid` | 400 | any field missing, any field invalid, no such Shelf in `shelf`',
      '`other_body` | 422 | same key, other body',
      '`busy` | 409 | still running',
    ]),
  }),
);

const refused = (status: number, code: string): Answer => ({ status, body: { code } });

/** `isShared`: a key is the same one for all callers. */
function service(isShared: boolean): Handler {
  const accounts: { readonly id: number; readonly role: unknown }[] = [];
  const shelves: number[] = [];
  const kept = new Map<string, readonly [sent: string, answer: Answer]>();
  let made = 0;
  const thing = (owner: number, shelf: unknown): Answer =>
    typeof shelf === 'number' && shelves[shelf - 1] === owner
      ? { status: 201, body: { id: (made += 1), shelf } }
      : refused(400, 'invalid');
  return ({ path, headers, json, text }) => {
    if (path === '/accounts') {
      const role = json?.['role'];
      if (role !== 'clerk' && role !== 'auditor') return refused(400, 'invalid');
      const account = { id: accounts.push({ id: accounts.length + 1, role }), role };
      return { status: 201, body: { account, key: `key-of-account-${account.id}` } };
    }
    const caller = accounts.find(({ id }) => headers['x-key'] === `key-of-account-${id}`);
    if (!caller) return refused(401, 'who');
    if (caller.role !== 'clerk') return refused(403, 'forbidden');
    if (path === '/shelves') return { status: 201, body: { id: shelves.push(caller.id) } };
    const key = headers['once'];
    if (typeof key !== 'string') return refused(400, 'no_key');
    const name = isShared ? key : `${caller.id} ${key}`;
    const [sent, first] = kept.get(name) ?? [];
    if (first) return sent === text ? first : refused(422, 'other_body');
    const answer = thing(caller.id, json?.['shelf']);
    kept.set(name, [text, answer]);
    return answer;
  };
}

let client: Client;
let session: Session;
let reach: Reach;

async function begin(isShared: boolean): Promise<void> {
  const url = await served(service(isShared));
  client = new Client(url);
  session = new Session(
    knowledge(MODEL, url.href),
    client,
    { judge, expect: expected, isHopeless, isRefusedFor },
    { seed: 1, budget: { requests: 60, time: 15_000 }, found: new Found() },
  );
  reach = new Reach(session, false);
}

afterEach(() => {
  client.close();
  return closed();
});

const CREATE = MODEL.operations.get('POST /things')!;

it('may reach an operation that one of them may not call, however often that one tried', async () => {
  await begin(false);
  for (let times = 0; times < 4; times += 1) await reach.reach(MODEL.operations.get('POST /accounts')!);
  const auditor = knownActors(session.world).find(({ row }) => row?.get('role') === 'auditor');
  expect(auditor).toBeDefined();
  for (let times = 0; times < 6; times += 1) expect(await reach.reach(CREATE, { actor: auditor })).toBeUndefined();
  expect(await reach.reach(CREATE)).toBeDefined();
});

it.each([
  [true, ['POST /things']],
  [false, []],
])('get an answer of their own to a key that another one sent: %s', async (isShared, found) => {
  await begin(isShared);
  for (let times = 0; times < 4; times += 1) await reach.reach(MODEL.operations.get('POST /accounts')!);
  await repeatWithKeys(session, reach, [CREATE]);
  expect([...session.found.findings.values()].map(({ finding }) => finding.operation)).toEqual(found);
  expect([...session.exercised]).toContain('4/POST /things/repeat/same body');
  if (!isShared) expect([...session.exercised]).toContain('4/POST /things/repeat/other caller');
});
