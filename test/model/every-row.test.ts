// An effect on every row that matches is on many: an answer that shows one row does not run. Notation, part 4, Does.

import { expect, it } from 'vitest';

import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { documentOf } from '../plan/plan-of.ts';
import { understand } from '../laws/service.ts';

const THINGS = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`note\` | string | no | caller | any | none |`;

const answered = (does: string, outcome: string, body: string): string =>
  documentOf({
    resources: THINGS,
    operations: `### POST /things

- Does: ${does}
- Body: Thing only note
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | ${outcome} | ${body} |`,
  });

it.each([
  ['updates every Thing', 'updated', 'Thing', 'it is unsupported'],
  ['updates every Thing', 'updated', 'none', 'it runs'],
])('`%s`, %s, answered by %s: %s', (does, outcome, body, what) => {
  const { model } = understand(answered(does, outcome, body));
  const held = gapView(model).gaps.filter(({ id, status }) => id.endsWith('/body') && status === 'unsupported');
  expect(held.map(({ question }) => question.includes('where there are many'))).toEqual(
    what === 'it runs' ? [] : [true],
  );
});
