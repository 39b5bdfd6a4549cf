// What a gap does, one fixture for each row of the table in gap-table/, over HTTP: the request that meets a gap is answered 501 with
// the gap's id and nothing of it is kept; the request that does not meet it is answered as if nothing were missing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../../src/model/model.ts';
import type { OperationHolds } from '../../src/analysis/document/gap-view.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { EFFECTS } from '../model/gap-effects.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { edited, HELD, MARKED, MET, RESTS, SEVERAL, WHOLE } from './gap-table/cases.ts';
import { OF_VERSIONS } from './gap-table/versions.ts';
import type { Case, Request } from './gap-table/cases.ts';
import { OPEN, REPORTED } from './gap-table/lists.ts';
import { header, list } from './answered.ts';
import type { Answered } from './answered.ts';
import { Stage, understand } from './service.ts';
import { oneIn } from '../trials.ts';

let stage: Stage;
let whole: Plan;

beforeAll(async () => {
  stage = await Stage.open();
  whole = compile(understand(WHOLE).model);
});
afterAll(async () => {
  await stage.close();
  expect(Stage.failures).toEqual([]);
});

function call({ method, path, body }: Request): Promise<Answered> {
  if (body === undefined) return stage.send({ method, path });
  return stage.send({ method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/** Two people, and shelves of the first, written under the whole document. */
async function seed(shelves: number): Promise<void> {
  await stage.play(whole);
  for (const name of ['ann', 'bob'])
    expect((await call({ method: 'POST', path: '/people', body: { name } })).status).toBe(201);
  for (let i = 0; i < shelves; i += 1) {
    const body = { label: `Number ${i}`, owner: 'ann', colour: i === 0 ? 'red' : 'green' };
    expect((await call({ method: 'POST', path: '/shelves', body })).status).toBe(201);
  }
}

/** The operation that a request is to, if any. */
function operationOf(plan: Plan, { method, path }: Request): string | undefined {
  const address = path.split('?')[0]!;
  return plan.operations.find(({ id }) => {
    const [verb, template] = id.split(' ') as [string, string];
    return verb === method && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(address);
  })?.id;
}

type List = 'heldBy' | 'partlyHeldBy' | 'restsOn';

/**
 * The gap stands in this list of every operation that a request meets it at, and in the other two of none; `rests` may be
 * beside it. What the gap blocks are the operations that have it in one of the first two.
 */
function expectListed(one: Case, list: List | undefined, model: Model): void {
  const { gaps, operations } = gapView(model);
  const plan = compile(model);
  // Behind a list that is open a cause without a row is a gap of its own.
  const fits = (id: string): boolean =>
    one.id.endsWith('*') ? id.startsWith(one.id.slice(0, -1)) && !id.startsWith('7/cause/') : id === one.id;
  const listing = (from: readonly OperationHolds[] | Plan['operations'], name: List): readonly string[] =>
    from.flatMap((operation) => (operation[name].some(fits) ? [operation.id] : []));
  const lists: readonly List[] = ['heldBy', 'partlyHeldBy', 'restsOn'];
  for (const name of lists) expect(listing(plan.operations, name), name).toEqual(listing(operations, name));
  const found = Object.fromEntries(lists.map((name) => [name, listing(operations, name)])) as Record<List, string[]>;
  for (const name of lists) {
    if (name !== list && !(name === 'restsOn' && one.rests !== undefined))
      expect([name, found[name]]).toEqual([name, []]);
  }
  if (one.rests !== undefined) expect(found.restsOn).toContain(one.rests);
  const met = [...(one.meets ?? []), ...(one.marked ?? [])].flatMap((request) => operationOf(plan, request) ?? []);
  if (list !== undefined && list !== 'restsOn') expect(found[list]).toEqual(expect.arrayContaining(met));
  // What is held is held from the start: an operation that answers is not among them.
  const answering = (one.spared ?? []).flatMap((request) => operationOf(plan, request) ?? []);
  expect(found.heldBy.filter((id) => answering.includes(id))).toEqual([]);
  const blocked = operations.map(({ id }) => id).filter((id) => [...found.heldBy, ...found.partlyHeldBy].includes(id));
  const blocks = new Set(gaps.filter(({ id }) => fits(id)).flatMap((gap) => gap.blocks));
  expect([...blocks].toSorted()).toEqual(blocked.toSorted());
}

const at = (list: List | undefined) => async (one: Case) => {
  expectListed(one, list, understand(edited(one.edit)).model);
  await run(one);
};

/** The document with its gap runs on what stands there. Answers the ids of the gap and its plan. */
async function begin(one: Case): Promise<{ ids: readonly string[]; plan: Plan }> {
  const { model, errors } = understand(edited(one.edit));
  expect(errors).toEqual([]);
  const fits = (id: string): boolean => (one.id.endsWith('*') ? id.startsWith(one.id.slice(0, -1)) : id === one.id);
  const ids = gapView(model).gaps.map((gap) => gap.id);
  expect(ids.filter(fits), `gaps: ${ids.join(', ')}`).not.toEqual([]);
  const plan = compile(model);
  if (one.shelves === 'none') {
    await stage.play(plan);
    await call({ method: 'POST', path: '/people', body: { name: 'ann' } });
    await call({ method: 'POST', path: '/people', body: { name: 'bob' } });
  } else {
    await seed(one.shelves ?? 1);
    await stage.play(plan, true);
  }
  return { ids: ids.filter(fits), plan };
}

function named(answer: Answered): string[] {
  return list(header(answer, 'ninefold-gap') ?? '');
}

async function run(one: Case): Promise<void> {
  const { ids, plan } = await begin(one);
  for (const met of one.meets ?? []) {
    const before = stage.kept();
    const answer = await call(met);
    const what = `${met.method} ${met.path} ${JSON.stringify(met.body) ?? ''} → ${answer.text}`;
    expect([answer.status, named(answer).some((id) => ids.includes(id))], what).toEqual([501, true]);
    expect(header(answer, 'content-type')).toBe('application/problem+json');
    expect(header(answer, 'cache-control')).toBe('no-store');
    expect(header(answer, 'retry-after')).toBeUndefined();
    expect(JSON.parse(answer.text)).toMatchObject({ type: 'urn:ninefold:gap', status: 501 });
    for (const gap of JSON.parse(answer.text).gaps) expect(gap.question).toMatch(/.\?$|.\.$/);
    expect(stage.kept()).toBe(before);
  }
  for (const marked of one.marked ?? []) {
    const answer = await call(marked);
    expect([answer.status, named(answer).some((id) => ids.includes(id))], answer.text).toEqual([marked.status, true]);
    if (marked.lacks !== undefined) expect(answer.text).not.toContain(marked.lacks);
  }
  for (const spared of one.spared ?? []) {
    const answer = await call(spared);
    expect(answer.status, `${spared.method} ${spared.path} ${JSON.stringify(spared.body) ?? ''} → ${answer.text}`).toBe(
      spared.status,
    );
    expect(named(answer).some((id) => ids.includes(id))).toBe(false);
  }
  if (one.rests === undefined) return;
  const operation = plan.operations.find((o) => o.id === one.rests);
  expect(
    operation?.restsOn.some((id) => ids.includes(id)),
    `${one.rests} rests on ${operation?.restsOn.join(', ')}`,
  ).toBe(true);
}

it('begins with a document that says everything', () => {
  const { model, errors } = understand(WHOLE);
  expect(errors).toEqual([]);
  expect(gapView(model).gaps).toEqual([]);
  for (const operation of whole.operations) expect(operation).toMatchObject({ runs: 'yes', restsOn: [] });
});

describe('a gap about what happens, who may, or what is answered holds the operation', () => {
  it.each(oneIn(9, HELD))('$fact', at('heldBy'));
});
describe('a gap that only some requests meet holds those, before anything is kept', () => {
  it.each([...oneIn(9, MET), ...OF_VERSIONS])('$fact', at('partlyHeldBy'));
});
describe('a gap in what an answer carries leaves that out and marks the answer', () => {
  it.each(MARKED)('$fact', at('partlyHeldBy'));
  it('has a case for each kind of fact that answers leave out', () => {
    const kinds = MARKED.map(({ id, edit }) => slotsOf(understand(edited(edit)).model).byId.get(id)?.kind);
    const leftOut = Object.entries(EFFECTS).flatMap(([kind, effect]) => (effect === 'answer' ? [kind] : []));
    expect(kinds.toSorted()).toEqual(leftOut.toSorted());
  });
});
describe('a list without an order or pages is held when it has several rows', () => {
  it.each(SEVERAL)('$fact', at('partlyHeldBy'));
});
describe('a gap about what restricts holds nothing and is said', () => {
  it.each(oneIn(9, RESTS))('$fact', at('restsOn'));
});
describe('an open list answers what is listed and holds the rest', () => {
  it.each(OPEN)('$fact', at('restsOn'));
});
describe('a gap that touches no request is only reported', () => {
  it.each(REPORTED)('$fact', at(undefined));
});

describe('a gap in part 5', () => {
  it.each([
    ['Scheme', '- Scheme: not shown\n- Sent in: header `Authorization`\n- Caller: Person', '5/Key/scheme'],
    ['Sent in', '- Scheme: API key\n- Sent in: not shown\n- Caller: Person', '5/Key/sent-in'],
    ['Caller', '- Scheme: API key\n- Sent in: header `Authorization`\n- Caller: not shown', '5/Key/caller'],
  ])('%s of a scheme holds what needs a caller', async (_fact, bullets, id) => {
    const scheme = edited(['## 5. Authentication\n\nnone', `## 5. Authentication\n\n### Key\n\n${bullets}`]);
    const text = scheme.replace('### GET /shelves/{id}\n\n', '### GET /shelves/{id}\n\n- Who: signed-in\n');
    const { model, errors } = understand(text);
    expect(errors).toEqual([]);
    expect(gapView(model).gaps.map((gap) => gap.id)).toContain(id);
    await seed(1);
    await stage.play(compile(model), true);
    const answer = await call({ method: 'GET', path: '/shelves/1' });
    expect([answer.status, named(answer).includes(id)], answer.text).toEqual([501, true]);
    expect((await call({ method: 'GET', path: '/shelves' })).status).toBe(200);
  });

  it.each(['Token lifetime', 'Revoked when'])('%s holds nothing: it is said that the operation rests on it', (fact) => {
    const bullets = [
      'Scheme: bearer token',
      'Sent in: header `Authorization: Bearer {token}`',
      'Caller: Person',
      'Issued by: `POST /people`',
    ];
    const lines = [...bullets, 'Token lifetime: 1 day', 'Revoked when: none'].map((line) =>
      line.startsWith(fact) ? `${fact}: not shown` : line,
    );
    const scheme = edited([
      '## 5. Authentication\n\nnone',
      `## 5. Authentication\n\n### Key\n\n${lines.map((line) => `- ${line}`).join('\n')}`,
    ]);
    const { model } = understand(
      scheme.replace('### GET /shelves/{id}\n\n', '### GET /shelves/{id}\n\n- Who: signed-in\n'),
    );
    const id = `5/Key/${fact.toLowerCase().replace(' ', '-')}`;
    const operation = compile(model).operations.find((one) => one.id === 'GET /shelves/{id}')!;
    expect(operation.restsOn).toContain(id);
    expect([...operation.heldBy, ...operation.partlyHeldBy]).not.toContain(id);
  });
});
