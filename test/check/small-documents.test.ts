// Findings that follow from another one are not told, and examples are held to all that is stated of a text. Input: small documents.
// Output: findings. Notation, sections 3 and 4.

import { expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';

const RESOURCES = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`name\` | string(1..8) | yes | caller | not blank | none |
| \`status\` | state | yes | service: state | any | none |`;

const states = (line: string): string => `### Thing.status

| State | Kind |
|---|---|
| \`a\` | initial |
| \`b\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`a\` | \`b\` | \`POST /things/{id}/go\` | none | none |

\`\`\`mermaid
stateDiagram-v2
${line}
\`\`\``;

function found(source: string): readonly string[] {
  const { document, diagnostics } = read(source, 'a.md');
  return check(link(document, diagnostics)).diagnostics.map(({ code }) => code);
}

const drawn = (line: string): readonly string[] =>
  found(documentOf({ resources: RESOURCES, states: states(line), operations: '' })).filter((code) =>
    ['mermaid-not-read', 'contradiction', 'diagram-differs'].includes(code),
  );

it('a drawing with a line that cannot be read is not compared', () => {
  expect(drawn('a ==> b')).toEqual(['mermaid-not-read']);
  expect(drawn('b --> a : POST /things/{id}/go')).not.toEqual([]);
});
