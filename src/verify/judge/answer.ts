// The answer that the document states for an outcome: status, body, headers, and what fills their words. Input: an operation and an outcome.
// Output: answers, of which one has to come. Notation, part 4, table Status; part 7.

import { columnValue } from '../../analysis/document/column-words.ts';
import { successesOf, type Success } from '../../analysis/requests/outcomes.ts';
import { uniqueGroups } from '../../analysis/refusals/unique-groups.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import { causesOf, answerOf, type CauseAnswer } from '../../analysis/refusals/errors.ts';
import { bodyOf } from '../../analysis/document/inputs.ts';
import { pointer } from '../../base/messages.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { absent, valueOf, type Slot } from '../../notation/slot.ts';
import type { HeaderValue, StatusCode } from '../../notation/values/answers.ts';
import { fieldOf, type MetCause } from '../../notation/values/met-causes.ts';
import type { Shape } from '../../notation/values/shapes.ts';
import type { OutcomeWord } from '../../notation/values/answers.ts';
import type { Call } from '../exchange.ts';
import { Digits } from '../world/json.ts';
import { truth } from '../values/evaluate.ts';
import type { Scope } from '../world/world.ts';
import type { Failure, Word } from './match/match.ts';
import { writtenText } from './match/words.ts';

export interface Answer {
  readonly status: Slot<StatusCode>;
  readonly body: Slot<Shape>;
  readonly headers: readonly HeaderValue[];
  /** Its body, or some of its headers, is not shown. */
  readonly isOpen: boolean;
}

/** The rows of success that may be the one: those above a row whose condition surely holds, and that one. */
export function successAnswers(
  linked: LinkedOperation,
  outcomes: ReadonlySet<OutcomeWord>,
  scope: Scope,
): readonly Success[] {
  const found: Success[] = [];
  for (const success of successesOf(linked)) {
    if (!success.outcomes.some((word) => outcomes.has(word))) continue;
    const is = success.condition ? truth(success.condition, scope) : true;
    if (is === false) continue;
    found.push(success);
    if (is) break;
  }
  return found;
}

export function answerOfSuccess(linked: LinkedOperation, { row }: Success): Answer {
  return {
    status: row.status,
    body: row.body,
    headers: joined(linked, row.headers),
    isOpen: isGap(row.body) || isGap(row.headers),
  };
}

export function answerOfRefusal(model: Model, linked: LinkedOperation | undefined, { code, row }: CauseAnswer): Answer {
  const bodies: readonly Slot<Shape>[] = [...(row ? [row.body] : []), code.body, model.document.errors.errorBody];
  const body = bodies.find(({ status }) => status !== 'absent') ?? absent(code.at);
  const status = row && row.status.status !== 'absent' ? row.status : asStatus(code.status);
  const headers = row && row.headers.status !== 'absent' ? row.headers : code.headers;
  return {
    status,
    body,
    headers: joined(linked, headers),
    isOpen: isGap(body) || isGap(headers) || isGap(code.message),
  };
}

function asStatus(slot: Slot<number>): Slot<StatusCode> {
  return slot.status === 'stated' ? { ...slot, value: { code: slot.value } } : slot;
}

export function isGap({ status }: Slot<unknown>): boolean {
  return status === 'gap' || status === 'unreadable';
}

/** A header of the row takes the place of the one on every answer. */
function joined(linked: LinkedOperation | undefined, own: Slot<readonly HeaderValue[]>): readonly HeaderValue[] {
  const all = linked ? (valueOf(linked.facts.headers) ?? []) : [];
  const stated = valueOf(own) ?? [];
  const names = new Set(stated.map(({ name }) => name.text.toLowerCase()));
  return [...all.filter(({ name }) => !names.has(name.text.toLowerCase())), ...stated];
}

export function fitsStatus(slot: Slot<StatusCode>, status: number): boolean {
  const stated = valueOf(slot);
  if (!stated) return true;
  return 'code' in stated ? stated.code === status : String(status).startsWith(stated.class[0]!);
}

export function saidStatus(slot: Slot<StatusCode>): string {
  const stated = valueOf(slot);
  if (!stated) return 'any status';
  return 'code' in stated ? String(stated.code) : `any ${stated.class}`;
}

const LEFT_OUT: Word = { kind: 'left out' };
const REQUEST_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Words that every answer may show. */
export function commonWord(base: string, call: Call, word: string): Word | undefined {
  switch (word) {
    case 'base':
      return { kind: 'is', value: base };
    case 'now':
      return {
        kind: 'must be',
        said: 'an instant',
        fits: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
      };
    case 'request id':
      return {
        kind: 'must be',
        said: 'the name of the request, a UUID',
        fits: (value) => typeof value === 'string' && REQUEST_ID.test(value),
      };
    default: {
      if (!word.startsWith('header ')) return undefined;
      const name = word.slice('header '.length).toLowerCase();
      const sent = call.headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value.trim());
      return sent.length === 0 ? LEFT_OUT : { kind: 'is', value: sent.join(', ') };
    }
  }
}

