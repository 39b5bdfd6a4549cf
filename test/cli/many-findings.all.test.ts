// How much of a document with thousands of slips is shown, and that the rest is counted.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Report } from '../../src/check/check.ts';
import { run } from '../../src/cli/program.ts';
import { captured } from './captured.ts';

const MANY = 1_500;
const SLIPS = `# Slips

- Lists: complete unless marked

## 2. Resources

${Array.from({ length: MANY }, (_, i) => `### Note${i}\n\n- Identified by: \`id${i}\`\n- Identified by: \`no${i}\`\n\n`).join('')}`;

let directory: string;
let whole: Report;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-many-'));
  writeFileSync(join(directory, 'slips.md'), SLIPS);
  whole = JSON.parse((await ninefold('check', 'slips.md', '--format', 'json')).stdout) as Report;
});
afterAll(() => rmSync(directory, { recursive: true }));

async function ninefold(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const console = captured({ directory });
  const status = await run(args, console);
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}

const errors = (report: Report): number => report.diagnostics.filter(({ severity }) => severity === 'error').length;
const framesIn = (text: string): number => [...text.matchAll(/^error [a-z-]+ {2}/gm)].length;
const gapsIn = (text: string): number => [...text.matchAll(/^ {6}slips\.md:/gm)].length;

describe('check of a document with thousands of findings', () => {
  it('shows the first thousand of each severity and of the gaps, and counts the others', async () => {
    const { status, stdout } = await ninefold('check', 'slips.md');
    expect(status).toBe(1);
    expect([framesIn(stdout), gapsIn(stdout)]).toEqual([1_000, 1_000]);
    const [more, gaps] = [errors(whole) - 1_000, whole.gaps.length - 1_000];
    expect(Math.min(more, gaps)).toBeGreaterThan(0);
    expect(stdout).toContain(`\nslips.md: ${errors(whole)} errors, ${whole.gaps.length} gaps`);
    expect(stdout).toMatch(
      new RegExp(`\\nnot shown: ${more} errors, (?:\\d+ \\w+, )*${gaps} gaps; with --max-findings all they are\\n`),
    );
  });

  it('shows as many as --max-findings says, or all', async () => {
    expect(framesIn((await ninefold('check', 'slips.md', '--max-findings', '3')).stdout)).toBe(3);
    const { stdout, status } = await ninefold('check', 'slips.md', '--max-findings', 'all');
    expect([framesIn(stdout), gapsIn(stdout), status]).toEqual([errors(whole), whole.gaps.length, 1]);
    expect(stdout).not.toContain('not shown:');
  });

  it.each(['-1', '1.5', 'some', ''])('refuses --max-findings %j', async (given) => {
    const { status, stderr } = await ninefold('check', 'slips.md', `--max-findings=${given}`);
    expect([status, stderr]).toEqual([2, expect.stringContaining('expected a number or `all`')]);
  });

  it('gives programs all of them', async () => {
    const { stdout } = await ninefold('check', 'slips.md', '--format', 'line', '--max-findings', '1');
    expect(stdout.trimEnd().split('\n')).toHaveLength(whole.diagnostics.length + whole.gaps.length);
  });
});

it('serve refuses it with the first thousand', async () => {
  const { status, stderr } = await ninefold('serve', 'slips.md', '--data', 'kept');
  expect([status, framesIn(stderr)]).toEqual([1, 1_000]);
  expect(stderr).toContain(`${errors(whole) - 1_000} more errors: ninefold check slips.md`);
});
