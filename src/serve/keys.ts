// Keys of the operator: `GET /keys` on the operator's port lists them, `POST /keys` makes, replaces or ends one, as `ninefold keys` does
// where nothing is served. What is sent is the hash: the key itself is known to the one who asks for it, and nowhere here. Input: the
// plan and its store. Output: a status and JSON. Notation, part 5, Issued by.

import { randomBytes } from 'node:crypto';
import { KEY_CAUSES, type KeysPlan, LISTED } from '../plan/credentials.ts';
import type { Plan } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import type { SqlValue } from '../sql/expression.ts';
import type { Result, Store } from '../store/store.ts';
import { instantText } from './clock.ts';
import { isObject } from './json-values.ts';
import { noRow, said, UNREACHABLE, type Said } from './operators-row.ts';
import { hashSecret } from './secrets.ts';
import { tokenHash } from './tokens.ts';

export interface Keys {
  readonly list: () => Promise<Said>;
  readonly change: (body: unknown) => Promise<Said>;
}

interface Setting {
  readonly plan: Plan;
  readonly store: Pick<Store, 'prepare'>;
  readonly now: () => number;
  /** A line about what was done. */
  readonly log: (line: string) => void;
}

const TOKEN = 32;
const PASSWORD = 18;

/** One that nobody has, and what is kept of it. */
export async function freshKey(makes: 'key' | 'password'): Promise<{ readonly key: string; readonly hash: string }> {
  const key = randomBytes(makes === 'key' ? TOKEN : PASSWORD).toString('base64url');
  return { key, hash: makes === 'key' ? tokenHash(key) : await hashSecret(key) };
}

const HASHES = {
  key: /^[A-Za-z0-9_-]{43}$/,
  password: /^[$]scrypt[$]ln=15,r=8,p=1[$][A-Za-z0-9+/]{22}[$][A-Za-z0-9+/]{43}$/,
};

export function compileKeys({ plan: { keys = [] }, store, now, log }: Setting): Keys {
  return {
    list: async () => {
      const lists = [];
      for (const one of keys) {
        const result = await store.prepare(one.list).run({});
        if (result.kind !== 'done') return said(503, UNREACHABLE);
        lists.push({ scheme: one.scheme, makes: one.makes ?? null, roles: one.roles, keys: result.rows.map(shown) });
      }
      return { status: 200, json: { schemes: lists } };
    },
    change: async (body) => {
      const wanted = asked(keys, body);
      if ('status' in wanted) return wanted;
      const { one, action, steps, bindings } = wanted;
      const result = await store.prepare(steps).run({ ...bindings, now: instantText(now()) });
      if (result.kind !== 'done') return refused(result, one, bindings);
      const what =
        bindings['key.name'] === null
          ? `all of ${one.holder!.resource} ${String(bindings['key.for'])}`
          : quoted(bindings['key.name']);
      log(`keys of ${one.scheme}: ${what} ${DONE[action]} by the operator`);
      return { status: 200, json: { scheme: one.scheme, done: DONE[action] } };
    },
  };
}

const DONE = { create: 'made', rotate: 'replaced', revoke: 'ended' } as const;
type Action = keyof typeof DONE;

function shown(row: readonly SqlValue[]): unknown {
  const values = LISTED.map((name, place) => [name, row[place] ?? null] as const);
  return Object.fromEntries(
    values.map(([name, value]) => [name, name === 'roles' ? (JSON.parse(String(value ?? '[]')) as unknown) : value]),
  );
}

interface Wanted {
  readonly one: KeysPlan;
  readonly action: Action;
  readonly steps: readonly Step[];
  readonly bindings: Readonly<Record<string, SqlValue>>;
}

const MEMBERS = ['do', 'scheme', 'name', 'for', 'roles', 'hash'];

