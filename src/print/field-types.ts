// Types, requirements, constraints → their words. In: the model's values. Out: text that the grammars read as the same.
// Notation, part 2, heads Type, Required, Present, Allowed values.

import { ticked } from '../base/ticked.ts';
import type { Constraint, FieldType } from '../model/field-types.ts';
import type { Presence, Required } from '../model/resources.ts';
import { printCondition } from './conditions.ts';
import { ticks } from './markdown.ts';
import { printResource } from './names.ts';
import { printLiteral, printPattern } from './operands.ts';

export function printType(type: FieldType): string {
  switch (type.kind) {
    case 'string':
      return `string${printSize(type.min, type.max)}${type.quotesOptional ? ', quotes optional' : ''}`;
    case 'secret':
      return `secret${printSize(type.min, type.max)}`;
    case 'integer':
    case 'number':
      return `${type.kind}${behind(printBounds(type.min, type.max))}`;
    case 'decimal':
      return `decimal(${type.scale})${behind(printBounds(type.min, type.max))}`;
    case 'date-time':
      return type.asSent ? 'date-time, as sent' : 'date-time';
    case 'one-of':
      return `one of ${ticks(type.values)}`;
    case 'array':
      return `array of ${printElement(type.of)}${type.sorted ? ', sorted' : ''}${type.style ? `, ${type.style}` : ''}`;
    case 'set':
    case 'map':
      return `${type.kind} of ${printElement(type.of)}`;
    case 'nullable':
      return `${type.of.kind === 'nullable' ? `(${printType(type.of)})` : printType(type.of)} or null`;
    case 'resource':
      return printResourceType(type);
    case 'same-as':
      return `as ${ticked([...(type.owner === undefined ? [] : [type.owner]), ...type.path].join('.'))}`;
    default:
      return type.kind;
  }
}

/** In brackets where a suffix or a list of fields would be read as belonging to what stands around it. */
function printElement(type: FieldType): string {
  const open =
    type.kind === 'nullable' ||
    (type.kind === 'array' && (type.sorted || type.style !== undefined)) ||
    (type.kind === 'resource' && (type.without !== undefined || type.only !== undefined));
  return open ? `(${printType(type)})` : printType(type);
}

function printResourceType(type: Extract<FieldType, { kind: 'resource' }>): string {
  const by = type.by ? ` by ${ticked(type.by.text)}` : '';
  return `${printResource(type.resource)}${by}${printCut(type)}`;
}

/** ``as `Profile` without `a`, `b` ``, with a space in front. */
export function printCut(cut: Pick<Extract<FieldType, { kind: 'resource' }>, 'view' | 'without' | 'only'>): string {
  const view = cut.view ? ` as ${ticked(cut.view.text)}` : '';
  const without = cut.without ? ` without ${ticks(cut.without)}` : '';
  return `${view}${without}${cut.only ? ` only ${ticks(cut.only)}` : ''}`;
}

function printSize(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return max === undefined ? '' : `(${max})`;
  return `(${min}..${max ?? ''})`;
}

function printBounds(min: string | undefined, max: string | undefined): string {
  if (min !== undefined && max !== undefined) return `${min}..${max}`;
  if (min !== undefined) return `>= ${min}`;
  return max === undefined ? '' : `<= ${max}`;
}

function behind(words: string): string {
  return words === '' ? '' : ` ${words}`;
}

export function printRequired(required: Required): string {
  return required.kind === 'if' ? `if ${printCondition(required.condition)}` : required.kind;
}

export function printPresence(presence: Presence): string {
  return presence.kind === 'if' ? `if ${printCondition(presence.condition)}` : presence.kind;
}

export function printConstraints(constraints: readonly Constraint[]): string {
  return constraints.map(printConstraint).join(', ');
}

function printConstraint(constraint: Constraint): string {
  switch (constraint.kind) {
    case 'values':
      return constraint.values.map(printLiteral).join(', ');
    case 'range':
      return printBounds(constraint.min, constraint.max);
    case 'matches':
      return `matches ${printPattern(constraint.pattern)}`;
    case 'not-blank':
      return 'not blank';
    case 'items':
    case 'characters':
      return constraint.min === undefined
        ? `at most ${constraint.max} ${constraint.kind}`
        : `at least ${constraint.min} ${constraint.kind}`;
  }
}
