// Calls to a ticket shop, good and bad, drawn by chance. Members are written as JSON text, since some are no values of JavaScript.

import type { Call, Drawing } from '../differential.ts';
import type { Play } from '../played.ts';
import type { Running } from '../twin.ts';
import { TICKET_SHOP, type startTicketShop } from './service.ts';

type Members = Readonly<Record<string, readonly string[]>>;

/** Of each member first a value that fits, then others. */
const TITLE = [
  '"Evening"',
  '"x"',
  '""',
  '" "',
  '5',
  'null',
  `"${'é'.repeat(120)}"`,
  `"${'é'.repeat(121)}"`,
  `"${'\u{1f600}'.repeat(80)}"`,
];
const PRICE = [
  '12.5',
  '0',
  '1000',
  '1.15',
  '19.99',
  '1000.01',
  '-1',
  '0.001',
  '"1"',
  'null',
  '1e2',
  '1.10',
  '0.29',
  '8.2e0',
];
const NAME = ['"Ann"', '""', '"  "', 'null', '7', `"${'n'.repeat(81)}"`];
const PASSWORD = ['"password"', '"password of ann"', '"short"', 'null', '12345678', '"        "'];
const SLUG = ['"harbour"', '"Garden"', '"1st"', '"a b"', '"Far away"', '"s"', `"${'s'.repeat(31)}"`];
const SEATS = ['2', '1', '8', '9', '0', '2.0', '2.5', '"2"', 'null', '-1'];
const ROLE = ['"customer"', '"admin"', '"staff"', 'null', '"boss"'];
const SURPRISES = [
  '"surprise":1',
  '"colour":"red"',
  '"name2":"x"',
  '"id":1',
  '"role":"staff"',
  '"stage":"open"',
  '"organiser":"harbour"',
  '"buyer":"x"',
  '"concert":1',
];
const EMAILS = [
  '"ann@x.org"',
  '"ANN@x.org"',
  '"no address"',
  '"a@b"',
  '"é@x.org"',
  '"É@x.org"',
  'null',
  '"a..b@x.org"',
  '"a@x.örg"',
  '"a@é.org"',
];

let fresh = 0;

function email(draw: Drawing): string {
  return draw.chance(0.8) ? `"u${draw.chance(0.5) ? (fresh += 1) : draw.below(10)}@x.org"` : draw.of(EMAILS);
}

/** All of it fits, or all but one member, or nothing is sure to. */
function body(draw: Drawing, members: Members, optional: boolean): string {
  const names = Object.keys(members);
  const wrong = draw.chance(0.6) ? [] : draw.chance(0.7) ? [draw.of(names)] : names;
  const all = Object.entries(members)
    .filter(([name]) => (optional && !wrong.includes(name) ? draw.chance(0.6) : draw.chance(0.98)))
    .map(([name, values]) => `"${name}":${wrong.includes(name) ? draw.of(values) : values[0]}`);
  const more = draw.chance(0.08) ? [draw.of(SURPRISES)] : [];
  return `{${[...all, ...more].join(',')}}`;
}

interface Way {
  readonly often?: number;
  /** Places of the tokens that mostly call it. */
  readonly by?: readonly [number, number];
  /** The first ones of what it names are left alone, so that they stay what they are. */
  readonly from?: number;
  readonly method: string;
  readonly path: string;
  readonly body?: (draw: Drawing) => string;
}

function passwords(draw: Drawing): readonly string[] {
  return [draw.of(PASSWORD.slice(0, 2)), ...PASSWORD];
}

function person(draw: Drawing): Members {
  return { email: [email(draw)], name: NAME, password: passwords(draw) };
}

function slug(draw: Drawing): readonly string[] {
  return [`"o-${draw.chance(0.4) ? (fresh += 1) : draw.below(12)}"`, ...SLUG];
}

