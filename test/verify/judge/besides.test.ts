// What HTTP lets a service do of its own accord is no failure, and what comes of it is not known; what else it does then is a failure all the same.

import { describe, expect, it } from 'vitest';

import { judge } from '../../../src/verify/judge/judge.ts';
import { lists, modelOf, updates } from '../document.ts';
import { exchangeOf, Played, type Recorded } from '../recorded.ts';
import { MISSING, things } from '../things.ts';
import { Asking } from './asking.ts';

const MODEL = modelOf(
  things({
    all: { Checks: 'authentication, existence, permission, body, state, uniqueness' },
    list: lists('Thing', { Pages: 'offset and limit; default 20, at most 50, more is refused' }),
    operations: updates('Thing'),
    codes: [
      MISSING,
      '`invalid` | 400 | invalid query, any field missing, any field invalid',
      '`unreadable` | 400 | malformed body',
    ],
  }),
);

const ROW = { id: 7, title: 'a' };
const MADE: Recorded = { method: 'POST', target: '/things', sent: { title: 'a' }, status: 201, shown: ROW };

function whole(): Played {
  const played = new Played(MODEL);
  expect(played.judge(MADE).findings).toEqual([]);
  played.world.setWhole('Thing', true);
  return played;
}

/** As text, whatever it is. */
function sent(line: string, title: string): readonly string[] {
  return new Asking(MODEL).expect(line, { body: { title }, headers: { 'Content-Type': 'text/plain' } });
}

describe('a body of a type that the operation does not take', () => {
  it('may be refused, or be taken, whatever is in it', () => {
    for (const title of ['a', ''])
      expect(sent('POST /things', title)).toEqual(['success', '415 unsupported media type']);
    expect(sent('PATCH /things/9', 'a')).toEqual(['missing: no such Thing', '415 unsupported media type']);
  });

  it('leaves open what was made of it', () => {
    const played = whole();
    const { call, ...rest } = exchangeOf({ ...MADE, status: 200, shown: {} });
    const plain = { ...rest, call: { ...call, headers: [['Content-Type', 'text/plain'] as const], body: 'x' } };
    expect(judge(played.world, plain).findings).toEqual([]);
    const listed = [ROW, { id: 9, title: 'y' }];
    expect(played.judge({ target: '/things', status: 200, shown: listed }).findings).toEqual([]);
  });
});

function listed(title: unknown): readonly string[] {
  const { findings } = new Played(MODEL).judge({ target: '/things', status: 200, shown: [{ id: 1, title }] });
  return findings.map((one) => one.class);
}

it('a value that nobody knew has a type, too', () => {
  expect(listed('a')).toEqual([]);
  expect([null, '', 1].map(listed)).toEqual([['wrong body'], ['wrong body'], ['wrong body']]);
});

it.each([
  ['limit=50', ['success']],
  ['limit=51', ['invalid: invalid query']],
])('a page may be as large as is stated, and no larger: %s', (query, outcomes) => {
  expect(new Asking(MODEL).expect(`GET /things?${query}`)).toEqual(outcomes);
});

function headed(status: number): readonly string[] {
  return whole()
    .judge({ method: 'HEAD', target: '/things/7', status })
    .findings.map((one) => one.class);
}

it('a service may have no HEAD; one that breaks by it has a fault', () => {
  expect([404, 405, 501].map(headed)).toEqual([[], [], []]);
  expect([500, 204, 403].map(headed)).toEqual([['wrong status'], ['wrong status'], ['wrong status']]);
});

it('a row that a call shows which had to find none may have been changed by it', () => {
  const played = whole();
  const changed = { id: 7, title: 'z' };
  const wrong: Recorded = { method: 'PATCH', target: '/things/9', sent: { title: 'z' }, status: 200, shown: changed };
  expect(played.judge(wrong).findings.map((one) => one.class)).toEqual(['wrong status']);
  expect(played.judge({ target: '/things/7', status: 200, shown: changed }).findings).toEqual([]);
  expect(whole().judge({ target: '/things/7', status: 200, shown: changed }).findings).toHaveLength(1);
});

function gotFor(error: string): string {
  return whole().judge({ ...MADE, status: 400, shown: { error } }).findings[0]!.got;
}

it('a refusal that should not be is reported with the code that it names', () => {
  expect(gotFor('invalid')).toMatch(/, as for: Thing\.title /);
  expect(gotFor('unreadable')).toMatch(/, as for: malformed body$/);
});
