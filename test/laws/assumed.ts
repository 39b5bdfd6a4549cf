// Statements of a document moved into an assumptions document, and some of these rejected again: everything must be as in the document
// that leaves out what was rejected, and nothing else. Input: a seed. Output: what breaks that.

import { assume } from '../../src/assume/assume.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { readAssumptions } from '../../src/read/assumptions.ts';
import { read } from '../../src/read/read.ts';
import { facts, render, type Draft, type Fact, type Mark, type Marks, type Row } from './draft.ts';
import { generate } from './generate.ts';
import { header, list } from './answered.ts';
import { comparable, play, type Heard } from './play.ts';
import { Random } from './random.ts';
import { requests } from './requests.ts';
import { understand, type Stage } from './service.ts';

const WHO = `- Assumed by: Ada Smith
- Assumed on: 2026-11-20
- Why: said so by telephone
- Until: 2027-01-31
`;
const TODAY = '2026-11-21';

export interface Moved {
  readonly seed: number;
  readonly draft: Draft;
  /** What the document does not show. */
  readonly marks: Marks;
  /** Some of these: what the assumptions do not say either. */
  readonly rejected: Marks;
}

interface Keys {
  /** Rows that are gone from a complete list are missed by nobody; how lists end is written in no cell. */
  readonly rows: ReadonlySet<string>;
  /** Where All operations says something, a bullet that is left out is said there. */
  readonly bullets: ReadonlySet<string>;
  /** The head over a cell. */
  readonly heads: ReadonlyMap<string, string>;
  /** Cells that alone tell a move from another one of its table: an assumption that leaves one out may mean either. */
  readonly telling: ReadonlySet<string>;
}

function keysOf(draft: Draft): Keys {
  const rows = new Set<string>();
  const bullets = new Set<string>();
  const heads = new Map<string, string>();
  const telling = new Set<string>();
  const walk = (blocks: Draft['blocks']): void => {
    for (const block of blocks) {
      if (block.kind === 'scope') walk(block.blocks);
      if (block.kind === 'bullet') bullets.add(block.key);
      if (block.kind !== 'table') continue;
      [block, ...block.rows].forEach(({ key }) => rows.add(key));
      if (block.key.startsWith('3/')) for (const key of tellingIn(block.rows)) telling.add(key);
      for (const row of block.rows) row.cells.forEach(({ key }, index) => heads.set(key, block.heads[index]!.key));
    }
  };
  walk(draft.blocks);
  return { rows, bullets, heads, telling };
}

function tellingIn(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row) =>
    row.cells.flatMap(({ key }, place) => {
      const others = ({ cells }: Row): string =>
        JSON.stringify(cells.map(({ text }, at) => (at === place ? '' : text)));
      return rows.some((one) => one !== row && others(one) === others(row)) ? [key] : [];
    }),
  );
}

function movable(draft: Draft, { rows, bullets }: Keys): Fact[] {
  return facts(draft)
    .filter(({ key }) => !rows.has(key))
    .map(({ key, marks }) => ({ key, marks: bullets.has(key) ? marks.filter((mark) => mark !== 'left out') : marks }));
}

export function moved(seed: number): Moved {
  const { draft } = generate(seed);
  const keys = keysOf(draft);
  const random = new Random(seed * 17 + 5);
  const count = random.weighted([
    [3, 1],
    [6, random.whole(2, 6)],
    [2, random.whole(7, 25)],
  ]);
  const marks = new Map<string, Mark>();
  for (const { key, marks: may } of random.some(movable(draft, keys), count, count)) {
    const gaps = may.filter((mark) => mark === 'not shown' || mark === 'left out' || mark === 'blank');
    if (gaps.length > 0) marks.set(key, random.pick(gaps));
  }
  // A column that is left out has no cells.
  for (const key of marks.keys()) if (marks.has(keys.heads.get(key) ?? '')) marks.delete(key);
  for (const key of unfound(marks)) marks.delete(key);
  const left = [...marks.keys()].filter((key) => !keys.telling.has(key));
  const rejected = left.length === 0 ? [] : random.some(left, 1, Math.max(1, Math.floor(left.length / 3)));
  return { seed, draft, marks, rejected: new Map(rejected.map((key) => [key, marks.get(key)!])) };
}

