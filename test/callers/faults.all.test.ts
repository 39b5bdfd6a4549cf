// Faults of authorization are planted in analysis, plan and serve, one at a time: the tables of who may do what, and the attacks, find each
// of them. Without a fault they find nothing. In the tier `all` each fourth, in the tier `long` all of them: five to twelve minutes, as
// busy as the machine is.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneUntilLong } from '../trials.ts';
import { FAULTS, type Fault } from './faults.ts';

const HERE = import.meta.dirname;

function foundWith(fault: Partial<Fault>): Promise<string> {
  const { file, before, after } = fault;
  const child = spawn(process.execPath, ['--import', join(HERE, 'planting.mjs'), join(HERE, 'planted.ts')], {
    env: { ...process.env, PLANTED: JSON.stringify({ file, before, after }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let failed = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('close', (status) =>
      status === 0 ? resolve(said.trim()) : reject(new Error(`the program itself failed: ${failed}`)),
    );
  });
}

it('there are more than 30, in analysis, plan and serve', () => {
  expect(FAULTS.length).toBeGreaterThan(30);
  expect(new Set(FAULTS.map(({ what }) => what)).size).toBe(FAULTS.length);
  expect([...new Set(FAULTS.map(({ file }) => file.split('/')[0]))].toSorted()).toEqual(['analysis', 'plan', 'serve']);
});

describe('is found', { concurrent: true, timeout: 300_000 }, () => {
  it.each(oneUntilLong(4, FAULTS))('$what', async (fault) => {
    expect(await foundWith(fault)).not.toBe('');
  });
});

it('without a fault nothing is', { timeout: 600_000 }, async () => {
  expect(await foundWith({})).toBe('');
});
