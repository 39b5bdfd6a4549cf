// The values that are tried beyond what a field accepts, those that tell most first.

import { expect, it } from 'vitest';

import { Fresh } from '../../src/verify/explore/drafted.ts';
import { odd } from '../../src/verify/explore/odd-values.ts';
import { ruledBy } from '../../src/verify/explore/wanted.ts';
import { modelOf } from './recorded.ts';
import { things } from './things.ts';

it('of a pattern: what matches with more behind it, and before it', () => {
  const model = modelOf(
    things({ fields: '| `code` | string(2..4) | yes | caller | matches `[A-Z][0-9]+` | none |\n' }),
  );
  let next = 0;
  const ground = { model, rows: () => [], next: () => (next += 1) };
  const all = odd(ground, ruledBy(model.fields.get('Thing.code')!), 'code');
  const texts = all.flatMap((one) => (one instanceof Fresh ? [String(one.make(1))] : []));
  expect(texts[0]).toMatch(/^[A-Z][0-9]+~$/);
  expect(texts[1]).toMatch(/^~[A-Z][0-9]+$/);
  expect(texts.slice(0, 2).filter((text) => text.length > 4)).toEqual([]);
});