const EACH: readonly Way[] = [
  { often: 3, method: 'POST', path: '/users', body: (draw) => body(draw, person(draw), false) },
  {
    often: 3,
    method: 'POST',
    path: '/organisers',
    body: (draw) => body(draw, { slug: slug(draw), title: NAME, ...person(draw) }, false),
  },
  { method: 'POST', path: '/colleagues', by: [0, 2], body: (draw) => body(draw, person(draw), false) },
  {
    often: 3,
    method: 'POST',
    path: '/sessions',
    body: (draw) => body(draw, { email: [email(draw)], password: passwords(draw) }, false),
  },
  { method: 'DELETE', path: '/session', from: 7 },
  { method: 'GET', path: '/me' },
  { method: 'PATCH', path: '/me', body: (draw) => body(draw, { name: NAME }, true) },
  {
    often: 2,
    method: 'PUT',
    path: '/me/password',
    from: 7,
    body: (draw) => body(draw, { password: passwords(draw) }, false),
  },
  { method: 'GET', path: '/users', by: [2, 3] },
  { method: 'PUT', path: '/users/{user}/role', by: [2, 3], from: 5, body: (draw) => body(draw, { role: ROLE }, false) },
  { method: 'GET', path: '/concerts' },
  { method: 'GET', path: '/concerts/own', by: [0, 2] },
  {
    often: 3,
    method: 'POST',
    path: '/concerts',
    by: [0, 2],
    body: (draw) => body(draw, { title: TITLE, price: [draw.of(PRICE.slice(0, 5)), ...PRICE] }, false),
  },
  {
    often: 3,
    method: 'PATCH',
    path: '/concerts/{concert}',
    by: [0, 2],
    body: (draw) => body(draw, { title: TITLE, price: [draw.of(PRICE.slice(0, 5)), ...PRICE] }, true),
  },
  {
    often: 2,
    method: 'POST',
    path: '/concerts/{concert}/open',
  },
  { method: 'POST', path: '/concerts/{concert}/close', by: [0, 2], from: 3 },
  {
    often: 3,
    method: 'POST',
    path: '/concerts/{concert}/orders',
    by: [2, 5],
    body: (draw) => body(draw, { seats: SEATS }, false),
  },
  { method: 'GET', path: '/orders', by: [2, 5] },
  {
    often: 3,
    method: 'GET',
    path: '/orders/{order}',
  },
  {
    often: 3,
    method: 'POST',
    path: '/orders/{order}/pay',
  },
  {
    often: 2,
    method: 'POST',
    path: '/orders/{order}/cancel',
  },
];

const WAYS: readonly Way[] = EACH.flatMap((way) => Array.from({ length: way.often ?? 1 }, () => way));

const ODD_PATHS = [
  '/nowhere',
  '/',
  '/orders/',
  '/orders/01',
  '/orders/x',
  '/orders/0',
  '/concerts/own',
  '/concerts/own/open',
  '/%ff',
  '/users/1/role',
  '/concerts/9999/orders',
  '/me/',
];
const QUERIES = [
  'limit=2',
  'limit=0',
  'limit=100',
  'limit=101',
  'offset=1',
  'offset=-1',
  'offset=2&limit=2',
  'limit=x',
  'limit=',
  'limit=1&limit=2',
  'offset=9223372036854775807',
  'offset=9223372036854775808',
  'limit=01',
  'page=2',
  'limit=x&page=2',
  'limit=+1',
  'offset=1&limit=1',
];
const ACCEPTS = ['*/*', 'text/html', 'application/*;q=0.1', 'application/json;q=0'];
const TYPES = ['text/plain', 'application/json; charset=utf-8', 'application/json;charset=latin1', ''];
const BODIES = ['{', '[]', '{}', ' { } ', '"x"', '{"seats":1,"seats":2}'];
const CREDENTIALS = [
  'Bearer',
  'Bearer x',
  'Basic eDp5',
  '',
  'Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'bearer {{token:0}}',
  'Bearer  {{token:1}}',
  '{{token:0}}',
  'Bearer {{token:0}} x',
];

