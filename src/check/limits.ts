// What is doubtful in part 8: limits that count nothing. Input: a model. Output: warnings, with what to write instead. What is not shown is
// no doubt, but a gap. Notation, part 8, head Per: `limit-of-nothing`.

import { limitOfNothing } from '../diagnostics/limits.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import type { Limit } from '../notation/limits.ts';
import { valueOf } from '../notation/slot.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { readsCredentials } from '../analysis/document/callers.ts';
import { isComplete } from '../analysis/document/complete.ts';
import { headingOf } from '../analysis/document/targets.ts';

export function limitsFound(model: Model): readonly Diagnostic[] {
  return model.document.limits.limits.items.flatMap((limit) => [
    ...withoutCallers(model, limit),
    ...ofAnotherOperation(model, limit),
  ]);
}

/** Of a caller, where no operation that it limits reads who calls. */
function withoutCallers(model: Model, limit: Limit): readonly Diagnostic[] {
  if (valueOf(limit.per)?.kind !== 'caller') return [];
  const limited = limitedBy(model, limit) ?? [];
  const isOpen = limited.some((linked) => valueOf(linked.facts.who) === undefined || readsCredentials(linked));
  if (limited.length === 0 || isOpen) return [];
  const because = 'anyone may make the calls that it limits, and their credentials are not read';
  const instead = 'Write `IP address`, or let Who of an operation that it limits ask who calls';
  return [found(limit, '`caller`', because, instead)];
}

/** Of one operation, where it applies to others. */
function ofAnotherOperation(model: Model, limit: Limit): readonly Diagnostic[] {
  const per = valueOf(limit.per);
  const linked = per?.kind === 'one operation' && model.operations.get(per.operation.text);
  if (!linked || valueOf(limit.appliesTo) === undefined) return [];
  const limited = limitedBy(model, limit);
  if (!limited || limited.includes(linked)) return [];
  const heading = `\`${headingOf(linked)}\``;
  return [
    found(limit, heading, 'Applies to names other calls', `Name ${heading} under Applies to, or remove one of the two`),
  ];
}

function found(limit: Limit, per: string, because: string, instead: string): Diagnostic {
  const related = valueOf(limit.appliesTo) && [{ at: limit.appliesTo.at, message: 'it applies to these' }];
  return diagnose(limitOfNothing, limit.per.at, { per, limit: `"${limit.name.text}"`, because, instead }, related);
}

/** Methods of calls that reach operations of other methods, or none. */
const OF_OTHERS: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

/** The operations that it limits; undefined: it may be others. */
function limitedBy(model: Model, { appliesTo }: Limit): readonly LinkedOperation[] | undefined {
  const linked = [...model.operations.values()];
  const areAll = isComplete(model, model.document.endpoints.operations);
  const applies = valueOf(appliesTo);
  if (applies === undefined)
    return areAll && (appliesTo.status === 'absent' || appliesTo.status === 'any') ? linked : undefined;
  if (applies.kind !== 'calls') return undefined;
  const { calls } = applies;
  // Where there is GET, there is HEAD; OPTIONS is answered on every path.
  if (calls.some((call) => call.kind === 'method' && (!areAll || OF_OTHERS.has(call.method)))) return undefined;
  return linked.filter((one) =>
    calls.some((call) =>
      call.kind === 'method' ? call.method === one.operation.method : call.operation.text === headingOf(one),
    ),
  );
}
