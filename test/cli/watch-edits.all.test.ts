// Edits of a watched document under load: a few, for every run of the tests; a thousand in watch-edits.long.test.ts.
import { expect, test } from 'vitest';

import { editsUnderLoad } from './watch-edits.ts';

test('sixty edits of a watched document: no answer of another document, no row lost, no request refused', async () => {
  const { wrong, counts } = await editsUnderLoad(6, 60);
  expect(wrong).toEqual([]);
  expect(counts['did not fit']).toBeGreaterThan(0);
  expect(counts['documents seen']).toBeGreaterThan(10);
}, 120_000);
