// Causes of a refusal, and moves between states → their words. In: the model's values. Out: text that the grammars
// read as the same. Notation, parts 7 and 3.

import { ticked } from '../base/ticked.ts';
import type { Cause } from '../model/errors.ts';
import type { AnyOtherMove, By, From, To } from '../model/states.ts';
import { printCondition } from './conditions.ts';
import { ticks } from './markdown.ts';
import { printResource } from './names.ts';
import { printDuration } from './operands.ts';

export function printCauses(causes: readonly Cause[]): string {
  return causes.map(printCause).join(', ');
}

function printCause(cause: Cause): string {
  switch (cause.kind) {
    case 'any field':
      return `any field ${cause.failure}`;
    case 'field':
      return `${ticked([...(cause.resource ? [cause.resource.text] : []), ...cause.path].join('.'))} ${cause.failure}`;
    case 'not permitted':
      return cause.on ? `not permitted on ${printResource(cause.on)}` : cause.kind;
    case 'illegal move':
      return cause.on ? `illegal move of ${ticked(cause.on.text)}` : cause.kind;
    case 'no such':
      return `no such ${printResource(cause.resource)}`;
    case 'was':
      return `was ${printResource(cause.resource)}`;
    case 'already there':
      return `${printResource(cause.resource)} already there`;
    case 'no such in':
      return `no such ${printResource(cause.resource)} in ${ticked(cause.field.text)}`;
    case 'header missing':
      return `header ${ticked(cause.header.text)} missing`;
    case 'limit reached':
      return `${ticked(cause.limit.text)} reached`;
    case 'condition':
      return printCondition(cause.condition);
    default:
      return cause.kind;
  }
}

export function printFrom(from: From): string {
  switch (from.kind) {
    case 'new':
      return '(new)';
    case 'states':
      return ticks(from.states);
    case 'any except':
      return `any except ${ticks(from.states)}`;
  }
}

export function printTo(to: To): string {
  switch (to.kind) {
    case 'state':
      return ticked(to.state.text);
    case 'one of':
      return `one of ${ticks(to.states)}`;
    case 'gone':
      return '(gone)';
    case 'same':
      return 'same';
    case 'refused':
      return `refused ${ticked(to.error.text)}`;
  }
}

export function printBy(by: By): string {
  switch (by.kind) {
    case 'operations':
      return ticks(by.operations);
    case 'after':
      return `after ${printDuration(by.delay)}`;
    case 'at':
      return by.delay === 0
        ? `at ${ticked(by.field.text)}`
        : `${printDuration(by.delay)} after ${ticked(by.field.text)}`;
    case 'outside':
      return `outside: ${ticked(by.actor)}`;
  }
}

export function printAnyOtherMove(rule: AnyOtherMove): string {
  return rule.kind === 'accepted' ? 'accepted' : ticked(rule.error.text);
}
