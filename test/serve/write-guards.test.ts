// What guards a row on every write path: whatever a call does to it, a state changes only as the table of part 3 says, and
// a condition of part 7 refuses. One document, one operation for each effect, each allowed to lead from `new` to `sent`;
// and beside it one of each that may not.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { Stage, understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';

interface Write {
  readonly does: string;
  readonly method: string;
  /** Behind `/may` or `/never`. */
  readonly path: string;
  readonly outcome: string;
  /** Does the request send the state? */
  readonly takes: boolean;
  /** Of several rows at once. */
  readonly every?: true;
  readonly omits?: true;
}

const WRITES: readonly Write[] = [
  { does: 'updates Thing', method: 'PATCH', path: '/updates/{key}', outcome: 'updated', takes: true, omits: true },
  { does: 'merges into Thing', method: 'PATCH', path: '/merges/{key}', outcome: 'updated', takes: true },
  { does: 'replaces Thing', method: 'PUT', path: '/replaces/{key}', outcome: 'replaced', takes: true },
  { does: 'creates or replaces Thing', method: 'PUT', path: '/puts/{key}', outcome: 'created, replaced', takes: true },
  { does: 'sets `status` = `sent`', method: 'POST', path: '/sets/{key}', outcome: 'updated', takes: false },
  {
    does: 'updates every Thing where `n` > 0',
    method: 'PATCH',
    path: '/updates-every',
    outcome: 'updated',
    takes: true,
    every: true,
    omits: true,
  },
  { does: 'moves Thing.status to `sent`', method: 'POST', path: '/moves/{key}', outcome: 'moved', takes: false },
  {
    does: 'moves every Thing.status to `sent` where `n` > 0',
    method: 'POST',
    path: '/moves-every',
    outcome: 'moved',
    takes: false,
    every: true,
  },
];

const SELECTS = '\n| Path | Selects |\n|---|---|\n| `key` | Thing by `key` |\n';
const FACTS = '- Omitted fields: kept\n- Null fields: refused\n';

function operation(write: Write, at: string): string {
  const { does, method, path, outcome, takes, every, omits } = write;
  return `### ${method} ${at}${path}

- Does: ${does}
- Body: ${takes ? 'Thing only label, status' : 'none'}
${omits ? FACTS : ''}- Repeat: again
${does.startsWith('sets') ? SELECTS : ''}
| Status | When | Body |
|---|---|---|
| 200 | ${outcome} | ${every ? 'none' : 'Thing'} |
`;
}

const deletion = (path: string, does: string): string => `### DELETE ${path}

- Does: ${does}
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |
`;

/** What moves without a row of part 3 makes no sense; what sets may be without one, and then may do nothing. */
const SOURCE = documentOf({
  codes: '| `locked` | 423 | `Thing.label` = `x` |',
  resources: `### Thing

- Identified by: \`key\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`key\` | string | yes | caller | any | none |
| \`n\` | integer | no | caller | any | none |
| \`label\` | string | no | caller | any | none |
| \`status\` | state | yes | caller | any | \`new\` |`,
  states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`sent\` | any |
| \`done\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`new\` | \`sent\` | ${WRITES.map(({ method, path }) => `\`${method} /may${path}\``).join(', ')} | none | none |
| \`new\` | \`done\` | \`POST /finish/{key}\` | none | none |

- Any other move: \`stage\``,
  operations: [
    `### POST /things

- Does: creates Thing
- Body: Thing
- Null fields: refused
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |
`,
    deletion('/things/{key}', 'deletes Thing'),
    deletion('/every', 'deletes every Thing where `n` > 0'),
    operation(
      { does: 'moves Thing.status to `done`', method: 'POST', path: '/finish/{key}', outcome: 'moved', takes: false },
      '',
    ),
    operation(
      { does: 'sets `label` = `x`', method: 'POST', path: '/lock/{key}', outcome: 'updated', takes: false },
      '',
    ),
    ...WRITES.map((write) => operation(write, '/may')),
    ...WRITES.filter(({ does }) => !does.startsWith('moves')).map((write) => operation(write, '/never')),
  ].join('\n'),
});

let stage: Stage;
let plan: Plan;
beforeAll(async () => {
  const { model, errors } = understand(SOURCE);
  expect(errors).toEqual([]);
  plan = compile(model);
  expect(plan.operations.map(({ id, runs }) => [id, runs])).toEqual(plan.operations.map(({ id }) => [id, 'yes']));
  stage = await Stage.open();
});
beforeEach(() => stage.play(plan));
afterAll(async () => {
  await stage.close();
  expect(Stage.failures).toEqual([]);
});

