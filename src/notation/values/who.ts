// Who may call: its type, how it is read and printed. Notation, part 5 "Who".

import type { Syntax } from '../grammar/syntax.ts';
import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { items } from '../grammar/items.ts';
import { halfGap } from '../grammar/half-gaps.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Name } from '../slot.ts';
import { type Condition, condition, isOperator, printCondition, printTerm, startsTerm, term } from './conditions.ts';
import { isTick, name, ownedField, printResource, resource, tickedName } from './names.ts';

export type Who =
  | { readonly kind: 'anyone'; readonly signedInIfSent: boolean }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'role'; readonly role: Name }
  | { readonly kind: 'scope'; readonly scope: Name }
  | { readonly kind: 'owner'; readonly path: readonly string[]; readonly hides: Name | undefined; readonly at: Span }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'or'; readonly items: readonly Who[] }
  | { readonly kind: 'except'; readonly who: Who; readonly except: Who }
  /** `…; which items: <condition>`; a gap there is the half gap. */
  | {
      readonly kind: 'which items';
      readonly who: Who;
      readonly items: Condition | { readonly kind: 'gap'; readonly at: Span };
    };

/** Itself, and all that it is put together from. */
export function whosIn(who: Who): readonly Who[] {
  switch (who.kind) {
    case 'or':
      return [who, ...who.items.flatMap(whosIn)];
    case 'except':
      return [who, ...whosIn(who.who), ...whosIn(who.except)];
    case 'which items':
      return [who, ...whosIn(who.who)];
    default:
      return [who];
  }
}

const FORMS =
  '`anyone`, `anyone, signed-in if sent`, `signed-in`, a role in ticks, scope `x`, owner by `R.f`, a condition, several divided by `or`, `except …`';

export const parseWho: Parser<Who> = parserOf((cursor) => {
  const who = alternatives(cursor);
  if (!cursor.takeSymbol(';')) return who;
  cursor.needPhrase('which items');
  cursor.needSymbol(':');
  return { kind: 'which items', who, items: halfGap(cursor) ?? condition(cursor) };
}, 'who');

function alternatives(cursor: Cursor): Who {
  const mark = cursor.mark;
  const first = person(cursor);
  if (cursor.isWord('and')) return conjunction(cursor, first, mark);
  if (cursor.takePhrase('except')) return { kind: 'except', who: first, except: exceptions(cursor) };
  const items = [first];
  while (cursor.takePhrase('or')) items.push(person(cursor));
  if (cursor.isWord('except') || cursor.isWord('and')) cursor.fail(UNMIXED);
  return items.length === 1 ? first : { kind: 'or', items };
}

const UNMIXED = 'brackets: `and`, `or` and `except` are not mixed without them';

/** After `except`: one, or several divided by commas. */
function exceptions(cursor: Cursor): Who {
  const all = items(cursor, person);
  if (cursor.isWord('or') || cursor.isWord('and')) cursor.fail(`a comma, or ${UNMIXED}`);
  return all.length === 1 ? all[0]! : { kind: 'or', items: all };
}

function conjunction(cursor: Cursor, first: Who, mark: number): Who {
  const forms = '`or`, `except` or nothing more: only conditions are joined by `and`';
  const items = [first.kind === 'condition' ? first.condition : cursor.fail(forms)];
  while (cursor.takePhrase('and')) items.push(term(cursor));
  if (cursor.isWord('or') || cursor.isWord('except')) cursor.fail(UNMIXED);
  return { kind: 'condition', condition: { kind: 'and', items, at: cursor.since(mark) } };
}

function person(cursor: Cursor): Who {
  if (cursor.isSymbol('(')) return bracketed(cursor);
  if (cursor.takePhrase('anyone')) return { kind: 'anyone', signedInIfSent: signedInIfSent(cursor) };
  if (cursor.takePhrase('signed-in')) return { kind: 'signed-in' };
  if (cursor.takePhrase('scope')) return { kind: 'scope', scope: name(cursor, 'a scope in ticks') };
  if (cursor.isPhrase('owner by')) return owner(cursor);
  if (isTick(cursor) && !isOperator(cursor, 1)) return { kind: 'role', role: tickedName(cursor, FORMS) };
  if (!startsTerm(cursor)) cursor.fail(FORMS);
  return { kind: 'condition', condition: term(cursor) };
}

function bracketed(cursor: Cursor): Who {
  return cursor.deeper(() => {
    const mark = cursor.mark;
    cursor.needSymbol('(');
    const inner = alternatives(cursor);
    cursor.needSymbol(')', '`)`, `or` or `except`');
    const all = inner.kind === 'or' ? inner.items : [];
    const conditions = all.flatMap((who) => (who.kind === 'condition' ? [who.condition] : []));
    if (conditions.length === 0 || conditions.length < all.length) return inner;
    return { kind: 'condition', condition: { kind: 'or', items: conditions, at: cursor.since(mark) } };
  });
}

function signedInIfSent(cursor: Cursor): boolean {
  if (!cursor.isSymbol(',') || !cursor.isPhrase('signed-in if sent', 1)) return false;
  cursor.take();
  return cursor.takePhrase('signed-in if sent');
}

/** `` owner by `Order.customer`, others see no such Order ``. The path begins with the resource. */
function owner(cursor: Cursor): Who {
  const mark = cursor.mark;
  cursor.needPhrase('owner by');
  const { owner: named, field } = ownedField(cursor, 'a field of a resource: `Order.customer`');
  const path = [named.text, ...field.text.split('.')];
  let hides: Name | undefined;
  if (cursor.isSymbol(',') && cursor.isWord('others', 1)) {
    cursor.take();
    cursor.needPhrase('others see no such');
    hides = resource(cursor);
  }
  return { kind: 'owner', path, hides, at: cursor.since(mark) };
}

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

export const WHO: Syntax<Who> = {
  parse: parseWho,
  print: printWho,
  none: false,
  guards: true,
  forms: '`anyone`, `signed-in`, a role in ticks, or a condition',
  offers: [
    'anyone',
    'anyone, signed-in if sent',
    'signed-in',
    'a role: `…`',
    'scope `…`',
    'owner by …',
    'a condition: …',
  ],
  open: (who) => (hasOpenItems(who) ? ['which items'] : []),
};

function hasOpenItems(who: Who): boolean {
  switch (who.kind) {
    case 'which items':
      return ('kind' in who.items && who.items.kind === 'gap') || hasOpenItems(who.who);
    case 'or':
      return who.items.some(hasOpenItems);
    case 'except':
      return hasOpenItems(who.who) || hasOpenItems(who.except);
    default:
      return false;
  }
}

export const WHO_MOVES: Syntax<Who> = {
  parse: parseWho,
  print: printWho,
  none: false,
  guards: true,
  forms: 'who may',
  offers: WHO.offers,
};

/** Who may see rows: to all others they are absent. */
export const WHO_SEES: Syntax<Who> = {
  parse: parseWho,
  print: printWho,
  none: false,
  guards: true,
  forms: '`signed-in`, a role in ticks, owner by `R.f`, or a condition on the row and the caller',
  offers: ['signed-in', 'a role: `…`', 'owner by …', 'a condition: …'],
};
