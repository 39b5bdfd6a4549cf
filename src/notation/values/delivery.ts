// Where events go, which answers accept them, how often and when they are tried, in which order, and what happens to those that
// no receiver accepts: how these are read and printed. Notation, part 6.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { items } from '../grammar/items.ts';
import type { Name } from '../slot.ts';
import { printStatus, type StatusCode, statusCode } from './answers.ts';
import { type Condition, printWhere, where } from './conditions.ts';
import { duration, parseDuration, printDuration, wholeNumber } from './durations.ts';
import { isLiteral, type Literal, literal, printLiteral } from './literals.ts';
import { ownedField, type OwnedField, printOwned, printResource, resource, tickedName } from './names.ts';

export type SentAs =
  /** A `POST` to the address in this field, of each row that the condition holds for. */
  | { readonly kind: 'request'; readonly to: OwnedField; readonly where: Condition | undefined }
  | { readonly kind: 'server-sent events'; readonly operation: Name }
  /** Of a broker. */
  | { readonly kind: 'subject' | 'topic' | 'queue'; readonly name: string };

export type Tries =
  | { readonly kind: 'times'; readonly times: number }
  /** Milliseconds. */
  | { readonly kind: 'for'; readonly time: number }
  | { readonly kind: 'until accepted' };

/** Milliseconds between one try and the next. `doubling`: after the last of them each is twice the one before. */
export interface Waits {
  readonly times: readonly number[];
  readonly doubling: boolean;
  readonly atMost: number | undefined;
}

/** As they happened: all of them, those of one receiver, or those of one row of the resource. */
export type DeliveryOrder =
  | { readonly kind: 'all' | 'each receiver' }
  | { readonly kind: 'each row'; readonly resource: Name };

/** An event may arrive twice; `by`: what is equal then. */
export interface Duplicates {
  readonly by: { readonly in: 'header' | 'body'; readonly name: string } | undefined;
}

export type GivenUp =
  | { readonly kind: 'dropped' | 'kept for the operator' }
  | { readonly kind: 'deletes'; readonly resource: Name }
  | { readonly kind: 'sets'; readonly field: OwnedField; readonly value: Literal }
  | { readonly kind: 'moves'; readonly field: OwnedField; readonly to: Name };

const SENT_FORMS =
  '`POST` to `Webhook.url`, server-sent events on `GET /events`, or subject `…`, topic `…`, queue `…` of a broker';

/** `` `POST` to `Webhook.url` where `active` = true ``. */
export const parseSentAs: Parser<SentAs> = parserOf((cursor) => {
  if (cursor.takePhrase('server-sent events on'))
    return { kind: 'server-sent events', operation: tickedName(cursor, 'an operation in ticks') };
  const kind = (['subject', 'topic', 'queue'] as const).find((word) => cursor.takePhrase(word));
  if (kind) return { kind, name: tickedName(cursor, 'its name in ticks').text };
  const token = cursor.peek();
  if (token.kind === 'tick' && token.text === 'POST') cursor.take();
  else cursor.needPhrase('post', SENT_FORMS);
  cursor.needPhrase('to', 'to `Webhook.url`');
  return { kind: 'request', to: ownedField(cursor, 'a field of a resource: `Webhook.url`'), where: where(cursor) };
});

export const SENT_AS: Syntax<SentAs> = {
  parse: parseSentAs,
  print(sent) {
    if (sent.kind === 'request') return `\`POST\` to ${printOwned(sent.to)}${printWhere(sent.where)}`;
    if (sent.kind === 'server-sent events') return `server-sent events on ${ticked(sent.operation.text)}`;
    return `${sent.kind} ${ticked(sent.name)}`;
  },
  forms: SENT_FORMS,
  offers: ['`POST` to `…`', 'subject `…`', 'topic `…`', 'queue `…`', 'none'],
};

/** `any 2xx`, `200, 202`. */
export const parseAccepted: Parser<readonly StatusCode[]> = parserOf((cursor) => items(cursor, statusCode, ['or']));

export const ACCEPTED: Syntax<readonly StatusCode[]> = {
  parse: parseAccepted,
  print: (codes) => codes.map(printStatus).join(', '),
  none: false,
  forms: '`any 2xx`, or status codes by commas',
  offers: ['any 2xx', 'status codes: …'],
};

const TRIES_FORMS = 'a number of tries, `for 3 days` or `until accepted`';

/** `8`, `at most 8 times`, `for 3 days`, `until accepted`. */
export const parseTries: Parser<Tries> = parserOf((cursor) => {
  if (cursor.takePhrase('until accepted')) return { kind: 'until accepted' };
  if (cursor.takePhrase('for')) return { kind: 'for', time: duration(cursor) };
  cursor.takePhrase('at most');
  const times = wholeNumber(cursor, TRIES_FORMS);
  if (!cursor.takePhrase('times')) cursor.takePhrase('tries');
  return { kind: 'times', times };
});

export const TRIES: Syntax<Tries> = {
  parse: parseTries,
  print(tries) {
    if (tries.kind === 'for') return `for ${printDuration(tries.time)}`;
    return tries.kind === 'times' ? String(tries.times) : tries.kind;
  },
  none: false,
  forms: TRIES_FORMS,
  offers: ['at most … times', 'for … days', 'until accepted'],
};

const WAITS_FORMS = 'lengths of time by commas, then `doubling` and `at most 1 hour` where they go on';

