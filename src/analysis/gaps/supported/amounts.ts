// Arithmetic that an operation does. Input: `` sets `f` = this `f` - body `amount` ``. Output: features.

import type { LinkedOperation, Model } from '../../../model/model.ts';
import { valueOf } from '../../../notation/slot.ts';
import { formulaOperands } from '../../../notation/values/formulas.ts';
import type { Features } from '../../document/features.ts';
import { plainType } from '../../document/value-kinds.ts';
import { assignmentsOf } from '../../values/assignments.ts';
import { operandFact } from '../../values/operand-types.ts';

export function amountFeatures(model: Model, linked: LinkedOperation): Features {
  return assignmentsOf(model, linked).flatMap(({ value, resource, path, place }): Features => {
    if (value.kind !== 'arithmetic') return [];
    const field = model.fields.get(`${resource?.name.text}.${path.join('.')}`);
    const type = field && valueOf(field.type);
    const into = type && plainType(model, type)?.type.kind;
    const isInexact = formulaOperands(value.expression).some((operand) => {
      const fact = operandFact(model, operand, place);
      return fact.kind === 'value' && fact.type.kind === 'number';
    });
    return [isInexact && into !== 'number' ? 'Does: arithmetic of what is no exact number' : 'Does: arithmetic'];
  });
}
