// The version that the row of a caller has. Input: an operation. Output: the steps that find it, for a request that names none. Notation,
// part 9, `` Missing version: caller `f` ``; decision 0071.

import { callerOf, schemesOf } from '../analysis/document/schemes.ts';
import { readsCredentials } from '../analysis/document/callers.ts';
import { known } from '../base/fault.ts';
import { causeKey } from '../notation/values/cause-kinds.ts';
import { valueOf } from '../notation/slot.ts';
import { callerStep } from './caller.ts';
import type { OperationContext } from './context.ts';
import { callerKey } from './request-parameters.ts';
import { columnOf, fieldNamed, rowKeyOf } from './rows.ts';
import { column } from './token-table.ts';
import type { CallerVersion, VersionsPlan } from './versions-plan.ts';

export function callerVersion(
  context: OperationContext,
  versions: VersionsPlan | undefined,
): CallerVersion | undefined {
  const { model, linked } = context;
  if (![versions?.missing, versions?.unknown].some((other) => other?.do === 'ask')) return undefined;
  if (!readsCredentials(linked)) return undefined;
  const { missingVersion, unknownVersion } = model.document.versioning.facts;
  const name = [missingVersion, unknownVersion].flatMap((slot) => {
    const other = valueOf(slot);
    return other?.kind === 'caller' ? [other.field.text] : [];
  })[0]!;
  const owner = known(
    schemesOf(model).flatMap((scheme) => callerOf(model, scheme) ?? [])[0],
    'nobody calls whose row has a version',
  );
  const field = known(fieldNamed(model, owner, name), `there is no ${name}`);
  const kept = known(columnOf(model, field), `${name} is not kept`);
  const isOfCaller = {
    kind: 'compare',
    operator: '=',
    left: column(rowKeyOf(owner), 'integer'),
    right: callerKey(model, owner),
  } as const;
  return {
    steps: [
      ...callerStep(context),
      {
        kind: 'find',
        select: {
          table: owner.name.text,
          columns: [{ name: 'version', expr: column(kept.name, kept.type) }],
          where: isOfCaller,
          order: [],
        },
        absent: causeKey({ kind: 'missing version' }),
      },
    ],
  };
}
