// What sets a field. In: the text of a Set by cell. Out: SetBy with the rule of the service, or the half gap
// `service: not shown`. Notation, part 2, "Set by" and "Rules of the service".

import type { Rule, SetBy } from '../../model/rules.ts';
import type { SourceText } from '../source-text.ts';
import { where } from './conditions.ts';
import { parseWith } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { formula } from './formulas.ts';
import { halfGap } from './half-gaps.ts';
import { fieldPath, isTick, name, ownedField, pathOf, resource, ticked } from './names.ts';
import { orderKeys } from './ordering.ts';
import type { Parsed } from './parsed.ts';

const FORMS =
  '`caller`, `caller at create`, `caller, hidden`, `service: <rule>`, `service, hidden: <rule>`, `by operation` or `rows`';

const RULES =
  'a rule: `new id`, `now at create`, `now at change`, `caller at create`, `state`, slug of `f`, `token`, address of `GET /…`, `event name`, `the resource`, `new R`, `= …`, `list of R where …`, `count of R where …`, `whether R where …`, sum of `R.f`, `by the table below`, or `not shown`';

const SERVICE =
  '`service: new id`, `service: now at create`, `service: now at change`, `service: state` or another rule of the service';

export function parseSetBy(text: SourceText): Parsed<SetBy> {
  return parseWith(
    text,
    (cursor) => {
      if (cursor.takePhrase('by operation')) return { kind: 'by operation' };
      if (cursor.takePhrase('rows')) return { kind: 'rows' };
      if (cursor.takePhrase('caller')) {
        return { kind: 'caller', atCreate: cursor.takePhrase('at create'), hidden: hidden(cursor) };
      }
      cursor.needPhrase('service', FORMS);
      const isHidden = hidden(cursor);
      cursor.needSymbol(':', SERVICE);
      return { kind: 'service', hidden: isHidden, rule: halfGap(cursor) ?? rule(cursor) };
    },
    'set_by',
  );
}

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
    return { kind: 'address', operation: ticked(cursor, 'an operation: address of `GET /todos/{id}`') };
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
  if (cursor.takePhrase('whether')) return { kind: 'whether', resource: resource(cursor), where: where(cursor) };
  for (const kind of ['sum', 'min', 'max'] as const) {
    if (!cursor.takePhrase(`${kind} of`)) continue;
    const { owner, field } = ownedField(cursor, 'a field of a resource in ticks: `Order.total`');
    return { kind, resource: owner, field, where: where(cursor) };
  }
  return undefined;
}

/** `` new id `ord_…` ``: what stands before the dots. */
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
