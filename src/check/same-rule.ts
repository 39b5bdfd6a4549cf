// The rule that runs and says the same as a rule of the service that does not, with the names of the document. Input: the
// model and a fact. Output: the end of a fix, or nothing where no other rule says the same.

import type { Model } from '../model/model.ts';
import type { Rule } from '../notation/values/formulas.ts';
import { FIELD } from '../notation/resources.ts';
import type { SetBy } from '../notation/values/rules.ts';
import { valueOf } from '../notation/slot.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';
import { setByFeatures } from '../analysis/gaps/supported/set-by.ts';
import { runs } from '../analysis/document/supported.ts';

export function sameRule(model: Model, { of, subject, slot }: Fact): string | undefined {
  if (of !== FIELD.columns.setBy || subject.on !== 'field' || subject.field === undefined || !slot) return undefined;
  const resource = model.resources.get(subject.resource);
  const field = model.fields.get(`${subject.resource}.${subject.field}`);
  const setBy = valueOf(slot) as SetBy | undefined;
  if (!resource || !field || setBy?.kind !== 'service' || setBy.rule.kind === 'gap') return undefined;
  const path = oneField(setBy.rule);
  if (path === undefined) return undefined;
  const rule: Rule = { kind: 'text', parts: [{ kind: 'field', path }] };
  if (!setByFeatures(model, { ...setBy, rule }, resource, field).every(runs)) return undefined;
  return `write \`\`= \`{${path.join('.')}}\` \`\`, which is the value of that field`;
}

/** A formula that computes nothing. */
function oneField(rule: Rule): readonly string[] | undefined {
  if (rule.kind !== 'arithmetic' || rule.expression.kind !== 'operand') return undefined;
  const { operand } = rule.expression;
  const isOwn = operand.kind === 'field' && (operand.owner === undefined || operand.owner === 'this');
  return isOwn ? operand.path : undefined;
}
