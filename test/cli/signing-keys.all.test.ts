// `ninefold keys` for keys by which the service signs: made, listed, replaced and ended in a file of the owner's; none is ever shown.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { withoutKey } from '../../src/cli/serving/unsigned.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { keysIn, type SigningKey } from '../../src/serve/signing-keys.ts';
import { serve } from '../examples/running.ts';
import { modelOf } from '../plan/plan-of.ts';
import { captured } from './captured.ts';

const SOURCE = readFileSync(
  join(import.meta.dirname, '..', 'parts', 'authentication', 'tokens-that-are-signed.md'),
  'utf8',
);

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-signing-'));
  file = join(directory, 'notes.keys.json');
  writeFileSync(join(directory, 'notes.md'), SOURCE);
});
afterEach(() => rmSync(directory, { recursive: true }));

interface Done {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function keys(...args: string[]): Promise<Done> {
  const [action = '', ...more] = args;
  const console = captured({ directory });
  const status = await run(['keys', action, 'notes.md', ...more], console);
  const done = { status, stdout: console.stdout(), stderr: console.stderr() };
  for (const { jwk } of existsSync(file) ? keysIn(file) : []) expect(JSON.stringify(done)).not.toContain(jwk.d);
  return done;
}

const names = (): readonly string[] => keysIn(file).map(({ name }: SigningKey) => name);

describe('ninefold keys, of keys that sign', () => {
  it('makes one in a file that only its owner can read, and shows it to nobody', async () => {
    const made = await keys('create', 'first');
    expect(made.status).toBe(0);
    expect(made.stdout).toBe('');
    expect(made.stderr).toContain('"first" signs tokens of Session with ES256 from now on');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(join(directory, 'notes.data'))).toBe(false);
    const { stdout } = await keys('list');
    expect(stdout).toMatch(/^Session: "first", signs with ES256, since \S+Z\n$/);
  });

  it('replaces one, which verifies until what it signed has ended', async () => {
    await keys('create', 'first');
    const [before] = keysIn(file);
    expect((await keys('rotate', 'first')).stderr).toContain('in 5 seconds');
    expect(names()).toEqual(['first', 'first']);
    const [old, fresh] = keysIn(file) as [SigningKey, SigningKey];
    expect(old.jwk).toEqual(before!.jwk);
    expect(fresh.jwk.kid).not.toBe(old.jwk.kid);
    expect(old.until! - old.replaced!).toBe(14 * 86_400_000);
    const { schemes } = JSON.parse((await keys('list', '--format', 'json')).stdout) as {
      schemes: { keys: { signs: boolean; expires: string | null }[] }[];
    };
    expect(schemes[0]!.keys.map(({ signs, expires }) => [signs, expires !== null])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect((await keys('revoke', 'first')).status).toBe(0);
    expect(names()).toEqual([]);
  });

  it('changes nothing where it cannot', async () => {
    await keys('create', 'first');
    const before = readFileSync(file, 'utf8');
    const refusals: readonly (readonly [number, readonly string[]])[] = [
      [1, ['create', 'first']],
      [1, ['rotate', 'second']],
      [1, ['revoke', 'second']],
      [2, ['create']],
      [2, ['create', 'two\nlines']],
      [2, ['create', 'second', '--for', '1']],
      [2, ['create', 'second', '--operator', 'http://127.0.0.1:1']],
      [2, ['create', 'second', '--out', 'shown']],
    ];
    for (const [status, args] of refusals) expect([args, (await keys(...args)).status]).toEqual([args, status]);
    writeFileSync(`${file}.new`, '');
    expect((await keys('create', 'second')).stderr).toContain('another command is at work');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('loses none where several commands are at work', async () => {
    const done = await Promise.all(['a', 'b', 'c', 'd'].map((name) => keys('create', name)));
    const made = done.flatMap(({ status }, place) => (status === 0 ? ['abcd'[place]!] : []));
    expect(names().toSorted()).toEqual(made);
    expect(made.length).toBeGreaterThan(0);
  });

  it('keeps its file where it is told', async () => {
    expect((await keys('create', 'first', '--signing-keys', 'elsewhere.json')).status).toBe(0);
    expect(existsSync(file)).toBe(false);
    expect(keysIn(join(directory, 'elsewhere.json'))).toHaveLength(1);
  });
});

/** What it prints from its start to its end. */
async function started(...options: string[]): Promise<string> {
  const service = await serve(join(directory, 'notes.md'), { data: join(directory, 'notes.data'), options });
  await service.stop();
  return service.said();
}

describe('ninefold serve, while no key signs', () => {
  it('says so at the start, with the command that makes one', async () => {
    const said = await started();
    const command = `keys create ${join(directory, 'notes.md')} main`;
    expect(said).toContain(`no key signs tokens of Session yet: \`ninefold ${command}\` makes one\n`);
    await keys('create', 'main');
    expect(await started()).not.toContain('no key');
    expect(await started('--signing-keys', join(directory, 'other.json'))).toContain(
      `ninefold ${command} --signing-keys ${join(directory, 'other.json')}`,
    );
  });

  it('says why, where the file cannot be used', () => {
    const plan = compile(modelOf(SOURCE));
    const lines = (): readonly string[] => withoutKey(plan, 'notes.md', { keysFile: file, setting: undefined });
    writeFileSync(file, '{}', { mode: 0o600 });
    expect(lines()).toEqual([`tokens cannot be signed: ${file} is no file of signing keys`]);
    const two = { ...plan, signs: [...plan.signs!, { scheme: 'Other', algorithm: 'ES256' }] };
    rmSync(file);
    expect(withoutKey(two, 'notes.md', { keysFile: file, setting: undefined })).toEqual([
      'no key signs tokens of Session yet: `ninefold keys create notes.md main --scheme Session` makes one',
      'no key signs tokens of Other yet: `ninefold keys create notes.md main --scheme Other` makes one',
    ]);
    expect(withoutKey({ ...plan, signs: [] }, 'notes.md', { keysFile: file, setting: undefined })).toEqual([]);
  });
});
