// By what a credential is verified, and where a secret is kept: how they are read and printed. Notation, part 5.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { items } from '../grammar/items.ts';
import type { Name } from '../slot.ts';
import { duration, printDuration } from './durations.ts';
import { isTick, ownedField, type OwnedField, printOwned, tickedName, ticks } from './names.ts';

/** A field whose value each row keeps for itself, or one that the operator keeps. */
export type SecretSource = { readonly kind: 'field'; readonly field: OwnedField } | { readonly kind: 'operator' };

const OPERATOR = 'kept by the operator';

/** `` `Subscription.secret` ``, `kept by the operator`. */
export function secretSource(cursor: Cursor): SecretSource {
  if (cursor.takePhrase(OPERATOR)) return { kind: 'operator' };
  const field = ownedField(cursor, 'a field of a resource in ticks, or `kept by the operator`');
  return { kind: 'field', field };
}

export function printSecretSource(source: SecretSource): string {
  return source.kind === 'operator' ? OPERATOR : printOwned(source.field);
}

/** How a digest is written in a header. */
export const ENCODINGS = ['hex', 'base64'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What a credential must agree with; each is left out where the document does not state it. */
export interface Verification {
  readonly issuer?: Name;
  readonly audience?: readonly Name[];
  /** An address. */
  readonly keys?: Name | 'operator';
  readonly algorithms?: readonly Name[];
  /** Of a signature. */
  readonly encoding?: Encoding;
  readonly introspection?: Name;
  readonly secret?: SecretSource;
  readonly signedText?: Name;
  /** Milliseconds. */
  readonly within?: number;
}

const FORMS =
  'issuer `…`, audience `…`, keys `…`, algorithms `…`, encoding hex or base64, introspection `…`, secret `User.secret`, signed text `…` or within 5 minutes, by commas';

type Kind = keyof Verification;
type Parts = { readonly [K in Kind]: Part<NonNullable<Verification[K]>> };

interface Part<T> {
  readonly word: string;
  read(cursor: Cursor): T;
  print(value: T): string;
}

/** In the order in which they are printed. */
const PARTS: Parts = {
  issuer: oneName('issuer'),
  audience: severalNames('audience'),
  keys: {
    word: 'keys',
    read: (cursor) => (cursor.takePhrase(OPERATOR) ? 'operator' : oneName('keys').read(cursor)),
    print: (keys) => (keys === 'operator' ? OPERATOR : ticked(keys.text)),
  },
  algorithms: severalNames('algorithms'),
  encoding: {
    word: 'encoding',
    read: (cursor) => ENCODINGS.find((word) => cursor.takePhrase(word)) ?? cursor.fail('`hex` or `base64`'),
    print: (encoding) => encoding,
  },
  introspection: oneName('introspection'),
  secret: { word: 'secret', read: secretSource, print: printSecretSource },
  signedText: oneName('signed text'),
  within: { word: 'within', read: duration, print: printDuration },
};

function oneName(word: string): Part<Name> {
  return {
    word,
    read: (cursor) => tickedName(cursor, `what the ${word} is, in ticks`),
    print: ({ text }) => ticked(text),
  };
}

function severalNames(word: string): Part<readonly Name[]> {
  return { word, read: (cursor) => namesOf(cursor, word), print: ticks };
}

/** A comma without ticks after it ends them. */
function namesOf(cursor: Cursor, word: string): readonly Name[] {
  const expected = `${word} in ticks`;
  const found = [tickedName(cursor, expected)];
  while (cursor.isSymbol(',') && isTick(cursor, 1)) {
    cursor.take();
    found.push(tickedName(cursor, expected));
  }
  return found;
}

const ENTRIES = Object.entries(PARTS) as readonly (readonly [Kind, Part<unknown>])[];

/** `` issuer `https://id.example`, audience `orders`, keys `https://id.example/jwks.json`, algorithms `RS256` ``. */
export const parseVerifiedBy: Parser<Verification> = parserOf((cursor) => {
  const found: Partial<Record<Kind, unknown>> = {};
  items(cursor, (each) => verification(each, found), [';']);
  return found as Verification;
});

function verification(cursor: Cursor, found: Partial<Record<Kind, unknown>>): void {
  const mark = cursor.mark;
  const [kind, part] = ENTRIES.find(([, { word }]) => cursor.takePhrase(word)) ?? cursor.fail(FORMS);
  if (Object.hasOwn(found, kind)) cursor.fail('each once', cursor.since(mark));
  found[kind] = part.read(cursor);
}

export const VERIFIED: Syntax<Verification> = {
  parse: parseVerifiedBy,
  print: (value) =>
    ENTRIES.flatMap(([kind, { word, print }]) =>
      value[kind] === undefined ? [] : [`${word} ${print(value[kind])}`],
    ).join(', '),
  forms: FORMS,
  offers: [
    'issuer `…`, audience `…`, keys `…`, algorithms `…`',
    'introspection `…`',
    'secret kept by the operator',
    'algorithms `hmac-sha256`, encoding hex, secret kept by the operator, signed text `…`, within … minutes',
    'none',
  ],
};
