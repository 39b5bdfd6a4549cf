// A list without rows that its caller sees by a role alone is a shut door: it is no fault of its page, nor of what it lists.

import { expect, it } from 'vitest';

import { judge } from '../../../src/verify/judge/judge.ts';
import type { Judgement } from '../../../src/verify/verdict.ts';
import { creates, ID, lists, modelOf, resource } from '../document.ts';
import { members } from '../members.ts';
import { exchangeOf, Played, type Recorded } from '../recorded.ts';

const OWNER = '`owner` | Member by `id` | yes | service: caller at create';
const NAME = '| `name` | string | yes | caller at create | any | none |\n';

const PAPERS = members({
  resources: resource('Paper', [ID, '`kind` | string', OWNER], {
    'Visible to': '`auditor` or owner by `Paper.owner`',
  }),
  operations: [
    creates('Paper', { Who: 'signed-in' }),
    lists('Paper', { Who: 'signed-in', Pages: 'page and size; default 5, at most 9, more is refused' }),
  ].join(''),
  codes: ['`query` | 400 | invalid query'],
})
  .replace('- Caller: Member\n', '- Caller: Member\n- Roles: `Member.role`\n')
  .replace(NAME, `${NAME}${NAME.replace('name', 'role').replace('string', 'one of `plain`, `auditor`')}`);

/** Ada, who audits nothing, has a paper. */
class Audited extends Played {
  constructor() {
    super(modelOf(PAPERS));
    const shown = new Map([
      ['ada', { id: 7, name: 'ada', role: 'plain' }],
      ['eve', { id: 8, name: 'eve', role: 'auditor' }],
    ]);
    for (const [name, member] of shown) {
      const password = `${name} s3cret`;
      const sent = { name, role: member.role, password };
      this.last([
        { method: 'POST', target: '/members', sent, status: 201, shown: member },
        { method: 'POST', target: '/sessions', sent: { name, password }, status: 201, shown: { token: name } },
      ]);
    }
    const made = { id: 1, kind: 'plan', owner: 7 };
    expect(
      this.as('ada', { method: 'POST', target: '/papers', sent: { kind: 'plan' }, status: 201, shown: made }).findings,
    ).toEqual([]);
  }

  as(name: string, recorded: Recorded): Judgement {
    const { call, ...rest } = exchangeOf(recorded);
    return judge(this.world, {
      ...rest,
      call: { ...call, headers: [...call.headers, ['Authorization', `Bearer ${name}`]] },
    });
  }
}

const EMPTY: Recorded = { target: '/papers', status: 200, shown: [] };

it.each([
  ['eve', 'shut door', '2/Paper/visible-to'],
  ['ada', 'wrong body', '4/GET /papers/does'],
])('asked for by %s: %s', (name, kind, statement) => {
  const { findings } = new Audited().as(name, EMPTY);
  expect(findings.map((one) => [one.class, one.statement?.id])).toEqual([[kind, statement]]);
});
