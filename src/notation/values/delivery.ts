// Where events go, how often, signed by what, and what becomes of those that nobody takes. In: the bullets of Delivery, and
// When of an event. Out: the words as written, once they are understood. Notation, part 6.

import type { Cursor } from '../grammar/cursor.ts';
import type { Parsed } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import { items, readWords } from '../grammar/worded.ts';
import { statusCode } from './answers.ts';
import { secretSource } from './authentication.ts';
import { where } from './conditions.ts';
import { duration, wholeNumber } from './durations.ts';
import { isLiteral, literal } from './literals.ts';
import { isResource, isTick, ownedField, resource, tickedName } from './names.ts';
import { shape, withoutTicks } from './shapes.ts';

export const SENT_FORMS =
  '`POST` to `Webhook.url`, server-sent events on `GET /events`, or subject `…`, topic `…`, queue `…` of a broker';

export const ACCEPTED_FORMS = '`any 2xx`, or status codes by commas';

export const TRIES_FORMS = 'a number of tries, `for 3 days` or `until accepted`';

export const WAITS_FORMS = 'lengths of time by commas, then `doubling` and `at most 1 hour` where they go on';

export const ORDER_FORMS = '`as they happened`, then `, for each Order` where only those are in order, or `none`';

export const SIGNATURE_FORMS =
  '`Standard Webhooks, secret Webhook.secret`, or header `…`, hmac-sha256, hex, of `…`, secret `Webhook.secret`';

export const ENVELOPE_FORMS = '`CloudEvents, binary`, `CloudEvents, structured`, a shape, a template, or `none`';

export const DUPLICATES_FORMS = '`possible`, then `, told by` header `…` or a field, or `none`';

export const GIVEN_UP_FORMS =
  '`dropped`, `kept for the operator`, sets `Webhook.active` = `false`, moves `Webhook.state` to `off`, or `deletes Webhook`';

export const HAPPENING_FORMS =
  'operations in ticks, `Order is created`, `Order.status` becomes `paid`, or `Order.total` changes, by commas';

/** `` `POST` to `Webhook.url` where `active` = true ``. */
export function parseSentAs(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    if (cursor.takePhrase('server-sent events on')) return void tickedName(cursor, 'an operation in ticks');
    if (['subject', 'topic', 'queue'].some((kind) => cursor.takePhrase(kind)))
      return void tickedName(cursor, 'its name in ticks');
    const token = cursor.peek();
    if (token.kind === 'tick' && token.text === 'POST') cursor.take();
    else cursor.needPhrase('post', SENT_FORMS);
    cursor.needPhrase('to', 'to `Webhook.url`');
    ownedField(cursor, 'a field of a resource: `Webhook.url`');
    where(cursor);
  });
}

/** `any 2xx`, `200, 202`. */
export function parseAccepted(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => items(cursor, statusCode, ['or']));
}

/** `8`, `at most 8 times`, `for 3 days`, `until accepted`. */
export function parseTries(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    if (cursor.takePhrase('until accepted')) return;
    if (cursor.takePhrase('for')) return void duration(cursor);
    cursor.takePhrase('at most');
    wholeNumber(cursor, TRIES_FORMS);
    if (!cursor.takePhrase('times')) cursor.takePhrase('tries');
  });
}

/** `5 seconds, 5 minutes, 1 hour`, `30 seconds, doubling, at most 1 hour`. */
export function parseWaits(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    duration(cursor);
    while (cursor.isSymbol(',') && cursor.peek(1).kind === 'number') {
      cursor.take();
      duration(cursor);
    }
    if (!cursor.takeSymbol(',')) return;
    const doubles = cursor.takePhrase('doubling');
    if (doubles && !cursor.takeSymbol(',')) return;
    cursor.needPhrase('at most', WAITS_FORMS);
    duration(cursor);
  });
}

/** `as they happened, for each Order`. */
export function parseDeliveryOrder(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    cursor.needPhrase('as they happened', ORDER_FORMS);
    if (!cursor.takeSymbol(',')) return;
    cursor.needPhrase('for each');
    if (!cursor.takePhrase('receiver')) resource(cursor, 'a resource, or `receiver`');
  });
}

const DIGESTS: readonly string[] = ['hmac-sha256', 'hmac-sha512', 'hmac-sha1'];

