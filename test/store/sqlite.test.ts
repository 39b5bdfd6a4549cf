// The embedded store held to the contract of every store.

import { rmSync } from 'node:fs';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { contract } from './contract.ts';
import { temporaryDirectory } from './fixtures.ts';

const directories: string[] = [];

contract({
  name: 'SQLite',
  open(tables) {
    const directory = temporaryDirectory();
    directories.push(directory);
    return openSqlite({ directory, tables });
  },
  async end() {
    for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
  },
});
