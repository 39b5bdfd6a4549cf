// All that follows from the kind of a cause: its key, how When writes it, its question, where its reason is. One entry of CAUSES
// for each; `Asked` gives what depends on the document.
// Notation, part 7, "Causes".

import { withArticle } from '../../base/article.ts';
import { series } from '../../base/few.ts';
import { ticked } from '../../base/ticked.ts';
import type { Syntax } from '../grammar/syntax.ts';
import type { Name } from '../slot.ts';
import { parseCauses, type Cause, type FieldFailure } from './causes.ts';
import { printCondition } from './conditions.ts';
import { fieldOf, isOfBody, subjectOf, type CauseKind, type MetCause, type OfKind } from './met-causes.ts';
import { printName } from './names.ts';

/** `…` is replaced with the operations. */
function asks(words: string): Pick<CauseKind<MetCause>, 'question'> {
  return { question: (_, { to }) => words.replace('…', () => to) };
}

interface Failure {
  question(field: string, to: string): string;
  readonly alike: string;
}

const FAILURES: Readonly<Record<FieldFailure, Failure>> = {
  missing: {
    question: (field, to) => `a request to ${to} lacks ${ticked(field)}`,
    alike: 'What happens when a request lacks a field that it must have',
  },
  blank: {
    question: (field, to) => `${ticked(field)} is blank in a request to ${to}`,
    alike: 'What happens when a field is blank that must not be',
  },
  invalid: {
    question: (field, to) => `${ticked(field)} in a request to ${to} has a value that it cannot have`,
    alike: 'What happens when a field has a value that it cannot have',
  },
  taken: {
    question: (field, to) => `${ticked(field)} in a request to ${to} has a value that another row has already`,
    alike: 'What happens when a field has a value that another row has already',
  },
};

