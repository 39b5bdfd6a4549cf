// Makes the package's few files of the many that `tsc` wrote: the command, the entry for programs and what runs beside the service, each
// part of the code once, and the types that programs can reach (docs/decisions/0005-bundled-command.md). Input: the folder that tsc wrote.
// Output: the same folder with nothing else in it.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { rolldown } from 'rolldown';

const dist = resolve(process.argv[2] ?? 'dist');
const written = `${dist}.written`;

rmSync(written, { recursive: true, force: true });
renameSync(dist, written);
const bundle = await rolldown({
  input: {
    index: join(written, 'index.js'),
    main: join(written, 'cli', 'main.js'),
    // What runs beside the service is a file of its own, in the place of the code that starts it.
    reader: join(written, 'store', 'sqlite', 'reader.js'),
    'document-process': join(written, 'cli', 'watching', 'document-process.js'),
  },
  platform: 'node',
  external: (name) => !name.startsWith('.') && !name.startsWith('/'),
});
// All code in one folder: what is looked for beside a file, or two folders up, is found from each.
await bundle.write({
  format: 'esm',
  dir: dist,
  // For readers of the sources.
  comments: { jsdoc: false },
  entryFileNames: ({ name }) => (name === 'index' ? 'index.js' : 'cli/[name].js'),
  chunkFileNames: 'cli/[name]-[hash].js',
});
await bundle.close();
// Sent to browsers as they are written, and looked for beside the code.
const scripts = join(import.meta.dirname, '..', 'src', 'browser');
for (const name of readdirSync(scripts).filter((one) => one.endsWith('.js')))
  copyFileSync(join(scripts, name), join(dist, 'cli', name));
for (const path of typesFrom('index.d.ts')) {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  renameSync(join(written, path), join(dist, path));
}
rmSync(written, { recursive: true });

/** The declarations that one of them leads to, itself included. */
function typesFrom(first: string): ReadonlySet<string> {
  const reached = new Set([first]);
  for (const path of reached) {
    const source = readFileSync(join(written, path), 'utf8');
    for (const [, specifier] of source.matchAll(/(?:from|import\() ?["'](\.[^"']+)\.(?:ts|js)["']/g))
      reached.add(join(dirname(path), `${specifier}.d.ts`));
  }
  return reached;
}
