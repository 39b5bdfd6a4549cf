// Lists with filters that may be left out, and with pages. Input: steps that only read, and how they become a program. Output: a program
// that has steps of its own for what a request sends: a filter that is not sent is no condition, so that an index serves those that are,
// and a list of all rows is one without a condition. Where the engine plans by the size of a page, a first page says its size.

import type { Step } from '../../plan/steps.ts';
import { compileValue } from '../../sql/evaluate.ts';
import type { Expr } from '../../sql/expression.ts';
import { filtersOf, simpler } from '../../sql/sent.ts';
import type { Bindings, Program } from '../store.ts';
import { choiceOf, chosenBy, type List } from './lists.ts';

/** So many are prepared of one operation; whatever else is sent together runs as it is written. */
const MOST = 64;

/** A number has so many bits to say what is sent, and one more. */
const MOST_NAMES = 29;
const FAR = 1 << MOST_NAMES;

/** So many sizes of first pages have steps of their own: clients use few. */
const MOST_SIZES = 4;

/** Larger ones are no pages that an engine would plan in another way. */
const LARGEST = 10_000;

/** From so many rows on that are skipped, they cost more than those that are shown. */
const MANY = 100;

interface Known {
  readonly isSent: ReadonlyMap<string, boolean>;
  /** Are many rows skipped? */
  readonly far: boolean;
  /** Of a first page. */
  readonly size: number | undefined;
  readonly bindings: Bindings;
}

/** `planned`: does the engine choose its way once for a statement, by the page that the statement names? */
export function bySent<S extends Step>(
  steps: readonly S[],
  programOf: (steps: readonly S[]) => Program,
  planned: boolean,
): Program {
  const names = askedFor(steps);
  const isFar = skipping(steps);
  const sizeOf = planned ? firstPage(steps) : undefined;
  const whole = programOf(steps);
  const choose = choosing(steps);
  if ((names.length === 0 && !isFar && !sizeOf && !choose) || names.length > MOST_NAMES) return whole;
  const prepared = new Map<number | string, Program>(names.length === 0 && !choose ? [[0, whole]] : []);
  const made = (key: number | string, sent: number, size: number | undefined, bindings: Bindings): Program => {
    if (prepared.size >= MOST) return whole;
    const isSent = new Map(names.map((name, place) => [name, (sent & (1 << place)) !== 0]));
    const known = { isSent, far: (sent & FAR) !== 0, size, bindings };
    const program = programOf(steps.map((step) => (step.kind === 'list' ? (knowing(step, known) as S) : step)));
    prepared.set(key, program);
    return program;
  };
  return {
    reads: whole.reads,
    run(bindings, judge) {
      const sent = maskOf(names, bindings) | (isFar?.(bindings) === true ? FAR : 0);
      const size = sizeOf?.(bindings);
      const own = size === undefined ? sent : sent + (size + 1) * FAR * 2;
      const key = choose ? `${own} ${choose(bindings)}` : own;
      return (prepared.get(key) ?? made(key, sent, size, bindings)).run(bindings, judge);
    },
  };
}

function maskOf(names: readonly string[], bindings: Bindings): number {
  let mask = 0;
  for (let place = 0; place < names.length; place++) if (bindings[names[place]!] !== null) mask |= 1 << place;
  return mask;
}

/** Parameters of a list that its conditions ask for, as `unless it is sent`; what a step before binds is not known yet. */
function askedFor(steps: readonly Step[]): readonly string[] {
  const bound = new Set(steps.flatMap((step) => (step.kind === 'bind' ? step.values.map(({ name }) => name) : [])));
  const names = steps.flatMap((step) =>
    step.kind === 'list' && step.select.where ? filtersOf(step.select.where) : [],
  );
  return [...new Set(names)].filter((name) => !bound.has(name));
}

/** Does a page begin far behind? Undefined: no page is asked for. */
function skipping(steps: readonly Step[]): ((bindings: Bindings) => boolean) | undefined {
  const offsets = steps.flatMap((step) => (step.kind === 'list' && step.select.offset ? [step.select.offset] : []));
  if (offsets.length === 0) return undefined;
  const values = offsets.map((offset) => compileValue(offset));
  return (bindings) => values.some((value) => Number(value(NO_ROW, bindings) ?? 0) >= MANY);
}

/** Where a page may begin at a place: in which order it is, and at what kind of place it begins. */
function choosing(steps: readonly Step[]): ((bindings: Bindings) => string) | undefined {
  const lists = steps.flatMap((step) => (step.kind === 'list' && step.keyset ? [step] : []));
  if (lists.length === 0) return undefined;
  return (bindings) => lists.map((list) => choiceOf(list, bindings)).join();
}

/** The size of a page that skips nothing. Undefined: there is none, or more sizes were asked for than have steps of their own. */
function firstPage(steps: readonly Step[]): ((bindings: Bindings) => number | undefined) | undefined {
  const [only, ...others] = steps.flatMap((step) => (step.kind === 'list' && step.select.limit ? [step.select] : []));
  if (!only?.limit || others.length > 0) return undefined;
  const [limit, offset] = [compileValue(only.limit), only.offset && compileValue(only.offset)];
  const sizes = new Set<number>();
  return (bindings) => {
    if (Number(offset?.(NO_ROW, bindings) ?? 0) !== 0) return undefined;
    const size = limit(NO_ROW, bindings);
    if (typeof size !== 'number' || !Number.isInteger(size) || size < 0 || size > LARGEST) return undefined;
    if (sizes.size < MOST_SIZES) sizes.add(size);
    return sizes.has(size) ? size : undefined;
  };
}

const NO_ROW = {};

function knowing(given: List, { isSent, far, size, bindings }: Known): List {
  const step = given.keyset ? chosenBy(given, bindings) : given;
  const { where, limit, offset, ...select } = step.select;
  const known = where && simpler(where, isSent);
  const page = size === undefined ? { ...(limit && { limit }), ...(offset && { offset }) } : { limit: literalOf(size) };
  return {
    ...step,
    select: { ...select, ...page, where: known?.kind === 'true' ? undefined : known, ...(far && { far }) },
  };
}

const literalOf = (size: number): Expr => ({ kind: 'literal', value: size, type: 'integer' });
