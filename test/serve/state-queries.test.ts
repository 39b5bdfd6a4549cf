// A query parameter of type `state` takes the states of the machine that it is compared with, and no other text.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const LISTS: Readonly<Record<string, string>> = {
  plain: '| `stage` | state | no | none | any | `stage` = value |',
  other: '| `not` | state | no | none | any | `stage` != value |',
  narrow: '| `stage` | state | no | none | `open` | `stage` = value |',
  list: '| `stages` | array of state, by commas | no | none | any | `stage` = value |',
  far: '| `of` | state | no | none | any | `parent.stage` = value |',
  any: '| any field of Thing | any | no | none | any | none |',
  two: '| `s` | state | no | none | any | `stage` = value or `mood` = value |',
  endless: '| `mood` | state | no | none | any | `loose` = value |',
};

const PLAN = planOf({
  resources: `### Thing
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`parent\` | Thing by \`id\` | no | caller | any | none |
| \`stage\` | state | yes | service: state | any | none |
| \`mood\` | state | yes | service: state | any | none |
| \`loose\` | state | yes | service: state | any | none |
`,
  states: ['stage | open, shut', 'mood | glad, sad', 'loose | odd, …']
    .map((line) => {
      const [field, states] = line.split(' | ');
      const [first, ...rest] = states!.split(', ');
      const rows = rest.map((state) => (state === '…' ? '| … | not shown |' : `| \`${state}\` | any |`));
      return `### Thing.${field}

- Any other move: accepted

| State | Kind |
|---|---|
| \`${first}\` | initial |
${rows.join('\n')}
`;
    })
    .join('\n'),
  operations: `### POST /things
- Does: creates Thing
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

${Object.entries(LISTS)
  .map(
    ([path, row]) => `### GET /${path}
- Does: lists Thing
- Order: oldest first
- Pages: none
- Repeat: safe

| Query | Type | Required | Default | Allowed values | Selects |
|---|---|---|---|---|---|
${row}

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |
`,
  )
  .join('\n')}`,
});

let service: Running;
beforeAll(async () => {
  service = await start(PLAN);
  await send(service, 'POST', '/things');
});
afterAll(() => service.stop());

async function found(target: string): Promise<number | string> {
  const { status, json } = await send(service, 'GET', target);
  return status === 200 ? (json as unknown[]).length : `${status}`;
}

describe('a query parameter of type state', () => {
  it.each<[string, number | string]>([
    ['/plain', 1],
    ['/plain?stage=open', 1],
    ['/plain?stage=shut', 0],
    ['/plain?stage=glad', '400'],
    ['/plain?stage=', '400'],
    ['/plain?stage=Open', '400'],
    ['/other?not=shut', 1],
    ['/other?not=nothing', '400'],
    ['/narrow?stage=open', 1],
    ['/narrow?stage=shut', '400'],
    ['/list?stages=shut,open', 1],
    ['/list?stages=shut', 0],
    ['/list?stages=open,glad', '400'],
    ['/far?of=open', 0],
    ['/far?of=sad', '400'],
    ['/any?stage=open&mood=glad', 1],
    ['/any?mood=open', '400'],
    ['/two?s=sad', 0],
    ['/two?s=open', 1],
    ['/two?s=odd', '400'],
    ['/endless?mood=odd', 1],
    ['/endless?mood=other', 0],
  ])('%s', async (target, rows) => {
    expect(await found(target)).toBe(rows);
  });
});
