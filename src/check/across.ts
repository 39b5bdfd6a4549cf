// Statements of any part that this runtime reads and does not do yet. Comes in: a model. Goes out: one finding for each
// slot, with the words. Design, section 2, `unsupported`.

import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { unsupported } from '../diagnostics/support.ts';
import type { Model } from '../model/model.ts';
import { slotsOf } from '../model/views/slots.ts';

export function unsupportedFound(model: Model): readonly Diagnostic[] {
  return slotsOf(model)
    .facts.filter((fact) => fact.status === 'unsupported')
    .map((fact) =>
      diagnose(unsupported, fact.at, {
        words: [...new Set(fact.held)].map((word) => `"${word}"`).join(', '),
        id: fact.id,
      }),
    );
}
