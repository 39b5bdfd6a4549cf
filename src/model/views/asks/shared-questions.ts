// One question instead of many: what several operations leave out, and one answer would say. In: a model and its open gaps.
// Out: for the first gap of each such group all of them, and whether one bullet under `### All operations` says it of them
// alone. Notation, part 4 and rule 1.6: an operation's own bullet replaces the one under All operations.

import { fewest } from '../../../base/few.ts';
import { addTo } from '../../../base/grouped.ts';
import type { Model } from '../../model.ts';
import { alikeQuestion, likeness } from './shared-causes.ts';
import { formsHere } from '../forms/here.ts';
import type { FactKind } from '../gaps/table.ts';
import { slotsOf } from '../slots.ts';
import { BULLETS } from '../slots/bullets.ts';
import type { Fact } from '../slots/writer.ts';

/** What is mostly the same for all operations of a service, and how they are asked about together. */
const QUESTIONS = {
  'media type': 'In which format are bodies sent to and by these {n} operations',
  who: 'Who may call these {n} operations',
  emits: 'Which events do these {n} operations send',
  'unknown fields': 'What happens to {fact} that these {n} operations do not know',
  'read-only fields': 'What happens to fields that a caller of these {n} operations may not set, but sends',
  'omitted fields': 'What happens to fields that a request to these {n} operations leaves out',
  'null fields': 'What happens to fields that a request to these {n} operations sends as null',
  repeat: 'What happens when the same request to one of these {n} operations is sent twice',
  order: 'In which order do these {n} operations list the rows',
  pages: 'How do these {n} operations split a long list into pages',
} as const satisfies Partial<Record<FactKind, string>>;

/** What fits one of these operations may not fit another: asked about together are those for which the same may be written. */
const BY_FORMS: ReadonlySet<FactKind> = new Set(['repeat', 'order', 'pages']);
/** Of some operations only: under All operations it would be said of the others too. */
const OF_SOME: ReadonlySet<FactKind> = new Set(['order', 'pages']);

const NAMED = 3;

export interface SharedQuestion {
  /** At least two, in document order. */
  readonly facts: readonly Fact[];
  readonly question: string;
}

/** By the id of the first of each group. `open`: ids of the gaps that are asked about. */
export function sharedQuestions(model: Model, open: ReadonlySet<string>): ReadonlyMap<string, SharedQuestion> {
  const groups = new Map<string, Fact[]>();
  for (const fact of slotsOf(model).open.values()) {
    const key = open.has(fact.id) ? groupOf(model, fact) : undefined;
    if (key === undefined) continue;
    addTo(groups, key, fact);
  }
  const several = [...groups.values()].filter((facts) => facts.length > 1);
  return new Map(several.map((facts) => [facts[0]!.id, { facts, question: questionFor(model, facts) }]));
}

/** What is asked about together has the same words here; undefined: it is asked about alone. */
function groupOf(model: Model, fact: Fact): string | undefined {
  if (fact.kind === 'cause') return fact.status === 'gap' ? togetherAs(fact) : undefined;
  if (!(fact.kind in QUESTIONS) || !isLeftOut(fact)) return undefined;
  return BY_FORMS.has(fact.kind) ? [fact.kind, ...formsHere(model, fact)].join('\n') : fact.kind;
}

/** What is asked apart when somebody wishes so: all facts of a kind, of causes those that are alike. */
export function togetherAs({ kind, id }: { readonly kind: string; readonly id: string }): string | undefined {
  const alike = kind === 'cause' ? likeness(id) : undefined;
  return kind === 'cause' ? alike && `cause: ${alike}` : kind;
}

/**
 * One bullet under All operations says it of these operations and of no other: each that has no such bullet of its own is one
 * of these, or gets its own by `alone`. Where the fact is not due, it would be said all the same.
 */
export function standsUnderAll(model: Model, facts: readonly Fact[], alone: readonly Fact[] = []): boolean {
  const { kind } = facts[0]!;
  const key = kind in QUESTIONS && !OF_SOME.has(kind) ? BULLETS.find((one) => one.kind === kind)?.key : undefined;
  if (key === undefined) return false;
  const said = new Set(
    [...facts, ...alone].flatMap((one) =>
      one.kind === kind && one.subject.on === 'operations' ? one.subject.operations : [],
    ),
  );
  return [...model.operations].every(
    ([heading, { operation }]) => operation.facts[key].status !== 'absent' || said.has(heading),
  );
}

/** Neither the operation nor All operations has a word for it. */
function isLeftOut({ slot, subject, status }: Fact): boolean {
  return (
    status === 'gap' && slot?.status === 'absent' && subject.on === 'operations' && subject.operations.length === 1
  );
}

function questionFor(model: Model, facts: readonly Fact[]): string {
  const { kind } = facts[0]!;
  if (kind === 'cause') {
    const { words, names } = alikeQuestion(
      model,
      facts.map(({ id }) => id),
    );
    return `${words}: ${fewest(names, NAMED)}?`;
  }
  const names = facts.flatMap(({ subject }) => (subject.on === 'operations' ? subject.operations : []));
  const linked = names.flatMap((name) => model.operations.get(name) ?? []);
  const about = BULLETS.find((one) => one.kind === kind)?.about?.(model, linked) ?? '';
  const words = QUESTIONS[kind as keyof typeof QUESTIONS].replace('{n}', String(facts.length)).replace('{fact}', about);
  return `${words}: ${fewest(
    names.map((name) => `\`${name}\``),
    NAMED,
  )}?`;
}
