// What npm runs before it packs: a package holds `dist`, and a clone has none until it is built. Input: a clone after `npm ci`. Output:
// `dist`, built anew; where the packages that build it are missing, one sentence. Plain JavaScript: without them there is no Node 24.
'use strict';
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const missing = ['typescript', 'rolldown'].filter((name) => !existsSync(join(root, 'node_modules', name)));

if (missing.length > 0) {
  process.stderr.write(
    `ninefold: the package is built before it is packed, and ${missing.join(' and ')} are not installed here: run \`npm ci\` first.\n`,
  );
  process.exitCode = 1;
} else {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
