// Statements of any part that this runtime reads and does not do yet. Comes in: a model. Goes out: one finding for each
// slot, with the words. Design, section 2, `unsupported`.

import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { unsupported } from '../diagnostics/support.ts';
import type { Model } from '../model/model.ts';
import { gapView } from '../model/views/gaps.ts';
import { notDone } from '../model/views/asks/questions.ts';
import { slotsOf } from '../model/views/slots.ts';
import { insteadOf } from '../model/views/supported/instead.ts';
import type { Words } from '../model/views/supported.ts';

export function unsupportedFound(model: Model): readonly Diagnostic[] {
  const held = new Map<string, string[]>();
  for (const { id, heldBy } of gapView(model).operations)
    for (const fact of new Set(heldBy)) {
      const known = held.get(fact);
      if (known) known.push(`\`${id}\``);
      else held.set(fact, [`\`${id}\``]);
    }
  return [...slotsOf(model).open.values()]
    .filter((fact) => fact.status === 'unsupported')
    .map((fact) =>
      diagnose(unsupported, fact.at, {
        words: notDone(fact.held),
        id: `\`${fact.id}\``,
        held: told(held.get(fact.id) ?? []),
        instead: instead(fact.held, held.has(fact.id)),
      }),
    );
}

function instead(words: Words, holds: boolean): string {
  const others = insteadOf(words);
  if (others.length > 0) return `or ${others.join('; ')}`;
  return holds ? 'or take it out: there are no other words for it yet' : 'it holds nothing';
}

/** A part may hold hundreds of operations: the first few, and how many more. */
function told(operations: readonly string[]): string {
  if (operations.length === 0) return 'no operation is held';
  const shown = operations.slice(0, 3).join(', ');
  const rest = operations.length - 3;
  return `${shown}${rest > 0 ? ` and ${rest} more` : ''} ${operations.length === 1 ? 'is' : 'are'} held`;
}
