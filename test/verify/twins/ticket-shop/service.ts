// The twin of examples/ticket-shop.md: written by hand on Fastify, in memory, from the document alone.

import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify';
import { admitsJson, bringsBody, isJsonBody, isPlain, octetsOf, segmentsOf } from '../media.ts';
import { Numeral, readJson, type Json } from '../strict-json.ts';
import { faultOf, type Running, type Twin } from '../twin.ts';
import { FAULTS } from './faults.ts';
import * as shops from './shop.ts';
import type { Concert, Field, Order, Shop, User } from './shop.ts';

const ERRORS = {
  sign_in: [401, 'Sign in first'],
  wrong_password: [401, 'No such address, or not with this password'],
  not_allowed: [403, 'You may not do that'],
  not_there: [404, 'There is nothing here'],
  wrong_field: [422, 'A field is not as it has to be'],
  wrong_query: [400, 'A word in the query has a value that it cannot have'],
  taken: [409, 'Somebody has this already'],
  wrong_stage: [409, 'It is not at that stage'],
  unreadable_body: [400, 'The body is not JSON'],
} as const satisfies Record<string, readonly [number, string]>;

type Code = keyof typeof ERRORS;

/** Ends a request with an error of the document, or with what HTTP itself answers. */
class Refusal extends Error {
  readonly status: number;
  readonly body: object | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: Code | number, headers: Readonly<Record<string, string>> = {}) {
    super(String(code));
    this.status = typeof code === 'number' ? code : ERRORS[code][0];
    this.body = typeof code === 'number' ? undefined : { error: code, message: ERRORS[code][1] };
    this.headers = headers;
  }
}

type Members = ReadonlyMap<string, Json>;

/** What a handler is given: who calls, and what is asked for behind the checks that come before it. */
interface Asked {
  readonly request: FastifyRequest;
  readonly caller: User;
  readonly token: string;
  readonly part: (name: string) => string;
  /** Fields that must be there, and fields that may. */
  body(required: Readonly<Record<string, Field>>, optional?: Readonly<Record<string, Field>>): Promise<Members>;
  /** The body is none, and the query has nothing. */
  nothing(): Promise<void>;
  page(): Promise<{ offset: number; limit: number }>;
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Handler = (asked: Asked) => Promise<Reply>;
type Who = 'anyone' | 'signed-in';

const READ_ONLY = new Set(['id', 'role', 'organiser', 'stage', 'number', 'concert', 'buyer', 'ordered_at']);

class TicketShop {
  readonly #has: (fault: string) => boolean;
  readonly #shop: Shop = shops.emptyShop();
  /** Methods by path. */
  readonly #methods = new Map<string, string[]>();
  readonly app: FastifyInstance;

