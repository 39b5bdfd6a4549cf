// How an operation recognizes a call that comes again, and the table of the answers that are kept for it. Input: an operation. Output: a
// RepeatPlan; undefined where no answer is kept. Notation, part 4, Repeat; decision 0046.

import { causeKey } from '../notation/values/cause-kinds.ts';
import type { StatusCode } from '../notation/values/answers.ts';
import type { KeptAnswers } from '../notation/values/repeat-rules.ts';
import type { Slot } from '../notation/slot.ts';
import { valueOf } from '../notation/slot.ts';
import { readsCredentials } from '../analysis/document/callers.ts';
import { callersOf } from '../analysis/document/schemes.ts';
import { headerBinding } from '../analysis/document/request-headers.ts';
import { isKeyed, repeatSlot } from '../analysis/document/repeats.ts';
import { callerStep } from './caller.ts';
import { headerOutput } from './headers.ts';
import type { OperationContext } from './context.ts';
import { CLAIMED } from './credentials.ts';
import type { Table } from './plan.ts';
import type { KeptAnswersPlan, RepeatPlan, StatusClass } from './repeat-plan.ts';
import { callerKey, CALLER_KNOWN } from './request-parameters.ts';

const DIGEST = {
  type: 'text',
  nullable: false,
  rule: { value: { type: 'text' }, schema: { type: 'string', maxLength: 64 } },
} as const;

/**
 * A row for each answer that is kept. `key` is a digest of the key that was sent and of what it is unique within, `call` of what was sent
 * with it; `until` nothing where it is kept for good.
 */
export const REPEATED: Table = {
  name: '_repeated',
  rowKey: 'id',
  columns: [
    { name: 'key', ...DIGEST },
    { name: 'call', ...DIGEST },
    { name: 'status', type: 'integer', nullable: false },
    { name: 'headers', type: 'json', nullable: false },
    { name: 'body', type: 'text', nullable: true },
    { name: 'until', type: 'instant', nullable: true },
  ],
  unique: [{ columns: ['key'], ignoringCase: false, cause: causeKey({ kind: 'internal' }) }],
  indexes: [['until']],
};

/** What is not shown restricts nothing: without one of these the header is read, and no call is recognized. */
export function repeatPlan(context: OperationContext): RepeatPlan | undefined {
  const { model, linked } = context;
  const key = isKeyed(linked) ? valueOf(repeatSlot(linked, 'header')) : undefined;
  const scope = valueOf(repeatSlot(linked, 'scope'));
  const keptFor = repeatSlot(linked, 'keptFor');
  const answers = repeatSlot(linked, 'keptAnswers');
  if (!key || !scope || valueOf(repeatSlot(linked, 'sameBody')) === undefined || !isSaid(keptFor) || !isSaid(answers))
    return undefined;
  const marks = valueOf(repeatSlot(linked, 'markedBy')) ?? [];
  const callers = [...callersOf(model).map((resource) => callerKey(model, resource).name), CALLER_KNOWN.name];
  return {
    parameter: headerBinding(key.header.text),
    scope: scope.filter((word) => word !== 'everyone'),
    ...(readsCredentials(linked) && { callers: [...callers, 'caller.scheme', CLAIMED.subject] }),
    before: callerStep(context).length,
    for: valueOf(keptFor) ?? null,
    answers: answersOf(valueOf(answers), answers.status === 'none'),
    markedBy: marks.flatMap(({ name, value }) =>
      value === undefined ? [] : [headerOutput(name.text, value, undefined)],
    ),
  };
}

function isSaid(slot: Slot<unknown>): boolean {
  return ['stated', 'assumed', 'none', 'any'].includes(slot.status);
}

/** Where the service may choose, it keeps all. */
function answersOf(kept: KeptAnswers | undefined, isNone: boolean): KeptAnswersPlan {
  if (kept === undefined) return { are: isNone ? 'these' : 'all others', statuses: [], codes: [] };
  const [are, named] = kept.kind === 'all' ? (['all others', kept.but] as const) : (['these', kept.statuses] as const);
  return { are, statuses: named.map(statusOf), codes: kept.codes.map(({ text }) => text) };
}

function statusOf(status: StatusCode): number | StatusClass {
  return 'code' in status ? status.code : (status.class as StatusClass);
}
