// A gap that holds single requests holds some: for documents that are whole but for one gap, every request that is wrong in one way, until
// each operation has met it. Input: a seed and a stage. Output: what no request met: a false alarm.

import { gapView } from '../../src/analysis/gaps/gaps.ts';
import type { LinkedOperation } from '../../src/model/model.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { facts, render } from './draft.ts';
import type { Fact, Mark } from './draft.ts';
import { flaws, rowsOf } from './flaws.ts';
import { generate } from './generate.ts';
import { header, list } from './judge.ts';
import { orderOf } from './judge-checks.ts';
import { route } from './judge-route.ts';
import { play } from './play.ts';
import type { Heard } from './play.ts';
import { Random } from './random.ts';
import type { Call } from './requests.ts';
import { understand } from './service.ts';
import type { Stage } from './service.ts';
import { heading, type OperationWorld, type World } from './world.ts';

const GAPS: readonly Mark[] = ['not shown', 'left out', 'blank'];
/** Gaps of a document that are tried, each alone. */
const TRIED = 6;
const ROUNDS = 3;

/** Whether a row can be in a state from which a move is illegal is another question than whether its gap holds. */
const BY_STATE = /^3\/.*\/any-other-move$|^7\/(?:wrong_state\/|cause\/illegal move)/;

/** Where more states may be there than these, one of them may refuse what all of these let. */
const BY_OTHER_STATES = /^7\/wrong_change\//;

/** What a row that comes back may meet: it takes its keys again. */
const BY_KEY = /^7\/cause\/.* (?:taken|already there) of /;

/** Embedded, one call follows the other: a first one is never still running. */
const STILL_RUNNING = /^7\/running\/|still running/;

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
  const isClosed = valueOf(model.document.title.lists) === 'complete unless marked';
  const isAside = (gap: string): boolean =>
    BY_STATE.test(gap) || STILL_RUNNING.test(gap) || (!isClosed && BY_OTHER_STATES.test(gap));
  if (errors.length > 0) return { wanted: 0, left: [] };
  const left = new Set(
    gapView(model)
      .operations.filter(({ id, heldBy }) => heldBy.length === 0 && !judgesStateFirst(model.operations.get(id)!))
      .flatMap(({ id, partlyHeldBy }) => partlyHeldBy.flatMap((gap) => (isAside(gap) ? [] : [`${gap} of ${id}`]))),
  );
  const wanted = left.size;
  if (wanted === 0) return { wanted, left: [] };
  const plan = compile(model);
  await stage.play(plan);
  const meet = (heard: readonly Heard[]): void => {
    for (const { sent, answer } of heard) {
      const routed = route(model, sent.method, sent.path);
      if (routed.kind !== 'operation') continue;
      for (const gap of list(header(answer, 'ninefold-gap') ?? ''))
        left.delete(`${gap} of ${routed.operation.operation.name.text}`);
    }
  };
  for (let round = 0; round < ROUNDS && left.size > 0; round += 1) {
    const random = new Random(seed * 1000 + round);
    for (const batch of batches(world, random)) meet(await play(stage, batch));
    // Where state is judged before the rest, it may be all that is ever told: on rows that no other has moved, and on such that others have.
    for (const of of world.operations.filter((one) => [...left].some((gap) => gap.endsWith(` of ${heading(one)}`)))) {
      const others = world.operations.filter(
        (one) => one.doing === 'move' && one.resource === of.resource && one !== of,
      );
      meet(await play(stage, [...rowsOf(random, world), ...flaws(random, of)]));
      for (const one of others)
        meet(await play(stage, [...rowsOf(random, world), ...flaws(random, one), ...flaws(random, of)]));
    }
    if ([...left].some((one) => BY_KEY.test(one))) meet(await playLeftGone(stage, plan, world, random));
  }
  return { wanted, left: [...left] };
}

/** All else that is wrong is told of rows alone whose state lets the call; whether there are any is another question. */
function judgesStateFirst(operation: LinkedOperation): boolean {
  const order = orderOf(operation);
  return order.indexOf('state') < Math.max(order.indexOf('body'), order.indexOf('preconditions'));
}

/** Rows that are gone, maybe by a move that an earlier document had, and then others that have taken their keys. */
async function playLeftGone(stage: Stage, plan: Plan, world: World, random: Random): Promise<readonly Heard[]> {
  const same = random.whole(0, 1_000_000);
  const ids = new Map<string, string[]>();
  const rows = (): Promise<readonly Heard[]> => play(stage, rowsOf(new Random(same), world), { ids });
  // The document with its gap may make no rows.
  const whole = compile(understand(render(world.draft, new Map())).model);
  const before = JSON.stringify(whole.storage) === JSON.stringify(plan.storage) ? whole : plan;
  await stage.play(before);
  await rows();
  await stage.parked((database) => {
    for (const { name, machine } of world.resources) {
      const table = plan.storage.find((one) => one.name === name);
      if (machine?.gone === undefined || !table?.columns.some((column) => column.name === machine.field)) continue;
      database.prepare(`UPDATE "${name}" SET "${machine.field}" = ?`).run(machine.gone);
    }
  });
  await stage.play(before, true);
  await rows();
  await stage.play(plan, true);
  const operations = world.operations.toSorted((a, b) => turnOf(a) - turnOf(b));
  return play(
    stage,
    operations.flatMap((of) => flaws(random, of)),
    { ids },
  );
}

/** Moves come first, what takes rows away last: a key that has changed, or that nobody has any more, is free. */
function turnOf(of: OperationWorld): number {
  return takesAway(of) ? 2 : of.doing === 'move' ? 0 : 1;
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
