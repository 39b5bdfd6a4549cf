// Whether conditions can be true together: two moves that may both hold, answers none of which may. Input: conditions about one
// row and one request at one moment. Output: yes, unless it is certain that they cannot. All code that needs to know what
// excludes what, or whether all cases are covered, asks here. Notation, part 2, "Conditions".

import type { CompareOperator, Condition } from '../../notation/values/conditions.ts';
import type { Operand } from '../../notation/values/operands.ts';
import type { Model } from '../../model/model.ts';
import {
  constantOf,
  saidOf,
  sideOf,
  type ConditionTerm,
  type SentenceMarks,
  type Side,
  type Standing,
} from './condition-terms.ts';
import { namedIn } from './gone-states.ts';
import type { LiteralOperand } from './operand-types.ts';
import { FALSE, ZERO, negated, type Constant, type Formula } from '../document/formula.ts';
import { isSatisfiable } from './satisfiable.ts';

/** May all of `hold` be true and all of `fail` false? */
export function mayHold(
  model: Model,
  ground: Standing,
  hold: readonly Condition[],
  fail: readonly Condition[] = [],
): boolean {
  const formulas = [...hold, ...fail].map((one, place) => new Sentence(model, ground, one, place).formula());
  const of = formulas.map((one, place) => (place < hold.length ? one : negated(one)));
  return isSatisfiable({ kind: 'all', of }) !== false;
}

/** Is it certain that some row makes them all true? Only of fields whose values callers choose freely. */
export function canHold(model: Model, ground: Standing, hold: readonly Condition[]): boolean {
  const sentences = hold.map((one, place) => new Sentence(model, ground, one, place));
  const of = sentences.map((one) => one.formula());
  return sentences.every((one) => one.isFree) && isSatisfiable({ kind: 'all', of }) === true;
}

/** Constants by the names of terms that are equal to them wherever a condition holds. */
export type Pins = ReadonlyMap<string, string>;

/** Of two conditions on one ground that pin one term to different constants at most one holds. */
export function pinsOf(model: Model, ground: Standing, condition: Condition): Pins {
  return new Map(pinned(new Sentence(model, ground, condition, 0).formula()));
}

function pinned(formula: Formula): readonly (readonly [term: string, constant: string])[] {
  if (formula.kind === 'all') return formula.of.flatMap(pinned);
  const isPin = formula.kind === 'order' && formula.operator === '=' && !formula.right;
  return isPin ? [[formula.left.name, written(formula.by)]] : [];
}

/** The same for the same constant: `1.50` is `1.5`. */
function written(constant: Constant): string {
  if (constant.kind === 'text') return `"${constant.text}`;
  let { digits, scale } = constant;
  for (; scale > 0 && digits % 10n === 0n; scale -= 1) digits /= 10n;
  return `${digits} ${scale}`;
}

