// Laws of `At least one of` and `Exactly one of`: which fields must be said to have failed, by what a body sends, and by the row as a call
// would leave it. Input: a document, a body, a row. Output: failures that are due. Notation, part 4 "One of several fields of a body",
// part 2 "One of several fields".

import type { LinkedOperation, Model } from '../../src/model/model.ts';
import type { Name } from '../../src/notation/slot.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { isObject } from './judge-causes.ts';
import type { Failure } from './judge-failures.ts';
import type { Row } from './known.ts';

/** What the lists make of fields of which some have a value; undefined: nobody can tell. */
function due(
  least: readonly (readonly Name[])[],
  exact: readonly (readonly Name[])[],
  has: (field: string) => boolean | undefined,
): readonly Failure[] | undefined {
  const failures: Failure[] = [];
  for (const [lists, isOne] of [
    [least, false],
    [exact, true],
  ] as const)
    for (const list of lists) {
      const names = list.map(({ text }) => text);
      const there = names.map(has);
      if (there.includes(undefined)) return undefined;
      const those = names.filter((_, place) => there[place]);
      if (those.length === 0) failures.push({ place: names[0]!, problem: 'is missing' });
      const problem = `is not the only one of: ${names.join(', ')}`;
      if (isOne) failures.push(...those.slice(1).map((place) => ({ place, problem })));
    }
  return failures;
}

function read(body: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), body);
}

/** Of what is sent, an object. Undefined: a field is an empty text of which nothing says what it is. */
export function dueOfBody({ facts }: LinkedOperation, body: unknown): readonly Failure[] | undefined {
  const empty = valueOf(facts.emptyText);
  const isSent = (name: string): boolean | undefined => {
    const value = read(body, name);
    if (value !== '' || facts.emptyText.status === 'absent') return value !== undefined;
    const word = empty?.fields.find(({ field }) => field.text === name)?.policy ?? empty?.general;
    return word === undefined ? undefined : word !== 'as missing';
  };
  return due(valueOf(facts.atLeastOneOf) ?? [], valueOf(facts.exactlyOneOf) ?? [], isSent);
}

/** Of a row as it is left. */
export function dueOfRow(model: Model, row: Row): readonly Failure[] | undefined {
  const resource = model.resources.get(row.resource)!;
  const lists = [resource.atLeastOneOf, resource.exactlyOneOf].map((all) => all.flatMap((one) => [valueOf(one) ?? []]));
  return due(lists[0]!, lists[1]!, (name) => {
    const value = row.values.get(name);
    return value === undefined ? undefined : value !== null;
  });
}

/** It says of a field what only such a list makes wrong. */
export function isOfList({ problem }: Failure): boolean {
  return problem?.startsWith('is not the only one of: ') ?? false;
}
