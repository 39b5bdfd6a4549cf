// The rules of ARCHITECTURE.md over a tree of sources. Input: files by path, and the import table as data. Output: one sentence for each breach.
// The table itself is in test/architecture.test.ts.

import { posix } from 'node:path';

import { PARTS } from '../../src/base/parts.ts';
import { scan } from './scan.ts';
import type { Import } from './scan.ts';

export interface StageRule {
  /** Stages it may import. `types`: only their types. `public`: only their public files. */
  readonly imports: Readonly<Record<string, 'all' | 'types' | 'public'>>;
  /** Packages it may import. `lazily`: not with the file. `types`: nothing of it is there when it runs. */
  readonly packages: Readonly<Record<string, 'all' | 'lazily' | 'types'>>;
  /** Modules of Node, without `node:`; `*` for any. */
  readonly node: readonly string[];
  /** No clock, no chance, no process. */
  readonly isPure: boolean;
  /** What others may import where the table says `public`; types may come from anywhere. */
  readonly publicFiles: readonly string[];
  /** Its folders, from the ground up: one imports those below it, and none beside it. */
  readonly floors?: readonly (readonly string[])[];
}

export interface Table {
  readonly stages: Readonly<Record<string, StageRule>>;
  /** `from -> to`, type-only, where two parts of the model name each other. */
  readonly partsThatNameEachOther: readonly string[];
  readonly maxLines: number;
}

/** Path → source; paths begin with `src/`. */
export type Tree = ReadonlyMap<string, string>;

interface Unit {
  readonly path: string;
  readonly stage: string;
  readonly source: string;
  readonly code: string;
  readonly imports: readonly (Import & { readonly target: string | undefined })[];
  readonly computed: boolean;
}

export function breaches(tree: Tree, table: Table): string[] {
  const units = [...tree].map(([path, source]) => unit(path, source));
  return [
    ...units.flatMap((each) => shapeBreaches(each, table)),
    ...units.flatMap((each) => importBreaches(each, table, tree)),
    ...units.flatMap((each) => partBreaches(each, table)),
    ...units.flatMap((each) => floorBreaches(each, table)),
    ...cycles(units),
  ];
}

function unit(path: string, source: string): Unit {
  const { imports, code, computed } = scan(source);
  const resolved = imports.map((each) => ({
    ...each,
    target: each.specifier.startsWith('.') ? posix.join(posix.dirname(path), each.specifier) : undefined,
  }));
  return { path, stage: stageOf(path), source, code, imports: resolved, computed };
}

/** `src/read/values/x.ts` → `read`; `src/index.ts` → `index`. */
function stageOf(path: string): string {
  const [, first = ''] = path.split('/');
  return first.replace(/\.ts$/, '');
}

