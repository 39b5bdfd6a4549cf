// The judge of verify on a service that runs: nothing is found in what it answers to drawn calls; everything that a proxy changes on the way
// is found.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Exchange, Header } from '../../src/verify/exchange.ts';
import type { Judgement } from '../../src/verify/verdict.ts';
import { judge } from '../../src/verify/judge/judge.ts';
import { obligationsOf } from '../../src/verify/obligations.ts';
import { knowledge } from '../../src/verify/world/begin.ts';
import type { Knowledge } from '../../src/verify/world/knowledge.ts';
import type { Model } from '../../src/model/model.ts';
import { plan } from '../../src/plan/compile.ts';
import { serve, type Service } from '../../src/serve/serve.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { modelOf } from './document.ts';

interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
}

type Tamper = (answer: Answer) => Answer;

const AS_IT_IS: Tamper = (answer) => answer;

let model: Model;
let service: Service;
let proxy: Server;
let directory: string;
let tamper: Tamper = AS_IT_IS;

beforeAll(async () => {
  model = modelOf(readFileSync(join(import.meta.dirname, '../../examples/todo-backend.md'), 'utf8'));
  const compiled = plan(model);
  directory = mkdtempSync(join(tmpdir(), 'ninefold-judged-'));
  const store = await openSqlite({ directory: join(directory, 'data'), tables: compiled.storage });
  const ports = { host: '127.0.0.1', port: 0, operatorHost: '127.0.0.1', operatorPort: 0 };
  service = await serve({
    ...ports,
    plan: compiled,
    store,
    bodyLimit: 100_000,
    requestTimeout: 20_000,
    marks: true,
    log: () => undefined,
  });
  proxy = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void pass(request.method!, request.url!, request.headers, Buffer.concat(parts), response));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => proxy.close(resolve));
  await service.close();
  rmSync(directory, { recursive: true });
});

async function pass(
  method: string,
  target: string,
  headers: NodeJS.Dict<string | string[]>,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const type = headers['content-type'];
  const answer = await fetch(service.url + target, {
    method,
    headers: typeof type === 'string' ? { 'content-type': type } : {},
    ...(body.length > 0 && { body }),
  });
  const given = tamper({ status: answer.status, headers: [...answer.headers], body: await answer.text() });
  response.writeHead(
    given.status,
    given.headers.filter(([name]) => !/^(?:content-length|connection|keep-alive)$/.test(name)).flat(),
  );
  response.end(given.body);
}

/** Small numbers in an order that looks like none. */
function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Sent = readonly [method: string, target: string, body?: string];

function callOf(draw: (below: number) => number, ids: readonly number[]): Sent {
  const id = ids[draw(ids.length + 1)] ?? 9999;
  const title = JSON.stringify(['milk', 'bread', ' ', 'Ünder', ''][draw(5)]);
  const order = ['1', '-4', '12', '"x"', '1.5'][draw(5)]!;
  const body = [
    `{"title":${title}}`,
    `{"title":${title},"order":${order}}`,
    `{"completed":${draw(2) === 0}}`,
    '{"title":',
    '[]',
  ][draw(5)]!;
  switch (draw(12)) {
    case 0:
    case 1:
    case 2:
      return ['POST', '/todos', body];
    case 3:
    case 4:
      return ['PATCH', `/todos/${id}`, body];
    case 5:
    case 6:
      return ['GET', `/todos/${id}`];
    case 7:
      return ['DELETE', `/todos/${id}`];
    case 8:
      return draw(4) === 0 ? ['DELETE', '/todos'] : ['GET', '/else'];
    case 9:
      return ['PUT', '/todos', '{}'];
    default:
      return ['GET', '/todos'];
  }
}

async function exchanged([method, target, body]: Sent, ids: number[]): Promise<Exchange> {
  const { port } = proxy.address() as AddressInfo;
  const headers: Header[] = body === undefined ? [] : [['content-type', 'application/json']];
  const from = Date.now();
  const reply = await fetch(`http://127.0.0.1:${port}${target}`, {
    method,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body }),
  });
  const text = await reply.text();
  const to = Date.now();
  const id = Number(/"id":(\d+)/.exec(text)?.[1]);
  if (reply.status === 201 && id > 0) ids.push(id);
  const call = { method, target, headers, body };
  return { call, reply: { status: reply.status, headers: [...reply.headers], body: text }, from, to };
}

async function play(
  world: Knowledge,
  seed: number,
  calls: number,
  before?: (nth: number) => void,
): Promise<readonly Judgement[]> {
  const draw = drawn(seed);
  const ids: number[] = [];
  const judged: Judgement[] = [];
  for (let nth = 0; nth < calls; nth += 1) {
    before?.(nth);
    judged.push(judge(world, await exchanged(callOf(draw, ids), ids)));
  }
  return judged;
}

describe('a service that does what its document says', () => {
  it('gives nothing to find, and exercises most of what is stated', async () => {
    tamper = AS_IT_IS;
    const judged = await play(knowledge(model, service.url), 7, 250);
    expect(
      judged.flatMap(({ findings, invented, inconclusive }) => [...findings, ...invented, ...inconclusive]),
    ).toEqual([]);
    const exercised = new Set(judged.flatMap((one) => one.exercised));
    const all = obligationsOf(model).map(({ id }) => id);
    expect([...exercised].filter((id) => !all.includes(id))).toEqual([]);
    expect(exercised.size).toBeGreaterThan(all.length / 2);
  }, 60_000);
});

function changed(body: string, change: (json: Record<string, unknown>) => void): string {
  try {
    const json = JSON.parse(body) as unknown;
    const first: unknown = Array.isArray(json) ? json[0] : json;
    if (typeof first === 'object' && first !== null) change(first as Record<string, unknown>);
    return JSON.stringify(json);
  } catch {
    return body;
  }
}

const TAMPERS: readonly (readonly [name: string, tamper: Tamper, found: 'findings' | 'invented'])[] = [
  ['a status', (one) => ({ ...one, status: one.status === 200 ? 202 : 418 }), 'findings'],
  [
    'a member that is dropped',
    (one) => ({ ...one, body: changed(one.body, (json) => delete json['title'] || delete json['error']) }),
    'findings',
  ],
  ['a member that is added', (one) => ({ ...one, body: changed(one.body, (json) => (json['extra'] = 1)) }), 'invented'],
  [
    'a value that is changed',
    (one) => ({ ...one, body: changed(one.body, (json) => (json['title' in json ? 'title' : 'error'] = 'other')) }),
    'findings',
  ],
  ['a header that is added', (one) => ({ ...one, headers: [...one.headers, ['x-cache', 'hit']] }), 'invented'],
  ['a body that is cut', (one) => ({ ...one, body: one.body.slice(0, -1) }), 'findings'],
];

describe('what is changed on the way', () => {
  it.each(TAMPERS)(
    'is found: %s',
    async (_name, change, found) => {
      const world = knowledge(model, service.url);
      let met = 0;
      const judged = await play(world, 11, 120, (nth) => {
        const is = nth > 30 && nth % 9 === 0;
        tamper = is ? change : AS_IT_IS;
      }).then((all) => all.map((one, nth) => ({ ...one, is: nth > 30 && nth % 9 === 0 })));
      for (const one of judged) {
        if (!one.is) expect([...one.findings, ...one.invented]).toEqual([]);
        else if (one[found].length > 0) met += 1;
        expect(one.findings.length).toBeLessThan(2);
      }
      expect(met).toBeGreaterThan(2);
    },
    60_000,
  );
});
