// Keys by which the service signs tokens: `ninefold keys` makes, replaces and ends them in a file of the operator's. Nothing shows one, and
// what is served reads the file again. Input: what was asked for, and the plan. Output: the file, written whole; a list. Notation, part 5,
// Issued by; decision 0038.

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

import type { SigningPlan } from '../plan/credentials.ts';
import type { Plan } from '../plan/plan.ts';
import { isKeyName } from '../serve/keys.ts';
import { freshSigningKey, keysIn, signing, type SigningKey, SPREAD } from '../serve/signing-keys.ts';
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
  for (const flag of ['for', 'role', 'out', 'operator'])
    if (flags[flag] !== undefined) throw new Refusal(2, `--${flag} says nothing of a key that signs tokens`);
  if (name === undefined || !isKeyName(name))
    throw new Refusal(2, 'Unexpected name, expected up to 100 characters in one line.');
  await changed(ring.file, (before) => after(action, name, { before, scheme, console, file: ring.file }));
  return 0;
}

interface Change {
  readonly before: readonly SigningKey[];
  readonly scheme: SigningPlan;
  readonly console: Console;
  readonly file: string;
}

/** The keys that there are then. */
async function after(
  action: Exclude<Action, 'list'>,
  name: string,
  { before, scheme, console, file }: Change,
): Promise<readonly SigningKey[]> {
  const named = before.filter((key) => key.scheme === scheme.scheme && key.name === name);
  const current = named.find((key) => key.replaced === undefined);
  const said = `${JSON.stringify(name)} among the signing keys of \`${scheme.scheme}\``;
  if (action === 'create' && named.length > 0) throw new Refusal(1, `There is a ${said} already.`);
  if (action === 'revoke' ? named.length === 0 : action === 'rotate' && !current)
    throw new Refusal(1, `There is no ${said}.`);
  const others = before.filter((key) => key !== current && !isOver(key));
  if (action === 'revoke') {
    console.err(`${JSON.stringify(name)} is ended, and so are the tokens that it signed`);
    return others.filter((key) => !named.includes(key));
  }
  const fresh = await freshSigningKey(scheme.scheme, name, scheme.algorithm, randomUUID());
  const isFirst = !before.some((key) => key.scheme === scheme.scheme);
  const when = isFirst ? 'from now on' : `in ${SPREAD / 1000} seconds`;
  console.err(
    `${JSON.stringify(name)} signs tokens of ${scheme.scheme} with ${scheme.algorithm} ${when}; its key is in ${file}`,
  );
  return [...others, ...(current ? [replaced(current, scheme)] : []), fresh];
}

interface SigningList {
  readonly scheme: string;
  readonly makes: 'signing key';
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
  return planned.signs.map(({ scheme, algorithm }) => ({
    scheme,
    makes: 'signing key',
    keys: all
      .filter((key) => key.scheme === scheme)
      .map((key) => ({
        name: key.name,
        kid: key.jwk.kid,
        algorithm: key.jwk.alg,
        signs: key === signing(all, scheme, algorithm),
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
