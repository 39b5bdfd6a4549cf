// The names in shapes and templates. Input: a shape and the row it shows. Output: findings. Notation, part 4 "Shapes and templates".

import { unknownField } from '../diagnostics/linking.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { Resource } from '../notation/resources.ts';
import type { Shape, Template } from '../notation/values/shapes.ts';
import { followPath } from '../analysis/document/paths.ts';
import { endsOf } from '../analysis/document/shape-leaves.ts';
import { wordsInstead } from '../analysis/document/filled-words.ts';
import { spelled } from '../notation/words.ts';
import type { References } from './references.ts';

/** `row`: the resource whose fields a bare path names; undefined in an error. `linked`: whose success it is the body of. */
export function linkShape(refs: References, shape: Shape, row: Resource | undefined, linked?: LinkedOperation): void {
  for (const end of endsOf(shape)) {
    if (end.kind === 'field') linkField(refs, end, row, linked);
    if (end.kind !== 'resource') continue;
    const resource = refs.resource(end.resource);
    if (end.view) refs.view(resource, end.view);
    for (const name of [...(end.without ?? []), ...(end.only ?? [])])
      refs.field(resource, name.text.split('.'), name.at);
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
