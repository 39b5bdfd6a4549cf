// `--assume` on the commands: what a stranger sees of good and of bad assumptions, and what the operator sees while they run.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Report } from '../../src/check/check.ts';
import { standing, watchAssumptions } from '../../src/cli/assumed.ts';
import { run } from '../../src/cli/program.ts';
import { effectiveSettings, settingsOf } from '../../src/cli/settings.ts';
import { captured } from './captured.ts';

const DOCUMENT = `# Notes

- Lists: complete unless marked

## 2. Resources and their fields

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | no | service: new id | any | none |

## 4. Endpoints

### GET /notes/{id}

- Does: not shown
- Who: anyone
`;
const GOOD = `# Assumed

- Assumed by: Ada Smith
- Assumed on: 2026-11-20
- Why: said so by telephone
- Until: 2999-12-31

## 4. Endpoints

### GET /notes/{id}

- Does: reads Note
`;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-assume-'));
  writeFileSync(join(directory, 'd.md'), DOCUMENT);
  writeFileSync(join(directory, 'good.md'), GOOD);
  writeFileSync(join(directory, 'over.md'), GOOD.replace('2999', '2001'));
});
afterAll(() => rmSync(directory, { recursive: true }));

async function ninefold(...args: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const console = captured({ directory });
  const status = await run(args, console);
  return { status, stdout: console.stdout(), stderr: console.stderr() };
}

describe('--assume', () => {
  it('is shown by check with its four facts, in a count of its own, at its place', async () => {
    const { stdout } = await ninefold('check', 'd.md', '--assume', 'good.md', '--format', 'json');
    const { assumed, parts, gaps, operations } = JSON.parse(stdout) as Report;
    expect(assumed).toEqual([
      {
        id: '4/GET /notes/{id}/does',
        part: 'endpoints',
        text: 'reads Note',
        at: { file: 'good.md', line: 12, column: 9 },
        by: 'Ada Smith',
        on: '2026-11-20',
        why: 'said so by telephone',
        until: '2999-12-31',
        operations: ['GET /notes/{id}'],
      },
    ]);
    expect(parts.map(({ counts }) => counts.assumed)).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 0]);
    expect(gaps.map(({ id }) => id)).not.toContain('4/GET /notes/{id}/does');
    expect(operations[0]).toMatchObject({ assumed: ['4/GET /notes/{id}/does'] });
    const line = await ninefold('check', 'd.md', '--assume', 'good.md', '--format', 'line');
    expect(line.stdout).toContain(
      'good.md:12:9: assumed 4/GET /notes/{id}/does: by Ada Smith on 2026-11-20, until 2999-12-31: said so by telephone\n',
    );
    const pretty = await ninefold('check', 'd.md', '--assume', 'good.md');
    expect(pretty.stdout).toContain('by Ada Smith on 2026-11-20, until 2999-12-31: said so by telephone');
    expect(pretty.stdout).toContain(' under 1 assumption\n');
    const html = await ninefold('check', 'd.md', '--assume', 'good.md', '--format', 'html');
    expect(html.stdout).toContain('By Ada Smith on 2026-11-20, until 2999-12-31: said so by telephone');
  });

  it('is an error when its time is over, drawn with the lines of its own file; serve does not start', async () => {
    const { status, stdout } = await ninefold('check', 'd.md', '--assume', 'over.md');
    expect(status).toBe(1);
    expect(stdout).toContain('at over.md:12:9\n12 | - Does: reads Note\n');
    expect(stdout).toContain('4/GET /notes/{id}/does  What does `GET /notes/{id}` do?');
    const served = await ninefold('serve', 'd.md', '--assume', 'over.md', '--port', '0', '--operator-port', '0');
    expect([served.status, served.stdout]).toEqual([1, '']);
    expect(served.stderr).toContain('assumption-expired');
  });

  it('is named by plan, and listed last by ask', async () => {
    const plan = await ninefold('plan', 'd.md', '--assume', 'good.md');
    expect(plan.stdout).toContain(
      'assumed   4/GET /notes/{id}/does  by Ada Smith, until 2999-12-31: said so by telephone',
    );
    const ask = await ninefold('ask', 'd.md', '--assume', 'good.md');
    expect(ask.stdout).toMatch(/confirm each in the document, or reject it:\n[^]*reads Note[^]*good\.md:12:9/);
    const json = JSON.parse((await ninefold('ask', 'd.md', '--assume', 'good.md', '--format', 'json')).stdout) as {
      questions: { gaps: string[] }[];
      assumed: { id: string }[];
    };
    expect(json.assumed.map(({ id }) => id)).toEqual(['4/GET /notes/{id}/does']);
    expect(json.questions.flatMap(({ gaps }) => gaps)).not.toContain('4/GET /notes/{id}/does');
  });

  it('leaves both files alone when check mends the document', async () => {
    await ninefold('check', 'd.md', '--assume', 'good.md', '--fix');
    expect(readFileSync(join(directory, 'good.md'), 'utf8')).toBe(GOOD);
    expect(readFileSync(join(directory, 'd.md'), 'utf8')).toContain('- Does: not shown\n');
    writeFileSync(join(directory, 'd.md'), DOCUMENT);
  });

  it('is a setting of serve: flags over the environment over ninefold.json', () => {
    const of = (flags: Record<string, unknown>, env: Record<string, string>): unknown =>
      settingsOf(effectiveSettings(flags, captured({ directory, env }))).assume;
    expect(of({ assume: ['a.md', 'b.md'] }, { NINEFOLD_ASSUME: 'c.md' })).toEqual(['a.md', 'b.md']);
    expect(of({}, { NINEFOLD_ASSUME: 'a.md, b.md' })).toEqual(['a.md', 'b.md']);
    expect(of({}, {})).toBeUndefined();
    writeFileSync(join(directory, 'ninefold.json'), JSON.stringify({ assume: ['x.md'] }));
    expect(of({}, {})).toEqual(['x.md']);
    rmSync(join(directory, 'ninefold.json'));
  });

  it('runs on when its day passes, and says so each day', async () => {
    const report = JSON.parse(
      (await ninefold('check', 'd.md', '--assume', 'good.md', '--format', 'json')).stdout,
    ) as Report;
    expect(standing(report).map(({ expired }) => expired)).toEqual([false]);
    vi.useFakeTimers();
    const said: string[] = [];
    let day = '2999-12-30';
    const stop = watchAssumptions(report, (line) => said.push(line), { day: () => day, every: 1000 });
    for (day of ['2999-12-31', '3000-01-01', '3000-01-01', '3000-01-02']) vi.advanceTimersByTime(1000);
    stop();
    vi.useRealTimers();
    const line = '1 of 1 assumptions have ended, and the service runs on: 4/GET /notes/{id}/does';
    expect(said).toEqual([line, line]);
  });
});
