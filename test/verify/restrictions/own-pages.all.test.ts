// Pages of a list in which each caller sees its own rows alone: they are filled by the one who asks for them, whatever rows others have.

import { afterEach, describe, expect, it } from 'vitest';

import type { LinkedOperation } from '../../../src/model/model.ts';
import { Found } from '../../../src/verify/explore/found.ts';
import { followPages } from '../../../src/verify/explore/pages.ts';
import { Reach } from '../../../src/verify/explore/reach.ts';
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
  lists,
  modelOf,
  resource,
  scheme,
  signsUp,
  TOLERANT,
} from '../document.ts';
import { seen, verdictOn } from '../things.ts';

const DOCUMENT = documentOf({
  resources:
    resource('Account', [ID, '`name` | string(1..40) | yes | caller at create']) +
    resource(
      'Thing',
      [
        ID,
        '`account` | Account by `id` | yes | service, hidden: caller at create',
        '`title` | string(1..40) | yes | caller at create',
      ],
      { 'Visible to': 'owner by Thing.account' },
    ),
  all: bullets({ ...TOLERANT, Who: 'signed-in' }),
  operations: [
    signsUp('Account', {
      Who: 'anyone',
      Answers: '201 created, `{"account": Account, "key": <token>}`',
    }),
    creates('Thing'),
    lists('Thing', {
      Order: 'newest first',
      Pages: 'after `cursor`, size `limit`; default 20, at most 100, more is refused, cursor is opaque',
      Answers: '200 found, `{"items": array of Thing, "next": <next>}`',
    }),
  ].join(''),
  authentication: scheme('Key', {
    Scheme: 'API key',
    'Sent in': 'header `X-Key: {token}`',
    Caller: 'Account',
    'Issued by': '`POST /accounts`',
  }),
  errors: errors([
    '`no_key` | 401 | no credentials, wrong token',
    '`invalid` | 400 | invalid query, malformed body, any field missing, any field invalid',
  ]),
});

interface Thing {
  readonly id: number;
  readonly account: number;
  readonly title: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && /^.{1,40}$/su.test(value);

/** `isRepeating`: a page begins with the row that its cursor is behind of. */
function service(isRepeating: boolean): Handler {
  const accounts: string[] = [];
  const things: Thing[] = [];
  const invalid = { status: 400, body: { code: 'invalid' } };
  const list = (account: number, query: URLSearchParams): Answer => {
    const [limit, cursor] = [query.get('limit') ?? '20', query.get('cursor') ?? 'c1000000'];
    if (!/^[1-9][0-9]?$|^100$/.test(limit) || !/^c[0-9]+$/.test(cursor)) return invalid;
    if (new Set(query.keys()).size < query.size) return invalid;
    const place = Number(cursor.slice(1)) + (isRepeating ? 1 : 0);
    const rows = things.filter((one) => one.account === account && one.id < place).toReversed();
    const shown = rows.slice(0, Number(limit));
    const items = shown.map(({ id, title }) => ({ id, title }));
    return { status: 200, body: { items, next: rows.length > shown.length ? `c${shown.at(-1)!.id}` : null } };
  };
  return ({ method, path, query, headers, json }) => {
    if (method === 'POST' && path === '/accounts') {
      const { name } = json ?? {};
      if (!isText(name)) return invalid;
      const id = accounts.push(`key-${accounts.length}-${'k'.repeat(20)}`);
      return { status: 201, body: { account: { id, name }, key: accounts.at(-1) } };
    }
    if (path !== '/things') return { status: path === '/accounts' ? 405 : 404, headers: { allow: 'POST' } };
    const account = accounts.indexOf(String(headers['x-key'])) + 1;
    if (account === 0) return { status: 401, body: { code: 'no_key' }, headers: { 'www-authenticate': 'Key' } };
    if (method === 'GET' || method === 'HEAD') return list(account, query);
    if (method !== 'POST') return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
    const { title } = json ?? {};
    if (!isText(title)) return invalid;
    const id = things.length + 1;
    things.push({ id, account, title });
    return { status: 201, body: { id, title } };
  };
}

afterEach(closed);

describe.each([1, 2, 3])('pages of own rows, with seed %i', (seed) => {
  it('are no failure where each row comes once, and are met', async () => {
    const verdict = await verdictOn(DOCUMENT, await served(service(false)), seed);
    expect(seen(verdict)).toEqual([]);
    expect(verdict.exercised.map(({ what }) => what)).toContain('a page behind the first');
  });

  it('are found to repeat the last row of the page before', async () => {
    const verdict = await verdictOn(DOCUMENT, await served(service(true)), seed);
    expect(verdict.findings.map((one) => `${one.class}, ${one.operation}`)).toEqual(['broken page, GET /things']);
  });
});

it('are made for a caller who has none where many others have', async () => {
  const model = modelOf(DOCUMENT);
  const url = await served(service(true));
  const client = new Client(url);
  const budget = { requests: 100, time: 15_000 };
  const session = new Session(
    knowledge(model, url.href),
    client,
    { judge, expect: expected, isHopeless, isRefusedFor },
    { seed: 1, budget, found: new Found() },
  );
  const reach = new Reach(session, false);
  const of = (heading: string): LinkedOperation => model.operations.get(heading)!;
  for (let account = 0; account < 7; account += 1) {
    await reach.reach(of('POST /accounts'));
    if (account < 6) await reach.reach(of('POST /things'));
  }
  await followPages(session, reach, [of('GET /things')]);
  client.close();
  expect([...session.found.findings.values()].map(({ finding }) => finding.class)).toEqual(['broken page']);
});
