// Refusals: for each cause, the answer of the row that takes it, or the gap that holds it. Input: a cause. Output: an Outcome, or
// undefined where HTTP's floor answers. Notation, part 7, and part 4's Status rows for errors.

import { columnValue } from '../analysis/document/column-words.ts';
import { fault } from '../base/fault.ts';
import { problemOfCause } from '../notation/problems.ts';
import { causeKey, kindOfCause } from '../notation/values/cause-kinds.ts';
import type { MetCause } from '../notation/values/met-causes.ts';
import type { StatusRow } from '../notation/endpoints.ts';
import type { ErrorCode } from '../notation/errors.ts';
import type { HeaderValue } from '../notation/values/answers.ts';
import type { LinkedOperation } from '../model/model.ts';
import type { Shape } from '../notation/values/shapes.ts';
import { isOfOpenCauses } from '../analysis/refusals/causes/open-causes.ts';
import { tellsProblems } from '../analysis/values/problems.ts';
import { valueOf, type Slot } from '../notation/slot.ts';
import { textParts } from '../notation/words.ts';
import {
  answerOf,
  causesOf,
  distinct,
  FLOOR_CAUSES,
  machineOf,
  SERVICE_CAUSES,
  type CauseAnswer,
} from '../analysis/refusals/errors.ts';
import { isSaidByPart7 } from '../analysis/machines/illegal-moves.ts';
import { answerShowsMoves } from '../analysis/refusals/legal-moves.ts';
import { machinesChangedBy } from '../analysis/document/moves.ts';
import {
  causePath,
  codePath,
  machinePath,
  operationPath,
  partPath,
  type SlotPath,
} from '../analysis/document/slot-ids.ts';
import { isStream } from '../analysis/document/streams.ts';
import type { Context } from './context.ts';
import type { HeaderPlan, Output, Outcome, RefusalPlan } from './output.ts';
import { openMoveGaps } from './legal-moves.ts';
import { headerOutput, rateOutput } from './headers.ts';
import { templateOutput } from './shapes.ts';
import { unlessWrong } from './unless-wrong.ts';

/** Every cause that a request to this operation can meet; what the floor answers is left to it. */
export function refusalsOf(context: Context, linked: LinkedOperation): Readonly<Record<string, Outcome>> {
  const always: readonly MetCause[] = [{ kind: 'unavailable' }, { kind: 'internal' }, { kind: 'too large' }];
  return outcomes(context, linked, distinct([...causesOf(context.model, linked), ...always]));
}

/** The causes of requests that reach no operation. */
export function serviceRefusals(context: Context): Readonly<Record<string, Outcome>> {
  return outcomes(context, undefined, distinct([...SERVICE_CAUSES, ...FLOOR_CAUSES.map(({ cause }) => cause)]));
}

function outcomes(
  context: Context,
  linked: LinkedOperation | undefined,
  causes: readonly MetCause[],
): Readonly<Record<string, Outcome>> {
  const found: Record<string, Outcome> = {};
  for (const cause of causes) {
    const outcome = unlessWrong(context.model, () => outcomeOf(context, linked, cause));
    if (outcome) found[causeKey(cause)] = outcome;
  }
  return found;
}

/** Where an error for a cause that HTTP answers may be stated, and it is not known whether it is. */
export function floorRestsOn(context: Context): readonly string[] {
  const { codes } = context.model.document.errors;
  const open = codes.mark === 'closed' ? [] : [context.gap(partPath(7, 'codes'))];
  const whens = codes.items.map((code) => context.gap(codePath(code.code.text, 'when'), code.when));
  const ids = [...new Set([...open, ...whens].filter((id) => id !== undefined))];
  if (ids.length > 0) context.held(ids);
  return ids;
}

/** Where the answers of errors are assumed: also that they do not answer what HTTP does. */
export function floorAssumed({ model, assumed }: Context): readonly string[] {
  const codes = model.document.errors.codes.items.filter((code) => !isOfOpenCauses(model, code));
  return assumed(codes.map((code) => code.when)).assumed ?? [];
}