/** A move whose From or To is not shown may be another one of its table, where that one lacks something, too. */
function unfound(marks: Marks): readonly string[] {
  const rows = /^(3\/[^/]+)\/\d+\/(from|to)?/;
  const all = [...marks.keys()].map((key) => ({ key, found: rows.exec(key) }));
  return all.flatMap(({ key, found }, place) => {
    const others = all.filter((one, nth) => nth !== place && one.found?.[1] === found?.[1]);
    const isOpen = found?.[2] !== undefined;
    return found && isOpen && others.length > 0 ? [key] : [];
  });
}

/** Under the title. */
function attributed(text: string): string {
  return text.replace(/^(# .*\n)/, `$1\n${WHO}`);
}

export function laid(source: string, assumptions: string): Model {
  const assumed = readAssumptions(attributed(assumptions), 'assumed.md', source.length + 1);
  const { document, diagnostics } = assume(read(source, 'law.md'), [assumed], TODAY);
  return link(document, diagnostics);
}

const ASSUMED: ReadonlySet<string> = new Set(['assumed', 'partlyAssumed', 'floorAssumed', 'assumptions']);

/** Without a word on who assumes what. */
export function bare(plan: unknown): string {
  return JSON.stringify(plan, (key, value: unknown) => (ASSUMED.has(key) ? undefined : value));
}

function errorsOf(model: Model): string[] {
  return model.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
}

/** Where two long texts part. */
function parting(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - 80);
  return `\n      ${one.slice(from, at + 200)}\n      ${other.slice(from, at + 200)}`;
}

export interface Found {
  readonly wrong: readonly string[];
  /** Facts that were assumed. */
  readonly assumed: number;
}

/** What the document and the assumptions say together is what the document would say alone. */
export function judgeMoved({ seed, draft, marks, rejected }: Moved): Found {
  const source = render(draft, marks);
  const wrong: string[] = [];
  const judge = (what: string, left: Marks): Model | undefined => {
    const alone = understand(render(draft, left));
    if (alone.errors.length > 0) return undefined;
    const model = laid(source, render(draft, left));
    const told = `seed ${seed}, ${what}`;
    for (const error of errorsOf(model)) wrong.push(`${told}: ${error}`);
    const [one, other] = [bare(compile(model)), bare(compile(alone.model))];
    if (one !== other) wrong.push(`${told}: the plan differs${parting(one, other)}`);
    const [gaps, same] = [model, alone.model].map((each) =>
      gapView(each)
        .gaps.map(({ id }) => id)
        .join(' '),
    );
    if (gaps !== same) wrong.push(`${told}: the gaps differ${parting(gaps!, same!)}`);
    wrong.push(...changed(source, model).map((id) => `${told}: ${id} is stated, and changed`));
    return model;
  };
  const whole = judge('all assumed', new Map());
  const less = judge('some rejected', rejected);
  if (whole && less) wrong.push(...unmarked(whole, less).map((text) => `seed ${seed}: ${text}`));
  return { wrong, assumed: whole ? gapView(whole).assumed.length : 0 };
}

/** An assumption never changes what is stated. */
function changed(source: string, model: Model): string[] {
  const { document, diagnostics } = read(source, 'law.md');
  const now = new Set(slotsOf(model).facts.map(({ status, at }) => `${status} ${at.start}`));
  return slotsOf(link(document, diagnostics))
    .facts.filter(({ status }) => status === 'stated' || status === 'none' || status === 'any')
    .filter(({ status, at, slot }) => {
      return slot !== undefined && !now.has(`${status} ${at.start}`);
    })
    .map(({ id }) => id);
}

/** The ids that only the first one assumes. */
function dropped(whole: Model, less: Model): ReadonlySet<string> {
  const left = new Set(gapView(less).assumed.map(({ id }) => id));
  return new Set(
    gapView(whole)
      .assumed.map(({ id }) => id)
      .filter((id) => !left.has(id)),
  );
}

/**
 * An operation whose plan a rejected assumption changes rests on it. Whether a field that always has a value is planned as
 * one that may lack it shows in no answer; judgeServed looks at these.
 */
function unmarked(whole: Model, less: Model): string[] {
  const gone = dropped(whole, less);
  const after = new Map(compile(less).operations.map((one) => [one.id, form(one)]));
  return compile(whole)
    .operations.filter((one) => form(one) !== after.get(one.id))
    .filter(({ assumed = [], partlyAssumed = [] }) => ![...assumed, ...partlyAssumed].some((id) => gone.has(id)))
    .map(
      (one) =>
        `${one.id} changes, and rests on none of ${[...gone].join(', ')}${parting(form(one), after.get(one.id) ?? '')}`,
    );
}

/**
 * A row of part 7 is assumed as a whole: one whose When alone is taken back may be about any operation. And without its
 * Sent as, more of Delivery is due; nothing delivers yet: that holds nothing.
 */
const OF_NO_ANSWER = /"(?:7\/[^"/]+\/when(?: \d+)?|6\/delivery\/[^"/]+)",?/g;

function form(one: unknown): string {
  const text = bare(one).replaceAll('"present":"if set"', '"present":"always"');
  return text.replace(/"restsOn":\[[^\]]*\]/, (list) => list.replace(OF_NO_ANSWER, '').replace(',]', ']'));
}

