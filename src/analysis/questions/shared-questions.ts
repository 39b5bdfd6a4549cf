// One question instead of many: what several operations leave out, and one answer would state. Input: a model and its open gaps.
// Output: for the first gap of each such group all of them, and whether one bullet under `### All operations` states it for them
// alone. Notation, part 4 and rule 1.6: an operation's own bullet replaces the one under All operations.

import { fewest } from '../../base/few.ts';
import { addTo } from '../../base/grouped.ts';
import type { Model } from '../../model/model.ts';
import { alikeNames, alikeOf } from './shared-causes.ts';
import { formsHere } from './forms/offered.ts';
import { slotsOf } from '../gaps/slots.ts';
import type { AnyDeclaration } from '../../notation/declaration.ts';
import { aboutWords, BULLETS, type Bullet } from '../requests/operation-traits.ts';
import type { SlotEntry } from '../document/gap-view.ts';
import type { Fact } from '../gaps/slots/fact.ts';

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

/** Facts that share a question have the same key; undefined: the fact has a question of its own. */
function groupOf(model: Model, fact: Fact): string | undefined {
  if (fact.kind === 'cause') return fact.status === 'gap' ? togetherAs(fact) : undefined;
  const together = fact.of?.together;
  if (!together || !isLeftOut(fact)) return undefined;
  return together.byOffers ? [fact.kind, ...formsHere(model, fact)].join('\n') : fact.kind;
}

/** What can be asked separately on request: all facts of a kind, of causes those that are alike. */
export function togetherAs({ kind, cause }: Pick<SlotEntry, 'kind' | 'cause'>): string | undefined {
  return cause ? alikeOf(cause)?.question : kind;
}

/**
 * One bullet under All operations states it for these operations and for no other: each without such a bullet of its own is one
 * of these, or gets its own by `alone`. The bullet would also hold where the fact is not due.
 */
export function standsUnderAll(model: Model, facts: readonly Fact[], alone: readonly Fact[] = []): boolean {
  const { kind, of } = facts[0]!;
  const [key] = (of?.together && !of.together.ofSome && bulletOf(of)) || [];
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
  const { of, cause } = facts[0]!;
  if (cause) {
    const causes = facts.flatMap((fact) => fact.cause ?? []);
    return `${alikeOf(cause)!.question}: ${fewest(alikeNames(model, causes), NAMED)}?`;
  }
  const names = facts.flatMap(({ subject }) => (subject.on === 'operations' ? subject.operations : []));
  const linked = names.flatMap((name) => model.operations.get(name) ?? []);
  const bullet = of && bulletOf(of);
  const about = (bullet && aboutWords(model, bullet[1], linked)) ?? '';
  const words = of!.together!.question.replace('{n}', String(facts.length)).replace('{fact}', about);
  return `${words}: ${fewest(
    names.map((name) => `\`${name}\``),
    NAMED,
  )}?`;
}

function bulletOf(of: AnyDeclaration): Bullet | undefined {
  return BULLETS.find(([, one]) => one === of);
}
