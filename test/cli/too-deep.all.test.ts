// Documents whose names lead on for thousands of steps end a command with a sentence, not with a stack trace.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { captured } from './captured.ts';

let directory: string;
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'ninefold-deep-'))));
afterEach(() => rmSync(directory, { recursive: true }));

function chained(count: number, resource: (at: number, isLast: boolean) => string): string {
  const sections = Array.from({ length: count }, (_, at) => `### R${at}\n\n${resource(at, at === count - 1)}\n`);
  return `# D\n\n- Lists: complete unless marked\n\n## 2. Resources and their fields\n\n${sections.join('\n')}
## 4. Endpoints

### DELETE /r/{id}

- Does: deletes R0
- Who: anyone
- Repeat: again
- Emits: none

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |

### POST /r

- Does: creates R0
- Body: R0
`;
}

const FIELDS = '| Field | Type | Required | Set by |\n|---|---|---|---|\n';
const ID = '| `id` | integer | yes | service: new id |\n';

test.each([
  [
    'shapes in shapes',
    chained(
      9000,
      (at, isLast) =>
        `- Identified by: ${at === 0 ? '`id`' : 'none'}\n\n${FIELDS}${at === 0 ? ID : ''}| \`f\` | ${isLast ? 'string' : `R${at + 1}`} | yes | caller |`,
    ),
  ],
  [
    'rows that go with rows',
    chained(
      9000,
      (at, isLast) =>
        `- Identified by: \`id\`\n- When deleted: ${isLast ? 'none' : `deletes every R${at + 1}`}\n\n${FIELDS}${ID}`,
    ),
  ],
])('%s', { timeout: 60_000 }, async (_, text) => {
  writeFileSync(join(directory, 'a.md'), text);
  const console = captured({ directory });
  expect(await run(['plan', 'a.md'], console)).toBe(1);
  expect(console.stderr()).toMatch(/^ninefold: what is written nests too deeply[^\n]*\n$/);
});
