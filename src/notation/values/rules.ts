// What sets a field: its type, how it is read and printed. Notation, part 2, head "Set by" and "Rules of the service".

import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { halfGap } from '../grammar/half-gaps.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { exists, printExists, printWhere, where } from './conditions.ts';
import { type Rule, type TextPart, formula, printArithmetic } from './formulas.ts';
import { fieldPath, isTick, name, ownedField, pathOf, printResource, resource, tickedName } from './names.ts';
import { orderKeys, printOrder } from './ordering.ts';

/** `service: not shown` is the half gap: `by` is stated, `rule` is not (notation, rule 3). */
export type SetBy =
  | { readonly kind: 'caller'; readonly atCreate: boolean; readonly hidden: boolean }
  | {
      readonly kind: 'service';
      readonly hidden: boolean;
      readonly rule: Rule | { readonly kind: 'gap'; readonly at: Span };
    }
  | { readonly kind: 'by operation' }
  | { readonly kind: 'rows' };

const FORMS =
  '`caller`, `caller at create`, `caller, hidden`, `service: <rule>`, `service, hidden: <rule>`, `by operation` or `rows`';

const RULES =
  'a rule: `new id`, `now at create`, `now at change`, `caller at create`, `state`, slug of `f`, `token`, address of `GET /…`, `event name`, `the resource`, `new R`, `= …`, `list of R where …`, `count of R where …`, `there is R (…)`, sum of `R.f`, `by the table below`, or `not shown`';

const SERVICE =
  '`service: new id`, `service: now at create`, `service: now at change`, `service: state` or another rule of the service';

/** `whether R where …` was the form of `there is R (…)`. */
function formerly(text: string): string | undefined {
  const [, before, resource, condition] =
    /^(service(?:, ?hidden)?: ?)whether (\S+)(?: where (.+))?$/is.exec(text) ?? [];
  if (before === undefined) return undefined;
  return `${before}there is ${resource}${condition === undefined ? '' : ` (${condition})`}`;
}

export const parseSetBy: Parser<SetBy> = parserOf((cursor) => {
  if (cursor.takePhrase('by operation')) return { kind: 'by operation' };
  if (cursor.takePhrase('rows')) return { kind: 'rows' };
  if (cursor.takePhrase('caller')) {
    return { kind: 'caller', atCreate: cursor.takePhrase('at create'), hidden: hidden(cursor) };
  }
  cursor.needPhrase('service', FORMS);
  const isHidden = hidden(cursor);
  cursor.needSymbol(':', SERVICE);
  return { kind: 'service', hidden: isHidden, rule: halfGap(cursor) ?? rule(cursor) };
}, 'set_by');

function hidden(cursor: Cursor): boolean {
  if (!cursor.takeSymbol(',')) return false;
  cursor.needPhrase('hidden');
  return true;
}

function rule(cursor: Cursor): Rule {
  return fixed(cursor) ?? derived(cursor) ?? cursor.fail(RULES);
}

/** Rules that look at the request, the clock or the row alone. */
function fixed(cursor: Cursor): Rule | undefined {
  if (cursor.takePhrase('new id'))
    return isTick(cursor) ? { kind: 'new id', prefix: prefix(cursor) } : { kind: 'new id' };
  if (cursor.takePhrase('now')) return { kind: 'now', when: moment(cursor, 'now') };
  if (cursor.peek().kind === 'word' && /^caller(\.|$)/.test(cursor.peek().lower)) return fromCaller(cursor);
  for (const kind of ['state', 'token', 'event name', 'the resource', 'by the table below'] as const) {
    if (cursor.takePhrase(kind)) return { kind };
  }
  if (cursor.takePhrase('slug of')) {
    const of = name(cursor, 'a field: slug of `title`');
    return { kind: 'slug', of, atCreate: cursor.takePhrase('at create') };
  }
  if (cursor.takePhrase('address of')) {
    return { kind: 'address', operation: tickedName(cursor, 'an operation: address of `GET /todos/{id}`') };
  }
  if (cursor.takePhrase('new')) return { kind: 'new resource', resource: resource(cursor, '`id` or a resource') };
  return cursor.takeSymbol('=') ? formula(cursor) : undefined;
}

/** Rules that look at other rows. */
function derived(cursor: Cursor): Rule | undefined {
  if (cursor.takePhrase('list of')) {
    const listed = resource(cursor);
    const condition = where(cursor);
    const ordered = cursor.isSymbol(',') && cursor.isPhrase('ordered by', 1);
    if (ordered) cursor.take();
    const order = cursor.takePhrase('ordered by') ? orderKeys(cursor) : [];
    return { kind: 'list', resource: listed, where: condition, order };
  }
  if (cursor.takePhrase('count of')) return { kind: 'count', resource: resource(cursor), where: where(cursor) };
  const mark = cursor.mark;
  if (cursor.takePhrase('there is')) {
    const { negated, resource: searched, where: search } = exists(cursor, mark);
    return { kind: 'exists', negated, resource: searched, where: search };
  }
  for (const kind of ['sum', 'min', 'max'] as const) {
    if (!cursor.takePhrase(`${kind} of`)) continue;
    const { owner, field } = ownedField(cursor, 'a field of a resource in ticks: `Order.total`');
    return { kind, resource: owner, field, where: where(cursor) };
  }
  return undefined;
}