const ENCODINGS: readonly string[] = ['hex', 'base64'];

/** `` Standard Webhooks, secret `Webhook.secret` ``, or a header with algorithm, encoding, signed text and secret. */
export function parseSignature(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    if (cursor.takePhrase('standard webhooks')) {
      if (cursor.takeSymbol(',')) secret(cursor);
      return;
    }
    cursor.needPhrase('header', SIGNATURE_FORMS);
    tickedName(cursor, 'a header in ticks: `X-Signature: sha256={signature}`');
    comma(cursor);
    if (!DIGESTS.some((word) => cursor.takePhrase(word))) cursor.fail('`hmac-sha256`, `hmac-sha512` or `hmac-sha1`');
    comma(cursor);
    if (!ENCODINGS.some((word) => cursor.takePhrase(word))) cursor.fail('`hex` or `base64`');
    comma(cursor);
    cursor.needPhrase('of', 'of `{timestamp}.{body}`');
    tickedName(cursor, 'the signed text in ticks');
    comma(cursor);
    secret(cursor);
  });
}

function comma(cursor: Cursor): void {
  cursor.needSymbol(',', '`,`');
}

function secret(cursor: Cursor): void {
  cursor.needPhrase('secret', 'secret `Webhook.secret`');
  secretSource(cursor);
}

/** `CloudEvents, binary`, or what stands around a payload. */
export function parseEnvelope(text: SourceText): Parsed<string> {
  const inner = withoutTicks(text);
  const parsed = readWords(inner ?? text, (cursor) => {
    const behind = cursor.peek(1);
    // A resource may be called so, too: `Cloudevents as Short`.
    const mayEnd = behind.kind === 'end' || (behind.kind === 'symbol' && behind.text === ',');
    if (inner || !mayEnd || !cursor.takePhrase('cloudevents')) return void shape(cursor);
    if (!cursor.takeSymbol(',')) return;
    if (!cursor.takePhrase('binary') && !cursor.takePhrase('structured')) cursor.fail('`binary` or `structured`');
  });
  return parsed.ok ? { ok: true, value: text.text } : parsed;
}

/** `` possible, told by header `webhook-id` ``. */
export function parseDuplicates(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    cursor.needPhrase('possible', DUPLICATES_FORMS);
    if (!cursor.takeSymbol(',')) return;
    cursor.needPhrase('told by');
    cursor.takePhrase('header');
    tickedName(cursor, 'header `…`, or a field in ticks');
  });
}

/** `` sets `Webhook.active` = `false` ``. */
export function parseGivenUp(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => {
    if (cursor.takePhrase('dropped') || cursor.takePhrase('kept for the operator')) return;
    const forms = 'a field of a resource: `Webhook.active`';
    if (cursor.takePhrase('deletes')) resource(cursor);
    else if (cursor.takePhrase('sets')) {
      ownedField(cursor, forms);
      cursor.needSymbol('=', '`=` and a value');
      if (isLiteral(cursor)) literal(cursor);
      else cursor.fail('a value in ticks');
    } else {
      cursor.needPhrase('moves', GIVEN_UP_FORMS);
      ownedField(cursor, forms);
      cursor.takeSymbol(',');
      cursor.needPhrase('to', 'to a state in ticks');
      tickedName(cursor, 'a state in ticks');
    }
  });
}

/** `` `POST /orders`, `Order.status` becomes `paid` ``. */
export function parseHappening(text: SourceText): Parsed<string> {
  return readWords(text, (cursor) => items(cursor, happening, ['or']));
}

function happening(cursor: Cursor): void {
  if (isResource(cursor) && cursor.isWord('is', 1)) {
    resource(cursor);
    cursor.needPhrase('is');
    if (!['created', 'updated', 'deleted'].some((word) => cursor.takePhrase(word)))
      cursor.fail('`created`, `updated` or `deleted`');
  } else if (isTick(cursor) && !cursor.isWord('becomes', 1) && !cursor.isWord('changes', 1))
    tickedName(cursor, HAPPENING_FORMS);
  else {
    ownedField(cursor, HAPPENING_FORMS);
    if (cursor.takePhrase('becomes')) tickedName(cursor, 'a value in ticks');
    else cursor.needPhrase('changes', '`changes`, or `becomes` and a value');
  }
}
