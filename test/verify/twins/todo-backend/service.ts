// The twin of examples/todo-backend.md: written by hand on node:http, in memory, from the document alone.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { admitsJson, bringsBody, isJsonBody, isPlain, octetsOf, segmentsOf } from '../media.ts';
import { Numeral, readJson, type Json } from '../strict-json.ts';
import { faultOf, type Running, type Twin } from '../twin.ts';
import { FAULTS } from './faults.ts';

interface Todo {
  readonly id: number;
  title: string;
  completed?: boolean;
  order?: bigint | null;
  more: Record<string, unknown>;
}

type Draft = Partial<Pick<Todo, 'title' | 'completed' | 'order'>>;

interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const ERRORS = {
  no_such_todo: [404, 'There is no todo at this address.'],
  invalid_todo: [422, 'A todo needs a title that is not blank; completed is true or false; order is a whole number.'],
  not_json: [400, 'The body is not JSON.'],
  not_a_json_type: [415, 'Send application/json.'],
  only_json: [406, 'This service answers application/json.'],
  no_such_path: [404, 'There is nothing at this address.'],
  method_not_allowed: [405, 'This address does not know that method.'],
} as const satisfies Record<string, readonly [number, string]>;

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

class TodoList {
  readonly #has: (fault: string) => boolean;
  #todos: Todo[] = [];
  #last = 0;
  base = '';

  constructor(has: (fault: string) => boolean) {
    this.#has = has;
  }

  async answer(request: IncomingMessage): Promise<Reply> {
    const segments = segmentsOf(request.url!);
    if (!segments) return { status: 400 };
    const [list, id, ...rest] = segments;
    if (list !== 'todos' || rest.length > 0 || id === '') return refuse('no_such_path');
    const reply = await this.#routed(request, id);
    return { ...reply, headers: { ...reply.headers, ...ANY_ORIGIN } };
  }

