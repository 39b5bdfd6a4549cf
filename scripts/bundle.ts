// Puts the command line's many small files into a few, after `tsc`: loading 250 modules one by one takes longer than
// reading a document (docs/decisions/0005-bundled-command.md). In: the folder that tsc wrote. Out: its `cli/` replaced.

import { renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { rolldown } from 'rolldown';

const dist = resolve(process.argv[2] ?? 'dist');
const cli = join(dist, 'cli');
const bundled = join(dist, 'bundled');

const bundle = await rolldown({
  // The reader's thread is a file of its own, beside the code that starts it.
  input: { main: join(cli, 'main.js'), reader: join(dist, 'store', 'sqlite', 'reader.js') },
  platform: 'node',
  external: (name) => !name.startsWith('.') && !name.startsWith('/'),
});
// All in one folder: what is looked for beside a file, or two folders up, is found from each.
await bundle.write({ format: 'esm', dir: bundled, chunkFileNames: '[name]-[hash].js' });
await bundle.close();
rmSync(cli, { recursive: true });
renameSync(bundled, cli);
