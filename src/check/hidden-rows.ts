// Searches of rows which not everybody sees: who calls decides what they find. Input: a model. Output: warnings, but where a search names
// the caller. Notation, part 2, "Rows that not everybody sees".

import type { Span } from '../base/span.ts';
import { ticked } from '../base/ticked.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { searchOfHiddenRows } from '../diagnostics/resources.ts';
import type { Condition } from '../notation/values/conditions.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { selectingRows } from '../analysis/document/query-parameters.ts';
import { allOperands } from '../analysis/document/condition-walk.ts';
import { ruleOf } from '../analysis/document/field-rules.ts';
import { searchesIn, searchesOf, type Search } from '../analysis/document/rule-paths.ts';

/** Where searches are written, and what readers call it. */
interface Searching {
  readonly searches: readonly Search[];
  readonly what: string;
  readonly at: Span;
}

export function searchesOfHiddenRows(model: Model): readonly Diagnostic[] {
  return [...ofFields(model), ...ofQueries(model), ...ofRules(model)].flatMap(({ searches, what, at }) =>
    hiddenIn(model, searches).map(({ resource, seen }) =>
      diagnose(searchOfHiddenRows, at, { what, resource }, [
        { at: seen, message: `Who sees a row of \`${resource}\` is stated here.` },
      ]),
    ),
  );
}

function ofFields(model: Model): readonly Searching[] {
  return [...model.resources.values()].flatMap((resource) =>
    resource.fields.items.flatMap((field): readonly Searching[] => {
      const rule = ruleOf(field);
      const what = ticked(`${resource.name.text}.${field.name.text}`);
      return rule ? [{ searches: searchesOf(rule), what, at: field.setBy.at }] : [];
    }),
  );
}

function ofQueries(model: Model): readonly Searching[] {
  return [...model.operations.values()].flatMap(({ facts }) =>
    selectingRows(facts).flatMap((row): readonly Searching[] => {
      const { name, selects } = row;
      const selected = valueOf(selects);
      const condition = selected && 'condition' in selected ? selected.condition : undefined;
      return condition
        ? [
            {
              searches: searchesIn(condition),
              what: `the ${facts.headerTable.items.includes(row) ? 'header' : 'query'} ${ticked(name.text)}`,
              at: selects.at,
            },
          ]
        : [];
    }),
  );
}

function ofRules(model: Model): readonly Searching[] {
  return model.document.errors.codes.items.flatMap(({ code, when }) =>
    (valueOf(when) ?? []).flatMap((cause): readonly Searching[] =>
      cause.kind === 'condition'
        ? [{ searches: searchesIn(cause.condition), what: `the rule ${ticked(code.text)}`, at: cause.at }]
        : [],
    ),
  );
}

/** Each resource once. What names the caller is about what that caller has. */
function hiddenIn(
  model: Model,
  searches: readonly Search[],
): readonly { readonly resource: string; readonly seen: Span }[] {
  const found = new Map<string, Span>();
  for (const { resource, where } of searches) {
    const seen = model.resources.get(resource.text)?.visibleTo;
    if (seen && valueOf(seen) !== undefined && !(where && namesCaller(model, where))) found.set(resource.text, seen.at);
  }
  return [...found].map(([resource, seen]) => ({ resource, seen }));
}

function namesCaller(model: Model, where: Condition): boolean {
  return allOperands(model, where).some(
    (operand) => operand.kind === 'caller' || (operand.kind === 'field' && operand.owner === 'caller'),
  );
}
