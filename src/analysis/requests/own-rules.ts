// Headers of an answer that are written without a value: what their own rules make of them. Input: an operation and a header. Output: the
// feature that it is. Notation, part 4, "Headers of an answer".

import { isOpen, valueOf } from '../../notation/slot.ts';
import { oncePer } from '../../base/once-per.ts';
import type { Model, LinkedOperation } from '../../model/model.ts';
import type { HeaderValue } from '../../notation/values/answers.ts';
import type { Resource } from '../../notation/resources.ts';
import { canFill } from '../document/addresses.ts';
import type { Feature } from '../document/features.ts';
import { rateHeaderFeature } from '../document/rate-headers.ts';
import { effectsOf, pathFacts } from '../document/targets.ts';
import { answeredResource, answersMany } from './outcomes.ts';
import { tagFeature } from './preconditions.ts';
import { showsSecret } from './shown-once.ts';

/** Of a success; a refusal has no row and no page. */
export function ownRuleFeature(model: Model, linked: LinkedOperation, header: HeaderValue): Feature {
  const ofRate = rateHeaderFeature(model, header);
  // A success is not to be tried again.
  if (ofRate && ofRate !== 'Headers: Retry-After') return ofRate;
  switch (header.name.text.toLowerCase()) {
    case 'location':
    case 'content-location': {
      const resource = answeredResource(model, linked);
      if (!resource || answersMany(model, linked)) return 'Headers: Location of what is no one row';
      return readerOf(model, resource)
        ? 'Headers: Location'
        : 'Headers: Location of a row that not one operation reads';
    }
    case 'link':
      return mayHavePages(linked) ? 'Headers: Link' : 'Headers: Link of what has no pages';
    case 'etag':
      return showsSecret(model, linked) ? 'Headers: ETag of what shows a token' : tagFeature(model, linked);
    default:
      return 'Headers: header by its own rules';
  }
}

/** The one operation that reads a row of the resource by its path. */
export function readerOf(model: Model, resource: Resource): string | undefined {
  const readers = readersOf(model).get(resource.name.text) ?? [];
  return readers.length === 1 ? readers[0] : undefined;
}

/** What is not shown of them is a question of its own. */
function mayHavePages({ facts: { pages } }: LinkedOperation): boolean {
  return valueOf(pages) !== undefined || isOpen(pages);
}

/** It tells of the next page: https://www.rfc-editor.org/rfc/rfc8288 */
export function isLink({ name, value }: HeaderValue): boolean {
  return value === undefined && name.text.toLowerCase() === 'link';
}

/** A header whose value is the address of the row. */
export function isAddress({ name, value }: HeaderValue): boolean {
  return value === undefined && ['location', 'content-location'].includes(name.text.toLowerCase());
}

const readersOf = oncePer((model: Model): ReadonlyMap<string, readonly string[]> => {
  const found = [...model.operations].flatMap(([heading, linked]) => {
    const [only, ...others] = effectsOf(linked);
    const resource = only?.kind === 'reads' ? model.resources.get(only.target.text) : undefined;
    const isRead = resource && others.length === 0 && linked.operation.method === 'GET';
    const isFound = isRead && pathFacts(model, linked).selections.some((one) => one.resource === resource.name.text);
    return isFound && pathFacts(model, linked).open.length === 0 && canFill(model, resource, heading)
      ? [[resource.name.text, heading] as const]
      : [];
  });
  const readers = new Map<string, string[]>();
  for (const [resource, heading] of found) readers.set(resource, [...(readers.get(resource) ?? []), heading]);
  return readers;
});