/** The words of an error. */
export function errorWord(
  model: Model,
  linked: LinkedOperation | undefined,
  base: string,
  call: Call,
  { code, row }: CauseAnswer,
  cause: MetCause,
): (word: string) => Word {
  const wordOf = (word: string): Word => {
    const common = commonWord(base, call, word);
    if (common) return common;
    switch (word) {
      case 'code':
        return code.sent ? { kind: 'is', value: code.code.text } : LEFT_OUT;
      case 'status': {
        const stated = row ? valueOf(row.status) : undefined;
        return { kind: 'is', value: stated && 'code' in stated ? stated.code : (valueOf(code.status) ?? 0) };
      }
      case 'message': {
        const text = valueOf(code.message);
        return text === undefined ? unstated(code.message) : writtenText(text, wordOf);
      }
      case 'moves':
        return cause.kind === 'illegal move'
          ? movesWord(model, linked)
          : cause.kind === 'refused'
            ? { kind: 'any' }
            : LEFT_OUT;
      case 'field':
      case 'path':
      case 'pointer':
      case 'problem':
        if (MAY_NAME.has(cause.kind)) return { kind: 'any' };
        return isAboutField(cause) ? failureWord(failureOf(model, linked, cause), word) : LEFT_OUT;
      default: {
        const cell = code.words.get(word);
        const text = cell && valueOf(cell);
        if (text === undefined) return cell ? unstated(cell) : LEFT_OUT;
        const value = columnValue(text);
        return { kind: 'is', value: typeof value === 'object' ? new Digits(value.number) : value };
      }
    }
  };
  return wordOf;
}

/** Of what is free, or not shown, the service may say anything. */
function unstated({ status }: Slot<unknown>): Word {
  return status === 'none' ? LEFT_OUT : { kind: 'any' };
}

function failureWord(failure: Failure, word: string): Word {
  const value = failure[word];
  return value === undefined
    ? { kind: 'must be', said: 'a text', fits: (one) => typeof one === 'string' }
    : { kind: 'is', value };
}

/** Of several rows there are as many answers. */
function movesWord(model: Model, linked: LinkedOperation | undefined): Word {
  if (linked && effectsOf(linked).some(({ kind }) => kind === 'moves every')) return { kind: 'any' };
  return {
    kind: 'must be',
    said: 'the operations that are legal now',
    fits: (value) => Array.isArray(value) && value.every((one) => model.operations.has(String(one))),
  };
}

/** Does it surely name a field? */
export function namesField(cause: MetCause): boolean {
  return isAboutField(cause) && !MAY_NAME.has(cause.kind);
}

export function isAboutField({ kind }: MetCause): boolean {
  return kind === 'field' || kind === 'no such in' || FIELD_WORDS.has(kind);
}

/** Whether they name a field depends on where the rule is stated, or nobody states it. */
const MAY_NAME: ReadonlySet<MetCause['kind']> = new Set<MetCause['kind']>([
  'already there',
  'refused',
  'other values',
  // A precondition is no parameter.
  'invalid header',
  'invalid path',
]);

/** Their place is what was sent. */
const FIELD_WORDS: ReadonlySet<MetCause['kind']> = new Set<MetCause['kind']>([
  'unknown field',
  'read-only field',
  'invalid query',
  'invalid header',
  'header missing',
]);

/** A field that failed, as words call it; what nobody can tell is left out. */
export function failureOf(model: Model, linked: LinkedOperation | undefined, cause: MetCause): Failure {
  const body = linked && bodyOf(model, linked);
  // Of a row of the body its place goes before.
  if (cause.kind === 'no such in') return body?.kind === 'fields' && body.rows ? {} : { field: cause.field };
  if (cause.kind !== 'field') return {};
  const fields = body?.kind === 'fields' ? body.fields : [];
  if (cause.failure === 'taken' && isOfSeveral(model, cause)) return {};
  const name = cause.resource === undefined ? fieldOf(cause) : cause.path.join('.');
  const [input, ...others] = fields.filter(({ sets, path }) =>
    cause.resource === undefined
      ? path.join('.') === name
      : sets?.resource === cause.resource && sets.field.name.text === name,
  );
  // Where a list or what a field keeps has failed, the place says.
  if (!input || others.length > 0 || input.list !== undefined || input.isRest) return {};
  const { path } = input;
  // What is around fields of the body is not in their names.
  const isPlain = `.${path.join('.')}`.endsWith(`.${name}`) && (cause.resource !== undefined || path.length === 1);
  return { ...(isPlain && { field: name }), path: path.join('.'), pointer: pointer(path) };
}

/** Of fields that are unique together any may be named. */
function isOfSeveral(model: Model, cause: MetCause): boolean {
  const groups = [...model.resources.values()].flatMap((resource) => uniqueGroups(resource));
  return groups.some((group) => group.fields.length > 1 && causeKey(group.cause) === causeKey(cause));
}

/** May an answer of this code say that about a field? */
export function mayFail(model: Model, linked: LinkedOperation | undefined, word: string, value: unknown): boolean {
  if (!linked) return true;
  const failures = causesOf(model, linked).filter(isAboutField);
  if (failures.some(({ kind }) => kind !== 'field' && kind !== 'no such in')) return true;
  const messages = new Set<unknown>();
  for (const cause of failures) {
    const failure = failureOf(model, linked, cause);
    if (word in failure && failure[word] === value) return true;
    if (!(word in failure) && word !== 'message') return true;
    const answer = answerOf(model, linked, cause);
    const message = answer?.code.message;
    // Whatever the service says, where nothing states it.
    if (message && valueOf(message) === undefined && message.status !== 'none') return true;
    if (message) messages.add(valueOf(message));
  }
  return word === 'message' && messages.has(value);
}
