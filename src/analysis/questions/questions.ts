// The questions of a document in the order in which they are worth answering. Input: a model. Output: groups of questions: first whether
// lists are complete, then what releases operations from the start, then what single requests meet, then what restricts and what is only
// reported. What cannot be answered, an error or a word that this runtime does not do, is none.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import { heldIfNotDone, featuresNotDone } from './forms/unsupported.ts';
import { examplesHere, formsHere } from './forms/offered.ts';
import { isBeside } from './forms/names.ts';
import { patternOf } from './forms/patterns.ts';
import { effectOfFact, gapView } from '../gaps/gaps.ts';
import type { GapEntry, OperationHolds } from '../document/gap-view.ts';
import { saidCause } from '../../notation/values/cause-kinds.ts';
import { CODE } from '../../notation/errors.ts';
import { kindOf, type AnyDeclaration, type GapEffect } from '../../notation/declaration.ts';
import { isMisread } from '../refusals/causes/invalid-statements.ts';
import { withCauses, withFirst } from '../gaps/questions/named-in-questions.ts';
import { notDoneHere } from './not-done.ts';
import { rankQuestions, type RankedQuestion, type Waiting } from './ranking.ts';
import { sharedQuestions, standsUnderAll, togetherAs } from './shared-questions.ts';
import { encodeName, type SlotPath } from '../document/slot-ids.ts';
import { slotsOf } from '../gaps/slots.ts';
import type { Fact } from '../gaps/slots/fact.ts';

export interface Ask {
  readonly gap: GapEntry;
  /** The ids of all that one answer answers: `gap` first. More than one: a bullet under All operations, or the same under each. */
  readonly gaps: readonly string[];
  /** What may be written; `…` is for what only the author knows. */
  readonly forms: readonly string[];
  /** What is shown beside the forms: how many more names there are, which ones are allowed for `…`. */
  readonly beside: readonly string[];
  /** The meaning of forms that are not clear by themselves: `safe: a call changes nothing`; how one with several holes looks. */
  readonly meanings: readonly string[];
  /** What happens until it is answered, to the operations that it blocks. */
  readonly until: GapEffect;
  /**
   * Operations that nothing holds any more, or whose requests meet nothing open, once this and all before it are answered
   * and the errors of the document are gone.
   */
  readonly releases: readonly string[];
  /** Operations that have no open question then, and stay held by what this runtime does not do. */
  readonly staysHeld: readonly StaysHeld[];
}

export interface StaysHeld {
  readonly operation: string;
  /** Ids of statements that this runtime does not do. */
  readonly heldBy: readonly string[];
}

export interface AskGroup {
  /**
   * `lists`: asked before all others. `held`: operations begin to run. `requests`: no request of theirs meets a gap any
   * more. `stays`: operations wait for these that are held by what this runtime does not do, too. `rest`: nothing waits for
   * these.
   */
  readonly kind: 'lists' | 'held' | 'requests' | 'stays' | 'rest';
  readonly asks: readonly Ask[];
}

/**
 * `only`: headings of operations; then what none of them waits for or depends on is left out. `apart`: kinds of facts that
 * are asked about for each operation by itself.
 */
export function asksOf(
  model: Model,
  only?: readonly string[],
  apart: ReadonlySet<string> = new Set(),
): readonly AskGroup[] {
  const key = JSON.stringify([only, ...apart]);
  const known = groupsByCall(model);
  const groups = known.get(key) ?? computed(model, only, apart);
  known.set(key, groups);
  return groups;
}

const groupsByCall = oncePer<[], Model, Map<string, readonly AskGroup[]>>(() => new Map());

