// The tables of ARCHITECTURE.md, made from the sources and from the import table, so that the page cannot lag behind.

import { PARTS } from '../../src/base/parts.ts';
import { partOf } from './rules.ts';
import type { Table, Tree } from './rules.ts';

/** Nine rows, a column for each stage that is cut by part; an empty cell where a stage has no work for a part. */
export function partsTable(tree: Tree, table: Table): string {
  const paths = [...tree.keys()].filter((path) => partOf(path) !== undefined);
  const stages = Object.keys(table.stages).filter((stage) => paths.some((path) => path.startsWith(`src/${stage}/`)));
  const cell = (stage: string, part: string): string => {
    const isFile = paths.includes(`src/${stage}/${part}.ts`);
    const isFolder = paths.some((path) => path.startsWith(`src/${stage}/${part}/`));
    return [...(isFile ? [`\`${part}.ts\``] : []), ...(isFolder ? [`\`${part}/\``] : [])].join(', ');
  };
  return rows([
    ['part', ...stages],
    ...PARTS.map((part, index) => [`${index + 1} ${part}`, ...stages.map((stage) => cell(stage, part))]),
  ]);
}

/** Who may import what. */
export function importTable({ stages }: Table): string {
  const words = { all: '', types: ' (types)', public: ' (public files)' };
  return rows([
    ['folder', 'may import', 'packages', "Node's modules", 'clock, chance, process'],
    ...Object.entries(stages).map(([name, rule]) => [
      name === 'index' ? '`index.ts`' : `\`${name}/\``,
      publicEverywhere(rule.imports) ??
        (Object.entries(rule.imports)
          .map(([other, how]) => `${other}${words[how]}`)
          .join(', ') ||
          'nothing'),
      Object.entries(rule.packages)
        .map(([other, how]) => (how === 'all' ? other : `${other} (${how})`))
        .join(', '),
      rule.node.includes('*') ? 'any' : rule.node.join(', '),
      rule.isPure ? 'never' : 'yes',
    ]),
  ]);
}

/** A row that would only repeat itself: every stage, by its public files. */
function publicEverywhere(imports: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(imports).filter((name) => name !== 'base');
  const isPublic = names.length > 5 && names.every((name) => imports[name] === 'public');
  return isPublic ? `${'base' in imports ? 'base, and ' : ''}the public files of every stage` : undefined;
}

function rows([head = [], ...body]: readonly (readonly string[])[]): string {
  return [row(head), `|${head.map(() => '---').join('|')}|`, ...body.map(row)].join('\n');
}

function row(cells: readonly string[]): string {
  return `|${cells.map((text) => (text === '' ? ' ' : ` ${text} `)).join('|')}|`;
}

/** Puts a table between `<!-- name -->` and `<!-- /name -->`. */
export function withTable(page: string, name: string, table: string): string {
  const open = `<!-- ${name} -->`;
  const close = `<!-- /${name} -->`;
  const from = page.indexOf(open);
  const to = page.indexOf(close);
  if (from === -1 || to === -1) throw new Error(`the page has no ${open} … ${close}`);
  return `${page.slice(0, from + open.length)}\n\n${table}\n\n${page.slice(to)}`;
}