function asked(keys: readonly KeysPlan[], body: unknown): Said | Wanted {
  if (!isObject(body)) return said(400, `Unexpected body, expected an object.`);
  const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return said(400, `Unexpected member \`${unknown}\`, expected ${listed(MEMBERS)}.`);
  const action = body['do'];
  if (action !== 'create' && action !== 'rotate' && action !== 'revoke')
    return said(400, 'Unexpected `do`, expected `create`, `rotate` or `revoke`.');
  const fitting = keys.filter(({ scheme, makes }) =>
    body['scheme'] === undefined ? action === 'revoke' || makes : scheme === body['scheme'],
  );
  const [one, ...others] = fitting;
  if (!one || others.length > 0) {
    const possible = keys.filter(({ makes }) => action === 'revoke' || makes !== undefined);
    return said(400, `Unexpected \`scheme\`, expected one of ${listed(possible.map(({ scheme }) => scheme))}.`);
  }
  if (action !== 'revoke' && one.makes === undefined)
    return said(400, `The keys of \`${one.scheme}\` are not made by the operator.`);
  return bound(one, action, body);
}

function bound(
  one: KeysPlan,
  action: Action,
  { name, for: whom, roles = [], hash }: Record<string, unknown>,
): Said | Wanted {
  const all = action === 'revoke' && name === undefined && whom !== undefined && one.holder !== undefined;
  if (!all && !isName(name, one)) return said(400, `Unexpected name, expected ${nameExpected(one)}.`);
  const needs = action === 'create' || all;
  const holder = needs && one.holder ? keyOf(whom, one.holder.type) : undefined;
  if (needs && one.holder && holder === undefined)
    return said(
      400,
      `Unexpected \`for\`, expected the \`${one.holder.field}\` of the \`${one.holder.resource}\` whose key it is.`,
    );
  if ((!needs || !one.holder) && whom !== undefined)
    return said(400, 'Unexpected `for`: it is not asked here for whom the key is.');
  if (
    !Array.isArray(roles) ||
    (action !== 'create' && roles.length > 0) ||
    !roles.every((role) => one.roles.includes(role as string))
  )
    return said(
      400,
      `Unexpected role, expected ${one.roles.length === 0 || action !== 'create' ? 'none' : listed(one.roles)}.`,
    );
  if (action !== 'revoke' && !(typeof hash === 'string' && HASHES[one.makes!].test(hash)))
    return said(400, 'Unexpected `hash`, expected that of a new key.');
  const bindings = {
    'key.name': all ? null : String(name),
    'key.for': holder ?? null,
    'key.roles': JSON.stringify([...new Set(roles)]),
    'key.hash': action === 'revoke' ? null : String(hash),
  };
  return { one, action, steps: all ? one.end : one[action], bindings };
}

/** It is shown in lists and in lines of the log, and comes in front of a password. */
function isName(name: unknown, { makes }: KeysPlan): name is string {
  return typeof name === 'string' && isKeyName(name) && !(makes === 'password' && name.includes(':'));
}

export function isKeyName(name: string): boolean {
  return /^(?! )[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,100}(?<! )$/u.test(name);
}

function nameExpected({ makes }: KeysPlan): string {
  return makes === 'password' ? 'up to 100 characters without a colon' : 'up to 100 characters in one line';
}

function keyOf(value: unknown, type: 'text' | 'integer'): SqlValue | undefined {
  if (typeof value !== 'string' || value.includes('\0')) return undefined;
  if (type === 'text') return value.isWellFormed() ? value : undefined;
  return /^-?(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : undefined;
}

function refused(
  result: Exclude<Result, { kind: 'done' }>,
  { scheme, holder }: KeysPlan,
  bindings: Wanted['bindings'],
): Said {
  const cause = result.kind === 'refused' ? result.cause : undefined;
  if (cause === KEY_CAUSES.noRow) return noRow(holder!.resource);
  if (cause === KEY_CAUSES.noKey)
    return said(404, `There is no ${quoted(bindings['key.name']!)} among the keys of \`${scheme}\`.`);
  if (cause === KEY_CAUSES.isThere)
    return said(409, `${quoted(bindings['key.name']!)} is among the keys of \`${scheme}\` already.`);
  return said(503, UNREACHABLE);
}

function quoted(name: SqlValue | undefined): string {
  return JSON.stringify(name);
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none: no scheme of part 5 has such keys' : names.map((name) => `\`${name}\``).join(', ');
}
