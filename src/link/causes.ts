// The names in a cause: resources, fields, machines, limits. Input: a cause of a Code row, or of a limit. Output: findings, each at the
// name. Notation, part 7, "Causes", and part 8.

import type { Span } from '../base/span.ts';
import { unknownField } from '../diagnostics/linking.ts';
import type { Cause } from '../notation/values/causes.ts';
import type { Resource } from '../notation/resources.ts';
import { followPath } from '../analysis/document/paths.ts';
import type { References } from './references.ts';

/** All that a cause can name: a resource, a machine, a limit. */
export function linkCause(refs: References, cause: Cause): void {
  if (cause.kind === 'condition') {
    refs.queried(cause.condition);
    const about = cause.after?.about;
    if (about) refs.field(refs.resource(about.owner), about.field.text.split('.'), about.field.at);
    return;
  }
  if (cause.kind === 'illegal move') {
    const [resource, ...field] = cause.on?.text.split('.') ?? [];
    if (cause.on && resource !== undefined)
      refs.field(refs.resource({ text: resource, at: cause.on.at }), field, cause.on.at);
    return;
  }
  const named = ('resource' in cause && cause.resource) || ('on' in cause && cause.on);
  const resource = named ? refs.resource(named) : undefined;
  if (cause.kind === 'field' && cause.resource) linkFailure(refs, resource, cause.path, cause.at);
  if ('limit' in cause) refs.limit(cause.limit);
}

/** A failure is of a field that its resource has: a field further along the path is named by its own resource. */
function linkFailure(refs: References, resource: Resource | undefined, path: readonly string[], at: Span): void {
  refs.field(resource, path, at);
  const name = path.join('.');
  if (!resource || refs.model.fields.has(`${resource.name.text}.${name}`)) return;
  const { end, fields } = followPath(refs.model, resource, path);
  if (end !== 'found') return;
  const last = fields.at(-1)!;
  const own = last.resource === resource ? '' : `, and that is \`${last.resource.name.text}.${last.field.name.text}\``;
  const values = {
    name,
    resource: resource.name.text,
    hint: `: a failure is of one field${own}`,
    place: `in the Field table of \`${last.resource.name.text}\``,
  };
  refs.report(unknownField, at, values, [
    { at: last.resource.fields.at, message: `the fields of \`${last.resource.name.text}\` are declared here` },
  ]);
}
