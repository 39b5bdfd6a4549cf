// What a machine by chance may have beside moves that are called: a gone state, rows that go, rows that time or someone
// outside makes, events. Comes in: a resource. Goes out: the same, with a machine that has some of it.

import type { Random } from './random.ts';
import type { MachineWorld, MoveWorld, ResourceWorld } from './world.ts';

export const EVENTS: readonly string[] = ['told', 'heard'];

export function enriched(random: Random, resource: ResourceWorld): ResourceWorld {
  return resource.machine ? { ...resource, machine: enrichedMachine(random, resource.machine) } : resource;
}

function enrichedMachine(random: Random, machine: MachineWorld): MachineWorld {
  const last = machine.states.at(-1)!;
  const gone = machine.states.length > 2 && random.chance(0.35) ? last : undefined;
  const there = machine.states.filter((state) => state !== gone);
  const verbs = [...new Set(machine.moves.map(({ verb }) => verb))];
  const emits = new Map(verbs.map((verb) => [verb, random.pick(['none', 'none', '`told`', '`told`, `heard`'])]));
  const moves = machine.moves.map((move): MoveWorld => {
    const away = !move.onlyIf.startsWith('`') && random.chance(0.12);
    return { ...move, emits: emits.get(move.verb)!, ...(away && { to: '(gone)' }) };
  });
  const others: MoveWorld[] = [];
  const between = (by: string): MoveWorld => {
    const [from = '', to = ''] = random.some(there, 2, 2);
    return {
      from: `\`${from}\``,
      to: `\`${to}\``,
      verb: '',
      by,
      onlyIf: 'none',
      emits: random.pick(['none', '`told`']),
    };
  };
  if (random.chance(0.3)) others.push(between(random.pick(['after 15 minutes', 'after 2 days'])));
  if (random.chance(0.3)) others.push(between('outside: `the office`'));
  return { ...machine, gone, moves: [...moves, ...others] };
}
