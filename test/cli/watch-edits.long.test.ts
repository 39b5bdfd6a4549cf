// A thousand edits of a watched document under load. The figures are in docs/performance.md.
import { expect, test } from 'vitest';

import { editsUnderLoad } from './watch-edits.ts';

const SEED = Number(process.env['SEED'] ?? 1);

test('a thousand edits of a watched document: no answer of another document, no row lost, no request refused', async () => {
  const { wrong, counts } = await editsUnderLoad(SEED, 1000);
  console.log(JSON.stringify(counts));
  expect(wrong).toEqual([]);
}, 3_600_000);
