// The features that `Rows:` needs to run. Input: a resource. Output: features. Notation, part 2, `Rows:`.

import { ruleOf } from '../../document/field-rules.ts';
import { declaredFeature, featureIf, type Features } from '../../document/features.ts';
import { givenRows } from '../../document/given-rows.ts';
import { machinesOf } from '../../document/moves.ts';
import { identityOf } from '../../document/targets.ts';
import { computedFields } from '../../values/computed-fields.ts';
import { isConditionalInside, nestedIn } from '../../values/nested-rules.ts';
import { RESOURCE, type Resource, type Rows } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { FieldType } from '../../../notation/values/field-types.ts';
import type { Rule } from '../../../notation/values/formulas.ts';
import type { Model } from '../../../model/model.ts';
import { requiredFits } from './required.ts';

export function rowsFeatures(model: Model, resource: Resource): Features {
  const rows = valueOf(resource.rows);
  return rows === undefined ? [] : ofRows(model, resource, rows);
}

function ofRows(model: Model, resource: Resource, rows: Rows): Features {
  if (resource.identifiedBy.status === 'none') return ['Resource: Rows, of what is not kept'];
  const isFixed = rows === 'fixed';
  const names = identityOf(resource);
  const isTold = givenRows(resource).rows.every(({ values }) =>
    names.every((name) => values.some(({ field, literal }) => field.text === name && literal.kind !== 'null')),
  );
  const isMade = names.some((name) =>
    resource.fields.items.some((field) => field.name.text === name && ruleOf(field) !== undefined),
  );
  const isMoved = machinesOf(model, resource.name.text).some(({ moves }) => moves.length > 0);
  return [
    declaredFeature('Resource', RESOURCE.rows.head),
    ...featureIf(isFixed && !isTold, 'Resource: Rows: fixed, which nothing tells apart'),
    ...featureIf(
      rows === 'from the operator' && (names.length === 0 || isMade),
      'Resource: Rows: from the operator, which nothing tells apart',
    ),
    ...featureIf(isMoved && rows !== 'at first start', 'Resource: Rows: fixed or from the operator, which move'),
    ...featureIf(looksAtOthers(model, resource), 'Resource: Rows, of which other rows decide'),
    ...featureIf(
      resource.fields.items.some((field) => !ruleOf(field) && asksInside(model, valueOf(field.type), new Set())),
      'Resource: Rows, with Required: if inside of a value',
    ),
    ...featureIf(
      resource.fields.items.some((field) => OF_CALLS.has(ruleOf(field)?.kind ?? 'now')),
      'Resource: Rows, of what a call makes',
    ),
  ];
}

/** `Required: if …` and `after:` over more than the row itself. */
function looksAtOthers(model: Model, resource: Resource): boolean {
  if (computedFields(model, resource).some(({ isLast }) => isLast)) return true;
  return resource.fields.items.some((field) => {
    const required = valueOf(field.required);
    return required !== undefined && requiredFits(model, required, resource, field).length > 0;
  });
}

function asksInside(model: Model, type: FieldType | undefined, seen: Set<Resource>): boolean {
  const shape = nestedIn(model, type);
  if (!shape || seen.has(shape)) return false;
  seen.add(shape);
  return shape.fields.items.some((field) => isConditionalInside(field) || asksInside(model, valueOf(field.type), seen));
}

/** Nobody calls when a service starts, or is shown a credential, and a slug is made of what is sent. */
const OF_CALLS: ReadonlySet<Rule['kind']> = new Set(['slug', 'caller', 'token', 'new resource', 'the resource']);
