// What a call does. In: the value of a Does bullet. Out: its effects in order. Notation, part 4, key "Does".

import type { Assignment, Effect } from '../../model/effects.ts';
import type { Name } from '../../model/status.ts';
import type { SourceText } from '../source-text.ts';
import { where } from './conditions.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { name, names, ownedField, resource, ticked, tickedList } from './names.ts';
import { rightOperand } from './operands.ts';
import type { Parsed } from './parsed.ts';

const FORMS =
  '`creates R`, `reads R`, `lists R where …`, `updates R`, `merges into R`, `replaces R`, `deletes R`, `moves R.f`, `creates or replaces R`, `sets …`, `signs in R by …`, `issues token for R`, `ends token`, several divided by `;`';

export function parseEffects(text: SourceText): Parsed<readonly Effect[]> {
  return parseWith(
    text,
    (cursor) => {
      const effects: Effect[] = [];
      do effects.push(effect(cursor));
      while (cursor.takeSymbol(';'));
      return effects;
    },
    'effects',
  );
}

function effect(cursor: Cursor): Effect {
  const mark = cursor.mark;
  const parts = creation(cursor) ?? plural(cursor) ?? move(cursor) ?? single(cursor) ?? other(cursor);
  return { ...(parts ?? cursor.fail(FORMS)), at: cursor.since(mark) } as Effect;
}

/** A resource. `every` and `or` belong to the effect, in any case of letters. */
function target(cursor: Cursor, expected?: string): Name {
  const isPartOfEffect = cursor.isWord('every') || cursor.isWord('or');
  return isPartOfEffect ? cursor.fail(expected ?? 'a resource, e.g. `Order`') : resource(cursor, expected);
}

/** An effect before its span is known. */
type Bare = Effect extends infer E ? (E extends Effect ? Omit<E, 'at'> : never) : never;

function creation(cursor: Cursor): Bare | undefined {
  if (!cursor.takePhrase('creates')) return undefined;
  if (cursor.takePhrase('every')) {
    const row = target(cursor);
    cursor.needPhrase('in body');
    return { kind: 'creates every in body', target: row };
  }
  if (cursor.takePhrase('or replaces')) return { kind: 'creates or replaces', target: target(cursor) };
  if (cursor.takePhrase('or keeps')) {
    const row = target(cursor);
    cursor.needPhrase('with', 'with `f` = …: what makes it the same one');
    return { kind: 'creates or keeps', target: row, with: assignments(cursor) };
  }
  const row = target(cursor);
  return { kind: 'creates', target: row, with: cursor.takePhrase('with') ? assignments(cursor) : [] };
}

/** `lists R`, `updates every R`, `deletes every R`, `lists values of R.f`. */
function plural(cursor: Cursor): Bare | undefined {
  if (cursor.takePhrase('lists values of')) {
    const { owner, field } = ownedField(cursor, 'a field of a resource: `Order.status`');
    return { kind: 'lists values', target: owner, field };
  }
  for (const kind of ['lists', 'updates every', 'deletes every'] as const) {
    if (!cursor.takePhrase(kind)) continue;
    const row = target(cursor);
    const condition = where(cursor);
    return { kind, target: row, where: condition, ...also(cursor) };
  }
  return undefined;
}

function move(cursor: Cursor): Bare | undefined {
  if (!cursor.takePhrase('moves')) return undefined;
  const kind = cursor.takePhrase('every') ? 'moves every' : 'moves';
  const { owner, field } = ownedField(cursor, 'a field of type `state`: `Order.status`');
  const to = cursor.takePhrase('to') ? ticked(cursor, 'a state in ticks') : undefined;
  return { kind, target: owner, field, to, where: where(cursor) };
}

function single(cursor: Cursor): Bare | undefined {
  for (const kind of ['reads', 'updates', 'merges into', 'replaces', 'deletes'] as const) {
    if (!cursor.takePhrase(kind)) continue;
    const row = rowOf(cursor, kind === 'reads' || kind === 'updates');
    const ifThere = kind === 'deletes' && cursor.takePhrase('if there');
    const condition = where(cursor);
    return { kind, target: row, where: condition, ifThere, ...also(cursor) };
  }
  return undefined;
}

function rowOf(cursor: Cursor, mayBeCaller: boolean): Name {
  if (mayBeCaller && cursor.isWord('caller')) return { text: 'caller', at: cursor.at(cursor.take()) };
  return target(cursor, mayBeCaller ? 'a resource, e.g. `Order`, or `caller`' : undefined);
}

/** `` , also `removed` ``: states of kind `gone` that are not absent here. */
function also(cursor: Cursor): { also?: readonly Name[] } {
  if (!cursor.isSymbol(',') || !cursor.isWord('also', 1)) return {};
  cursor.take();
  cursor.take();
  return { also: tickedList(cursor, 'states in ticks') };
}

function other(cursor: Cursor): Bare | undefined {
  if (cursor.takePhrase('sets')) return { kind: 'sets', assignments: assignments(cursor) };
  if (cursor.takePhrase('signs in')) {
    const row = target(cursor);
    cursor.needPhrase('by', 'by `email` and `password`');
    return { kind: 'signs in', target: row, by: names(cursor, 'fields in ticks') };
  }
  if (cursor.takePhrase('issues token for')) return { kind: 'issues token', target: target(cursor) };
  return cursor.takePhrase('ends token') ? { kind: 'ends token' } : undefined;
}

/** `` `f` = value, `g` = value ``, divided by commas or `and`. */
function assignments(cursor: Cursor): readonly Assignment[] {
  const found: Assignment[] = [];
  do {
    const field = name(cursor, 'a field in ticks and `=`');
    cursor.needSymbol('=', '`=` and a value');
    found.push({ field, value: rightOperand(cursor) });
  } while (cursor.takeSymbol(',') || cursor.takePhrase('and'));
  return found;
}
