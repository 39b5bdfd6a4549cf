// Which answer a finished effect gets. Input: the Status table as plans, the columns of the row after the effect. Output: the gap
// that holds it, decided before anything is kept, or the bytes. Notation, part 4, table Status.

import type { Clock } from './clock.ts';
import type { CookiePlan } from '../plan/credentials.ts';
import type { AnswerPlan, ShownShapes } from '../plan/output.ts';
import type { Held } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import { compileCondition, type Truth } from '../sql/evaluate.ts';
import type { Bindings, Result, Row } from '../store/store.ts';
import { compileOutput, record } from './answer.ts';
import { compileTagging } from './conditional.ts';
import { compileCookies } from './cookies.ts';
import { allAssumed, markHeaders } from './held.ts';
import { respond, type Exchange, type Headers } from './respond.ts';
import type { Pages } from './pages.ts';
import { ofVersion } from './versions-in-accept.ts';
import { compileHeaders, tellsNext, type Build, type Setting, type Words } from './words.ts';

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
  readonly tagged: ReturnType<typeof compileTagging> | undefined;
  /** A Link header tells of the next page, and none that is stated does. */
  readonly links: boolean;
}

export interface AnswersContext {
  readonly base: string;
  readonly version?: string | undefined;
  readonly marks: boolean;
  readonly clock: Clock;
  /** Assumptions on which all of these answers rest. */
  readonly assumed?: readonly string[] | undefined;
  readonly cookies?: readonly CookiePlan[] | undefined;
  /** The headers that the document declares, in lower case. */
  readonly headers?: ReadonlySet<string> | undefined;
  readonly pages?: Pages | undefined;
  readonly shown: ShownShapes | undefined;
}

const NONE: Headers = [];
const NO_ROW: Row = [];
const NO_FAILURES: readonly never[] = [];

/** `columns`: the place of each in a row. */
export function compileAnswers(
  plans: readonly AnswerPlan[],
  columns: ReadonlyMap<string, number>,
  context: AnswersContext,
): Answers {
  const { base, clock, pages } = context;
  const { headers, shown } = context;
  const setting: Setting = { clock, columns, constants: { base }, headers, shown };
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
  const notModified = answers.filter(({ plan }) => plan.status === 304 && plan.outcomes.includes('unchanged'));
  const unchanged = (row: Row, words: Words): Headers => {
    const own = notModified.find(({ when }) => when === undefined || when(record(columns, row), words.bindings));
    return own?.stated?.(row, words) ?? NONE;
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
      const page = pages?.page(done, given, exchange);
      const { total } = done;
      const { rows } = page ?? done;
      const { request } = exchange;
      const row = rows[0] ?? NO_ROW;
      const words: Words = { rows, total, page, bindings, request, failure: undefined, failures: NO_FAILURES };
      const stated = answer.stated === undefined ? answer.fixed : [...answer.fixed, ...answer.stated(row, words)];
      const headers = withMore(stated, cookies?.(bindings), answer.links ? page?.address() : undefined);
      const { marks, status } = answer.plan;
      if (answer.tagged === undefined) {
        respond(exchange, status, headers, answer.body?.(row, words), marks);
        return true;
      }
      const own = { body: () => answer.body?.(row, words), unchanged: () => unchanged(row, words) };
      const tagged = answer.tagged(exchange, { status, headers, row, ...own });
      respond(exchange, tagged.status, tagged.headers, tagged.body, marks);
      return true;
    },
  };
}

/** `next`: the address of the next page: https://www.rfc-editor.org/rfc/rfc8288#section-3 */
function withMore(stated: Headers, cookies: Headers | undefined, next: string | undefined): Headers {
  if (cookies === undefined && next === undefined) return stated;
  return [...stated, ...(cookies ?? []), ...(next === undefined ? [] : ['Link', `<${next}>; rel="next"`])];
}

function compileAnswer(plan: AnswerPlan, setting: Setting, { marks, assumed, pages, version }: AnswersContext): Answer {
  const body = plan.body && compileOutput(plan.body, setting).build;
  return {
    plan,
    when: plan.when && compileCondition(plan.when),
    body,
    fixed: [
      ...((body ?? plan.stream) && plan.mediaType !== undefined
        ? ['Content-Type', ofVersion(plan.mediaType, version)]
        : []),
      ...markHeaders(plan.marks, allAssumed(assumed, plan.assumed), marks),
    ],
    stated: plan.headers.length === 0 ? undefined : compileHeaders(plan.headers, setting),
    tagged: compileTagging(plan, setting.columns),
    links: (pages?.link === true || plan.link === true) && !plan.headers.some(tellsNext),
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
    case 'free':
    case 'limit':
      return undefined;
  }
}
