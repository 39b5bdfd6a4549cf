// `serve` on the command line, in the fast tier: the addresses it listens on, and that a start that fails leaves the data
// as it was. `serve.all.test.ts` has what needs a shell.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { discard, root, scratch, serve } from '../examples/running.ts';
import { understand } from '../laws/service.ts';
import { reaches } from '../serve/running.ts';
import { captured } from './captured.ts';

const TODO = readFileSync(join(root, 'examples', 'todo-backend.md'), 'utf8');
const FIELD = '| `title` | string | yes | caller | not blank | none | What there is to do. |\n';
const MORE = TODO.replace(FIELD, `${FIELD}| \`note\` | string | no | caller | any | none | A word on it. |\n`);

let directory: string;
beforeEach(() => {
  directory = scratch();
});
afterEach(() => discard(directory));

describe.skipIf(process.platform !== 'linux')('the addresses', () => {
  const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
  it.each([
    [[], '127.0.0.1', '127.0.0.1'],
    [['--host', '127.0.0.2'], '127.0.0.2', '127.0.0.1'],
    [['--operator-host', '127.0.0.3'], '127.0.0.1', '127.0.0.3'],
  ])('of serve %j are %s for the service and %s for the operator, and no others', async (options, own, operators) => {
    const env = { NINEFOLD_HOST: undefined, NINEFOLD_OPERATOR_HOST: undefined };
    const service = await serve('examples/todo-backend.md', { data: join(directory, 'data'), options, env });
    try {
      const operator = Number(new URL(service.operator).port);
      for (const host of HOSTS) {
        expect([host, await reaches(host, service.port), await reaches(host, operator)]).toEqual([
          host,
          host === own,
          host === operators,
        ]);
      }
      expect(service.said()).toContain(`listening on http://${own}:${service.port}\n`);
    } finally {
      await service.stop();
    }
  });
});

/** The name and the bytes of every file of the data. */
const bytes = (data: string): unknown =>
  readdirSync(data)
    .toSorted()
    .map((name) => [name, readFileSync(join(data, name)).toString('base64')]);

describe('a port that is taken', () => {
  it.each(['--port', '--operator-port'])('by %s leaves the data as it was, byte for byte', async (flag) => {
    expect(MORE).not.toBe(TODO);
    const data = join(directory, 'data');
    mkdirSync(data);
    await (await openSqlite({ directory: data, tables: compile(understand(TODO).model).storage })).close();
    const before = bytes(data);
    writeFileSync(join(directory, 'more.md'), MORE);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      const taken = String((other.address() as AddressInfo).port);
      const console = captured({ directory });
      const ports = ['--port', '0', '--operator-port', '0', flag, taken];
      expect(await run(['serve', 'more.md', '--data', 'data', ...ports], console)).toBe(1);
      expect([console.stdout(), console.stderr()]).toEqual([
        '',
        expect.stringContaining(`127.0.0.1:${taken} is in use`),
      ]);
      expect(bytes(data)).toEqual(before);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
    // The field would have been added: a start on free ports does it.
    await (await openSqlite({ directory: data, tables: compile(understand(MORE).model).storage })).close();
    expect(bytes(data)).not.toEqual(before);
  });
});
