// Values that rows have where a parameter of the query is compared: such a call tells `at least` from `more than`. Input: an operation, its
// parameter, known rows. Output: drafted values. Notation, part 4, Query.

import { baseOf, walkCondition, type Ground as Place } from '../../analysis/document/condition-walk.ts';
import { queriedBy } from '../../analysis/document/targets.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Parameter } from '../../notation/endpoints.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { Row, UNKNOWN } from '../world/known.ts';
import type { Drafted } from './drafted.ts';
import { fieldOf } from './drafting.ts';
import type { Ground } from './values.ts';

/** A field of a row, or of the row that it refers to. */
interface Compared {
  readonly resource: string;
  readonly path: readonly string[];
}

/** Of so many rows, and so many in all. */
const FEW = { rows: 2, values: 3 } as const;

interface Most {
  readonly rows: number;
  readonly values: number;
}

/** In the fields that the parameter is compared with, and in those of its name. */
export function held(ground: Ground, linked: LinkedOperation, row: Parameter, most: Most = FEW): readonly Drafted[] {
  const { model } = ground;
  if (linked.facts.queryTable.items.length === 0) return [];
  const alike = [...model.resources.keys()].map((resource) => ({ resource, path: [row.name.text] }));
  return [...alike, ...comparedWith(model, linked, row)]
    .flatMap(({ resource, path }) =>
      ground
        .rows(resource)
        .filter(({ isThere }) => isThere !== false)
        .flatMap((one) => valueAt(model, one, path))
        .slice(-most.rows),
    )
    .slice(-most.values);
}

function comparedWith(model: Model, linked: LinkedOperation, row: Parameter): readonly Compared[] {
  const selects = valueOf(row.selects);
  if (selects?.kind !== 'condition') return [];
  const listed = queriedBy(model, linked);
  const found: Compared[] = [];
  const add = (one: Operand, other: Operand, place: Place): void => {
    const base = one.kind === 'field' && other.kind === 'value' ? baseOf(model, one, place) : undefined;
    if (base && one.kind === 'field') found.push({ resource: base.name.text, path: one.path });
  };
  walkCondition(
    model,
    selects.condition,
    { row: listed, self: listed },
    {
      compared: (left, right, place) => {
        add(left, right, place);
        add(right, left, place);
      },
    },
  );
  return found;
}

/** Of a list its members. */
function valueAt(model: Model, row: Row, [name, ...rest]: readonly string[]): readonly Drafted[] {
  if (name === undefined || !model.fields.has(`${row.resource}.${name}`)) return [];
  const value = row.get(name);
  if (value === UNKNOWN || value === null || value === undefined) return [];
  if (rest.length > 0) return value instanceof Row ? valueAt(model, value, rest) : [];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [fieldOf(model, row, name)];
}
