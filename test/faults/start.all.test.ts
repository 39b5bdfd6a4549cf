// What keeps a service from starting: one clear sentence, exit 1, and the data as it was.

import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { call, discard, freePort, ninefold, root, scratch, serve } from '../examples/running.ts';
import type { Running } from '../examples/running.ts';

const TODOS = 'examples/todo-backend.md';

function bytes(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name)).toString('base64')]),
  );
}

async function cannot(args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await ninefold(['serve', ...args]);
  expect([status, stdout], stderr).toEqual([1, '']);
  const lines = stderr.trim().split('\n');
  expect(lines, stderr).toHaveLength(1);
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+|Error:/);
  return lines[0]!;
}

async function filled(): Promise<Running> {
  const service = await serve(TODOS);
  await call(`${service.url}/todos`, 'POST', { title: 'Keep me' });
  return service;
}

describe('a service that cannot start', () => {
  it('says that the data is in use, and leaves the one who uses it alone', async () => {
    const service = await filled();
    const said = await cannot([TODOS, '--port', '0', '--operator-port', '0', '--data', service.data]);
    expect(said).toMatch(/in use/);
    expect((await call(`${service.url}/todos`)).body).toHaveLength(1);
    expect((await call(`${service.url}/todos`, 'POST', { title: 'Another' })).status).toBe(201);
    await service.stop();
    discard(service.data);
  });

  it('says that the data was written by a newer version', async () => {
    const service = await filled();
    await service.stop();
    const database = new DatabaseSync(join(service.data, 'data.sqlite'));
    const now = (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
    database.exec(`PRAGMA user_version = ${now + 1}`);
    database.close();
    const before = bytes(service.data);
    expect(await cannot([TODOS, '--port', '0', '--operator-port', '0', '--data', service.data])).toMatch(/newer/);
    expect(bytes(service.data)).toEqual(before);
    discard(service.data);
  });

  it('says which rows a changed document would not allow, and touches no data', async () => {
    const service = await filled();
    await service.stop();
    const changed = join(scratch(), 'changed.md');
    const source = readFileSync(join(root, TODOS), 'utf8');
    writeFileSync(changed, source.replace(/^(\| `title` \| )string( \|)/m, '$1string(3)$2'));
    expect(readFileSync(changed, 'utf8')).not.toBe(source);
    const before = bytes(service.data);
    expect(await cannot([changed, '--port', '0', '--operator-port', '0', '--data', service.data])).toMatch(
      /stored \(Todo: title holds what the document does not allow any more, 1 row is at stake, the first with id 1\)/,
    );
    expect(bytes(service.data)).toEqual(before);
    discard(service.data);
    discard(dirname(changed));
  });

  it('says that the port is in use, and touches no data', async () => {
    const service = await filled();
    const other = await filled();
    await other.stop();
    const before = bytes(other.data);
    const said = await cannot([TODOS, '--port', String(service.port), '--operator-port', '0', '--data', other.data]);
    expect(said).toMatch(new RegExp(`${service.port}.*in use`));
    const operator = new URL(service.operator).port;
    expect(await cannot([TODOS, '--port', '0', '--operator-port', operator, '--data', other.data])).toMatch(/in use/);
    expect(bytes(other.data)).toEqual(before);
    await service.stop();
    discard(service.data);
    discard(other.data);
  });

  it('says that the directory holds something else', async () => {
    const data = scratch();
    writeFileSync(join(data, 'data.sqlite'), 'These are my notes, not a database. '.repeat(100));
    const before = bytes(data);
    expect(await cannot([TODOS, '--port', '0', '--operator-port', '0', '--data', data])).toMatch(/not a database/);
    expect(bytes(data)).toMatchObject(before);
    discard(data);
  });

  it('says that the data may not be written', async () => {
    const service = await filled();
    await service.stop();
    const before = bytes(service.data);
    const everyone = process.getuid?.() === 0;
    for (const name of readdirSync(service.data)) chmodSync(join(service.data, name), 0o444);
    chmodSync(service.data, 0o555);
    const said = await asNobody(
      [TODOS, '--port', String(await freePort()), '--operator-port', '0', '--data', service.data],
      everyone,
    );
    expect(said).toMatch(/written|write|read-only/);
    expect(bytes(service.data)).toEqual(before);
    chmodSync(service.data, 0o755);
    discard(service.data);
  });

  it('says that the directory cannot be made', async () => {
    const data = scratch();
    writeFileSync(join(data, 'file'), '');
    expect(
      await cannot([TODOS, '--port', '0', '--operator-port', '0', '--data', join(data, 'file', 'inside')]),
    ).toMatch(/./);
    discard(data);
  });
});

/** Root may write anything; so the process runs as someone else then. */
async function asNobody(args: readonly string[], isRoot: boolean): Promise<string> {
  const home = scratch();
  mkdirSync(join(home, 'cache'));
  const ids = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  if (isRoot) {
    chownSync(home, 65_534, 65_534);
    chownSync(join(home, 'cache'), 65_534, 65_534);
  }
  const child = spawn(process.execPath, ['src/cli/main.ts', 'serve', ...args], {
    cwd: root,
    ...ids,
    env: { ...process.env, HOME: home, NODE_COMPILE_CACHE: join(home, 'cache') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const status = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(late);
  discard(home);
  expect(status, said).toBe(1);
  expect(said.trim().split('\n'), said).toHaveLength(1);
  return said;
}
