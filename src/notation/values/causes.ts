// Causes of an error as When names them: their type, how they are read. How they are printed: cause-kinds.ts. Notation, part 7.

import type { Span } from '../../base/span.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { items } from '../grammar/items.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Name } from '../slot.ts';
import { type Condition, condition, startsTerm } from './conditions.ts';
import { fieldPath, isName, isResource, isTick, name, ownedField, pathOf, resource, withOwner } from './names.ts';

/** The kinds of field failure that `any field …` and `` `R.f` … `` name. */
export type FieldFailure = 'blank' | 'missing' | 'invalid' | 'taken';

/** Why a request is refused. Notation, part 7, "Causes". */
export type Cause =
  | { readonly kind: SimpleCause; readonly at: Span }
  | { readonly kind: 'any field'; readonly failure: FieldFailure; readonly at: Span }
  | {
      readonly kind: 'field';
      readonly resource: Name | undefined;
      readonly path: readonly string[];
      readonly failure: FieldFailure;
      readonly at: Span;
    }
  | { readonly kind: 'not permitted' | 'illegal move'; readonly on: Name | undefined; readonly at: Span }
  | { readonly kind: 'no such' | 'already there' | 'was'; readonly resource: Name; readonly at: Span }
  /** `` no such R in `f` ``: a reference in the body. */
  | { readonly kind: 'no such in'; readonly resource: Name; readonly field: Name; readonly at: Span }
  | { readonly kind: 'header missing'; readonly header: Name; readonly at: Span }
  | { readonly kind: 'limit reached'; readonly limit: Name; readonly at: Span }
  | {
      readonly kind: 'condition';
      readonly condition: Condition;
      /** `after:`: of the row as it will be; `about`: the field that the failure is of. */
      readonly after?: { readonly about: OwnedField | undefined };
      readonly at: Span;
    };

export interface OwnedField {
  readonly owner: Name;
  readonly field: Name;
}

export const SIMPLE_CAUSES = [
  'no credentials',
  'wrong token',
  'expired token',
  'wrong credentials',
  'no such path',
  'method not allowed',
  'not acceptable',
  'unsupported media type',
  'malformed body',
  'unknown field',
  'read-only field',
  'invalid query',
  'invalid header',
  'invalid path',
  'other values',
  'precondition failed',
  'precondition required',
  'same key, other body',
  'still running',
  'too large',
  'too many requests',
  'timed out',
  'unknown version',
  'missing version',
  'version withdrawn',
  'unavailable',
  'internal',
] as const;

export type SimpleCause = (typeof SIMPLE_CAUSES)[number];

const FORMS =
  'causes divided by commas: `no such R`, `any field invalid`, `R.f` blank, missing, invalid or taken, `not permitted`, `illegal move`, `R already there`, `header X missing`, `malformed body`, …, or a condition';

const FAILURES: readonly FieldFailure[] = ['blank', 'missing', 'invalid', 'taken'];

/** Each simple cause by its first word, longer ones first; `same key, other body` has a comma of its own. */
const SIMPLE: ReadonlyMap<string, readonly SimpleCause[]> = Map.groupBy(
  SIMPLE_CAUSES.toSorted((a, b) => b.length - a.length),
  (cause) => cause.split(' ')[0]!,
);

export const parseCauses: Parser<readonly Cause[]> = parserOf((cursor) => items(cursor, (one) => cause(one)), 'causes');

/** A cause before its span is known. */
type Bare = Cause extends infer C ? (C extends Cause ? Omit<C, 'at'> : never) : never;

export function cause(cursor: Cursor, forms: string = FORMS): Cause {
  const mark = cursor.mark;
  const found =
    after(cursor) ??
    limitReached(cursor) ??
    simple(cursor) ??
    ofField(cursor) ??
    ofResource(cursor) ??
    ofHeader(cursor) ??
    held(cursor);
  return { ...(found ?? cursor.fail(forms)), at: cursor.since(mark) } as Cause;
}

/** `` after: `Trip.from` > `Trip.to`, about `Trip.to` ``. */
function after(cursor: Cursor): Bare | undefined {
  if (!cursor.isWord('after') || !cursor.isSymbol(':', 1)) return undefined;
  cursor.takePhrase('after');
  cursor.needSymbol(':');
  const rule = condition(cursor);
  if (!cursor.isSymbol(',') || !cursor.isWord('about', 1))
    return { kind: 'condition', condition: rule, after: { about: undefined } };
  cursor.take();
  cursor.takePhrase('about');
  const about = ownedField(cursor, 'a field of a resource in ticks: about `Trip.to`');
  return { kind: 'condition', condition: rule, after: { about } };
}

