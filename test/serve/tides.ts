// examples/tide-tables.md with other statements. Input: edits. Output: Markdown. An edit that finds nothing is a fault of the test.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TIDES = readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'tide-tables.md'), 'utf8');
export const OLD = '2025-06-01';
export const NEW = '2026-02-01';
export const GONE = '2024-01-01';

export type Edit = readonly [from: string | RegExp, to: string];

export function edited(...edits: readonly Edit[]): string {
  return edits.reduce((source, [from, to]) => {
    const next = source.replace(from, to);
    if (source.search(from) === -1) throw new Error(`nothing to change: ${String(from)}`);
    return next;
  }, TIDES);
}

export const SCHEME: RegExp = /^- Scheme: .*$/m;
