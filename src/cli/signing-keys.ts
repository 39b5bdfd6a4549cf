// Keys by which the service signs tokens, and secrets by which it verifies what others sign: `ninefold keys` makes, replaces and ends them in
// a file of the operator's. Nothing shows a key, and what is served reads the file again. A secret that is made is printed once, for its
// sender. Input: what was asked for, and the plan. Output: the file, written whole; a list. Notation, part 5,
// Issued by; decision 0038.

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';

import type { SigningPlan } from '../plan/credentials.ts';
import type { Plan } from '../plan/plan.ts';
import { isKeyName } from '../serve/keys.ts';
import { freshSigningKey, keysIn, LEAST_SECRET, signing, type SigningKey, SPREAD } from '../serve/signing-keys.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';

export interface Ring {
  readonly file: string;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly planned: Plan;
  readonly console: Console;
}

type Action = 'list' | 'create' | 'rotate' | 'revoke';

/** Is a key meant by which the service signs? The scheme is named, or there is no other. */
export function isOfSigning(action: Action, { planned, flags }: Ring): action is Exclude<Action, 'list'> {
  if (action === 'list' || planned.signs === undefined) return false;
  if (flags['scheme'] !== undefined) return planned.signs.some(({ scheme }) => scheme === flags['scheme']);
  const others = (planned.keys ?? []).filter(({ makes }) => action === 'revoke' || makes !== undefined);
  return others.length === 0;
}

export async function changeSigningKeys(
  action: Exclude<Action, 'list'>,
  name: string | undefined,
  ring: Ring,
): Promise<number> {
  const { flags, console } = ring;
  const scheme = schemeOf(ring);
  const says = scheme.shared ? 'a secret that others sign with' : 'a key that signs tokens';
  for (const flag of ['for', 'role', 'out', 'operator', ...(scheme.shared ? [] : SECRET_FLAGS)])
    if (flags[flag] !== undefined) throw new Refusal(2, `--${flag} says nothing of ${says}`);
  const given = scheme.shared && action !== 'revoke' ? secretOf(ring) : undefined;
  if (name === undefined || !isKeyName(name))
    throw new Refusal(2, 'Unexpected name, expected up to 100 characters in one line.');
  await changed(ring.file, (before) => after(action, name, { before, scheme, console, file: ring.file, given }));
  return 0;
}

interface Change {
  readonly before: readonly SigningKey[];
  readonly scheme: SigningPlan;
  readonly console: Console;
  readonly file: string;
  /** A secret that others sign with. */
  readonly given: Given | undefined;
}

/** The keys that there are then. */
async function after(
  action: Exclude<Action, 'list'>,
  name: string,
  { before, scheme, console, file, given }: Change,
): Promise<readonly SigningKey[]> {
  const named = before.filter((key) => key.scheme === scheme.scheme && key.name === name);
  const current = named.find((key) => key.replaced === undefined);
  const said = `${JSON.stringify(name)} among the ${scheme.shared ? 'secrets' : 'signing keys'} of \`${scheme.scheme}\``;
  if (action === 'create' && named.length > 0) throw new Refusal(1, `There is a ${said} already.`);
  if (action === 'revoke' ? named.length === 0 : action === 'rotate' && !current)
    throw new Refusal(1, `There is no ${said}.`);
  const others = before.filter((key) => key !== current && !isOver(key));
  if (action === 'revoke') {
    const more = scheme.shared ? 'what is signed with it is refused' : 'so are the tokens that it signed';
    console.err(`${JSON.stringify(name)} is ended, and ${more}`);
    return others.filter((key) => !named.includes(key));
  }
  if (given) {
    if (given.isMade) console.out(given.text);
    const from = given.isMade ? 'a new secret, which is shown only now' : 'the secret that was given';
    console.err(`${JSON.stringify(name)} is ${from}; it is kept in ${file}`);
    // Two at a time are two names: the sender's new one is made beside the old one, which is revoked later.
    return [...others, secretKey(scheme, name, given.secret)];
  }
  const fresh = await freshSigningKey(scheme.scheme, name, scheme.algorithm, randomUUID());
  const isFirst = !before.some((key) => key.scheme === scheme.scheme);
  const when = isFirst ? 'from now on' : `in ${SPREAD / 1000} seconds`;
  console.err(
    `${JSON.stringify(name)} signs tokens of ${scheme.scheme} with ${scheme.algorithm} ${when}; its key is in ${file}`,
  );
  return [...others, ...(current ? [replaced(current, scheme)] : []), fresh];
}

/** Files that hold a secret: its text as it is, or written in base64. */
export const SECRET_FLAGS = ['secret', 'secretBase64'] as const;

interface Given {
  readonly secret: Buffer;
  readonly text: string;
  readonly isMade: boolean;
}

/** Octets of one that is made. */
const SECRET = 32;

