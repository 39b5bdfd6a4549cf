// `ninefold verify --proxy` as a process: it says where it listens, and ends with the report on a signal or at a bound.

import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

import type { VerifyReport } from '../../../src/verify/report/json.ts';
import { FILE, MODEL } from '../report/wrong-service.ts';
import { tampered, type Between } from '../running.ts';

const root = join(import.meta.dirname, '..', '..', '..');

let running: Between | undefined;
let child: ChildProcess | undefined;
afterEach(async () => {
  child?.kill('SIGKILL');
  await running?.close();
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function started(...args: readonly string[]): Promise<{ readonly url: string; readonly ended: Promise<Ended> }> {
  running = await tampered(MODEL, () => undefined);
  const main = join(root, 'src/cli/main.ts');
  const line = [main, 'verify', FILE, '--url', running.url.href, '--format', 'json', ...args];
  child = spawn(process.execPath, line, { cwd: root });
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (piece: Buffer) => (stdout += piece.toString()));
  const ended = new Promise<Ended>((resolve) => child!.on('close', (status) => resolve({ status, stdout, stderr })));
  const url = await new Promise<string>((resolve) => {
    child!.stderr!.on('data', (piece: Buffer) => {
      stderr += piece.toString();
      const found = /^(http:\S+) passes on to /.exec(stderr)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => resolve(''));
  });
  return { url, ended };
}

describe('--proxy', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends with the report on %s', async (signal) => {
    const { url, ended } = await started('--proxy', '0');
    expect((await fetch(`${url}/todos`)).status).toBe(200);
    expect((await fetch(`${url}/todos/7`)).status).toBe(404);
    await new Promise((resolve) => setTimeout(resolve, 200));
    child!.kill(signal);
    const { status, stdout } = await ended;
    const report = JSON.parse(stdout) as VerifyReport;
    expect([status, report.verdict, report.requests]).toEqual([0, 'pass', 2]);
    expect(report.notExercised.map(({ why }) => why)).toContain('no exchange showed it');
  });

  it('ends at a number of calls, and of seconds', async () => {
    const { url, ended } = await started('--proxy', '0', '--requests', '2');
    for (let nth = 0; nth < 2; nth += 1) await fetch(`${url}/todos`);
    expect((JSON.parse((await ended).stdout) as VerifyReport).requests).toBe(2);
    await running!.close();
    const second = await started('--proxy', '0', '--seconds', '1');
    const { status, stdout, stderr } = await second.ended;
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`no call came to ${second.url}`);
  });

  it('says where the port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const { ended } = await started('--proxy', String(port));
    const { status, stderr } = await ended;
    taken.close();
    expect([status, stderr.trim()]).toEqual([
      1,
      `ninefold: 127.0.0.1:${port} is in use by another program; give another with --proxy`,
    ]);
  });
});
