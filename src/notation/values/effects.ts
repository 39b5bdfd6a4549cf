// What an operation does: its type, how it is read and printed. Notation, part 4, `Does`.

import type { Syntax } from '../grammar/syntax.ts';
import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Name } from '../slot.ts';
import { type Condition, printWhere, where } from './conditions.ts';
import { type Arithmetic, arithmetic, formulaOperands, printArithmetic } from './formulas.ts';
import { name, names, ownedField, printResource, resource, tickedList, tickedName, ticks } from './names.ts';
import { type Operand, printOperand, rightOperand } from './operands.ts';

/** `` with `f` = value ``, `` sets `f` = this `f` - body `amount` ``. */
export interface Assignment {
  readonly field: Name;
  readonly value: AssignedValue;
}

export type AssignedValue =
  | Operand
  /** At least one operator. */
  | { readonly kind: 'arithmetic'; readonly expression: Arithmetic; readonly at: Span };

/** What it is made from. */
export function operandsOfValue(value: AssignedValue): readonly Operand[] {
  return value.kind === 'arithmetic' ? formulaOperands(value.expression) : [value];
}

export type Effect =
  /** One row; `target` is a resource or the word `caller`. `ifThere`: `deletes R if there`. */
  | {
      readonly kind: 'reads' | 'updates' | 'merges into' | 'replaces' | 'deletes';
      readonly target: Name;
      readonly where: Condition | undefined;
      readonly ifThere: boolean;
      /** `` reads R, also `removed` ``: states of kind `gone` that are not absent here. */
      readonly also?: readonly Name[];
      /** `target` was the word `caller`: the row is the one that calls. */
      readonly ofCaller?: true;
      readonly at: Span;
    }
  | {
      readonly kind: 'updates every' | 'deletes every' | 'lists';
      readonly target: Name;
      readonly where: Condition | undefined;
      readonly also?: readonly Name[];
      readonly at: Span;
    }
  | { readonly kind: 'lists values'; readonly target: Name; readonly field: Name; readonly at: Span }
  /** Without `to` part 3's rows decide. */
  | {
      readonly kind: 'moves' | 'moves every';
      readonly target: Name;
      readonly field: Name;
      readonly to: Name | undefined;
      readonly where: Condition | undefined;
      readonly at: Span;
    }
  | {
      readonly kind: 'creates' | 'creates or keeps';
      readonly target: Name;
      readonly with: readonly Assignment[];
      readonly at: Span;
    }
  /** `` creates every R in body, with `f` = value ``: one for each item of the list of R that the body has. */
  | {
      readonly kind: 'creates every in body';
      readonly target: Name;
      readonly with: readonly Assignment[];
      readonly at: Span;
    }
  | { readonly kind: 'creates or replaces'; readonly target: Name; readonly at: Span }
  | { readonly kind: 'sets'; readonly assignments: readonly Assignment[]; readonly at: Span }
  | { readonly kind: 'signs in'; readonly target: Name; readonly by: readonly Name[]; readonly at: Span }
  | { readonly kind: 'issues token'; readonly target: Name; readonly at: Span }
  | { readonly kind: 'ends token'; readonly at: Span };

const FORMS =
  '`creates R`, `reads R`, `lists R where …`, `updates R`, `merges into R`, `replaces R`, `deletes R`, `moves R.f`, `creates or replaces R`, `sets …`, `signs in R by …`, `issues token for R`, `ends token`, several divided by `;`';

export const parseEffects: Parser<readonly Effect[]> = parserOf((cursor) => {
  const effects: Effect[] = [];
  do effects.push(effect(cursor));
  while (cursor.takeSymbol(';'));
  return effects;
}, 'effects');

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
    return { kind: 'creates every in body', target: row, with: given(cursor) };
  }
  if (cursor.takePhrase('or replaces')) return { kind: 'creates or replaces', target: target(cursor) };
  if (cursor.takePhrase('or keeps')) {
    const row = target(cursor);
    cursor.needPhrase('with', 'with `f` = …: what makes it the same one');
    return { kind: 'creates or keeps', target: row, with: assignments(cursor) };
  }
  const row = target(cursor);
  return { kind: 'creates', target: row, with: given(cursor) };
}

