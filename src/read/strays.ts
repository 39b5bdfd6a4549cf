// What is directly under a part though it belongs under one of its `###` headings. Input: the part, and the keys and tables of
// those headings. Output: what is allowed here, `Other …` bullets; a known key or table is a finding.

import { diagnose } from '../diagnostics/define.ts';
import { misplaced } from '../diagnostics/reading.ts';
import type { Bullets, Key } from './bullets.ts';
import { readBullets } from './bullets.ts';
import type { PartOutline } from './outline.ts';
import type { Reading } from './reading.ts';
import { readFences } from './scopes.ts';
import { isGapMark } from './slots.ts';
import type { TableKind } from './heads.ts';
import { readTables } from './tables.ts';

/** `home`: "a resource's heading, `### Order`". */
export function readStrays(
  reading: Reading,
  part: PartOutline,
  keys: readonly Key[],
  kinds: readonly TableKind[],
  home: string,
): Bullets {
  const bullets = readBullets(reading, part, keys);
  const number = String(part.number);
  for (const { name } of keys) {
    for (const bullet of bullets.all(name)) {
      if (isGapMark(bullet.text.text)) continue;
      reading.diagnostics.push(diagnose(misplaced, bullet.whole, { what: `bullet "${name}"`, number, home }));
    }
  }
  for (const { kind, table } of readTables(reading, part, kinds, '', false)) {
    reading.diagnostics.push(diagnose(misplaced, table.at, { what: `${kind.name} table`, number, home }));
  }
  readFences(reading, part, []);
  return bullets;
}
