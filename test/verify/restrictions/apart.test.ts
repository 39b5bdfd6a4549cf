// A row inside of another one than the path names: it is tried of each operation, also where each caller has one of these alone.

import { afterEach, expect, it } from 'vitest';

import { Found } from '../../../src/verify/explore/found.ts';
import { tryApart } from '../../../src/verify/explore/apart.ts';
import { Reach } from '../../../src/verify/explore/reach.ts';
import { Session } from '../../../src/verify/explore/session.ts';
import { Client } from '../../../src/verify/http/client.ts';
import { expect as expected, isHopeless, isRefusedFor } from '../../../src/verify/judge/expect.ts';
import { judge } from '../../../src/verify/judge/judge.ts';
import { knowledge } from '../../../src/verify/world/begin.ts';
import { closed, served, type Handler } from '../by-hand.ts';
import { bullets, documentOf, errors, ID, modelOf, reads, resource, section, table, TOLERANT } from '../document.ts';

const PATH = table('Path | Type | Selects', [
  '`box` | integer | Box by `id`',
  '`id` | integer | Thing by `id`, in {box}',
]);

const MODEL = modelOf(
  documentOf({
    resources: resource('Box', [ID]) + resource('Thing', [ID, '`box` | Box by `id` | yes | by operation']),
    all: `${bullets(TOLERANT)}\n${PATH}`,
    operations: [
      section('POST /boxes', { Does: 'creates Box', Body: 'none', Repeat: 'again', Answers: '201 created, Box' }),
      section('POST /boxes/{box}/things', {
        Does: 'creates Thing; sets `box` = {box}',
        Body: 'none',
        Repeat: 'again',
        Answers: '201 created, Thing',
      }),
      reads('Thing').replace('/things', '/boxes/{box}/things'),
    ].join(''),
    errors: errors(['`missing` | 404 | no such Box, no such Thing, invalid path']),
  }),
);

/** `isOpen`: a thing is found in each box. */
function service(isOpen: boolean): Handler {
  let boxes = 0;
  const things: { readonly id: number; readonly box: number }[] = [];
  const missing = { status: 404, body: { code: 'missing' } };
  return ({ method, path }) => {
    if (method === 'POST' && path === '/boxes') return { status: 201, body: { id: (boxes += 1) } };
    const [, box = '', id] = /^\/boxes\/(\d+)\/things(?:\/(\d+))?$/.exec(path) ?? [];
    if (Number(box) < 1 || Number(box) > boxes) return missing;
    if (method === 'POST') {
      things.push({ id: things.length + 1, box: Number(box) });
      return { status: 201, body: things.at(-1) };
    }
    const thing = things.find((one) => one.id === Number(id) && (isOpen || one.box === Number(box)));
    return thing ? { status: 200, body: thing } : missing;
  };
}

afterEach(closed);

it.each([
  [true, ['GET /boxes/{box}/things/{id}']],
  [false, []],
])('is found to be reached through another one: %s', async (isOpen, found) => {
  const url = await served(service(isOpen));
  const client = new Client(url);
  const session = new Session(
    knowledge(MODEL, url.href),
    client,
    { judge, expect: expected, isHopeless, isRefusedFor },
    { seed: 1, budget: { requests: 20, time: 15_000 }, found: new Found() },
  );
  const operations = [...MODEL.operations.values()];
  await tryApart(session, new Reach(session, false), operations);
  client.close();
  expect([...session.found.findings.values()].map(({ finding }) => finding.operation)).toEqual(found);
  const paths = session.steps.map(({ exchange }) => exchange.call.target);
  expect(paths.some((path) => /^\/boxes\/(\d+)\/things\/\d+$/.test(path))).toBe(true);
});
