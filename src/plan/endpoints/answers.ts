// The success rows of the Status table. Input: an operation. Output: answers in written order, and what they ask of the steps.
// Notation, part 4, table Status.

import { isAddress, isLink } from '../../analysis/requests/own-rules.ts';
import { fault } from '../../base/fault.ts';
import type { StatusRow } from '../../notation/endpoints.ts';
import { isTag } from '../../notation/values/answers.ts';
import type { Shape } from '../../notation/values/shapes.ts';
import { valueOf } from '../../notation/slot.ts';
import { answeringOf, type Answering, type RowAccess } from '../../analysis/requests/row-accesses.ts';
import {
  isAccepted,
  isAskedForNone,
  successesOf,
  uncertainOutcomes,
  unansweredOutcomes,
  type Success,
} from '../../analysis/requests/outcomes.ts';
import { showsNewRow } from '../../analysis/requests/shown-once.ts';
import { isList } from '../../analysis/document/effect-traits.ts';
import { mayBeNotModified } from '../../analysis/document/preconditions.ts';
import { operationPath } from '../../analysis/document/slot-ids.ts';
import { isStream, isStreamed } from '../../analysis/document/streams.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import { AnswerColumns } from '../answer-columns.ts';
import { conditionExpr } from '../conditions.ts';
import type { OperationContext } from '../context.ts';
import type { Merged } from '../merged.ts';
import { rowTag } from '../preconditions.ts';
import type { AnswerPlan, HeaderPlan, Output } from '../output.ts';
import type { Held } from '../plan.ts';
import { sentBy } from '../request-parameters.ts';
import { headerOutput, addressOutput, rateOutput } from '../headers.ts';
import { shapeOutput, templateOutput, type ShownRow } from '../shapes.ts';
import { besideOf } from './beside.ts';
import { chosenOf } from './chosen.ts';
import type { Asked } from './effects.ts';
import { isWhollyOpen } from './pages.ts';

export interface Answers {
  readonly answers: readonly AnswerPlan[];
  readonly asked: Asked;
}

/** `results`: what the steps must answer beside, for the rules over what they leave behind. */
export function answersOf(context: OperationContext, results: readonly Merged[]): Answers {
  const { linked } = context;
  const answering = answeringOf(context.model, linked);
  const resource = context.model.resources.get(answering.resource ?? '');
  const columns = new AnswerColumns();
  const { many } = answering;
  const beside = besideOf(context);
  const shown: ShownRow | undefined = resource && {
    context,
    resource,
    many,
    columns,
    isNew: showsNewRow(context.model, linked, resource),
    ...chosenOf(context, resource),
    beside: beside.shown,
  };
  const lists = effectsOf(linked).some(isList);
  const several = lists ? heldWhenSeveral(context) : undefined;
  const answers = successesOf(linked).map((success) => answerOf(context, success, shown, several));
  const left = unanswered(context);
  for (const { resource: name, rule } of results) {
    if (name !== resource?.name.text) fault(`the answer shows no ${name}`);
    columns.own(rule.column, 'json');
  }
  const answer = columns.list;
  const needsRow = answer.length > 0 || lists || answers.some((one) => hasRows(one.body));
  return {
    answers: left ? [...answers, left] : answers,
    asked: {
      access: needsRow ? accessOf(answering) : undefined,
      answer,
      beside: beside.read,
      // Without an order it must not be guessed which row is on a page, so all that match are counted.
      total: answers.some((one) => asks(one, 'total')) || (lists && isUnordered(context)),
      more:
        answers.some((one) => one.link || asks(one, 'more') || asks(one, 'next')) ||
        valueOf(linked.facts.pages)?.kind === 'link',
    },
  };
}

function accessOf(answering: Answering): RowAccess {
  if (answering.shows !== 'rows') fault('nothing says which row the answer shows');
  return answering.access;
}

function isUnordered({ linked }: OperationContext): boolean {
  const { order } = linked.facts;
  return !valueOf(order) && order.status !== 'none';
}

/** Order or Pages not shown: with one row at most there is nothing to order or to page. */
function heldWhenSeveral(context: OperationContext): Held | undefined {
  const { order, pages } = context.linked.facts;
  const open: string[] = [];
  if (isUnordered(context)) open.push(...one(context.gap(operationPath(context.heading, 'order'), order)));
  // A half that is not shown is this gap, too.
  // Of a half that is not shown the parameters know which requests meet it.
  const stated = valueOf(pages);
  if (stated ? isWhollyOpen(stated) : pages.status !== 'none')
    open.push(...one(context.gap(operationPath(context.heading, 'pages'), pages)));
  return open.length === 0 ? undefined : context.held(open);
}