/** `5 seconds, 5 minutes, 1 hour`, `30 seconds, doubling, at most 1 hour`. */
export const parseWaits: Parser<Waits> = parserOf((cursor) => {
  const times = [duration(cursor)];
  while (cursor.isSymbol(',') && cursor.peek(1).kind === 'number') {
    cursor.take();
    times.push(duration(cursor));
  }
  if (!cursor.takeSymbol(',')) return { times, doubling: false, atMost: undefined };
  const doubling = cursor.takePhrase('doubling');
  if (doubling && !cursor.takeSymbol(',')) return { times, doubling, atMost: undefined };
  cursor.needPhrase('at most', WAITS_FORMS);
  return { times, doubling, atMost: duration(cursor) };
});

export const WAITS: Syntax<Waits> = {
  parse: parseWaits,
  print: ({ times, doubling, atMost }) =>
    [
      ...times.map(printDuration),
      ...(doubling ? ['doubling'] : []),
      ...(atMost === undefined ? [] : [`at most ${printDuration(atMost)}`]),
    ].join(', '),
  any: true,
  forms: WAITS_FORMS,
  offers: ['… seconds, … minutes', '… seconds, doubling, at most … hours', 'none'],
};

const LENGTH = {
  parse: parseDuration,
  print: printDuration,
  any: true,
  forms: 'a length of time: `30 seconds`, or `none`',
} as const;

export const TIME_OUT: Syntax<number> = { ...LENGTH, offers: ['… seconds', 'none'] };

export const KEPT_FOR: Syntax<number> = { ...LENGTH, offers: ['… days', 'none'] };

const ORDER_FORMS = '`as they happened`, then `, for each Order` where only those are in order, or `none`';

/** `as they happened, for each Order`. */
export const parseDeliveryOrder: Parser<DeliveryOrder> = parserOf((cursor) => {
  cursor.needPhrase('as they happened', ORDER_FORMS);
  if (!cursor.takeSymbol(',')) return { kind: 'all' };
  cursor.needPhrase('for each');
  if (cursor.takePhrase('receiver')) return { kind: 'each receiver' };
  return { kind: 'each row', resource: resource(cursor, 'a resource, or `receiver`') };
});

export const DELIVERY_ORDER: Syntax<DeliveryOrder> = {
  parse: parseDeliveryOrder,
  print(order) {
    if (order.kind === 'all') return 'as they happened';
    return `as they happened, for ${order.kind === 'each row' ? `each ${printResource(order.resource)}` : order.kind}`;
  },
  any: true,
  forms: ORDER_FORMS,
  offers: ['as they happened', 'as they happened, for each receiver', 'none'],
};

const DUPLICATES_FORMS = '`possible`, then `, told by` header `…` or a field, or `none`';

/** `` possible, told by header `webhook-id` ``. */
export const parseDuplicates: Parser<Duplicates> = parserOf((cursor) => {
  cursor.needPhrase('possible', DUPLICATES_FORMS);
  if (!cursor.takeSymbol(',')) return { by: undefined };
  cursor.needPhrase('told by');
  const place = cursor.takePhrase('header') ? 'header' : 'body';
  return { by: { in: place, name: tickedName(cursor, 'header `…`, or a field in ticks').text } };
});

export const DUPLICATES: Syntax<Duplicates> = {
  parse: parseDuplicates,
  print: ({ by }) => (by ? `possible, told by ${by.in === 'header' ? 'header ' : ''}${ticked(by.name)}` : 'possible'),
  any: true,
  forms: DUPLICATES_FORMS,
  offers: ['possible', 'possible, told by header `…`', 'possible, told by `…`', 'none'],
};

const GIVEN_UP_FORMS =
  '`dropped`, `kept for the operator`, sets `Webhook.active` = `false`, moves `Webhook.state` to `off`, or `deletes Webhook`';

/** `` sets `Webhook.active` = `false` ``. */
export const parseGivenUp: Parser<GivenUp> = parserOf((cursor) => {
  for (const kind of ['dropped', 'kept for the operator'] as const) if (cursor.takePhrase(kind)) return { kind };
  if (cursor.takePhrase('deletes')) return { kind: 'deletes', resource: resource(cursor) };
  return cursor.takePhrase('sets') ? givenUpSets(cursor) : givenUpMoves(cursor);
});

const FIELD_FORMS = 'a field of a resource: `Webhook.active`';

function givenUpSets(cursor: Cursor): GivenUp {
  const field = ownedField(cursor, FIELD_FORMS);
  cursor.needSymbol('=', '`=` and a value');
  return { kind: 'sets', field, value: isLiteral(cursor) ? literal(cursor) : cursor.fail('a value in ticks') };
}

function givenUpMoves(cursor: Cursor): GivenUp {
  cursor.needPhrase('moves', GIVEN_UP_FORMS);
  const field = ownedField(cursor, FIELD_FORMS);
  cursor.takeSymbol(',');
  cursor.needPhrase('to', 'to a state in ticks');
  return { kind: 'moves', field, to: tickedName(cursor, 'a state in ticks') };
}

export const GIVEN_UP: Syntax<GivenUp> = {
  parse: parseGivenUp,
  print(given) {
    switch (given.kind) {
      case 'deletes':
        return `deletes ${printResource(given.resource)}`;
      case 'sets':
        return `sets ${printOwned(given.field)} = ${printLiteral(given.value)}`;
      case 'moves':
        return `moves ${printOwned(given.field)} to ${ticked(given.to.text)}`;
      default:
        return given.kind;
    }
  },
  any: true,
  forms: GIVEN_UP_FORMS,
  offers: ['dropped', 'kept for the operator', 'deletes …', 'none'],
};
