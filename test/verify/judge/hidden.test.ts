// Rows that a call does not find: they are hidden from who makes it, or gone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { modelOf } from '../document.ts';
import { Played, type Recorded } from '../recorded.ts';

const SOURCE = readFileSync(
  join(import.meta.dirname, '..', '..', 'parts', 'authentication', 'a-password-with-each-request.md'),
  'utf8',
);
const SHELF = modelOf(SOURCE);

const signedUp = (id: number, name: string): Recorded => ({
  method: 'POST',
  target: '/users',
  sent: { email: `${name}@example.com`, password: name },
  status: 201,
  shown: { id, email: `${name}@example.com`, role: 'member' },
});
const by = (name: string, rest: Recorded): Recorded => ({
  ...rest,
  brings: [['authorization', `Basic ${Buffer.from(`${name}@example.com:${name}`).toString('base64')}`]],
});
const BOOK = { id: 4, title: 'Emma', owner: 7 };

it('may be there, although another caller gets the answer that there is none', () => {
  const played = new Played(SHELF);
  const before = [signedUp(7, 'ada'), signedUp(8, 'bob')];
  const made = by('ada', { method: 'POST', target: '/books', sent: { title: 'Emma' }, status: 201, shown: BOOK });
  for (const call of [...before, made]) expect(played.judge(call).findings).toEqual([]);
  played.world.setThere(played.world.there('Book')[0]!, undefined);
  const calls = [
    by('bob', { method: 'DELETE', target: '/books/4', status: 404, shown: { error: 'not_found' } }),
    { target: '/open', status: 200, shown: [BOOK] },
  ];
  expect(calls.flatMap((call) => played.judge(call).findings)).toEqual([]);
});

const CHECKS = '- Checks: authentication, existence, permission, body, state, uniqueness\n';

/** Admins alone delete what is theirs. */
function guarded(checks: string): ReturnType<typeof modelOf> {
  return modelOf(
    SOURCE.replace(CHECKS, checks).replace(
      'owner by `Book.owner`, others see no such Book',
      'caller `role` = `admin` and `Book.owner` = caller',
    ),
  );
}

it.each([
  ['', 403, []],
  ['', 404, []],
  [CHECKS, 404, []],
  [CHECKS, 403, ['wrong status']],
])('that is gone, of callers who may never delete one; %j answers %i', (checks, status, expected) => {
  const played = new Played(guarded(checks));
  const gone: Recorded = {
    method: 'DELETE',
    target: '/books/4',
    status,
    shown: { error: status === 403 ? 'forbidden' : 'not_found' },
  };
  for (const call of [signedUp(7, 'ada'), { target: '/open', status: 200, shown: [] }])
    expect(played.judge(call).findings).toEqual([]);
  expect(played.judge(by('ada', gone)).findings.map((one) => one.class)).toEqual(expected);
});
