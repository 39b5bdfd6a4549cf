// A reply held against a refusal: the status, body and headers that the document states for its cause, or what HTTP itself answers. Input: an
// outcome, a call, its reply. Output: what differs.

import { rateWord } from '../../analysis/document/rate-headers.ts';
import { pointer } from '../../base/messages.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { BODILESS } from '../../notation/values/answers.ts';
import { saidCause } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import { valueOf } from '../../notation/slot.ts';
import type { CauseAnswer } from '../../analysis/refusals/errors.ts';
import { answerOf } from '../../analysis/refusals/errors.ts';
import type { Call, Reply } from '../exchange.ts';
import { baseFor } from '../values/prefix.ts';
import { statementOf } from '../statements.ts';
import type { Statement } from '../verdict.ts';
import { readJson } from '../world/json.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked } from '../world/world.ts';
import {
  answerOfRefusal,
  isGap,
  errorWord,
  failureOf,
  fitsStatus,
  isAboutField,
  mayFail,
  namesField,
  saidStatus,
} from './answer.ts';
import type { Failure as Expected } from './expected.ts';
import { factsOf } from './causes/context.ts';
import { rateHeaderWord } from './rates.ts';
import { matchHeaders } from './headers.ts';
import { Match, type Failure, type Setting, type Word } from './match/match.ts';
import { matchShape } from './match/shape.ts';
import { writtenText } from './match/words.ts';

export interface Refused {
  readonly match: Match;
  readonly isStatus: boolean;
  /** For people: `404 no_such_todo, as there is no such Todo`. */
  readonly said: string;
  readonly statement: Statement | undefined;
}

export interface Refusing {
  readonly world: Knowledge;
  readonly linked: LinkedOperation | undefined;
  readonly asked: Asked | undefined;
  readonly call: Call;
  readonly reply: Reply;
}

/** Where one failure is reported of several that one row of the document answers, it may be any of them. */
export function refusalTried(
  refusing: Refusing,
  cause: MetCause,
  answer: CauseAnswer,
  failures: readonly Expected[],
): Refused {
  const { model } = refusing.world;
  const first = oneTried(refusing, cause, answer, failures);
  if (first.match.differences.length === 0 || valueOf(model.document.errors.allFailedFields) === true) return first;
  for (const failure of failures.slice(1)) {
    if (answerOf(model, refusing.linked, failure.cause)?.code !== answer.code) continue;
    const other = oneTried(refusing, failure.cause, answer, [failure]);
    if (other.match.differences.length === 0) return other;
  }
  return first;
}

function oneTried(
  { world, linked, asked, call, reply }: Refusing,
  cause: MetCause,
  answer: CauseAnswer,
  failures: readonly Expected[],
): Refused {
  const { model } = world;
  const stated = answerOfRefusal(model, linked, answer);
  const match = new Match();
  const statement = refusalStatement(model, answer);
  const isStatus = fitsStatus(stated.status, reply.status);
  const name = answer.code.sent ? ` ${answer.code.code.text}` : '';
  const said = `${saidStatus(stated.status)}${name} (${saidCause(cause)})`;
  if (!isStatus) return { match, isStatus, said, statement };
  const word = errorWord(model, linked, baseFor(world, asked), call, answer, cause);
  const shape = valueOf(stated.body);
  const isBodiless = BODILESS.has(reply.status) || stated.body.status === 'none' || call.method === 'HEAD';
  const setting: Setting = {
    ...plainSetting(world, linked, asked),
    word,
    failures: failuresOf(model, linked, cause, failures),
    mayFail: mayFailOf(model, linked, failures),
    isMarked: stated.isOpen,
  };
  body(match, setting, isBodiless ? undefined : shape, reply, isBodiless || stated.body.status === 'stated', statement);
  // A body that is free, or of which nothing is shown, may be of any type.
  const isFree = stated.body.status === 'any' || isGap(stated.body);
  matchHeaders(match, isFree ? { ...reply, body: '' } : reply, {
    model,
    linked,
    call,
    stated: stated.headers,
    valueOf: (header): Word => {
      const rate = rateWord(header);
      if (rate !== undefined && asked) return rateHeaderWord(factsOf(asked), rate, cause);
      return header.value === undefined ? ownRule(header.name.text) : writtenText(header.value, word);
    },
    statement,
    hasBody: !isBodiless && shape !== undefined,
    isOpen: stated.isOpen,
    asked,
  });
  return { match, isStatus, said, statement };
}

