// One trial of the laws: a document with gaps by chance, the same document with one of them filled, the same requests to both. Input: a
// seed and a stage. Output: what breaks a law. A trial whose document has errors is not served.

import { setTimeout as sleep } from 'node:timers/promises';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { facts, render } from './draft.ts';
import type { Fact, Mark, Marks } from './draft.ts';
import { generate } from './generate.ts';
import { header, list } from './answered.ts';
import { Judge } from './judge.ts';
import { MoveJudge } from './judge-moves.ts';
import type { Kept } from './move-rows.ts';
import { RateJudge } from './judge-rates.ts';
import { WordJudge } from './judge-words.ts';
import { route } from './judge-route.ts';
import { comparable, playSteps } from './play.ts';
import type { Happened } from './play.ts';
import { Random } from './random.ts';
import { requests } from './requests.ts';
import { START, understand } from './service.ts';
import type { Stage, Understood } from './service.ts';
import { steps, type Step } from './steps.ts';
import type { World } from './world.ts';

export interface Trial {
  readonly seed: number;
  readonly world: World;
  readonly source: string;
  /** The source with one gap filled; undefined when there was none. */
  readonly filled: string | undefined;
  readonly which: string | undefined;
  /** Nothing was taken away. */
  readonly isWhole: boolean;
  readonly steps: readonly Step[];
}

const GAPS: ReadonlySet<Mark> = new Set(['not shown', 'left out', 'blank']);

function marksOf(random: Random, all: readonly Fact[]): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  const count = random.weighted([
    [1, 0],
    [6, 1],
    [6, random.whole(2, 4)],
    [2, random.whole(5, 15)],
  ]);
  for (const fact of random.some(all, count, count)) {
    const mark = random.pick(fact.marks);
    // Unreadable prose, `none` and `any` are rarer than gaps.
    marks.set(fact.key, GAPS.has(mark) || random.chance(0.4) ? mark : 'not shown');
  }
  return marks;
}

/** Every other one is of machines that time and someone outside move. */
export function trial(seed: number, count = 14, hasCallers = false): Trial {
  const world = generate(seed, seed % 2 === 1, hasCallers);
  const random = new Random(seed * 31 + 7);
  const marks: Marks = marksOf(random, facts(world.draft));
  const gaps = [...marks].filter(([, mark]) => GAPS.has(mark));
  const which = gaps.length > 0 ? random.pick(gaps)[0] : undefined;
  // Filled means stated: what the gap has hidden may be other gaps, and nothing that nobody can read.
  const remains = ([key, mark]: readonly [string, Mark]): boolean =>
    key !== which && !(mark === 'unreadable' && (key.startsWith(`${which}/`) || key.startsWith(`${which}.`)));
  const source = render(world.draft, marks);
  return {
    seed,
    world,
    source,
    filled: which === undefined ? undefined : render(world.draft, new Map([...marks].filter(remains))),
    which,
    isWhole: marks.size === 0 && source.includes('Lists: complete unless marked'),
    steps: steps(new Random(seed * 29 + 11), world, requests(random, world, count, true)),
  };
}

interface Played {
  readonly understood: Understood;
  readonly plan: Plan;
  readonly happened: readonly Happened[];
}

/** For planting faults: stands between the document and what is served. */
export type Change = (plan: Plan) => Plan;

async function perform(stage: Stage, understood: Understood, all: readonly Step[], change: Change): Promise<Played> {
  const plan = change(compile(understood.model));
  await stage.play(plan);
  return { understood, plan, happened: await playSteps(stage, all) };
}

/** Law 1. */
function inventions(stage: Stage, { understood, happened }: Played): Inventions {
  // A change in the instant of another is a millisecond later.
  const isPast = (instant: string): boolean => {
    const at = Date.parse(instant);
    return at >= START && at < stage.now + 100;
  };
  const judge = new Judge(understood.model, stage.url, isPast);
  const wrong = happened.flatMap((one) => {
    if ('asked' in one) return [];
    const { sent, answer, at } = one;
    return judge
      .judge(sent, answer, at)
      .map((wrong) => `${wrong}\n      ${sent.body ?? ''}\n      ${answer.text.slice(0, 400)}`);
  });
  const rates = new RateJudge(understood.model);
  const counted = happened.flatMap((one) => ('asked' in one ? [] : rates.request(one.sent, one.answer, one.at)));
  return { wrong: [...wrong, ...counted], met: new Map([...judge.met, ...rates.met]) };
}

