// Requests that meet what no row decides: answered with 501, the gap that check lists, and nothing kept of them.

import { afterEach, describe, expect, test } from 'vitest';

import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan } from '../../src/plan/compile.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running | undefined;
afterEach(() => service?.stop());

const FIELDS = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | yes | caller | any | none |`;

const READ = `### GET /things/{id}

- Does: reads Thing
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |
`;

interface Tried {
  /** By operation, the gaps that hold single requests of it. */
  readonly partly: Readonly<Record<string, readonly string[]>>;
  /** Status, and the body or the ids of the gaps. */
  ask(method: string, path: string, body?: unknown): Promise<readonly [number, unknown]>;
}

async function tried(parts: Parameters<typeof documentOf>[0]): Promise<Tried> {
  const model = modelOf(documentOf(parts));
  service = await start(plan(model));
  const running = service;
  return {
    partly: Object.fromEntries(gapView(model).operations.map((one) => [one.id, one.partlyHeldBy])),
    async ask(method, path, body) {
      const { status, json } = await send(running, method, path, body);
      const gaps = (json as { gaps?: readonly { id: string }[] } | undefined)?.gaps;
      return [status, status === 501 ? gaps?.map((gap) => gap.id) : json];
    },
  };
}

describe('answers under conditions', () => {
  const OTHERWISE = '4/POST /things/status/otherwise';

  test('of none that holds, nothing is kept', async () => {
    const { partly, ask } = await tried({
      resources: FIELDS,
      operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created and \`n\` = 1 | Thing |
| 202 | \`n\` = 2 | none |

${READ}`,
    });
    expect(partly).toEqual({ 'POST /things': [OTHERWISE], 'GET /things/{id}': [] });
    expect(await ask('POST', '/things', { n: 3 })).toEqual([501, [OTHERWISE]]);
    expect(await ask('GET', '/things/1')).toEqual([404, { code: 'absent' }]);
    expect(await ask('POST', '/things', { n: 2 })).toEqual([202, undefined]);
    expect(await ask('POST', '/things', { n: 1 })).toMatchObject([201, { n: 1 }]);
  });

  test('the first that holds is given, also where a later one would hold', async () => {
    const { partly, ask } = await tried({
      resources: FIELDS,
      operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 202 | created and \`n\` > 5 | none |
| 203 | created and \`n\` > 1 | Thing only n |
| 201 | created | Thing |`,
    });
    expect(partly).toEqual({ 'POST /things': [] });
    expect(await ask('POST', '/things', { n: 9 })).toEqual([202, undefined]);
    expect(await ask('POST', '/things', { n: 3 })).toEqual([203, { n: 3 }]);
    expect(await ask('POST', '/things', { n: 1 })).toMatchObject([201, { n: 1 }]);
  });

  test('speak of the row that the bodies show', async () => {
    const { ask } = await tried({
      resources: `${FIELDS}

### Part

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`size\` | integer | yes | caller | any | none |`,
      operations: `### POST /things

- Does: creates Thing with \`n\` = 4; creates Part
- Body: Part
- Repeat: again

| Status | When | Body |
|---|---|---|
| 202 | created and \`size\` > 5 | none |
| 201 | created | Part |`,
    });
    expect(await ask('POST', '/things', { size: 9 })).toEqual([202, undefined]);
    expect(await ask('POST', '/things', { size: 1 })).toEqual([201, { id: 2, size: 1 }]);
  });
});
