// A body that has a name twice: whichever of the two a service takes, it may refuse what is wrong with that.

import { expect, it } from 'vitest';

import { judge } from '../../../src/verify/judge/judge.ts';
import { modelOf } from '../document.ts';
import { exchangeOf, Played } from '../recorded.ts';
import { MISSING, things } from '../things.ts';

const DOCUMENT = things({
  all: { 'Unknown fields': 'refused' },
  codes: [
    MISSING,
    '`invalid` | 422 | any field missing, any field invalid, unknown field',
    '`unreadable` | 400 | malformed body',
  ],
  errors: { 'Error body': '`{"error": <code>, "fields": [<field>]}`', 'All failed fields at once': 'yes' },
});

function found(body: string, status: number, shown: unknown): readonly string[] {
  const { call, ...rest } = exchangeOf({ method: 'POST', target: '/things', sent: {}, status, shown });
  const { world } = new Played(modelOf(DOCUMENT));
  return judge(world, { ...rest, call: { ...call, body } }).findings.map((one) => one.class);
}

it('is refused for the name, or for what lacks', () => {
  expect(found('{"a":1,"a":2}', 422, { error: 'invalid', fields: ['title', 'a'] })).toEqual([]);
  expect(found('{"a":1,"a":2}', 400, { error: 'unreadable' })).toEqual([]);
});

it('is a failure where the service breaks, or where the body has one reading', () => {
  expect(found('{"a":1,"a":2}', 500, { error: 'oh' })).toEqual(['wrong status']);
  expect(found('{"title":"a"}', 422, { error: 'invalid', fields: ['title'] })).toEqual(['wrong status']);
});
