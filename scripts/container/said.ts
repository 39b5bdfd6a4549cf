// What a container file has to say, judged without running it. Input: its stages, the Node that package.json needs. Output: a sentence for
// each fault.

import type { Stage } from './file.ts';

export function faultsOf(stages: readonly Stage[], needed: string): readonly string[] {
  const last = stages.at(-1);
  if (last === undefined) return ['there is no stage'];
  const { user, volumes, ports, entrypoint, command, health, env } = last.image;
  const major = /\d+/.exec(needed)?.[0];
  return [
    [stages.length > 1, 'what builds and what runs are one stage'],
    [stages.every(({ base }) => new RegExp(`^node:${major}\\b`).test(base)), `a stage is not made of Node ${major}`],
    [/^[1-9]\d*(?::[1-9]\d*)?$/.test(user ?? ''), 'the user is no number, or root'],
    [
      entrypoint !== undefined && command !== undefined,
      'a shell would be the first process, and keep signals to itself',
    ],
    [entrypoint?.[0] === 'node', 'what starts is not Node'],
    [health?.[0] === 'node' && health.join(' ').includes('/readyz'), 'Node itself does not ask /readyz for its health'],
    [ports.join() === '8080', 'another port than that of the service is shown'],
    [env['NINEFOLD_HOST'] === '0.0.0.0', 'the service is not for others'],
    [env['NINEFOLD_OPERATOR_HOST'] === undefined, 'the operator’s port is for others'],
    [env['NINEFOLD_DATA'] === undefined, 'NINEFOLD_DATABASE would be refused beside NINEFOLD_DATA'],
    [
      command?.[1] !== undefined && volumes.join() === command[1].replace(/\.md$/, '.data'),
      'the data is not in the volume',
    ],
  ].flatMap(([holds, fault]) => (holds === true ? [] : [String(fault)]));
}
