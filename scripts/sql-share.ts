// How much of the SQL code belongs to one engine: lines that print SQL, without blank ones and comments. Input: src. Output: a table, and
// the share; the test of it holds the share under a quarter (decision 0011).

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../src');
const SHARED = ['sql', 'store/relational'];
const ENGINES = ['store/sqlite', 'store/postgres'];

export interface Counted {
  readonly file: string;
  readonly lines: number;
  readonly engine: boolean;
}

/** Of an engine's folder only what prints: the rest drives it. */
function prints(file: string): boolean {
  return /^(dialect|functions)/.test(file);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(SRC, folder)).filter((file) => file.endsWith('.ts'));
}

function linesOf(text: string): number {
  const code = text.replace(/^\s*\/\*\*?[\s\S]*?\*\/\s*$/gm, '');
  return code.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}

function count(folder: string, engine: boolean): readonly Counted[] {
  const files = filesIn(folder).filter((file) => !engine || prints(file));
  return files.map((file) => {
    const lines = linesOf(readFileSync(join(SRC, folder, file), 'utf8'));
    return { file: `${folder}/${file}`, lines, engine };
  });
}

export function counted(): readonly Counted[] {
  return [...SHARED.flatMap((folder) => count(folder, false)), ...ENGINES.flatMap((folder) => count(folder, true))];
}

/** Of all lines, those that serve one engine only. */
export function share(files: readonly Counted[]): number {
  const sum = (some: readonly Counted[]): number => some.reduce((total, { lines }) => total + lines, 0);
  return sum(files.filter(({ engine }) => engine)) / sum(files);
}

if (import.meta.main) {
  const files = counted();
  for (const { file, lines, engine } of files)
    console.log(`${String(lines).padStart(5)}  ${file}${engine ? '  one engine' : ''}`);
  console.log(`${(100 * share(files)).toFixed(1)} % of the SQL code serves one engine only`);
}