  constructor(has: (fault: string) => boolean) {
    this.#has = has;
    this.app = fastify({
      forceCloseConnections: true,
      http: { maxHeaderSize: 32_768 },
      routerOptions: { maxParamLength: 16_384 },
      // A path that is no text.
      frameworkErrors: (_error, _request, reply: FastifyReply) => this.#send(reply, { status: 400 }),
    });
    this.app.removeAllContentTypeParsers();
    this.app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // Bodies are read where the document has them judged, whatever type they say.
    this.app.addHook('onRequest', (request, _reply, done) => {
      if (request.raw.headers['content-type'] !== undefined) request.raw.headers['content-type'] = 'application/json';
      done();
    });
    this.app.setErrorHandler((error, _request, reply) => this.#refused(error, reply));
    this.app.setNotFoundHandler((request, reply) => this.#lost(request, reply));
    this.#people();
    this.#concerts();
    this.#orders();
  }

  /** As the operator does it: no operation makes the first administrator. */
  appoint(id: string): void {
    this.#shop.users.find((user) => user.id === id)!.role = 'admin';
  }

  #on(who: Who, method: HTTPMethods, url: string, handler: Handler): void {
    const known = this.#methods.get(url) ?? [];
    known.push(method);
    this.#methods.set(url, known);
    this.app.route({
      method,
      url,
      exposeHeadRoute: true,
      handler: async (request, reply) => {
        if (Object.values(request.params as object).includes('')) throw new Refusal('not_there');
        if (method === 'GET' || method === 'HEAD' || method !== 'DELETE') {
          if (!admitsJson(request.raw)) throw new Refusal(406);
        }
        this.#send(reply, await handler(this.#asked(who, request)));
        return reply;
      },
    });
  }

  #send(reply: FastifyReply, { status, body, headers = {} }: Reply): void {
    void reply.code(status).headers(headers);
    if (body === undefined) void reply.send();
    else void reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(body)));
  }

  #refused(error: unknown, reply: FastifyReply): void {
    if (!(error instanceof Refusal)) return this.#send(reply, { status: 500 });
    const { status, body, headers } = error;
    const challenge = status === 401 && !this.#has('no challenge') ? { 'www-authenticate': 'Bearer' } : {};
    this.#send(reply, { status: this.#statusOf(error.message, status), body, headers: { ...challenge, ...headers } });
  }

  #statusOf(code: string, status: number): number {
    if (code === 'taken' && this.#has('taken is 400')) return 400;
    return code === 'wrong_stage' && this.#has('stage is 422') ? 422 : status;
  }

  /** No path, or none with this method. */
  #lost(request: FastifyRequest, reply: FastifyReply): void {
    const segments = segmentsOf(request.raw.url!);
    if (!segments) return this.#send(reply, { status: 400 });
    const fits = [...this.#methods].filter(([url]) => {
      const pattern = url.slice(1).split('/');
      return (
        pattern.length === segments.length &&
        pattern.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
      );
    });
    // A fixed segment wins over a parameter.
    const [best] = fits.toSorted(([one], [two]) => Number(one.includes(':')) - Number(two.includes(':')));
    if (!best) return this.#refused(new Refusal('not_there'), reply);
    const methods = best[1].includes('GET') ? [...best[1], 'HEAD'] : best[1];
    this.#refused(new Refusal(405, { allow: methods.join(', ') }), reply);
  }

  #asked(who: Who, request: FastifyRequest): Asked {
    const isLax = who === 'anyone' && (request.routeOptions.url !== '/orders' || !request.headers.authorization);
    const { user, token } = isLax ? { user: undefined, token: '' } : this.#signedIn(request);
    return {
      request,
      caller: user as User,
      token,
      part: (name) => (request.params as Record<string, string>)[name]!,
      body: (required, optional = {}) => this.#body(request, required, optional),
      nothing: () => this.#nothing(request),
      page: () => this.#page(request),
    };
  }

  #signedIn(request: FastifyRequest): { user: User; token: string } {
    const sent = request.raw.headersDistinct['authorization'] ?? [];
    if (sent.length === 0) throw new Refusal('sign_in');
    const token = sent.length === 1 ? /^bearer +(\S+)$/i.exec(sent[0]!)?.[1] : undefined;
    const session = token === undefined ? undefined : this.#shop.sessions.get(token);
    if (!session || session.until <= Date.now()) {
      throw new Refusal(
        'sign_in',
        this.#has('no challenge') ? {} : { 'www-authenticate': 'Bearer error="invalid_token"' },
      );
    }
    return { user: session.user, token: token! };
  }

  #query(request: FastifyRequest, known: readonly string[]): URLSearchParams {
    const query = new URLSearchParams(request.raw.url!.split('?').slice(1).join('?'));
    const isUnknown = [...query.keys()].some((name) => !known.includes(name));
    if (isUnknown && !this.#has('unknown queries pass')) throw new Refusal('wrong_field');
    return query;
  }

  async #nothing(request: FastifyRequest): Promise<void> {
    const isRead = bringsBody(request.raw) && !['GET', 'HEAD', 'DELETE'].includes(request.method);
    const octets = isRead ? await octetsOf(request.raw) : Buffer.alloc(0);
    if (octets === 'too large') throw new Refusal(413);
    this.#query(request, []);
    if (octets.length > 0 && !/^[ \t\r\n]*\{[ \t\r\n]*\}[ \t\r\n]*$/.test(octets.toString('latin1')))
      throw new Refusal(415);
  }

  async #body(
    request: FastifyRequest,
    required: Readonly<Record<string, Field>>,
    optional: Readonly<Record<string, Field>>,
  ): Promise<Members> {
    let members: Members | undefined = new Map();
    let failure: Refusal | undefined;
    if (bringsBody(request.raw)) {
      if (!isJsonBody(request.raw)) failure = new Refusal(415, { accept: 'application/json' });
      else if (!isPlain(request.raw)) failure = new Refusal(415, { 'accept-encoding': 'identity' });
      else members = this.#members(await octetsOf(request.raw));
    }
    this.#query(request, []);
    if (failure) throw failure;
    if (!members) throw new Refusal('unreadable_body');
    this.#judge(members, required, optional);
    return members;
  }

  #members(octets: Buffer | 'too large'): Members | undefined {
    if (octets === 'too large') throw new Refusal(413);
    const json = readJson(octets);
    if (!(json instanceof Map)) return undefined;
    return this.#has('null is nothing') ? new Map([...json].filter(([, value]) => value !== null)) : json;
  }

  #judge(members: Members, required: Readonly<Record<string, Field>>, optional: Readonly<Record<string, Field>>): void {
    const fields = new Map(Object.entries({ ...required, ...optional }));
    for (const name of Object.keys(required)) if (!members.has(name)) throw this.#wrong(`${name} is missing`);
    for (const [name, value] of members) {
      const field = fields.get(name);
      const passes = READ_ONLY.has(name) ? this.#has('read-only fields pass') : this.#has('unknown fields pass');
      if (field ? !field(value) : !passes) throw this.#wrong(`${name} is wrong`);
    }
  }

  #wrong(reason: string): Refusal {
    const refusal = new Refusal('wrong_field');
    if (this.#has('reason is told')) Object.assign(refusal.body!, { message: reason });
    return refusal;
  }

  async #page(request: FastifyRequest): Promise<{ offset: number; limit: number }> {
    const query = this.#query(request, ['offset', 'limit']);
    const number = (name: string, otherwise: number, most: number): number => {
      const sent = query.getAll(name);
      if (sent.length === 0) return otherwise;
      if (sent.length > 1 || !/^(?:0|[1-9]\d{0,18})$/.test(sent[0]!) || BigInt(sent[0]!) >= 2n ** 63n)
        throw this.#badPage();
      if (Number(sent[0]) > most && !this.#has('long pages')) throw this.#badPage();
      return Math.min(Number(sent[0]), most);
    };
    const offset = number('offset', 0, Infinity);
    const limit = number('limit', 20, 100);
    return { offset, limit: limit === 0 && this.#has('limit of nothing') ? 20 : limit };
  }

  #badPage(): Refusal {
    return new Refusal(this.#has('bad page is 422') ? 'wrong_field' : 'wrong_query');
  }

  async #listed<T>(asked: Asked, name: string, rows: readonly T[], show: (row: T) => unknown): Promise<Reply> {
    const { offset, limit } = await asked.page();
    const from = this.#has('offset counts pages')
      ? offset * limit
      : offset + (offset > 0 && this.#has('skips the first') ? 1 : 0);
    const shown = rows.slice(from, from + limit + (this.#has('one more') ? 1 : 0)).map(show);
    return { status: 200, body: { [name]: shown, total: this.#has('total of the page') ? shown.length : rows.length } };
  }

  #isTaken(email: string): boolean {
    const same = (one: string): string => (this.#has('case counts') ? one : shops.folded(one));
    return this.#shop.users.some((user) => same(user.email) === same(email));
  }

  #makeUser(members: Members, more: { role?: string; organiser?: string | null }): User {
    const [email, name, password] = ['email', 'name', 'password'].map((field) => members.get(field) as string);
    if (this.#isTaken(email!)) throw new Refusal('taken');
    const role = more.role ?? (this.#has('no role') ? undefined : 'customer');
    const user = {
      id: shops.newId(),
      email: email!,
      name: name!,
      password: shops.hashed(password!),
      organiser: null,
      ...more,
      role,
    };
    this.#shop.users.push(user);
    return user;
  }

  #user(user: User): Record<string, unknown> {
    const shown = shops.shownUser(user);
    if (user.organiser === null && this.#has('organiser left out')) delete shown['organiser'];
    return shown;
  }

  #people(): void {
    const person = { email: shops.EMAIL, name: shops.NAME, password: shops.PASSWORD };
    this.#on('anyone', 'POST', '/users', async (asked) => {
      const anyRole: Record<string, Field> = this.#has('signs up as staff')
        ? { role: (role) => typeof role === 'string' }
        : {};
      const members = await asked.body(person, anyRole);
      const role = this.#has('signs up as staff') ? (members.get('role') as string | undefined) : undefined;
      const user = this.#makeUser(members, role === undefined ? {} : { role });
      const more = this.#has('password shown') ? { password: user.password } : {};
      return { status: 201, body: { user: { ...this.#user(user), ...more }, token: shops.tokenFor(this.#shop, user) } };
    });
    this.#on('signed-in', 'GET', '/users', async (asked) => {
      if (asked.caller.role !== 'admin' && !this.#has('customers see people')) throw new Refusal('not_allowed');
      const users = this.#shop.users.toSorted((one, two) =>
        Buffer.compare(Buffer.from(one.email), Buffer.from(two.email)),
      );
      return this.#listed(asked, 'users', users, (user) => this.#user(user));
    });
    this.#on('anyone', 'POST', '/organisers', async (asked) => {
      const slug = this.#has('any slug') ? shops.LOOSE_SLUG : shops.SLUG;
      const members = await asked.body({ slug, title: shops.NAME, ...person });
      const organiser = members.get('slug') as string;
      if (this.#shop.organisers.has(organiser)) throw new Refusal('taken');
      const keep = (): unknown => this.#shop.organisers.set(organiser, { title: members.get('title') as string });
      if (this.#has('organiser left behind')) keep();
      const user = this.#makeUser(members, { role: 'staff', organiser });
      keep();
      return { status: 201, body: { token: shops.tokenFor(this.#shop, user) } };
    });
    this.#on('signed-in', 'POST', '/colleagues', async (asked) => {
      if (asked.caller.role !== 'staff' && !this.#has('customers make staff')) throw new Refusal('not_allowed');
      const organiser = this.#has('colleagues of nobody') ? null : asked.caller.organiser;
      return { status: 201, body: this.#user(this.#makeUser(await asked.body(person), { role: 'staff', organiser })) };
    });
    this.#on('signed-in', 'PUT', '/users/:id/role', async (asked) => {
      const user = this.#shop.users.find(({ id }) => id === asked.part('id').toLowerCase());
      if (!user) throw new Refusal('not_there');
      if (asked.caller.role !== 'admin') throw new Refusal('not_allowed');
      user.role = (await asked.body({ role: shops.ROLE })).get('role') as string;
      return { status: 200, body: this.#user(user) };
    });
    this.#sessions();
    this.#me();
  }

  #sessions(): void {
    this.#on('anyone', 'POST', '/sessions', async (asked) => {
      const members = await asked.body({ email: shops.KNOWN_EMAIL, password: shops.PASSWORD });
      const user = this.#shop.users.find(({ email }) => email === members.get('email'));
      if (!user && this.#has('unknown address is 404')) throw new Refusal('not_there');
      if (user?.password !== shops.hashed(members.get('password') as string)) throw new Refusal('wrong_password');
      return { status: 201, body: { token: shops.tokenFor(this.#shop, user) } };
    });
    this.#on('signed-in', 'DELETE', '/session', async (asked) => {
      await asked.nothing();
      if (!this.#has('tokens after sign-out')) this.#shop.sessions.delete(asked.token);
      return { status: 204 };
    });
  }

  #endTokens(of: User): void {
    for (const [token, { user }] of this.#shop.sessions) if (user === of) this.#shop.sessions.delete(token);
  }

  #me(): void {
    this.#on('signed-in', 'GET', '/me', async (asked) => {
      await asked.nothing();
      return { status: 200, body: this.#user(asked.caller) };
    });
    this.#on('signed-in', 'PATCH', '/me', async ({ caller, body }) => {
      const members = await body({}, { name: shops.NAME });
      const before = caller.name;
      caller.name = (members.get('name') as string | undefined) ?? before;
      const shown = this.#user(caller);
      if (this.#has('name stays')) caller.name = before;
      return { status: 200, body: shown };
    });
    this.#on('signed-in', 'PUT', '/me/password', async ({ caller, body }) => {
      if (this.#has('signed out by a refusal')) this.#endTokens(caller);
      const members = await body({ password: shops.PASSWORD });
      if (!this.#has('password stays')) caller.password = shops.hashed(members.get('password') as string);
      if (!this.#has('tokens after a new password')) this.#endTokens(caller);
      return { status: 200, body: { token: shops.tokenFor(this.#shop, caller) } };
    });
  }

  #stage(): Refusal {
    return new Refusal(this.#has('stage says taken') ? 'taken' : 'wrong_stage');
  }

  /** The concert of the path, for the staff that may change it. */
  #concertFor({ caller, part }: Asked, lax?: string): Concert {
    const concert = this.#shop.concerts.find(({ id }) => String(id) === part('id'));
    if (!concert) throw new Refusal('not_there');
    const isOwn = concert.organiser !== null && concert.organiser === caller.organiser;
    if (!isOwn && !(lax !== undefined && this.#has(lax) && caller.role === 'staff')) throw new Refusal('not_allowed');
    return concert;
  }

  #cents(members: Members): bigint | undefined {
    const price = members.get('price');
    if (!(price instanceof Numeral)) return undefined;
    return this.#has('cents by doubles') ? BigInt(Math.trunc(Number(price.text) * 100)) : price.scaled(2)!;
  }

  #concerts(): void {
    const { concerts } = this.#shop;
    const fields = { title: shops.TITLE, price: shops.PRICE };
    this.#on('anyone', 'GET', '/concerts', async (asked) => {
      const open = concerts.filter(
        ({ stage }) => stage === 'open' || (stage === 'draft' && this.#has('drafts on sale')),
      );
      const reply = await this.#listed(asked, 'concerts', open, shops.shownConcert);
      if (this.#has('total of all')) Object.assign(reply.body as object, { total: concerts.length });
      return reply;
    });
    this.#on('signed-in', 'GET', '/concerts/own', async (asked) => {
      const { caller } = asked;
      if (caller.role !== 'staff') throw new Refusal('not_allowed');
      const own = concerts.filter(({ organiser }) => organiser === caller.organiser || this.#has('all concerts'));
      return this.#listed(asked, 'concerts', own.toReversed(), shops.shownConcert);
    });
    this.#on('signed-in', 'POST', '/concerts', async ({ caller, body }) => {
      if (caller.role !== 'staff' && !this.#has('customers make concerts')) throw new Refusal('not_allowed');
      const members = await body(fields);
      const { organiser } = caller;
      const title = members.get('title') as string;
      const concert: Concert = {
        id: concerts.length + 1,
        title,
        price: this.#cents(members)!,
        organiser,
        stage: 'draft',
      };
      concerts.push(concert);
      const headers: Record<string, string> = this.#has('where it is') ? { location: `/concerts/${concert.id}` } : {};
      return { status: 201, body: shops.shownConcert(concert), headers };
    });
    this.#on('signed-in', 'PATCH', '/concerts/:id', (asked) => this.#changeConcert(asked, fields));
    this.#on('signed-in', 'POST', '/concerts/:id/open', async (asked) => {
      const concert = this.#concertFor(asked, 'opens those of others');
      const mayOpen = concert.stage === 'draft' || (concert.stage === 'closed' && this.#has('opens what is closed'));
      if (mayOpen && asked.caller.role !== 'staff') throw new Refusal('not_allowed');
      await asked.nothing();
      if (!mayOpen) throw this.#stage();
      concert.stage = 'open';
      return { status: 200, body: shops.shownConcert(concert) };
    });
    this.#on('signed-in', 'POST', '/concerts/:id/close', async (asked) => {
      const concert = this.#concertFor(asked);
      const mayClose = concert.stage === 'open' || (concert.stage === 'draft' && !this.#has('drafts cannot close'));
      if (mayClose && asked.caller.role !== 'staff') throw new Refusal('not_allowed');
      await asked.nothing();
      if (!mayClose) throw this.#stage();
      const before = concert.stage;
      concert.stage = 'closed';
      const shown = shops.shownConcert(concert);
      if (this.#has('closes without a trace')) concert.stage = before;
      return { status: 200, body: shown };
    });
    // A path that is fixed wins, though it lacks the method.
    this.app.patch('/concerts/own', (request, reply) => this.#lost(request, reply));
  }

  async #changeConcert(asked: Asked, fields: Readonly<Record<string, Field>>): Promise<Reply> {
    const concert = this.#concertFor(asked, 'concerts of others');
    const early = this.#has('changes before judging');
    const members = await asked.body({}, early ? { ...fields, price: () => true } : fields);
    if (concert.stage === 'closed' && !this.#has('changes what is closed')) throw this.#stage();
    concert.title = (members.get('title') as string | undefined) ?? concert.title;
    const price = members.get('price');
    if (price !== undefined && !shops.PRICE(price)) throw this.#wrong('price is wrong');
    const otherwise = this.#has('price is reset') ? 0n : concert.price;
    if (!this.#has('title alone')) concert.price = this.#cents(members) ?? otherwise;
    return { status: 200, body: shops.shownConcert(concert) };
  }

  #order(order: Order): Record<string, unknown> {
    const shown = shops.shownOrder(order);
    if (this.#has('concert by place')) shown['concert'] = this.#shop.concerts[0]?.id;
    return this.#has('owner shown') ? { ...shown, email: order.buyer.email } : shown;
  }

  /** The order of the path, for the one whose it is. */
  #orderFor({ caller, part }: Asked, lax: string): Order {
    const order = this.#shop.orders.find(({ number }) => String(number) === part('number'));
    if (!order) throw new Refusal('not_there');
    if (order.buyer === caller || this.#has(lax)) return order;
    throw new Refusal(this.#has('others learn of orders') ? 'not_allowed' : 'not_there');
  }

  #orders(): void {
    const { orders, concerts } = this.#shop;
    this.#on('signed-in', 'POST', '/concerts/:id/orders', async ({ caller, part, body }) => {
      const concert = concerts.find(({ id }) => String(id) === part('id'));
      if (!concert && !(this.#has('orders of no concert') && /^\d+$/.test(part('id')))) throw new Refusal('not_there');
      const members = await body({ seats: shops.seats(this.#has('a seat too many') ? 9 : 8) });
      const mayOrder = !concert || concert.stage === 'open' || (concert.stage === 'draft' && this.#has('sells drafts'));
      if (!mayOrder) throw this.#stage();
      const count = Number((members.get('seats') as Numeral).scaled(0));
      const at = new Date().toISOString();
      const order: Order = {
        number: orders.length + 1,
        concert: Number(part('id')),
        seats: count,
        buyer: caller,
        stage: 'held',
        at,
      };
      orders.push(order);
      return { status: this.#has('orders are accepted') ? 202 : 201, body: this.#order(order) };
    });
    this.#on(this.#has('orders for nobody') ? 'anyone' : 'signed-in', 'GET', '/orders', async (asked) => {
      const own = orders.filter(({ buyer }) => buyer === asked.caller || this.#has('all orders'));
      if (!this.#has('oldest orders first')) own.reverse();
      return this.#listed(asked, 'orders', own, (order) => this.#order(order));
    });
    this.#on('signed-in', 'GET', '/orders/:number', async (asked) => {
      const order = this.#orderFor(asked, 'orders of others');
      await asked.nothing();
      return { status: 200, body: this.#order(order) };
    });
    this.#on('signed-in', 'POST', '/orders/:number/pay', async (asked) => {
      const order = this.#orderFor(asked, 'pays for others');
      await asked.nothing();
      if (order.stage !== 'held' && !(order.stage === 'paid' && this.#has('pays twice'))) throw this.#stage();
      order.stage = 'paid';
      if (this.#has('ordered when paid')) order.at = new Date().toISOString();
      return { status: 200, body: this.#order(order) };
    });
    const whoCancels: Who = this.#has('cancels for nobody') ? 'anyone' : 'signed-in';
    this.#on(whoCancels, 'POST', '/orders/:number/cancel', async (asked) => {
      const order = this.#orderFor(asked, 'cancels for nobody');
      await asked.nothing();
      if (order.stage !== 'held' && !(order.stage === 'paid' && this.#has('cancels what is paid'))) throw this.#stage();
      order.stage = 'cancelled';
      return { status: 200, body: this.#order(order) };
    });
  }
}

export async function startTicketShop({ fault }: { readonly fault?: string } = {}): Promise<
  Running & { appoint(id: string): void }
> {
  const shop = new TicketShop(faultOf(FAULTS, fault));
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => shop.app.close(), appoint: (id) => shop.appoint(id) };
}

export const TICKET_SHOP: Twin = {
  name: 'ticket-shop',
  document: 'examples/ticket-shop.md',
  faults: FAULTS,
  start: startTicketShop,
};
