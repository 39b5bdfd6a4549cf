// What forms mean that are words of their own and do not say it: what the author promises to callers. In: the kind of a fact
// and the forms that are offered. Out: a line for each that has a meaning. Notation, part 4, Repeat.

import type { FactKind } from '../gaps/table.ts';

const MEANINGS: Partial<Record<FactKind, Readonly<Record<string, string>>>> = {
  repeat: {
    safe: 'a call changes nothing that is kept',
    'same effect': 'a second equal call changes nothing more',
    again: 'a second equal call counts as a new one',
  },
};

export function meaningsOf(kind: FactKind, forms: readonly string[]): readonly string[] {
  const known = MEANINGS[kind] ?? {};
  return forms.flatMap((form) => (Object.hasOwn(known, form) ? [`${form}: ${known[form]}`] : []));
}
