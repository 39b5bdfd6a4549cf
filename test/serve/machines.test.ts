// Many requests at once make one move; what nothing chooses is held. One request after the other: test/parts/states.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { Stage, understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
  expect(Stage.failures).toEqual([]);
});

interface Written {
  readonly moves: readonly string[];
  readonly other?: string;
  readonly setBy?: string;
  readonly does?: string;
}

const call = (heading: string, does: string, outcome: string, body = 'none', more = ''): string => `### ${heading}

- Does: ${does}
- Body: ${body}
${more}- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | ${outcome} | ${outcome === 'moved' && does.includes('every') ? 'none' : 'Thing'} |`;

function source({ moves, other = '`stage`', setBy = 'service: state', does = 'moves Thing.status' }: Written): string {
  return documentOf({
    codes: '| `over` | 410 | none |\n| `illegal_mood` | 418 | illegal move of Thing.mood |',
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | no | caller | any | none |
| \`mood\` | state | yes | service: state | any | none |
| \`status\` | state | yes | ${setBy} | any | ${setBy === 'caller' ? '`new`' : 'none'} |`,
    states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`sent\` | any |
| \`done\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${moves.map((one) => `${one} | none |`).join('\n')}

- Any other move: ${other}

### Thing.mood

| State | Kind |
|---|---|
| \`calm\` | initial |
| \`wild\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`calm\` | \`wild\` | \`POST /things/{id}/both\` | \`n\` > 0 | none |

- Any other move: \`illegal_mood\``,
    operations: [
      `### POST /things

- Does: creates Thing
- Body: Thing
- Null fields: refused
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |`,
      call('GET /things/{id}', 'reads Thing', 'found'),
      call('POST /things/{id}/go', does, does.startsWith('moves') ? 'moved' : 'updated'),
      call('POST /things/{id}/both', 'moves Thing.status to `done`; moves Thing.mood', 'moved'),
      call('POST /things/all', 'moves every Thing.status to `sent` where `n` > 1', 'moved'),
      call(
        'PATCH /things/{id}',
        'updates Thing',
        'updated',
        'Thing',
        '- Omitted fields: kept\n- Null fields: refused\n',
      ),
      call('PUT /things/{id}', 'replaces Thing', 'replaced', 'Thing'),
    ].join('\n\n'),
  });
}

async function play(written: Written): Promise<void> {
  const { model, errors } = understand(source(written));
  expect(errors).toEqual([]);
  await stage.play(compile(model));
}

interface Said {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function send(method: string, path: string, body?: object): Promise<Said> {
  const answer = await fetch(stage.url + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Said['body']) };
}

const create = (body: object = {}): Promise<Said> => send('POST', '/things', body);
const go = (id = 1): Promise<Said> => send('POST', `/things/${id}/go`);
const statusOf = async (id = 1): Promise<unknown> => (await send('GET', `/things/${id}`)).body['status'];
const by = (from: string, to: string, operation: string, onlyIf = 'none'): string =>
  `| ${from} | ${to} | \`${operation}\` | ${onlyIf}`;
const GO = 'POST /things/{id}/go';
const DONE = by('`sent`', '`done`', 'POST /things/{id}/both');
const ALL = by('`new`', '`sent`', 'POST /things/all');
const AROUND = [DONE, ALL];

describe('many requests at once', () => {
  it('make one move of one row', async () => {
    await play({ moves: [by('`new`', '`sent`', GO), ...AROUND] });
    await create();
    const all = await Promise.all(Array.from({ length: 50 }, () => go()));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect(await statusOf()).toBe('sent');
  });

  it('see each other in a condition over other rows', async () => {
    await play({ moves: [by('`new`', '`sent`', GO, 'there is no Thing (`status` = `sent`)'), ...AROUND] });
    for (let n = 0; n < 20; n += 1) await create();
    const all = await Promise.all(Array.from({ length: 20 }, (_, place) => go(place + 1)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
