// Runs the tiers of tests given as arguments (fast, all, gate, long), one after the other, and adds up what they came to. Input: tier
// names. Output: vitest's own progress, then one line `N passed, N failed`; the exit status is 1 when one failed.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { addUp, readReport, summary, verdict } from './test-sums.ts';
import type { TierResult } from './test-sums.ts';

const root = join(import.meta.dirname, '..');
const tiers = process.argv.slice(2);
const known = ['fast', 'all', 'gate', 'long'];
const wrong = tiers.filter((tier) => !known.includes(tier));
if (tiers.length === 0 || wrong.length > 0) {
  console.error(`usage: run-tests.ts TIER…, each one of ${known.join(', ')}`);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'ninefold-tests-'));
const results: TierResult[] = [];
for (const tier of tiers) {
  console.log(`tests: ${tier}`);
  results.push(await runTier(tier));
}
rmSync(scratch, { recursive: true, force: true });

for (const problem of verdict(results)) console.error(`tests: ${problem}`);
process.exitCode = verdict(results).length === 0 ? 0 : 1;
console.log(summary(addUp(results)));

async function runTier(tier: string): Promise<TierResult> {
  const file = join(scratch, `${tier}.json`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const exit = await new Promise<number>((resolve) => {
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      { cwd: root, stdio: 'inherit', env: { ...process.env, NINEFOLD_TIER: tier } },
    );
    child.on('exit', (code) => resolve(code ?? 1));
    child.on('error', () => resolve(1));
  });
  let text: string | undefined;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    text = undefined;
  }
  return { tier, exit, counts: readReport(text) };
}
