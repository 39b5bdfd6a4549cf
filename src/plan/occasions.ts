// What When of an event sends of the rows that a step makes, changes or deletes. Input: a step that writes a table, who makes the change.
// Output: the step with its events, each kind once; a field is compared with the value that the step gives it. Notation, part 6, When.

import { occasionsOf, type RowOccasion, type SentAt } from '../analysis/requests/occasions.ts';
import { slugParameter } from '../base/slug-parameter.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import type { Expr } from '../sql/expression.ts';
import { all, not, some } from './operands.ts';
import { columnOf } from './rows.ts';
import { isKept, type Emit, type Step } from './steps.ts';
import { unlessWrong } from './unless-wrong.ts';
import { storedText, valueType } from './values.ts';

/** Who makes the change; `traced`: by a request. */
export type Sender = Pick<Emit, 'by' | 'traced'>;

type Update = Extract<Step, { kind: 'update' }>;

/** `sender` is asked where something is sent. */
export function sendingOccasions<S extends Step>(model: Model, step: S, sender: () => Sender): S {
  if (occasionsOf(model).size === 0) return step;
  return sendingOf({ model, sender }, step) as S;
}

interface Sending {
  readonly model: Model;
  readonly sender: () => Sender;
}

function sendingOf(sending: Sending, step: Step): Step {
  switch (step.kind) {
    case 'insert':
      return { ...step, ...emitting(sending, step, always(sending.model, step.table, 'created')) };
    case 'update':
      return isKept(step) ? step : { ...step, ...emitting(sending, step, changed(sending.model, step)) };
    case 'delete': {
      const gone = (table: string): readonly Sent[] => always(sending.model, table, 'deleted');
      const cascade = step.cascade.map((each) => ({ ...each, ...emitting(sending, each, gone(each.table)) }));
      return { ...step, cascade, ...emitting(sending, step, gone(step.table)) };
    }
    case 'put':
      return {
        ...step,
        update: sendingOf(sending, step.update) as typeof step.update,
        insert: sendingOf(sending, step.insert) as typeof step.insert,
      };
    default:
      return step;
  }
}

/** Does it write events? */
export function isTelling(step: Step): boolean {
  if (step.kind === 'put') return isTelling(step.update) || isTelling(step.insert);
  const parts = step.kind === 'delete' ? [step, ...step.cascade] : [step];
  return parts.some((part) => 'emits' in part && part.emits !== undefined);
}

/** An event, and when it is sent. */
interface Sent {
  readonly event: string;
  readonly when: Expr;
}

const ALWAYS: Expr = { kind: 'true' };

function always(model: Model, table: string, kind: RowOccasion['kind']): readonly Sent[] {
  return (occasionsOf(model).get(table) ?? []).flatMap(({ event, occasion }) =>
    occasion.kind === kind ? [{ event, when: ALWAYS }] : [],
  );
}

/** What the step sends already comes first. */
function emitting(
  { sender }: Sending,
  { emits = [] }: { readonly emits?: readonly Emit[] },
  sent: readonly Sent[],
): { readonly emits?: readonly Emit[] } {
  if (sent.length === 0) return emits.length > 0 ? { emits } : {};
  const whens = new Map<string, Expr[]>(emits.map(({ event, when }) => [event, [when ?? ALWAYS]]));
  for (const { event, when } of sent) whens.set(event, [...(whens.get(event) ?? []), when]);
  const by = sender();
  return { emits: [...whens].map(([event, items]) => emitWhen(event, by, items)) };
}

/** Once, if one of these is true. */
export function emitWhen(event: string, by: Sender, items: readonly Expr[]): Emit {
  const isAlways = items.some(({ kind }) => kind === 'true');
  return { event, ...by, ...(!isAlways && { when: some(items) }) };
}

function changed(model: Model, step: Update): readonly Sent[] {
  return (occasionsOf(model).get(step.table) ?? []).flatMap((sent) => {
    const when = unlessWrong(model, () => changedWhen(model, step, sent)) ?? { kind: 'false' };
    return when.kind === 'false' ? [] : [{ event: sent.event, when }];
  });
}

