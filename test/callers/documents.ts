// The documents whose tables of who may do what are written by hand. Output: each with its text and its table.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableOf, type Table } from './table.ts';

export interface Known {
  readonly name: string;
  readonly source: string;
  readonly table: Table;
}

const HERE = import.meta.dirname;
const EXAMPLES = join(HERE, '..', '..', 'examples');

export const DOCUMENTS: readonly Known[] = [
  known('ticket-shop', EXAMPLES),
  known('conduit', EXAMPLES),
  known('quotations', EXAMPLES),
  known('tenants', HERE),
  known('workshop', HERE),
];

function known(name: string, folder: string): Known {
  return {
    name,
    source: readFileSync(join(folder, `${name}.md`), 'utf8'),
    table: tableOf(readFileSync(join(HERE, `${name}.table.md`), 'utf8')),
  };
}
