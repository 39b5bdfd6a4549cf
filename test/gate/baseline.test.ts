// The commit that the gate compares with: found in a clone with its history, and asked for by name where it is not there.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { baseline, baselineOf, NoBaseline } from '../../bench/gate/trees.ts';

describe('bench/baseline', () => {
  it('begins with a full commit id', () => {
    const id = '13a537ab'.repeat(5);
    expect(baselineOf(`${id}\n\nBecause.\n`)).toBe(id);
    for (const text of ['', 'main\n', '13a537a\n']) expect(() => baselineOf(text)).toThrow(NoBaseline);
  });
});

describe('a commit', () => {
  let place: string;
  let id: string;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: place,
      encoding: 'utf8',
    }).trim();
  const named = (folder: string, commit: string): string => {
    const whole = join(place, folder);
    mkdirSync(join(whole, 'bench'), { recursive: true });
    writeFileSync(join(whole, 'bench', 'baseline'), `${commit}\n`);
    return whole;
  };

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'ninefold-baseline-'));
    git('init', '-q', 'whole');
    git('-C', 'whole', 'commit', '-q', '--allow-empty', '-m', 'one');
    id = git('-C', 'whole', 'rev-parse', 'HEAD');
    git('-C', 'whole', 'commit', '-q', '--allow-empty', '-m', 'two');
    git('clone', '-q', '--depth', '1', `file://${join(place, 'whole')}`, 'shallow');
  });
  afterAll(() => rmSync(place, { recursive: true }));

  it('is found in a clone that has it', () => {
    expect(baseline(named('whole', id))).toBe(id);
  });

  it('that a shallow clone lacks is to be fetched', () => {
    expect(() => baseline(named('shallow', id))).toThrow(
      `the commit ${id} that bench/baseline names is not in this clone, which is shallow: run \`git fetch --unshallow\` first`,
    );
  });

  it('that nobody has, or outside of a clone, is missing', () => {
    const none = '0'.repeat(40);
    for (const folder of ['whole', 'elsewhere'])
      expect(() => baseline(named(folder, none))).toThrow('is this a clone with its history?');
  });
});
