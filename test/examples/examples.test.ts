// Every document under examples/ states everything: no gap, nothing held, nothing unsupported, no finding of any kind, and
// `any` only where freedom is meant: Allowed values, Kind of a state, Cross-origin. One for which published/ has assumptions leaves
// open what its source leaves open; it has tests of its own.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { read } from '../../src/read/read.ts';

const FOLDER = new URL('../../examples/', import.meta.url);
const FREE: ReadonlySet<string> = new Set([
  'allowed values',
  'allowed values of a parameter',
  'kind of a state',
  'cross-origin',
]);

const isOpen = (name: string): boolean =>
  existsSync(new URL(`published/${name.replace(/\.md$/, '.assumed.md')}`, FOLDER));

it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.md') && !isOpen(name)))(
  '%s is complete and consistent',
  (name) => {
    const { document, diagnostics } = read(readFileSync(new URL(name, FOLDER), 'utf8'), name);
    const model = link(document, diagnostics);
    const report = check(model);
    expect(report.diagnostics).toEqual([]);
    expect(report.gaps).toEqual([]);
    expect(report.operations.length).toBeGreaterThan(4);
    for (const operation of report.operations)
      expect(operation).toMatchObject({ runs: 'yes', heldBy: [], partlyHeldBy: [], restsOn: [] });
    const slots = slotsOf(model).facts;
    const open = slots.filter(({ status }) => status !== 'stated' && status !== 'none' && status !== 'any');
    expect(open).toEqual([]);
    expect(slots.filter(({ status, kind }) => status === 'any' && !FREE.has(kind)).map(({ id }) => id)).toEqual([]);
  },
);
