// The names in shapes and templates. Input: a shape and the row it shows. Output: findings. Notation, part 4 "Shapes and templates".

import { unknownField } from '../diagnostics/linking.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import type { Shape, Template } from '../notation/values/shapes.ts';
import { followPath } from '../analysis/document/paths.ts';
import { wordsInstead } from '../analysis/document/angle-words.ts';
import { spelled } from '../notation/words.ts';
import type { References } from './references.ts';

/** `row`: the resource whose fields a bare path names; undefined in an error. `linked`: whose success it is the body of. */
export function linkShape(refs: References, shape: Shape, row: Resource | undefined, linked?: LinkedOperation): void {
  switch (shape.kind) {
    case 'array of':
      return linkShape(refs, shape.of, row, linked);
    case 'template':
      return linkTemplate(refs, shape.value, row, linked);
    case 'resource': {
      const resource = refs.resource(shape.resource);
      if (shape.view) refs.view(resource, shape.view);
      for (const name of [...(shape.without ?? []), ...(shape.only ?? [])])
        refs.field(resource, name.text.split('.'), name.at);
    }
  }
}

function linkTemplate(
  refs: References,
  template: Template,
  row: Resource | undefined,
  linked: LinkedOperation | undefined,
): void {
  switch (template.kind) {
    case 'object':
      for (const pair of template.pairs) linkTemplate(refs, pair.value, row, linked);
      return;
    case 'list':
      for (const item of template.items) linkTemplate(refs, item, row, linked);
      return;
    case 'shape':
      return linkShape(refs, template.shape, row, linked);
    case 'field':
      return linkField(refs, template, row, linked);
    case 'literal':
    case 'word':
    case 'text':
  }
}

/** A bare name that is no field, and that the service would fill in angle brackets. */
function linkField(
  refs: References,
  { path, at }: Extract<Template, { kind: 'field' }>,
  row: Resource | undefined,
  linked: LinkedOperation | undefined,
): void {
  const name = path.join('.');
  const word = spelled(name);
  const use = { word, text: name, at, place: 'body of a success', linked, codes: [] } as const;
  if (
    !linked ||
    !row ||
    followPath(refs.model, row, path).end !== 'unknown' ||
    !wordsInstead(refs.model, use).includes(word)
  )
    return refs.field(row, path, at);
  const fix = `Write \`<${word}>\`, which the service fills; or declare \`${name}\` {place}.`;
  const place = `in the Field table of \`${row.name.text}\``;
  refs.report(
    { ...unknownField, fix },
    at,
    { name, resource: row.name.text, hint: `; did you mean \`<${word}>\`?`, place },
    [{ at: row.fields.at, message: `the fields of \`${row.name.text}\` are declared here` }],
  );
}
