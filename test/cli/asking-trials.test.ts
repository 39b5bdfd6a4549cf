// What a session offers is tried by writing each form and reading the document: nothing is checked for that.

import { expect, it, vi } from 'vitest';

import { offerOf } from '../../src/cli/asking/trials.ts';
import { asksOf } from '../../src/analysis/questions/questions.ts';
import { understand } from '../laws/service.ts';

vi.mock(import('../../src/check/check.ts'), () => ({
  check: () => {
    throw new Error('a check of the whole document');
  },
}));

const SOURCE = `# T

- Lists: complete unless marked

## 2. Resources and their fields

### A

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | yes | service: new id | any | none |
| \`f\` | not shown | yes | caller | any | none |

## 4. Endpoints

### GET /as

- Does: lists A

| Status | When | Body |
|---|---|---|
| 200 | found | array of A |
`;

it('each form is written and read, once', () => {
  const { model } = understand(SOURCE);
  const ask = asksOf(model)
    .flatMap(({ asks }) => asks)
    .find(({ gap }) => gap.id === '2/A.f/type')!;
  const tried: string[] = [];
  const offer = offerOf(model, ask, (source) => {
    tried.push(source);
    return understand(source).model;
  });
  expect(tried.length).toBe(ask.forms.filter((form) => !form.includes('…') && form !== 'A').length);
  expect(new Set(tried).size).toBe(tried.length);
  expect(offer.notDone).toContainEqual({ form: 'A', holds: ['GET /as'] });
});
