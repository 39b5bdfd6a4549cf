// References inside of lists, maps and nested shapes. Input: a type. Output: each of them, with the way to it in a value as JSON.
// Notation, part 2, head Type.

import type { Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import { valueOf } from '../../notation/slot.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import { isNested } from './paths.ts';
import type { RowReference } from './value-kinds.ts';

/** As steps of sql/expression.ts. */
export type Step = 'each' | 'values' | { readonly name: string };

export interface ReferenceInside {
  readonly path: readonly Step[];
  readonly refers: RowReference & { readonly by: string };
  /** Where it leads nowhere it is null; else it is left out. */
  readonly nullable: boolean;
  /** The field of a nested shape that holds it. */
  readonly held: Field | undefined;
}

/** Those of a type that is no reference itself. Undefined: a nested shape that holds one holds itself, and there is no end. */
export function referencesInside(model: Model, type: FieldType): readonly ReferenceInside[] | undefined {
  const found: ReferenceInside[] = [];
  const visit = (one: FieldType, at: Omit<ReferenceInside, 'refers'>, above: readonly Resource[]): boolean => {
    switch (one.kind) {
      case 'nullable':
        return visit(one.of, { ...at, nullable: typeof at.path.at(-1) !== 'object' || isShownAsNull(at.held) }, above);
      case 'array':
      case 'set':
        return visit(one.of, { ...at, path: [...at.path, 'each'], nullable: false }, above);
      case 'map':
        return visit(one.of, { ...at, path: [...at.path, 'values'], nullable: false }, above);
      case 'resource': {
        if (one.by && at.path.length > 0)
          found.push({ ...at, refers: { resource: one.resource.text, by: one.by.text } });
        const shape = model.resources.get(one.resource.text);
        if (one.by || !shape || !isNested(shape)) return true;
        if (above.includes(shape)) return false;
        return shape.fields.items.every((field) => {
          const inner = valueOf(field.type);
          const names = field.name.text.split('.').map((name) => ({ name }));
          const within = { path: [...at.path, ...names], nullable: false, held: field };
          return inner === undefined || visit(inner, within, [...above, shape]);
        });
      }
      default:
        return true;
    }
  };
  const isWhole = visit(type, { path: [], nullable: false, held: undefined }, []);
  return isWhole || found.length === 0 ? found : undefined;
}

function isShownAsNull(field: Field | undefined): boolean {
  const stated = field && valueOf(field.present);
  if (stated) return stated.kind === 'always' || stated.kind === 'if';
  return field !== undefined && valueOf(field.required)?.kind === 'yes';
}
