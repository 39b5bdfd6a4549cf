// The operator's settings: flags over NINEFOLD_* over ninefold.json over what is built in. Input: the flags
// of a command, the environment, the directory. Output: each setting's value and where it comes from.

import { SHARED } from '../base/bounds.ts';
import { didYouMean } from '../base/did-you-mean.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { CALL_SETTINGS } from './call-settings.ts';
import { EVENT_SETTINGS } from './event-settings.ts';
import { amount, text, whole, type Key, type Setting, type Settings, type Value } from './setting.ts';
import { settingsFile } from './settings-file.ts';
import { maskedBroker } from '../serve/relay/broker-address.ts';
import { ENCODING, faultOfAddress, hasPassword, maskedAddress } from '../store/postgres/address.ts';

export type { Settings } from './setting.ts';

const port = { read: whole(0, 65_535), expected: 'a port from 0 to 65535' };
const host = { read: text, expected: 'a host name or an address' };

export const SETTINGS: readonly Setting[] = [
  { key: 'port', flag: '--port <port>', what: 'port of the service; 0 takes a free one', otherwise: 8080, ...port },
  { key: 'host', flag: '--host <host>', what: 'address the service listens on', otherwise: '127.0.0.1', ...host },
  { key: 'operatorPort', flag: '--operator-port <port>', what: 'port for the operator', otherwise: 8081, ...port },
  {
    key: 'operatorHost',
    flag: '--operator-host <host>',
    what: 'address for the operator',
    otherwise: '127.0.0.1',
    ...host,
  },
  {
    key: 'publicUrl',
    flag: '--public-url <url>',
    what: 'where clients reach the service, for absolute links (otherwise the address it listens on)',
    otherwise: undefined,
    read: publicUrl,
    expected: 'an http or https address without a query',
  },
  {
    key: 'data',
    flag: '--data <directory>',
    what: 'where the data is kept (otherwise FILE without .md, with .data)',
    otherwise: undefined,
    read: text,
    expected: 'a directory',
  },
  {
    key: 'database',
    flag: '--database <url>',
    what: 'PostgreSQL database that keeps the data, in the place of --data; an address with a password only by NINEFOLD_DATABASE or ninefold.json',
    otherwise: undefined,
    read: (value) => (faultOfAddress(value) === undefined ? value : undefined),
    expected: 'postgres://user@host:5432/database, with sslmode disable, require, verify-ca or verify-full',
    check: (value, origin) =>
      origin.startsWith('flag') && hasPassword(value)
        ? 'holds a password, which everybody on this machine could read there; give it by NINEFOLD_DATABASE or ninefold.json, or the password alone by PGPASSWORD'
        : undefined,
    advice: (value) => (hasPassword(value) ? ENCODING : undefined),
  },
  {
    key: 'databaseConnections',
    flag: '--database-connections <number>',
    what: 'connections to that database at most',
    otherwise: 16,
    ...amount(1, 1000),
  },
  {
    key: 'databaseQueue',
    flag: '--database-queue <number>',
    what: 'requests that wait for a connection to it at most; more are answered 503 at once',
    otherwise: 1024,
    ...amount(1, 1_000_000),
  },
  {
    key: 'signingKeys',
    flag: '--signing-keys <file>',
    what: 'where the keys are by which the service signs tokens (otherwise FILE without .md, with .keys.json)',
    otherwise: undefined,
    read: text,
    expected: 'a file',
  },
  {
    key: 'bodyLimit',
    flag: '--body-limit <bytes>',
    what: 'largest body of a request',
    otherwise: 1_048_576,
    ...amount(1, 1_073_741_824, 'number of bytes'),
  },
  {
    key: 'requestTimeout',
    flag: '--request-timeout <seconds>',
    what: 'longest time a request may take to arrive',
    otherwise: 60,
    ...amount(1, 3600, 'number of seconds'),
  },
  {
    key: 'connections',
    flag: '--connections <number>',
    what: 'connections of clients at most; for a new one the one that has been idle longest is closed',
    otherwise: SHARED.connections,
    ...amount(1, 1_000_000),
  },
  {
    key: 'clientMemory',
    flag: '--client-memory <bytes>',
    what: 'bytes at most that are kept for clients: requests that wait, bodies that arrive, answers that are not taken',
    otherwise: SHARED.kept,
    ...amount(1_048_576, 1_099_511_627_776, 'number of bytes'),
  },
  {
    key: 'addressShare',
    flag: '--address-share <percent>',
    what: 'percent of these connections and bytes that one address may have; 100 behind a proxy, whose address all clients share',
    otherwise: SHARED.addressShare,
    ...amount(1, 100),
  },
  ...CALL_SETTINGS,
  {
    key: 'shutdownDelay',
    flag: '--shutdown-delay <seconds>',
    what: 'how long a stop still takes calls while /readyz says 503: longer than a load balancer needs to see it',
    otherwise: 0,
    ...amount(0, 3600, 'number of seconds'),
  },
  {
    key: 'clock',
    flag: '--clock <real|manual>',
    what: "manual: time stops until POST /clock on the operator's port moves it; to try what a document says about time",
    otherwise: 'real',
    read: (value) => (value === 'real' || value === 'manual' ? value : undefined),
    expected: 'real or manual',
  },
  {
    key: 'log',
    flag: '--log <requests|failures>',
    what: 'what stderr tells of requests: a line for each (JSON unless it is a terminal), or only failures of the runtime',
    otherwise: 'requests',
    read: (value) => (value === 'requests' || value === 'failures' ? value : undefined),
    expected: 'requests or failures',
  },
  {
    key: 'audit',
    flag: '--audit',
    what: 'writes every change of a row down: who made it, when, by what, the row before and after; ninefold audit reads it',
    otherwise: false,
    read: (value) => ({ true: true, false: false })[value],
    expected: 'true or false',
  },
  {
    key: 'auditDays',
    flag: '--audit-days <days>',
    what: 'days for which a change that was written down is kept',
    otherwise: 90,
    ...amount(1, 36_500, 'number of days'),
  },
  ...EVENT_SETTINGS,
  {
    key: 'assume',
    flag: '--assume <file>',
    what: 'takes what this file says for what the document does not show; may be given several times, elsewhere by commas',
    otherwise: undefined,
    read: files,
    expected: 'files by commas',
  },
  {
    key: 'marks',
    flag: '--no-marks',
    what: 'leaves the headers Ninefold-Gap (something of this answer is left out) and Ninefold-Assumed off answers that run, never off a 501',
    otherwise: true,
    read: (value) => ({ true: true, false: false })[value],
    expected: 'true or false',
  },
];

