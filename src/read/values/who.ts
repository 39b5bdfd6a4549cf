// Who may. In: the value of a Who bullet or cell. Out: Who. Notation, part 4, key "Who".
// `or`, `and` and `except` are not mixed without brackets.

import type { Who } from '../../model/authentication.ts';
import type { Name } from '../../model/status.ts';
import type { SourceText } from '../source-text.ts';
import { condition, isOperator, startsTerm, term } from './conditions.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { halfGap } from './half-gaps.ts';
import { isTick, name, ownedField, resource, ticked } from './names.ts';
import type { Parsed } from './parsed.ts';

const FORMS =
  '`anyone`, `anyone, signed-in if sent`, `signed-in`, a role in ticks, scope `x`, owner by `R.f`, a condition, several divided by `or`, `except …`';

export function parseWho(text: SourceText): Parsed<Who> {
  return parseWith(
    text,
    (cursor) => {
      const who = alternatives(cursor);
      if (!cursor.takeSymbol(';')) return who;
      cursor.needPhrase('which items');
      cursor.needSymbol(':');
      return { kind: 'which items', who, items: halfGap(cursor) ?? condition(cursor) };
    },
    'who',
  );
}

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

/** Behind `except`: one, or several divided by commas. */
function exceptions(cursor: Cursor): Who {
  const items = [person(cursor)];
  while (cursor.takeSymbol(',')) items.push(person(cursor));
  if (cursor.isWord('or') || cursor.isWord('and')) cursor.fail(`a comma, or ${UNMIXED}`);
  return items.length === 1 ? items[0]! : { kind: 'or', items };
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
  if (isTick(cursor) && !isOperator(cursor, 1)) return { kind: 'role', role: ticked(cursor, FORMS) };
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
