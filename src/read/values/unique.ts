// What keeps rows apart. In: the bullet Unique. Out: UniqueGroup. Notation, part 2.

import type { UniqueGroup } from '../../model/resources.ts';
import type { SourceText } from '../source-text.ts';
import { parseWith } from './cursor.ts';
import { names } from './names.ts';
import type { Parsed } from './parsed.ts';

/** `` `email` ``, `` `shop`, `number` ignoring case ``. */
export function parseUnique(text: SourceText): Parsed<UniqueGroup> {
  return parseWith(text, (cursor) => {
    const fields = names(cursor, 'a field in ticks, or several that are unique together');
    return { fields, ignoringCase: cursor.takePhrase('ignoring case') };
  });
}
