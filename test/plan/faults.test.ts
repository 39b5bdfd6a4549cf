// What the gap view lets run is planned: nothing is held, and no start refused, by a fault of Ninefold. faults.all.test.ts looks at more.

import { expect, it } from 'vitest';
import { documents } from '../oracle/documents.ts';
import { oneIn, trials } from '../trials.ts';
import { judge } from './faults.ts';
import { documentOf } from './plan-of.ts';

const OURS = oneIn(
  9,
  [...documents(0)].filter(({ name }) => !name.startsWith('sentence')),
);

it('the documents of the repository are planned without a fault', { timeout: 120_000 }, () => {
  const judged = OURS.map(judge);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ running }) => running > 0).length).toBeGreaterThan(trials(4, 30));
});

const COLUMNS = `| Field | Type | Required | Present | Set by | Allowed values | Default |
|---|---|---|---|---|---|---|`;
const identifiedBy = (name: string, other: string): string => `### ${name}

- Identified by: \`id\`

${COLUMNS}
| \`id\` | ${other} as \`Undeclared\` | yes | always | caller | any | none |
`;

it('the plan of resources that identify each other has an end', () => {
  for (const resources of [
    identifiedBy('Thing', 'Thing'),
    identifiedBy('Thing', 'Other') + identifiedBy('Other', 'Third') + identifiedBy('Third', 'Other'),
  ]) {
    const operations = '### List Things\n\n- Does: lists Thing\n';
    const judged = judge({ name: 'a ring', source: documentOf({ resources, operations }) });
    expect(judged.faults).toEqual([]);
    expect(judged.isClean).toBe(false);
  }
});
