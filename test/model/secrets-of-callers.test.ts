// A secret of the caller is no value for another field: it is kept as its hash. Notation, part 2, Set by; part 5.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';

const SOURCE = readFileSync(join(import.meta.dirname, '..', 'serve', 'references-not-seen.md'), 'utf8');
const RULE = 'service: caller at create';

it('a field that is set to a secret of the caller is held', () => {
  expect(SOURCE).toContain(RULE);
  const model = modelOf(SOURCE.replace(RULE, 'service: caller `pin` at create'));
  const held = gapView(model).operations.find(({ id }) => id === 'POST /boxes');
  expect(held?.runs).toBe('no');
  expect(gapView(model).gaps.map(({ id }) => id)).toContain('2/Box.owner/set-by');
  expect(JSON.stringify(plan(model).gaps)).not.toContain('fault of Ninefold');
});