interface Inventions {
  readonly wrong: readonly string[];
  readonly met: ReadonlyMap<string, number>;
}

/** Law of moves: what is shown, refused and told is what part 3 says, by request, by time and from outside. */
async function judgeMoves(stage: Stage, { understood: { model }, happened }: Played, isWhole: boolean): Promise<Told> {
  const judge = new MoveJudge(model, isWhole);
  const words = new WordJudge(model, judge);
  const wrong = happened.flatMap((one) => {
    if ('asked' in one) return judge.fromOutside(one.asked, one.answer, one.at);
    const { sent, answer, at } = one;
    return [...words.request(sent, answer, at), ...judge.request(sent, answer, at)];
  });
  // What nobody has asked for is written when what writes it is woken.
  let events = judge.events(stage.outbox() as unknown as Kept[], stage.now);
  if (events.length > 0 && judge.account.moved > 0) {
    await stage.advance(0, true);
    for (let tries = 0; tries < 1000 && events.length > 0; tries += 1) {
      await sleep(5);
      events = judge.events(stage.outbox() as unknown as Kept[], stage.now);
    }
  }
  return { judge, told: judge.account.told.length, met: words.met, wrong: [...wrong, ...events] };
}

function unmoved({ understood: { model }, happened }: Played): Told {
  const words = new WordJudge(model, undefined);
  const wrong = happened.flatMap((one) => ('asked' in one ? [] : words.request(one.sent, one.answer, one.at)));
  return { judge: new MoveJudge(model, false), told: 0, met: words.met, wrong };
}

interface Told {
  readonly judge: MoveJudge;
  readonly told: number;
  readonly met: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}

/** Law 2: what the first differing answer owes to the gap. */
function jump(before: Played, after: Played): string | undefined {
  const open = new Set(gapView(before.understood.model).gaps.map((gap) => gap.id));
  for (const gap of gapView(after.understood.model).gaps) open.delete(gap.id);
  // A statement was added that was not due: no gap is filled, and the law says nothing.
  if (open.size === 0) return undefined;
  const one = comparable(before.happened);
  const other = comparable(after.happened);
  const at = one.findIndex((text, i) => text !== other[i]);
  if (at === -1) return undefined;
  const first = before.happened[at]!;
  // Someone outside is told that a gap holds the move, and under /gaps which; of a machine that is not shown nothing is
  // known that could be held.
  if ('asked' in first)
    return first.answer.status === 501 ||
      first.answer.text.includes('/gaps') ||
      isUncoded(one[at]!, other[at]) ||
      open.has(`3/${first.asked.resource}.${first.asked.field}`) ||
      open.has('3')
      ? undefined
      : `${JSON.stringify(first.asked)}\n      with the gap: ${one[at]}\n      without:      ${other[at]}`;
  const { sent, answer } = first;
  if (list(header(answer, 'ninefold-gap') ?? '').some((id) => open.has(id))) return undefined;
  const routed = route(before.understood.model, sent);
  const headings = routed.kind === 'no path' ? [] : routed.kind === 'operation' ? [routed.operation] : routed.at;
  const ids = headings.map((operation) => operation.operation.name.text);
  // Which methods a preflight allows is what the operations of the path say, those that are held among them.
  const lists = (o: Plan['operations'][number]): readonly string[] =>
    sent.method === 'OPTIONS' ? [...o.restsOn, ...o.heldBy] : o.restsOn;
  if (before.plan.operations.some((o) => ids.includes(o.id) && lists(o).some((id) => open.has(id)))) return undefined;
  // Which headers a page of another origin may read is what all answers of the operation have.
  const held = before.plan.operations.filter((o) => ids.includes(o.id)).flatMap((o) => o.partlyHeldBy);
  if (unended(one[at]!) === unended(other[at] ?? '') && held.some((id) => open.has(id) && id.startsWith('9/')))
    return undefined;
  const isExposed = unexposed(one[at]!) === unexposed(other[at] ?? '');
  if (isExposed && held.some((id) => open.has(id) && id.endsWith('/headers'))) return undefined;
  // What was filled may make another statement due, which a request that was held all along is held by, too.
  if (answer.status === 501 && 'sent' in after.happened[at]! && after.happened[at].answer.status === 501)
    return undefined;
  // Of some rows it holds the operation; what is stated of them now may hold it for every row by what else it works on.
  const isHeldNow = 'sent' in after.happened[at]! && after.happened[at].answer.status === 501;
  if (isHeldNow && held.some((id) => open.has(id))) return undefined;
  return `${sent.method} ${sent.path} ${sent.query} ${sent.body ?? ''}\n      with the gap: ${one[at]}\n      without:      ${other[at]}\n      filled: ${[...open].join(', ')}`;
}

