// What public services ask for that no document states, and what they take long for: `verify` comes to call them all the same.

import { afterEach, describe, expect, it } from 'vitest';

import { closed, served, type Answer, type Asked, type Handler } from './by-hand.ts';
import { creates, lists, resource, scheme, section, signsUp } from './document.ts';
import { seen, things, verdictOn } from './things.ts';

afterEach(closed);

const DOCUMENT = things({
  resources: resource(
    'User',
    [
      '`name` | string | yes | caller | not shown',
      '`email` | string | yes | caller | not shown',
      '`password` | secret | yes | caller, hidden | not shown',
    ],
    { Unique: '`email`' },
  ),
  authentication: scheme('Key', {
    Caller: 'User',
    Credentials: '`email` and `password` of User',
    'Issued by': '`POST /users`, `POST /users/sign-in`, `PUT /user`',
    'Token lifetime': 'any',
  }),
  create: creates('Thing', { Who: 'signed-in' }),
  list: lists('Thing', { Who: 'signed-in' }),
  operations: [
    signsUp('User', { Answers: '201 created, `{"name": name, "token": <token>}`' }),
    section('POST /users/sign-in', {
      Does: 'signs in User by `email` and `password`; issues token for User',
      Body: 'User only email, password',
      Repeat: 'again',
      Answers: '200 signed in, `{"name": name, "token": <token>}`',
    }),
    section('PUT /user', {
      Does: 'updates caller; issues token for User',
      Who: 'signed-in',
      Body: 'User',
      'Omitted fields': 'kept',
      Repeat: 'again',
      Answers: '200 updated, `{"name": name, "token": <token>}`',
    }),
  ].join(''),
  codes: [
    '`missing` | 404 | no such Thing',
    '`who` | 401 | no credentials, wrong token, wrong credentials',
    '`invalid` | 400 | any field missing, any field invalid',
  ],
});

interface User {
  name: string;
  email: string;
  password: string;
}

const is = (text: unknown, pattern: RegExp): boolean => typeof text === 'string' && pattern.test(text);

/** It takes names and addresses as many services do, and hashes a password each time that one is sent and all else is right. */
class Service {
  hashed = 0;
  made = 0;
  readonly #users: User[] = [];
  readonly #tokens = new Map<string, User>();
  readonly #things: { readonly id: number; readonly title: string }[] = [];

  readonly handler: Handler = (asked) => {
    const { method, path } = asked;
    if (method === 'POST' && path === '/users') return this.#signUp(asked);
    if (method === 'POST' && path === '/users/sign-in') return this.#signIn(asked);
    const user = this.#tokens.get(asked.headers.authorization?.replace('Bearer ', '') ?? '');
    if (method === 'PUT' && path === '/user') return user ? this.#change(asked, user) : WHO;
    if (path === '/things') return user ? this.#list(asked) : WHO;
    const row = this.#things.find(({ id }) => path === `/things/${id}`);
    return row && (method === 'GET' || method === 'HEAD') ? { status: 200, body: row } : MISSING;
  };

  #list({ method, json, text }: Asked): Answer {
    if (method !== 'POST') return method === 'GET' ? { status: 200, body: this.#things } : MISSING;
    if (json === undefined && text !== '') return { status: 400, body: { error: 'invalid' } };
    const title = json?.['title'];
    if (typeof title !== 'string' || title === '' || [...title].length > 40) return INVALID;
    const row = { id: 1 + this.#things.length, title };
    this.#things.push(row);
    return { status: 201, body: row };
  }

  #signUp({ json }: Asked): Answer {
    const { name, email, password } = json ?? {};
    if (!is(name, NAME) || !is(email, EMAIL) || !is(password, /./)) return INVALID;
    if (this.#users.some((one) => one.name === name || one.email === email)) return TAKEN;
    const user = { name, email, password } as User;
    this.#users.push(user);
    this.hashed += 1;
    this.made += 1;
    return this.#token(201, user);
  }

  #signIn({ json }: Asked): Answer {
    const { email, password } = json ?? {};
    if (typeof email !== 'string' || typeof password !== 'string' || email === '' || password === '') return INVALID;
    this.hashed += 1;
    const user = this.#users.find((one) => one.email === email && one.password === password);
    return user ? this.#token(200, user) : WHO;
  }

  #change({ json, text }: Asked, user: User): Answer {
    if (json === undefined && text !== '') return INVALID;
    const { name = user.name, email = user.email, password = user.password } = json ?? {};
    if (!is(name, NAME) || !is(email, EMAIL) || !is(password, /./)) return INVALID;
    if (this.#users.some((one) => one !== user && (one.name === name || one.email === email))) return TAKEN;
    Object.assign(user, { name, email, password });
    this.hashed += 1;
    return this.#token(200, user);
  }

  #token(status: number, user: User): Answer {
    const token = `token-${this.#tokens.size}-abcdefgh`;
    this.#tokens.set(token, user);
    return { status, body: { name: user.name, token } };
  }
}

const NAME = /^[a-z][\w-]{2,39}$/i;
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
const WHO: Answer = { status: 401, body: { error: 'who' }, headers: { 'www-authenticate': 'Bearer' } };
const INVALID: Answer = { status: 400, body: { error: 'invalid' } };
const TAKEN: Answer = { status: 409, body: { error: 'taken' } };
const MISSING: Answer = { status: 404, body: { error: 'missing' } };

describe('a service that takes fewer values than its document shows', () => {
  it('is signed up at with the first call, and passwords are sent to it now and then only', async () => {
    const service = new Service();
    const verdict = await verdictOn(DOCUMENT, await served(service.handler));
    expect(seen(verdict)).toEqual([]);
    const exercised = verdict.exercised.map(({ id }) => id);
    expect(exercised).toContain('4/POST /users/status/201');
    expect(exercised).toContain('4/POST /things/status/201');
    expect(service.hashed).toBeLessThan(55);
  });
});
