// Each fault that is planted makes a difference: some call is answered otherwise, or other events are heard. Without one there is none. In the
// tier `all` each fourth, in the tier `long` all of them: one to ten minutes, as busy as the machine is.

import { describe, expect, it } from 'vitest';
import { oneUntilLong } from '../../trials.ts';
import { differences } from './compared.ts';
import { opened } from './opened.ts';
import { documentOf, serveWith } from './planted.ts';
import { PLANTED } from './plants.ts';

describe('makes a difference', { timeout: 300_000, concurrent: true }, () => {
  it.each(oneUntilLong(4, PLANTED))('$name', async (plant) => {
    expect(await differences(plant, () => serveWith(plant.name, true))).not.toEqual([]);
  });
});

const ONE_EACH = [...new Map(PLANTED.map((plant) => [plant.document, plant])).values()];

it.each(ONE_EACH)('without a fault there is none: $document', { timeout: 300_000 }, async (plant) => {
  expect(await differences(plant, () => opened(documentOf(plant), plant.clock === true, true))).toEqual([]);
});