function computed(model: Model, only: readonly string[] | undefined, apart: ReadonlySet<string>): readonly AskGroup[] {
  const wanted = gapView(model).operations.filter(({ id }) => only?.includes(id) ?? true);
  const open = openGaps(model, wanted, only);
  const shared = sharedQuestions(
    model,
    new Set([...open.values()].filter((gap) => !apart.has(togetherAs(gap) ?? gap.kind)).map(({ id }) => id)),
  );
  const notDone = notDoneHere(model, open);
  /** The question by which a gap is asked about. */
  const asker = new Map([...shared].flatMap(([id, { facts }]) => facts.map((fact) => [fact.id, id] as const)));
  const causes = [...open.values()].flatMap(({ cause }) => (cause ? [saidCause(cause)] : []));
  const ground = { model, open, shared, causes };
  const groups: AskGroup[] = [];
  const take = (kind: AskGroup['kind'], questions: readonly RankedQuestion[]): void => {
    const asks = questions.map(({ question, releases }): Ask => {
      const stays = kind === 'stays' ? releases : [];
      return {
        ...askOf(ground, question),
        releases: kind === 'stays' ? [] : releases,
        staysHeld: stays.map((operation) => ({ operation, heldBy: notDone.holds.get(operation)! })),
      };
    });
    if (asks.length > 0) groups.push({ kind, asks });
  };
  const order = [...open.keys()].filter((id) => (asker.get(id) ?? id) === id);
  const askedBy = (id: string): readonly string[] => {
    const gap = notDone.answered.get(id) ?? id;
    return open.has(gap) ? [asker.get(gap) ?? gap] : [];
  };
  const rank = (kind: 'held' | 'requests' | 'stays', waits: (of: OperationHolds) => readonly string[]): void => {
    const ranked = wanted.filter(({ id }) => notDone.holds.get(id)!.length > 0 === (kind === 'stays'));
    const waiting = ranked.map((of) => ({ operation: of.id, questions: [...new Set(waits(of).flatMap(askedBy))] }));
    const whens = kind === 'held' ? [] : whensOf(open);
    const { first, rest } = askedFirst(whens, waiting);
    const blocks = rankQuestions(rest, order).map(({ questions }) => questions);
    if (blocks.length === 0 && first.some(({ releases }) => releases.length > 0)) take(kind, first);
    for (const [index, questions] of blocks.entries()) take(kind, index === 0 ? [...first, ...questions] : questions);
  };
  if (open.has('lists')) take('lists', [{ question: 'lists', releases: [] }]);
  rank('held', ({ heldBy }) => heldBy);
  rank('requests', ({ partlyHeldBy }) => partlyHeldBy);
  rank('stays', ({ heldBy, partlyHeldBy }) => [...heldBy, ...partlyHeldBy]);
  const rest = order.filter((id) => open.has(id));
  const last = rest.filter((id) => factOf(model, id)?.of?.asked === 'last');
  const asked = [...rest.filter((id) => !last.includes(id)), ...last];
  take(
    'rest',
    asked.map((question) => ({ question, releases: [] })),
  );
  return groups;
}

interface Ground {
  readonly model: Model;
  /** Questions that are not asked yet. */
  readonly open: Map<string, GapEntry>;
  readonly shared: ReturnType<typeof sharedQuestions>;
  readonly causes: readonly string[];
}

/** Its gaps are no longer open. */
function askOf({ model, open, shared, causes }: Ground, question: string): Omit<Ask, 'releases' | 'staysHeld'> {
  const one = open.get(question)!;
  const all = shared.get(question);
  const ids = all?.facts.map(({ id }) => id) ?? [question];
  const blocks = [...new Set(ids.flatMap((id) => open.get(id)!.blocks))];
  for (const id of ids) open.delete(id);
  const fact = slotsOf(model).open.get(question)!;
  const gap = all ? { ...one, question: all.question, blocks } : withFirst(model, fact, withCauses(one, causes));
  const said = formsHere(model, fact);
  const forms = said.filter((form) => !isBeside(form));
  const [example] = examplesHere(model, fact).values();
  const meanings = [...meaningsOf(fact.of, forms), ...(example === undefined ? [] : [`such as: ${example}`])];
  return { gap, gaps: ids, forms, beside: said.filter(isBeside), meanings, until: effectOfFact(fact) };
}

/** The open gaps, by id; for some operations those that they wait for or depend on. */
function openGaps(
  model: Model,
  wanted: readonly OperationHolds[],
  only: readonly string[] | undefined,
): Map<string, GapEntry> {
  const concerned = new Set(
    wanted.flatMap(({ heldBy, partlyHeldBy, restsOn }) => [...heldBy, ...partlyHeldBy, ...restsOn]),
  );
  return new Map(
    gapView(model)
      .gaps.filter(
        ({ id, status }) => status !== 'unsupported' && (only === undefined || id === 'lists' || concerned.has(id)),
      )
      .filter((gap) => !isMisread(model, gap))
      .map((gap) => [gap.id, gap]),
  );
}

const WHEN = kindOf(CODE.columns.when);

