// The rules of ARCHITECTURE.md as data, held against the code; each rule has a canary that proves it can fail.
// `UPDATE=1` writes the tables of ARCHITECTURE.md anew.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { breaches } from './architecture/rules.ts';
import type { StageRule, Table, Tree } from './architecture/rules.ts';
import { scan } from './architecture/scan.ts';
import { importTable, partsTable, withTable } from './architecture/tables.ts';

const root = join(import.meta.dirname, '..');

const stage = (rule: Partial<StageRule>): StageRule => ({
  imports: {},
  packages: {},
  node: [],
  isPure: true,
  publicFiles: [],
  ...rule,
});

/** The stages in the order of the pipeline. */
const TABLE: Table = {
  stages: {
    base: stage({}),
    diagnostics: stage({
      imports: { base: 'all' },
      packages: { sarif: 'types' },
      publicFiles: [
        'define.ts',
        'catalogue.ts',
        'render-github.ts',
        'render-line.ts',
        'render-pretty.ts',
        'render-sarif.ts',
      ],
    }),
    notation: stage({ imports: { base: 'all' }, publicFiles: ['slot.ts'] }),
    model: stage({ imports: { base: 'all', diagnostics: 'all', notation: 'all' } }),
    analysis: stage({
      imports: { base: 'all', diagnostics: 'all', notation: 'all', model: 'all' },
      publicFiles: ['gaps/gaps.ts', 'questions/questions.ts', 'permissions/matrix.ts'],
      floors: [
        ['document'],
        ['values'],
        ['machines'],
        ['requests', 'refusals'],
        ['gaps'],
        ['questions', 'permissions'],
      ],
    }),
    judge: stage({
      imports: { base: 'all', diagnostics: 'all', notation: 'all', model: 'all', analysis: 'all' },
      publicFiles: ['judge.ts', 'findings.ts'],
    }),
    link: stage({
      imports: { base: 'all', diagnostics: 'all', notation: 'all', model: 'all', analysis: 'all', judge: 'public' },
      publicFiles: ['link.ts'],
    }),
    assume: stage({
      imports: { base: 'all', diagnostics: 'all', notation: 'all', model: 'all', analysis: 'all', link: 'public' },
      publicFiles: ['assume.ts'],
    }),
    read: stage({
      imports: { base: 'all', diagnostics: 'all', notation: 'all', model: 'all', assume: 'types' },
      packages: { '@lezer/markdown': 'all', '@lezer/common': 'all' },
      publicFiles: ['read.ts', 'assumptions.ts'],
    }),
    print: stage({
      imports: { base: 'all', notation: 'all', model: 'all', analysis: 'all' },
      publicFiles: ['print.ts'],
    }),
    check: stage({
      imports: { base: 'all', diagnostics: 'all', notation: 'all', model: 'all', analysis: 'all', link: 'public' },
      packages: { ajv: 'lazily' },
      publicFiles: ['check.ts'],
    }),
    export: stage({
      imports: { base: 'all', notation: 'all', model: 'all', analysis: 'all' },
      publicFiles: ['export.ts', 'formats.ts'],
    }),
    verify: stage({
      imports: { base: 'all', diagnostics: 'all', notation: 'all', model: 'all', analysis: 'all' },
      packages: { sarif: 'types' },
      publicFiles: [
        'verify.ts',
        'verdict.ts',
        'exchange.ts',
        'clock/clock.ts',
        'http/client.ts',
        'http/har-reader.ts',
        'http/proxy.ts',
        'report/report.ts',
        'report/formats.ts',
        'report/baseline.ts',
        'roles.ts',
      ],
      node: ['http', 'https', 'net', 'crypto', 'fs', 'stream', 'timers'],
      isPure: false,
    }),
    sql: stage({ imports: { base: 'all' }, publicFiles: ['evaluate.ts', 'walk.ts'] }),
    plan: stage({
      imports: { base: 'all', notation: 'all', model: 'all', analysis: 'all', sql: 'all' },
      publicFiles: ['compile.ts', 'audit.ts'],
    }),
    calls: stage({
      imports: { base: 'all', sql: 'all', plan: 'types' },
      publicFiles: ['lines.ts', 'filled.ts', 'fresh-key.ts', 'keys.ts', 'curl.ts', 'target.ts', 'version.ts'],
    }),
    page: stage({
      imports: {
        base: 'all',
        diagnostics: 'all',
        notation: 'all',
        model: 'all',
        analysis: 'all',
        check: 'types',
        sql: 'types',
        plan: 'types',
        calls: 'all',
      },
      packages: { '@dagrejs/dagre': 'lazily' },
      publicFiles: ['page.ts', 'ask-words.ts', 'counts.ts', 'html.ts', 'in-force.ts', 'style.ts'],
    }),
    browser: stage({ imports: { calls: 'public' }, node: ['fs'], isPure: false, publicFiles: ['scripts.ts'] }),
    store: stage({
      imports: { base: 'all', sql: 'all', plan: 'types' },
      packages: { pg: 'lazily' },
      node: ['*'],
      isPure: false,
      publicFiles: [
        'store.ts',
        'tables.ts',
        'sqlite/open.ts',
        'audit-entry.ts',
        'sqlite/audit-entries.ts',
        'event-entry.ts',
        'sqlite/outbox-entries.ts',
        'postgres/outbox-entries.ts',
        'sqlite/backup.ts',
        'sqlite/migration.ts',
        'sqlite/copy.ts',
        'postgres/audit-entries.ts',
        'postgres/copy.ts',
        'copy.ts',
        'postgres/migration.ts',
        'migration.ts',
        'postgres/open.ts',
        'postgres/address.ts',
      ],
    }),
    serve: stage({
      imports: { base: 'all', diagnostics: 'all', sql: 'all', plan: 'all', store: 'all' },
      packages: {
        ajv: 'all',
        jose: 'lazily',
        '@nats-io/transport-node': 'lazily',
        '@nats-io/jetstream': 'lazily',
        amqplib: 'lazily',
      },
      node: ['*'],
      isPure: false,
      publicFiles: [
        'serve.ts',
        'address.ts',
        'row-filters.ts',
        'given-rows.ts',
        'row-sets.ts',
        'hand-on-events.ts',
        'outbox.ts',
        'relay/addresses.ts',
        'relay/broker-address.ts',
        'relay/context.ts',
        'relay/lack.ts',
        'relay/operator-secrets.ts',
        'relay/payload.ts',
        'stored-values.ts',
        'effects.ts',
        'clock.ts',
        'keys.ts',
        'signing-keys.ts',
      ],
    }),
    cli: stage({
      imports: {
        base: 'all',
        diagnostics: 'public',
        notation: 'public',
        model: 'public',
        analysis: 'public',
        link: 'public',
        assume: 'public',
        read: 'public',
        print: 'public',
        check: 'public',
        export: 'public',
        verify: 'public',
        sql: 'public',
        plan: 'public',
        calls: 'public',
        page: 'public',
        browser: 'public',
        store: 'public',
        serve: 'public',
      },
      packages: { commander: 'all' },
      node: ['*'],
      isPure: false,
    }),
    index: stage({
      imports: {
        diagnostics: 'public',
        model: 'public',
        analysis: 'public',
        link: 'public',
        assume: 'public',
        read: 'public',
        print: 'public',
        check: 'public',
        verify: 'public',
        plan: 'public',
        store: 'public',
        serve: 'public',
      },
      isPure: false,
    }),
  },
  // Parts 3 and 4 say who may call (part 5), parts 4 and 6 hold fields (part 2), an answer sends headers as an error does.
  partsThatNameEachOther: [
    'src/notation/endpoints.ts -> src/notation/authentication.ts',
    'src/notation/endpoints.ts -> src/notation/errors.ts',
    'src/notation/endpoints.ts -> src/notation/resources.ts',
    'src/notation/events.ts -> src/notation/resources.ts',
    'src/notation/states.ts -> src/notation/authentication.ts',
  ],
  maxLines: 300,
};

