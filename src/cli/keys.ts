// `ninefold keys ACTION FILE [NAME]`: keys, and names with passwords, that the operator gives to callers. Input: a document, where its data
// is or the port of the service that is running on it. Output: a new key on stdout or in a file of the owner, once; a list; 1 with one
// sentence. Notation, part 5, Issued by.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';

import { check } from '../check/check.ts';
import { plan } from '../plan/compile.ts';
import type { Plan } from '../plan/plan.ts';
import { compileKeys, freshKey, type Keys } from '../serve/keys.ts';
import { instantIn } from './clock.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { dataDirectory, signingKeysFile } from './data-directory.ts';
import { openDocument } from './documents.ts';
import { keysOfPort } from './operator-port.ts';
import { migrateCommand, refuseErrors, refuseTwoPlaces } from './refusals.ts';
import { openData } from './serving/store.ts';
import { effectiveSettings, settingsOf } from './settings.ts';
import { changeSigningKeys, isOfSigning, type Ring, SECRET_FLAGS, signingLists } from './signing-keys.ts';

type Flags = Readonly<Record<string, unknown>>;
type KeysPlan = NonNullable<Plan['keys']>[number];

const NO_KEYS = 'no scheme of part 5 has keys of the operator and lets an operation run';

const ACTIONS = ['list', 'create', 'rotate', 'revoke'] as const;
type Action = (typeof ACTIONS)[number];

export async function keys(
  [action = '', file = '', name]: readonly string[],
  flags: Flags,
  console: Console,
): Promise<number> {
  const wanted = ACTIONS.find((one) => one === action);
  if (!wanted) throw new Refusal(2, `unexpected ${action}, expected one of ${ACTIONS.join(', ')}`);
  refuseUsage(wanted, name, flags);
  const effective = effectiveSettings(flags, console);
  const settings = settingsOf(effective);
  refuseTwoPlaces(effective);
  const model = openDocument(file, console, 1, settings.assume);
  refuseErrors(check(model), model, console, 'changed');
  const planned = plan(model);
  const ring = { file: signingKeysFile(file, settings, console), flags, planned, console };
  if (isOfSigning(wanted, ring)) return changeSigningKeys(wanted, name!, ring);
  if (planned.keys === undefined && wanted !== 'list') throw new Refusal(1, NO_KEYS);
  if (planned.keys === undefined) return listed([], ring);
  const act = (reached: Keys): Promise<number> => run(wanted, name, { ...ring, reached });
  if (flags['operator'] !== undefined) return act(keysOfPort(String(flags['operator'])));
  const store = await openData(
    dataDirectory(file, settings, console),
    planned,
    settings,
    migrateCommand(file, flags),
  ).catch((error: unknown) => {
    if (!(error instanceof Refusal) || settings.database !== undefined) throw error;
    throw new Refusal(1, `${error.message} While it is served, --operator URL asks the service itself.`);
  });
  try {
    const at = await instantIn(store);
    return await act(compileKeys({ plan: planned, store, now: () => at, log: () => undefined }));
  } finally {
    await store.close();
  }
}

function refuseUsage(action: Action, name: string | undefined, flags: Flags): void {
  const needsName = action === 'create' || action === 'rotate' || (action === 'revoke' && flags['for'] === undefined);
  if (needsName && name === undefined) throw new Refusal(2, `name the key: ninefold keys ${action} FILE NAME`);
  if (action !== 'create' && action !== 'rotate' && SECRET_FLAGS.some((flag) => flags[flag] !== undefined))
    throw new Refusal(2, `${action} takes no secret`);
  if (action === 'list' && name !== undefined) throw new Refusal(2, 'a list takes no name');
  if (action === 'revoke' && name !== undefined && flags['for'] !== undefined)
    throw new Refusal(2, 'revoke takes a name, or --for, and not both');
}

interface Work extends Ring {
  readonly reached: Keys;
}

