// What is computed of an embedded row needs the fields that its rule asks for: their gaps hold the operations that show it.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';

it('a field by which `following` is computed, in the author of an article', () => {
  const source = readFileSync(new URL('../../examples/conduit.md', import.meta.url), 'utf8');
  const changed = source.replace('| `followed` | User by `username` |', '| `followed` | User |');
  expect(changed).not.toBe(source);
  const { document, diagnostics } = read(changed, 'conduit.md');
  const { operations, gaps } = plan(link(document, diagnostics));
  const article = operations.find(({ id }) => id === 'GET /articles/{slug}');
  expect(article?.heldBy).toContain('2/Follow.followed/type');
  expect(Object.values(gaps).filter((text) => text.includes('fault of Ninefold'))).toEqual([]);
});