function sources(): Tree {
  const paths = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** A made-up tree in which all is well but what the test adds. */
function breachesOf(files: Record<string, string>): string[] {
  const opened = Object.entries(files).map(([path, source]) => [path, `// In. Out.\n${source}`] as const);
  return breaches(new Map(opened), TABLE);
}

function found(source: string): string[] {
  return scan(source).imports.map(
    ({ specifier, typeOnly, lazy }) => `${specifier}${typeOnly ? ' type' : ''}${lazy ? ' lazy' : ''}`,
  );
}

describe('the tree of sources', () => {
  it('is in order', () => {
    expect(breaches(sources(), TABLE)).toEqual([]);
  });

  it('is drawn in ARCHITECTURE.md as it stands', () => {
    const file = join(root, 'ARCHITECTURE.md');
    const written = readFileSync(file, 'utf8');
    const parts = withTable(written, 'parts and stages', partsTable(sources(), TABLE));
    const wanted = withTable(parts, 'imports', importTable(TABLE));
    if (process.env['UPDATE'] === '1') writeFileSync(file, wanted);
    else expect(written).toBe(wanted);
  });

  it('has a folder only where it has a stage', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const known = Object.keys(TABLE.stages);
    expect(folders.map((entry) => entry.name).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('the rules can fail', () => {
  it.each([
    [
      'base imports nothing',
      { 'src/base/a.ts': "import '../sql/b.ts';", 'src/sql/b.ts': '' },
      'base may not import sql',
    ],
    [
      'check never imports plan',
      { 'src/check/a.ts': "import { b } from '../plan/b.ts';", 'src/plan/b.ts': '' },
      'check may not import plan',
    ],
    [
      'serve never imports check, even lazily',
      { 'src/serve/a.ts': "await import('../check/b.ts');", 'src/check/b.ts': '' },
      'serve may not import check',
    ],
    [
      'a type is an import too',
      { 'src/print/a.ts': "import type { B } from '../read/b.ts';", 'src/read/b.ts': '' },
      'print may not import read',
    ],
    [
      'handing on is an import too',
      { 'src/print/a.ts': "export * from '../read/b.ts';", 'src/read/b.ts': '' },
      'print may not import read',
    ],
    [
      'a worker is an import too',
      { 'src/store/a.ts': "new Worker(new URL('../read/b.ts', import.meta.url));", 'src/read/b.ts': '' },
      'store may not import read',
    ],
    [
      'store takes only types of plan',
      { 'src/store/a.ts': "import { b } from '../plan/b.ts';", 'src/plan/b.ts': '' },
      'only types of plan',
    ],
    [
      'cli takes only public files',
      { 'src/cli/a.ts': "import { b } from '../read/blocks.ts';", 'src/read/blocks.ts': '' },
      'an inner file of read',
    ],
    ['an import must be there', { 'src/cli/a.ts': "import './b.ts';" }, 'which is not there'],
    ['a folder must be a stage', { 'src/tools/a.ts': '' }, 'no stage tools'],
    ['packages are named', { 'src/serve/a.ts': "import x from 'express';" }, 'may not import express'],
    [
      'scoped packages are named',
      { 'src/check/a.ts': "import x from '@lezer/markdown';" },
      'may not import @lezer/markdown',
    ],
    ['diagnostics take only types of sarif', { 'src/diagnostics/a.ts': "import { log } from 'sarif';" }, 'only types'],
    ['check loads ajv lazily', { 'src/check/a.ts': "import { Ajv } from 'ajv';" }, 'only when it is needed'],
    [
      'model reaches no module of Node',
      { 'src/model/a.ts': "import { join } from 'node:path';" },
      'may not import node:path',
    ],
    ['read opens no file', { 'src/read/a.ts': "import { readFileSync } from 'node:fs';" }, 'may not import node:fs'],
    ['model reads no clock', { 'src/model/a.ts': 'const a = Date.now();' }, 'reads a clock'],
    ['plan reads no clock', { 'src/plan/a.ts': 'const a = new Date();' }, 'reads a clock'],
    ['model draws nothing by chance', { 'src/model/a.ts': 'const a = Math.random();' }, 'draws by chance'],
    ['check knows no process', { 'src/check/a.ts': 'const a = process.env;' }, 'reaches out'],
    [
      'two parts of a stage do not meet',
      { 'src/check/errors.ts': "import './limits.ts';", 'src/check/limits.ts': '' },
      'a part of check imports another',
    ],
    [
      'a floor imports nothing above it',
      {
        'src/analysis/values/a.ts': "import type { B } from '../gaps/slots/b.ts';",
        'src/analysis/gaps/slots/b.ts': '',
      },
      'values may not import gaps',
    ],
    [
      'folders of one floor do not meet',
      { 'src/analysis/requests/a.ts': "import '../refusals/b.ts';", 'src/analysis/refusals/b.ts': '' },
      'requests may not import refusals',
    ],
    ['a folder has a floor', { 'src/analysis/others/a.ts': '' }, 'is in no folder of analysis'],
    [
      'a folder of a part is that part',
      { 'src/read/errors/a.ts': "import '../limits.ts';", 'src/read/limits.ts': '' },
      'a part of read imports another',
    ],
    [
      'a cycle is seen',
      { 'src/cli/a.ts': "import './b.ts';", 'src/cli/b.ts': "import './c.ts';", 'src/cli/c.ts': "import './a.ts';" },
      'a cycle: src/cli/a.ts, src/cli/b.ts, src/cli/c.ts',
    ],
    [
      'a cycle of types is seen',
      { 'src/cli/a.ts': "import type { B } from './b.ts';", 'src/cli/b.ts': "import type { A } from './a.ts';" },
      'a cycle',
    ],
    ['a file that imports itself is a cycle', { 'src/cli/a.ts': "import './a.ts';" }, 'a cycle'],
    ['a file is short', { 'src/cli/a.ts': '\n'.repeat(300) }, 'at most 300'],
    ['a name says something', { 'src/base/text-utils.ts': '' }, 'says nothing'],
    ['a name is in kebab-case', { 'src/base/textParts.ts': '' }, 'kebab-case'],
    ['what is imported is known beforehand', { 'src/cli/a.ts': 'await import(name);' }, 'nobody can tell'],
    [
      'a limit is not switched off',
      { 'src/cli/a.ts': '/* oxlint-disable max-lines-per-function */' },
      'switches off a limit',
    ],
  ] as const)('%s', (_name, files, sentence) => {
    expect(breachesOf(files).join('\n')).toContain(sentence);
  });

  it('a file opens with what it is about', () => {
    expect(breaches(new Map([['src/cli/a.ts', 'export {};\n']]), TABLE).join()).toContain('does not open with');
  });

  it('and stay silent where all is well', () => {
    expect(
      breachesOf({
        'src/base/a.ts': "export const a = 'import x from \"express\"'; // import '../cli/b.ts'",
        'src/check/errors.ts': "import { a } from '../base/a.ts';\nconst { Ajv } = await import('ajv');",
        'src/sql/instants.ts': 'export const at = (text: string): Date => new Date(text);',
        'src/store/store.ts':
          "import type { Plan } from '../plan/plan.ts';\nimport { readFile } from 'node:fs/promises';",
        'src/plan/plan.ts': '',
        'src/cli/b.ts': "import { a } from '../base/a.ts';\nimport type { Plan } from '../plan/plan.ts';",
      }),
    ).toEqual([]);
  });

  it('the table of parts and stages sees a new file', () => {
    const tree: Tree = new Map([
      ['src/check/errors.ts', ''],
      ['src/serve/limits/rate.ts', ''],
    ]);
    const table = partsTable(tree, TABLE);
    expect(table).toContain('| 7 errors | `errors.ts` | |');
    expect(table).toContain('| 8 limits | | `limits/` |');
    expect(partsTable(new Map(), TABLE)).not.toBe(table);
  });

  it('the linter holds files to 300 lines and functions to 60, sources and all', () => {
    const directory = mkdtempSync(join(tmpdir(), 'ninefold-limits-'));
    const body = '  keep();\n'.repeat(61);
    writeFileSync(
      join(directory, 'a.ts'),
      `export function a(keep: () => void): void {\n${body}}\n${'\n'.repeat(300)}`,
    );
    const config = join(root, '.oxlintrc.json');
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules', 'oxlint', 'bin', 'oxlint'), '-c', config, '--format', 'unix', directory],
      { encoding: 'utf8' },
    );
    rmSync(directory, { recursive: true });
    expect(stdout).toContain('max-lines)');
    expect(stdout).toContain('max-lines-per-function)');
  });
});

describe('imports are found', () => {
  it.each([
    ["import a, { b } from 'x';", ['x']],
    ['import * as a from "x";', ['x']],
    ["import {\n  a,\n  b,\n} from 'x';", ['x']],
    ["import type { A } from 'x';", ['x type']],
    ["import { type A, type B } from 'x';", ['x type']],
    ["import { type A, b } from 'x';", ['x']],
    ["export { a } from 'x'; export type { B } from 'y';", ['x', 'y type']],
    ["const a = await import('x');", ['x lazy']],
    ["const load = createRequire(import.meta.url); const a = load('x');", ['x lazy']],
    ["const a = createRequire(import.meta.url)('x') as typeof import('x');", ['x lazy', 'x lazy']],
    ["const a = `${await import('x')}`;", ['x lazy']],
    ["const a = `import('x')`;", []],
    ["const a = `${`${1}import('x')`}`; import 'y';", ['y']],
    ["// import 'x'\n/* import 'y' */ import 'z';", ['z']],
    ["const a = \"import 'x'\"; const b = 'it\\'s'; import 'y';", ['y']],
    ["const a = /['\"`]/.test(b); import 'x';", ['x']],
    ["const a = b / c; const d = 'e'; import 'x'; const f = g / h;", ['x']],
    ["export interface A { readonly from: 'x' }", []],
    ["export function from(a: string): void {}\nimport 'x';", ['x']],
  ])('in %j', (source, wanted) => {
    expect(found(source)).toEqual(wanted);
  });
});
