// The container file and what stands around it, judged without running anything: what it says of user, signals, ports and
// data, and that a linter for such files finds nothing in it.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { stagesOf } from '../../scripts/container/file.ts';
import { faultsOf } from '../../scripts/container/said.ts';
import { SETTINGS, variableOf } from '../../src/cli/settings.ts';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const needed = '>=24';
const lint = (file: string): { readonly status: number | null; readonly stdout: string } => {
  const tool = join(root, 'node_modules', 'dockerfile-utils', 'bin', 'dockerfile-utils');
  return spawnSync(process.execPath, [tool, 'lint', file], { encoding: 'utf8' });
};

describe('the container file', () => {
  it('says what it has to say', () => {
    expect(faultsOf(stagesOf(text), needed)).toEqual([]);
  });

  it.each<readonly [string, string | RegExp, string]>([
    ['the user is no number, or root', /^USER .*$/m, ''],
    ['the user is no number, or root', 'USER 1000:1000', 'USER node'],
    ['the user is no number, or root', 'USER 1000:1000', 'USER 0'],
    ['a stage is not made of Node 24', /^FROM node:24-slim$/m, 'FROM node:latest'],
    ['what builds and what runs are one stage', /^FROM node:24-slim AS build[^]*?(?=^FROM)/m, ''],
    [
      'a shell would be the first process, and keep signals to itself',
      /^ENTRYPOINT .*$/m,
      'ENTRYPOINT node bin/ninefold.cjs',
    ],
    ['what starts is not Node', /^ENTRYPOINT .*$/m, 'ENTRYPOINT ["npm", "start"]'],
    [
      'Node itself does not ask /readyz for its health',
      /^HEALTHCHECK [^]*?\]$/m,
      'HEALTHCHECK CMD curl 127.0.0.1:8081/readyz',
    ],
    ['another port than that of the service is shown', 'EXPOSE 8080', 'EXPOSE 8080 8081'],
    ['the service is not for others', 'ENV NINEFOLD_HOST=0.0.0.0', ''],
    ['the operator’s port is for others', 'EXPOSE 8080', 'EXPOSE 8080\nENV NINEFOLD_OPERATOR_HOST=0.0.0.0'],
    ['NINEFOLD_DATABASE would be refused beside NINEFOLD_DATA', 'EXPOSE 8080', 'EXPOSE 8080\nENV NINEFOLD_DATA=/d'],
    ['the data is not in the volume', 'VOLUME ["/service.data"]', 'VOLUME ["/data"]'],
  ])('is told that %s', (fault, from, to) => {
    const wrong = text.replace(from, to);
    expect(wrong).not.toBe(text);
    expect(faultsOf(stagesOf(wrong), needed)).toContain(fault);
  });

  it('names settings that there are', () => {
    const known = SETTINGS.map(({ key }) => variableOf(key));
    const named = [...text.matchAll(/NINEFOLD_[A-Z_]+/g)].map(([name]) => name);
    expect(named).toContain('NINEFOLD_OPERATOR_PORT');
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('copies nothing that is not tracked', () => {
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
    const copied = stagesOf(text).flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'copy' && step.from === undefined ? step.paths : [])),
    );
    const patterns = copied.map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replace('*', '[^/]*')}(?:/|$)`));
    expect(patterns.filter((pattern) => !tracked.some((path) => pattern.test(path)))).toEqual([]);
  });

  it('is quiet under a linter, which is not quiet about everything', () => {
    expect(lint(join(root, 'Dockerfile'))).toMatchObject({ status: 0, stdout: '' });
    const place = mkdtempSync(join(tmpdir(), 'ninefold-lint-'));
    try {
      const wrong = join(place, 'Dockerfile');
      writeFileSync(wrong, text.replace('EXPOSE 8080', 'EXPOZE 8080').replace('CMD ["serve"', "CMD ['serve'"));
      expect(lint(wrong).stdout).toContain('EXPOZE');
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});
