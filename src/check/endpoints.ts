// What is doubtful in part 4: an update that does not say what becomes of fields that are left out. Comes in: a model.
// Goes out: warnings. Notation, section 4: `effect-incomplete`.

import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { effectIncomplete } from '../diagnostics/endpoints.ts';
import type { Model } from '../model/model.ts';
import { slotsOf } from '../model/views/slots.ts';
import { operationId } from '../model/views/slots-ids.ts';

export function endpointsFound(model: Model): readonly Diagnostic[] {
  return [...model.operations.values()].flatMap((linked) => {
    const operation = linked.operation.name.text;
    const gap = slotsOf(model).byId.get(operationId(operation, 'omitted-fields'));
    const leftOut = gap?.status === 'gap' && gap.slot?.status === 'absent';
    return leftOut ? [diagnose(effectIncomplete, linked.facts.does.at, { operation })] : [];
  });
}
