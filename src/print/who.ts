// Who may → its words. In: Who. Out: text that the grammar reads as the same. Notation, part 4, key "Who".

import { ticked } from '../base/ticked.ts';
import type { Who } from '../model/authentication.ts';
import { printCondition, printTerm } from './conditions.ts';
import { printResource } from './names.ts';

export function printWho(who: Who): string {
  switch (who.kind) {
    case 'anyone':
      return who.signedInIfSent ? 'anyone, signed-in if sent' : 'anyone';
    case 'signed-in':
      return 'signed-in';
    case 'role':
      return ticked(who.role.text);
    case 'scope':
      return `scope ${ticked(who.scope.text)}`;
    case 'owner': {
      const hides = who.hides ? `, others see no such ${printResource(who.hides)}` : '';
      return `owner by ${ticked(who.path.join('.'))}${hides}`;
    }
    case 'condition':
      return who.condition.kind === 'or' ? printTerm(who.condition) : printCondition(who.condition);
    case 'or':
      return who.items.map(printItem).join(' or ');
    case 'except': {
      const apart = who.except.kind === 'or' ? who.except.items.map(printItem).join(', ') : printItem(who.except);
      return `${printItem(who.who)} except ${apart}`;
    }
    case 'which items':
      return `${printWho(who.who)}; which items: ${who.items.kind === 'gap' ? 'not shown' : printCondition(who.items)}`;
  }
}

/** In brackets where it holds several. */
function printItem(who: Who): string {
  if (who.kind === 'condition') return printTerm(who.condition);
  return who.kind === 'or' || who.kind === 'except' ? `(${printWho(who)})` : printWho(who);
}
