// What a receiver knows an event by: headers that sign it. Input: the signature that the document states, as data; the secrets of a receiver;
// what is sent. Output: headers, or what is wrong with a secret. Notation, part 6, Signature.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

import type { SignaturePlan } from '../../plan/delivery-plan.ts';

/** As the plan has it; where its secret is kept is of no matter here. */
export type Signature = WithoutSecret<Exclude<SignaturePlan, { readonly kind: 'none' }>>;
type WithoutSecret<S> = S extends unknown ? Omit<S, 'secret'> : never;
type WithHoles = Extract<Signature, { readonly kind: 'header' }>['signed'];
type Hole = Exclude<WithHoles[number], string>['hole'];

/** As a text, or as the octets that an operator's file holds. */
export type Secret = string | Buffer;

export interface Message {
  /** The same in each try. */
  readonly id: string;
  /** Of this try: seconds since 1970. */
  readonly timestamp: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
}

type Kind = Signature['kind'];

/** Of a secret of Standard Webhooks: what follows is base64. In other headers it is text, as it is with Stripe. */
const PREFIX = 'whsec_';
const LEAST = 24;
const MOST = 64;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Why nothing is to be signed by it, as the end of a sentence. The secret is not in it. */
export function problemOf(kind: Kind, secret: Secret | null | undefined): string | undefined {
  if (secret === null || secret === undefined || secret.length === 0) return 'there is no secret';
  if (!isCoded(kind, secret)) return undefined;
  const key = octetsOf(kind, secret);
  if (!key) return `what follows \`${PREFIX}\` is not base64`;
  if (key.length >= LEAST && key.length <= MOST) return undefined;
  return `what follows \`${PREFIX}\` holds ${key.length} bytes: Standard Webhooks wants ${LEAST} to ${MOST}`;
}

/**
 * The newest secret goes first. Standard Webhooks has a signature by each of them, so that a receiver may still have an older one; a header that
 * the document states has one place for one signature, and that is by the first.
 */
export function signed(
  signature: Signature,
  secrets: readonly Secret[],
  message: Message,
): Readonly<Record<string, string>> {
  const keys = secrets.map((secret) => keyOf(signature.kind, secret));
  if (keys.length === 0) throw new Error('an event is signed without a secret');
  if (signature.kind === 'Standard Webhooks') {
    const text = `${message.id}.${message.timestamp}.${message.body}`;
    return {
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': keys.map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`).join(' '),
    };
  }
  const { header, value = [{ hole: 'signature' }], digest, encoding, signed: text } = signature;
  const made = createHmac(digest.replace('hmac-', ''), keys[0]!)
    .update(filled(text, message, undefined))
    .digest(encoding);
  return { [header]: filled(value, message, made) };
}

function filled(text: WithHoles, message: Message, signature: string | undefined): string {
  let written = '';
  for (const piece of text) written += typeof piece === 'string' ? piece : partOf(piece.hole, message, signature);
  return written;
}

function partOf(hole: Hole, message: Message, signature: string | undefined): string {
  if (hole !== 'signature') return String(message[hole]);
  if (signature === undefined) throw new Error('a signature signs itself');
  return signature;
}

function keyOf(kind: Kind, secret: Secret): KeyObject {
  const octets = octetsOf(kind, secret);
  if (!octets || octets.length === 0) throw new Error('an event is signed by what is no secret');
  // Six times as fast as the octets themselves.
  return createSecretKey(octets);
}

function octetsOf(kind: Kind, secret: Secret): Buffer | undefined {
  if (typeof secret !== 'string') return secret;
  if (!isCoded(kind, secret)) return Buffer.from(secret);
  const written = secret.slice(PREFIX.length);
  return BASE64.test(written) ? Buffer.from(written, 'base64') : undefined;
}

function isCoded(kind: Kind, secret: Secret): secret is string {
  return kind === 'Standard Webhooks' && typeof secret === 'string' && secret.startsWith(PREFIX);
}
