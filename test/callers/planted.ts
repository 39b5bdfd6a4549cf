// What the tables and the attacks find where a fault is planted: a program of its own, as the fault is in all that it loads. It prints the
// first thing that it finds, or nothing.

import { cheap, use } from '../cheap-scrypt.ts';
import { attacksOn, lasting } from './attacks.ts';
import { lifetime } from './declared.ts';
import { DOCUMENTS, type Known } from './documents.ts';
import { againstAttack, replays } from './judged.ts';
import { World } from './oracle.ts';
import { openStage, type Stage } from './stage.ts';
import { sendBytes } from './wire.ts';
import { manualClock } from '../../src/serve/clock.ts';

use(cheap);
const START = Date.parse('2026-01-01T00:00:00.000Z');

interface Set {
  readonly known: Known;
  readonly stage: Stage;
  readonly world: World;
}

let now = START;

async function open(known: Known): Promise<Set> {
  const clock = { ...manualClock(START, { keep: () => Promise.resolve(true) }), now: () => now };
  const stage = await openStage(known.source, 'sqlite', { clock });
  const world = new World(stage, known.table);
  await world.make();
  return { known, stage, world };
}

async function* found(): AsyncGenerator<string> {
  const all: Set[] = [];
  for (const known of DOCUMENTS) all.push(await open(known));
  // Far apart first: a fault is mostly found soon.
  for (let first = 0; first < 7; first += 1)
    for (const { known, world } of all)
      for (let place = first; place < known.table.cells.length; place += 7)
        yield* await world.judge(known.table.cells[place]!);
  for (const { known, stage, world } of all) {
    for (const cell of known.table.cells.filter(({ expected }) => expected.thenStatus === 401))
      yield* (await replays(stage, world, known, cell, [])).wrong;
    for (const [place, attack] of attacksOn(known, world).entries())
      if (place % 11 === 0 || attack.kind === 'another site') yield* await againstAttack(stage, world, attack, []);
  }
  for (const { known, stage, world } of all) yield* await late(known, stage, world);
}

async function late(known: Known, stage: Stage, world: World): Promise<readonly string[]> {
  const days = lifetime(known.source);
  if (days === undefined) return [];
  now = START + days * 86_400_000;
  const { status } = await sendBytes(stage.service.url, lasting(known, world));
  return status === 401 ? [] : ['a token outlives its lifetime'];
}

async function first(): Promise<string> {
  try {
    for await (const wrong of found()) return wrong;
    return '';
  } catch (error) {
    return String(error);
  }
}

console.log((await first()).slice(0, 400));
process.exit(0);
