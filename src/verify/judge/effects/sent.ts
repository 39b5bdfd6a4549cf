// What the body of a call gives to a field of a row: as it is sent, or as a rule says of what is left out, null or empty. Input: a call, an
// input field, the value that the row has. Output: the value that it gets. Notation, part 4, "Omitted, null and empty".

import { bodyOf } from '../../../analysis/document/inputs.ts';
import type { InputField } from '../../../analysis/document/input-fields.ts';
import { plainType, referenceOf } from '../../../analysis/document/value-kinds.ts';
import { modeOf } from '../../../analysis/values/input-rules.ts';
import type { LinkedOperation } from '../../../model/model.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import { valueOf } from '../../../notation/slot.ts';
import { truth } from '../../values/evaluate.ts';
import { isMembers } from '../../world/json.ts';
import { restAt, sentFor } from '../../values/body-fields.ts';
import { withoutCleared } from '../../values/cleared.ts';
import { keptAs } from '../../world/kept.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import { Row, UNKNOWN, type Json, type Value } from '../../world/known.ts';
import type { Asked } from '../../world/world.ts';
import { rowNamed } from '../match/value.ts';

export function inputsOf({ model }: Knowledge, linked: LinkedOperation): readonly InputField[] {
  const body = bodyOf(model, linked);
  return body.kind === 'fields' ? body.fields : [];
}

export function valueAt(json: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (isMembers(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    json,
  );
}

/** `keep`: the row has what it had. */
export type Given = { readonly value: Value } | { readonly copy: string } | 'keep';

export interface Taking {
  readonly world: Knowledge;
  readonly linked: LinkedOperation;
  readonly asked: Asked;
  /** The object that has the fields: the body, or an item of its list. */
  readonly json: unknown;
}

export function givenBy(taking: Taking, field: InputField, current: Value): Given {
  const { world, linked, asked } = taking;
  if (field.when) {
    const isField = truth(field.when, { world, asked, row: undefined, self: undefined });
    if (isField === undefined) return { value: UNKNOWN };
    if (!isField) return 'keep';
  }
  const has = ({ when }: InputField): boolean =>
    !when || truth(when, { world, asked, row: undefined, self: undefined }) === true;
  const json = field.isRest
    ? restAt(bodyOf(world.model, linked), field, taking.json as Json, has)
    : valueAt(taking.json, field.path);
  const sent = sentFor(world.model, linked, field, json as Json | undefined);
  switch (sent.kind) {
    case 'value':
      return {
        value: sent.isSent ? taken(taking, field, sent.value, current) : valueFor(world, typeOf(field), sent.value),
      };
    case 'nothing':
      return { value: null };
    case 'kept':
      return 'keep';
    case 'copied':
      return { copy: sent.from };
    case 'fails':
    case 'gap':
      return { value: UNKNOWN };
  }
}

function typeOf({ sets, types }: InputField): FieldType | undefined {
  return sets ? valueOf(sets.field.type) : types.map((slot) => valueOf(slot)).find((type) => type !== undefined);
}

function taken({ world, linked }: Taking, field: InputField, json: Json, current: Value): Value {
  const type = typeOf(field);
  const mode = modeOf(linked, field);
  const sent = withoutCleared({ model: world.model, linked, mode }, type, json, field);
  if (mode !== 'merge') return valueFor(world, type, sent);
  const plain = type?.kind === 'nullable' ? type.of : type;
  const isDeep =
    plain?.kind === 'object' ||
    plain?.kind === 'map' ||
    plain?.kind === 'any' ||
    (plain?.kind === 'resource' && !plain.by);
  if (!isDeep || !isMembers(sent)) return valueFor(world, type, sent);
  if (current === UNKNOWN || current instanceof Row) return UNKNOWN;
  return valueFor(world, type, merged(current, sent));
}

/** https://www.rfc-editor.org/rfc/rfc7396#section-2 */
function merged(target: unknown, patch: unknown): unknown {
  if (!isMembers(patch)) return patch;
  const result: Record<string, unknown> = isMembers(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

/** As it is kept; a reference is the row that it names. */
export function valueFor(world: Knowledge, type: FieldType | undefined, json: unknown): Value {
  if (json === null || json === undefined) return null;
  const refers = type && referenceOf(world.model, type);
  if (!refers) return keptAs(world.model, type, json) as Json;
  if (refers.by === undefined) return UNKNOWN;
  const plain = plainType(world.model, type)?.type;
  const row = rowNamed(world, refers.resource, refers.by, keptAs(world.model, plain, json));
  // The call succeeded, so it is there.
  if (row !== UNKNOWN && row.isThere === undefined) world.setThere(row, true);
  return row;
}
