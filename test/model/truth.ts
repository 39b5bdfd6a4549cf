// A second, plain answer to "is there a row for which …?", for the computation: conditions are judged over made-up rows, one
// choice after the other. A field is asked for when a condition first needs it; what no row can settle is chosen, too.

import type { Condition } from '../../src/notation/values/conditions.ts';
import type { Operand } from '../../src/notation/values/operands.ts';
import type { Model } from '../../src/model/model.ts';
import type { Field } from '../../src/notation/resources.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { bodyOf } from '../../src/analysis/document/inputs.ts';

type Holds = (condition: Condition) => boolean;

/** Is there a row of the resource for which the test passes? `isNew`: it may lack anything. */
export function someRow(model: Model, resource: string, test: (holds: Holds) => boolean, isNew = false): boolean {
  for (const choices: number[] = []; ;) {
    const world = new World(model, resource, isNew, choices);
    if (test((condition) => world.holds(condition))) return true;
    // The next path through the choices: the last one that has another way.
    while (choices.length > 0 && choices.at(-1)! + 1 >= world.ways[choices.length - 1]!) choices.pop();
    if (choices.length === 0) return false;
    choices[choices.length - 1]! += 1;
  }
}

class World {
  readonly ways: number[] = [];
  readonly #model: Model;
  readonly #resource: string;
  readonly #isNew: boolean;
  readonly #choices: number[];
  readonly #known = new Map<string, unknown>();

  constructor(model: Model, resource: string, isNew: boolean, choices: number[]) {
    this.#model = model;
    this.#resource = resource;
    this.#isNew = isNew;
    this.#choices = choices;
  }

  holds(condition: Condition): boolean {
    switch (condition.kind) {
      case 'and':
        return condition.items.every((item) => this.holds(item));
      case 'or':
        return condition.items.some((item) => this.holds(item));
      case 'not':
        return !this.holds(condition.item);
      case 'exists':
        return this.#either({ ...condition, negated: false }) !== condition.negated;
      case 'is-set':
      case 'is-blank': {
        const field = this.#field(condition.operand);
        if (!field) return this.#either(condition);
        const value = this.#value(field);
        return condition.kind === 'is-set' ? value !== null : value === null || value.trim() === '';
      }
      case 'compare':
        return this.#compared(condition, condition.operator, [condition.right]);
      case 'in':
        return this.#compared(condition, '=', condition.values);
      default:
        return this.#either(condition);
    }
  }

  #compared(condition: Condition & { readonly left: Operand }, operator: string, right: readonly Operand[]): boolean {
    const field = this.#field(condition.left);
    const texts = right.map((one) => ('value' in one ? String(one.value) : one.kind === 'null' ? null : undefined));
    const isNumber = field && /integer|number|decimal/.test(typeOf(field));
    if (!field || texts.includes(undefined) || (!isNumber && operator !== '=' && operator !== '!='))
      return this.#either(condition);
    const value = this.#value(field);
    return texts.some((text) => {
      if (value === null || text === null || text === undefined) return false;
      const order = isNumber ? Number(value) - Number(text) : value === text ? 0 : NaN;
      if (operator === '=' || operator === '!=') return (order === 0) === (operator === '=');
      return operator.startsWith('<')
        ? order < 0 || (order === 0 && operator === '<=')
        : order > 0 || (order === 0 && operator === '>=');
    });
  }

  #field(operand: Operand): Field | undefined {
    if (operand.kind !== 'field' || ![undefined, 'this', this.#resource].includes(operand.owner)) return undefined;
    const field = this.#model.fields.get(`${this.#resource}.${operand.path.join('.')}`);
    return field && PLAIN.test(typeOf(field)) ? field : undefined;
  }

  #value(field: Field): string | null {
    return this.#chosen(`field ${field.name.text}`, () => this.#candidates(field)) as string | null;
  }

  #either(condition: Condition): boolean {
    return this.#chosen(said(condition), () => [true, false]) as boolean;
  }

  #chosen(key: string, candidates: () => readonly unknown[]): unknown {
    if (this.#known.has(key)) return this.#known.get(key);
    const all = candidates();
    const at = this.ways.length;
    this.ways.push(all.length);
    if (at === this.#choices.length) this.#choices.push(0);
    const value = all[this.#choices[at]!];
    this.#known.set(key, value);
    return value;
  }

  #candidates(field: Field): readonly (string | null)[] {
    const type = typeOf(field);
    const none = this.#isNew || !this.#isThere(field) ? [null] : [];
    if (type === 'boolean') return ['true', 'false', ...none];
    if (type === 'one-of') return [...choicesOf(field), ...none];
    const machine = type === 'state' ? this.#model.machines.get(`${this.#resource}.${field.name.text}`) : undefined;
    if (machine?.states.written && machine.states.mark !== 'open')
      return [...machine.states.items.map((state) => state.name.text), ...none];
    const { document } = this.#model;
    // Whatever the document writes as a value, what stands next to it, and something else.
    const written = JSON.stringify([document.states, document.endpoints, document.errors]).matchAll(
      /"kind":"(?:text|number)","value":"((?:[^"\\]|\\.)*)"/g,
    );
    const values = [...new Set([...written].map((match) => JSON.parse(`"${match[1]!}"`) as string))];
    if (!/integer|number|decimal/.test(type)) return [...values, ' '.repeat(9), values.join('') + '!', ...none];
    const steps = type === 'integer' ? [-1, 0, 1] : [-1, -0.001, 0, 0.001, 1];
    const numbers = values.map(Number).filter(Number.isFinite);
    return [...new Set(['0', ...numbers.flatMap((one) => steps.map((step) => String(one + step)))]), ...none];
  }

  #isThere(field: Field): boolean {
    if (valueOf(field.required)?.kind !== 'yes' || valueOf(field.type)?.kind === 'nullable') return false;
    const setBy = valueOf(field.setBy);
    if (setBy?.kind === 'service') return ['new id', 'now', 'state'].includes(setBy.rule.kind);
    if (setBy?.kind !== 'caller') return false;
    const name = field.name.text;
    return [...this.#model.operations.values()].every((linked) =>
      (valueOf(linked.facts.does) ?? []).every((effect) => {
        if (!effect.kind.startsWith('creates') || !('target' in effect) || effect.target.text !== this.#resource)
          return true;
        const body = bodyOf(this.#model, linked);
        const isSent = body.kind === 'fields' && body.fields.some((one) => one.sets?.field === field);
        const isAssigned = 'with' in effect && effect.with.some((one) => one.field.text === name);
        return (
          isSent || isAssigned || (effect.kind.includes('replaces') && linked.operation.path.includes(`{${name}}`))
        );
      }),
    );
  }
}

const PLAIN = /^(?:boolean|one-of|state|string|integer|number|decimal)$/;

function typeOf(field: Field): string {
  const type = valueOf(field.type);
  return (type?.kind === 'nullable' ? type.of.kind : type?.kind) ?? 'unknown';
}

function choicesOf(field: Field): readonly string[] {
  const type = valueOf(field.type);
  const inner = type?.kind === 'nullable' ? type.of : type;
  return inner?.kind === 'one-of' ? inner.values.map((one) => one.text) : [];
}

function said(condition: Condition): string {
  return JSON.stringify(condition).replace(/,"at":\{"start":\d+,"end":\d+\}/g, '');
}
