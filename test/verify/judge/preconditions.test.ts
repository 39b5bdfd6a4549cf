// Tags of one row, as calls name them: what a service may answer to each, by what is known of the tag. Each wrong way to compare them differs
// from the right one in a single call.

import { describe, expect, it } from 'vitest';

import type { Header } from '../../../src/verify/exchange.ts';
import { judge } from '../../../src/verify/judge/judge.ts';
import type { Judgement } from '../../../src/verify/verdict.ts';
import { exchangeOf, Played, type Recorded } from '../recorded.ts';
import { TAGGED } from '../tagged.ts';

type Named = Recorded & { readonly named?: Readonly<Record<string, string>> };

class Tagged extends Played {
  call({ named = {}, ...recorded }: Named): Judgement {
    const { call, ...rest } = exchangeOf(recorded);
    return judge(this.world, { ...rest, call: { ...call, headers: [...call.headers, ...Object.entries(named)] } });
  }
}

const tag = (text: string): readonly Header[] => [['etag', text]];
const ROW = { id: 1, title: 'b' };
const READ: Named = { target: '/things/1', status: 200, shown: ROW, headers: tag('"2"') };
const CHANGE: Named = { method: 'PATCH', target: '/things/1', sent: { title: 'c' }, status: 200 };
const CHANGED = { ...CHANGE, shown: { id: 1, title: 'c' }, headers: tag('"3"') };
const REFUSED = { ...CHANGE, status: 412, shown: { code: 'other_tag' } };
const DELETE: Named = { method: 'DELETE', target: '/things/1', status: 204 };

/** A thing whose tag was `"1"`, and is `"2"` since it was changed. */
function changedOnce(): Tagged {
  const played = new Tagged(TAGGED);
  const first = { id: 1, title: 'a' };
  const steps: readonly Named[] = [
    { method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: first },
    { ...READ, shown: first, headers: tag('"1"') },
    { ...CHANGE, sent: { title: 'b' }, named: { 'If-Match': '"1"' }, shown: ROW, headers: tag('"2"') },
    READ,
  ];
  for (const one of steps) expect(played.call(one).findings).toEqual([]);
  return played;
}

function foundIn(...calls: readonly Named[]): readonly string[] {
  const played = changedOnce();
  return calls.flatMap((one) => played.call(one).findings.map(({ class: kind }) => kind));
}

const LET: readonly (readonly [sent: string])[] = [['"2"'], ['"1", "2"'], ['"2", W/"1"'], ['*']];
const KEPT_OUT: readonly (readonly [sent: string])[] = [['"1"'], ['"ninefold-no-such-tag"'], ['W/"2"'], ['2']];

describe('If-Match', () => {
  it.each(LET)('lets a change through with %s', (sent) => {
    expect(foundIn({ ...CHANGED, named: { 'If-Match': sent } })).toEqual([]);
    expect(foundIn({ ...REFUSED, named: { 'If-Match': sent } })).toHaveLength(1);
    expect(foundIn({ ...DELETE, named: { 'If-Match': sent } })).toEqual([]);
  });

  it.each(KEPT_OUT)('lets none through with %s', (sent) => {
    expect(foundIn({ ...REFUSED, named: { 'If-Match': sent } })).toEqual([]);
    expect(foundIn({ ...CHANGED, named: { 'If-Match': sent } })).toEqual(['precondition passed over']);
    expect(foundIn({ ...DELETE, named: { 'If-Match': sent } })).toEqual(['precondition passed over']);
  });

  it('has to be there for a change, and not to delete', () => {
    expect(foundIn({ ...CHANGE, status: 428, shown: { code: 'tag_needed' } })).toEqual([]);
    expect(foundIn(CHANGED)).toEqual(['precondition passed over']);
    expect(foundIn({ ...REFUSED })).toEqual(['wrong status']);
    expect(foundIn(DELETE)).toEqual([]);
  });

  it('may be of a tag that nobody has seen', () => {
    expect(foundIn({ ...REFUSED, named: { 'If-Match': '"9"' } })).toEqual([]);
    expect(foundIn({ ...CHANGED, named: { 'If-Match': '"9"' } })).toEqual([]);
  });

  it('is held to the tag behind the last change', () => {
    const next = { ...CHANGED, named: { 'If-Match': '"2"' } };
    expect(foundIn(next, { ...REFUSED, named: { 'If-Match': '"2"' } })).toEqual([]);
    expect(foundIn(next, next)).toContain('precondition passed over');
  });

  it('is the same behind a refusal', () => {
    const refused = { ...REFUSED, named: { 'If-Match': '"1"' } };
    expect(foundIn(refused, { ...REFUSED, named: { 'If-Match': '"2"' } })).toHaveLength(1);
  });
});

describe('a tag', () => {
  it('is another one behind a change, and the same while nothing has changed', () => {
    const next = { ...CHANGED, named: { 'If-Match': '"2"' } };
    expect(foundIn({ ...next, headers: tag('"2"') })).toEqual(['wrong header']);
    expect(foundIn(next, { ...READ, shown: CHANGED.shown, headers: tag('"2"') })).toEqual(['wrong header']);
    expect(foundIn({ ...READ, headers: tag('"4"') })).toEqual(['wrong header']);
    expect(foundIn({ ...READ, headers: [] })).toEqual(['wrong header']);
    expect(foundIn(READ)).toEqual([]);
  });

  it('stays where a change was refused', () => {
    const refused = { ...REFUSED, named: { 'If-Match': '"1"' } };
    expect(foundIn(refused, READ)).toEqual([]);
    expect(foundIn(refused, { ...READ, headers: tag('"4"') })).toEqual(['wrong header']);
  });
});

describe('If-None-Match', () => {
  const unmodified: Named = { target: '/things/1', status: 304, headers: tag('"2"') };

  it('of the tag that was seen twice has to be answered 304', () => {
    const named = { 'If-None-Match': '"2"' };
    expect(foundIn(READ, { ...unmodified, named })).toEqual([]);
    expect(foundIn(READ, { ...READ, named })).toEqual(['precondition passed over']);
    expect(foundIn(READ, { ...unmodified, named: { 'If-None-Match': '"1", W/"2"' } })).toEqual([]);
    // One that was seen once may be made anew each time.
    expect(foundIn({ ...READ, named })).toEqual([]);
  });

  it('of another tag is answered 200', () => {
    for (const sent of ['"1"', '"ninefold-no-such-tag"']) {
      expect(foundIn(READ, { ...READ, named: { 'If-None-Match': sent } })).toEqual([]);
      expect(foundIn(READ, { ...unmodified, named: { 'If-None-Match': sent } })).toHaveLength(1);
    }
  });

  it('of a 304 has the tag, one that was named, and no body', () => {
    const named = { 'If-None-Match': '"2"' };
    expect(foundIn(READ, { ...unmodified, named, headers: [] })).toHaveLength(1);
    expect(foundIn(READ, { ...unmodified, named, headers: tag('"5"') })).toHaveLength(1);
    expect(foundIn(READ, { ...unmodified, named, shown: ROW })).toHaveLength(1);
    expect(foundIn(READ, unmodified)).toHaveLength(1);
  });
});
