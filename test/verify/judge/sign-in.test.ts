// Who a token is of, where the fields of the body that sign in set nothing.

import { expect, it } from 'vitest';

import { MEMBERS } from '../members.ts';
import { modelOf, Played } from '../recorded.ts';

it('is the row that has the name that was sent', () => {
  const played = new Played(modelOf(MEMBERS));
  const member = (id: number, name: string): void => {
    const sent = { name, password: `${name} s3cret` };
    const { findings } = played.judge({ method: 'POST', target: '/members', sent, status: 201, shown: { id, name } });
    expect(findings).toEqual([]);
  };
  member(7, 'ada');
  member(8, 'bob');
  for (const name of ['ada', 'bob']) {
    const sent = { name, password: `${name} s3cret` };
    played.last([{ method: 'POST', target: '/sessions', sent, status: 201, shown: { token: `t-${name}` } }]);
  }
  const owners = [...played.world.tokens].map(([text, { row }]) => [text, row?.get('id')]);
  expect(owners).toEqual([
    ['t-ada', 7],
    ['t-bob', 8],
  ]);
  expect(played.world.issued.has('t-ada')).toBe(false);
});
