// Law 3 over many odd documents.

import { test } from 'vitest';

import { Random } from '../laws/random.ts';
import { OddDocuments } from '../read/odd-documents.ts';
import { roundTrip } from './round-trip.ts';

test('10,000 documents by chance', () => {
  const odd = new OddDocuments(new Random(33));
  for (let i = 0; i < 10_000; i += 1) roundTrip(odd.document());
});
