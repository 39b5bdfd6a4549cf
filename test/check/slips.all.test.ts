// The same as slips.test.ts for every word, and over the examples, which say more: in the tier `all` over one of them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { WHOLE } from '../catalogue/edits.ts';
import { oneUntilLong } from '../trials.ts';
import { faultsOf } from './misspelled.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');

it('finds each slip of the pen in the whole document of the catalogue', () => {
  expect(faultsOf(WHOLE).faults).toEqual([]);
}, 180_000);

it.each(
  oneUntilLong(
    9,
    readdirSync(EXAMPLES).filter((name) => name.endsWith('.md')),
  ),
)(
  'finds each slip of the pen in %s, with the word that was meant',
  (name) => {
    expect(faultsOf(readFileSync(join(EXAMPLES, name), 'utf8')).faults).toEqual([]);
  },
  180_000,
);
