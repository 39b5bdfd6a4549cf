// One trial of the laws: a document with gaps by chance, the same document with one of them filled, the same requests
// to both. In: a seed and a stage. Out: what breaks a law. A trial whose document has errors is not served.

import type { Model } from '../../src/model/model.ts';
import { valueOf } from '../../src/model/status.ts';
import { gapView } from '../../src/model/views/gaps.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { facts, render } from './draft.ts';
import type { Fact, Mark, Marks } from './draft.ts';
import { generate } from './generate.ts';
import { header, Judge, list } from './judge.ts';
import { route } from './judge-route.ts';
import { comparable, play } from './play.ts';
import type { Heard } from './play.ts';
import { Random } from './random.ts';
import { requests } from './requests.ts';
import type { Call } from './requests.ts';
import { understand } from './service.ts';
import type { Stage, Understood } from './service.ts';
import type { World } from './world.ts';

export interface Trial {
  readonly seed: number;
  readonly world: World;
  readonly source: string;
  /** The source with one gap filled; undefined when there was none. */
  readonly filled: string | undefined;
  readonly which: string | undefined;
  readonly calls: readonly Call[];
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

export function trial(seed: number, count = 14): Trial {
  const world = generate(seed);
  const random = new Random(seed * 31 + 7);
  const marks: Marks = marksOf(random, facts(world.draft));
  const gaps = [...marks].filter(([, mark]) => GAPS.has(mark));
  const which = gaps.length > 0 ? random.pick(gaps)[0] : undefined;
  // Filled means stated: what the gap has hidden may be other gaps, and nothing that nobody can read.
  const remains = ([key, mark]: readonly [string, Mark]): boolean =>
    key !== which && !(mark === 'unreadable' && (key.startsWith(`${which}/`) || key.startsWith(`${which}.`)));
  return {
    seed,
    world,
    source: render(world.draft, marks),
    filled: which === undefined ? undefined : render(world.draft, new Map([...marks].filter(remains))),
    which,
    calls: requests(random, world, count),
  };
}

interface Played {
  readonly understood: Understood;
  readonly plan: Plan;
  readonly heard: readonly Heard[];
}

async function perform(stage: Stage, understood: Understood, calls: readonly Call[]): Promise<Played> {
  const plan = compile(understood.model);
  await stage.play(plan);
  return { understood, plan, heard: await play(stage, calls) };
}

/** Law 1. */
function inventions(stage: Stage, { understood, heard }: Played): string[] {
  const judge = new Judge(understood.model, stage.url, recently);
  return heard.flatMap(({ sent, answer }) =>
    judge.judge(sent, answer).map((wrong) => `${wrong}\n      ${sent.body ?? ''}\n      ${answer.text.slice(0, 400)}`),
  );
}

/** Law 1 of events: each move that was answered as made is told as its rows of the table say, and nothing else is. */
function judgeEvents(
  stage: Stage,
  { understood: { model }, heard }: Played,
): { readonly told: number; readonly wrong: readonly string[] } {
  const expected = new Map<string, number>();
  const open = new Set<string>();
  for (const { sent, answer } of heard) {
    if (answer.status >= 300 || sent.method !== 'POST') continue;
    const routed = route(model, sent.method, sent.path);
    if (routed.kind !== 'operation') continue;
    const name = routed.operation.operation.name.text;
    const told = eventsOf(model, name);
    if (told === undefined) open.add(name);
    else for (const event of told) expected.set(`${name}: ${event}`, (expected.get(`${name}: ${event}`) ?? 0) + 1);
  }
  const tables = JSON.parse(stage.kept()) as readonly (readonly [string, readonly Record<string, string>[]])[];
  const found = new Map<string, number>();
  for (const { operation = '', event = '' } of tables.find(([table]) => table === '_outbox')?.[1] ?? [])
    if (!open.has(operation)) found.set(`${operation}: ${event}`, (found.get(`${operation}: ${event}`) ?? 0) + 1);
  const wrong = [...new Set([...expected.keys(), ...found.keys()])]
    .filter((key) => expected.get(key) !== found.get(key))
    .map((key) => `${key} is told ${found.get(key) ?? 0} times, and ${expected.get(key) ?? 0} moves were made`);
  return { told: [...found.values()].reduce((sum, one) => sum + one, 0), wrong };
}

/** What one move by an operation sends: only where each of its rows says the same, nobody has to know which one held. */
function eventsOf(model: Model, operation: string): readonly string[] | undefined {
  const rows = [...model.machines.values()].flatMap(({ moves }) =>
    moves.items.filter(({ by, to }) => {
      const maker = valueOf(by);
      const names = maker?.kind === 'operations' && maker.operations.some(({ text }) => text === operation);
      return (names || by.status === 'gap') && valueOf(to)?.kind !== 'refused';
    }),
  );
  const texts = rows.map(({ by, emits }) =>
    by.status === 'gap' ? undefined : (valueOf(emits)?.map(({ text }) => text) ?? []).toSorted().join(),
  );
  if (texts.includes(undefined) || new Set(texts).size > 1) return undefined;
  return (texts[0] ?? '').split(',').filter((event) => event !== '');
}

export function recently(instant: string): boolean {
  const age = Date.now() - Date.parse(instant);
  return age > -1000 && age < 3_600_000;
}

/** Law 2: what the first differing answer owes to the gap. */
function jump(before: Played, after: Played): string | undefined {
  const open = new Set(gapView(before.understood.model).gaps.map((gap) => gap.id));
  for (const gap of gapView(after.understood.model).gaps) open.delete(gap.id);
  // A statement was added that was not due: no gap is filled, and the law says nothing.
  if (open.size === 0) return undefined;
  const one = comparable(before.heard);
  const other = comparable(after.heard);
  const at = one.findIndex((text, i) => text !== other[i]);
  if (at === -1) return undefined;
  const { sent, answer } = before.heard[at]!;
  if (list(header(answer, 'ninefold-gap') ?? '').some((id) => open.has(id))) return undefined;
  const routed = route(before.understood.model, sent.method, sent.path);
  const headings = routed.kind === 'no path' ? [] : routed.kind === 'operation' ? [routed.operation] : routed.at;
  const ids = headings.map((operation) => operation.operation.name.text);
  // Which methods a preflight allows is what the operations of the path say, those that are held among them.
  const lists = (o: Plan['operations'][number]): readonly string[] =>
    sent.method === 'OPTIONS' ? [...o.restsOn, ...o.heldBy] : o.restsOn;
  if (before.plan.operations.some((o) => ids.includes(o.id) && lists(o).some((id) => open.has(id)))) return undefined;
  return `${sent.method} ${sent.path} ${sent.query} ${sent.body ?? ''}\n      with the gap: ${one[at]}\n      without:      ${other[at]}\n      filled: ${[...open].join(', ')}`;
}

export interface Verdict {
  readonly served: boolean;
  readonly requests: number;
  readonly differed: boolean;
  /** Events of moves that were held to the table. */
  readonly told: number;
  readonly wrong: readonly string[];
}

export async function judgeTrial(stage: Stage, one: Trial): Promise<Verdict> {
  const understood = understand(one.source);
  if (understood.errors.length > 0) return { served: false, requests: 0, differed: false, told: 0, wrong: [] };
  const before = await perform(stage, understood, one.calls);
  const wrong = inventions(stage, before).map((text) => `seed ${one.seed}, law 1: ${text}`);
  const events = judgeEvents(stage, before);
  wrong.push(...events.wrong.map((text) => `seed ${one.seed}, events: ${text}`));
  const filled = one.filled === undefined ? undefined : understand(one.filled);
  if (filled === undefined || filled.errors.length > 0)
    return { served: true, requests: one.calls.length, differed: false, told: events.told, wrong };
  const after = await perform(stage, filled, one.calls);
  wrong.push(...inventions(stage, after).map((text) => `seed ${one.seed}, law 1, filled: ${text}`));
  wrong.push(...judgeEvents(stage, after).wrong.map((text) => `seed ${one.seed}, events, filled: ${text}`));
  const broken = jump(before, after);
  if (broken !== undefined) wrong.push(`seed ${one.seed}, law 2 (${one.which}): ${broken}`);
  const differed = comparable(before.heard).join() !== comparable(after.heard).join();
  return { served: true, requests: one.calls.length * 2, differed, told: events.told, wrong };
}
