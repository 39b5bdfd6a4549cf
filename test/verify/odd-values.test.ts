// The values that are tried beyond what a field accepts, those that tell most first.

import { expect, it } from 'vitest';

import { Fresh, isPlain, type Drafted } from '../../src/verify/explore/drafted.ts';
import { odd } from '../../src/verify/explore/odd-values.ts';
import { ruledBy } from '../../src/verify/explore/wanted.ts';

import { ID, modelOf, resource } from './document.ts';
import { things, TITLE } from './things.ts';

const ORIGIN = resource('Origin', ['`year` | integer | yes | caller | 1900..2100', '`kind` | one of `a`, `b` | no'], {
  'Identified by': 'none',
});

it.each([
  ['a shape', 'Origin', (value: Drafted) => value],
  [
    'a list of shapes',
    'array of Origin',
    (value: Drafted): Drafted => (Array.isArray(value) ? value.at(-1) : undefined),
  ],
])('of %s: its members at their bounds and beyond', (_what, type, shapeIn) => {
  const model = modelOf(things({ fields: [ID, TITLE, `\`origin\` | ${type} | no`], resources: ORIGIN }));
  let next = 0;
  const ground = { model, rows: () => [], next: () => (next += 1) };
  const shapes = odd(ground, ruledBy(model.fields.get('Thing.origin')!), 'origin').map(shapeIn);
  const members = shapes.filter((one) => isPlain(one));
  expect(members.map(({ year }) => year)).toEqual(expect.arrayContaining([2101, 2100, 1899, 1900]));
  expect(members.map(({ kind }) => kind)).toContain('ninefold-no-such-value');
});

it('of a pattern: what matches with more behind it, and before it', () => {
  const model = modelOf(
    things({ fields: [ID, TITLE, '`code` | string(2..4) | yes | caller | matches `[A-Z][0-9]+`'] }),
  );
  let next = 0;
  const ground = { model, rows: () => [], next: () => (next += 1) };
  const all = odd(ground, ruledBy(model.fields.get('Thing.code')!), 'code');
  const texts = all.flatMap((one) => (one instanceof Fresh ? [String(one.make(1))] : []));
  expect(texts[0]).toMatch(/^[A-Z][0-9]+~$/);
  expect(texts[1]).toMatch(/^~[A-Z][0-9]+$/);
  expect(texts.slice(0, 2).filter((text) => text.length > 4)).toEqual([]);
});

it('of what may be null: that first of all, as a service may pass over what takes a value away', () => {
  const model = modelOf(things({ fields: [ID, TITLE, '`note` | string(0..9) or null | no'] }));
  let next = 0;
  const ground = { model, rows: () => [], next: () => (next += 1) };
  const of = (field: string): readonly Drafted[] => odd(ground, ruledBy(model.fields.get(`Thing.${field}`)!), field);
  expect(of('note').indexOf(null)).toBe(0);
  expect(of('note').lastIndexOf(null)).toBe(0);
  expect(of('title').indexOf(null)).toBeGreaterThan(0);
});
