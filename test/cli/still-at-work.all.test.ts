// A command that takes long says so while it works, though nothing else of it can run.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FILE = join(import.meta.dirname, '../../src/cli/still-at-work.ts');

/** Works for so many milliseconds without a break, on a document of so many characters, and is late after 100. */
function worked(milliseconds: number, size: number): { readonly stderr: string; readonly status: number | null } {
  const program = `
    const { stillAtWork } = await import(${JSON.stringify(FILE)});
    const work = stillAtWork('big.md', ${size}, 0.1);
    work.doing('checking it');
    const until = performance.now() + ${milliseconds};
    while (performance.now() < until);
    work.end();`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 60_000 });
}

describe('a command on a large document', () => {
  it('says what it is doing when it takes long, once, and how it can be ended', () => {
    const { stderr, status } = worked(4_000, 5_000_000);
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^ninefold: big\.md, 5\.0 MB, has taken 0\.1 seconds so far and is not done: checking it\. .+ Ctrl\+C ends it\.\n$/,
    );
  });

  it('says nothing when it is done before, nor of a small one, and ends', () => {
    expect(worked(0, 5_000_000)).toMatchObject({ stderr: '', status: 0 });
    expect(worked(1_000, 10_000)).toMatchObject({ stderr: '', status: 0 });
  });
});
