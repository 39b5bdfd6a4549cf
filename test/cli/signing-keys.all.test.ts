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
  const shown = JSON.stringify(done);
  for (const { jwk } of existsSync(file) ? keysIn(file) : []) {
    if (jwk.d !== undefined) expect(shown).not.toContain(jwk.d);
    if (jwk.k !== undefined) expect(shown).not.toContain(jwk.k);
  }
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

const secrets = (): readonly (readonly [string, string])[] =>
  keysIn(file).map(({ name, jwk }) => [name, Buffer.from(String(jwk['k']), 'base64url').toString()]);

describe('ninefold keys, of secrets that others sign with', () => {
  const BANK = readFileSync(join(import.meta.dirname, '..', 'parts', 'authentication', 'signed-requests.md'), 'utf8');
  beforeEach(() => writeFileSync(join(directory, 'notes.md'), BANK));

  it('takes one as it was given, or written in base64, and shows neither', async () => {
    const plain = 'whsec_the secret of the bank';
    writeFileSync(join(directory, 'plain'), `${plain}\n`);
    writeFileSync(join(directory, 'coded'), `whsec_${Buffer.from('another secret of the bank').toString('base64')}`);
    const [one, other] = [
      await keys('create', 'main', '--secret', 'plain'),
      await keys('create', 'next', '--secret-base64', 'coded'),
    ];
    expect([one.status, one.stdout, other.status, other.stdout]).toEqual([0, '', 0, '']);
    expect(one.stderr + other.stderr).not.toContain('of the bank');
    expect(secrets()).toEqual([
      ['main', plain],
      ['next', 'another secret of the bank'],
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await keys('list', '--format', 'json')).stdout).not.toContain('of the bank');
    const listed = await keys('list');
    expect(listed.stdout).toMatch(/^Bank: "main", verifies with hmac-sha256, since \S+Z\nBank: "next", verifies/);
    await keys('revoke', 'main');
    expect(secrets().map(([name]) => name)).toEqual(['next']);
  });

  it('keeps one octet by octet', async () => {
    const octets = Buffer.from(Array.from({ length: 32 }, (_, at) => 0x80 + at));
    writeFileSync(join(directory, 'binary'), Buffer.concat([octets, Buffer.from('\r\n')]));
    expect((await keys('create', 'main', '--secret', 'binary')).status).toBe(0);
    expect(Buffer.from(String(keysIn(file)[0]!.jwk['k']), 'base64url').equals(octets)).toBe(true);
    writeFileSync(join(directory, 'binary'), Buffer.alloc(6, 0xff));
    expect((await keys('create', 'next', '--secret', 'binary')).stderr).toContain('has 6 octets');
  });

  it('makes one, prints it once, and puts a new one in its place', async () => {
    const made = await keys('create', 'main');
    expect(made.stdout).toMatch(/^[\w-]{43}\n$/);
    expect(secrets()).toEqual([['main', made.stdout.trim()]]);
    const again = await keys('rotate', 'main');
    expect(again.stdout).not.toBe(made.stdout);
    expect(secrets()).toEqual([['main', again.stdout.trim()]]);
  });

  it.each([
    ['a short one', ['--secret', 'short'], 'has 5 octets, expected 16 or more'],
    ['what is no base64', ['--secret-base64', 'long'], 'holds no base64'],
    ['a file that is not there', ['--secret', 'nowhere'], 'cannot be read'],
    ['two at once', ['--secret', 'long', '--secret-base64', 'long'], 'give one of them'],
    ['what says nothing here', ['--for', '1'], '--for says nothing of a secret that others sign with'],
  ])('refuses %s, and changes nothing', async (_, flags, why) => {
    writeFileSync(join(directory, 'short'), 'short');
    writeFileSync(join(directory, 'long'), 'a secret! of the bank');
    const refused = await keys('create', 'main', ...flags);
    expect(refused.status).toBeGreaterThan(0);
    expect(refused.stderr).toContain(why);
    expect(existsSync(file) ? secrets() : []).toEqual([]);
  });

  it('a start without one says which command makes it', () => {
    const [line, ...others] = withoutKey(compile(modelOf(BANK)), 'notes.md', { keysFile: file, setting: undefined });
    expect(line).toBe(
      'no secret verifies requests of Bank yet: `ninefold keys create notes.md main` takes or makes one',
    );
    expect(others).toEqual([]);
  });
});
