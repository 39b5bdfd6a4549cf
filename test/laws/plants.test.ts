// The judge of law 1 must be able to find fault. Inventions are planted, once in the plan and once in what serve answers:
// a header, a status, a default, a member, a message. Each must be caught; without them the judge has nothing to say.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { Judge } from './judge.ts';
import type { Answered } from './answered.ts';
import { play } from './play.ts';
import type { Tamper } from './play.ts';
import type { Call } from './requests.ts';
import { Stage, understand } from './service.ts';

const SHELVES = understand(readFileSync(new URL('gap-table/shelves.md', import.meta.url), 'utf8'));
let stage: Stage;
const recently = (instant: string): boolean => Math.abs(Date.now() - Date.parse(instant)) < 3_600_000;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const json = { 'content-type': 'application/json' };
const call = (method: string, path: string, body?: unknown): Call => ({
  method,
  path: [path],
  headers: body === undefined ? {} : json,
  ...(body === undefined ? {} : { body: { json: body } }),
});

const CALLS: readonly Call[] = [
  call('POST', '/people', { name: 'ann' }),
  call('POST', '/shelves', { label: 'Books', owner: 'ann' }),
  call('POST', '/shelves', { label: 'Plates', owner: 'ann', mark: 'B', size: 3, colour: 'red' }),
  call('GET', '/shelves/1'),
  call('GET', '/shelves'),
  call('GET', '/shelves?colour=red'),
  call('PATCH', '/shelves/2', { size: 4, colour: null }),
  call('POST', '/shelves/1/shut'),
  call('POST', '/shelves/1/shut'),
  call('POST', '/shelves', { label: ' ', size: 0, owner: 'ann' }),
  call('POST', '/shelves', { label: 'Cups', owner: 'ann', mark: 'B' }),
  call('GET', '/shelves/1?surprise=1'),
  call('GET', '/shelves/99'),
  call('GET', '/nowhere'),
  call('PUT', '/shelves', {}),
  call('DELETE', '/people/ann'),
];

async function complaints(plan: Plan, tamper?: Tamper): Promise<string[]> {
  await stage.play(plan);
  const judge = new Judge(SHELVES.model, stage.url, recently);
  const heard = await play(stage, CALLS, { tamper });
  return heard.flatMap(({ sent, answer }) => judge.judge(sent, answer));
}

type Json = { [key: string]: Json } & Json[];

/** A copy of the plan in which `change` was applied to one operation's run. */
function changed(id: string, change: (run: Json) => void): Plan {
  const plan = JSON.parse(JSON.stringify(compile(SHELVES.model))) as Plan;
  const operation = plan.operations.find((one) => one.id === id)!;
  change(operation.run as unknown as Json);
  return plan;
}

/** Changes the answers to one method and path. */
function of(method: string, path: string, change: (answer: Answered) => Answered): Tamper {
  return (answer, sent) => (sent.method === method && sent.path === path ? change(answer) : answer);
}

function body(answer: Answered, more: object): Answered {
  return { ...answer, text: JSON.stringify({ ...(JSON.parse(answer.text) as object), ...more }) };
}

function text(value: string): unknown {
  return { kind: 'text', parts: [value] };
}

it('has nothing to say of a service that invents nothing', async () => {
  expect(await complaints(compile(SHELVES.model))).toEqual([]);
  expect(Stage.failures).toEqual([]);
});