function drawn(draw: Drawing): Call {
  const way = draw.of(WAYS);
  const nth = (): number => (draw.chance(0.5) ? draw.below(4) : draw.below(400));
  const path = draw.chance(0.03)
    ? draw.of(ODD_PATHS)
    : way.path.replace(/\{(\w+)\}/, (_, kind: string) => `{{${kind}:${nth()} from ${way.from ?? 0}}}`);
  const isList = way.method === 'GET' && /(?:s|own)$/.test(path);
  const query = draw.chance(isList ? 0.6 : 0.04) ? `?${draw.of(QUERIES)}` : '';
  const method = draw.chance(0.97) ? way.method : draw.of(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'POST', 'GET']);
  const [least, most] = way.by ?? [0, 7];
  const from = /^\/(?:session|me\/password)/.test(path) ? (way.from ?? 0) : 0;
  const isUsual = from === 0 && draw.chance(0.75);
  const token = isUsual ? least + draw.below(most - least) : draw.below(400);
  const authorization = draw.chance(0.06) ? draw.of(CREDENTIALS) : `Bearer {{token:${token} from ${from}}}`;
  const odd = draw.chance(0.03) ? draw.of(BODIES) : undefined;
  const content = odd ?? way.body?.(draw);
  const hasBody = content !== undefined && (way.body ? draw.chance(0.98) : true);
  const type = draw.chance(0.96) ? 'application/json' : draw.of(TYPES);
  return {
    method,
    target: path + query,
    headers: {
      ...(draw.chance(0.95) && { authorization }),
      ...(hasBody && type !== '' && { 'content-type': type }),
      ...(draw.chance(0.03) && { accept: draw.of(ACCEPTS) }),
      ...(draw.chance(0.01) && { 'content-encoding': 'gzip' }),
    },
    ...(hasBody && { body: content }),
  };
}

const KINDS = new Map([
  ['buyer', 'user'],
  ['concert', 'concert'],
  ['number', 'order'],
  ['token', 'token'],
  ['ordered_at', 'instant of number'],
]);

function chosen(place: string, value: unknown): string | undefined {
  const name = place.slice(place.lastIndexOf('.') + 1);
  if (name === 'id') return String(value).includes('-') ? 'user' : 'concert';
  return KINDS.get(name);
}

const json = { 'content-type': 'application/json' };
const made = (target: string, members: object): Call => ({
  method: 'POST',
  target,
  headers: json,
  body: JSON.stringify(members),
});
const someone = (name: string): object => ({ email: `${name}@x.org`, name, password: 'password' });

const as = (token: number, call: Call): Call => ({
  ...call,
  headers: { ...call.headers, authorization: `Bearer {{token:${token}}}` },
});

/** Two organisers with concerts, customers with orders, and the first administrator, whom the operator appoints. */
const FIRST: readonly Call[] = [
  made('/organisers', { slug: 'harbour', title: 'Harbour', ...someone('sam') }),
  made('/organisers', { slug: 'garden', title: 'Garden', ...someone('sue') }),
  made('/users', someone('adm')),
  made('/users', someone('cleo')),
  made('/users', someone('carl')),
  as(0, { method: 'GET', target: '/me' }),
  as(1, { method: 'GET', target: '/me' }),
  ...[0, 0, 1].map((token, nth) => as(token, made('/concerts', { title: `Evening ${nth}`, price: 10 }))),
  ...[0, 0, 1].map((token, nth) => as(token, { method: 'POST', target: `/concerts/{{concert:${nth}}}/open` })),
  ...[3, 3, 4].map((token, nth) => as(token, made(`/concerts/{{concert:${nth}}}/orders`, { seats: 2 }))),
];

export const TICKET_PLAY: Play = {
  twin: TICKET_SHOP,
  chosen,
  draw: drawn,
  first: FIRST,
  async prepare(own, operatorUrl, beside) {
    const [here, there] = beside.called('user', 0);
    (own as Running & Awaited<ReturnType<typeof startTicketShop>>).appoint(here);
    const set = { resource: 'User', id: there, set: { role: 'admin' } };
    const answer = await fetch(`${operatorUrl}/rows`, { method: 'POST', headers: json, body: JSON.stringify(set) });
    if (!answer.ok) throw new Error(await answer.text());
  },
};
