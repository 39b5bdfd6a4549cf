// Requests that are signed with a secret (RFC 2104). Input: what the document states of the signature, the operator's secrets, a request and
// the octets of its body. Output: what is bound of the caller, or that the signature is wrong, or why that is not known now. Notation,
// part 5, Verified by; decision 0065.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { CLAIMED, type RequestSignaturePlan, type SchemePlan } from '../plan/credentials.ts';
import type { Plan } from '../plan/plan.ts';
import { instantText, LAST } from './clock.ts';
import type { Claims } from './claims.ts';
import { headersOf } from './credentials.ts';
import type { NotKnown } from './signed-tokens.ts';
import type { SigningKeys } from './signing-keys.ts';

type HeaderElement = RequestSignaturePlan['headers'][number]['elements'][number];

export interface VerifyRequest {
  /** Is the body signed? */
  readonly needsBody: boolean;
  /** What the headers say; undefined: no signature can be in them. */
  read(request: IncomingMessage): Said | undefined;
  /** `at`: milliseconds since 1970. Undefined: the signature is wrong. */
  judge(said: Said, request: IncomingMessage, body: Buffer, at: number): Claims | NotKnown | undefined;
}

export interface Said {
  readonly signatures: readonly Buffer[];
  readonly timestamp: string | undefined;
  readonly id: string | undefined;
}

/** Of one request, so many are compared: a sender that replaces its secret sends two or three. */
const MOST_SIGNATURES = 16;

/** By scheme, of those whose requests are signed. */
export function signaturesOf({ schemes = [] }: Plan, keys: SigningKeys): ReadonlyMap<SchemePlan, VerifyRequest> {
  return new Map(
    schemes.flatMap((scheme) => {
      const { name, signature } = scheme;
      if (!signature) return [];
      const secrets = (): ReturnType<SigningKeys['secrets']> => keys.secrets(name, signature.digest);
      return [[scheme, compileSignedRequests(name, signature, secrets)] as const];
    }),
  );
}

function compileSignedRequests(
  name: string,
  plan: RequestSignaturePlan,
  secrets: () => readonly Buffer[] | string,
): VerifyRequest {
  const { headers, digest, encoding, signed, within } = plan;
  const algorithm = digest.replace('hmac-', '');
  const decode = encoding === 'hex' ? ofHex : ofBase64;
  const isMade = (secret: Buffer, said: Said, request: IncomingMessage, body: Buffer): boolean => {
    const hmac = createHmac(algorithm, secret);
    for (const piece of signed)
      hmac.update(typeof piece === 'string' ? piece : partOf(piece.hole, said, request, body));
    const made = hmac.digest();
    // Each is compared, so that the time tells nothing of which one was right.
    return said.signatures.filter((one) => one.length === made.length && timingSafeEqual(one, made)).length > 0;
  };
  return {
    needsBody: signed.some((piece) => typeof piece !== 'string' && piece.hole === 'body'),
    read(request) {
      const found: Record<'signature' | 'timestamp' | 'id', string[]> = { signature: [], timestamp: [], id: [] };
      for (const { name, elements } of headers) {
        const [value, ...others] = headersOf(request.rawHeaders, name.toLowerCase());
        if (value === undefined || others.length > 0 || !take(value, elements, found)) return undefined;
        if (elements.length === 1 && !/^[^ ,]+$/.test(value) && elements[0]!.hole !== 'signature') return undefined;
      }
      const { signature, timestamp, id } = found;
      // Words beside them, as the `v1` of `v1,…`, are none.
      const signatures = signature.flatMap((text) => decode(text) ?? []).slice(0, MOST_SIGNATURES);
      if (signatures.length === 0 || timestamp.length > 1 || id.length > 1) return undefined;
      return { signatures, timestamp: timestamp[0], id: id[0] };
    },
    judge(said, request, body, at) {
      const known = secrets();
      if (typeof known === 'string') return { unavailable: known };
      if (known.filter((secret) => isMade(secret, said, request, body)).length === 0) return undefined;
      const sent = within === undefined ? undefined : secondsOf(said.timestamp);
      if (within !== undefined && (sent === undefined || sent > at + within)) return undefined;
      // What was sent so long ago is still met.
      const until = sent === undefined ? null : instantText(Math.min(sent + within! + 1, LAST));
      const bindings = {
        [CLAIMED.isVerified]: 1,
        [CLAIMED.until]: until,
        [CLAIMED.roles]: '[]',
        [CLAIMED.scopes]: '[]',
        // By whichever of the secrets: they are of one sender, which may sign again with a new one.
        [CLAIMED.subject]: name,
      };
      return { bindings, from: Number.NEGATIVE_INFINITY };
    },
  };
}

/** What each part of a header holds; a part that the document does not know says nothing. False: a text is not there that must be. */
function take(
  value: string,
  elements: readonly HeaderElement[],
  found: Readonly<Record<'signature' | 'timestamp' | 'id', string[]>>,
): boolean {
  const parts = value.split(/[ ,]+/);
  return elements.every(({ before, hole, after }) => {
    if (hole === undefined) return parts.includes(before);
    const least = before.length + after.length;
    const fitting = parts.filter((part) => part.length > least && part.startsWith(before) && part.endsWith(after));
    found[hole].push(...fitting.map((part) => part.slice(before.length, part.length - after.length)));
    return found[hole].length > 0;
  });
}

function partOf(
  hole: Exclude<RequestSignaturePlan['signed'][number], string>['hole'],
  said: Said,
  { method, url }: IncomingMessage,
  body: Buffer,
): string | Buffer {
  switch (hole) {
    case 'body':
      return body;
    case 'method':
      return method ?? '';
    case 'path':
      return url ?? '';
    case 'timestamp':
      return said.timestamp ?? '';
    case 'id':
      return said.id ?? '';
    case 'signature':
      throw new Error('a signature signs itself');
  }
}

/** Milliseconds. */
function secondsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,11}$/.test(text) ? Number(text) * 1000 : undefined;
}

function ofHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : undefined;
}

function ofBase64(text: string): Buffer | undefined {
  const octets = Buffer.from(text, 'base64');
  return octets.toString('base64') === text ? octets : undefined;
}