/** `` new id `ord_…` ``: what is before the dots. */
function prefix(cursor: Cursor): string {
  const token = cursor.take();
  const text = token.text.replace(/(…|\.\.\.)$/, '');
  return text !== '' && text.length < token.text.length && !/\s/.test(text)
    ? text
    : cursor.fail('a prefix and `…`: new id `ord_…`', token);
}

function moment(cursor: Cursor, said: string): 'at create' | 'at change' {
  if (cursor.takePhrase('at create')) return 'at create';
  cursor.needPhrase('at change', `\`service: ${said} at create\` or \`service: ${said} at change\``);
  return 'at change';
}

/** `caller at create`, `caller.name at change`, `` caller `name` at create ``. */
function fromCaller(cursor: Cursor): Rule {
  const token = cursor.take();
  const dotted = pathOf(cursor, token, '`caller` and a field').slice(1);
  const path = dotted.length === 0 && isTick(cursor) ? fieldPath(cursor, 'a field') : dotted;
  return { kind: 'caller', path, when: moment(cursor, ['caller', ...path].join('.')) };
}

export function printSetBy(setBy: SetBy): string {
  switch (setBy.kind) {
    case 'caller':
      return `caller${setBy.atCreate ? ' at create' : ''}${setBy.hidden ? ', hidden' : ''}`;
    case 'service': {
      const rule = setBy.rule.kind === 'gap' ? 'not shown' : printRule(setBy.rule);
      return `service${setBy.hidden ? ', hidden' : ''}: ${rule}`;
    }
    case 'by operation':
    case 'rows':
      return setBy.kind;
  }
}

export function printRule(rule: Rule): string {
  switch (rule.kind) {
    case 'new id':
      return rule.prefix === undefined ? 'new id' : `new id ${ticked(`${rule.prefix}…`)}`;
    case 'now':
      return `now ${rule.when}`;
    case 'caller':
      return rule.path.length === 0 ? `caller ${rule.when}` : `caller ${ticked(rule.path.join('.'))} ${rule.when}`;
    case 'list': {
      const order = rule.order.length === 0 ? '' : `, ordered by ${printOrder(rule.order)}`;
      return `list of ${printResource(rule.resource)}${printWhere(rule.where)}${order}`;
    }
    case 'slug':
      return `slug of ${ticked(rule.of.text)}${rule.atCreate ? ' at create' : ''}`;
    case 'address':
      return `address of ${ticked(rule.operation.text)}`;
    case 'new resource':
      return `new ${printResource(rule.resource)}`;
    case 'text':
      return `= ${printText(rule.parts)}${rule.atCreate ? ' at create' : ''}`;
    case 'arithmetic':
      return `= ${printArithmetic(rule.expression)}${rule.atCreate ? ' at create' : ''}`;
    case 'count':
      return `count of ${printResource(rule.resource)}${printWhere(rule.where)}`;
    case 'exists':
      return printExists(rule);
    case 'sum':
    case 'min':
    case 'max':
      return `${rule.kind} of ${ticked(`${rule.resource.text}.${rule.field.text}`)}${printWhere(rule.where)}`;
    default:
      return rule.kind;
  }
}

/** What reads like a field's name, or cannot be in ticks, is written in quotes. */
function printText(parts: readonly TextPart[]): string {
  const [first] = parts;
  const text = parts.map(printPart).join('');
  const fixed = parts.length === 0 || (parts.length === 1 && first!.kind === 'literal');
  const needed = text === '' || /^[\p{L}\p{M}\d_.-]+$|[{<\n\r\t]|\\\|/u.test(text);
  return fixed && needed ? JSON.stringify(text) : ticked(text);
}

function printPart(part: TextPart): string {
  switch (part.kind) {
    case 'literal':
      return part.text;
    case 'field':
      return `{${part.path.join('.')}}`;
    case 'word':
      return `<${part.word}>`;
  }
}

/** `service: not shown`. */
export function isHalfRule(setBy: SetBy): boolean {
  return setBy.kind === 'service' && setBy.rule.kind === 'gap';
}

export const SET_BY: Syntax<SetBy> = {
  parse: parseSetBy,
  print: printSetBy,
  formerly,
  none: false,
  forms: '`caller`, `service: …`, `by operation` or `rows`',
  offers: ['caller', 'caller at create', 'caller, hidden', 'service: …', 'by operation', 'rows'],
  open: (setBy) => (isHalfRule(setBy) ? ['the rule'] : []),
};
