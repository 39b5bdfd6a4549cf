// What goes with a row, or keeps it from going. In: the bullet When deleted. Out: DeletionRule[]. Notation, part 2.

import type { DeletionRule } from '../../model/resources.ts';
import type { SourceText } from '../source-text.ts';
import { search, where } from './conditions.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { resource } from './names.ts';
import type { Parsed } from './parsed.ts';

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
