// Calls in which two things are wrong at once, so that it is seen which refusal comes first. Input: a call that fits, and the calls that differ
// from it in one thing. Output: calls that differ in two, of which each is refused with another answer. Notation, part 4, "Which refusal comes
// first".

import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Outcome } from '../judge/expected.ts';
import type { Draft, DraftedBody, Pair } from './draft.ts';
import { isPlain, Unbound, type Drafted } from './drafted.ts';

import type { Session } from './session.ts';
import { variations } from './variations.ts';

/** Variations that are looked at, and how many calls are made of them. */
const MOST_LOOKED = 150;
const MOST_PAIRS = 8;

interface Wrong {
  readonly draft: Draft;
  readonly answer: string;
}

export function* twoAtOnce(session: Session, base: Draft): Generator<Draft> {
  const wrong = wrongOnes(session, base);
  const pairs = wrong.flatMap((one, nth) => wrong.slice(nth + 1).map((other) => [one, other] as const));
  let left = MOST_PAIRS;
  while (pairs.length > 0 && left > 0) {
    const [one, other] = pairs.splice(session.random.below(pairs.length), 1)[0]!;
    const draft = one.answer === other.answer ? undefined : joined(base, one.draft, other.draft);
    if (!draft) continue;
    left -= 1;
    yield draft;
  }
}

/** One for each answer and each cause. */
function wrongOnes(session: Session, base: Draft): readonly Wrong[] {
  const found = new Map<string, Wrong>();
  const causes = new Set<MetCause>();
  let looked = 0;
  for (const { draft } of variations(session, base)) {
    if ((looked += 1) > MOST_LOOKED) break;
    const [outcome, ...others] = outcomesOf(session, draft, (cause) => !causes.has(cause));
    if (outcome?.kind !== 'refusal' || others.length > 0) continue;
    const { cause, answer } = outcome;
    const key = JSON.stringify([cause, answer.code.code.text]);
    causes.add(cause);
    if (!found.has(key)) found.set(key, { draft, answer: answer.code.code.text });
  }
  return [...found.values()];
}

/** None where it is refused for none of the causes. */
function outcomesOf(session: Session, draft: Draft, isWanted: (cause: MetCause) => boolean): readonly Outcome[] {
  try {
    const forecast = session.forecast(draft);
    return forecast.isRefusedFor(isWanted) ? (forecast.expected?.outcomes ?? []) : [];
  } catch (error) {
    if (error instanceof Unbound) return [];
    throw error;
  }
}

/** What differs from the base in either; undefined: both differ in the same place. */
function joined(base: Draft, one: Draft, other: Draft): Draft | undefined {
  if (one.method !== base.method || other.method !== base.method) return undefined;
  const path = base.path.map((piece, at) => changedPart(piece, one.path[at]!, other.path[at]!));
  const actor = changedPart(base.actor, one.actor, other.actor);
  const body = joinedBody(base.body, one.body, other.body);
  const rows = changedPart(base.rows, one.rows, other.rows) ?? [];
  if (!actor || !body || path.includes(undefined)) return undefined;
  return {
    ...base,
    path: path.map((piece) => piece!),
    query: joinedPairs(base.query, one.query, other.query),
    headers: joinedPairs(base.headers, one.headers, other.headers),
    body,
    actor,
    rows,
  };
}

function changedPart<T>(base: T, one: T, other: T): T | undefined {
  if (one === base || one === other) return other;
  return other === base ? one : undefined;
}

function joinedPairs(base: readonly Pair[], one: readonly Pair[], other: readonly Pair[]): readonly Pair[] {
  const added = [...one, ...other].filter((pair) => !base.includes(pair));
  return [...base.filter((pair) => one.includes(pair) && other.includes(pair)), ...new Set(added)];
}

function joinedBody(base: DraftedBody, one: DraftedBody, other: DraftedBody): DraftedBody | undefined {
  const part = changedPart(base, one, other);
  if (part || base.kind !== 'json' || one.kind !== 'json' || other.kind !== 'json') return part;
  const value = joinedMembers(base.value, one.value, other.value);
  return value && { kind: 'json', value };
}

function joinedMembers(base: Drafted, one: Drafted, other: Drafted): Record<string, Drafted> | undefined {
  if (!isPlain(base) || !isPlain(one) || !isPlain(other)) return undefined;
  const names = new Set([...Object.keys(base), ...Object.keys(one), ...Object.keys(other)]);
  const members = [...names].map((name) => {
    const part = changedPart(base[name], one[name], other[name]);
    const isSame = one[name] === base[name] || other[name] === base[name] || one[name] === other[name];
    return [name, isSame ? part : joinedMembers(base[name], one[name], other[name])] as const;
  });
  const isApart = members.every(
    ([name, value]) => value !== undefined || one[name] === undefined || other[name] === undefined,
  );
  return isApart ? Object.fromEntries(members.filter(([, value]) => value !== undefined)) : undefined;
}
