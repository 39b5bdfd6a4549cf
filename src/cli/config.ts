// `ninefold config`: the value of every setting, and where it comes from; passwords masked.

import { maskedBroker } from '../serve/relay/broker-address.ts';
import type { Console } from './console.ts';
import { effectiveSettings, masked } from './settings.ts';

/** Settings that are none by default. */
const UNSET: ReadonlyMap<string, string> = new Map([
  ['assume', 'none'],
  ['database', 'none'],
  ['trustedProxies', 'none'],
  ['allowAddresses', 'none'],
  ['eventSecrets', 'none'],
  ['broker', 'none'],
  ['outboxLimit', 'none'],
]);

export function config(flags: Readonly<Record<string, unknown>>, console: Console): number {
  const rows = effectiveSettings(flags, console).map(({ key, value, origin }) => ({
    key,
    value: typeof value === 'string' ? (key === 'broker' ? maskedBroker(value) : masked(value)) : (value ?? null),
    origin,
  }));
  if (flags['format'] === 'json') {
    console.out(JSON.stringify({ settings: rows }, null, 2));
    return 0;
  }
  const shown = rows.map((row) => ({
    ...row,
    value: row.value === null ? (UNSET.get(row.key) ?? 'computed when serving') : String(row.value),
  }));
  const width = (column: 'key' | 'value'): number => Math.max(...shown.map((row) => row[column].length));
  for (const { key, value, origin } of shown) {
    console.out(`${key.padEnd(width('key'))}  ${value.padEnd(width('value'))}  ${console.paint('dim', origin)}`);
  }
  return 0;
}
