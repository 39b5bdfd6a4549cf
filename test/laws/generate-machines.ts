// What a machine by chance may have beside moves that are called: a gone state, rows that go, rows that time or someone outside makes,
// events. Input: a resource. Output: the same, with a machine that has some of it.

import type { Kind } from './kinds.ts';
import { KINDS } from './kinds.ts';
import type { Random } from './random.ts';
import type { FieldWorld, MachineWorld, MoveWorld, ResourceWorld } from './world.ts';

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

const DELAYS = ['15 minutes', '1 hour', '2 days'];
const START = Date.parse('2026-01-01T00:00:00.000Z');

/** Instants about where the clock of the laws stands. */
const INSTANTS: Kind = {
  ...KINDS.find(({ type }) => type === 'date-time')!,
  good: (random) => new Date(START + random.whole(-8, 40) * 15 * 60_000).toISOString(),
};

function field(name: string, kind: Kind, nullable: boolean): FieldWorld {
  return {
    name,
    kind,
    nullable,
    required: !nullable,
    sent: 'always',
    setBy: 'caller',
    default: nullable ? '`null`' : 'none',
    allowed: 'any',
  };
}

/** More of what time and someone outside do: by a field, under a condition, from several states, away and back. */
export function timed(random: Random, resource: ResourceWorld): ResourceWorld {
  const { machine } = resource;
  if (!machine) return resource;
  const due = field('due', INSTANTS, random.chance(0.7));
  const count = field('count', { ...KINDS.find(({ type }) => type === 'integer')!, good: (r) => r.whole(0, 6) }, false);
  const there = machine.states.filter((state) => state !== machine.gone);
  const onlyIf = (): string =>
    random.weighted([
      [5, 'none'],
      [3, `\`count\` > ${random.whole(1, 4)}`],
      [1, '`due` > now'],
      [1, '`due` is set'],
      [1, `there is no ${resource.name} (\`${machine.field}\` = \`${random.pick(there)}\`)`],
      [1, `there is ${resource.name} (\`${machine.field}\` = \`${random.pick(machine.states)}\`)`],
    ]);
  const emits = (): string => random.pick(['none', '`told`', '`heard`', '`told`, `heard`']);
  const moves: MoveWorld[] = machine.moves.map((move) => ({
    ...move,
    emits: random.chance(0.3) ? emits() : move.emits,
  }));
  const delays = random.shuffled(DELAYS);
  for (let left = random.whole(0, 2); left > 0; left -= 1) {
    const [from = '', to = ''] = random.some(there, 2, 2);
    moves.push({
      from: `\`${from}\``,
      to: `\`${to}\``,
      verb: '',
      by: `after ${delays.pop()!}`,
      onlyIf: onlyIf(),
      emits: emits(),
    });
  }
  // By a field no time need pass: such moves only lead onwards, or they would go round.
  for (const by of random.some(['at `due`', `${random.pick(DELAYS)} after \`due\``], 0, 2)) {
    const [from = 0, to = 1] = random
      .some(
        there.map((_, place) => place),
        2,
        2,
      )
      .toSorted();
    const leads = machine.gone !== undefined && random.chance(0.2) ? machine.gone : there[to]!;
    moves.push({ from: `\`${there[from]!}\``, to: `\`${leads}\``, verb: '', by, onlyIf: onlyIf(), emits: emits() });
  }
  for (let left = random.whole(0, 3); left > 0; left -= 1) {
    const from = random.weighted([
      [
        5,
        random
          .some(machine.states, 1, 2)
          .map((state) => `\`${state}\``)
          .join(', '),
      ],
      [1, 'any'],
      [1, `any except \`${there[0]!}\``],
    ]);
    const to = random.weighted([
      [5, `\`${random.pick(there)}\``],
      [
        2,
        `one of ${random
          .some(there, 2, 2)
          .map((state) => `\`${state}\``)
          .join(', ')}`,
      ],
      [1, machine.gone === undefined ? '(gone)' : `\`${machine.gone}\``],
    ]);
    const by = `outside: \`${random.pick(['the office', 'the bank'])}\``;
    moves.push({ from, to, verb: '', by, onlyIf: onlyIf(), emits: emits() });
  }
  return {
    ...resource,
    fields: [due, count, ...resource.fields],
    machine: { ...machine, moves, begins: emits(), isSought: random.chance(0.8) },
  };
}
