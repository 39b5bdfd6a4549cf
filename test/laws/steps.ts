// What happens to a service beside requests: time passes, someone outside moves a row. Input: the world, the calls. Output: steps, the
// calls in their order among them. Instants are chosen at the edges of what the machines say, and anywhere.

import type { Random } from './random.ts';
import { known, type Call, type Known } from './requests.ts';
import type { ResourceWorld, World } from './world.ts';

export type Step =
  | { readonly kind: 'call'; readonly call: Call }
  /** `isTold`: over the operator's port, which wakes what writes moves by time; else only the clock goes on. */
  | { readonly kind: 'advance'; readonly by: number; readonly isTold: boolean }
  | {
      readonly kind: 'outside';
      readonly resource: string;
      readonly field: string;
      readonly id: string | Known;
      readonly isText: boolean;
      readonly to: string;
    };

const MINUTE = 60_000;
const DELAYS = [15 * MINUTE, 60 * MINUTE, 2 * 24 * 60 * MINUTE];

function advance(random: Random): Step {
  const by = random.weighted([
    [4, random.pick(DELAYS)],
    [1, random.pick(DELAYS) - 1],
    [2, random.whole(1, 12) * 5 * MINUTE],
    [1, random.whole(0, 3)],
    [1, random.whole(1, 20_000_000)],
  ]);
  return { kind: 'advance', by, isTold: random.chance(0.25) };
}

function outside(random: Random, resource: ResourceWorld): Step {
  const machine = resource.machine!;
  const stated = machine.moves.filter(({ by }) => by?.startsWith('outside'));
  const named = stated.flatMap(({ to }) =>
    to === '(gone)' ? [to] : [...to.matchAll(/`([^`]+)`/g)].map((one) => one[1]!),
  );
  const to =
    named.length > 0 && random.chance(0.9) ? random.pick(named) : random.pick([...machine.states, '(gone)', 'nowhere']);
  const id = random.chance(0.93) ? known(resource.name, random.whole(0, 4)) : random.pick(['99999', 'nobody', '-1']);
  return { kind: 'outside', resource: resource.name, field: machine.field, id, isText: random.chance(0.2), to };
}

/** Where no machine is, time passes once or twice all the same. */
export function steps(random: Random, world: World, calls: readonly Call[]): Step[] {
  const machines = world.resources.filter(({ machine }) => machine);
  const decided = machines.filter(({ machine }) => machine!.moves.some(({ by }) => by?.startsWith('outside')));
  const timed = machines.some(({ machine }) => machine!.moves.some(({ by }) => by && !by.startsWith('outside')));
  // Most before somebody looks: nobody else has asked then for what is due.
  const chance = ({ method }: Call): number => (timed ? (method === 'GET' ? 0.65 : 0.25) : 0.08);
  return calls.flatMap((call): Step[] => {
    const found: Step[] = [{ kind: 'call', call }];
    if (decided.length > 0 && random.chance(0.3)) found.unshift(outside(random, random.pick(decided)));
    else if (machines.length > 0 && random.chance(0.01)) found.unshift(outside(random, random.pick(machines)));
    if (random.chance(chance(call))) found.unshift(advance(random));
    return found;
  });
}