function secretOf({ flags, console }: Ring): Given {
  const [named, ...others] = SECRET_FLAGS.filter((flag) => flags[flag] !== undefined);
  if (others.length > 0) throw new Refusal(2, '--secret and --secret-base64 both name a secret; give one of them');
  if (named === undefined) {
    const text = randomBytes(SECRET).toString('base64url');
    return { text, secret: Buffer.from(text), isMade: true };
  }
  const file = String(flags[named]);
  let octets: Buffer;
  try {
    octets = withoutEnd(readFileSync(file === '-' ? 0 : resolve(console.directory, file)));
  } catch {
    throw new Refusal(1, `${file} cannot be read; nothing is changed`);
  }
  // Standard Webhooks writes secrets so: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
  const text = octets.toString('latin1');
  const written = text.replace(/^whsec_/, '');
  const secret = named === 'secret' ? octets : Buffer.from(written, 'base64');
  if (named === 'secretBase64' && secret.toString('base64').replace(/=+$/, '') !== written.replace(/=+$/, ''))
    throw new Refusal(1, `${file} holds no base64; nothing is changed`);
  if (secret.length < LEAST_SECRET)
    throw new Refusal(
      1,
      `the secret in ${file} has ${secret.length} octets, expected ${LEAST_SECRET} or more; nothing is changed`,
    );
  return { text, secret, isMade: false };
}

/** The end of a line in a file is none of its secret. */
function withoutEnd(octets: Buffer): Buffer {
  if (octets.at(-1) !== 0x0a) return octets;
  return octets.subarray(0, octets.at(-2) === 0x0d ? -2 : -1);
}

function secretKey({ scheme, algorithm }: SigningPlan, name: string, secret: Buffer): SigningKey {
  const jwk = { kty: 'oct', k: secret.toString('base64url'), kid: randomUUID(), alg: algorithm };
  return { scheme, name, made: Date.now(), jwk };
}

interface SigningList {
  readonly scheme: string;
  readonly makes: 'signing key' | 'secret';
  readonly keys: readonly {
    readonly name: string;
    readonly kid: string;
    readonly algorithm: string;
    readonly signs: boolean;
    readonly issued: string;
    readonly expires: string | null;
  }[];
}

export function signingLists({ file, planned }: Ring): readonly SigningList[] {
  if (planned.signs === undefined) return [];
  const all = existing(file).filter((key) => !isOver(key));
  return planned.signs.map(({ scheme, algorithm, shared }) => ({
    scheme,
    makes: shared ? 'secret' : 'signing key',
    keys: all
      .filter((key) => key.scheme === scheme)
      .map((key) => ({
        name: key.name,
        kid: key.jwk.kid,
        algorithm: key.jwk.alg,
        signs: shared !== true && key === signing(all, scheme, algorithm),
        issued: new Date(key.made).toISOString(),
        expires: key.until === undefined ? null : new Date(key.until).toISOString(),
      })),
  }));
}

function schemeOf({ planned, flags }: Ring): SigningPlan {
  const fitting = planned.signs!.filter(({ scheme }) => flags['scheme'] === undefined || scheme === flags['scheme']);
  const [one, ...others] = fitting;
  if (one && others.length === 0) return one;
  throw new Refusal(2, `name one with --scheme: ${planned.signs!.map(({ scheme }) => scheme).join(', ')}`);
}

/** What it signed is met until it ends; where tokens have no lifetime, until the key is revoked. */
function replaced(key: SigningKey, { lifetime }: SigningPlan): SigningKey {
  const at = Date.now() + SPREAD;
  return { ...key, replaced: at, ...(lifetime !== undefined && { until: at + lifetime }) };
}

function isOver({ until }: SigningKey): boolean {
  return until !== undefined && until <= Date.now();
}

function existing(file: string): readonly SigningKey[] {
  if (!existsSync(file)) return [];
  try {
    return keysIn(file);
  } catch (error) {
    throw new Refusal(1, (error as Error).message);
  }
}

/** Whole, or not at all; one command at a time. */
async function changed(
  file: string,
  next: (before: readonly SigningKey[]) => Promise<readonly SigningKey[]>,
): Promise<void> {
  const beside = `${file}.new`;
  let open: number;
  try {
    open = openSync(beside, 'wx', 0o600);
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const why = isThere ? 'is there: another command is at work, or one was killed' : 'cannot be written';
    throw new Refusal(1, `${beside} ${why}; nothing is changed`);
  }
  try {
    writeFileSync(open, `${JSON.stringify({ keys: await next(existing(file)) }, undefined, 2)}\n`);
    fsyncSync(open);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    if (error instanceof Refusal) throw error;
    throw new Refusal(1, `${file} cannot be written; nothing is changed`);
  } finally {
    closeSync(open);
  }
}