/** By kind. What HTTP answers itself is looked for in this order. */
export const CAUSES: { readonly [K in MetCause['kind']]: CauseKind<OfKind<K>> } = {
  'malformed body': { of: 'http', floor: 400, feature: 'malformed body' },
  'unsupported media type': { of: 'http', floor: 415, feature: 'unsupported media type' },
  'not acceptable': { of: 'http', floor: 406, feature: 'not acceptable' },
  'no such path': { of: 'http', floor: 404, outside: 'alone', feature: 'no such path' },
  'method not allowed': { of: 'http', floor: 405, outside: 'alone', feature: 'method not allowed' },
  'too large': { of: 'limit', floor: 413, outside: true, feature: 'too large' },
  unavailable: { of: 'http', floor: 503, outside: true, feature: 'unavailable' },
  internal: { of: 'http', floor: 500, outside: true, feature: 'internal' },
  'no credentials': { of: 'caller', part: 'authentication', ...asks('… is called without credentials') },
  'wrong token': { of: 'caller', part: 'authentication', ...asks('… is called with credentials that nobody has') },
  'expired token': {
    of: 'caller',
    part: 'authentication',
    ...asks('… is called with credentials that are no longer valid'),
  },
  'wrong credentials': { of: 'caller', ...asks('the credentials that … is to sign in with are wrong') },
  'not permitted': {
    of: 'caller',
    key: ({ on }) => (on === undefined ? 'not permitted' : `not permitted on ${on}`),
    written: ({ on }) => (on === undefined ? 'not permitted' : `not permitted on ${printName(on)}`),
    question: ({ on }, { to }) =>
      `${to} is called by somebody who may not ${on === undefined ? 'call it' : `do that to the ${on}`}`,
    alike: ({ on }) =>
      on === undefined
        ? undefined
        : { question: 'What happens when somebody calls who may not do that to the row', about: on },
  },
  'any field': {
    of: 'field',
    feature: 'any field',
    key: ({ failure }) => `any field ${failure}`,
  },
  field: {
    of: 'field',
    feature: 'field',
    key: (cause) => `${subjectOf(cause)} ${cause.failure}`,
    written: (cause) =>
      `${isOfBody(cause) ? `body ${ticked(fieldOf(cause))}` : ticked(subjectOf(cause))} ${cause.failure}`,
    question: (cause, { to, together }) => {
      const fields = cause.failure === 'taken' ? together(cause) : [fieldOf(cause)];
      return fields.length > 1
        ? `${series(fields.map(ticked), 'and')} in a request to ${to} together have values that another row has already`
        : FAILURES[cause.failure].question(fields[0]!, to);
    },
    alike: (cause) => ({ question: FAILURES[cause.failure].alike, about: fieldOf(cause) }),
  },
  'unknown field': {
    of: 'field',
    feature: 'unknown field',
    ...asks('a request to … sends a field or a query parameter that it does not know'),
  },
  'read-only field': {
    of: 'field',
    feature: 'read-only field',
    ...asks('a request to … sends a field that a caller may not set'),
  },
  'invalid query': {
    of: 'query',
    feature: 'invalid query',
    ...asks('a query parameter of … has a value that it cannot have'),
  },
  'invalid header': {
    of: 'header',
    feature: 'invalid header',
    ...asks('a header of a request to … has a value that it cannot have'),
  },
  'header missing': {
    of: 'header',
    feature: 'header missing',
    // Names of headers are the same in any case: https://www.rfc-editor.org/rfc/rfc9110#section-5.1
    key: ({ header }) => `header ${header.toLowerCase()} missing`,
    written: ({ header }) => `header ${ticked(header)} missing`,
    question: ({ header }, { to }) => `a request to ${to} lacks the header ${ticked(header)}`,
    alike: ({ header }) => ({
      question: 'What happens when a request lacks a header that it must carry',
      about: header,
    }),
  },
  'invalid path': {
    of: 'path',
    feature: 'invalid path',
    ...asks('the path of … holds a value that it cannot have'),
  },
  'no such': {
    of: 'row',
    feature: 'no such R',
    key: ({ resource }) => `no such ${resource}`,
    written: ({ resource }) => `no such ${printName(resource)}`,
    question: ({ resource }, { to, doneTo }) => {
      const done = doneTo(resource);
      return done === undefined
        ? `${to} is called for ${withArticle(resource)} that does not exist`
        : `${withArticle(resource)} that does not exist is ${done}`;
    },
    alike: ({ resource }) => ({
      question: 'What happens when a request is about a row that does not exist',
      about: resource,
    }),
  },
  'no such in': {
    of: 'reference',
    feature: 'no such R in f',
    key: ({ resource, field }) => `no such ${resource} in ${field}`,
    written: ({ resource, field }) => `no such ${printName(resource)} in ${ticked(field)}`,
    question: ({ resource, field }, { to }) =>
      `${ticked(field)} in a request to ${to} names ${withArticle(resource)} that does not exist`,
    alike: ({ field }) => ({ question: 'What happens when a field names a row that does not exist', about: field }),
  },
  was: {
    of: 'gone',
    feature: 'was R',
    key: ({ resource }) => `was ${resource}`,
    written: ({ resource }) => `was ${printName(resource)}`,
    question: ({ resource }, { to }) => `a request to ${to} is about ${withArticle(resource)} that is gone`,
    alike: ({ resource }) => ({
      question: 'What happens when a request is about a row that is gone, of',
      about: resource,
    }),
  },
  'already there': {
    of: 'row',
    feature: 'R already there',
    key: ({ resource }) => `${resource} already there`,
    written: ({ resource }) => `${printName(resource)} already there`,
    question: ({ resource }, { to }) => `${to} is to make ${withArticle(resource)} that is already there`,
    alike: ({ resource }) => ({
      question: 'What happens when a row is to be made that is already there',
      about: resource,
    }),
  },
  'illegal move': {
    of: 'machine',
    part: 'states',
    feature: 'illegal move',
    key: ({ on }) => (on === undefined ? 'illegal move' : `illegal move of ${on}`),
    written: ({ on }) => (on === undefined ? 'illegal move' : `illegal move of ${ticked(on)}`),
    question: ({ on = '' }, { to }) =>
      `${to} asks ${withArticle(on.split('.')[0]!)} for a move of ${ticked(on)} that no row allows`,
    alike: ({ on = '' }) => ({
      question: 'What happens when a request asks for a move that no row of the table allows',
      about: on,
    }),
  },
  refused: { of: 'rule', key: ({ code }) => `refused ${code}`, written: () => undefined },
  'refused while': {
    of: 'rule',
    key: ({ resource }) => `refused while ${resource}`,
    written: () => undefined,
    question: ({ resource }, { to }) => `${to} is to delete a row while ${withArticle(resource)} prevents it`,
  },
  'other values': {
    of: 'repeat',
    feature: 'other values',
    ...asks('a request to … comes again with other values'),
  },
  'same key, other body': {
    of: 'repeat',
    feature: 'same key, other body',
    ...asks('the key of an earlier request to … comes again with another body'),
  },
  'still running': {
    of: 'repeat',
    feature: 'still running',
    ...asks('a request to … comes again while the first is still running'),
  },
  'precondition failed': {
    of: 'precondition',
    feature: 'precondition failed',
    ...asks('the precondition of a request to … does not hold'),
  },
  'precondition required': {
    of: 'precondition',
    feature: 'precondition required',
    ...asks('a request to … lacks the precondition that it must have'),
  },
  'too many requests': { of: 'limit', part: 'limits', ...asks('… is called more often than a limit allows') },
  'timed out': { of: 'limit', part: 'limits', ...asks('a request to … takes longer than a limit allows') },
  'limit reached': {
    of: 'limit',
    key: ({ limit }) => `${limit} reached`,
    written: ({ limit }) => `${ticked(limit)} reached`,
    question: ({ limit }, { to }) => `a request to ${to} goes beyond the limit "${limit}"`,
  },
  'unknown version': { of: 'version', part: 'versioning', ...asks('… is called in a version that does not exist') },
  'missing version': { of: 'version', part: 'versioning', ...asks('… is called without a version') },
  'version withdrawn': { of: 'version', part: 'versioning', ...asks('… is called in a version that is withdrawn') },
};

