// Whether an event is signed as the document states. Input: the signature that is stated, the secret, what came. Output: what is wrong with it.
// Notation, part 6, Signature; https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Signature, WithHoles } from '../../notation/values/signatures.ts';
import type { Arrived } from './happening.ts';

/** Undefined: it is right. */
export function wrongSignature(
  signature: Signature,
  secret: string,
  arrived: Arrived,
  idHeader: string | undefined,
): string | undefined {
  return signature.kind === 'Standard Webhooks'
    ? wrongStandard(secret, arrived)
    : wrongHeader(signature, secret, arrived, idHeader);
}

function headerIn({ headers }: Arrived, name: string): string | undefined {
  return headers.find(([one]) => one === name.toLowerCase())?.[1];
}

function wrongStandard(secret: string, arrived: Arrived): string | undefined {
  const [id, at, sent] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(arrived, name),
  );
  if (id === undefined || at === undefined || sent === undefined)
    return 'it lacks webhook-id, webhook-timestamp or webhook-signature';
  if (!/^\d+$/.test(at)) return `webhook-timestamp is ${at}`;
  if (Math.abs(Number(at) * 1000 - arrived.at) > APART) return `webhook-timestamp is ${at}, which is not now`;
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);
  const made = `v1,${createHmac('sha256', key).update(`${id}.${at}.${arrived.body}`).digest('base64')}`;
  return sent.split(' ').some((one) => isSame(one, made)) ? undefined : `webhook-signature is ${sent}`;
}

const PREFIX = 'whsec_';
/** Clocks may be so far apart, as receivers allow. Milliseconds. */
const APART = 300_000;

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function wrongHeader(
  { header, value, digest, encoding, signed }: Extract<Signature, { readonly kind: 'header' }>,
  secret: string,
  arrived: Arrived,
  idHeader: string | undefined,
): string | undefined {
  const sent = headerIn(arrived, header);
  if (sent === undefined) return `it has no header ${header}`;
  const found = holesIn(value ?? [{ hole: 'signature' }], sent);
  if (!found) return `${header} is ${sent}`;
  const holes: Record<string, string | undefined> = {
    method: arrived.method,
    path: arrived.to,
    body: arrived.body,
    id: idHeader === undefined ? undefined : headerIn(arrived, idHeader),
    ...found,
  };
  const parts = signed.map((piece) => (typeof piece === 'string' ? piece : holes[piece.hole]));
  // Where it does not say when, or which one, nobody else can sign it again.
  if (parts.includes(undefined) || found['signature'] === undefined) return undefined;
  const made = createHmac(digest.replace('hmac-', ''), secret).update(parts.join('')).digest(encoding);
  return isSame(found['signature'], made) ? undefined : `${header} is ${sent}`;
}

function holesIn(value: WithHoles, sent: string): Readonly<Record<string, string>> | undefined {
  const pattern = value
    .map((piece) =>
      typeof piece === 'string' ? piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&') : `(?<${piece.hole}>.+?)`,
    )
    .join('');
  return new RegExp(`^${pattern}$`, 's').exec(sent)?.groups;
}
