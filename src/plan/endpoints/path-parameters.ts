// Parameters of a path: their types, and what becomes of a value that does not fit. Input: an operation. Output: ParameterPlan. Notation,
// part 4, table Path.

import { known } from '../../base/fault.ts';
import { fieldCause } from '../../notation/values/met-causes.ts';
import { refuse } from '../refuse.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import { isStated } from '../../analysis/refusals/errors.ts';
import { rowSelections } from '../../analysis/refusals/causes/request.ts';
import { effectsOf, pathFacts, selectionOf, targetsOf } from '../../analysis/document/targets.ts';
import type { OperationContext } from '../context.ts';
import type { ParameterPlan } from '../input.ts';
import { fieldNamed } from '../rows.ts';
import { parameterProblems } from '../problems.ts';
import { schemaOf } from '../schemas.ts';
import { pathType } from '../request-parameters.ts';
import { sentType, valueType } from '../values.ts';
import { constraints } from './parameters.ts';

export function pathParameters(context: OperationContext): readonly ParameterPlan[] {
  const { model, linked } = context;
  return pathFacts(model, linked).names.map((name): ParameterPlan => {
    const type = pathType(model, linked, name);
    const row = pathFacts(model, linked).rows.get(name);
    const made = madeIdentity(context, name);
    const own = made ? (valueOf(made.field.allowed) ?? []) : [];
    const types = made ? [type, valueOf(made.field.type)!] : [type];
    return {
      name,
      parameter: `path.${name}`,
      schema: schemaOf(model, types, [...own, ...constraints(row)]),
      value: made ? sentType(model, type, valueType(model, type)) : valueType(model, type),
      omitted: { do: 'accept' },
      ...invalidPath(context, name, made),
      ...parameterProblems(model, types, [...own, ...constraints(row)]),
    };
  });
}

interface MadeIdentity {
  readonly resource: Resource;
  readonly field: Field;
}

/** `creates or replaces R`: the parameter may become the identity of a new row, so it must be what that field allows. */
function madeIdentity(context: OperationContext, name: string): MadeIdentity | undefined {
  const { model, linked } = context;
  for (const effect of effectsOf(linked)) {
    if (effect.kind !== 'creates or replaces') continue;
    const selection = selectionOf(model, linked, effect.target.text);
    const key = selection?.keys.find((one) => one.parameter === name);
    const resource = model.resources.get(effect.target.text);
    const field = key && resource && fieldNamed(model, resource, key.field);
    if (resource && field) return { resource, field };
  }
  return undefined;
}

/** A value that its type cannot hold selects no row, unless part 7 states `invalid path`. */
function invalidPath(
  context: OperationContext,
  name: string,
  made: MadeIdentity | undefined,
): Pick<ParameterPlan, 'invalid' | 'field'> {
  const { model, linked } = context;
  if (made) {
    const field = made.field.name.text;
    return { invalid: refuse(fieldCause(made.resource.name.text, field, 'invalid')), field };
  }
  const invalid = { kind: 'invalid path' } as const;
  const selectsNone = pathFacts(model, linked).values.includes(name);
  if (selectsNone || isStated(model, invalid)) return { invalid: refuse(invalid), field: name };
  const selection = pathFacts(model, linked).selections.find((one) => one.keys.some((key) => key.parameter === name));
  const resource = known(selection?.resource ?? targetsOf(model, linked)[0], `nothing says what {${name}} selects`);
  // `deletes R if there` is not refused where there is none.
  if (selection && !rowSelections(model, linked).includes(selection)) return { invalid: { do: 'as null' } };
  return { invalid: refuse({ kind: 'no such', resource }) };
}
