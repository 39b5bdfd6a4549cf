// Random machines that go round by time, with and without whole rounds in one write: after each advance of the clock both keep the same
// rows, to the last octet. Input: a seed. Output: what differed, as text; nothing when all agrees.

import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan, Table } from '../../src/plan/plan.ts';
import { manualClock } from '../../src/serve/clock.ts';
import type { Store } from '../../src/store/store.ts';
import { modelOf } from '../plan/plan-of.ts';
import { ownStore, send, start } from './running.ts';
import { randomOf } from './timed-runs.ts';
import { timedSource } from './timed-source.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const DELAYS = [0, 1, 1, 2, 3, 7];
const STATES = ['s0', 's1', 's2', 's3'];

type Random = (below: number) => number;
/** Moves are close to each other, or the clock that stamps them is. */
type Unit = 'second' | 'millisecond';

/** Delays of instants of a field, of states, conditions of the row alone, of its other machine, and of `now`. */
function movesOf(random: Random, unit: Unit, other: string | undefined): readonly string[] {
  const states = STATES;
  const ring = states.slice(0, 2 + random(states.length - 1));
  const rows = ring.map((from, place) =>
    row(random, unit, from, ring[(place + 1) % ring.length]!, random(4) === 0, other),
  );
  for (let count = random(3); count > 0; count--)
    rows.push(row(random, unit, states[random(states.length)]!, states[random(states.length)]!, random(3) > 0, other));
  return rows.filter((one) => one !== '').toSorted(() => random(3) - 1);
}

function row(random: Random, unit: Unit, from: string, to: string, asks: boolean, other: string | undefined): string {
  if (from === to) return '';
  const delay = `${DELAYS[random(DELAYS.length)]!} ${unit}s`;
  // There and back at an instant of a field would take no time: such moves only lead onwards.
  const isAt = from < to && random(5) === 0;
  const by = isAt ? (random(2) === 0 ? 'at `due`' : `${delay} after \`due\``) : `after ${delay}`;
  const conditions = [
    `\`n\` > ${random(4)}`,
    `\`n\` <= ${random(4)}`,
    ...(other === undefined ? [] : [`\`${other}\` = \`${STATES[random(2)]}\``]),
    ...(random(4) === 0 ? ['`due` > now'] : []),
  ];
  return `| \`${from}\` | ${random(12) === 0 ? '(gone)' : `\`${to}\``} | ${by} | ${asks ? conditions[random(conditions.length)] : 'none'}`;
}

function unitOf(seed: number): Unit {
  return seed % 2 === 0 ? 'second' : 'millisecond';
}

export function roundSource(seed: number): string {
  const random = randomOf(seed);
  const unit = unitOf(seed);
  const two = random(3) === 0;
  const stamps = [
    '| `changed` | date-time | yes | service: now at change | any | none |',
    '| `day` | date | yes | service: now at change | any | none |',
    '| `second` | seconds since 1970 | yes | service: now at change | any | none |',
  ].filter(() => random(3) === 0);
  return timedSource({
    states: STATES,
    stamps,
    moves: movesOf(random, unit, two ? 'second_status' : undefined),
    ...(two && {
      fields: ['| `second_status` | state | yes | service: state | any | none |'],
      machines: `### Thing.second_status

| State | Kind |
|---|---|
${STATES.map((state, place) => `| \`${state}\` | ${place === 0 ? 'initial' : 'any'} |`).join('\n')}

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${movesOf(random, unit, random(2) === 0 ? 'status' : undefined)
  .map((one) => `${one} | none |`)
  .join('\n')}

- Any other move: \`stage\``,
    }),
  });
}

export function stepByStep(plan: Plan): Plan {
  return { ...plan, timed: (plan.timed ?? []).map((group) => ({ ...group, rounds: [] })) };
}

/** All of a table, hidden columns and versions too. */
export async function kept(store: Store, { name, columns, rowKey }: Table): Promise<string> {
  const names = [...new Set([rowKey, ...columns.map((one) => one.name), '_version'])];
  const found = await store
    .prepare([
      {
        kind: 'list',
        select: {
          table: name,
          columns: names.map((column) => {
            const type = columns.find((one) => one.name === column)?.type ?? 'integer';
            return { name: column, expr: { kind: 'column', column, type } };
          }),
          where: undefined,
          order: [{ expr: { kind: 'column', column: rowKey, type: 'integer' }, descending: false }],
        },
        total: false,
      },
    ])
    .run({});
  if (found.kind !== 'done') throw new Error(`the rows cannot be read: ${found.kind}`);
  return found.rows.map((row) => names.map((one, place) => `${one} ${row[place]}`).join(', ')).join('\n');
}

export interface Ran {
  readonly fault: string | undefined;
  /** Did the plan know a circle, and does it have rows that go round? */
  readonly rounds: number;
}

/** Undefined: what chance has written is an error of the document, or does not run. */
function planOf(seed: number): Plan | undefined {
  try {
    const plan = compile(modelOf(roundSource(seed)));
    return plan.operations.every(({ run }) => run !== undefined) ? plan : undefined;
  } catch {
    return undefined;
  }
}

export async function roundRunOf(seed: number): Promise<Ran | undefined> {
  const plan = planOf(seed);
  if (plan === undefined) return undefined;
  const rounds = (plan.timed ?? []).reduce((sum, group) => sum + (group.rounds?.length ?? 0), 0);
  if (rounds === 0) return { fault: undefined, rounds };
  const random = randomOf(seed + 1);
  const length = unitOf(seed) === 'second' ? 1_000 : 1;
  let now = START;
  const sides = await Promise.all(
    [plan, stepByStep(plan)].map(async (each) => {
      const { store, drop } = await ownStore(each);
      const clock = manualClock(now, { keep: () => Promise.resolve(true) });
      return { store, clock, drop, service: await start(each, { store, clock }) };
    }),
  );
  const told: string[] = [];
  const both = async (method: string, path: string, body?: unknown): Promise<void> => {
    told.push(`${new Date(now).toISOString()} ${method} ${path} ${JSON.stringify(body) ?? ''}`);
    for (const { service } of sides) {
      let status = 503;
      for (let tries = 0; status === 503 && tries < 60; tries++) ({ status } = await send(service, method, path, body));
      if (status >= 500) throw new Error(`seed ${seed}: ${status}\n${told.join('\n')}`);
    }
  };
  try {
    for (let step = 0; step < 12; step++) {
      const due = random(2) === 0 ? null : new Date(now + (random(120) - 30) * length).toISOString();
      const id = 1 + random(4);
      const kind = step < 2 ? 0 : random(6);
      if (kind === 0) await both('POST', '/things', { n: random(5), due });
      else if (kind === 1) await both('PATCH', `/things/${id}`, { n: random(5) });
      else if (kind === 2) await both('PATCH', `/things/${id}`, { due });
      else now += random(3) === 0 ? random(3 * length) : random(90 * length);
      for (const { clock } of sides) await clock.set!(now);
      await both('GET', '/things');
      const [got, expected] = await Promise.all(sides.map(({ store }) => kept(store, plan.storage[0]!)));
      if (got !== expected)
        return {
          rounds,
          fault: `seed ${seed}\n${roundSource(seed)
            .split('\n')
            .filter((line) => /^\| .*(after|at `|now at)/.test(line))
            .join('\n')}\n${told.join('\n')}\ngot\n${got}\nexpected\n${expected}`,
        };
    }
    return { fault: undefined, rounds };
  } finally {
    for (const { service, store, drop } of sides) {
      await service.stop();
      await store.close().catch(() => undefined);
      await drop();
    }
  }
}
