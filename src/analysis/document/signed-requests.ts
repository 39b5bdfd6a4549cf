// Schemes whose requests are signed with a secret that both sides know (RFC 2104): what the document states of them. Input: a scheme.
// Output: in which headers the signature and what it needs are, and what is signed; or what keeps it from running. Notation, part 5,
// Verified by; decision 0065.

import type { Scheme } from '../../notation/authentication.ts';
import { valueOf } from '../../notation/slot.ts';
import type { CredentialPlace } from '../../notation/values/schemes.ts';
import { type Digest, DIGESTS, type Hole, withHoles, type WithHoles } from '../../notation/values/signatures.ts';
import type { Encoding, Verification } from '../../notation/values/verification.ts';

export function signsRequests({ scheme }: Pick<Scheme, 'scheme'>): boolean {
  return valueOf(scheme) === 'HMAC signature';
}

/** A part of a header, between commas and spaces: a text around at most one hole. */
export interface HeaderElement {
  readonly before: string;
  readonly hole?: 'signature' | 'timestamp' | 'id';
  readonly after: string;
}

export interface SignedHeader {
  readonly name: string;
  readonly elements: readonly HeaderElement[];
}

export interface RequestSignature {
  readonly headers: readonly SignedHeader[];
  readonly digest: Digest;
  readonly encoding: Encoding;
  readonly signed: WithHoles;
  /** Milliseconds. */
  readonly within?: number;
}

/** Undefined: something that it needs is not stated, or the headers do not give what is signed. */
export function requestSignature(scheme: Scheme): RequestSignature | undefined {
  const place = valueOf(scheme.sentIn);
  const said = valueOf(scheme.verifiedBy);
  const headers = place && headersOf(place);
  if (!headers || !said || !isWhole(said)) return undefined;
  const { algorithms, encoding, signedText, within } = said;
  const digest = digestOf(algorithms[0]!.text);
  const signed = withHoles(signedText.text);
  return digest && fit(headers, signed)
    ? { headers, digest, encoding, signed, ...(within !== undefined && { within }) }
    : undefined;
}

type Whole = Verification & Required<Pick<Verification, 'algorithms' | 'encoding' | 'signedText' | 'secret'>>;

/** Is all of it stated? A timestamp is signed to be compared with the clock: `within` goes with it. */
export function isWhole(said: Verification): said is Whole {
  const { algorithms = [], encoding, signedText, secret, within } = said;
  if (algorithms.length !== 1 || !digestOf(algorithms[0]!.text) || !encoding || !signedText || !secret) return false;
  return (within !== undefined) === holesOf(withHoles(signedText.text)).includes('timestamp');
}

/** Do the headers give what is signed, and nothing twice? */
export function givesAll(place: CredentialPlace, { signedText }: Verification): boolean {
  const headers = headersOf(place);
  return headers !== undefined && (!signedText || fit(headers, withHoles(signedText.text)));
}

function digestOf(text: string): Digest | undefined {
  return DIGESTS.find((one) => one === text.toLowerCase());
}

function headersOf({ in: where, name, template, beside = [] }: CredentialPlace): readonly SignedHeader[] | undefined {
  if (where !== 'header' || template === undefined) return undefined;
  const all = [{ name, template }, ...beside].map((one) => ({ name: one.name, elements: elementsOf(one.template) }));
  const isOnce = new Set(all.map((one) => one.name.toLowerCase())).size === all.length;
  return isOnce && all.every(({ elements }) => elements && isClear(elements))
    ? (all as readonly SignedHeader[])
    : undefined;
}

/**
 * Is it clear which part of the header holds what? What stands beside the signature in a header of its own is the whole of it: else one
 * delivery could come again with an id that is spelled otherwise.
 */
function isClear(elements: readonly HeaderElement[]): boolean {
  const once = elements.filter(({ hole }) => hole !== undefined && hole !== 'signature');
  if (!elements.some(({ hole }) => hole === 'signature')) return elements.length === 1;
  return once.every((one) => elements.every((other) => other === one || !mayBothFit(one, other)));
}

function mayBothFit(one: HeaderElement, other: HeaderElement): boolean {
  return (
    (one.before.startsWith(other.before) || other.before.startsWith(one.before)) &&
    (one.after.endsWith(other.after) || other.after.endsWith(one.after))
  );
}

/** A word in braces that is no hole was meant as one. */
function hasOtherBraces(text: WithHoles): boolean {
  return text.some((piece) => typeof piece === 'string' && /\{\w+\}/.test(piece));
}

function elementsOf(template: string): readonly HeaderElement[] | undefined {
  const found = template
    .split(/[ ,]+/)
    .filter((text) => text !== '')
    .map(elementOf);
  return found.every((one) => one !== undefined) ? found : undefined;
}

function elementOf(text: string): HeaderElement | undefined {
  const pieces = withHoles(text);
  if (hasOtherBraces(pieces)) return undefined;
  const at = pieces.findIndex((piece) => typeof piece !== 'string');
  if (at === -1) return { before: text, after: '' };
  const { hole } = pieces[at] as { readonly hole: Hole };
  const [before, after] = [pieces.slice(0, at), pieces.slice(at + 1)];
  if (hole !== 'signature' && hole !== 'timestamp' && hole !== 'id') return undefined;
  return [...before, ...after].every((piece) => typeof piece === 'string')
    ? { before: before.join(''), hole, after: after.join('') }
    : undefined;
}

function fit(headers: readonly SignedHeader[], signed: WithHoles): boolean {
  const given = headers.flatMap(({ elements }) => elements.flatMap(({ hole }) => hole ?? []));
  const wanted = holesOf(signed);
  return (
    given.includes('signature') &&
    new Set(given).size === given.length &&
    !wanted.includes('signature') &&
    !hasOtherBraces(signed) &&
    // What is sent and not signed proves nothing.
    (['timestamp', 'id'] as const).every((hole) => given.includes(hole) === wanted.includes(hole))
  );
}

function holesOf(text: WithHoles): readonly Hole[] {
  return text.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.hole]));
}
