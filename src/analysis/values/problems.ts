// What can be wrong with a value that is sent, with the text of each. Input: its types and Allowed values as read. Output: what it must
// be, in the order in which it is judged; the first that it is not says what is wrong. Notation, part 7, "What is wrong with a field".

import { isLong } from '../../base/numerals.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import { problem, PROBLEM_KINDS, type ProblemKind } from '../../notation/problems.ts';
import type { Constraint } from '../../notation/values/constraints.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { Literal } from '../../notation/values/literals.ts';
import { wordUses } from '../document/angle-words.ts';
import { innermost } from '../document/paths.ts';
import { isChainTooLong, plainType } from '../document/value-kinds.ts';
import { ANY_VALUE, constraintOf, numeral, stripped } from './value-schemas.ts';

/** What a value must be, beside the text of the problem where it is not: all that is said here must hold. */
export interface Judged {
  readonly text: string;
  /** It is about each member, so deep in lists and maps. Left out: the value itself. */
  readonly depth?: number;
  readonly schema?: Readonly<Record<string, unknown>>;
  /** A number has so many digits behind the point, at most. */
  readonly decimals?: number;
  /** The type holds it. */
  readonly held?: true;
  /** Bounds of more digits than a schema's number holds. */
  readonly least?: string;
  readonly most?: string;
}

type Found = Judged & { readonly kind: ProblemKind };

/** Does some answer say what is wrong with a field? */
export const tellsProblems: (model: Model) => boolean = oncePer((model) =>
  wordUses(model).some(({ word }) => word === 'problem'),
);

/** `states`: those of its machine, where it is a state. */
export function problemsOf(
  model: Model,
  types: readonly FieldType[],
  allowed: readonly Constraint[],
  states?: readonly string[],
): readonly Judged[] {
  const found: readonly Found[] = [
    ...types.flatMap((type) => (isChainTooLong(model, type) ? [] : ofType(model, type, 0))),
    ...allowed.flatMap((constraint) => ofConstraint(constraint, types)),
    ...(states ? [oneOf(states, states, isMany(types) ? 1 : 0)] : []),
  ];
  return found.toSorted((a, b) => PROBLEM_KINDS.indexOf(a.kind) - PROBLEM_KINDS.indexOf(b.kind)).map(withoutKind);
}

function withoutKind(found: Found): Judged {
  const { kind: _, ...judged } = found;
  return judged;
}

function isMany(types: readonly FieldType[]): boolean {
  return types.map(stripped).some(({ kind }) => kind === 'array' || kind === 'set' || kind === 'map');
}

function at(depth: number): Pick<Judged, 'depth'> {
  return depth === 0 ? {} : { depth };
}

function oneOf(shown: readonly string[], values: readonly unknown[], depth: number): Found {
  return { kind: 'values', text: problem('values', shown, depth), ...at(depth), schema: { enum: values } };
}

function ofType(model: Model, written: FieldType, depth: number): readonly Found[] {
  const type = plainType(model, written)?.type;
  if (!type || type.kind === 'nullable' || type.kind === 'same-as') return [];
  const must = (judged: Omit<Judged, 'text' | 'depth'>): Found => ({
    kind: 'type',
    text: problem('type', type.kind, depth),
    ...at(depth),
    ...judged,
  });
  switch (type.kind) {
    case 'array':
    case 'set':
      return [must({ schema: { type: 'array' } }), ...ofType(model, type.of, depth + 1)];
    case 'map':
      return [must({ schema: { type: 'object' } }), ...ofType(model, type.of, depth + 1)];
    case 'object':
    case 'resource':
      return [must({ schema: { type: 'object' } })];
    case 'any':
      return [must({ schema: ANY_VALUE })];
    case 'string':
    case 'secret':
      return [must({ schema: { type: 'string' } }), ...ofLength(type, depth)];
    case 'one-of': {
      const values = type.values.map(({ text }) => text);
      return [must({ schema: { type: 'string' } }), oneOf(values, values, depth)];
    }
    case 'state':
      return [must({ schema: { type: 'string' } })];
    case 'integer':
      return [must({ schema: { type: 'number' }, decimals: 0 }), held(depth), ...ofRange(type, depth, 0)];
    case 'number':
      return [must({ schema: { type: 'number' } }), held(depth), ...ofRange(type, depth)];
    case 'decimal': {
      const text = problem('decimals', type.scale, depth);
      return [
        must({ schema: { type: 'number' } }),
        { kind: 'decimals', text, ...at(depth), decimals: type.scale },
        held(depth),
        ...ofRange(type, depth, type.scale),
      ];
    }
    default:
      return [must({ held: true })];
  }
}

function held(depth: number): Found {
  return { kind: 'digits', text: problem('digits', null, depth), ...at(depth), held: true };
}

function ofLength({ min, max }: { readonly min?: number; readonly max?: number }, depth: number): readonly Found[] {
  return [
    ...(min === undefined
      ? []
      : [
          {
            kind: 'shortest',
            text: problem('shortest', min, depth),
            ...at(depth),
            schema: { minLength: min },
          } as const,
        ]),
    ...(max === undefined
      ? []
      : [{ kind: 'longest', text: problem('longest', max, depth), ...at(depth), schema: { maxLength: max } } as const]),
  ];
}

/** `scale`: of a number that is exact, and so are its bounds. */
function ofRange(
  { min, max }: { readonly min?: string; readonly max?: string },
  depth: number,
  scale?: number,
): readonly Found[] {
  const isExact = (bound: string): boolean => scale !== undefined && isLong(bound, scale);
  const found: Found[] = [];
  if (min !== undefined)
    found.push({
      kind: 'least',
      text: problem('least', min, depth),
      ...at(depth),
      schema: { minimum: numeral(min) },
      ...(isExact(min) && { least: min }),
    });
  if (max !== undefined)
    found.push({
      kind: 'greatest',
      text: problem('greatest', max, depth),
      ...at(depth),
      schema: { maximum: numeral(max) },
      ...(isExact(max) && { most: max }),
    });
  return found;
}

/** One entry of Allowed values. On a list all but the number of items is about each member. */
function ofConstraint(constraint: Constraint, types: readonly FieldType[]): readonly Found[] {
  const depth = isMany(types) ? 1 : 0;
  const inner = types.map(innermost);
  switch (constraint.kind) {
    case 'items':
      return ofItems(constraint, types);
    case 'characters':
      return ofLength(constraint, depth);
    case 'range':
      return ofRange(constraint, depth);
    case 'matches':
      return [
        {
          kind: 'pattern',
          text: problem('pattern', null, depth),
          ...at(depth),
          schema: constraintOf(constraint, inner),
        },
      ];
    case 'not-blank':
      return [
        { kind: 'blank', text: problem('blank', null, depth), ...at(depth), schema: constraintOf(constraint, inner) },
      ];
    case 'values': {
      const schema = constraintOf(constraint, inner);
      return [oneOf(constraint.values.map(shown), schema['enum'] as readonly unknown[], depth)];
    }
  }
}

function ofItems(
  { min, max }: { readonly min?: number; readonly max?: number },
  types: readonly FieldType[],
): readonly Found[] {
  const found: Found[] = [];
  if (min !== undefined)
    found.push({ kind: 'fewest', text: problem('fewest', min), schema: constraintOf({ kind: 'items', min }, types) });
  if (max !== undefined)
    found.push({ kind: 'most', text: problem('most', max), schema: constraintOf({ kind: 'items', max }, types) });
  return found;
}

/** A value as it is written, without its ticks. */
function shown(literal: Literal): string {
  return literal.kind === 'null' ? 'null' : String(literal.value);
}