const IMPURE: readonly (readonly [RegExp, string])[] = [
  [/\bDate\.now\s*\(|\bnew\s+Date\s*(?:\(\s*\)|(?![\w\s(]))|\bperformance\b/, 'reads a clock'],
  [/\bMath\.random\b|\bcrypto\b/, 'draws by chance'],
  [/\bprocess\b|\bfetch\s*\(|\bglobalThis\b/, 'reaches out of the program'],
  [/\bset(?:Timeout|Interval|Immediate)\b/, 'waits'],
];
const VAGUE = /^(?:utils?|helpers?|common|misc|shared|types|manager|.*-(?:utils?|helpers?|manager))\.ts$/;

function shapeBreaches({ path, stage, source, code, computed }: Unit, table: Table): string[] {
  const out: string[] = [];
  const rule = table.stages[stage];
  const name = posix.basename(path);
  const lines = source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
  if (rule === undefined) out.push(`${path}: there is no stage ${stage}`);
  if (lines > table.maxLines) out.push(`${path}: ${lines} lines, at most ${table.maxLines}`);
  if (!source.startsWith('// ')) out.push(`${path}: does not open with what comes in and what goes out`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*\.(?:ts|js)$/.test(name)) out.push(`${path}: is not named in kebab-case`);
  if (VAGUE.test(name)) out.push(`${path}: its name says nothing`);
  if (computed) out.push(`${path}: imports something that nobody can tell before it runs`);
  if (/(?:eslint|oxlint)-disable[^\n]*max-lines/.test(source)) out.push(`${path}: switches off a limit`);
  if (rule?.isPure === true) {
    for (const [pattern, what] of IMPURE) if (pattern.test(code)) out.push(`${path}: ${what}; ${stage} is pure`);
  }
  return out;
}

function importBreaches({ path, stage, imports }: Unit, table: Table, tree: Tree): string[] {
  const rule = table.stages[stage];
  if (rule === undefined) return [];
  return imports.flatMap((each) => {
    const fault =
      each.target === undefined ? outsideFault(each, rule) : insideFault(each, each.target, stage, table, tree);
    return fault === undefined ? [] : [`${path}: ${fault}`];
  });
}

function outsideFault({ specifier, lazy, typeOnly }: Import, rule: StageRule): string | undefined {
  if (specifier.startsWith('node:')) {
    const module = specifier.slice('node:'.length).split('/')[0]!;
    return rule.node.includes('*') || rule.node.includes(module) ? undefined : `may not import ${specifier}`;
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const allowed = rule.packages[name];
  if (allowed === undefined) return `may not import ${name}`;
  if (allowed === 'types' && !typeOnly) return `may import only types of ${name}`;
  return allowed === 'lazily' && !lazy && !typeOnly ? `may import ${name} only when it is needed` : undefined;
}

function insideFault(each: Import, target: string, stage: string, table: Table, tree: Tree): string | undefined {
  if (!tree.has(target)) return `imports ${target}, which is not there`;
  const other = stageOf(target);
  if (other === stage) return undefined;
  const allowed = table.stages[stage]?.imports[other];
  if (allowed === undefined) return `${stage} may not import ${other} (${target})`;
  if (allowed === 'all' || each.typeOnly) return undefined;
  if (allowed === 'types') return `${stage} may import only types of ${other} (${target})`;
  const isPublic = table.stages[other]?.publicFiles.some((file) => target === `src/${other}/${file}`) === true;
  return isPublic ? undefined : `${target} is an inner file of ${other}`;
}

/** Which of the nine parts a file is about: `src/read/errors.ts`, `src/read/errors/rows.ts`. */
export function partOf(path: string): string | undefined {
  const [, , third = ''] = path.split('/');
  const name = third.replace(/\.ts$/, '');
  return (PARTS as readonly string[]).includes(name) ? name : undefined;
}

function partBreaches({ path, stage, imports }: Unit, table: Table): string[] {
  const part = partOf(path);
  if (part === undefined) return [];
  return imports.flatMap(({ target, typeOnly }) => {
    const other = target === undefined || stageOf(target) !== stage ? undefined : partOf(target);
    if (other === undefined || other === part) return [];
    const isExcepted = typeOnly && table.partsThatNameEachOther.includes(`${path} -> ${target}`);
    return isExcepted ? [] : [`${path}: a part of ${stage} imports another (${target})`];
  });
}

function floorBreaches({ path, stage, imports }: Unit, table: Table): string[] {
  const floors = table.stages[stage]?.floors;
  if (floors === undefined) return [];
  const folder = folderOf(path);
  const floor = floors.findIndex((folders) => folders.includes(folder));
  if (floor === -1) return [`${path}: is in no folder of ${stage} that the table names`];
  return imports.flatMap(({ target }) => {
    const other = target === undefined || stageOf(target) !== stage ? folder : folderOf(target);
    const isBelow = floors.slice(0, floor).some((folders) => folders.includes(other));
    return other === folder || isBelow ? [] : [`${path}: ${folder} may not import ${other} (${target})`];
  });
}

/** `src/analysis/values/x/y.ts` → `values`. */
function folderOf(path: string): string {
  return path.split('/')[2] ?? '';
}

/** Every strongly connected group of files, type-only imports included. Tarjan's algorithm. */
function cycles(units: readonly Unit[]): string[] {
  const edges = new Map(units.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const out: string[] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);
    for (const target of edges.get(path) ?? []) {
      if (!edges.has(target)) continue;
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(path, Math.min(low.get(path)!, low.get(target)!));
    }
    if (low.get(path) !== index.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    const isCycle = group.length > 1 || edges.get(path)!.includes(path);
    if (isCycle) out.push(`a cycle: ${group.sort().join(', ')}`);
  };
  for (const path of edges.keys()) if (!index.has(path)) visit(path);
  return out;
}