describe('an invention in the plan is caught', () => {
  it.each<[string, string, (run: Json) => void, RegExp]>([
    [
      'a header',
      'GET /shelves/{id}',
      (run) => run['answers']![0]!['headers']!.push({ name: 'X-Total', value: text('1') } as never),
      /header x-total: 1 traces to nothing/,
    ],
    [
      'Location at creation',
      'POST /shelves',
      (run) => run['answers']![0]!['headers']!.push({ name: 'Location', value: text('/shelves/1') } as never),
      /header location/,
    ],
    ['a status', 'POST /shelves', (run) => void (run['answers']![0]!['status'] = 200 as never), /gives this status/],
    [
      'a member',
      'GET /shelves/{id}',
      (run) =>
        run['answers']![0]!['body']!['pairs']!.push({
          key: 'links',
          value: { kind: 'list', items: [] },
          present: 'always',
        } as never),
      /links is not a member/,
    ],
    [
      'a default',
      'POST /shelves',
      (run) => {
        const mark = run['body']!['fields']!.find((field) => (field['name'] as unknown) === 'mark')!;
        mark['omitted'] = { do: 'fill', value: 'A' } as never;
      },
      /mark is "A", which was not sent and is not its default/,
    ],
    [
      'another default than the stated one',
      'POST /shelves',
      (run) => {
        const size = run['body']!['fields']!.find((field) => (field['name'] as unknown) === 'size')!;
        size['omitted'] = { do: 'fill', value: 2 } as never;
      },
      /size is 2, which was not sent and is not its default/,
    ],
    [
      'that a query parameter of no name is ignored',
      'GET /shelves/{id}',
      (run) => void (run['unknownQuery'] = 'ignored' as never),
      /surprise is declared nowhere, and the request is taken/,
    ],
    [
      'the status of a refusal',
      'GET /shelves/{id}',
      (run) => void (run['refusals']!['no such Shelf']!['refusal']!['status'] = 410 as never),
      /gives this status/,
    ],
    [
      'the message of a refusal',
      'GET /shelves/{id}',
      (run) => void (run['refusals']!['no such Shelf']!['refusal']!['message'] = 'Sorry' as never),
      /Sorry/,
    ],
    [
      'a header of a refusal',
      'GET /shelves/{id}',
      (run) =>
        run['refusals']!['no such Shelf']!['refusal']!['headers']!.push({
          name: 'Retry-After',
          value: text('5'),
        } as never),
      /header retry-after/,
    ],
  ])('%s', async (_what, id, change, expected) => {
    expect((await complaints(changed(id, change))).join('\n')).toMatch(expected);
  });
});

describe('an invention in what is served is caught', () => {
  it.each<[string, Tamper, RegExp]>([
    [
      'a header',
      of('GET', '/shelves/1', (a) => ({ ...a, headers: [...a.headers, ['x-powered-by', 'ninefold']] })),
      /header x-powered-by/,
    ],
    [
      'a cross-origin header',
      of('GET', '/shelves/1', (a) => ({ ...a, headers: [...a.headers, ['access-control-allow-origin', '*']] })),
      /not stated/,
    ],
    [
      'a cache header on what runs',
      of('GET', '/shelves/1', (a) => ({ ...a, headers: [...a.headers, ['cache-control', 'no-store']] })),
      /header cache-control/,
    ],
    ['a status', of('PATCH', '/shelves/2', (a) => ({ ...a, status: 204, text: '' })), /gives this status/],
    ['a status of the runtime', of('GET', '/shelves', (a) => ({ ...a, status: 500, text: '' })), /gives this status/],
    ['a member', of('GET', '/shelves/1', (a) => body(a, { version: 1 })), /version is not a member/],
    [
      'a default',
      of('POST', '/shelves', (a) => (a.text.includes('Books') ? body(a, { mark: 'M' }) : a)),
      /mark is "M"/,
    ],
    ['a value nobody sent', of('GET', '/shelves/1', (a) => body(a, { label: 'Bokks' })), /nobody sent/],
    ['null for what has no null', of('GET', '/shelves/1', (a) => body(a, { mark: null })), /not "or null"/],
    [
      'a state',
      of('POST', '/shelves/1/shut', (a) => (a.status === 200 ? body(a, { door: 'ajar' }) : a)),
      /against its rule/,
    ],
    [
      'another type of body',
      of('GET', '/shelves/1', (a) => ({
        ...a,
        headers: a.headers.map(([k, v]) => (k === 'content-type' ? [k, 'text/json'] : [k, v])),
      })),
      /which no part states/,
    ],
    [
      'words in a 404',
      of('GET', '/nowhere', (a) => ({ ...a, text: '{"error":"Not Found"}' })),
      /a body that nothing states/,
    ],
    ['a code', of('GET', '/shelves/99', (a) => body(a, { code: 'gone' })), /no <code>/],
    [
      'a failed field',
      of('POST', '/shelves', (a) => (a.status === 422 ? body(a, { fields: ['price'] }) : a)),
      /no <field>/,
    ],
    [
      'a gap that there is not',
      of('GET', '/shelves/1', (a) => ({ ...a, headers: [...a.headers, ['ninefold-gap', '"2/Shelf.size/default"']] })),
      /which is no gap/,
    ],
    ['a body on 204', of('DELETE', '/people/ann', (a) => ({ ...a, text: 'ok' })), /204 with a body/],
  ])('%s', async (_what, tamper, expected) => {
    expect((await complaints(compile(SHELVES.model), tamper)).join('\n')).toMatch(expected);
  });
});
