// Cursors that only the service reads: what they open for, and what they do not. Decision 0050.

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealerIn, sealerOf } from '../../src/serve/cursors.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { temporaryDirectory } from '../store/fixtures.ts';

const SEALER = sealerOf(randomBytes(32));
const PLACE = '[1,[],["hidden text",7]]';

test('a cursor opens for what it is about, and is the same each time', () => {
  const cursor = SEALER.seal(PLACE, 'a list');
  expect(SEALER.open(cursor, 'a list')).toBe(PLACE);
  expect(SEALER.seal(PLACE, 'a list')).toBe(cursor);
  expect(SEALER.seal(PLACE, 'another')).not.toBe(cursor);
});

test('it opens for nothing else, nor under another secret', () => {
  const cursor = SEALER.seal(PLACE, 'a list');
  expect(SEALER.open(cursor, 'another')).toBeUndefined();
  expect(SEALER.open(cursor, 'a line')).toBeUndefined();
  expect(sealerOf(randomBytes(32)).open(cursor, 'a list')).toBeUndefined();
  // The subject and the content are not run together.
  expect(SEALER.open(SEALER.seal('bc', 'a'), 'ab')).toBeUndefined();
});

test('it shows nothing of what it holds', () => {
  const octets = Buffer.from(SEALER.seal(PLACE, 'a list'), 'base64url');
  expect(octets.includes('hidden')).toBe(false);
});

test('each other text is refused: each bit that is changed, what is longer, shorter, or spelled in another way', () => {
  const cursor = SEALER.seal(PLACE, 'a list');
  const octets = Buffer.from(cursor, 'base64url');
  for (let bit = 0; bit < octets.length * 8; bit += 1) {
    const other = Buffer.from(octets);
    other[bit >> 3]! ^= 1 << (bit & 7);
    expect(SEALER.open(other.toString('base64url'), 'a list')).toBeUndefined();
  }
  for (let end = 0; end < cursor.length; end += 1) expect(SEALER.open(cursor.slice(0, end), 'a list')).toBeUndefined();
  for (const other of ['', ' ', `${cursor}=`, `${cursor} `, `\n${cursor}`, cursor + cursor, 'A'.repeat(100_000)])
    expect(SEALER.open(other, 'a list')).toBeUndefined();
});

test('the secret is made once, for all that open the data', async () => {
  const directory = temporaryDirectory();
  const first = await openSqlite({ directory, tables: [] });
  const [one, other] = await Promise.all([sealerIn(first.notes)(), sealerIn(first.notes)()]);
  const cursor = one.seal(PLACE, 'a list');
  expect(other.open(cursor, 'a list')).toBe(PLACE);
  await first.close();
  const again = await openSqlite({ directory, tables: [] });
  expect((await sealerIn(again.notes)()).open(cursor, 'a list')).toBe(PLACE);
  await again.close();
});