export function refusalStatement(model: Model, { code, row }: CauseAnswer): Statement | undefined {
  return statementOf(model, row ? row.status : code.status);
}

function ownRule(name: string): Word {
  if (name.toLowerCase() !== 'retry-after') return { kind: 'any' };
  return { kind: 'must be', said: 'a number of seconds', fits: (value) => /^\d+$/.test(String(value)) };
}

/** One message for each failure, where the document asks for all at once. */
function failuresOf(
  model: Model,
  linked: LinkedOperation | undefined,
  cause: MetCause,
  failures: readonly Expected[],
): readonly Failure[] | undefined {
  if (!isAboutField(cause)) return [];
  const isAll = valueOf(model.document.errors.allFailedFields) === true;
  // What is wrong with a path is reported before the body is looked at.
  const isOfBody = (failures[0]?.path.length ?? 0) > 0;
  const told = isAll && isOfBody ? failures.filter(({ isSure }) => isSure) : failures.slice(0, 1);
  return told.filter((one) => namesField(one.cause)).map((one) => said(model, linked, one));
}

/** As words call it: its place, and the message of its own code. */
function said(model: Model, linked: LinkedOperation | undefined, { cause, path }: Expected): Failure {
  const code = answerOf(model, linked, cause)?.code;
  const text = code && valueOf(code.message);
  const { field, ...failure } = failureOf(model, linked, cause);
  const isAt = path.length === 0 || `.${path.join('.')}`.endsWith(`.${String(field)}`);
  return {
    ...failure,
    ...(field !== undefined && isAt && { field }),
    ...(path.length > 0 && { path: path.join('.'), pointer: pointer(path) }),
    ...(text !== undefined && !text.includes('<') && { message: text }),
  };
}

/** What may be told besides what surely failed: what nobody can tell, and fields that are unique together. */
function mayFailOf(
  model: Model,
  linked: LinkedOperation | undefined,
  failures: readonly Expected[],
): Setting['mayFail'] {
  const told = failures.map((one) => said(model, linked, one));
  const isPlain = failures.every(({ cause }) => cause.kind === 'field' && cause.failure !== 'taken');
  return (word, value) =>
    isPlain && told.every((one) => word in one)
      ? told.some((one) => one[word] === value)
      : mayFail(model, linked, word, value);
}

export function plainSetting(
  world: Knowledge,
  linked: LinkedOperation | undefined,
  asked: Asked | undefined,
): Omit<Setting, 'word' | 'failures' | 'mayFail' | 'isMarked'> {
  return {
    model: world.model,
    world,
    linked,
    asked,
    row: undefined,
    beside: new Map(),
    list: undefined,
    listed: undefined,
    wasThere: false,
    chosen: undefined,
    whole: new Set(),
  };
}

function body(
  match: Match,
  setting: Setting,
  shape: Parameters<typeof matchShape>[2] | undefined,
  reply: Reply,
  isStated: boolean,
  statement: Statement | undefined,
): void {
  const got = reply.body === '' ? 'no body' : reply.body.slice(0, 80);
  if (shape === undefined) {
    if (isStated && reply.body !== '')
      match.differs({ at: '', expected: 'no body', got, statement, class: 'wrong body' });
    return;
  }
  if (setting.isMarked && reply.body === '') return;
  const json = readJson(reply.body);
  if (json) matchShape(match, setting, shape, json.value);
  else match.differs({ at: '', expected: 'JSON', got, statement, class: 'wrong body' });
}

/** HTTP itself answers, without a body. */
export function floorTried({ world, linked, asked, call, reply }: Refusing, cause: MetCause, status: number): Refused {
  const match = new Match();
  const isStatus = reply.status === status;
  const said = `${status} (${saidCause(cause)}, as HTTP says)`;
  if (isStatus) {
    // Of which type HTTP's own answers are the document does not say.
    const bare = { ...reply, body: '' };
    matchHeaders(match, bare, {
      model: world.model,
      linked,
      call,
      stated: (linked && valueOf(linked.facts.headers)) ?? [],
      valueOf: () => ({ kind: 'any' }),
      statement: undefined,
      hasBody: false,
      isOpen: false,
      asked,
    });
  }
  return { match, isStatus, said, statement: undefined };
}
