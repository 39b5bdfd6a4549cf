// When deleted: its type, how it is read and printed. Notation, part 2.

import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { items } from '../grammar/items.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import type { Name } from '../slot.ts';
import { type Condition, printCondition, printWhere, search, where } from './conditions.ts';
import { printResource, resource } from './names.ts';

export type DeletionRule = {
  readonly kind: 'deletes every' | 'refused while';
  readonly resource: Name;
  readonly where: Condition | undefined;
};

/** `` deletes every Comment where `article` = this ``, `` refused while Comment (`article` = this) ``. */
export const parseDeletionRules: Parser<readonly DeletionRule[]> = parserOf((cursor) =>
  items(cursor, deletionRule, [';']),
);

function deletionRule(cursor: Cursor): DeletionRule {
  if (cursor.takePhrase('deletes every')) {
    return { kind: 'deletes every', resource: resource(cursor), where: where(cursor) };
  }
  cursor.needPhrase('refused while', '`deletes every R where …` or `refused while R (…)`');
  return { kind: 'refused while', resource: resource(cursor), where: search(cursor) };
}

export function printDeletionRules(rules: readonly DeletionRule[]): string {
  return rules
    .map((rule) => {
      const target = `${rule.kind} ${printResource(rule.resource)}`;
      if (rule.kind === 'deletes every') return `${target}${printWhere(rule.where)}`;
      return rule.where ? `${target} (${printCondition(rule.where)})` : target;
    })
    .join('; ');
}

export const DELETION_RULES: Syntax<readonly DeletionRule[]> = {
  parse: parseDeletionRules,
  print: printDeletionRules,
  forms: '`deletes every …`, `refused while …` or `none`',
  offers: ['deletes every … where `…` = this', 'refused while … (`…` = this)', 'none'],
};