function one(id: string | undefined): readonly string[] {
  return id === undefined ? [] : [id];
}

function answerOf(
  context: OperationContext,
  success: Success,
  shown: ShownRow | undefined,
  several: Held | undefined,
): AnswerPlan {
  const { row, outcomes, condition } = success;
  const shape = valueOf(row.body);
  const marks: string[] = [];
  const headers = headersOf(context, row, shown, marks);
  const typed = headers.find((header) => header.name.toLowerCase() === 'content-type');
  const body = shape && bodyOutput(shape, shown);
  for (const mark of marks) context.held([mark]);
  const streams = isStream(context.model, context.linked) && isStreamed(row);
  return {
    outcomes,
    when: condition && conditionOf(context, condition, shown),
    status: statusOf(success),
    body,
    mediaType: body || streams ? (constantText(typed) ?? valueOf(context.linked.facts.mediaType)?.out) : undefined,
    ...(streams && { stream: true as const }),
    headers: headers.filter((header) => header !== typed),
    ...tagOf(context, success, shown),
    marks,
    ...context.assumed([row.headers]),
    ...(several && { heldWhenSeveral: several }),
    ...(valueOf(row.headers)?.some(isLink) && { link: true as const }),
    ...(isAskedForNone(context.model, context.linked, success) && { heldWithoutRow: withoutRow(context) }),
  };
}

/** Within `any 2xx` the service chooses what says most: https://www.rfc-editor.org/rfc/rfc9110#section-15.3 */
function statusOf({ row, outcomes }: Success): number {
  const status = valueOf(row.status);
  if (!status) fault('a success has no status');
  if ('code' in status) return status.code;
  if (outcomes.every((outcome) => outcome === 'created')) return 201;
  if (isAccepted(row)) return 202;
  return row.body.status === 'none' ? 204 : 200;
}

/** Where the answer carries `ETag`, or may be 304 instead. */
function tagOf(
  { linked }: OperationContext,
  { row, outcomes }: Success,
  shown: ShownRow | undefined,
): Pick<AnswerPlan, 'tag'> {
  const sent = valueOf(row.headers)?.some(isTag) === true;
  const conditional = mayBeNotModified(linked) && outcomes.includes('found');
  if (!shown || (!sent && !conditional)) return {};
  const kept = shown.many ? undefined : rowTag(shown.resource);
  if (kept) for (const column of [kept.key, kept.version]) shown.columns.own(column, 'integer');
  return {
    tag: {
      ...(kept && { row: kept }),
      ...(sent && { sent: true as const }),
      ...(conditional && { conditional: true as const }),
    },
  };
}

function conditionOf(
  context: OperationContext,
  condition: Parameters<typeof conditionExpr>[0],
  shown: ShownRow | undefined,
): AnswerPlan['when'] {
  const sent = sentBy(context, context.linked);
  if (!shown) return conditionExpr(condition, { context, row: undefined, sent });
  const row = { kind: 'table', resource: shown.resource } as const;
  return shown.columns.local(conditionExpr(condition, { context, row, sent }));
}

function bodyOutput(shape: Shape, shown: ShownRow | undefined): Output {
  if (shown) return shapeOutput(shape, shown);
  if (shape.kind !== 'template') fault('the answer shows a row that nothing touches');
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
    return headers.flatMap((header) => {
      const { name, value } = header;
      if (value !== undefined) return [headerOutput(name.text, value, shown)];
      return shown && isAddress(header) ? [addressOutput(name.text, shown)] : (rateOutput(header) ?? []);
    });
  if (row.headers.status === 'none' || row.headers.status === 'absent') return [];
  marks.push(...one(context.gap(operationPath(context.heading, 'statuses/headers'), row.headers)));
  return [];
}

function constantText(header: HeaderPlan | undefined): string | undefined {
  const parts = header?.value.parts;
  return parts?.every((part) => typeof part === 'string') ? parts.join('') : undefined;
}

function withoutRow(context: OperationContext): Held {
  const path = operationPath(context.heading, 'status/without-a-row');
  return context.held([context.gap(path) ?? path.id]);
}

/** Outcomes of the effect that perhaps no row covers: their answer must not be guessed. */
function unanswered(context: OperationContext): AnswerPlan | undefined {
  const { model, linked, heading } = context;
  const left = [...unansweredOutcomes(linked), ...uncertainOutcomes(model, linked)];
  if (left.length === 0) return undefined;
  const path = operationPath(heading, 'status/otherwise');
  const held = context.held([context.gap(operationPath(heading, 'statuses')) ?? context.gap(path) ?? path.id]);
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

function asks(answer: AnswerPlan, word: string): boolean {
  return wordIn(answer.body, word) || answer.headers.some((header) => wordIn(header.value, word));
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
