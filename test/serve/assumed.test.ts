// Which answers carry `Ninefold-Assumed`, and what they name: what the operation needs on all of its answers, what single
// answers say on those, whether lists are complete also where no operation is met. docs/http-floor.md.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { plan } from '../../src/plan/compile.ts';
import { laid, WHO } from '../assume/laid.ts';
import { header, list } from '../laws/answered.ts';
import type { Sending } from '../laws/kept-connection.ts';
import { Stage } from '../laws/service.ts';

const DOCUMENT = `# Notes

## 2. Resources and their fields

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | no | service: new id | any | none |
| \`text\` | string | yes | caller | any | none |

## 4. Endpoints

- Base: none
- Media type: \`application/json\`
- Unknown fields: ignored
- Read-only fields: ignored
- Who: anyone
- Emits: none

### POST /notes

- Does: creates Note
- Body: Note
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Note |

### GET /notes/{id}

- Does: not shown
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Note |
`;
const ASSUMED = `${WHO}
- Lists: complete unless marked

## 4. Endpoints

### GET /notes/{id}

- Does: reads Note

## 7. Errors

- Error body: { "error": <code> }
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`none_such\` | 404 | no such Note |
| \`invalid\` | 422 | any field invalid, any field missing |
`;
const JSON_TYPE = { 'content-type': 'application/json' };

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
  await stage.play(plan(laid(DOCUMENT, [ASSUMED])));
});
afterAll(() => stage.close());

async function named(sending: Sending): Promise<[number, ...string[]]> {
  const answer = await stage.send(sending);
  return [answer.status, ...list(header(answer, 'ninefold-assumed') ?? '')];
}

describe('Ninefold-Assumed', () => {
  const all = ['lists'];
  const get = [...all, '4/GET /notes/{id}/does'];
  const invalid = ['7/invalid/status', '7/invalid/when', '7/error-body'];

  it('stands on every answer of an operation for what it needs, and on single answers for what they say', async () => {
    const post = { method: 'POST', path: '/notes', headers: JSON_TYPE };
    expect(await named({ ...post, body: '{"text":"x"}' })).toEqual(
      [201, ...all, '7/all-failed-fields'].filter((id) => id !== '7/all-failed-fields'),
    );
    expect(await named({ ...post, body: '{"text":1}' })).toEqual([422, ...all, ...invalid]);
    expect(await named({ method: 'GET', path: '/notes/1' })).toEqual([200, ...get]);
    expect(await named({ method: 'GET', path: '/notes/2' })).toEqual([
      404,
      ...get,
      '7/none_such/status',
      '7/none_such/when',
      '7/error-body',
    ]);
  });

  it('stands where no operation is met, and on what HTTP answers where an error could', async () => {
    const codes = ['7/none_such/when', '7/invalid/when'];
    expect(await named({ method: 'GET', path: '/nowhere' })).toEqual([404, ...all, ...codes]);
    expect(await named({ method: 'PUT', path: '/notes' })).toEqual([405, ...all, ...codes]);
    expect(await named({ method: 'POST', path: '/notes', headers: JSON_TYPE, body: '{' })).toEqual([
      400,
      ...all,
      ...codes,
    ]);
  });

  it('stands nowhere without assumptions', async () => {
    const answer = await stage.send({ method: 'GET', path: '/notes/1' });
    expect(header(answer, 'ninefold-assumed')).toBeDefined();
    await stage.play(plan(laid(DOCUMENT.replace('not shown', 'reads Note'), [])));
    const plain = await stage.send({ method: 'GET', path: '/notes/1' });
    expect(header(plain, 'ninefold-assumed')).toBeUndefined();
  });
});
