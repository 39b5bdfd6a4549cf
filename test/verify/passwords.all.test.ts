// Who changes a password says what it is, and lets nobody in with it afterwards.

import { afterEach, describe, expect, it } from 'vitest';

import { verify } from '../../src/verify/verify.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { closed, served, type Answer, type Handler } from './by-hand.ts';
import { bullets, creates, documentOf, errors, ID, modelOf, resource, section, table, TOLERANT } from './document.ts';
import { seen } from './things.ts';

afterEach(closed);

const MODEL = modelOf(
  documentOf({
    resources: resource(
      'Member',
      [ID, '`name` | string(1..40) | yes | caller at create', '`password` | secret(6..40) | yes | caller, hidden'],
      { Unique: '`name`' },
    ),
    all: bullets(TOLERANT),
    operations: [
      creates('Member'),
      section('GET /me', { Does: 'reads caller', Who: 'signed-in', Repeat: 'safe', Answers: '200 found, Member' }),
      section(
        'PUT /password',
        {
          Does: 'updates caller',
          Who: 'signed-in',
          'Omitted fields': 'kept',
          Errors: '`wrong_old`',
          Repeat: 'again',
          Answers: '204 updated',
        },
        table('Body | Type | Required | Sets', [
          '`old` | string(1..) | yes | none',
          '`password` | as `Member.password` | yes | `password`',
        ]),
      ),
    ].join(''),
    authentication: section('Password', {
      Scheme: 'HTTP Basic',
      'Sent in': 'header `Authorization: Basic {token}`',
      Caller: 'Member',
      Credentials: '`name` and `password` of Member',
    }),
    errors: errors([
      '`invalid` | 400 | any field missing, any field invalid',
      '`known` | 409 | `Member.name` taken',
      '`sign_in` | 401 | no credentials, wrong token',
      '`wrong_old` | 403 | body `old` != caller `password`',
    ]),
  }),
);

interface Member {
  readonly id: number;
  readonly name: string;
  password: string;
  former?: string;
}

const isText = (value: unknown, least: number): value is string =>
  typeof value === 'string' && [...value].length >= least && [...value].length <= 40;

const failed = (status: number, code: string): Answer => ({
  status,
  body: { code },
  ...(status === 401 && { headers: { 'www-authenticate': 'Basic' } }),
});

/** `letsFormer`: the password that was changed still lets in. */
function members(letsFormer: boolean): Handler {
  const rows: Member[] = [];
  const callerOf = (authorization = ''): Member | undefined => {
    const text = Buffer.from(authorization.replace(/^basic /i, ''), 'base64').toString('utf8');
    const [name, password] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)];
    const isRight = (one: Member): boolean => one.password === password || (letsFormer && one.former === password);
    return rows.find((one) => one.name === name && isRight(one));
  };
  return ({ method, path, json, headers }) => {
    const { name, old, password } = json ?? {};
    if (path === '/members' && method === 'POST') {
      if (!isText(name, 1) || !isText(password, 6)) return failed(400, 'invalid');
      if (rows.some((one) => one.name === name)) return failed(409, 'known');
      rows.push({ id: rows.length + 1, name, password });
      return { status: 201, body: { id: rows.length, name } };
    }
    const isReading = path === '/me' && ['GET', 'HEAD'].includes(method);
    if (!isReading && (path !== '/password' || method !== 'PUT')) return { status: 404 };
    const caller = callerOf(headers.authorization);
    if (!caller) return failed(401, 'sign_in');
    if (isReading) return { status: 200, body: { id: caller.id, name: caller.name } };
    if (typeof old !== 'string' || old === '' || !isText(password, 6)) return failed(400, 'invalid');
    if (old !== caller.password) return failed(403, 'wrong_old');
    caller.former = caller.password;
    caller.password = password;
    return { status: 204 };
  };
}

async function verdictOf(letsFormer: boolean): Promise<Verdict> {
  return verify(MODEL, { url: await served(members(letsFormer)), seed: 2, requests: 80, time: 15_000 });
}

describe('a password', () => {
  it('is changed by who knows it', async () => {
    const verdict = await verdictOf(false);
    expect(seen(verdict)).toEqual([]);
    expect(verdict.exercised.map(({ id }) => id)).toContain('4/PUT /password/status/204');
  });

  it('that was changed and lets in is found', async () => {
    const { findings } = await verdictOf(true);
    expect(findings.map((one) => [one.class, one.operation])).toEqual([['open door', 'GET /me']]);
  });
});
