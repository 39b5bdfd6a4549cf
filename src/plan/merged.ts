// What a merge patch must leave behind: the merged value of a map or nested shape is judged as a whole, before anything is kept.
// Input: an operation's body. Output: rules over answered columns. https://www.rfc-editor.org/rfc/rfc7396

import { causeKey } from '../notation/values/cause-kinds.ts';
import { failureAt } from '../analysis/refusals/causes.ts';
import { problem } from '../notation/problems.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import { modeOf } from '../analysis/values/input-rules.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import { failurePlace, type InputField } from '../analysis/document/input-fields.ts';
import { nestedIn } from '../analysis/values/nested-rules.ts';
import type { OperationContext } from './context.ts';
import type { JsonSchema, MergedRule, ResultRule } from './input.ts';
import { fieldProblems } from './problems.ts';
import { schemaOf } from './schemas.ts';
import { inputType } from './body-parameters.ts';

export interface Merged {
  readonly resource: string;
  readonly rule: ResultRule;
}

export function mergedResults(context: OperationContext): readonly Merged[] {
  const { model, linked } = context;
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return [];
  return body.fields.flatMap((field): Merged[] => {
    const { sets } = field;
    if (!sets || modeOf(linked, field) !== 'merge') return [];
    const schema = mergedSchema(model, field);
    const column = sets.field.name.text;
    return schema
      ? [
          {
            resource: sets.resource,
            rule: {
              column,
              schema,
              cause: causeKey(failureAt(field, 'invalid')),
              name: column,
              path: failurePlace(field),
              ...mergedProblems(model, field, schema),
            },
          },
        ]
      : [];
  });
}

/** Undefined: what a patch leaves behind is as good as the patch. */
function mergedSchema(model: Model, field: InputField): JsonSchema | undefined {
  const type = inputType(field);
  const plain = type.kind === 'nullable' ? type.of : type;
  if (plain.kind !== 'map' && plain.kind !== 'object' && plain.kind !== 'resource') return undefined;
  const counted = field.allowed
    .flatMap((slot) => valueOf(slot) ?? [])
    .filter((constraint) => constraint.kind === 'items');
  if (counted.length === 0 && !nestedIn(model, plain)) return undefined;
  return { ...schemaOf(model, [plain], counted), ...valueSchema(model, plain, []) };
}

/** The number of members, and what is missing inside; each of them was judged when it was sent. */
function mergedProblems(model: Model, field: InputField, schema: JsonSchema): Pick<MergedRule, 'problems'> {
  const { problems } = fieldProblems(
    model,
    [inputType(field)],
    field.allowed.flatMap((slot) => valueOf(slot) ?? []),
  );
  const ofAll = problems?.filter(({ depth = 0 }) => depth === 0);
  return ofAll ? { problems: [...ofAll, { text: problem('incomplete', null), schema }] } : {};
}

/** Nested shapes written out; one that holds itself is judged one level deep. */
function valueSchema(model: Model, type: FieldType, around: readonly string[]): JsonSchema {
  switch (type.kind) {
    case 'nullable':
      return { anyOf: [valueSchema(model, type.of, around), { type: 'null' }] };
    case 'map':
      return { type: 'object', additionalProperties: valueSchema(model, type.of, around) };
    case 'resource': {
      const shape = nestedIn(model, type);
      return shape && !around.includes(shape.name.text) ? shapeSchema(model, shape, [...around, shape.name.text]) : {};
    }
    // Lists and plain values are kept as they were sent, and were checked then.
    default:
      return {};
  }
}

interface Level {
  readonly properties: Record<string, JsonSchema | Level>;
  readonly required: string[];
}

function shapeSchema(model: Model, shape: Resource, around: readonly string[]): JsonSchema {
  const root: Level = { properties: {}, required: [] };
  for (const field of shape.fields.items) {
    const type = valueOf(field.type);
    if (!type || valueOf(field.setBy)?.kind !== 'caller') continue;
    const path = field.name.text.split('.');
    const isRequired = valueOf(field.required)?.kind === 'yes';
    let at = root;
    for (const name of path.slice(0, -1)) {
      if (isRequired && !at.required.includes(name)) at.required.push(name);
      const known = at.properties[name];
      const next: Level = known && isLevel(known) ? known : { properties: {}, required: [] };
      at.properties[name] = next;
      at = next;
    }
    at.properties[path.at(-1)!] = valueSchema(model, type, around);
    if (isRequired) at.required.push(path.at(-1)!);
  }
  return finished(root);
}

function isLevel(value: JsonSchema | Level): value is Level {
  return 'properties' in value && !('type' in value);
}

function finished({ properties, required }: Level): JsonSchema {
  const inner = Object.entries(properties).map(
    ([name, value]) => [name, isLevel(value) ? finished(value) : value] as const,
  );
  return { type: 'object', properties: Object.fromEntries(inner), ...(required.length > 0 && { required }) };
}
