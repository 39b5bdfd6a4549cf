// Values of nested shapes as answers show them: without the fields whose condition under Present does not hold. Input: JSON as it is
// kept. Output: JSON as it is shown; all else is as it was, digit by digit. Notation, part 2, head Present; decision 0067.

import { besideName } from '../plan/beside-fields.ts';
import type { ValueType } from '../plan/input.ts';
import type { ShownField, ShownShapes } from '../plan/output.ts';
import { compileCondition, type Truth } from '../sql/evaluate.ts';
import type { SqlValue } from '../sql/expression.ts';
import { parametersOf } from '../sql/walk.ts';
import { parseJson } from './exact-json.ts';
import { JsonWalk } from './json-walk.ts';
import { decoder } from './resources.ts';

/** Undefined: it is shown as it is kept. */
export function compileShown(
  value: ValueType,
  shapes: ShownShapes | undefined,
): ((json: string) => string) | undefined {
  if (shapes === undefined) return undefined;
  const inside = insideOf(value, shapes, new Map());
  return inside && ((json) => valueAt(new JsonWalk(json), inside));
}

/** What is inside of a value: alike ones, or the members of a shape. */
type Inside = { readonly each: Inside } | Shape;

interface Shape {
  /** By dotted name; what stands before a point is an object of its own. */
  readonly members: Map<string, Member>;
  readonly groups: Set<string>;
  /** Of what is written, for conditions. */
  readonly bind: (written: ReadonlyMap<Member, string>) => Readonly<Record<string, SqlValue>>;
}

interface Member {
  /** A condition looks at it. */
  readonly isBound: boolean;
  readonly holds: Truth | undefined;
  readonly inside: Inside | undefined;
}

function insideOf({ of, shape }: ValueType, shapes: ShownShapes, known: Map<string, Shape>): Inside | undefined {
  if (of !== undefined) {
    const each = insideOf(of, shapes, known);
    return each && { each };
  }
  const fields = shape === undefined ? undefined : shapes[shape];
  return fields && (known.get(shape!) ?? shapeOf(shape!, fields, shapes, known));
}

function shapeOf(name: string, fields: readonly ShownField[], shapes: ShownShapes, known: Map<string, Shape>): Shape {
  const bound: { name: string; member: Member; decode: (json: string) => SqlValue }[] = [];
  const shape: Shape = {
    members: new Map(),
    groups: new Set(),
    bind: (written) => {
      const bindings: Record<string, SqlValue> = {};
      for (const one of bound) {
        const json = written.get(one.member) ?? 'null';
        bindings[one.name] = json === 'null' ? null : one.decode(json);
      }
      return bindings;
    },
  };
  // Known before its fields are: a shape may hold itself.
  known.set(name, shape);
  const asked = new Set(fields.flatMap(({ when }) => (when ? parametersOf(when) : [])));
  for (const { path, value, when } of fields) {
    const beside = besideName(path.join('.'));
    const isBound = asked.has(beside);
    const member: Member = {
      isBound,
      holds: when && compileCondition(when),
      inside: insideOf(value, shapes, known),
    };
    if (isBound) bound.push({ name: beside, member, decode: decoded(value) });
    shape.members.set(path.join('.'), member);
    for (let length = 1; length < path.length; length++) shape.groups.add(path.slice(0, length).join('.'));
  }
  return shape;
}

function decoded(value: ValueType): (json: string) => SqlValue {
  if (value.type === 'json') return (json) => json;
  const decode = decoder(value);
  return (json) => {
    const { value: given, exact } = parseJson(json);
    return decode(given, exact) ?? null;
  };
}

function valueAt(walk: JsonWalk, inside: Inside | undefined): string {
  const sign = walk.sign();
  if (inside === undefined) return walk.written(() => skip(walk));
  if (sign === '{' && 'members' in inside) return shapeAt(walk, inside);
  if ((sign !== '{' && sign !== '[') || !('each' in inside)) return walk.written(() => skip(walk));
  const items: string[] = [];
  walk.items(() => {
    const name = sign === '{' ? `${walk.name()}:` : '';
    items.push(name + valueAt(walk, inside.each));
  });
  return sign === '{' ? `{${items.join(',')}}` : `[${items.join(',')}]`;
}

function skip(walk: JsonWalk): void {
  const sign = walk.sign();
  if (sign !== '{' && sign !== '[') return void walk.scalar();
  walk.items(() => {
    if (sign === '{') walk.name();
    skip(walk);
  });
}

/** A member as it is written, and what decides whether it is shown; an object of dotted fields has members of its own. */
interface Found {
  readonly name: string;
  readonly shown: string | readonly Found[];
  readonly holds: Truth | undefined;
}

function shapeAt(walk: JsonWalk, shape: Shape): string {
  const written = new Map<Member, string>();
  const found = membersAt(walk, shape, written, '');
  const bindings = shape.bind(written);
  return textOf(found, (holds) => holds === undefined || holds({}, bindings));
}

function membersAt(walk: JsonWalk, shape: Shape, written: Map<Member, string>, above: string): readonly Found[] {
  const found: Found[] = [];
  walk.items(() => {
    const name = walk.name();
    const path = above + (JSON.parse(name) as string);
    const member = shape.members.get(path);
    if (member === undefined && shape.groups.has(path) && walk.sign() === '{') {
      found.push({ name, shown: membersAt(walk, shape, written, `${path}.`), holds: undefined });
      return;
    }
    let shown = '';
    const json = walk.written(() => {
      shown = valueAt(walk, member?.inside);
    });
    if (member?.isBound) written.set(member, json);
    found.push({ name, shown, holds: member?.holds });
  });
  return found;
}

function textOf(found: readonly Found[], isShown: (holds: Truth | undefined) => boolean): string {
  const texts = found
    .filter(({ holds }) => isShown(holds))
    .map(({ name, shown }) => `${name}:${typeof shown === 'string' ? shown : textOf(shown, isShown)}`);
  return `{${texts.join(',')}}`;
}
