// A refused call may have left behind what stands in the way of the same call without its fault. Input: a call that is to be refused, and the one
// that it differs from. Output: both with the same keys, which no row had before: whether such a key is free rests on these calls alone.

import type { InputField } from '../../analysis/document/input-fields.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import { isCreation } from '../../analysis/document/effect-traits.ts';
import { isKeyed } from '../../analysis/document/repeats.ts';
import { effectsOf, headingOf } from '../../analysis/document/targets.ts';
import { uniqueGroups } from '../../analysis/refusals/unique-groups.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import { isReply } from '../exchange.ts';
import type { Draft } from './draft.ts';
import { isPlain, type Drafted, type Own } from './drafted.ts';
import { withAt } from './drafting.ts';
import { isCostly, isReading } from './operations.ts';
import { ownValue } from './own-values.ts';
import type { Session } from './session.ts';
import type { Step } from './step.ts';
import { wantedOf } from './wanted.ts';

export interface Pair {
  readonly refused: Draft;
  readonly mended: Draft;
}

export class Mending {
  readonly #session: Session;
  readonly #made = new Set<string>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** The same two calls, with keys of their own where such a refusal was not yet followed by its mended call. */
  pairOf(draft: Draft, base: Draft): Pair {
    const plain = { refused: draft, mended: base };
    const { linked } = base;
    if (!linked || draft.body.kind !== 'json' || base.body.kind !== 'json' || isKeyed(linked)) return plain;
    const keys = keysIn(this.#session.model, linked);
    const [likely] = keys.length === 0 ? [] : (this.#session.predict(draft)?.outcomes ?? []);
    if (!likely || !('cause' in likely)) return plain;
    let [refused, mended] = [draft.body.value, base.body.value];
    const kept: string[] = [];
    for (const field of keys) {
      const own = ownOf(this.#session.model, field);
      if (!own || at(base.body.value, field.path) === undefined) continue;
      mended = withAt(mended, field.path, own);
      if (at(draft.body.value, field.path) !== at(base.body.value, field.path)) continue;
      refused = withAt(refused, field.path, own);
      kept.push(field.path.join('.'));
    }
    const name = ['own', headingOf(linked), causeKey(likely.cause), ...kept].join(' ');
    if (kept.length === 0 || !this.#isNew(name)) return plain;
    return {
      refused: { ...draft, body: { kind: 'json', value: refused } },
      mended: { ...base, body: { kind: 'json', value: mended } },
    };
  }

  /** Has no call of the operation been refused so yet? Under the key of a refused call, another body would be refused for that. */
  isFirst(step: Step, isOwn: boolean): boolean {
    const { linked } = step.draft;
    if (linked === undefined || isReading(linked) || isKeyed(linked)) return false;
    // Where passwords are hashed, the mended call takes long, and only a creation leaves behind what nothing shows.
    const isBrief = isCostly(this.#session.model, linked) && !effectsOf(linked).some(isCreation);
    return this.#isNew(isBrief ? briefly(step) : outcomeOf(step)) || isOwn;
  }

  #isNew(name: string): boolean {
    return this.#made.size < this.#made.add(name).size;
  }
}

/** What a call came to, in one word. */
export function outcomeOf({ draft, exchange, judgement }: Step): string {
  const causes = judgement.exercised.filter((id) => id.includes('/cause/'));
  return [briefly({ draft, exchange }), ...causes].join(' ');
}

function briefly({ draft: { linked }, exchange: { reply } }: Pick<Step, 'draft' | 'exchange'>): string {
  return `${linked && headingOf(linked)} ${isReply(reply) ? reply.status : 'none'}`;
}

/** The fields of the body that no two rows share of those which the call makes. */
function keysIn(model: Model, linked: LinkedOperation): readonly InputField[] {
  const made = effectsOf(linked).flatMap((effect) =>
    isCreation(effect) && 'target' in effect ? [effect.target.text] : [],
  );
  const body = bodyOf(model, linked);
  const isKey = (resource: string, field: string): boolean =>
    made.includes(resource) &&
    uniqueGroups(model.resources.get(resource)!).some(({ fields }) => fields.includes(field));
  return body.kind === 'fields'
    ? body.fields.filter(({ list, sets }) => !list && sets && isKey(sets.resource, sets.field.name.text))
    : [];
}

function ownOf(model: Model, field: InputField): Own | undefined {
  const wanted = wantedOf(model, field);
  return wanted && ownValue(wanted);
}

function at(whole: Drafted, path: readonly string[]): Drafted {
  return path.reduce<Drafted>((inside, name) => (isPlain(inside) ? inside[name] : undefined), whole);
}
