// Who gets through to what is another one's, whatever the document says instead, is let in by an open door: the row that `others see no such`, or that
// is not visible to them, and rows of others in a list.

import { expect, it } from 'vitest';

import { judge } from '../../../src/verify/judge/judge.ts';
import { creates, ID, lists, modelOf, reads, resource, section, table } from '../document.ts';
import { members, type More } from '../members.ts';
import { exchangeOf, Played, type Recorded } from '../recorded.ts';

interface Papers extends More {
  readonly who: string;
  readonly does?: string;
  readonly visible?: string;
}

const OWNER = '`owner` | Member by `id` | yes | service: caller at create';

function papers({ who, does = 'lists Paper', visible = '', resources = '', operations = '' }: Papers): string {
  return members({
    resources:
      resource('Paper', [ID, '`kind` | string', OWNER], visible === '' ? {} : { 'Visible to': visible }) + resources,
    operations: [
      creates('Paper', { Who: 'signed-in' }),
      lists('Paper', { Does: does, Who: 'signed-in' }),
      reads('Paper', { Who: who }),
      operations,
    ].join(''),
    codes: ['`no_paper` | 404 | no such Paper', '`forbidden` | 403 | not permitted'],
  });
}

/** Ada has a paper; Bob calls. */
class Bob extends Played {
  constructor(source: string) {
    super(modelOf(source));
    for (const [id, name] of [
      [7, 'ada'],
      [8, 'bob'],
    ] as const) {
      const sent = { name, password: `${name} s3cret` };
      this.last([
        { method: 'POST', target: '/members', sent, status: 201, shown: { id, name } },
        { method: 'POST', target: '/sessions', sent, status: 201, shown: { token: name } },
      ]);
    }
    const made = { id: 1, kind: 'plan', owner: 7 };
    const paper = { method: 'POST', target: '/papers', sent: { kind: 'plan' }, status: 201, shown: made };
    expect(this.classes('ada', paper)).toEqual([]);
  }

  classes(name: string, recorded: Recorded): readonly string[] {
    const { call, ...rest } = exchangeOf(recorded);
    const headers = [...call.headers, ['Authorization', `Bearer ${name}`] as const];
    return judge(this.world, { ...rest, call: { ...call, headers } }).findings.map((one) => one.class);
  }
}

const PAPER = { id: 1, kind: 'plan', owner: 7 };
const READ: Recorded = { target: '/papers/1', status: 200, shown: PAPER };
const LISTED: Recorded = { target: '/papers', status: 200, shown: [PAPER] };

it.each([
  ['owner by `Paper.owner`', ''],
  ['owner by `Paper.owner`, others see no such Paper', ''],
  ['signed-in', 'owner by `Paper.owner`'],
])('of a row: %s %s', (who, visible) => {
  expect(new Bob(papers({ who, visible })).classes('ada', READ)).toEqual([]);
  expect(new Bob(papers({ who, visible })).classes('bob', READ)).toEqual(['open door']);
});

it.each([
  ['lists Paper', 'owner by `Paper.owner`'],
  ['lists Paper where `owner` = caller', ''],
  ['lists Paper where `owner` = caller and `kind` = `plan`', ''],
])('of a list: %s %s', (does, visible) => {
  expect(new Bob(papers({ who: 'signed-in', does, visible })).classes('ada', LISTED)).toEqual([]);
  expect(new Bob(papers({ who: 'signed-in', does, visible })).classes('bob', LISTED)).toEqual(['open door']);
});

it('is none where the row is not there, or where something else keeps it out of the list', () => {
  const bob = new Bob(papers({ who: 'owner by `Paper.owner`, others see no such Paper' }));
  const other = { id: 2, kind: 'plan', owner: 8 };
  expect(bob.classes('bob', { target: '/papers', status: 200, shown: [PAPER] })).toEqual([]);
  bob.world.setWhole('Paper', true);
  expect(bob.classes('bob', { target: '/papers/2', status: 200, shown: other })).toEqual(['wrong status']);
  const kinds = new Bob(papers({ who: 'signed-in', does: 'lists Paper where `kind` = `note`' }));
  expect(kinds.classes('bob', LISTED)).toEqual(['wrong body']);
});

it('is none where the call makes the row, be it known that it is not there or not', () => {
  const source = papers({
    who: 'signed-in',
    resources: resource('Note', ['`key` | string | yes | caller at create', '`text` | string', OWNER]),
    operations: section(
      'PUT /notes/{key}',
      { Does: 'creates or replaces Note', Who: 'owner by `Note.owner`', Body: 'Note only text', Repeat: 'same effect' },
      table('Status | When | Body', ['201 | created | Note', '200 | replaced | Note']),
    ),
  });
  const put = { method: 'PUT', target: '/notes/a', sent: { text: 'x' } };
  const first = new Bob(source);
  expect(first.classes('bob', { ...put, status: 200, shown: { key: 'a', text: 'x', owner: 8 } })).toEqual([]);
  const bob = new Bob(source);
  bob.world.setWhole('Note', true);
  expect(bob.classes('bob', { ...put, status: 201, shown: { key: 'a', text: 'x', owner: 8 } })).toEqual([]);
  expect(bob.classes('bob', { ...put, status: 200, shown: { key: 'a', text: 'x', owner: 8 } })).toEqual([]);
  expect(bob.classes('ada', { ...put, status: 200, shown: { key: 'a', text: 'x', owner: 8 } })).toEqual(['open door']);
});
