// An example that wraps a row in an object of its own is left alone: nobody has said what is in there. Notation, section 3.

import { expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';

const FIELDS = '| Field | Type |\n|---|---|\n| `id` | uuid |\n| `order` | string |\n';

function found(example: string, fields = FIELDS): string[] {
  const source = `# T\n\n## 2. Resources and their fields\n\n### Order\n\n${fields}\n\`\`\`json\n${example}\n\`\`\`\n`;
  const { document, diagnostics } = read(source, 'a.md');
  return check(link(document, diagnostics))
    .diagnostics.map(({ code }) => code)
    .filter((code) => code.startsWith('example'));
}

it.each([
  ['{"order": {"colour": "red"}}', FIELDS],
  ['{"order": [{"colour": "red"}]}', FIELDS],
  ['{"order": {"colour": "red"}}', ''],
])('%s is left alone', (example, fields) => {
  expect(found(example, fields)).toEqual([]);
});

it.each([
  ['{"order": 12}', ['example-mismatch']],
  ['{"order": {"a": 1}, "id": "<id>"}', ['example-mismatch']],
  ['{"id": "<id>", "colour": "red"}', ['example-only-field']],
])('%s is an example of the row', (example, codes) => {
  expect(found(example)).toEqual(codes);
});