/** One setting, its value and where it comes from. */
export interface Effective {
  readonly key: Key;
  readonly value: Value;
  readonly origin: string;
}

/** `flags` by key, as commander gives them. Wrong values and unknown keys are refused, naming their place. */
export function effectiveSettings(flags: Readonly<Record<string, unknown>>, console: Console): readonly Effective[] {
  const file = settingsFile(console.directory, [...SETTINGS.map(({ key }) => key as string), '$schema']);
  warnOfUnknownVariables(console);
  return SETTINGS.map((setting) => {
    const { key } = setting;
    const variable = variableOf(key);
    const given = [
      { value: flags[key], origin: `flag ${setting.flag.split(' ')[0]}` },
      { value: console.env[variable], origin: `environment ${variable}` },
      { value: file[key], origin: 'ninefold.json' },
    ].find(({ value }) => value !== undefined);
    if (given === undefined) return { key, value: setting.otherwise, origin: 'built in' };
    return { key, value: read(setting, given.value, given.origin), origin: given.origin };
  });
}

export function settingsOf(effective: readonly Effective[]): Settings {
  return Object.fromEntries(effective.map(({ key, value }) => [key, value])) as unknown as Settings;
}

/** `operatorPort` → `NINEFOLD_OPERATOR_PORT`. */
export function variableOf(key: string): string {
  return `NINEFOLD_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

/** Hides the passwords inside an address, and in that of a database also one that should have been encoded. */
export function masked(value: string): string {
  return value
    .replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#@:]*:)[^/?#]*@/i, '$1********@')
    .replace(/^(postgres(?:ql)?:\/\/[^/?#@:]*:).*@/is, '$1********@')
    .replace(/([?&](?:ssl)?password=)[^&#]*/gi, '$1********');
}

/** Of what may have a password and be no address. */
const MASKS: ReadonlyMap<Key, (text: string) => string> = new Map([
  ['database', maskedAddress],
  ['broker', maskedBroker],
]);

function read(setting: Setting, given: unknown, origin: string): Value {
  const several = Array.isArray(given) && given.every((one) => typeof one === 'string') ? given : undefined;
  if (several && setting.key === 'assume') return several;
  const isPlain = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean';
  const plain = isPlain ? String(given) : undefined;
  const why = plain === undefined ? undefined : setting.check?.(plain, origin);
  if (why !== undefined) throw new Refusal(2, `${setting.key} from ${origin} ${why}`);
  const value = plain === undefined ? undefined : setting.read(plain);
  if (value !== undefined) return value;
  const written = plain ?? JSON.stringify(given);
  const shown = (MASKS.get(setting.key) ?? masked)(written);
  const advice = setting.advice?.(written);
  throw new Refusal(
    origin.startsWith('flag') ? 2 : 1,
    `${setting.key} from ${origin} is ${JSON.stringify(shown)}, expected ${setting.expected}${advice === undefined ? '' : `; ${advice}`}`,
  );
}

/** Not refused: other programs may use the prefix. */
function warnOfUnknownVariables(console: Console): void {
  const known = SETTINGS.map(({ key }) => variableOf(key));
  for (const name of Object.keys(console.env)) {
    if (!name.startsWith('NINEFOLD_') || known.includes(name)) continue;
    const meant = didYouMean(name, known);
    if (meant !== undefined) console.err(`ninefold: ${name} is no setting; did you mean ${meant}?`);
  }
}

function files(value: string): readonly string[] | undefined {
  const names = value.split(',').map((name) => name.trim());
  return names.includes('') ? undefined : names;
}

function publicUrl(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isPlain = (url.protocol === 'http:' || url.protocol === 'https:') && url.search === '' && url.hash === '';
  return isPlain ? value.replace(/\/+$/, '') : undefined;
}
