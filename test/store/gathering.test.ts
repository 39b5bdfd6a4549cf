// Calls that are gathered into few statements: none waits for ever. Decision 0073.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { gathering } from '../../src/store/postgres/gathering.ts';

it('a call of two counters has its turn, however many come for one of them alone', async () => {
  let statements = 0;
  const decide = gathering<{ readonly key: string }, string>(4, async (groups) => {
    statements += 1;
    // Never at the same time: one of the two is always on its way.
    await sleep(groups.some(({ asks }) => asks[0]!.key === 'a') ? 3 : 2);
    return groups.map(({ calls }) => Array.from({ length: calls }, () => 'decided'));
  });
  const flood = { isOn: true };
  const floods = ['a', 'a', 'a', 'b', 'b', 'b'].map(async (key) => {
    while (flood.isOn) await decide([{ key }]);
  });
  await sleep(20);
  const before = statements;
  expect(await Promise.race([decide([{ key: 'a' }, { key: 'b' }]), sleep(2000, 'it waits')])).toBe('decided');
  expect(statements - before).toBeLessThan(10);
  flood.isOn = false;
  await Promise.all(floods);
});
