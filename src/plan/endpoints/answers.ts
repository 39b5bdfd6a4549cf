// The success rows of the Status table. Comes in: an operation. Goes out: answers in written order, and what they ask of the
// steps. Notation, part 4, table Status; design, section 3 on gaps in answers, Order and Pages.

import type { OutcomeWord, StatusRow } from '../../model/endpoints.ts';
import type { Resource } from '../../model/resources.ts';
import type { Shape, Template } from '../../model/shapes.ts';
import { valueOf } from '../../model/status.ts';
import { isOneOutcome, outcomesOf } from '../../model/views/outcomes.ts';
import { operationId } from '../../model/views/slots-ids.ts';
import { effectsOf, targetsOf } from '../../model/views/targets.ts';
import { AnswerColumns } from '../answer-columns.ts';
import { CannotPlan } from '../cannot-plan.ts';
import { conditionExpr } from '../conditions.ts';
import type { OperationContext } from '../context.ts';
import type { Merged } from '../merged.ts';
import type { AnswerPlan, HeaderPlan, Output } from '../output.ts';
import type { Held } from '../plan.ts';
import { sentBy } from '../sent.ts';
import { headerOutput, shapeOutput, templateOutput, type ShownRow } from '../shapes.ts';
import type { Asked } from './effects.ts';

export interface Answers {
  readonly answers: readonly AnswerPlan[];
  readonly asked: Asked;
}

/** `results`: what the steps must answer beside, for the rules over what they leave behind. */
export function answersOf(context: OperationContext, results: readonly Merged[]): Answers {
  const { linked } = context;
  const rows = linked.facts.statuses.items.filter((row) => valueOf(row.when)?.kind === 'outcome');
  const resource = shownResource(context, rows);
  const columns = new AnswerColumns();
  const many = effectsOf(linked).some((effect) => effect.kind === 'lists');
  const shown: ShownRow | undefined = resource && { context, resource, many, columns };
  const several = many ? heldWhenSeveral(context) : undefined;
  const answers = rows.map((row) => answerOf(context, row, shown, several));
  const left = unanswered(context, answers);
  for (const { resource: name, rule } of results) {
    if (name !== resource?.name.text) throw new CannotPlan(`the answer shows no ${name}`);
    columns.own(rule.column, 'json');
  }
  const answer = columns.list;
  const needsRow = answer.length > 0 || many || answers.some((one) => hasRows(one.body));
  return {
    answers: left ? [...answers, left] : answers,
    asked: {
      resource: needsRow ? resource?.name.text : undefined,
      answer,
      total: answers.some((one) => asksTotal(one)),
    },
  };
}

/** The resource that the bodies show; else the first that the effects touch. */
function shownResource(context: OperationContext, rows: readonly StatusRow[]): Resource | undefined {
  const { model, linked } = context;
  for (const row of rows) {
    const shape = valueOf(row.body);
    const name = shape && shapeResource(shape);
    const resource = name === undefined ? undefined : model.resources.get(name);
    if (resource) return resource;
  }
  const [first] = targetsOf(model, linked);
  return first === undefined ? undefined : model.resources.get(first);
}

function shapeResource(shape: Shape): string | undefined {
  switch (shape.kind) {
    case 'resource':
      return shape.resource.text;
    case 'array of':
      return shapeResource(shape.of);
    case 'template':
      return templateResource(shape.value);
  }
}

function templateResource(template: Template): string | undefined {
  switch (template.kind) {
    case 'object':
      return template.pairs.map((pair) => templateResource(pair.value)).find((name) => name !== undefined);
    case 'list':
      return template.items.map(templateResource).find((name) => name !== undefined);
    case 'shape':
      return shapeResource(template.shape);
    default:
      return undefined;
  }
}

/** Order or Pages not shown: with one row at most there is nothing to order or to page. */
function heldWhenSeveral(context: OperationContext): Held | undefined {
  const { order, pages } = context.linked.facts;
  const open: string[] = [];
  if (!valueOf(order) && order.status !== 'none')
    open.push(...one(context.gap(operationId(context.heading, 'order'), order)));
  // A half that is not shown is this gap, too.
  if (pages.status !== 'none') open.push(...one(context.gap(operationId(context.heading, 'pages'), pages)));
  return open.length === 0 ? undefined : context.held(open);
}

function one(id: string | undefined): readonly string[] {
  return id === undefined ? [] : [id];
}

