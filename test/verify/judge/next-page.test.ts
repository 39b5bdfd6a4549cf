// What asks for the next page may stand inside of a text, which is left out on the last page: left out on another one, it hides rows. Notation,
// part 4, "Shapes and templates".

import { describe, expect, it } from 'vitest';

import { modelOf } from '../document.ts';
import { Played } from '../recorded.ts';
import { paged } from '../things.ts';

const AROUND = modelOf(paged({ Answers: '200 found, `{"items": array of Thing, "next": "/things?after=<next>"}`' }));

const thing = (id: number): object => ({ id, title: 'abc'[id - 1] });

/** Of three things the first page, and, where it asks for it, the second. */
function found(first: object, second?: object): readonly (readonly string[])[] {
  const played = new Played(AROUND);
  played.world.setWhole('Thing', true);
  for (const id of [1, 2, 3])
    played.judge({ method: 'POST', target: '/things', sent: { title: 'abc'[id - 1] }, status: 201, shown: thing(id) });
  const pages = [
    { target: '/things', shown: { items: [thing(1), thing(2)], ...first } },
    ...(second ? [{ target: '/things?after=c2', shown: { items: [thing(3)], ...second } }] : []),
  ];
  return pages.map((one) => played.judge({ ...one, status: 200 }).findings.map((each) => `${each.class}: ${each.got}`));
}

describe('a text around what asks for the next page', () => {
  it('is there while rows follow, and left out on the last page', () => {
    expect(found({ next: '/things?after=c2' }, {})).toEqual([[], []]);
  });

  it('is a failure where it is left out although rows follow', () => {
    expect(found({})).toEqual([['broken page: nothing']]);
  });

  it('is a failure where it is there although no row follows', () => {
    expect(found({ next: '/things?after=c2' }, { next: '/things?after=c3' })).toEqual([[], ['broken page: c3']]);
  });

  it('may be encoded as its place asks', () => {
    expect(found({ next: '/things?after=c%3D2' })).toEqual([[]]);
  });
});
