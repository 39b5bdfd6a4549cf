// The leaves of a shape. Input: a shape or a template of JSON. Output: its holes and literals, at any depth of objects and lists;
// the resources whose rows it shows. Notation, part 4, "Shapes and templates".

import type { Shape, Template } from '../../notation/values/shapes.ts';

type Leaf = Exclude<Template, { readonly kind: 'object' | 'list' }>;

/** In written order; those of a shape inside are its own. */
export function leavesOf(template: Template): readonly Leaf[] {
  switch (template.kind) {
    case 'object':
      return template.pairs.flatMap(({ value }) => leavesOf(value));
    case 'list':
      return template.items.flatMap(leavesOf);
    default:
      return [template];
  }
}

/** A resource as it is shown, or a leaf that shows none. */
export type End = Extract<Shape, { readonly kind: 'resource' }> | Exclude<Leaf, { readonly kind: 'shape' }>;

/** Those of the shapes inside, too. */
export function endsOf(shape: Shape): readonly End[] {
  switch (shape.kind) {
    case 'resource':
      return [shape];
    case 'array of':
      return endsOf(shape.of);
    case 'template':
      return leavesOf(shape.value).flatMap((leaf) => (leaf.kind === 'shape' ? endsOf(leaf.shape) : [leaf]));
  }
}

/** The names of resources, each as often as it is shown. */
export function resourcesIn(shape: Shape): readonly string[] {
  return endsOf(shape).flatMap((end) => (end.kind === 'resource' ? [end.resource.text] : []));
}
