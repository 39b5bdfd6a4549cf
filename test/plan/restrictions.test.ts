// The second lock: the plan refuses to run what narrows an operation, even when no table of words held it.

import { expect, it } from 'vitest';
import { link } from '../../src/link/link.ts';
import { checkRestrictions } from '../../src/plan/endpoints/restrictions.ts';
import { read } from '../../src/read/read.ts';

function check(bullets: string): () => void {
  const source = `# Things\n\n## 4. Endpoints\n\n### GET /things\n\n- Does: lists Thing\n${bullets}\n`;
  const { document, diagnostics } = read(source, 'things.md');
  const linked = link(document, diagnostics).operations.get('GET /things')!;
  return () => checkRestrictions(linked);
}

it.each([
  'anyone\n- Repeat: again',
  'anyone\n- Repeat: safe\n- Emits: none\n- Preconditions: none\n- Headers in: none',
])('lets run what anyone may call: %j', (who) => {
  expect(check(`- Who: ${who}`)).not.toThrow();
});

it.each([
  '- Who: not shown',
  '- Who: whoever asks nicely',
  '- Repeat: again',
  '- Who: anyone\n- Repeat: key',
  '- Who: anyone\n- Preconditions: `If-Match` required on `ETag`',
  '- Who: anyone\n- Headers in: `X-Key` always',
  '- Who: anyone\n- Emits: `thing_listed`',
])('refuses to plan %j', (bullets) => {
  expect(check(bullets)).toThrow();
});
