// Which answer a finished effect gets. Input: the Status table as plans, the columns of the row after the effect. Output: the gap
// that holds it, decided before anything is kept, or the bytes. Notation, part 4, table Status.

import type { Clock } from './clock.ts';
import type { CookiePlan } from '../plan/credentials.ts';
import type { AnswerPlan } from '../plan/output.ts';
import type { Held } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import { compileCondition, type Truth } from '../sql/evaluate.ts';
import type { Bindings, Result, Row } from '../store/store.ts';
import { compileOutput, record } from './answer.ts';
import { compileCookies } from './cookies.ts';
import { allAssumed, markHeaders } from './held.ts';
import { respond, type Exchange, type Headers } from './respond.ts';
import { compileHeaders, type Build, type Setting, type Words } from './words.ts';

export type Done = Extract<Result, { kind: 'done' }>;

export interface Answers {
  readonly mediaTypes: readonly string[];
  /** Can a finished effect still meet a gap? */
  readonly mayHold: boolean;
  hold(done: Done, bindings: Bindings): Held | undefined;
  /** False: no row of the table covers this outcome. */
  answer(exchange: Exchange, done: Done, bindings: Bindings): boolean;
}

interface Answer {
  readonly plan: AnswerPlan;
  readonly when: Truth | undefined;
  readonly body: Build | undefined;
  readonly fixed: Headers;
  readonly stated: ((row: Row, words: Words) => Headers) | undefined;
}

export interface AnswersContext {
  readonly base: string;
  readonly marks: boolean;
  readonly clock: Clock;
  /** Assumptions on which all of these answers rest. */
  readonly assumed?: readonly string[] | undefined;
  readonly cookies?: readonly CookiePlan[] | undefined;
}

const NO_ROW: Row = [];
const NO_FAILURES: readonly never[] = [];

export function compileAnswers(plans: readonly AnswerPlan[], steps: readonly Step[], context: AnswersContext): Answers {
  const columns = answeredColumns(steps);
  const setting: Setting = { clock: context.clock, columns, constants: { base: context.base } };
  const answers = plans.map((plan) => compileAnswer(plan, setting, context));
  const cookies = compileCookies(context.cookies ?? [], context.base);
  const pick = (done: Done, bindings: Bindings): Answer | undefined => {
    for (const answer of answers) {
      if (!answer.plan.outcomes.includes(done.outcome)) continue;
      if (answer.plan.heldWithoutRow !== undefined && done.rows.length === 0) return answer;
      if (answer.when === undefined || answer.when(record(columns, done.rows[0] ?? NO_ROW), bindings)) return answer;
    }
    return undefined;
  };
  return {
    mediaTypes: plans.flatMap((plan) => (plan.mediaType === undefined ? [] : [plan.mediaType])),
    mayHold: plans.some((plan) => plan.held ?? plan.heldWhenSeveral ?? plan.heldWithoutRow ?? plan.when),
    hold(done, bindings) {
      const plan = pick(done, done.bound ?? bindings)?.plan;
      if (plan?.held !== undefined) return plan.held;
      if (plan?.heldWithoutRow !== undefined && done.rows.length === 0) return plan.heldWithoutRow;
      const isOneOfSeveral = done.rows.length === 1 && (done.total ?? 0) > 1;
      return done.rows.length > 1 || isOneOfSeveral ? plan?.heldWhenSeveral : undefined;
    },
    answer(exchange, done, given) {
      const bindings = done.bound ?? given;
      const answer = pick(done, bindings);
      if (answer === undefined) return false;
      const { rows, total } = done;
      const row = rows[0] ?? NO_ROW;
      const words: Words = { rows, total, bindings, failure: undefined, failures: NO_FAILURES };
      const stated = answer.stated === undefined ? answer.fixed : [...answer.fixed, ...answer.stated(row, words)];
      const headers = cookies === undefined ? stated : [...stated, ...cookies(bindings)];
      respond(exchange, answer.plan.status, headers, answer.body?.(row, words), answer.plan.marks);
      return true;
    },
  };
}

function compileAnswer(plan: AnswerPlan, setting: Setting, { marks, assumed }: AnswersContext): Answer {
  const body = plan.body && compileOutput(plan.body, setting).build;
  return {
    plan,
    when: plan.when && compileCondition(plan.when),
    body,
    fixed: [
      ...(body && plan.mediaType !== undefined ? ['Content-Type', plan.mediaType] : []),
      ...markHeaders(plan.marks, allAssumed(assumed, plan.assumed), marks),
    ],
    stated: plan.headers.length === 0 ? undefined : compileHeaders(plan.headers, setting),
  };
}

/** The place of each column in the rows of the last step that answers. */
export function answeredColumns(steps: readonly Step[]): ReadonlyMap<string, number> {
  for (const step of steps.toReversed()) {
    const columns = columnsOf(step);
    if (columns !== undefined) return new Map(columns.map(({ name }, index) => [name, index]));
  }
  return new Map();
}

function columnsOf(step: Step): readonly { readonly name: string }[] | undefined {
  switch (step.kind) {
    case 'find':
    case 'list':
      return step.select.columns;
    case 'put':
      return step.update.answer;
    case 'insert':
    case 'update':
    case 'delete':
    case 'again':
      return step.answer;
    case 'bind':
      return undefined;
  }
}
