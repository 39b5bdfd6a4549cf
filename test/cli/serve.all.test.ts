// `serve` on the command line: what it prints when it is ready, that its lines for the shell work as they are pasted,
// and what it says instead of starting. Real processes, a real shell, a real curl.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { call, discard, freePort, ninefold, root, scratch, serve } from '../examples/running.ts';
import type { Running } from '../examples/running.ts';

/** Each line in one shell, the way a terminal takes them; every status that curl met. */
async function pasted(lines: readonly string[]): Promise<{ statuses: string[]; output: string }> {
  const wrapper = `curl() { command curl -w '%{stderr}[%{http_code}]' "$@"; }`;
  const { stdout, stderr, status } = spawnSync('sh', ['-u'], {
    input: `${wrapper}\n${lines.join('\n')}\n`,
    encoding: 'utf8',
  });
  expect([status, stderr.replace(/\[\d+\]/g, '')]).toEqual([0, '']);
  return { statuses: [...stderr.matchAll(/\[(\d+)\]/g)].map((match) => match[1]!), output: stdout };
}

async function linesOf(service: Running): Promise<string[]> {
  while (!/\n\n(?:curl|answer|#).*\n$/s.test(service.said())) await sleep(20);
  return service
    .said()
    .split('\n')
    .filter((line) => /^(?:curl|answer=|#)/.test(line));
}

describe('lines for the shell', () => {
  it.each([
    { name: 'todo-backend', left: [] },
    { name: 'repair-shop', left: [] },
    { name: 'price-list', left: [] },
    // Nobody is an administrator at first.
    { name: 'ticket-shop', left: ['GET /users', 'PUT /users/{id}/role'] },
  ])('of $name each work, in the order they are printed', async ({ name, left }) => {
    const service = await serve(`examples/${name}.md`, { options: ['--curl'] });
    const lines = await linesOf(service);
    const document = readFileSync(join(root, 'examples', `${name}.md`), 'utf8');
    const operations = [...document.matchAll(/^### ([A-Z]+) \//gm)].filter(
      ({ input, index }) => !left.some((id) => input.startsWith(`### ${id}\n`, index)),
    );
    const methods = (method: string): number => lines.filter((line) => line.includes(`-X ${method} `)).length;
    const told = lines.filter((line) => line.startsWith('#'));
    expect(told.map((line) => /^# (.*?): no .* met "not permitted/.exec(line)?.[1] ?? line)).toEqual(left);
    expect(lines.length - told.length).toBeGreaterThanOrEqual(operations.length);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(methods(method)).toBeGreaterThanOrEqual(operations.filter(([, each]) => each === method).length);
    }
    expect(lines.findLastIndex((line) => !/-X DELETE|^#/.test(line))).toBeLessThan(
      lines.findIndex((line) => line.includes('-X DELETE')),
    );
    const { statuses } = await pasted(lines);
    expect(statuses).toHaveLength(lines.length - told.length);
    expect(statuses.filter((status) => !status.startsWith('2'))).toEqual([]);
    await service.stop();
    discard(service.data);
  });

  it('name held operations and what holds them', async () => {
    const data = scratch();
    const example = readFileSync(join(root, 'examples', 'todo-backend.md'), 'utf8');
    writeFileSync(join(data, 'held.md'), example.replace('- Does: deletes every Todo', '- Does: not shown'));
    const service = await serve(join(data, 'held.md'), { data: join(data, 'rows'), options: ['--curl'] });
    const lines = await linesOf(service);
    expect(lines.at(-1)).toMatch(/^# DELETE \/todos is held by 4\/DELETE \/todos\/does \(.+\?\)$/);
    expect(service.said()).toMatch(/6 operations: 5 run, 0 partly, 1 held; ninefold plan .*held\.md says why/);
    expect((await pasted(lines.filter((line) => !line.startsWith('#')))).statuses).not.toContain('501');
    await service.stop();
    discard(data);
  });
});

/** An order is paid only before its day. */
function booking(): string {
  return readFileSync(join(root, 'docs', 'orders.md'), 'utf8')
    .replace(/\| `total` .*/, '| `day` | date | yes | caller | any | none |')
    .replace('`total` > 0', '`day` > now');
}

describe('lines for the shell under a manual clock', () => {
  it('go by that clock where a day must lie behind now', async () => {
    const data = scratch();
    const file = join(data, 'orders.md');
    writeFileSync(file, booking());
    const start = { data: join(data, 'rows'), options: ['--clock', 'manual', '--curl'] };
    const first = await serve(file, start);
    expect((await call(`${first.operator}/clock`, 'POST', { now: '2100-01-01T00:00:00Z' })).status).toBe(200);
    await first.stop();
    const second = await serve(file, start);
    const lines = await linesOf(second);
    expect(lines.join('\n')).toMatch(/"day":"2100-/);
    const { statuses } = await pasted(lines);
    expect(statuses.filter((status) => !status.startsWith('2'))).toEqual([]);
    await second.stop();
    discard(data);
  });
});

describe('npm start', () => {
  it('serves the Todo-Backend and prints its address, the operator’s, the data and each operation', async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const data = scratch();
    const child = spawn('sh', ['-c', `exec ${scripts['start']}`], {
      cwd: root,
      env: { ...process.env, NINEFOLD_PORT: '0', NINEFOLD_OPERATOR_PORT: '0', NINEFOLD_DATA: data },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    while (!said.includes('curl -sS -i -X DELETE')) await sleep(20);
    const [, service, operator, openApi, directory] =
      /^listening on (\S+)\noperator on (\S+)\nOpenAPI at (\S+)\ndata in (.+)\n\n/.exec(said)!;
    expect(directory).toBe(data);
    expect((await call(`${service}/todos`)).status).toBe(200);
    expect((await call(`${operator}/readyz`)).status).toBe(200);
    expect((await call(`${operator}/gaps`)).body.parts).toHaveLength(9);
    const { paths, servers } = (await call(openApi!)).body;
    expect([Object.keys(paths), servers]).toEqual([['/todos', '/todos/{id}'], [{ url: service }]]);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    discard(data);
  });
});

describe('serve', () => {
  it('says how many operations run, and of a whole document no more than that', async () => {
    const service = await serve('examples/todo-backend.md');
    for (let tries = 0; tries < 500 && !service.said().includes('held'); tries++) await sleep(20);
    expect(service.said()).toMatch(/\n6 operations: 6 run, 0 partly, 0 held\n$/);
    await service.stop();
    discard(service.data);
  });

  it('refuses a document with errors, shows each with its line, and serves nothing', async () => {
    const directory = scratch();
    const example = readFileSync(join(root, 'examples', 'todo-backend.md'), 'utf8');
    const broken = example
      .replace('- Does: creates Todo', '- Does: creates Toodo')
      .replace('- Does: reads Todo', '- Does: reads Tado');
    writeFileSync(join(directory, 'broken.md'), broken);
    const port = await freePort();
    const file = join(directory, 'broken.md');
    const { status, stdout, stderr } = await ninefold(['serve', file, '--port', String(port)]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^ *\d+ \| - Does: creates Toodo$/m);
    expect(stderr).toMatch(/^ *\d+ \| - Does: reads Tado$/m);
    expect(stderr).toMatch(/ninefold: .*broken\.md has \d+ errors; nothing is served\n$/);
    discard(directory);
  });

  it.each([
    [['missing.md'], 1, 'cannot open missing.md: there is no such file'],
    [['examples/todo-backend.md', '--host', '192.0.2.1', '--port', '0'], 1, '192.0.2.1'],
    [['examples/todo-backend.md', '--port', 'x'], 2, 'expected a port from 0 to 65535'],
    [['examples/todo-backend.md', '--body-limit', '0'], 2, 'expected a number of bytes'],
    ...['-1', '1.5', '6s', '', '3601'].map(
      (delay) =>
        [
          ['examples/todo-backend.md', `--shutdown-delay=${delay}`],
          2,
          `shutdownDelay from flag --shutdown-delay is "${delay}", expected a number of seconds from 0 to 3600`,
        ] as [string[], number, string],
    ),
  ])('says in one sentence why it cannot start: %j', async (args, exit, sentence) => {
    const data = scratch();
    const { status, stdout, stderr } = await ninefold(['serve', ...args, '--operator-port', '0', '--data', data]);
    expect([status, stdout]).toEqual([exit, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(sentence);
    discard(data);
  });
});
