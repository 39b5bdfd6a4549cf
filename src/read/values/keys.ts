// What keeps rows apart and what goes with a row. In: the bullets Unique and When deleted. Out: UniqueGroup,
// DeletionRule[]. Notation, part 2.

import type { DeletionRule, UniqueGroup } from '../../model/resources.ts';
import type { SourceText } from '../source-text.ts';
import { search, where } from './conditions.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { names, resource } from './names.ts';
import type { Parsed } from './parsed.ts';

/** `` `email` ``, `` `shop`, `number` ignoring case ``. */
export function parseUnique(text: SourceText): Parsed<UniqueGroup> {
  return parseWith(text, (cursor) => {
    const fields = names(cursor, 'a field in ticks, or several that are unique together');
    return { fields, ignoringCase: cursor.takePhrase('ignoring case') };
  });
}

/** `` deletes every Comment where `article` = this ``, `` refused while Comment (`article` = this) ``. */
export function parseDeletionRules(text: SourceText): Parsed<readonly DeletionRule[]> {
  return parseWith(text, (cursor) => {
    const rules = [deletionRule(cursor)];
    while (cursor.takeSymbol(',') || cursor.takeSymbol(';')) rules.push(deletionRule(cursor));
    return rules;
  });
}

function deletionRule(cursor: Cursor): DeletionRule {
  if (cursor.takePhrase('deletes every')) {
    return { kind: 'deletes every', resource: resource(cursor), where: where(cursor) };
  }
  cursor.needPhrase('refused while', '`deletes every R where …` or `refused while R (…)`');
  return { kind: 'refused while', resource: resource(cursor), where: search(cursor) };
}
