// Names that lead anywhere, by chance: whatever follows them comes to an end, and what leads back to itself is an error.

import { expect, it } from 'vitest';

import { trials } from '../trials.ts';
import { followed } from './judge-names.ts';

it('comes to an end, and says each circle of references with all its places', { timeout: 120_000 }, async () => {
  const { withCircle, without, running } = await followed(1, trials(5, 8));
  // Else nothing of this was looked at.
  expect(Math.min(withCircle, without, running)).toBeGreaterThan(trials(0, 1));
});