function given(cursor: Cursor): readonly Assignment[] {
  return cursor.takePhrase('with') ? assignments(cursor) : [];
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
  const { owner, field } = ownedField(cursor, 'a field of type `state` with its resource, as `R.f`');
  const to = cursor.takePhrase('to') ? tickedName(cursor, 'a state in ticks') : undefined;
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
function assignedValue(cursor: Cursor): AssignedValue {
  const mark = cursor.mark;
  const isBracketed = cursor.isSymbol('(');
  const expression = arithmetic(cursor, rightOperand);
  if (expression.kind === 'operand' && !isBracketed) return expression.operand;
  if (expression.kind === 'operand' || !formulaOperands(expression).every(mayBeNumber))
    cursor.fail(AMOUNTS, cursor.since(mark));
  return { kind: 'arithmetic', expression, at: cursor.since(mark) };
}

function mayBeNumber({ kind }: Operand): boolean {
  return kind === 'field' || kind === 'number' || kind === 'parameter';
}

const AMOUNTS =
  'numbers, `{param}` and fields with their owner, with `+` `-` `*` `/` between them: this `stock` - body `amount`';

function assignments(cursor: Cursor): readonly Assignment[] {
  const found: Assignment[] = [];
  do {
    const field = name(cursor, 'a field in ticks and `=`');
    cursor.needSymbol('=', '`=` and a value');
    found.push({ field, value: assignedValue(cursor) });
  } while (cursor.takeSymbol(',') || cursor.takePhrase('and'));
  return found;
}

export function printEffects(effects: readonly Effect[]): string {
  return effects.map(printEffect).join('; ');
}

function printEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'reads':
    case 'updates':
    case 'merges into':
    case 'replaces':
    case 'deletes': {
      const target = effect.target.text === 'caller' ? 'caller' : printResource(effect.target);
      const words = `${effect.kind} ${target}${effect.ifThere ? ' if there' : ''}`;
      return `${words}${printWhere(effect.where)}${printAlso(effect.also)}`;
    }
    case 'updates every':
    case 'deletes every':
    case 'lists':
      return `${effect.kind} ${printResource(effect.target)}${printWhere(effect.where)}${printAlso(effect.also)}`;
    case 'lists values':
      return `lists values of ${printOwnedField(effect.target, effect.field)}`;
    case 'moves':
    case 'moves every': {
      const to = effect.to ? ` to ${ticked(effect.to.text)}` : '';
      return `${effect.kind} ${printOwnedField(effect.target, effect.field)}${to}${printWhere(effect.where)}`;
    }
    case 'creates':
    case 'creates or keeps':
      return `${effect.kind} ${printResource(effect.target)}${printGiven(effect.with)}`;
    case 'creates every in body':
      return `creates every ${printResource(effect.target)} in body${printGiven(effect.with)}`;
    case 'creates or replaces':
      return `creates or replaces ${printResource(effect.target)}`;
    case 'sets':
      return `sets ${printAssignments(effect.assignments)}`;
    case 'signs in':
      return `signs in ${printResource(effect.target)} by ${effect.by.map((name) => ticked(name.text)).join(' and ')}`;
    case 'issues token':
      return `issues token for ${printResource(effect.target)}`;
    case 'ends token':
      return 'ends token';
  }
}

/** `Order.status`, in ticks where a bare word could not hold it. */
export function printOwnedField(owner: Name, field: Name): string {
  const words = `${owner.text}.${field.text}`;
  return /^\p{Lu}[\p{L}\d_]*(?:\.[\p{L}_][\p{L}\d_]*)+$/u.test(words) ? words : ticked(words);
}

function printAlso(also: readonly Name[] | undefined): string {
  return also ? `, also ${ticks(also)}` : '';
}

function printValue(value: AssignedValue): string {
  return value.kind === 'arithmetic' ? printArithmetic(value.expression) : printOperand(value);
}

function printGiven(assignments: readonly Assignment[]): string {
  return assignments.length > 0 ? ` with ${printAssignments(assignments)}` : '';
}

function printAssignments(assignments: readonly Assignment[]): string {
  return assignments.map(({ field, value }) => `${ticked(field.text)} = ${printValue(value)}`).join(', ');
}

export const EFFECTS: Syntax<readonly Effect[]> = {
  parse: parseEffects,
  print: printEffects,
  forms: 'what happens with which rows, e.g. `reads Order`, or `none`',
  offers: [
    'reads …',
    'lists …',
    'creates …',
    'updates …',
    'merges into …',
    'replaces …',
    'deletes …',
    'moves …',
    'none',
  ],
};
