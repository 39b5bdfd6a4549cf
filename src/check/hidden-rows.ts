// Rules of part 7 that search rows which not everybody sees: who calls decides what they find. Input: a model. Output: warnings. Notation,
// part 2, "Rows that not everybody sees".

import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { ruleOverHiddenRows } from '../diagnostics/errors.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { walkCondition } from '../analysis/document/condition-walk.ts';

export function overHiddenRows(model: Model): readonly Diagnostic[] {
  return model.document.errors.codes.items.flatMap(({ code, when }) =>
    (valueOf(when) ?? []).flatMap((cause) =>
      cause.kind !== 'condition'
        ? []
        : hiddenIn(model, cause.condition).map(({ name, at }) =>
            diagnose(ruleOverHiddenRows, cause.at, { code: code.text, resource: name }, [
              { at, message: `Who sees a row of \`${name}\` is stated here.` },
            ]),
          ),
    ),
  );
}

function hiddenIn(
  model: Model,
  condition: Condition,
): readonly { readonly name: string; readonly at: Condition['at'] }[] {
  const names = new Set<string>();
  walkCondition(model, condition, { row: undefined, self: undefined }, { search: ({ text }) => names.add(text) });
  return [...names].flatMap((name) => {
    const seen = model.resources.get(name)?.visibleTo;
    return seen && valueOf(seen) !== undefined ? [{ name, at: seen.at }] : [];
  });
}