async function call(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  if (body === undefined) return stage.send({ method, path });
  return stage.send({ method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

let number = 0;
/** A new row in a state; calls on every row are about those whose `n` is 1. */
async function row(state: 'new' | 'done', n: number): Promise<string> {
  const key = `k${(number += 1)}`;
  expect((await call('POST', '/things', { key, n, label: 'before' })).status).toBe(201);
  if (state === 'done') expect((await call('POST', `/finish/${key}`)).status).toBe(200);
  return key;
}

const keptOf = (key: string): { status: string; label: string } | undefined =>
  (JSON.parse(stage.kept()) as [string, { key: string; status: string; label: string }[]][])
    .flatMap(([, rows]) => rows)
    .find((one) => one.key === key);

const LABEL = { label: 'after' };

describe.each(WRITES)('$does', ({ does, method, path, takes, every }) => {
  const n = every ? 1 : 0;
  const send = (at: string, key: string, body: object): Promise<{ status: number; text: string }> =>
    call(method, at + path.replace('{key}', key), takes ? body : undefined);

  it('makes the move that the table has', async () => {
    const key = await row('new', n);
    const answer = await send('/may', key, { ...LABEL, status: 'sent' });
    expect(answer.status, answer.text).toBe(200);
    expect(keptOf(key)).toMatchObject({ status: 'sent', label: takes ? 'after' : 'before' });
  });

  const refused: readonly (readonly [string, '/may' | '/never', 'new' | 'done', string, boolean])[] = [
    ['from a state that no row leaves to it', '/may', 'done', 'sent', true],
    ['to a state to which no row leads', '/may', 'new', 'done', takes],
    ['of an operation that no row names', '/never', 'new', 'sent', !does.startsWith('moves')],
  ];
  it.each(refused.filter(([, , , , isDue]) => isDue))(
    'refuses a move %s, and keeps nothing of the call',
    async (_what, at, from, to) => {
      const key = await row(from, n);
      if (every) await row('new', n);
      const before = stage.kept();
      const answer = await send(at, key, { ...LABEL, status: to });
      expect([answer.status, answer.text]).toEqual([409, '{"code":"stage"}']);
      expect(stage.kept()).toBe(before);
      expect(keptOf(key)).toMatchObject({ status: from, label: 'before' });
    },
  );

  if (!takes) return;
  it('lets a state be that is the one already, or is not sent', async () => {
    const key = await row('new', n);
    for (const body of [{ ...LABEL, status: 'new' }, LABEL]) {
      expect((await send('/never', key, body)).status).toBe(200);
      expect(keptOf(key)).toMatchObject({ status: 'new', label: 'after' });
    }
  });
});

/** `locked` speaks of the row as it stands before the call, and of a new one as it would be. */
describe('a code whose When is a condition on the row', () => {
  const calls: readonly Pick<Write, 'does' | 'method' | 'path' | 'takes'>[] = [
    ...WRITES.map((write) => ({ ...write, path: `/may${write.path}` })),
    { does: 'sets beside a state', method: 'POST', path: '/lock/{key}', takes: false },
    { does: 'deletes Thing', method: 'DELETE', path: '/things/{key}', takes: false },
    { does: 'deletes every Thing', method: 'DELETE', path: '/every', takes: false },
  ];

  it.each(calls)('refuses where it holds: $does, $method $path', async ({ method, path, takes }) => {
    const key = await row('new', 1);
    const other = await row('new', 1);
    expect((await call('POST', `/lock/${key}`)).status).toBe(200);
    const before = stage.kept();
    const body = takes ? { label: 'after', status: 'sent' } : undefined;
    const answer = await call(method, path.replace('{key}', key), body);
    expect([answer.status, answer.text]).toEqual([423, '{"code":"locked"}']);
    expect(stage.kept()).toBe(before);
    if (!path.includes('{key}')) return;
    expect((await call(method, path.replace('{key}', other), body)).status).toBeLessThan(300);
  });

  it.each([
    ['POST', '/things', { key: 'fresh', label: 'x' }],
    ['PUT', '/may/puts/fresh', { label: 'x' }],
  ])('refuses a new row for which it would hold: %s %s', async (method, path, body) => {
    const before = stage.kept();
    expect((await call(method, path, body)).status).toBe(423);
    expect(stage.kept()).toBe(before);
    expect((await call(method, path, { ...body, label: 'y' })).status).toBeLessThan(300);
  });
});

it('begins a row of `creates or replaces` only in its initial state', async () => {
  const before = stage.kept();
  expect((await call('PUT', '/may/puts/fresh', { status: 'sent' })).status).toBe(409);
  expect(stage.kept()).toBe(before);
  expect((await call('PUT', '/may/puts/fresh', { status: 'new' })).status).toBe(200);
});