async function answers(stage: Stage, plan: Plan, of: Moved): Promise<readonly Heard[]> {
  await stage.play(plan);
  return play(stage, requests(new Random(of.seed + 3), generate(of.seed), 14));
}

const withoutHeader = (heard: readonly Heard[]): string[] =>
  comparable(
    heard.map(({ sent, answer }) => ({
      sent,
      answer: { ...answer, headers: answer.headers.filter(([name]) => name !== 'ninefold-assumed') },
    })),
  );

/** The same answers, but for the header; and who rejects one changes no answer that does not name it. */
export async function judgeServed(
  stage: Stage,
  of: Moved,
  tamper: (plan: Plan) => Plan = (plan) => plan,
): Promise<string[]> {
  const { seed, draft, marks, rejected } = of;
  const source = render(draft, marks);
  const alone = understand(render(draft, new Map()));
  const whole = laid(source, render(draft, new Map()));
  const less = laid(source, render(draft, rejected));
  if ([alone.model, whole, less].some((model) => errorsOf(model).length > 0)) return [];
  const stated = await answers(stage, compile(alone.model), of);
  const assumed = await answers(stage, tamper(compile(whole)), of);
  const wrong: string[] = [];
  if (withoutHeader(stated).join() !== withoutHeader(assumed).join())
    wrong.push(
      `seed ${seed}: the answers differ${parting(withoutHeader(assumed).join('\n'), withoutHeader(stated).join('\n'))}`,
    );
  const then = withoutHeader(await answers(stage, compile(less), of));
  const at = withoutHeader(assumed).findIndex((text, index) => text !== then[index]);
  if (at === -1) return wrong;
  const { sent, answer } = assumed[at]!;
  const gone = dropped(whole, less);
  const named = list(header(answer, 'ninefold-assumed') ?? '');
  if (answer.status !== 501 && !named.some((id) => gone.has(id)))
    wrong.push(
      `seed ${seed}: ${sent.method} ${sent.path} is answered otherwise without ${[...gone].join(', ')}, and names ${named.join(', ')}\n      ${withoutHeader(assumed)[at]}\n      ${then[at]}`,
    );
  return wrong;
}
