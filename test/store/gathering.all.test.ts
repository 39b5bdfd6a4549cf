// Calls that are gathered into few statements: none waits for ever. Decision 0073.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { gathering } from '../../src/store/postgres/gathering.ts';

const answers = (groups: readonly { readonly calls: number }[]): readonly string[][] =>
  groups.map(({ calls }) => Array.from({ length: calls }, () => 'decided'));

it('a database that decides nothing for a second has few calls wait for it', async () => {
  let isFirst = true;
  const decide = gathering<{ readonly key: string }, string>(1, async (groups) => {
    if (isFirst) await sleep(3000);
    isFirst = false;
    return answers(groups);
  });
  const calls = [decide([{ key: 'a' }])];
  await sleep(1200);
  for (let i = 0; i < 64; i++) calls.push(decide([{ key: 'a' }]));
  await expect(decide([{ key: 'a' }])).rejects.toThrow('too many calls wait to be counted');
  expect(await Promise.all(calls)).toHaveLength(65);
}, 20_000);

it('a process that stood still for a second itself refuses none', async () => {
  const decide = gathering<{ readonly key: string }, string>(1, async (groups) => {
    await sleep(20);
    return answers(groups);
  });
  const first = decide([{ key: 'a' }]);
  await sleep(1);
  for (const until = performance.now() + 1200; performance.now() < until;);
  const calls = Array.from({ length: 200 }, () => decide([{ key: 'a' }]));
  expect(await Promise.all([first, ...calls])).toHaveLength(201);
});

it('a call of two counters has its turn, however many come for one of them alone', async () => {
  let statements = 0;
  const decide = gathering<{ readonly key: string }, string>(4, async (groups) => {
    statements += 1;
    // Never at the same time: one of the two is always on its way.
    await sleep(groups.some(({ asks }) => asks[0]!.key === 'a') ? 3 : 2);
    return answers(groups);
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
