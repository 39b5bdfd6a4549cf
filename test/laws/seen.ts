// Whether what a document states makes a difference: one statement is exchanged for another that may stand there, and what runs or is held
// must differ. Input: a document, and texts that other documents have at such places. Output: what became of each statement. The
// statements are found by a walk over what was read; the views are not asked which there are.

import { link } from '../../src/link/link.ts';
import type { Document } from '../../src/model/document.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { isRecord, isSlot } from '../../src/model/walk.ts';
import type { Slot } from '../../src/notation/slot.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import type { Understood } from './service.ts';

/** A fact that is stated, `none` or `any`. */
export interface Statement {
  /** Where it stands in the model, without numbers: `resources.resources.items.fields.items.type`. */
  readonly place: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly slot: Slot<unknown>;
}

const SAID: ReadonlySet<string> = new Set(['stated', 'none', 'any']);

/** In the order of the document, each place of the text once. */
export function statementsOf({ source, ...parts }: Document): readonly Statement[] {
  const found = new Map<number, Statement>();
  const walk = (value: unknown, place: string): void => {
    if (isSlot(value)) {
      const { start, end } = value.at;
      if (SAID.has(value.status) && start < end && !found.has(start))
        found.set(start, { place, text: source.slice(start, end), start, end, slot: value });
    } else if (Array.isArray(value)) {
      for (const item of value) walk(item, place);
    } else if (value instanceof Map) {
      for (const [key, item] of value) walk(item, `${place}.${String(key)}`);
    } else if (isRecord(value)) {
      for (const [key, item] of Object.entries(value)) walk(item, place === '' ? key : `${place}.${key}`);
    }
  };
  walk(parts, '');
  return [...found.values()].toSorted((one, other) => one.start - other.start);
}

export interface Effect {
  /** What runs and what is held; not what is only listed, and no questions. */
  readonly runs: string;
  readonly gaps: ReadonlySet<string>;
}

export function effectOf({ model }: Understood): Effect {
  const { gaps: _, operations, ...rest } = compile(model);
  return {
    runs: [rest, ...operations.map(({ restsOn: __, ...one }) => one)].map(ordered).join('\n'),
    gaps: new Set(gapView(model).gaps.map(({ id }) => id)),
  };
}

/** Of ranks only the order counts: which rows of a table stand between them does not. */
function ordered(part: unknown): string {
  const text = JSON.stringify(part);
  const ranks = [...new Set(text.matchAll(/"rank":(\d+)/g).map(([, rank]) => Number(rank)))].toSorted((a, b) => a - b);
  return text.replaceAll(/"rank":(\d+)/g, (_, rank) => `"rank":${ranks.indexOf(Number(rank))}`);
}

export interface Sight {
  readonly statement: Statement;
  /**
   * `seen`: with another statement something else runs or is held. `asked`: it does, and something else is asked then. `bound`:
   * every other one contradicts the rest. `unseen`: others may stand there, and all run alike. `untried`: no other could be made.
   */
  readonly how: 'seen' | 'asked' | 'bound' | 'unseen' | 'untried';
  /** Those that run alike. */
  readonly alike: readonly string[];
}

/** By place: what stands there, in any document. */
export type Pool = ReadonlyMap<string, readonly string[]>;

export function poolOf(documents: readonly Document[]): Pool {
  const pool = new Map<string, Set<string>>();
  for (const document of documents)
    for (const { place, text } of statementsOf(document)) pool.set(place, (pool.get(place) ?? new Set()).add(text));
  return new Map([...pool].map(([place, texts]) => [place, [...texts]]));
}

/** So many that run alike are enough to say that all do. */
const ENOUGH = 25;

/** `judged` computes what a document brings about: a test may plant a blind one. */
export function sightOf(own: Understood, statement: Statement, pool: Pool, judged: typeof effectOf = effectOf): Sight {
  const effect = judged(own);
  const alike: string[] = [];
  let other: 'asked' | 'bound' | undefined;
  for (const text of others(own.document, statement, pool)) {
    if (alike.length >= ENOUGH) break;
    const next = readAs(own.document.source, statement, text);
    if (next === undefined) continue;
    if (next.errors.length > 0) {
      other ??= 'bound';
      continue;
    }
    const changed = judged(next);
    if (changed.runs !== effect.runs) {
      if ([...changed.gaps].every((id) => effect.gaps.has(id))) return { statement, how: 'seen', alike };
      other = 'asked';
    } else if (!(isNothing(text) && isNothing(statement.text))) alike.push(text);
  }
  if (other === 'asked' || alike.length === 0) return { statement, how: other ?? 'untried', alike };
  return { statement, how: 'unseen', alike };
}

/** Of what narrows or fills nothing both say the same. */
function isNothing(text: string): boolean {
  return text === 'none' || text === 'any';
}

/** What it is then; undefined where the text says nothing that can be read there. */
function readAs(source: string, { place, start, end }: Statement, text: string): Understood | undefined {
  const { document, diagnostics } = read(source.slice(0, start) + text + source.slice(end), 'law.md');
  if (diagnostics.some(({ severity }) => severity === 'error')) return undefined;
  if (statementsOf(document).find((one) => one.start === start)?.place !== place) return undefined;
  const model = link(document, diagnostics);
  return { document, model, errors: model.diagnostics.flatMap((one) => (one.severity === 'error' ? [one.code] : [])) };
}

const ANYWHERE: readonly string[] = ['none', 'any', 'yes', 'no', '`1`', '`a`', '`true`', '`[]`', '`2027-01-31`'];

/** Made of the text itself, then what stands elsewhere in the document, then in others. */
function* others(document: Document, { place, text }: Statement, pool: Pool): Generator<string> {
  const tried = new Set([text]);
  const own = statementsOf(document).flatMap((one) => (one.place === place ? [one.text] : []));
  for (const one of [...made(text), ...ANYWHERE, ...own, ...(pool.get(place) ?? [])]) {
    if (tried.has(one)) continue;
    tried.add(one);
    yield one;
  }
}

/** A number one larger; a condition denied; without the last of several; a sign more in what is quoted. */
function* made(text: string): Generator<string> {
  if (/\d/.test(text)) yield text.replace(/\d+/, (digits) => String(Number(digits) + 1));
  yield `not (${text})`;
  const comma = Math.max(text.lastIndexOf(','), text.lastIndexOf(';'));
  if (comma > 0) yield text.slice(0, comma).trim();
  yield text.replace(/"([^"]*)"/, '"$1x"');
  yield text.replace(/`([^`]*)`/, '`$1x`');
  yield `${text} x`;
}
