// What is sent of a nested shape that is merged: one of its members alone, and null where a row has it.

import { expect, it } from 'vitest';

import { bodies } from '../../src/verify/explore/bodies.ts';
import { NOBODY } from '../../src/verify/explore/draft.ts';
import { isPlain } from '../../src/verify/explore/drafted.ts';
import { drafted } from '../../src/verify/explore/drafting.ts';
import { Row } from '../../src/verify/world/known.ts';
import { ID, modelOf, resource, updates } from './document.ts';
import { things, TITLE } from './things.ts';

const ORIGIN = resource('Origin', ['`year` | integer | yes | caller | 1900..2100', '`place` | string | no'], {
  'Identified by': 'none',
});

const MODEL = modelOf(
  things({
    fields: [ID, TITLE, '`origin` | Origin | no'],
    resources: ORIGIN,
    operations: updates('Thing', { Does: 'merges into Thing', 'Omitted fields': undefined }),
  }),
);

function sent(origin: Readonly<Record<string, string | number>>): readonly unknown[] {
  const linked = MODEL.operations.get('PATCH /things/{id}')!;
  const values = [
    ['id', 7],
    ['title', 'a'],
    ['origin', origin],
  ] as const;
  const row = new Row('Thing', values, true, 1);
  let next = 0;
  const ground = {
    model: MODEL,
    rows: () => [row],
    next: () => (next += 1),
    isOneIn: () => false,
    listener: undefined,
    headerOf: () => undefined,
  };
  const made = drafted(ground, linked, { actor: NOBODY, row, isFull: true });
  if (!('draft' in made) || !('value' in made.draft.body)) throw new Error('no call was drafted');
  return bodies(ground, linked, made.draft, made.draft.body.value)
    .filter(([kind]) => /^(alone|null) /.test(kind))
    .flatMap(([, drafts]) => [...drafts])
    .map(({ body }) => ('value' in body && isPlain(body.value) ? body.value['origin'] : undefined));
}

it('where a row has the member', () => {
  expect(sent({ year: 1999, place: 'here' })).toEqual([{ place: expect.anything() }, { place: null }]);
});

it('where no row has it', () => {
  expect(sent({ year: 1999 })).toEqual([{ place: expect.anything() }]);
});