function outcomeOf(context: Context, linked: LinkedOperation | undefined, cause: MetCause): Outcome | undefined {
  const open = openMove(context, cause);
  if (open !== undefined) return { kind: 'hold', held: context.held([open]) };
  const answer = answerOf(context.model, linked, cause);
  if (answer) return refusal(context, linked, answer, cause);
  if (kindOfCause(cause).floor !== undefined) return undefined;
  const path = causePath(cause);
  return { kind: 'hold', held: context.held([context.gap(path) ?? path.id]) };
}

/** Nothing says whether any other move is refused: that comes before how it would be. */
function openMove(context: Context, cause: MetCause): string | undefined {
  const machine = machineOf(context.model, cause);
  if (!machine || valueOf(machine.anyOtherMove) || isSaidByPart7(context.model, machine)) return undefined;
  return context.gap(machinePath(machine.name.text, 'any-other-move'), machine.anyOtherMove);
}

function refusal(context: Context, linked: LinkedOperation | undefined, answer: CauseAnswer, cause: MetCause): Outcome {
  const { code, row, rank } = answer;
  const status = statusOf(context, linked, code, row);
  if (typeof status === 'string') return { kind: 'hold', held: context.held([status]) };
  const { body: own, headers: sent, message: said } = code;
  // A request that reaches no operation meets what holds every operation.
  const undone = context.undone([own.status === 'absent' ? context.model.document.errors.errorBody : own, sent, said]);
  if (undone.length > 0) return { kind: 'hold', held: context.held(undone) };
  const marks: string[] = [];
  const used: Slot<unknown>[] = [code.status, code.when, code.message, ...code.words.values()];
  if (row) used.push(row.status, row.when);
  const body = bodyFor(context, linked, code, row, { marks, used });
  if (linked && isMove(cause) && answerShowsMoves(context.model, answer)) tellMoves(context, linked, { marks, used });
  const headers = headersFor(context, linked, code, row, { marks, used });
  const typed = headers.find((header) => header.name.toLowerCase() === 'content-type');
  // These name what is left out, so they come before the marks are taken.
  const message = messageOf(context, code, marks);
  const words = wordsOf(context, code, marks);
  const wrong = tellsProblems(context.model) ? problemOfCause(cause) : undefined;
  const plan: RefusalPlan = {
    rank,
    code: code.sent ? code.code.text : undefined,
    status,
    message,
    ...(wrong !== undefined && { problem: wrong }),
    body,
    mediaType: body ? (constantText(typed) ?? mediaType(context, linked)) : undefined,
    headers: headers.filter((header) => header !== typed),
    marks: [...new Set(marks)],
    ...context.assumed(used),
    words,
  };
  for (const mark of plan.marks) context.held([mark]);
  return { kind: 'refuse', refusal: plan };
}

/** The status, or the gap in its place. */
function statusOf(
  context: Context,
  linked: LinkedOperation | undefined,
  code: ErrorCode,
  row: StatusRow | undefined,
): number | string {
  const own = row && valueOf(row.status);
  if (own && 'code' in own) return own.code;
  const open =
    row && row.status.status !== 'absent'
      ? context.gap(operationPath(headingOf(linked), 'statuses'), row.status)
      : undefined;
  if (open !== undefined) return open;
  const path = codePath(code.code.text, 'status');
  return valueOf(code.status) ?? context.gap(path, code.status) ?? path.id;
}

function headingOf(linked: LinkedOperation | undefined): string {
  return linked?.operation.name.text ?? 'all';
}

/** The gaps that an answer leaves out, and the slots that say what it is. */
interface Told {
  readonly marks: string[];
  readonly used: Slot<unknown>[];
}

function isMove(cause: MetCause): boolean {
  const { of } = kindOfCause(cause);
  return of === 'machine' || of === 'rule';
}

/** What is legal from where the row is rests on part 3: what is open there leaves it out. */
function tellMoves(context: Context, linked: LinkedOperation, { marks, used }: Told): void {
  for (const { resource, moves } of machinesChangedBy(context.model, linked)) {
    marks.push(...openMoveGaps(context, resource));
    used.push(...moves.flatMap(({ row }) => [row.from, row.to, row.by, row.onlyIf]));
  }
}

