// Statements of any part that this runtime reads and does not do yet. Comes in: a model. Goes out: one finding for each
// slot, with the words. Design, section 2, `unsupported`.

import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { unsupported } from '../diagnostics/support.ts';
import type { Model } from '../model/model.ts';
import { gapView } from '../model/views/gaps.ts';
import { notDone } from '../model/views/questions.ts';
import { slotsOf } from '../model/views/slots.ts';

export function unsupportedFound(model: Model): readonly Diagnostic[] {
  const { operations } = gapView(model);
  return slotsOf(model)
    .facts.filter((fact) => fact.status === 'unsupported')
    .map((fact) =>
      diagnose(unsupported, fact.at, {
        words: notDone(fact.held),
        id: `\`${fact.id}\``,
        held: held(operations.filter(({ heldBy }) => heldBy.includes(fact.id)).map(({ id }) => `\`${id}\``)),
      }),
    );
}

/** A part may hold hundreds of operations: the first few, and how many more. */
function held(operations: readonly string[]): string {
  if (operations.length === 0) return 'no operation is held';
  const shown = operations.slice(0, 3).join(', ');
  const rest = operations.length - 3;
  return `${shown}${rest > 0 ? ` and ${rest} more` : ''} ${operations.length === 1 ? 'is' : 'are'} held`;
}
