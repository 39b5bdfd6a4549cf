// A gap that holds single requests holds some: for documents that are whole but for one gap, every request that is wrong in one way, until
// each operation has met it. Input: a seed and a stage. Output: what no request met: a false alarm.

import { gapView } from '../../src/analysis/gaps/gaps.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { facts, render } from './draft.ts';
import type { Fact, Mark, Marks } from './draft.ts';
import { flaws, rowsOf } from './flaws.ts';
import { beyondLimits, otherVersions } from './flaws-of-bounds.ts';
import { roomy } from './generate-limits.ts';
import { asked } from './generate-versions.ts';
import { generate } from './generate.ts';
import { header, list } from './answered.ts';
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

/** Of limits and versions. */
const OF_BOUNDS =
  /^9\/|^7\/(?:over_|beyond_|no_version|odd_version|version_over)|^7\/cause\/(?:.* reached|too |.*version)/;
/** A number of rows. */
const ROWS = /^\d+ [A-Z]/;
/** A code of a cause of limits, of which some may be never reached. */
const BEYOND = /^7\/beyond_/;
const TEN_YEARS = 10 * 365 * 86_400_000;

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

/** Gaps of operations that requests have not met yet. */
class Unmet {
  readonly left: Set<string>;
  readonly #model: Model;

  constructor(model: Model, isAside: (gap: string) => boolean) {
    this.#model = model;
    const operations = gapView(model).operations.filter(
      ({ id, heldBy }) => heldBy.length === 0 && !judgesStateFirst(model.operations.get(id)!),
    );
    this.left = new Set(
      operations.flatMap(({ id, partlyHeldBy }) =>
        partlyHeldBy.flatMap((gap) => (isAside(gap) ? [] : [`${gap} of ${id}`])),
      ),
    );
  }

  meet(heard: readonly Heard[]): void {
    for (const { sent, answer } of heard) {
      const routed = route(this.#model, sent);
      if (routed.kind !== 'operation') continue;
      for (const gap of list(header(answer, 'ninefold-gap') ?? ''))
        this.left.delete(`${gap} of ${routed.operation.operation.name.text}`);
    }
  }

  has(pattern: RegExp): boolean {
    return [...this.left].some((one) => pattern.test(one));
  }

  /** Those of which some gap is not met yet. */
  among(operations: readonly OperationWorld[]): readonly OperationWorld[] {
    return operations.filter((one) => [...this.left].some((gap) => gap.endsWith(` of ${heading(one)}`)));
  }
}

async function drive(
  stage: Stage,
  world: World,
  fact: Fact,
  seed: number,
): Promise<{ readonly wanted: number; readonly left: readonly string[] }> {
  const mark = GAPS.find((one) => fact.marks.includes(one))!;
  const marks: Marks = new Map([[fact.key, mark]]);
  // Nobody meets a limit, but where one is tried: what it refuses tells of nothing else.
  const { model, errors } = understand(render(roomy(world, []), marks));
  const isClosed = valueOf(model.document.title.lists) === 'complete unless marked';
  const isAside = (gap: string): boolean =>
    BY_STATE.test(gap) ||
    STILL_RUNNING.test(gap) ||
    isNeverReached(world, gap) ||
    (!isClosed && BY_OTHER_STATES.test(gap));
  if (errors.length > 0) return { wanted: 0, left: [] };
  const unmet = new Unmet(model, isAside);
  const wanted = unmet.left.size;
  if (wanted === 0) return { wanted, left: [] };
  const plan = compile(model);
  await stage.play(plan);
  const meeting = async (calls: readonly Call[]): Promise<void> => unmet.meet(await play(stage, named(world, calls)));
  for (let round = 0; round < ROUNDS && unmet.left.size > 0; round += 1) {
    const random = new Random(seed * 1000 + round);
    for (const batch of batches(world, random)) await meeting(batch);
    // Where state is judged before the rest, it may be all that is ever told: on rows that no other has moved, and on such that others have.
    for (const of of unmet.among(world.operations)) {
      const others = world.operations.filter(
        (one) => one.doing === 'move' && one.resource === of.resource && one !== of,
      );
      await meeting([...rowsOf(random, world), ...flaws(random, of)]);
      for (const one of others) await meeting([...rowsOf(random, world), ...flaws(random, one), ...flaws(random, of)]);
    }
    if (unmet.has(BY_KEY)) unmet.meet(await playLeftGone(stage, plan, world, random));
    if (unmet.has(OF_BOUNDS)) await beyond(stage, unmet, world, marks, random);
  }
  return { wanted, left: [...unmet.left] };
}

/** Each limit alone is as it is stated; other versions are asked for, and then time has passed. */
async function beyond(stage: Stage, unmet: Unmet, world: World, marks: Marks, random: Random): Promise<void> {
  for (const { name } of world.limits) {
    await stage.play(compile(understand(render(roomy(world, [name]), marks)).model));
    for (const of of unmet.among(world.operations)) {
      const calls = [...rowsOf(random, world, 6), ...beyondLimits(random, of)];
      unmet.meet(await play(stage, named(world, calls)));
    }
  }
  if (!world.versions) return;
  await stage.play(compile(understand(render(roomy(world, []), marks)).model));
  for (const isOver of [false, true]) {
    if (isOver) await stage.advance(TEN_YEARS, false);
    for (const of of unmet.among(world.operations)) {
      const rows = named(world, rowsOf(random, world));
      unmet.meet(await play(stage, [...rows, ...otherVersions(random, world, of)]));
    }
  }
}

/** One call follows the other, none takes long, and how many rows have one value is left to chance. */
function isNeverReached({ limits }: World, gap: string): boolean {
  const never = limits.filter(
    ({ value, per }) => /seconds$|at once$/.test(value) || (ROWS.test(value) && per !== 'service'),
  );
  return never.some(
    ({ code, cause }) => gap.startsWith(`7/${code}/`) || gap === `7/cause/${cause}` || BEYOND.test(gap),
  );
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
  const rows = (): Promise<readonly Heard[]> => play(stage, named(world, rowsOf(new Random(same), world)), { ids });
  // The document with its gap may make no rows.
  const whole = compile(understand(render(roomy(world, []), new Map())).model);
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
  const calls = operations.flatMap((of) => flaws(random, of));
  return play(stage, named(world, calls), { ids });
}

/** Each names the current version. */
function named({ versions }: World, calls: readonly Call[]): readonly Call[] {
  return versions ? calls.map((one) => asked(versions, one)) : calls;
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
