// Rewrites what cannot be read and can mean one thing only: names without ticks (a state, a field, a code, an operation that the
// document declares), and forms that the notation had once. Input: a model. Output: edits of cells and values. Notation, rule 1.5.

import type { Model } from '../model/model.ts';
import { MOVE } from '../notation/states.ts';
import { conditionTicks, withoutTicks, withTicks } from '../analysis/questions/forms/missing-ticks.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';
import { slotEdit, type Edit } from './edit.ts';

export { conditionTicks, withoutTicks, withTicks };

/** `most`: how many that cannot be read are looked at. */
export function tickEdits(model: Model, most: number = Infinity): readonly Edit[] {
  const { source } = model.document;
  let looked = 0;
  return [...slotsOf(model).open.values()].flatMap((fact) => {
    const { slot, of } = fact;
    if (slot?.status !== 'unreadable' || slot.at.end > source.length || looked++ >= most) return [];
    const words =
      of?.syntax.formerly?.(slot.text) ??
      withTicks(model, fact, slot.text) ??
      conditionTicks(model, fact, slot) ??
      statesByUse(model, fact, slot.text);
    return words === undefined ? [] : [slotEdit(source, slot.at, words)];
  });
}

/** Where what cannot be read begins. */
export function unreadableAt(model: Model): ReadonlySet<number> {
  const found = [...slotsOf(model).open.values()].flatMap(({ slot }) => (slot?.status === 'unreadable' ? [slot] : []));
  return new Set(found.map(({ at }) => at.start));
}

const WORD = /^[\p{L}_][\p{L}\p{M}\d_-]*$/u;
/** Of the notation, or of everyday use for one of its words: no state is made of these. */
const NO_STATES: ReadonlySet<string> = new Set(
  'new gone any all every each either same none nothing nowhere null no yes refused error accepted and or not except one'.split(
    ' ',
  ),
);

const { from: FROM, to: TO } = MOVE.columns;

/** Where no table lists the states, the rows of the moves do: a word alone under From or To can only be one. */
function statesByUse(model: Model, { of, subject }: Fact, words: string): string | undefined {
  if ((of !== FROM && of !== TO) || subject.on !== 'move') return undefined;
  const machine = model.machines.get(subject.machine);
  if (!machine || machine.states.written) return undefined;
  const names = words.trim().split(/\s*,\s*/);
  if (of === TO && names.length > 1) return undefined;
  const areStates = names.every((name) => WORD.test(name) && !NO_STATES.has(name.toLowerCase()));
  return areStates ? names.map((name) => `\`${name}\``).join(', ') : undefined;
}
