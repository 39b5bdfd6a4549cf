// Conditions name every parameter of the query, whatever declares it: a row, Pages, `any field of`. Notation, part 4, tables
// and key Pages; part 7, a condition.

import { afterAll, beforeAll, expect, it } from 'vitest';

import { read } from '../../src/read/read.ts';
import { link } from '../../src/link/link.ts';
import { documentOf, planOf, type Parts } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const list = (path: string, facts: string): string => `### GET ${path}

- Does: lists Thing
- Order: oldest first
- Repeat: safe
${facts}

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |`;

const PARTS: Parts = {
  resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | no | caller | any | none |
| \`list\` | array of string | no | caller | any | none |`,
  operations: [
    list('/offset', '- Pages: offset and limit; default 20; at most 50; more is 50\n- Errors: `many`, `far`'),
    list('/page', '- Pages: page `p`, size `s`; default 5\n- Errors: `tall`'),
    list(
      '/every',
      '- Pages: none\n- Errors: `odd`\n\n| Query | Type | Required | Default | Selects |\n|---|---|---|---|---|\n| any field of `Other` | any | no | none | none |',
    )
      .replace('lists Thing', 'lists Other')
      .replace('array of Thing', 'array of Other'),
  ].join('\n\n'),
  codes: `| \`many\` | 409 | query \`limit\` > 40 |
| \`far\` | 410 | query \`offset\` >= 100 and query \`limit\` = 20 |
| \`tall\` | 411 | query \`s\` >= 5 and query \`p\` = 1 |
| \`odd\` | 412 | query \`m\` = 1 |`,
};

const OTHER = `

### Other

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`m\` | integer | no | caller | any | none |`;

const WHOLE: Parts = { ...PARTS, resources: `${PARTS.resources}${OTHER}` };

let service: Running;
beforeAll(async () => {
  service = await start(planOf(WHOLE));
});
afterAll(() => service.stop());

it.each([
  ['/offset', 200],
  ['/offset?limit=40', 200],
  ['/offset?limit=41', 409],
  ['/offset?limit=999', 409],
  ['/offset?offset=100', 410],
  ['/offset?offset=100&limit=21', 200],
  ['/page', 411],
  ['/page?s=4', 200],
  ['/page?p=2', 200],
  ['/every', 200],
  ['/every?m=1', 412],
  ['/every?m=2', 200],
])('%s is answered %i', async (path, status) => {
  const answer = await send(service, 'GET', path);
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
});

it('and no other name', () => {
  const codes = PARTS.codes!.replace('query `limit` > 40', 'query `size` > 40');
  const { document, diagnostics } = read(documentOf({ ...WHOLE, codes }), 'things.md');
  const errors = link(document, diagnostics).diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code }) => code)).toEqual(['unknown-field']);
});