/** Of the row as it was. */
function changedWhen(model: Model, step: Update, { occasion }: SentAt<RowOccasion>): Expr {
  if (occasion.kind === 'updated') return ALWAYS;
  if (occasion.kind !== 'becomes' && occasion.kind !== 'changes') return { kind: 'false' };
  const field = model.fields.get(`${occasion.field.owner.text}.${occasion.field.field.text}`);
  const column = field && columnOf(model, field);
  const set = column && step.set.find((one) => one.column === column.name);
  const type = field && valueOf(field.type);
  if (!column || !set || !type || set.merge) return { kind: 'false' };
  const own: Own = { kind: 'column', column: column.name, type: column.type };
  const value: Expr = set.slug ? { kind: 'parameter', name: slugParameter(column.name), type: 'text' } : set.value;
  if (isSame(value, own)) return { kind: 'false' };
  const asked: Asked = { own, value, known: [step.where, ...step.guards.map(({ where }) => where)] };
  if (occasion.kind === 'changes') return changes(asked);
  if (occasion.value.text === 'null' && type.kind === 'nullable') return becomesNothing(asked);
  const { scale = 0, format } = valueType(model, type);
  const to = storedText(occasion.value.text, column.type, scale, format);
  return becomes(asked, { kind: 'literal', value: to, type: column.type });
}

type Own = Extract<Expr, { kind: 'column' }>;
type Literal = Extract<Expr, { kind: 'literal' }>;

interface Asked {
  readonly own: Own;
  /** What the step gives it. */
  readonly value: Expr;
  /** What is true of each row that the step changes. */
  readonly known: readonly Expr[];
}

function becomes({ own, value, known }: Asked, to: Literal): Expr {
  if (value.kind === 'literal' && !isSame(value, to)) return { kind: 'false' };
  const isOther = known.some((one) => excludes(one, own, to));
  return whole([...(isOther ? [] : [not(equal(own, to))]), ...(value.kind === 'literal' ? [] : [equal(value, to)])]);
}

function becomesNothing({ own, value }: Asked): Expr {
  const isNothing = value.kind === 'literal' ? (value.value === null ? [] : [NEVER]) : [not(isSet(value))];
  return whole([isSet(own), ...isNothing]);
}

/** Nothing is another value than any. */
function changes({ own, value, known }: Asked): Expr {
  if (value.kind !== 'literal')
    return not(some([all([isSet(own), isSet(value), equal(own, value)]), all([not(isSet(own)), not(isSet(value))])]));
  if (value.value === null) return isSet(own);
  return known.some((one) => excludes(one, own, value)) ? ALWAYS : not(equal(own, value));
}

const NEVER: Expr = { kind: 'false' };

function whole(items: readonly Expr[]): Expr {
  if (items.some(({ kind }) => kind === 'false')) return NEVER;
  return items.length === 0 ? ALWAYS : all(items);
}

function isSet(operand: Expr): Expr {
  return { kind: 'is-set', operand };
}

function equal(left: Expr, right: Expr): Expr {
  return { kind: 'compare', operator: '=', left, right };
}

/** Where the condition is true, the column has another value than this one: what the statement asks is not asked again. */
function excludes(known: Expr, own: Own, other: Literal): boolean {
  switch (known.kind) {
    case 'and':
      return known.items.some((item) => excludes(item, own, other));
    case 'or':
      return known.items.length > 0 && known.items.every((item) => excludes(item, own, other));
    case 'compare':
      return known.operator === '=' && isSame(known.left, own) && isOther(known.right, other);
    case 'in':
      return isSame(known.left, own) && known.values.every((one) => isOther(one, other));
    default:
      return false;
  }
}

function isOther(one: Expr, other: Literal): boolean {
  return one.kind === 'literal' && one.type === other.type && !isSame(one, other);
}

function isSame(one: Expr, other: Expr): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
