// Conditions of part 7 that leave operations out: some operation names the code, and others that have all it looks at do not. Input: a
// model. Output: warnings. Notation, part 7, "Causes": `rule-left-out`.

import { few } from '../base/few.ts';
import { ticked } from '../base/ticked.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { ruleLeftOut } from '../diagnostics/errors.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { isUnknown, valueOf } from '../notation/slot.ts';
import { isSafe } from '../analysis/document/effect-traits.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';
import { isLeftBy, namedByAny, namedCodes, sendsOperands } from '../analysis/machines/refusal-rules.ts';

export function leftRules(model: Model): readonly Diagnostic[] {
  const operations = [...model.operations.values()];
  return model.document.errors.codes.items.flatMap(({ code, when }) => {
    if (!namedByAny(model).has(code.text)) return [];
    const isNaming = (linked: LinkedOperation): boolean => namedCodes(linked).has(code.text);
    return (valueOf(when) ?? []).flatMap((cause): readonly Diagnostic[] => {
      if (cause.kind !== 'condition' || cause.after) return [];
      // Where Errors is not shown, the code may be named there: that is a gap.
      const left = operations.filter(
        (linked) => !isNaming(linked) && !isUnknown(linked.facts.errors) && isConcerned(model, linked, cause.condition),
      );
      if (left.length === 0) return [];
      return [
        diagnose(ruleLeftOut, cause.at, {
          code: code.text,
          operations: listed(operations.filter(isNaming)),
          others: listed(left),
        }),
      ];
    });
  });
}

/** What a call only reads may be in any state, unless the condition is about what is sent. */
function isConcerned(model: Model, linked: LinkedOperation, condition: Condition): boolean {
  const isChange = !effectsOf(linked).every(isSafe);
  return (isChange || sendsOperands(model, linked, condition)) && isLeftBy(model, linked, condition);
}

function listed(operations: readonly LinkedOperation[]): string {
  return few(operations.map((linked) => ticked(headingOf(linked))));
}