/** One code may answer many causes: its question comes before those of the causes. */
function whensOf(open: ReadonlyMap<string, GapEntry>): readonly string[] {
  const all = [...open.values()];
  if (!all.some(({ kind }) => kind === 'cause')) return [];
  return all.flatMap(({ kind, id }) => (kind === WHEN ? [id] : []));
}

/** Nothing waits for these any more, then: an operation that waited for nothing else is released by the last of them. */
function askedFirst(
  questions: readonly string[],
  waiting: readonly Waiting[],
): { readonly first: readonly RankedQuestion[]; readonly rest: readonly Waiting[] } {
  const asked = new Set(questions);
  const rest = waiting.map((one) => ({ ...one, questions: one.questions.filter((question) => !asked.has(question)) }));
  const released = waiting.flatMap(({ operation, questions: before }, place) =>
    before.length > 0 && rest[place]!.questions.length === 0 ? [operation] : [],
  );
  const first = questions.map((question, place) => ({
    question,
    releases: place === questions.length - 1 ? released : [],
  }));
  return { first, rest };
}

/** The ids of what is not asked before an error is gone: a cause that follows from the statement that is wrong. */
export function notAsked(model: Model, only?: readonly string[]): readonly string[] {
  return gapView(model).gaps.flatMap((gap) =>
    gap.status !== 'unsupported' && (only?.some((one) => gap.blocks.includes(one)) ?? true) && isMisread(model, gap)
      ? [gap.id]
      : [],
  );
}

/** One answer to several gaps is one bullet under All operations; else it is written in each of them. */
export function underAll(model: Model, { gaps }: Pick<Ask, 'gaps'>): boolean {
  return standsUnderAll(
    model,
    gaps.flatMap((id) => factOf(model, id) ?? []),
  );
}

/** What `apart` names to get a question for each. */
export function apartOf({ gap }: Ask): string {
  return togetherAs(gap) ?? gap.kind;
}

/** A form that is offered and that this runtime does not do. */
export interface NotDone {
  readonly form: string;
  /** Operations that would be held if it were written. */
  readonly holds: readonly string[];
}

export function notDoneAt(model: Model, { gaps, forms }: Pick<Ask, 'gaps' | 'forms'>): readonly NotDone[] {
  const facts = gaps.flatMap((id) => factOf(model, id) ?? []);
  const [fact] = facts;
  const marked = fact ? forms.filter((form) => featuresNotDone(model, fact, form).length > 0) : [];
  if (marked.length === 0) return [];
  const holds = heldIfNotDone(model, facts);
  return marked.map((form) => ({ form, holds }));
}

/** The fact that an answer to a question is written for, with any status. */
export function factOf(model: Model, id: string): Fact | undefined {
  return slotsOf(model).byId.get(id);
}

/** A row that leaves out a column has no fact of its own: the column is asked about; in a part that is not shown, the part. */
export function askedInstead(model: Model, path: SlotPath): Fact | undefined {
  const slots = slotsOf(model);
  const fact = slots.covering(path);
  return fact !== undefined && slots.open.has(fact.id) ? fact : undefined;
}

/** The ids of all that is stated or open; what is open comes first. */
export function idsOf(model: Model): Iterable<string> {
  const { open, byId } = slotsOf(model);
  return new Set([...open.keys(), ...byId.keys()]);
}

/** Those with a word between their slashes or at their end, what is open first. */
export function idsWith(model: Model, word: string): readonly string[] {
  const named = `/${encodeName(word)}/`;
  return [...idsOf(model)].filter((id) => `${id}/`.includes(named));
}

/** How an answer of several lines begins; empty where its forms say all. */
export function patternFor(model: Model, id: string): readonly string[] {
  const fact = factOf(model, id);
  return fact ? patternOf(fact.kind) : [];
}

/** A form with its holes filled from the document: a line that can be typed. */
export function exampleFor(model: Model, id: string, form: string): string | undefined {
  const fact = factOf(model, id);
  return fact && examplesHere(model, fact).get(form);
}

/** A line for each form that has a meaning which its words do not say. */
function meaningsOf(of: AnyDeclaration | undefined, forms: readonly string[]): readonly string[] {
  const means = of?.means ?? {};
  return forms.flatMap((form) => (Object.hasOwn(means, form) ? [`${form}: ${means[form]}`] : []));
}
