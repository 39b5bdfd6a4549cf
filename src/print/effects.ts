// What a call does, what a deletion takes with it → their words. In: the model's values. Out: text that the grammars
// read as the same. Notation, part 4, "Does"; part 2, "When deleted", "Unique".

import { ticked } from '../base/ticked.ts';
import type { Assignment, Effect } from '../model/effects.ts';
import type { DeletionRule, UniqueGroup } from '../model/resources.ts';
import type { Name } from '../model/status.ts';
import { printCondition, printWhere } from './conditions.ts';
import { ticks } from './markdown.ts';
import { printResource } from './names.ts';
import { printOperand } from './operands.ts';

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
      return `lists values of ${ownedField(effect.target, effect.field)}`;
    case 'moves':
    case 'moves every': {
      const to = effect.to ? ` to ${ticked(effect.to.text)}` : '';
      return `${effect.kind} ${ownedField(effect.target, effect.field)}${to}${printWhere(effect.where)}`;
    }
    case 'creates':
    case 'creates or keeps': {
      const given = effect.with.length > 0 ? ` with ${printAssignments(effect.with)}` : '';
      return `${effect.kind} ${printResource(effect.target)}${given}`;
    }
    case 'creates every in body':
      return `creates every ${printResource(effect.target)} in body`;
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
export function ownedField(owner: Name, field: Name): string {
  const words = `${owner.text}.${field.text}`;
  return /^\p{Lu}[\p{L}\d_]*(?:\.[\p{L}_][\p{L}\d_]*)+$/u.test(words) ? words : ticked(words);
}

function printAlso(also: readonly Name[] | undefined): string {
  return also ? `, also ${ticks(also)}` : '';
}

function printAssignments(assignments: readonly Assignment[]): string {
  return assignments.map(({ field, value }) => `${ticked(field.text)} = ${printOperand(value)}`).join(', ');
}

export function printDeletionRules(rules: readonly DeletionRule[]): string {
  return rules
    .map((rule) => {
      const target = `${rule.kind} ${printResource(rule.resource)}`;
      if (rule.kind === 'deletes every') return `${target}${printWhere(rule.where)}`;
      return rule.where ? `${target} (${printCondition(rule.where)})` : target;
    })
    .join('; ');
}

export function printUnique(group: UniqueGroup): string {
  return `${ticks(group.fields)}${group.ignoringCase ? ' ignoring case' : ''}`;
}
