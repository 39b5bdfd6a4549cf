// `address of` an operation whose path nothing settles yet: what is not shown of it holds whoever works with the field.
// For computation.ts: in plain words of the notation, without src/analysis/document/addresses.ts.

import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Field } from '../../src/notation/resources.ts';
import { valueOf, type Slot } from '../../src/notation/slot.ts';
import { pathFacts } from '../../src/analysis/document/targets.ts';

/** The ids of what is not shown. */
export function silentAddress(model: Model, field: Field): readonly string[] {
  const by = valueOf(field.setBy);
  const heading = by?.kind === 'service' && by.rule.kind === 'address' ? by.rule.operation.text : '';
  const linked = model.operations.get(heading);
  if (!linked || pathFacts(model, linked).values.length > 0) return [];
  const { open, rows } = pathFacts(model, linked);
  const targets = (valueOf(linked.facts.does) ?? []).flatMap((effect) =>
    'target' in effect ? [effect.target.text] : [],
  );
  if (targets.some((name) => isOpen(model.resources.get(name)?.identifiedBy ?? linked.facts.does))) return [];
  const isSilent = isOpen(linked.facts.does);
  return open.flatMap((name) => {
    if (rows.has(name)) return [`4/${isOfAll(model, rows.get(name)) ? 'all' : heading}/path.${name}/selects`];
    const does = isSilent ? [doesOf(model, linked, heading)] : [];
    return isSilent && name === open.at(-1) ? does : [...does, `4/${heading}/path.${name}/selects`];
  });
}

function isOfAll({ document }: Model, row: unknown): boolean {
  return (document.endpoints.all.pathTable.items as readonly unknown[]).includes(row);
}

function doesOf({ document }: Model, { operation, facts }: LinkedOperation, heading: string): string {
  if (operation.scope.mark.status !== 'absent') return `4/${heading}`;
  const { does } = document.endpoints.all;
  return does.status !== 'absent' && facts.does === does ? '4/all/does' : `4/${heading}/does`;
}

function isOpen({ status }: Slot<unknown>): boolean {
  return status === 'gap' || status === 'absent' || status === 'unreadable';
}
