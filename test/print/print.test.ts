// Law 3: read → print → read is the identity, over real documents and over odd ones by chance; a gap never turns into
// `none` or back.

import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { read } from '../../src/read/read.ts';
import { Random } from '../laws/random.ts';
import { OddDocuments } from '../read/odd-documents.ts';
import { meaning } from './meaning.ts';
import { roundTrip } from './round-trip.ts';
import { trials } from '../trials.ts';

const folders = ['../../examples/', '../../../shared/documents/'].map((path) => new URL(path, import.meta.url));

describe('read, print, read', () => {
  for (const folder of folders) {
    if (!existsSync(folder)) {
      console.warn(`SKIPPED: ${folder.pathname} is not there`);
      test.skip(`documents of ${folder.pathname}`, () => {});
      continue;
    }
    const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
    test.each(files)('%s', (file) => roundTrip(readFileSync(new URL(file, folder), 'utf8')));
  }

  test('documents by chance', () => {
    const odd = new OddDocuments(new Random(3));
    for (let i = 0; i < trials(10, 120); i += 1) roundTrip(odd.document());
  });

  test('the comparison sees a gap that became none', () => {
    const [gap, none] = ['not shown', 'none'].map((word) => read(`# T\n\n## 6. Events\n\n${word}\n`, 'x.md').document);
    expect(meaning(gap)).not.toEqual(meaning(none));
  });

  test('the comparison sees another value under the same status', () => {
    const [a, b] = ['again', 'safe'].map(
      (word) => read(`# T\n\n## 4. Endpoints\n\n- Repeat: ${word}\n`, 'x.md').document,
    );
    expect(meaning(a)).not.toEqual(meaning(b));
  });
});
