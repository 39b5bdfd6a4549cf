// A move from outside that many ask for at once is made once. One after the other: test/parts/states/moves-from-outside.http.

import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const operation = (heading: string, does: string, outcome: string, shown: string, body = 'none'): string =>
  `### ${heading}

- Does: ${does}
- Body: ${body}
- Repeat: again

| Status | When | Body |
|---|---|---|
| ${outcome === 'created' ? '201' : '200'} | ${outcome} | ${shown} |`;

interface Written {
  readonly moves?: readonly string[];
  readonly identity?: string;
  readonly unique?: string;
  readonly deleted?: string;
  readonly codes?: string;
  readonly other?: string;
  /** Of every row. */
  readonly who?: string;
  /** A second machine. */
  readonly moods?: readonly string[];
}

const MOVES = [
  '| `new` | one of `paid`, `failed` | outside: `the bank` | `n` > 0',
  '| `failed` | `new` | outside: `a clerk` | none',
  '| `failed`, `paid` | (gone) | outside: `a clerk` | there is no Note (`of` = this)',
  '| `paid` | `lost` | outside: `the bank` | none',
  '| `lost` | `paid` | outside: `the bank` | none',
];

const mood = (moods: readonly string[]): string => `

### Thing.mood

- Any other move: \`stage\`

| State | Kind |
|---|---|
| \`calm\` | initial |
| \`wild\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${moods.map((one) => `${one} | none |`).join('\n')}`;

async function play({
  moves = MOVES,
  identity = '`id`',
  unique = '',
  deleted = 'none',
  codes = '',
  other = '`stage`',
  who,
  moods,
}: Written = {}): Promise<void> {
  const ends = who === undefined ? ' none |' : ` none | ${who} |`;
  const source = documentOf({
    // Who of a move that asks for somebody contradicts `none`.
    ...(who !== undefined && { authentication: 'not shown' }),
    codes: `| \`no_note\` | 404 | no such Note |\n| \`nowhere\` | 422 | no such Thing in \`of\` |${codes}`,
    resources: `### Thing

- Identified by: ${identity}
${unique}- When deleted: ${deleted}

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | yes | caller | any | none |
| \`name\` | string | yes | caller at create | any | none |
| \`changed\` | date-time | yes | service: now at change | any | none |
| \`status\` | state | yes | service: state | any | none |
${moods ? '| `mood` | state | yes | service: state | any | none |' : ''}

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`of\` | ${identity.includes(',') || identity === 'not shown' ? 'integer' : `Thing by ${identity}`} or null | no | caller | any | none |`,
    states: `### Thing.status

- Any other move: ${other}

| State | Kind |
|---|---|
| \`new\` | initial |
| \`paid\` | any |
| \`failed\` | any |
| \`lost\` | gone |

| From | To | By | Only if | Emits |${who === undefined ? '' : ' Who |'}
|---|---|---|---|---|${who === undefined ? '' : '---|'}
${moves.map((one) => `${one} |${ends}`).join('\n')}${moods ? mood(moods) : ''}`,
    operations: [
      operation('POST /things', 'creates Thing', 'created', 'Thing', 'Thing\n- Null fields: refused'),
      operation('GET /things', 'lists Thing', 'found', 'array of Thing without `changed`').replace(
        '- Repeat',
        '- Order: oldest first\n- Pages: none\n- Repeat',
      ),
      operation('POST /notes', 'creates Note', 'created', 'Note', 'Note\n- Null fields: refused'),
      ...(deleted === 'none' ? [] : [operation('DELETE /things/{id}', 'deletes Thing', 'deleted', 'none')]),
    ].join('\n\n'),
  });
  const { model, errors } = understand(source);
  expect(errors).toEqual([]);
  service = await start(compile(model));
}

async function post(body: unknown, type = 'application/json'): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${service!.operatorUrl}/moves`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, json: await answer.json() };
}

const move = (id: unknown, to: string): ReturnType<typeof post> => post({ resource: 'Thing', field: 'status', id, to });
const make = (name: string, n = 1): Promise<unknown> => send(service!, 'POST', '/things', { name, n });

describe('a move from outside', () => {
  it('is made once by many at once', async () => {
    await play();
    await make('a');
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, place) => move(1, place % 2 === 0 ? 'paid' : 'failed')),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(29);
  });
});
