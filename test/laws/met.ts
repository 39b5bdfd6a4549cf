// A gap that holds single requests holds some: for documents that are whole but for one gap, every request that is wrong
// in one way, until each operation has met it. In: a seed and a stage. Out: what no request met: a false alarm.

import { gapView } from '../../src/model/views/gaps.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { facts, render } from './draft.ts';
import type { Fact, Mark } from './draft.ts';
import { flaws, rowsOf } from './flaws.ts';
import { generate } from './generate.ts';
import { header, list } from './judge.ts';
import { route } from './judge-route.ts';
import { play } from './play.ts';
import { Random } from './random.ts';
import type { Call } from './requests.ts';
import { understand } from './service.ts';
import type { Stage } from './service.ts';
import type { OperationWorld, World } from './world.ts';

const GAPS: readonly Mark[] = ['not shown', 'left out', 'blank'];
/** Gaps of a document that are tried, each alone. */
const TRIED = 6;
const ROUNDS = 3;

/** Whether a row can be in a state from which a move is illegal is another question than whether its gap holds. */
const BY_STATE = /^3\/.*\/any-other-move$|^7\/(?:wrong_state\/|cause\/illegal move)/;

export interface Met {
  readonly met: number;
  readonly unmet: readonly string[];
}

export async function metIn(stage: Stage, seed: number): Promise<Met> {
  const world = generate(seed);
  const random = new Random(seed * 13 + 1);
  const open = facts(world.draft).filter(({ marks }) => marks.some((mark) => GAPS.includes(mark)));
  let met = 0;
  const unmet: string[] = [];
  for (const fact of random.some(open, TRIED, TRIED)) {
    const { wanted, left } = await drive(stage, world, fact, seed);
    met += wanted - left.length;
    unmet.push(...left.map((one) => `seed ${seed}, ${fact.key}: ${one}`));
  }
  return { met, unmet };
}

async function drive(
  stage: Stage,
  world: World,
  fact: Fact,
  seed: number,
): Promise<{ readonly wanted: number; readonly left: readonly string[] }> {
  const mark = GAPS.find((one) => fact.marks.includes(one))!;
  const { model, errors } = understand(render(world.draft, new Map([[fact.key, mark]])));
  if (errors.length > 0) return { wanted: 0, left: [] };
  const left = new Set(
    gapView(model)
      .operations.filter(({ heldBy }) => heldBy.length === 0)
      .flatMap(({ id, partlyHeldBy }) =>
        partlyHeldBy.flatMap((gap) => (BY_STATE.test(gap) ? [] : [`${gap} of ${id}`])),
      ),
  );
  const wanted = left.size;
  if (wanted === 0) return { wanted, left: [] };
  await stage.play(compile(model));
  for (let round = 0; round < ROUNDS && left.size > 0; round += 1) {
    for (const batch of batches(world, new Random(seed * 1000 + round))) {
      for (const { sent, answer } of await play(stage, batch)) {
        const routed = route(model, sent.method, sent.path);
        if (routed.kind !== 'operation') continue;
        for (const gap of list(header(answer, 'ninefold-gap') ?? ''))
          left.delete(`${gap} of ${routed.operation.operation.name.text}`);
      }
    }
  }
  return { wanted, left: [...left] };
}

/**
 * No row is taken away before everything has been tried on rows that are there. What takes them away as it succeeds is
 * tried alone besides, on rows that no other has taken away: each batch knows only its own.
 */
function batches(world: World, random: Random): Call[][] {
  const lasting = world.operations.filter((of) => !takesAway(of));
  const all = [
    ...rowsOf(random, world),
    ...lasting.flatMap((of) => flaws(random, of)),
    ...rowsOf(random, world),
    ...world.operations.flatMap((of) => [...flaws(random, of), ...rowsOf(random, world, 2)]),
  ];
  return [all, ...world.operations.filter(takesAway).map((of) => [...rowsOf(random, world), ...flaws(random, of)])];
}

/** It deletes, or moves to where rows are gone. */
function takesAway({ doing, path, resource: { machine } }: OperationWorld): boolean {
  if (doing !== 'move' || !machine) return doing.startsWith('delete');
  const away = ['(gone)', `\`${machine.gone}\``];
  return machine.moves.some(({ verb, to }) => path.endsWith(`/${verb}`) && away.includes(to));
}