/** The row's own body beats the code's, which beats the one that all errors share. */
function bodyFor(
  context: Context,
  linked: LinkedOperation | undefined,
  code: ErrorCode,
  row: StatusRow | undefined,
  { marks, used }: Told,
): Output | undefined {
  const heading = headingOf(linked);
  const places: readonly (readonly [Slot<Shape>, SlotPath])[] = [
    ...(row ? [[row.body, operationPath(heading, 'statuses/body')] as const] : []),
    [code.body, codePath(code.code.text, 'body')],
    [context.model.document.errors.errorBody, partPath(7, 'error-body')],
  ];
  for (const [slot, path] of places) {
    used.push(slot);
    const shape = valueOf(slot);
    if (shape) return errorOutput(shape);
    if (slot.status === 'none') return undefined;
    if (slot.status === 'absent' && slot !== context.model.document.errors.errorBody) continue;
    const gap = context.gap(path, slot);
    if (gap !== undefined) marks.push(gap);
    return undefined;
  }
  return undefined;
}

function errorOutput(shape: Shape): Output {
  if (shape.kind !== 'template') fault('an error shows a resource');
  return templateOutput(shape.value, undefined);
}

function headersFor(
  context: Context,
  linked: LinkedOperation | undefined,
  code: ErrorCode,
  row: StatusRow | undefined,
  { marks, used }: Told,
): readonly HeaderPlan[] {
  const places: readonly (readonly [Slot<readonly HeaderValue[]>, SlotPath])[] = [
    ...(row ? [[row.headers, operationPath(headingOf(linked), 'statuses/headers')] as const] : []),
    [code.headers, codePath(code.code.text, 'headers')],
  ];
  for (const [slot, path] of places) {
    used.push(slot);
    const headers = valueOf(slot);
    if (headers)
      return headers.flatMap((header) => {
        const { name, value } = header;
        return value === undefined ? (rateOutput(header) ?? []) : [headerOutput(name.text, value, undefined)];
      });
    if (slot.status === 'none') return [];
    if (slot.status === 'absent') continue;
    const gap = context.gap(path, slot);
    if (gap !== undefined) marks.push(gap);
    return [];
  }
  return [];
}

function constantText(header: HeaderPlan | undefined): string | undefined {
  const parts = header?.value.parts;
  return parts?.every((part) => typeof part === 'string') ? parts.join('') : undefined;
}

/** The media type of a stream is that of its events: what refuses to open one is no stream. */
function mediaType({ model }: Context, linked: LinkedOperation | undefined): string | undefined {
  const own = linked && !isStream(model, linked) ? linked.facts : model.document.endpoints.all;
  return valueOf(own.mediaType)?.out;
}

function textOf(context: Context, slot: Slot<string>, path: SlotPath, marks: string[]): string | undefined {
  const text = valueOf(slot);
  if (text !== undefined || slot.status === 'none' || slot.status === 'absent') return text;
  const gap = context.gap(path, slot);
  if (gap !== undefined) marks.push(gap);
  return undefined;
}

/** Words inside are spelled as the notation spells them: serving fills them by their names. */
function messageOf(context: Context, code: ErrorCode, marks: string[]): string | undefined {
  const text = textOf(context, code.message, codePath(code.code.text, 'message'), marks);
  return (
    text &&
    textParts(text)
      .map((part) => (typeof part === 'string' ? part : `<${part.word}>`))
      .join('')
  );
}

/** Further columns of the Code table are words of the error body. */
function wordsOf(context: Context, code: ErrorCode, marks: string[]): RefusalPlan['words'] {
  const words: Record<string, RefusalPlan['words'][string]> = {};
  for (const [word, slot] of code.words) {
    const text = textOf(context, slot, codePath(code.code.text, word), marks);
    if (text !== undefined) words[word] = columnValue(text);
  }
  return words;
}
