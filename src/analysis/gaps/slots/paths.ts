// The slots of a path's parameters that have no row in a Path table. Input: a linked operation. Output: facts in the writer. Notation,
// part 4, rule "Path": `{f}` selects the R of Does when f is its identity; else it is a gap.

import type { LinkedOperation, Model } from '../../../model/model.ts';
import { PATH } from '../../../notation/parameters.ts';
import { isOpen } from '../../../notation/slot.ts';
import { declared } from './fact.ts';
import { operationId, parameterId, resourceId } from '../../document/slot-ids.ts';
import type { SlotWriter } from './writer.ts';
import { headingOf, pathFacts, targetsOf } from '../../document/targets.ts';

/** A `{param}` without a row that is not the identity of what `Does` touches. */
export function undeclaredParameters(writer: SlotWriter, linked: LinkedOperation): void {
  const { model } = writer;
  const facts = pathFacts(model, linked);
  const heading = headingOf(linked);
  const unknown = unknownIdentity(model, linked);
  for (const name of facts.open) {
    if (facts.rows.has(name)) continue;
    const id = parameterId(heading, 'path', name, 'selects');
    if (unknown !== undefined && name === facts.open.at(-1)) {
      writer.covers.set(id, unknown);
      continue;
    }
    const names = { operation: `\`${heading}\``, name: `\`{${name}}\`` };
    const { selects } = PATH.columns;
    writer.gap(
      {
        id,
        part: 'endpoints',
        ...declared(selects),
        subject: { on: 'operations', operations: [heading], parameter: name },
        names,
      },
      linked.operation.name.at,
    );
  }
}

/** What the operation does, or what a resource is identified by, is not shown: then its last parameter may well be that. */
function unknownIdentity(model: Model, linked: LinkedOperation): string | undefined {
  if (isOpen(linked.facts.does)) return operationId(headingOf(linked), 'does');
  for (const target of targetsOf(model, linked)) {
    const resource = model.resources.get(target);
    if (!resource) {
      if (isPartOpen(model)) return '2';
      continue;
    }
    if (resource.scope.mark.status === 'gap') return resourceId(target);
    if (isOpen(resource.identifiedBy)) return resourceId(target, 'identified-by');
  }
  return undefined;
}

function isPartOpen({ document: { resources }, resources: known }: Model): boolean {
  if (resources.scope.mark.status === 'gap') return true;
  return known.size === 0 && resources.scope.mark.status !== 'none' && resources.resources.mark === undefined;
}
