// How a receiver knows that an event comes from this service, and what surrounds its payload: how these are read and
// printed. Notation, part 6.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parsed, Parser } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { type Encoding, ENCODINGS, printSecretSource, type SecretSource, secretSource } from './verification.ts';
import { tickedName } from './names.ts';
import { printShape, type Shape, shape, withoutTicks } from './shapes.ts';

export const DIGESTS = ['hmac-sha256', 'hmac-sha512', 'hmac-sha1'] as const;
export type Digest = (typeof DIGESTS)[number];

export type Signature =
  | { readonly kind: 'Standard Webhooks'; readonly secret: SecretSource | undefined }
  | {
      readonly kind: 'header';
      readonly header: string;
      /** What the header holds; left out: the signature alone. */
      readonly value: WithHoles | undefined;
      readonly digest: Digest;
      readonly encoding: Encoding;
      readonly signed: WithHoles;
      readonly secret: SecretSource;
    };

/** Text with holes: `{timestamp}.{body}` is a hole, text, a hole. */
export type WithHoles = readonly (string | { readonly hole: Hole })[];

export type Hole = 'signature' | 'timestamp' | 'id' | 'method' | 'path' | 'body';

/** Braces around other words are text. */
export function withHoles(text: string): WithHoles {
  // Every second piece is what the brackets of the expression hold.
  const pieces = text.split(/\{(signature|timestamp|id|method|path|body)\}/);
  return pieces.flatMap((piece, index): WithHoles => {
    if (index % 2 === 1) return [{ hole: piece as Hole }];
    return piece === '' ? [] : [piece];
  });
}

function printHoles(text: WithHoles): string {
  return text.map((piece) => (typeof piece === 'string' ? piece : `{${piece.hole}}`)).join('');
}

const SIGNATURE_FORMS =
  '`Standard Webhooks, secret Webhook.secret`, or header `…`, hmac-sha256, hex, of `…`, secret `Webhook.secret`';

/** `` Standard Webhooks, secret `Webhook.secret` ``, or a header with algorithm, encoding, signed text and secret. */
export const parseSignature: Parser<Signature> = parserOf((cursor) => {
  if (cursor.takePhrase('standard webhooks'))
    return { kind: 'Standard Webhooks', secret: cursor.takeSymbol(',') ? secret(cursor) : undefined };
  cursor.needPhrase('header', SIGNATURE_FORMS);
  const written = tickedName(cursor, 'a header in ticks: `X-Signature: sha256={signature}`').text;
  const [, header = written, value] = /^([^:]*[^:\s])\s*:\s*(\S.*)$/s.exec(written) ?? [];
  comma(cursor);
  const digest = oneOf(cursor, DIGESTS, '`hmac-sha256`, `hmac-sha512` or `hmac-sha1`');
  comma(cursor);
  const encoding = oneOf(cursor, ENCODINGS, '`hex` or `base64`');
  comma(cursor);
  cursor.needPhrase('of', 'of `{timestamp}.{body}`');
  const signed = withHoles(tickedName(cursor, 'the signed text in ticks').text);
  comma(cursor);
  const kept = secret(cursor);
  return {
    kind: 'header',
    header,
    value: value === undefined ? undefined : withHoles(value),
    digest,
    encoding,
    signed,
    secret: kept,
  };
});

function oneOf<const W extends string>(cursor: Cursor, words: readonly W[], expected: string): W {
  return words.find((word) => cursor.takePhrase(word)) ?? cursor.fail(expected);
}

function comma(cursor: Cursor): void {
  cursor.needSymbol(',', '`,`');
}

function secret(cursor: Cursor): SecretSource {
  cursor.needPhrase('secret', 'secret `Webhook.secret`');
  return secretSource(cursor);
}

function printSignature(signature: Signature): string {
  const kept = signature.secret && `secret ${printSecretSource(signature.secret)}`;
  if (signature.kind === 'Standard Webhooks') return kept === undefined ? signature.kind : `${signature.kind}, ${kept}`;
  const { header, value, digest, encoding, signed } = signature;
  const written = value ? `${header}: ${printHoles(value)}` : header;
  return `header ${ticked(written)}, ${digest}, ${encoding}, of ${ticked(printHoles(signed))}, ${kept}`;
}

export const SIGNATURE: Syntax<Signature> = {
  parse: parseSignature,
  print: printSignature,
  forms: SIGNATURE_FORMS,
  offers: [
    'Standard Webhooks, secret kept by the operator',
    'header `…`, hmac-sha256, hex, of `…`, secret kept by the operator',
    'none',
  ],
};

export type Envelope =
  | { readonly kind: 'CloudEvents'; readonly mode: 'binary' | 'structured' | undefined }
  | { readonly kind: 'shape'; readonly shape: Shape };

/** `CloudEvents, binary`, or what surrounds a payload. */
export function parseEnvelope(text: SourceText): Parsed<Envelope> {
  const inner = withoutTicks(text);
  return parserOf((cursor): Envelope => {
    const behind = cursor.peek(1);
    // A resource may have this name, too: `Cloudevents as Short`.
    const mayEnd = behind.kind === 'end' || (behind.kind === 'symbol' && behind.text === ',');
    if (inner || !mayEnd || !cursor.takePhrase('cloudevents')) return { kind: 'shape', shape: shape(cursor) };
    if (!cursor.takeSymbol(',')) return { kind: 'CloudEvents', mode: undefined };
    return { kind: 'CloudEvents', mode: oneOf(cursor, ['binary', 'structured'], '`binary` or `structured`') };
  })(inner ?? text);
}

export const ENVELOPE: Syntax<Envelope> = {
  parse: parseEnvelope,
  print(envelope) {
    if (envelope.kind === 'shape') return printShape(envelope.shape);
    return envelope.mode === undefined ? 'CloudEvents' : `CloudEvents, ${envelope.mode}`;
  },
  forms: '`CloudEvents, binary`, `CloudEvents, structured`, a template, or `none`',
  offers: ['CloudEvents, binary', 'CloudEvents, structured', 'a template: `{"…": …}`', 'none'],
};
