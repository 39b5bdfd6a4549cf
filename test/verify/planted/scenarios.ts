// Calls that show what the service of a document does, by the document. They are sent to two services side by side. `{{token:2}}` is the third
// token that was seen, `{{listener:0}}` where events are heard.

import type { Call, Chosen } from '../twins/differential.ts';

/** A call, or so many seconds that pass. */
export type Step = Call | { readonly seconds: number };

const json = { 'content-type': 'application/json' };

function send(method: string, target: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Call {
  if (body === undefined) return { method, target, headers };
  return { method, target, headers: { ...json, ...headers }, body: JSON.stringify(body) };
}

function get(target: string, headers: Readonly<Record<string, string>> = {}): Call {
  return send('GET', target, undefined, headers);
}

function by(token: number, call: Call, word = 'Bearer'): Call {
  return { ...call, headers: { ...call.headers, authorization: `${word} {{token:${token}}}` } };
}

const TODO: readonly Step[] = [
  send('POST', '/todos', { title: 'a' }),
  send('POST', '/todos', { title: 'b', completed: true, order: 3 }),
  send('PATCH', '/todos/2', { title: 'c' }),
  send('PATCH', '/todos/2', { order: null }),
  get('/todos'),
];

function someone(name: string): object {
  return { email: `${name}@x.org`, name, password: 'password' };
}

const TICKETS: readonly Step[] = [
  send('POST', '/organisers', { slug: 'harbour', title: 'Harbour', ...someone('sam') }),
  send('POST', '/organisers', { slug: 'garden', title: 'Garden', ...someone('sue') }),
  send('POST', '/users', someone('cleo')),
  send('POST', '/users', someone('carl')),
  get('/me'),
  by(0, send('POST', '/colleagues', someone('ned'))),
  ...[0, 0, 1].map((token, nth) => by(token, send('POST', '/concerts', { title: `Evening ${nth}`, price: 10 }))),
  by(2, send('POST', '/concerts', { title: 'Mine', price: 1 })),
  by(0, send('POST', '/concerts', { title: 'Dear', price: 1001 })),
  by(0, send('POST', '/concerts', { title: 'Odd', price: 1, stage: 'open' })),
  by(1, send('PATCH', '/concerts/1', { title: 'Theirs' })),
  by(0, send('POST', '/concerts/1/open')),
  by(1, send('POST', '/concerts/3/open')),
  get('/concerts'),
  get('/concerts?limit=1'),
  get('/concerts?limit=x&surprise=1'),
  by(0, get('/concerts/own')),
  by(1, get('/concerts/own')),
  by(2, send('POST', '/concerts/1/orders', { seats: 2 })),
  by(3, send('POST', '/concerts/2/orders', { seats: 2 })),
  by(3, get('/orders/1')),
  by(3, get('/orders')),
  by(2, send('POST', '/orders/1/pay')),
  by(2, send('POST', '/orders/1/pay')),
  send('POST', '/sessions', { email: 'cleo@x.org', password: 'wrong word' }),
  by(3, send('DELETE', '/session')),
  by(3, get('/me')),
  by(2, send('PUT', '/me/password', { password: 'another one' })),
  by(2, get('/me')),
];

function author(username: string, email: string): object {
  return { user: { username, email, password: 'password' } };
}

const CONDUIT: readonly Step[] = [
  send('POST', '/api/users', author('ann', 'ann@x.org')),
  send('POST', '/api/users', author('bob', 'bob@x.org')),
  send('POST', '/api/users', author('ann', 'ann@x.org')),
  send('POST', '/api/users', author('cid', 'ann@x.org')),
  ...['One', 'Two'].map((title) =>
    by(0, send('POST', '/api/articles', { article: { title, description: 'd', body: 'b', tagList: ['x'] } }), 'Token'),
  ),
  by(0, send('POST', '/api/articles', { article: { title: ' ', description: '', body: 'b' } }), 'Token'),
  by(1, send('POST', '/api/articles/one/favorite'), 'Token'),
  by(0, get('/api/articles/one'), 'Token'),
  get('/api/articles'),
  by(0, send('POST', '/api/articles/one/comments', { comment: { body: 'c' } }), 'Token'),
  by(0, send('DELETE', '/api/articles/two/comments/1'), 'Token'),
  by(0, send('PUT', '/api/articles/one', { article: { description: 'e' } }), 'Token'),
  by(0, send('PUT', '/api/articles/two', { article: { title: 'Three' } }), 'Token'),
  by(1, send('PUT', '/api/articles/one', { article: { description: 'f' } }), 'Token'),
];

/** Of whoever is told of repairs. */
export const SECRET = 'a secret of the app, long enough';

const REPAIR = { machine: 'Toaster', owner: 'ann@x.org' };

const REPAIRS: readonly Step[] = [
  ...['ann@x.org', 'ann@x.org', 'bob@x.org'].map((owner) =>
    send('POST', '/apps', { owner, url: '{{listener:0}}', secret: SECRET }),
  ),
  get('/apps?owner=ann@x.org'),
  send('POST', '/repairs', { ...REPAIR, serial: 'A-0001', warranty: true }),
  send('POST', '/repairs', { ...REPAIR, serial: 'A-0002', estimate: 12.5 }),
  send('POST', '/repairs', { ...REPAIR, serial: 'a-0001' }),
  get('/repairs?limit=1'),
  get('/repairs?dearer_than=10'),
  get('/repairs?dearer_than=12.5'),
  send('POST', '/repairs/{{repair:0}}/quote'),
  send('POST', '/repairs/{{repair:0}}/decline'),
  send('POST', '/repairs/{{repair:1}}/quote'),
  send('POST', '/repairs/{{repair:1}}/accept'),
  send('POST', '/repairs/{{repair:0}}/mend'),
  send('POST', '/repairs/{{repair:1}}/mend'),
  send('POST', '/repairs/{{repair:0}}/return'),
  send('PATCH', '/repairs/{{repair:0}}', { machine: 'Kettle' }),
  send('DELETE', '/repairs/{{repair:1}}'),
  get('/repairs'),
];

function product(net: number): object {
  return { name: 'Box', net, tax: 0.19, size: { width: 1, height: 1, depth: 1 } };
}

const PRICES: readonly Step[] = [
  send('PUT', '/v1/products/BBB', product(10)),
  send('PUT', '/v1/products/AAA', product(10)),
  get('/v1/products'),
  get('/v1/products?page=1&size=1'),
  ...Array.from({ length: 52 }, (_, nth) => send('PUT', `/v1/products/P-${100 + nth}`, product(20 + nth))),
  get('/v1/products?size=60'),
];

const version = (name: string): Readonly<Record<string, string>> => ({ 'api-version': name });

const TIDES: readonly Step[] = [
  send('POST', '/quays', { name: 'North quay' }),
  send('POST', '/quays', { name: 'South' }),
  ...['North quay', 'South', 'Nowhere'].map((quay) =>
    send('POST', '/tides', { quay, at: '2026-06-01T10:00:00Z', metres: 4.5 }),
  ),
  get('/tides'),
  send('DELETE', '/quays/North%20quay'),
  get('/tides'),
  ...['2025-06-01', '2024-01-01', '2030-01-01'].map((name) => get('/quays/South', version(name))),
];

const QUOTATIONS: readonly Step[] = [
  ...['ann@x.org', 'bob@x.org'].map((email) => send('POST', '/members', { email, password: 'password' })),
  ...Array.from({ length: 12 }, () => send('POST', '/sessions', { email: 'ann@x.org', password: 'wrong word' })),
  send('POST', '/sessions', { email: 'bob@x.org', password: 'wrong word' }),
  ...Array.from({ length: 102 }, () => get('/quotations')),
];

const BY_TIME: readonly Step[] = [
  send('POST', '/things', { n: 1 }),
  send('POST', '/things', { n: 2 }),
  send('POST', '/things/2/go'),
  { seconds: 14 * 60 + 30 },
  get('/things/1'),
  { seconds: 60 },
  get('/things/1'),
  get('/things/2'),
];

const NOTES: readonly Step[] = [
  send('POST', '/notes', { title: 'a' }),
  send('PATCH', '/notes/1', { title: 'b' }, { 'if-match': '"stale"' }),
  get('/notes/1'),
];

const BY_KEY: readonly Step[] = [0, 1].map(() =>
  send('POST', '/boxes', { label: 'a' }, { 'idempotency-key': '"one"' }),
);

const SAME_VALUES: readonly Step[] = [
  send('POST', '/plans', { id: 'fast', slow: false }),
  send('PUT', '/instances/a', { plan: 'fast' }),
  send('PUT', '/instances/a', { plan: 'fast', size: 2 }),
  get('/instances'),
];

export const SCENARIOS: ReadonlyMap<string, readonly Step[]> = new Map([
  ['examples/todo-backend.md', TODO],
  ['examples/ticket-shop.md', TICKETS],
  ['examples/conduit.md', CONDUIT],
  ['examples/repair-shop.md', REPAIRS],
  ['examples/price-list.md', PRICES],
  ['examples/tide-tables.md', TIDES],
  ['examples/quotations.md', QUOTATIONS],
  ['test/parts/states/moves-by-time.md', BY_TIME],
  ['test/parts/endpoints/preconditions.md', NOTES],
  ['test/parts/endpoints/repeats-by-key.md', BY_KEY],
  ['test/parts/endpoints/repeats-same-values.md', SAME_VALUES],
]);

/** Members that are instants, each with the member beside it that tells whose it is. */
const INSTANTS = new Map([
  ['createdAt', 'slug'],
  ['updatedAt', 'slug'],
  ['changed_at', 'id'],
  ['received_at', 'id'],
  ['ordered_at', 'number'],
  ['changed', 'id'],
  ['made', 'id'],
]);

/** What two services may call differently. */
export const chosen: Chosen = (place, value) => {
  const name = place.slice(place.lastIndexOf('.') + 1);
  const text = String(value);
  if (name === 'token') return 'token';
  if (text.endsWith('/heard')) return 'listener';
  if (/^[\da-f]{8}-[\da-f-]{27}$/.test(text)) return 'user';
  if (text.startsWith('rep_')) return 'repair';
  if (text.startsWith('app_')) return 'app';
  const beside = INSTANTS.get(name);
  return beside === undefined ? undefined : `instant of ${beside}`;
};
