// A client of openapi-typescript and openapi-fetch: a program that calls each operation once, compiled strictly, and run. Input: an OpenAPI
// document, calls that it allows, the service. Output: what the compiler and the run say.

import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Sent } from './traffic.ts';

export interface Compiled {
  /** '': it compiles. */
  readonly errors: string;
  /** What the program says. */
  readonly said: string;
  readonly status: number | null;
}

export interface ClientOf {
  readonly tools: string;
  readonly directory: string;
  /** OpenAPI. */
  readonly file: string;
  /** What `--to types` writes. */
  readonly types: string;
  readonly base: string;
  readonly calls: readonly Sent[];
}

const OPTIONS = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
    lib: ['es2022', 'dom'],
  },
  include: ['*.ts'],
};

export function runClient({ tools, directory, file, types, base, calls }: ClientOf): Compiled {
  const at = (name: string): string => join(directory, name);
  mkdirSync(directory, { recursive: true });
  symlinkSync(join(tools, 'node_modules'), at('node_modules'));
  writeFileSync(at('package.json'), '{"type":"module"}');
  writeFileSync(at('tsconfig.json'), JSON.stringify(OPTIONS));
  writeFileSync(at('ninefold.ts'), types);
  const bin = (name: string, args: readonly string[]): ReturnType<typeof run> =>
    run([join(tools, 'node_modules/.bin', name), ...args], directory);
  const made = bin('openapi-typescript', [file, '-o', at('schema.ts')]);
  if (made.status !== 0) return { errors: made.said, said: '', status: made.status };
  writeFileSync(at('client.ts'), programOf(base, calls));
  const compiled = bin('tsc', ['-p', directory]);
  if (compiled.status !== 0) return { errors: compiled.said, said: '', status: compiled.status };
  return { errors: '', ...run([at('client.ts')], directory) };
}

function run(args: readonly string[], cwd: string): { readonly said: string; readonly status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return { said: `${stdout}${stderr}`, status };
}

/** Each answer has to be one that the operation describes; what is asked of a success is that it has data where a body is described. */
function programOf(base: string, calls: readonly Sent[]): string {
  return [
    "import createClient from 'openapi-fetch';",
    "import type { paths } from './schema.ts';",
    '',
    `const client = createClient<paths>({ baseUrl: ${JSON.stringify(base)} });`,
    'let accepted = 0;',
    'function told(operation: string, described: readonly string[], status: number): void {',
    '  if (status < 400) accepted += 1;',
    "  if (!described.includes(String(status)) && !described.includes('default'))",
    '    console.log(`${operation} answers ${status}, which is not described`);',
    '}',
    '',
    ...calls.map(callOf),
    'console.log(`accepted ${accepted}`);',
    '',
  ].join('\n');
}

function callOf({ of, path, query, headers, body }: Sent): string {
  const { 'content-type': _, authorization, ...own } = headers;
  const params = {
    ...(Object.keys(path).length > 0 && { path }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(own).length > 0 && { header: own }),
  };
  const options = [
    ...(Object.keys(params).length > 0 ? [`params: ${JSON.stringify(params)}`] : []),
    ...(body === undefined ? [] : [`body: ${body}`]),
    ...(authorization === undefined ? [] : [`headers: { authorization: ${JSON.stringify(authorization)} }`]),
  ];
  const statuses = Object.keys(of.operation['responses'] as object).filter((status) => !status.startsWith('x-'));
  const given = options.length === 0 ? '' : `, { ${options.join(', ')} }`;
  return [
    '{',
    `  const { response } = await client.${of.method}(${JSON.stringify(of.path)}${given});`,
    `  told(${JSON.stringify(`${of.method} ${of.path}`)}, ${JSON.stringify(statuses)}, response.status);`,
    '}',
  ].join('\n');
}