export const CAUSE_KINDS: readonly MetCause['kind'][] = Object.keys(CAUSES) as MetCause['kind'][];

/** Its entry, where the kind is known at run time only. */
export function kindOfCause(cause: MetCause): CauseKind<MetCause> {
  return CAUSES[cause.kind];
}

/** The one spelling of a cause, for ids and for the plan. It is never parsed again. */
export function causeKey(cause: MetCause): string {
  return kindOfCause(cause).key?.(cause) ?? cause.kind;
}

/** As When writes it; undefined: no cause of When does. */
export function writtenCause(cause: MetCause): string | undefined {
  const { written } = kindOfCause(cause);
  return written ? written(cause) : causeKey(cause);
}

/** For people, in a text without ticks. */
export function saidCause(cause: MetCause): string {
  return writtenCause(cause)?.replaceAll('`', '') ?? causeKey(cause);
}

function printRule({ condition, after }: Extract<Cause, { readonly kind: 'condition' }>): string {
  if (!after) return printCondition(condition);
  const about = after.about ? `, about ${ticked(`${after.about.owner.text}.${after.about.field.text}`)}` : '';
  return `after: ${printCondition(condition)}${about}`;
}

export function printCauses(causes: readonly Cause[]): string {
  return causes
    .map((cause) => (cause.kind === 'condition' ? printRule(cause) : writtenCause(withoutPlace(cause))))
    .join(', ');
}

/** A cause as it is written, without its place; a condition is met as a rule of an operation. */
export function withoutPlace(cause: Exclude<Cause, { readonly kind: 'condition' }>): MetCause {
  const members = Object.entries(cause).flatMap(([name, value]: [string, unknown]) =>
    name === 'at' ? [] : [[name, isName(value) ? value.text : value] as const],
  );
  return Object.fromEntries(members) as unknown as MetCause;
}

function isName(value: unknown): value is Name {
  return typeof value === 'object' && value !== null && 'text' in value;
}

/** The causes of a Code row, by commas. */
export const CAUSE_LIST: Syntax<readonly Cause[]> = {
  parse: parseCauses,
  print: printCauses,
  forms: 'causes by commas, or `none`',
  offers: ['causes: …'],
};