  async #routed(request: IncomingMessage, id: string | undefined): Promise<Reply> {
    const methods = id === undefined ? ['GET', 'POST', 'DELETE', 'HEAD'] : ['GET', 'PATCH', 'DELETE', 'HEAD'];
    const method = request.method === 'HEAD' ? 'GET' : request.method!;
    if (method === 'OPTIONS' && request.headers.origin && request.headers['access-control-request-method']) {
      const headers = {
        'Access-Control-Allow-Methods': methods.join(', '),
        'Access-Control-Allow-Headers': 'content-type',
      };
      return { status: 204, headers };
    }
    if (!methods.includes(method)) {
      if (this.#has('wrong method is 404')) return refuse('no_such_path');
      return { ...refuse('method_not_allowed'), headers: { Allow: methods.join(', ') } };
    }
    // What is deleted is answered without a body, of whatever type.
    if (method !== 'DELETE' && !admitsJson(request)) return refuse('only_json');
    if (id === undefined) return this.#onList(method, request);
    const todo = /^(?:0|[1-9]\d*)$/.test(id) ? this.#todos.find((one) => String(one.id) === id) : undefined;
    if (!todo) {
      if (method === 'DELETE' && this.#has('deletes what is not there')) return { status: 204 };
      return refuse('no_such_todo');
    }
    return this.#onTodo(method, request, todo);
  }

  async #onList(method: string, request: IncomingMessage): Promise<Reply> {
    if (method === 'GET') {
      const shown = this.#has('open ones only') ? this.#todos.filter(({ completed }) => !completed) : [...this.#todos];
      if (this.#has('newest first')) shown.reverse();
      return { status: 200, body: shown.map((todo) => this.#shown(todo)) };
    }
    if (method === 'DELETE') {
      this.#todos = this.#has('clears what is done') ? this.#todos.filter(({ completed }) => !completed) : [];
      return { status: 204 };
    }
    const body = await this.#body(request);
    if ('status' in body) return body;
    const { draft, wrong } = this.#draft(body.members, true);
    if (wrong.length > 0 && !this.#has('keeps what it refuses')) return this.#invalid(wrong);
    const id = this.#has('numbers again') ? (this.#todos.at(-1)?.id ?? 0) + 1 : (this.#last += 1);
    const base = this.#has('no default') ? {} : { completed: false };
    const made = this.#has('when it came') ? { createdAt: new Date().toISOString() } : this.#extra(body.members);
    const todo: Todo = { id, ...base, title: draft.title ?? '', ...draft, more: made };
    this.#todos.push(todo);
    if (wrong.length > 0) return this.#invalid(wrong);
    return { status: this.#has('made with 200') ? 200 : 201, body: this.#shown(todo) };
  }

  async #onTodo(method: string, request: IncomingMessage, todo: Todo): Promise<Reply> {
    if (method === 'GET') return { status: 200, body: this.#shown(todo) };
    if (method === 'DELETE') {
      const gone = this.#shown(todo);
      this.#todos = this.#todos.filter((one) => one !== todo);
      return this.#has('deleted with a body') ? { status: 200, body: gone } : { status: 204 };
    }
    const body = await this.#body(request);
    if ('status' in body) return body;
    const { draft, wrong } = this.#draft(body.members, false);
    if (wrong.length > 0) {
      if (this.#has('changes before judging')) Object.assign(todo, draft);
      return this.#invalid(wrong);
    }
    if (this.#has('completed is reset')) todo.completed = false;
    if (this.#has('order is dropped')) delete todo.order;
    const before = todo.title;
    Object.assign(todo, draft, { more: { ...todo.more, ...this.#extra(body.members) } });
    if (this.#has('changed goes last')) this.#todos = [...this.#todos.filter((one) => one !== todo), todo];
    const shown = this.#shown(todo);
    if (this.#has('title stays')) todo.title = before;
    if (this.#has('address of the list')) shown['url'] = `${this.base}/todos`;
    return { status: 200, body: shown };
  }

  async #body(request: IncomingMessage): Promise<Reply | { members: ReadonlyMap<string, Json> }> {
    if (!bringsBody(request)) return { members: new Map() };
    if ((!isJsonBody(request) && !this.#has('any media type')) || !isPlain(request)) return refuse('not_a_json_type');
    const octets = await octetsOf(request);
    if (octets === 'too large') return { status: 413 };
    const json = readJson(octets);
    if (json instanceof Map) return { members: json };
    return this.#has('broken body is 422') ? refuse('invalid_todo') : refuse('not_json');
  }

  /** What the caller may set, as far as it fits, and the names of what does not. */
  #draft(members: ReadonlyMap<string, Json>, isNew: boolean): { draft: Draft; wrong: string[] } {
    const draft: Draft = {};
    const wrong: string[] = [];
    const sent = (name: string): Json | undefined => {
      const value = members.get(name);
      return value === null && this.#has('null is nothing') ? undefined : value;
    };
    const [title, completed, order] = [sent('title'), sent('completed'), sent('order')];
    if (title !== undefined || isNew) {
      if (typeof title === 'string' && this.#isTitle(title, isNew)) draft.title = title;
      else wrong.push('title');
    }
    if (typeof completed === 'boolean') draft.completed = completed;
    else if (completed !== undefined) wrong.push('completed');
    if (order !== undefined) {
      const whole = this.#whole(order);
      if (whole === undefined) wrong.push('order');
      else if (whole !== 0n || !this.#has('zero is nothing')) draft.order = whole;
    }
    return { draft, wrong };
  }

  #isTitle(title: string, isNew: boolean): boolean {
    if (this.#has('blank titles')) return title !== '';
    return title.trim() !== '' || (!isNew && title === '' && this.#has('empty titles in changes'));
  }

  #whole(order: Json): bigint | undefined {
    if (!(order instanceof Numeral)) return undefined;
    const number = Number(order.text);
    if (this.#has('halves of things') && Number.isFinite(number)) return BigInt(Math.trunc(number));
    return order.scaled(0);
  }

  #extra(members: ReadonlyMap<string, Json>): Record<string, unknown> {
    if (!this.#has('members kept')) return {};
    const known = ['id', 'title', 'completed', 'order', 'url'];
    const others = [...members].filter(([name]) => !known.includes(name));
    return Object.fromEntries(others.map(([name, value]) => [name, typeof value === 'string' ? value : true]));
  }

  #shown(todo: Todo): Record<string, unknown> {
    const { id, title, completed, order, more } = todo;
    const last = this.#has('address by place') ? this.#todos.indexOf(todo) + 1 || this.#todos.length + 1 : id;
    return {
      id,
      title,
      ...(completed !== undefined && { completed }),
      ...(order !== undefined ? { order } : this.#has('order is null') && { order: null }),
      url: `${this.base}/todos/${last}`,
      ...more,
    };
  }

  #invalid(wrong: string[]): Reply {
    const fields = this.#has('first field only') ? wrong.slice(0, 1) : wrong;
    const reply = refuse('invalid_todo', fields);
    return this.#has('invalid is 400') ? { ...reply, status: 400 } : reply;
  }
}

function refuse(code: keyof typeof ERRORS, fields: readonly string[] = []): Reply {
  const [status, message] = ERRORS[code];
  return { status, body: { error: code, message, fields } };
}

const raw = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

function send(response: ServerResponse, { status, body, headers = {} }: Reply, more: Record<string, string>): void {
  const text =
    body === undefined
      ? ''
      : JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? raw(String(value)) : value));
  const length = status === 204 ? {} : { 'Content-Length': Buffer.byteLength(text) };
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  response.writeHead(status, { ...type, ...headers, ...more, ...length });
  response.end(text);
}

async function start({ fault }: { readonly fault?: string } = {}): Promise<Running> {
  const has = faultOf(FAULTS, fault);
  const todos = new TodoList(has);
  const more: Record<string, string> = has('powered by') ? { 'X-Powered-By': 'Todos' } : {};
  const server = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
    todos.answer(request).then(
      (reply) => {
        request.resume();
        send(response, reply, more);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  todos.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { url: todos.base, close };
}

export const TODO_BACKEND: Twin = {
  name: 'todo-backend',
  document: 'examples/todo-backend.md',
  faults: FAULTS,
  start,
};