const TURNED = { '=': '=', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** One condition, with what distinguishes it from others. */
class Sentence {
  readonly #model: Model;
  readonly #ground: Standing;
  readonly #condition: Condition;
  readonly #marks: SentenceMarks;
  /** It looks at nothing but fields that a caller may give any value of their types. */
  isFree = true;

  constructor(model: Model, ground: Standing, condition: Condition, place: number) {
    this.#model = model;
    this.#ground = ground;
    this.#condition = condition;
    const named = [...namedIn(model, condition, ground)].map(([machine, states]) => [machine, ...[...states].sort()]);
    this.#marks = {
      named: named.length === 0 ? '' : ` beside ${JSON.stringify(named.sort())}`,
      instant: ground.hasManyInstants === true && looksAtClock(condition) ? ` of ${place}` : '',
    };
  }

  formula(condition = this.#condition): Formula {
    switch (condition.kind) {
      case 'and':
      case 'or':
        return { kind: condition.kind === 'and' ? 'all' : 'any', of: condition.items.map((one) => this.formula(one)) };
      case 'not':
        return negated(this.formula(condition.item));
      case 'compare':
        return this.#comparison(condition.operator, condition.left, condition.right);
      case 'in':
        return { kind: 'any', of: condition.values.map((one) => this.#comparison('=', condition.left, one)) };
      case 'is-set':
        return this.#isThere(this.#side(condition.operand));
      case 'is-blank': {
        const side = this.#side(condition.operand);
        if (side.kind === 'some') return this.#flag(`${side.name} is blank`);
        const absent = negated(this.#isThere(side));
        if (side.kind !== 'term' || !BLANK.has(side.term.family)) return absent;
        return { kind: 'any', of: [absent, { kind: 'blank', term: side.term, is: true }] };
      }
      case 'exists':
      case 'count': {
        const { resource, where } = condition;
        const count = { ...COUNT, name: this.#marked(`count of ${resource.text} ${where ? saidOf(where) : ''}`) };
        this.isFree = false;
        return condition.kind === 'count'
          ? this.#terms(condition.operator, count, this.#side(condition.right))
          : this.#order(count, condition.negated ? '<' : '>=', undefined, ONE);
      }
      default:
        return this.#flag(saidOf(condition));
    }
  }

  #side(operand: Operand): Side {
    return sideOf(this.#model, operand, this.#ground, this.#marks);
  }

  #comparison(operator: CompareOperator, left: Operand, right: Operand): Formula {
    const [one, other] = [this.#side(left), this.#side(right)];
    if (one.kind === 'nothing' || other.kind === 'nothing') return FALSE;
    if (one.kind === 'term') return this.#terms(operator, one.term, other);
    return other.kind === 'term' ? this.#terms(TURNED[operator], other.term, one) : this.#pair(operator, one, other);
  }

  #terms(operator: CompareOperator, left: ConditionTerm, side: Side): Formula {
    if (!left.isFree) this.isFree = false;
    if (side.kind === 'nothing') return FALSE;
    if (side.kind === 'literal') return this.#literal(operator, left, side.literal);
    const sides = side.kind === 'term' ? alike(left, side.term) : undefined;
    this.isFree = false;
    return sides
      ? this.#order(sides[0], operator, sides[1], ZERO)
      : this.#pair(operator, { kind: 'term', term: left }, side);
  }

  #literal(operator: CompareOperator, term: ConditionTerm, literal: LiteralOperand): Formula {
    const written = String(literal.value);
    const by = term.type && constantOf(term.type, written);
    // Text has an order, but not between any two texts is there another one.
    if (!by || (term.family === 'text' && operator !== '=' && operator !== '!=')) this.isFree = false;
    if (by) return this.#order(term, operator, undefined, by);
    const name = `${term.type ? JSON.stringify(term.type) : term.name} ${written}`;
    return this.#order(term, operator, { ...ALONE, name }, ZERO);
  }

  #order(left: ConditionTerm, operator: CompareOperator, right: ConditionTerm | undefined, by: Constant): Formula {
    const there = [...left.there, ...(right?.there ?? [])].map((name): Formula => ({ kind: 'flag', name, is: true }));
    const offset = BigInt((right?.offset ?? 0) - (left.offset ?? 0));
    const moved =
      by.kind === 'number' && offset !== 0n ? { ...by, digits: by.digits + offset * 10n ** BigInt(by.scale) } : by;
    return { kind: 'all', of: [...there, { kind: 'order', left, operator, ...(right && { right }), by: moved }] };
  }

  /**
   * Of two unknown values one is less, or they are equal, or one is missing: never two of these. What else they
   * are compared with does not matter for that.
   */
  #pair(operator: CompareOperator, left: Side, right: Side): Formula {
    const [one, other] = [nameOf(left), nameOf(right)];
    const isTurned = other < one;
    const name = this.#marked(isTurned ? `${other} beside ${one}` : `${one} beside ${other}`);
    this.isFree = false;
    // One value may be equal and another one not: neither says anything about the other.
    if (left.kind === 'some' || right.kind === 'some')
      return { kind: 'flag', name: `${name} ${isTurned ? TURNED[operator] : operator}`, is: true };
    const there = [name, ...[left, right].flatMap((side) => (side.kind === 'term' ? side.term.there : []))];
    return this.#order({ ...ALONE, name, there }, isTurned ? TURNED[operator] : operator, undefined, ZERO);
  }

  #isThere(side: Side): Formula {
    if (side.kind !== 'term') return this.#flag(`${nameOf(side)} is set`);
    if (!side.term.isFree) this.isFree = false;
    // A reference is set where it leads to a row, whatever that row shows.
    return { kind: 'all', of: side.term.there.slice(0, 1).map((name) => ({ kind: 'flag', name, is: true })) };
  }

  #flag(said: string): Formula {
    this.isFree = false;
    return { kind: 'flag', name: this.#marked(said), is: true };
  }

  /** What looks at other rows, or at the clock, says the same only in sentences with the same marks. */
  #marked(said: string): string {
    return `${said}${this.#marks.named}${this.#marks.instant}`;
  }
}

function looksAtClock(condition: Condition): boolean {
  return saidOf(condition).includes('"kind":"now"');
}

/** A name for one side of a comparison. */
function nameOf(side: Side): string {
  switch (side.kind) {
    case 'term':
      return `${side.term.name} ${side.term.offset ?? 0}`;
    case 'several':
    case 'some':
      return side.name;
    case 'literal':
      return saidOf(side.literal);
    case 'nothing':
      return 'null';
  }
}

/** Of other kinds no value is blank. */
const BLANK: ReadonlySet<string> = new Set(['text', 'unknown']);

const ONE: Constant = { kind: 'number', digits: 1n, scale: 0 };

const ALONE = { name: '', family: 'unknown', type: undefined, there: [], isFree: false } as const;

const COUNT = { ...ALONE, family: 'number', type: { kind: 'integer' }, scale: 0, least: ZERO } as const;

/** Both as values of one order; undefined: nothing more is known than how these two compare. */
function alike(left: ConditionTerm, right: ConditionTerm): readonly [ConditionTerm, ConditionTerm] | undefined {
  const isUnknown = left.family === 'unknown' || right.family === 'unknown';
  if (isUnknown || (left.isRow === true && right.isRow === true)) return undefined;
  if (left.family === right.family) return [left, right];
  const wider = WIDER.get(`${left.family} ${right.family}`);
  return wider && [as(wider, left), as(wider, right)];
}

/** A number beside a double is the nearest double, a date beside an instant its first moment. */
const WIDER: ReadonlyMap<string, 'double' | 'instant'> = new Map([
  ['number double', 'double'],
  ['double number', 'double'],
  ['date instant', 'instant'],
  ['instant date', 'instant'],
]);

function as(family: 'double' | 'instant', term: ConditionTerm): ConditionTerm {
  if (term.family === family) return term;
  return { name: `${term.name} as ${family}`, there: term.there, isFree: false, type: term.type, family };
}