function simple(cursor: Cursor): Bare | undefined {
  if (cursor.peek().kind !== 'word') return undefined;
  cursor.seek(SIMPLE.keys());
  for (const kind of SIMPLE.get(cursor.peek().lower) ?? []) {
    if (kind === 'same key, other body') {
      if (cursor.isPhrase('same key') && cursor.isSymbol(',', 2) && cursor.isPhrase('other body', 3)) {
        cursor.takePhrase('same key');
        cursor.takeSymbol(',');
        cursor.takePhrase('other body');
        return { kind };
      }
    } else if (cursor.takePhrase(kind)) return { kind };
  }
  return undefined;
}

function isFailure(cursor: Cursor, ahead: number): boolean {
  cursor.seek(FAILURES, ahead);
  const { kind, lower } = cursor.peek(ahead);
  return kind === 'word' && (FAILURES as readonly string[]).includes(lower);
}

function failure(cursor: Cursor): FieldFailure {
  const found = FAILURES.find((word) => cursor.takePhrase(word));
  return found ?? cursor.fail('`blank`, `missing`, `invalid` or `taken`');
}

/** `any field blank`, `` `Todo.title` taken ``, `` body `notify` invalid ``: a field of the body that sets none. */
function ofField(cursor: Cursor): Bare | undefined {
  if (cursor.takePhrase('any field')) return { kind: 'any field', failure: failure(cursor) };
  if (cursor.isWord('body') && isTick(cursor, 1) && isFailure(cursor, 2)) {
    cursor.take();
    const path = ['body', ...fieldPath(cursor, 'a field in ticks')];
    return { kind: 'field', resource: undefined, path, failure: failure(cursor) };
  }
  if (!isTick(cursor) || !isFailure(cursor, 1)) return undefined;
  const token = cursor.take();
  const { owner, path } = withOwner(pathOf(cursor, token, 'a field in ticks: `Todo.title`'));
  const named = owner && { text: owner, at: cursor.text.spanAt(token.from, token.from + owner.length) };
  return { kind: 'field', resource: named || undefined, path, failure: failure(cursor) };
}

function ofResource(cursor: Cursor): Bare | undefined {
  if (cursor.takePhrase('not permitted')) {
    return { kind: 'not permitted', on: cursor.takePhrase('on') ? resource(cursor) : undefined };
  }
  if (cursor.takePhrase('illegal move')) {
    return { kind: 'illegal move', on: cursor.takePhrase('of') ? machine(cursor) : undefined };
  }
  if (cursor.takePhrase('no such')) {
    const named = resource(cursor, '`path`, or a resource: `no such Order`');
    if (!cursor.takePhrase('in')) return { kind: 'no such', resource: named };
    return { kind: 'no such in', resource: named, field: name(cursor, 'a field in ticks') };
  }
  if (cursor.takePhrase('was')) return { kind: 'was', resource: resource(cursor) };
  if (!isResource(cursor) || !cursor.isPhrase('already there', 1)) return undefined;
  const named = resource(cursor);
  cursor.takePhrase('already there');
  return { kind: 'already there', resource: named };
}

/** `Order.status`, kept as one name. */
function machine(cursor: Cursor): Name {
  const { owner, field } = ownedField(cursor, 'a field of type `state` with its resource, as `R.f`');
  return { text: `${owner.text}.${field.text}`, at: { start: owner.at.start, end: field.at.end } };
}

function ofHeader(cursor: Cursor): Bare | undefined {
  if (!cursor.isWord('header') || !isName(cursor, 1) || !cursor.isWord('missing', 2)) return undefined;
  cursor.take();
  const header = name(cursor, 'a header in ticks');
  cursor.takePhrase('missing');
  return { kind: 'header missing', header };
}

/** `` `Open orders` reached ``, `Open orders reached`: the name of a limit is everything before the last word. */
function limitReached(cursor: Cursor): Bare | undefined {
  if (isTick(cursor) && cursor.isWord('reached', 1)) {
    const limit = name(cursor, FORMS);
    cursor.takePhrase('reached');
    return { kind: 'limit reached', limit };
  }
  let words = 0;
  while (cursor.peek(words).kind === 'word') words += 1;
  if (words < 2 || !cursor.isWord('reached', words - 1)) return undefined;
  const mark = cursor.mark;
  for (let i = 1; i < words; i += 1) cursor.take();
  const limit = { text: cursor.textSince(mark), at: cursor.since(mark) };
  cursor.takePhrase('reached');
  return { kind: 'limit reached', limit };
}

function held(cursor: Cursor): Bare | undefined {
  return startsTerm(cursor) ? { kind: 'condition', condition: condition(cursor) } : undefined;
}
