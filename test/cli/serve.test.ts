// `serve` on the command line, in the fast tier: a start that fails leaves the data as it was. `serve-addresses.all.test.ts` has the
// addresses it listens on, `serve.all.test.ts` what needs a shell.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { run } from '../../src/cli/program.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { discard, root, scratch } from '../examples/running.ts';
import { understand } from '../laws/service.ts';
import { captured } from './captured.ts';

const TODO = readFileSync(join(root, 'examples', 'todo-backend.md'), 'utf8');
const FIELD = '| `title` | string | yes | caller | not blank | none | What there is to do. |\n';
const MORE = TODO.replace(FIELD, `${FIELD}| \`note\` | string | no | caller | any | none | A word on it. |\n`);

let directory: string;
beforeEach(() => {
  directory = scratch();
});
afterEach(() => discard(directory));

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
