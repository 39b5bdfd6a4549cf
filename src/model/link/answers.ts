// The names in shapes and templates. Comes in: a shape and the row it shows. Goes out: findings.
// Notation, part 4 "Shapes and templates".

import type { Resource } from '../resources.ts';
import type { Shape, Template } from '../shapes.ts';
import type { References } from './references.ts';

/** `row`: the resource whose fields a bare path names; undefined in an error. */
export function linkShape(refs: References, shape: Shape, row: Resource | undefined): void {
  switch (shape.kind) {
    case 'array of':
      return linkShape(refs, shape.of, row);
    case 'template':
      return linkTemplate(refs, shape.value, row);
    case 'resource': {
      const resource = refs.resource(shape.resource);
      if (shape.view) refs.view(resource, shape.view);
      for (const name of [...(shape.without ?? []), ...(shape.only ?? [])])
        refs.field(resource, name.text.split('.'), name.at);
    }
  }
}

function linkTemplate(refs: References, template: Template, row: Resource | undefined): void {
  switch (template.kind) {
    case 'object':
      for (const pair of template.pairs) linkTemplate(refs, pair.value, row);
      return;
    case 'list':
      for (const item of template.items) linkTemplate(refs, item, row);
      return;
    case 'shape':
      return linkShape(refs, template.shape, row);
    case 'field':
      return refs.field(row, template.path, template.at);
    case 'literal':
    case 'word':
    case 'text':
  }
}
