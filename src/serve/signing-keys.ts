// Keys by which the service signs tokens: a file of the operator's, which nobody else may read. Input: the file. Output: the key that signs
// now, and those that verify. It is read again when it has changed, so that `ninefold keys` changes what is served. Notation, part 5,
// Issued by; decision 0038.

import { statSync, readFileSync } from 'node:fs';
import type { CryptoKey, JWK } from 'jose';
import type { KeySet, KeySource, Known } from './key-sets.ts';

export interface SigningKey {
  readonly scheme: string;
  readonly name: string;
  /** Milliseconds since 1970, as all instants here. */
  readonly made: number;
  /** It was replaced, and signs no more from then on. */
  readonly replaced?: number;
  /** What it signed has ended then. */
  readonly until?: number;
  /** With its private part, `kid` and `alg`. */
  readonly jwk: JWK & { readonly kid: string; readonly alg: string };
}

export interface Signer {
  readonly algorithm: string;
  readonly kid: string;
  readonly key: CryptoKey | Uint8Array;
}

export interface SigningKeys {
  /** By the name of a scheme. */
  readonly source: (scheme: string) => KeySource;
  /** A text: why nothing can be signed. */
  readonly signer: (scheme: string, algorithm: string) => Promise<Signer | string>;
  /** By which others sign. A text: why none is known. */
  readonly secrets: (scheme: string, algorithm: string) => readonly Buffer[] | string;
}

/** Milliseconds in which every process has read a file that has changed: a new key signs only then. */
export const SPREAD = 5_000;
/** Milliseconds between two looks at the file. */
const LOOK = 1_000;

export function signingKeys(file: string | undefined): SigningKeys {
  let looked = Number.NEGATIVE_INFINITY;
  let stamp = '';
  let keys: readonly SigningKey[] | string = 'no file of signing keys is named';
  let imported = new Map<string, KeySet>();
  const current = (): readonly SigningKey[] | string => {
    if (file === undefined || performance.now() - looked < LOOK) return keys;
    looked = performance.now();
    try {
      const { mtimeMs, size, ino, mode } = statSync(file);
      const now = [mtimeMs, size, ino, mode].join(' ');
      if (now === stamp) return keys;
      keys = keysIn(file);
      stamp = now;
    } catch (error) {
      stamp = '';
      keys = (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : (error as Error).message;
    }
    imported = new Map();
    return keys;
  };
  const verifying = (scheme: string): Known => {
    const all = current();
    if (typeof all === 'string') return all;
    const own = all.filter((key) => key.scheme === scheme && (key.until === undefined || key.until > Date.now()));
    const is = [scheme, ...own.map(({ jwk }) => jwk.kid)].join('\n');
    const set = imported.get(is) ?? setOf(own);
    imported.set(is, set);
    return set;
  };
  return {
    source: (scheme) => ({ current: () => verifying(scheme), again: () => verifying(scheme) }),
    secrets(scheme, algorithm) {
      const all = current();
      if (typeof all === 'string') return all;
      const own = all.filter(
        (key) =>
          key.scheme === scheme && key.jwk.alg === algorithm && (key.until === undefined || key.until > Date.now()),
      );
      if (own.length === 0) return `there is no secret for ${scheme} yet: \`ninefold keys create\` takes or makes one`;
      return own.map(({ jwk }) => Buffer.from(String(jwk['k']), 'base64url'));
    },
    async signer(scheme, algorithm) {
      const all = current();
      if (typeof all === 'string') return all;
      const signs = signing(all, scheme, algorithm);
      if (!signs) return `there is no key to sign tokens of ${scheme} with: \`ninefold keys create\` makes one`;
      const { importJWK } = await import('jose');
      return { algorithm, kid: signs.jwk.kid, key: await importJWK(signs.jwk, algorithm) };
    },
  };
}

/** The newest one that every process knows by now; else the newest. */
export function signing(all: readonly SigningKey[], scheme: string, algorithm: string): SigningKey | undefined {
  const now = Date.now();
  const fitting = all
    .filter(
      (key) => key.scheme === scheme && key.jwk.alg === algorithm && (key.replaced === undefined || key.replaced > now),
    )
    .toSorted((a, b) => b.made - a.made);
  return fitting.find(({ made }) => made + SPREAD <= now) ?? fitting.at(-1);
}

/** Throws an error whose message may be shown. */
export function keysIn(file: string): readonly SigningKey[] {
  if ((statSync(file).mode & 0o077) !== 0 && process.platform !== 'win32')
    throw new Error(`${file} may be read by others than its owner; \`chmod 600\` changes that`);
  const text = readFileSync(file, 'utf8');
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    throw new Error(`${file} is no file of signing keys`);
  }
  const { keys } = (said ?? {}) as { keys?: unknown };
  if (!Array.isArray(keys) || !keys.every(isKey)) throw new Error(`${file} is no file of signing keys`);
  return keys;
}

function isKey(one: unknown): one is SigningKey {
  const { scheme, name, made, replaced, until, jwk } = (one ?? {}) as Partial<SigningKey>;
  return (
    [scheme, name, jwk?.kid, jwk?.alg].every((text) => typeof text === 'string') &&
    typeof made === 'number' &&
    (jwk?.alg.startsWith('hmac-') !== true || isSecret(jwk['k'])) &&
    isInstant(replaced) &&
    isInstant(until)
  );
}

/** Octets that a secret has at least: 128 bits. https://www.rfc-editor.org/rfc/rfc2104#section-3 */
export const LEAST_SECRET = 16;

function isSecret(k: unknown): boolean {
  return typeof k === 'string' && /^[\w-]+$/.test(k) && Buffer.from(k, 'base64url').length >= LEAST_SECRET;
}

function setOf(keys: readonly SigningKey[]): KeySet {
  const known = new Map(
    keys.map(({ jwk }) => [jwk.kid, { jwk, key: undefined as CryptoKey | Uint8Array | undefined }]),
  );
  return {
    async find({ kid, alg }) {
      const found = known.get(kid ?? '');
      if (found?.jwk.alg !== alg) throw new Error('there is no such key');
      const { importJWK } = await import('jose');
      return (found.key ??= await importJWK(publicPart(found.jwk), alg));
    },
  };
}

function isInstant(at: unknown): boolean {
  return at === undefined || typeof at === 'number';
}

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'key_ops'];

function publicPart(jwk: SigningKey['jwk']): JWK {
  return Object.fromEntries(Object.entries(jwk).filter(([name]) => !PRIVATE.includes(name)));
}

/** One that nobody has. */
export async function freshSigningKey(
  scheme: string,
  name: string,
  algorithm: string,
  kid: string,
): Promise<SigningKey> {
  const { exportJWK, generateKeyPair, generateSecret } = await import('jose');
  const options = { extractable: true, modulusLength: 3072 };
  const key = algorithm.startsWith('HS')
    ? await generateSecret(algorithm, options)
    : (await generateKeyPair(algorithm, options)).privateKey;
  return { scheme, name, made: Date.now(), jwk: { ...(await exportJWK(key)), kid, alg: algorithm } };
}