async function run(action: Action, name: string | undefined, work: Work): Promise<number> {
  const { flags, console } = work;
  if (action === 'list') return list(work);
  const asked = { do: action, scheme: flags['scheme'], name, for: flags['for'], roles: flags['role'] };
  if (action === 'revoke') {
    await done(work.reached, asked);
    console.err(name === undefined ? 'ended' : `${JSON.stringify(name)} is ended`);
    return 0;
  }
  if (SECRET_FLAGS.some((flag) => flags[flag] !== undefined))
    throw new Refusal(2, 'a secret is given for an `HMAC signature` alone; this key is made here');
  const { key, hash } = await freshKey(schemeOf(work).makes ?? 'key');
  const out = flags['out'] === undefined ? undefined : ownFile(resolve(console.directory, String(flags['out'])));
  try {
    await done(work.reached, { ...asked, hash });
  } catch (error) {
    out?.remove();
    throw error;
  }
  out?.write(`${key}\n`);
  if (!out) console.out(key);
  console.err(`${JSON.stringify(name)} has a new ${schemeOf(work).makes ?? 'key'}; it is shown only now`);
  return 0;
}

/** What is asked for is made for one scheme: the only one, or the one that is named. */
function schemeOf({ planned, flags }: Work): KeysPlan {
  const makes = (planned.keys ?? []).filter(({ makes: what }) => what !== undefined);
  const fitting = makes.filter(({ scheme }) => flags['scheme'] === undefined || scheme === flags['scheme']);
  const [one, ...others] = fitting;
  if (one && others.length === 0) return one;
  if (makes.length === 0) throw new Refusal(1, NO_KEYS);
  throw new Refusal(2, `name one with --scheme: ${makes.map(({ scheme }) => scheme).join(', ')}`);
}

async function done(reached: Keys, asked: unknown): Promise<void> {
  const { status, json } = await reached.change(JSON.parse(JSON.stringify(asked)));
  if (status !== 200) throw new Refusal(status === 400 ? 2 : 1, String((json as { error?: unknown }).error));
}

interface OneScheme {
  readonly scheme: string;
  readonly keys: readonly Readonly<Record<'name' | 'for' | 'roles' | 'issued' | 'expires', unknown>>[];
}

async function list(work: Work): Promise<number> {
  const { status, json } = await work.reached.list();
  if (status !== 200) throw new Refusal(1, String((json as { error?: unknown }).error));
  return listed((json as { schemes: readonly OneScheme[] }).schemes, work);
}

/** Of callers, then those that sign. */
function listed(ofCallers: readonly OneScheme[], ring: Ring): number {
  const { flags, console } = ring;
  const isMeant = ({ scheme }: { readonly scheme: string }): boolean =>
    flags['scheme'] === undefined || scheme === flags['scheme'];
  const [schemes, signing] = [ofCallers.filter(isMeant), signingLists(ring).filter(isMeant)];
  if (flags['format'] === 'json') {
    console.out(JSON.stringify({ schemes: [...schemes, ...signing] }, undefined, 2));
    return 0;
  }
  for (const { scheme, keys: all } of schemes)
    for (const one of all) {
      const roles = (one.roles as readonly string[]).map((role) => `, ${role}`).join('');
      const whom = one.for === null ? '' : `, for ${String(one.for)}`;
      const until = one.expires === null ? '' : `, until ${String(one.expires)}`;
      console.out(`${scheme}: ${JSON.stringify(one.name)}${whom}${roles}, since ${String(one.issued)}${until}`);
    }
  for (const { scheme, keys: all } of signing)
    for (const { name, algorithm, signs, issued, expires } of all) {
      const until = expires === null ? '' : `, until ${expires}`;
      const what = signs ? 'signs' : 'verifies';
      console.out(`${scheme}: ${JSON.stringify(name)}, ${what} with ${algorithm}, since ${issued}${until}`);
    }
  return 0;
}

/** A new file that nobody else can read, there before anything is made. */
function ownFile(file: string): { write(text: string): void; remove(): void } {
  let open: number;
  try {
    open = openSync(file, 'wx', 0o600);
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new Refusal(
      1,
      isThere ? `${file} is there already; nothing is made` : `${file} cannot be written; nothing is made`,
    );
  }
  return {
    write: (text) => {
      writeSync(open, text);
      closeSync(open);
    },
    remove: () => {
      closeSync(open);
      rmSync(file);
    },
  };
}
