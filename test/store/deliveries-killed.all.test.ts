// The process that delivers from a directory is killed between what it has claimed and what became of it: that is delivered again, and what
// was settled is not.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DELIVERY_TABLES } from '../../src/plan/deliveries.ts';
import { OUTBOX } from '../../src/plan/outbox.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { accepted, countOf, happen, NOW, to } from './contract-deliveries.ts';
import { temporaryDirectory } from './fixtures.ts';

const tables = [OUTBOX, ...DELIVERY_TABLES];

test('what was claimed and not settled is delivered again, what was settled never', { timeout: 120_000 }, async () => {
  const directory = temporaryDirectory();
  try {
    const many = 300;
    const first = await openSqlite({ directory, tables });
    const ids = await happen(first, many);
    await first.deliveries!.dispatch(
      ids.flatMap((id) => to([id], `lane ${id % 20}`)),
      NOW,
    );
    await first.close();
    const settled = new Set<number>();
    let again = 0;
    for (let round = 0; round < 5; round++) {
      const told = await killedAfter(directory, 10 + round * 12);
      for (const [what, delivery] of told) {
        if (what === 'claimed' && settled.has(delivery)) throw new Error(`${delivery} was settled, and claimed again`);
        expect(what).not.toBe('refused');
        if (what === 'settled') settled.add(delivery);
      }
      const held =
        told.filter(([what]) => what === 'claimed').length - told.filter(([what]) => what === 'settled').length;
      again += held;
    }
    expect(again).toBeGreaterThan(0);
    const last = await openSqlite({ directory, tables });
    const own = last.deliveries!;
    for (;;) {
      const part = await own.claim({ now: NOW, most: 50, perLane: 10 });
      if (part.length === 0) break;
      for (const { delivery } of part) expect(settled.has(delivery)).toBe(false);
      for (const { delivery } of part) settled.add(delivery);
      await own.settle(part.map(accepted), [...new Set(part.map(({ lane }) => lane))]);
    }
    // Those of which the COMMIT was there and the word of it was not.
    expect(many - settled.size).toBeLessThanOrEqual(5 * 8);
    expect([await countOf(last, '_outbox'), await countOf(last, '_delivered')]).toEqual([0, many]);
    await last.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

/** What a process told before it was killed, behind so many lines. */
function killedAfter(directory: string, lines: number): Promise<readonly (readonly [string, number])[]> {
  const script = new URL('./deliveries-child.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part: string) => {
      text += part;
      if (text.split('\n').length > lines) child.kill('SIGKILL');
    });
    child.on('close', (_code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error('the process ended by itself'));
      else
        resolve(
          text
            .split('\n')
            .slice(0, -1)
            .map((line) => [line.split(' ')[0]!, Number(line.split(' ')[1])] as const),
        );
    });
  });
}
