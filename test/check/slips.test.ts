// Words of the notation in a clean document, misspelled: check says so, at its line, and names the right one. Here every
// fifteenth word; slips.all.test.ts takes them all.

import { describe, expect, it } from 'vitest';

import { WHOLE } from '../catalogue/edits.ts';
import { faultsOf, slipsOf } from './misspelled.ts';

describe('slips of the pen', () => {
  it('are found one by one, with the word that was meant', () => {
    const { slips, faults } = faultsOf(WHOLE, 15);
    expect(faults).toEqual([]);
    expect(slips).toBeGreaterThan(20);
  });

  it.each([
    ['headings', '## 4. Endpoints', 'Endpoints'],
    ['keys', '- Cross-origin: none', 'origin'],
    ['heads', '| State | Kind', 'Kind'],
    ['words of closed sets', '| initial |', 'initial'],
    ['words in angle brackets', '<message>}', 'message'],
    ['causes', 'any field missing', 'missing'],
    ['names where they are used', 'where `pieces` > 0', 'pieces'],
    ['names where they are declared', '| `pieces` |', 'pieces'],
  ])('are made of %s', (_, place, word) => {
    const at = WHOLE.indexOf(place) + place.indexOf(word);
    expect(slipsOf(WHOLE)).toContainEqual(expect.objectContaining({ at, word }));
  });

  it('are not made of prose', () => {
    const at = WHOLE.indexOf('What the guest is called');
    expect(slipsOf(WHOLE).filter((slip) => slip.at === at)).toEqual([]);
  });
});
