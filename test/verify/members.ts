// A document of things whose members sign in, and a service of it by hand that keeps both.

import type { Answer, Handler } from './by-hand.ts';
import { creates, ID, lists, resource, scheme, section, table } from './document.ts';
import { INVALID, keeper, MISSING, things } from './things.ts';

export interface More {
  readonly resources?: string;
  readonly operations?: string;
  readonly codes?: readonly string[];
}

export const members = ({ resources = '', operations = '', codes = [] }: More = {}): string =>
  things({
    resources:
      resource(
        'Member',
        [ID, '`name` | string | yes | caller at create', '`password` | secret | yes | caller, hidden'],
        { Unique: '`name`' },
      ) + resources,
    authentication: scheme('Session', {
      Caller: 'Member',
      Credentials: '`name` and `password` of Member',
      'Issued by': '`POST /sessions`',
    }),
    operations: [
      lists('Thing', { Who: 'signed-in' }).replace('/things', '/own'),
      creates('Member'),
      section(
        'POST /sessions',
        {
          Does: 'signs in Member by `name` and `password`; issues token for Member',
          Repeat: 'again',
          Answers: '201 signed in, `{"token": <token>}`',
        },
        table('Body | Type | Required | Sets', [
          '`name` | as `Member.name` | yes | none',
          '`password` | as `Member.password` | yes | none',
        ]),
      ),
      operations,
    ].join(''),
    codes: [
      MISSING,
      INVALID,
      '`known` | 409 | `Member.name` taken',
      '`sign_in` | 401 | no credentials, wrong token, expired token',
      '`wrong` | 401 | wrong credentials',
      ...codes,
    ],
  });

export const MEMBERS: string = members();

const isText = (value: unknown): value is string => typeof value === 'string';

function unknown(error: string): Answer {
  return { status: 401, body: { error }, headers: { 'www-authenticate': 'Bearer' } };
}

/** `own`: what comes of `GET /own` for somebody who is signed in. */
export function signingIn(own: (listed: Answer) => Answer): Handler {
  const members: { readonly name: string; readonly password: string }[] = [];
  const tokens = new Set<string>();
  const rest = keeper();
  return (asked) => {
    const { method, path, json, headers } = asked;
    if (path === '/own' && ['GET', 'HEAD'].includes(method)) {
      const isKnown = tokens.has(/^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '');
      return isKnown ? own(rest({ ...asked, path: '/things' })) : unknown('sign_in');
    }
    if (method !== 'POST' || !['/members', '/sessions'].includes(path)) return rest(asked);
    const { name, password } = json ?? {};
    if (!isText(name) || !isText(password)) return { status: 400, body: { error: 'invalid' } };
    const known = members.find((one) => one.name === name);
    if (path === '/sessions') {
      if (known?.password !== password) return unknown('wrong');
      tokens.add(`t${tokens.size}`);
      return { status: 201, body: { token: `t${tokens.size - 1}` } };
    }
    if (known) return { status: 409, body: { error: 'known' } };
    members.push({ name, password });
    return { status: 201, body: { id: members.length, name } };
  };
}