function answerOf(
  context: OperationContext,
  row: StatusRow,
  shown: ShownRow | undefined,
  several: Held | undefined,
): AnswerPlan {
  const when = valueOf(row.when);
  const status = valueOf(row.status);
  if (when?.kind !== 'outcome' || !status || !('code' in status)) throw new CannotPlan('a success has no status');
  const shape = valueOf(row.body);
  const marks: string[] = [];
  const headers = headersOf(context, row, shown, marks);
  const typed = headers.find((header) => header.name.toLowerCase() === 'content-type');
  const body = shape && bodyOutput(shape, shown);
  for (const mark of marks) context.held([mark]);
  return {
    outcomes: outcomesFor(context, when.outcomes),
    when: when.condition && shown ? conditionOf(context, when.condition, shown) : undefined,
    status: status.code,
    body,
    mediaType: body && (constantText(typed) ?? valueOf(context.linked.facts.mediaType)?.out),
    headers: headers.filter((header) => header !== typed),
    marks,
    ...(several && { heldWhenSeveral: several }),
  };
}

function conditionOf(
  context: OperationContext,
  condition: Parameters<typeof conditionExpr>[0],
  shown: ShownRow,
): AnswerPlan['when'] {
  const row = { kind: 'table', resource: shown.resource } as const;
  return shown.columns.local(conditionExpr(condition, { context, row, sent: sentBy(context, context.linked) }));
}

function bodyOutput(shape: Shape, shown: ShownRow | undefined): Output {
  if (shown) return shapeOutput(shape, shown);
  if (shape.kind !== 'template') throw new CannotPlan('the answer shows a row that nothing touches');
  return templateOutput(shape.value, undefined);
}

function headersOf(
  context: OperationContext,
  row: StatusRow,
  shown: ShownRow | undefined,
  marks: string[],
): readonly HeaderPlan[] {
  const headers = valueOf(row.headers);
  if (headers)
    return headers.flatMap(({ name, value }) => (value === undefined ? [] : [headerOutput(name.text, value, shown)]));
  if (row.headers.status === 'none' || row.headers.status === 'absent') return [];
  marks.push(...one(context.gap(operationId(context.heading, 'statuses/headers'), row.headers)));
  return [];
}

function constantText(header: HeaderPlan | undefined): string | undefined {
  const parts = header?.value.parts;
  return parts?.every((part) => typeof part === 'string') ? parts.join('') : undefined;
}

/** Several effects come to one outcome: a row that names any of them speaks of all. */
function outcomesFor(context: OperationContext, written: readonly OutcomeWord[]): readonly string[] {
  const possible = outcomesOf(context.linked);
  if (!isOneOutcome(context.linked)) return written;
  return written.some((word) => possible.includes(word)) ? [...new Set([...written, ...possible])] : written;
}

/** What the effect can come to and no row speaks of: nobody may guess an answer. */
function unanswered(context: OperationContext, answers: readonly AnswerPlan[]): AnswerPlan | undefined {
  const certain = new Set(answers.flatMap((answer) => (answer.when ? [] : answer.outcomes)));
  const left = outcomesOf(context.linked).filter((outcome) => !certain.has(outcome));
  if (left.length === 0) return undefined;
  const id = operationId(context.heading, 'status');
  const held = context.held([context.gap(operationId(context.heading, 'statuses')) ?? context.gap(id) ?? id]);
  return {
    outcomes: left,
    when: undefined,
    status: 501,
    body: undefined,
    mediaType: undefined,
    headers: [],
    marks: [],
    held,
  };
}

function hasRows(output: Output | undefined): boolean {
  switch (output?.kind) {
    case 'rows':
      return true;
    case 'object':
      return output.pairs.some((pair) => hasRows(pair.value));
    case 'list':
      return output.items.some(hasRows);
    default:
      return false;
  }
}

function asksTotal(answer: AnswerPlan): boolean {
  return wordIn(answer.body, 'total') || answer.headers.some((header) => wordIn(header.value, 'total'));
}

function wordIn(output: Output | undefined, word: string): boolean {
  switch (output?.kind) {
    case 'word':
      return output.word === word;
    case 'text':
      return output.parts.some((part) => typeof part === 'object' && 'word' in part && part.word === word);
    case 'object':
      return output.pairs.some((pair) => wordIn(pair.value, word));
    case 'list':
      return output.items.some((item) => wordIn(item, word));
    default:
      return false;
  }
}
