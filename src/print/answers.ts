// What an answer says, and how calls are paged, repeated, checked → their words. In: the model's values. Out: text that
// the grammars read as the same. Notation, parts 4 and 6.

import { ticked } from '../base/ticked.ts';
import type {
  BodyFact,
  Check,
  CrossOrigin,
  FieldPolicy,
  Pages,
  Repeat,
  Selects,
  StatusRow,
  StatusWhen,
} from '../model/endpoints.ts';
import type { HeaderValue } from '../model/errors.ts';
import type { Payload } from '../model/events.ts';
import type { Stated } from '../model/status.ts';
import { printCondition, printTerm } from './conditions.ts';
import { ticks } from './markdown.ts';
import { printResource } from './names.ts';
import { printShape } from './shapes.ts';

type StatusCode = Extract<StatusRow['status'], Stated<unknown>>['value'];

export function printStatus(status: StatusCode): string {
  return 'code' in status ? String(status.code) : `any ${status.class}`;
}

export function printWhen(when: StatusWhen): string {
  const words = when.kind === 'error' ? ticks(when.errors) : when.outcomes.join(' or ');
  if (!when.condition) return words;
  return words === '' ? printCondition(when.condition) : `${words} and ${printTerm(when.condition)}`;
}

export function printHeaders(headers: readonly HeaderValue[]): string {
  return headers
    .map(({ name, value }) => ticked(value === undefined ? name.text : `${name.text}: ${value}`))
    .join(', ');
}

export function printMediaType(type: { readonly in: string; readonly out: string }): string {
  return type.in === type.out ? ticked(type.in) : `in ${ticked(type.in)}; out ${ticked(type.out)}`;
}

export function printCrossOrigin(rule: CrossOrigin): string {
  const origins = rule.kind === 'any' ? 'any' : rule.origins.map(ticked).join(', ');
  return rule.credentials ? `${origins}, with credentials` : origins;
}

export function printBody(body: BodyFact): string {
  switch (body.kind) {
    case 'ignored':
      return 'ignored';
    case 'same as':
      return `same as ${ticked(body.operation.text)}`;
    case 'shape':
      return printShape(body.shape);
  }
}

export function printPayload(payload: Payload): string {
  return payload.kind === 'same as' ? `same as ${ticked(payload.event.text)}` : printShape(payload.shape);
}

export function printPolicy(policy: FieldPolicy<string>): string {
  return [policy.general, ...policy.fields.map(({ field, policy: own }) => `${ticked(field.text)}: ${own}`)].join('; ');
}

export function printRepeat(repeat: Repeat): string {
  return repeat.kind === 'same values' ? repeat.text : repeat.kind;
}

export function printChecks(checks: readonly Check[]): string {
  return checks.join(', ');
}

export function printPages(pages: Pages): string {
  const options = [
    ...(pages.default === undefined ? [] : [`default ${printSize(pages.default)}`]),
    ...(pages.atMost === undefined ? [] : [`at most ${printSize(pages.atMost)}`]),
    ...(pages.more === undefined ? [] : [`more is ${pages.more === 'refused' ? pages.more : printSize(pages.more)}`]),
    ...(pages.cursor === undefined
      ? []
      : [pages.cursor === 'opaque' ? 'cursor is opaque' : `cursor is the last ${ticked(pages.cursor)}`]),
  ];
  const way = printWay(pages);
  return options.length === 0 ? way : `${way}; ${options.join(', ')}`;
}

function printSize(value: NonNullable<Pages['default']>): string {
  return typeof value === 'number' ? String(value) : 'not shown';
}

function printWay(pages: Pages): string {
  const size = pages.size === undefined ? '' : `, size ${ticked(pages.size)}`;
  switch (pages.kind) {
    case 'offset and limit':
      if (pages.first === 'offset' && pages.size === 'limit') return pages.kind;
      return `offset ${ticked(pages.first ?? '')}, limit ${ticked(pages.size ?? '')}`;
    case 'page and size':
      if (pages.first === 'page' && pages.size === 'size') return pages.kind;
      return `page ${ticked(pages.first ?? '')}${size}`;
    case 'cursor': {
      const before = pages.before === undefined ? '' : `, before ${ticked(pages.before)}`;
      return `after ${ticked(pages.first ?? '')}${before}${size}`;
    }
    case 'link':
      return `\`Link\` rel next${size}`;
  }
}

export function printSelects(selects: Selects): string {
  switch (selects.kind) {
    case 'row': {
      const inside = selects.inside === undefined ? '' : `, in {${selects.inside}}`;
      return `${printResource(selects.resource)} by ${ticked(selects.by.text)}${inside}`;
    }
    case 'condition':
      return printCondition(selects.condition);
    case 'only the fields named':
      return selects.kind;
    case 'whole':
      return `whole, for ${ticks(selects.fields)}`;
  }
}
