// An object of JSON out of fields with dotted names. Input: a value for each path. Output: the object, with objects inside. Notation,
// part 2, head Field.

import { known } from '../base/fault.ts';
import type { Expr } from '../sql/expression.ts';
import { some } from './operands.ts';
import type { Output, OutputPair } from './output.ts';

interface Node {
  readonly pairs: Map<string, Node | OutputPair>;
}

export function nestedObject(
  values: readonly {
    readonly path: readonly string[];
    readonly value: Output;
    readonly present: OutputPair['present'];
  }[],
): Output {
  const root: Node = { pairs: new Map() };
  for (const { path, value, present } of values) {
    let at = root;
    for (const name of path.slice(0, -1)) {
      const next = at.pairs.get(name);
      const node: Node = next && 'pairs' in next ? next : { pairs: new Map() };
      at.pairs.set(name, node);
      at = node;
    }
    const key = path.at(-1)!;
    at.pairs.set(key, { key, value, present });
  }
  return finished(root);
}

function finished(node: Node): Extract<Output, { kind: 'object' }> {
  const pairs = [...node.pairs].map(([key, value]): OutputPair => {
    if (!('pairs' in value)) return value;
    const inner = finished(value);
    return { key, value: inner, present: groupPresence(inner.pairs) };
  });
  return { kind: 'object', pairs };
}

/** A nested object is there when one of its fields is. */
export function groupPresence(pairs: readonly OutputPair[]): OutputPair['present'] {
  const conditions: Expr[] = [];
  for (const { present, value } of pairs) {
    if (present === 'always') return 'always';
    if (present !== 'if set') conditions.push(present);
    else conditions.push(...isSet(value));
  }
  return some(conditions);
}

/** None: it is never null. */
export function isSet(shown: Output): readonly Expr[] {
  const value = shown.kind === 'either' ? shown.no : shown;
  switch (value.kind) {
    case 'computed':
      return [{ kind: 'is-set', operand: value.expr }];
    case 'column':
      return [{ kind: 'is-set', operand: { kind: 'column', column: value.column, type: value.value.type } }];
    case 'embedded':
      return [{ kind: 'is-set', operand: { kind: 'column', column: value.there, type: 'integer' } }];
    default:
      return [];
  }
}

/** What is at a path of such an object. */
export function inside(output: Output, path: readonly string[]): Output {
  let at = output;
  for (const name of path) {
    const pair = known(
      at.kind === 'object' ? at.pairs.find((one) => one.key === name) : undefined,
      `${path.join('.')} is not known`,
    );
    at = pair.value;
  }
  return at;
}
