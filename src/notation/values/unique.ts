// Groups of unique fields: their type, how they are read and printed. Notation, part 2, `Unique`.

import { parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Name } from '../slot.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { KEY_FIELDS, names, onceEach, ticks } from './names.ts';

export interface UniqueGroup {
  readonly fields: readonly Name[];
  readonly ignoringCase: boolean;
}

/** `` `email` ``, `` `shop`, `number` ignoring case ``. */
export const parseUnique: Parser<UniqueGroup> = parserOf((cursor) => {
  const fields = names(cursor, 'a field in ticks, or several that are unique together');
  return { fields, ignoringCase: cursor.takePhrase('ignoring case') };
});

export function printUnique(group: UniqueGroup): string {
  return `${ticks(group.fields)}${group.ignoringCase ? ' ignoring case' : ''}`;
}

export const UNIQUE: Syntax<UniqueGroup> = {
  parse: onceEach(parseUnique, ({ fields }) => fields),
  print: printUnique,
  forms: 'fields in ticks',
  offers: KEY_FIELDS.offers,
};