/** Of a version of which nothing is known nothing is said, where Checks puts another refusal before it. */
function unended(text: string): string {
  return text.replaceAll(/(?:deprecation|sunset): [^;]*; /g, '');
}

function unexposed(text: string): string {
  return text.replace(/access-control-expose-headers: [^;]*; /, '');
}

/** That nothing says which code refuses it is told by `null`: all else is the same. */
function isUncoded(before: string, after: string | undefined): boolean {
  return before.includes('"code": null') && after?.replace(/"code": "[^"]*"/, '"code": null') === before;
}

export interface Verdict {
  readonly served: boolean;
  readonly requests: number;
  readonly differed: boolean;
  /** Moves that were told, and held to the table. */
  readonly told: number;
  /** Answers whose rows were held to the second computation. */
  readonly judged: number;
  /** Moves that time has made, and that someone outside has made or was refused. */
  readonly timed: number;
  readonly outside: { readonly made: number; readonly refused: number };
  /** Answers that each word of judge-words.ts was held to. */
  readonly met: ReadonlyMap<string, number>;
  /** What requests of the document with its gaps were answered with. */
  readonly statuses: readonly number[];
  readonly wrong: readonly string[];
}

const UNSERVED: Verdict = {
  served: false,
  requests: 0,
  differed: false,
  told: 0,
  judged: 0,
  timed: 0,
  outside: { made: 0, refused: 0 },
  met: new Map(),
  statuses: [],
  wrong: [],
};

export async function judgeTrial(stage: Stage, one: Trial, change: Change = (plan) => plan): Promise<Verdict> {
  const understood = understand(one.source);
  if (understood.errors.length > 0) return UNSERVED;
  const before = await perform(stage, understood, one.steps, change);
  const invented = inventions(stage, before);
  const wrong = invented.wrong.map((text) => `seed ${one.seed}, law 1: ${text}`);
  // The second computation does not know who may.
  const { judge, ...moves } = one.world.hasCallers ? unmoved(before) : await judgeMoves(stage, before, one.isWhole);
  wrong.push(...moves.wrong.map((text) => `seed ${one.seed}, moves: ${text}`));
  const { account, judged, outside } = judge;
  const statuses = before.happened.map(({ answer }) => answer.status);
  const seen = {
    served: true,
    told: moves.told,
    judged,
    timed: account.moved,
    outside,
    met: new Map([...moves.met, ...invented.met]),
    statuses,
  };
  const filled = one.filled === undefined ? undefined : understand(one.filled);
  if (filled === undefined || filled.errors.length > 0)
    return { ...seen, requests: one.steps.length, differed: false, wrong };
  const after = await perform(stage, filled, one.steps, change);
  wrong.push(...inventions(stage, after).wrong.map((text) => `seed ${one.seed}, law 1, filled: ${text}`));
  const { wrong: others } = one.world.hasCallers ? unmoved(after) : await judgeMoves(stage, after, false);
  wrong.push(...others.map((text) => `seed ${one.seed}, moves, filled: ${text}`));
  const broken = jump(before, after);
  if (broken !== undefined) wrong.push(`seed ${one.seed}, law 2 (${one.which}): ${broken}`);
  const differed = comparable(before.happened).join() !== comparable(after.happened).join();
  return { ...seen, requests: one.steps.length * 2, differed, wrong };
}
