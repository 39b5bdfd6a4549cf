// Whether conditions can be true together: two moves that may both hold, answers of which none may. Comes in: conditions
// about one row at one moment. Goes out: yes, unless every case says no. Each field is tried with the values that the
// conditions can tell apart; what is no plain comparison may be true or false. Notation, part 2, "Conditions".

import type { Condition, Operand } from '../conditions.ts';
import type { Model } from '../model.ts';
import { valueOf } from '../status.ts';
import { isAlwaysSet } from './always-set.ts';
import type { Ground } from './condition-walk.ts';
import { type Domain, type Value, domainOf, isKnown, ordered } from './domains.ts';

/** Past so many cases nobody waits for the answer: then they may. */
const CASES = 20_000;

/** Where the conditions stand; a row that is being made may lack whatever it will have. */
export interface Standing extends Ground {
  readonly isNew?: boolean;
}

/** May all of `hold` be true and all of `fail` false? */
export function mayHold(
  model: Model,
  ground: Standing,
  hold: readonly Condition[],
  fail: readonly Condition[] = [],
): boolean {
  const logic = new Logic(model, ground);
  const holds = hold.map((one) => logic.formula(one));
  const fails = fail.map((one) => logic.formula(one));
  const spaces = logic.spaces();
  if (spaces.reduce((product, space) => product * space.length, 1) > CASES) return true;
  return assignments(spaces, (values) => holds.every((one) => one(values)) && !fails.some((one) => one(values)));
}

/** Is it certain that some row makes them all true? Only of fields whose values callers choose freely. */
export function canHold(model: Model, ground: Standing, hold: readonly Condition[]): boolean {
  const logic = new Logic(model, ground);
  const holds = hold.map((one) => logic.formula(one));
  const spaces = logic.spaces();
  if (!logic.isFree || spaces.reduce((product, space) => product * space.length, 1) > CASES) return false;
  return assignments(spaces, (values) => holds.every((one) => one(values)));
}

type Values = readonly Value[];
type Formula = (values: Values) => boolean;

/** Is there an assignment that passes? */
function assignments(spaces: readonly Values[], passes: (values: Values) => boolean, chosen: Values = []): boolean {
  const space = spaces[chosen.length];
  if (space === undefined) return passes(chosen);
  return space.some((value) => assignments(spaces, passes, [...chosen, value]));
}

/** Turns conditions into formulas over variables: fields with their values, and what can only be true or false. */
class Logic {
  readonly #model: Model;
  readonly #ground: Standing;
  readonly #places = new Map<string, number>();
  readonly #spaces: (() => Values)[] = [];
  readonly #literals = new Map<string, Set<string>>();
  /** Every variable is a field that a caller may give any value of its type. */
  isFree = true;

  constructor(model: Model, ground: Standing) {
    this.#model = model;
    this.#ground = ground;
  }

  spaces(): readonly Values[] {
    return this.#spaces.map((space) => space());
  }

  formula(condition: Condition): Formula {
    switch (condition.kind) {
      case 'and':
      case 'or': {
        const items = condition.items.map((item) => this.formula(item));
        return condition.kind === 'and'
          ? (values) => items.every((item) => item(values))
          : (values) => items.some((item) => item(values));
      }
      case 'not': {
        const item = this.formula(condition.item);
        return (values) => !item(values);
      }
      case 'compare':
        return this.#comparison(condition, condition.operator, [condition.right]);
      case 'in':
        return this.#comparison(condition, '=', condition.values);
      case 'is-set':
      case 'is-blank': {
        const place = this.#field(condition.operand);
        if (place === undefined) return this.#opaque(condition);
        return condition.kind === 'is-set'
          ? (values) => values[place] !== null
          : (values) => values[place] === null || String(values[place]).trim() === '';
      }
      case 'exists': {
        const there = this.#opaque({ ...condition, negated: false });
        return condition.negated ? (values) => !there(values) : there;
      }
      default:
        return this.#opaque(condition);
    }
  }

  /** A field beside literals; anything else is true or false as a whole. */
  #comparison(
    condition: Extract<Condition, { kind: 'compare' | 'in' }>,
    operator: Extract<Condition, { kind: 'compare' }>['operator'],
    right: readonly Operand[],
  ): Formula {
    const domain = this.#domain(condition.left);
    const literals = right.map((operand) => (domain ? literalOf(operand, domain) : undefined));
    const known = literals.filter((one) => one !== undefined);
    if (!domain || known.length < right.length || !isKnown(domain, operator))
      return condition.kind === 'compare' && [condition.left, condition.right].every((each) => each.kind !== 'now')
        ? this.#pair(condition)
        : this.#opaque(condition);
    const place = this.#field(condition.left, known);
    return (values) => {
      const value = values[place!] ?? null;
      return known.some((literal) => literal !== null && value !== null && domain.compare(operator, value, literal));
    };
  }

  /** The place of a field among the variables. */
  #field(operand: Operand, literals: readonly Value[] = []): number | undefined {
    const domain = this.#domain(operand);
    if (!domain) return undefined;
    if (!isFreelyChosen(domain)) this.isFree = false;
    const seen = this.#literals.get(domain.name) ?? new Set();
    this.#literals.set(domain.name, seen);
    for (const literal of literals) if (literal !== null) seen.add(literal);
    return this.#place(domain.name, () => [
      ...domain.values([...seen]),
      ...(this.#ground.isNew !== true && isAlwaysSet(this.#model, domain.resource, domain.field) ? [] : [null]),
    ]);
  }

  #domain(operand: Operand): Domain | undefined {
    return domainOf(this.#model, operand, this.#ground);
  }

  #opaque(condition: Condition): Formula {
    this.isFree = false;
    const place = this.#place(nameOf(condition), () => ['true', null]);
    return (values) => values[place] !== null;
  }

  /**
   * Of two values that nobody knows one is less, or they are equal, or one is missing: never two of these. `now` is left
   * out: of rows that time moves it may be two instants.
   */
  #pair({ operator, left, right }: Extract<Condition, { kind: 'compare' }>): Formula {
    const [one, other] = [nameOf(left), nameOf(right)];
    const isTurned = other < one;
    const name = isTurned ? `${other} beside ${one}` : `${one} beside ${other}`;
    this.isFree = false;
    const place = this.#place(name, () => ['-1', '0', '1', null]);
    return (values) => {
      const sign = values[place] ?? null;
      return sign !== null && ordered(operator, isTurned ? -Number(sign) : Number(sign), 0);
    };
  }

  #place(name: string, space: () => Values): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.#spaces.length);
    return this.#spaces.push(space) - 1;
  }
}

/** The same for what says the same, wherever it stands. */
function nameOf(said: Condition | Operand): string {
  return JSON.stringify(said, (key, value: unknown) => (key === 'at' ? undefined : value));
}

/** Callers set it, and no bound of its type or of Allowed values narrows it. */
function isFreelyChosen({ field }: Domain): boolean {
  const type = valueOf(field.type);
  const plain = type?.kind === 'nullable' ? type.of : type;
  if (!plain || plain.kind === 'state' || 'min' in plain || 'max' in plain) return false;
  return valueOf(field.setBy)?.kind === 'caller' && field.allowed.status === 'any';
}

/** Null for nothing, undefined for what is no literal of that domain. */
function literalOf(operand: Operand, domain: Domain): Value | undefined {
  switch (operand.kind) {
    case 'null':
      return null;
    case 'text':
    case 'number':
    case 'boolean':
      return domain.literal(String(operand.value));
    default:
      return undefined;
  }
}
