// What stands at the ends of a shape. Input: a shape or a template of JSON. Output: its holes and literals, whatever objects and lists
// they stand in; the resources whose rows it shows. Notation, part 4, "Shapes and templates".

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

/** The names of resources, each as often as it is shown. */
export function resourcesIn(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case 'resource':
      return [shape.resource.text];
    case 'array of':
      return resourcesIn(shape.of);
    case 'template':
      return leavesOf(shape.value).flatMap((leaf) => (leaf.kind === 'shape' ? resourcesIn(leaf.shape) : []));
  }
}
