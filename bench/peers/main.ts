// `node bench/peers/main.ts --peers FOLDER`: Ninefold beside mock servers over one small interface, for docs/compare.md.
// The peers are no part of this project. FOLDER holds each in a folder of its own, installed by the person who repeats this:
//   npm install --prefix FOLDER/prism @stoplight/prism-cli; the others are json (json-server) and mockoon (@mockoon/cli).
// A peer that is not there is left out. `--only silence|state|speed`, `--rounds N` (7), `--seconds S` (2), `--verbose`.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../processes.ts';
import { silence } from './silence.ts';
import { speed } from './speed.ts';
import { state } from './state.ts';
import { isThere, TOOLS, versionOf } from './tools.ts';

const { values } = parseArgs({
  options: {
    peers: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
  },
});

const peers = resolve(values.peers ?? '.');
const tools = TOOLS.filter((tool) => isThere(tool, peers));
if (tools.length < 2) throw new Error(`no peer is installed in ${peers}; see the head of bench/peers/main.ts`);
const directory = mkdtempSync(join(tmpdir(), 'ninefold-peers-'));
const load = (): string => loadavg()[0]!.toFixed(1);
try {
  execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' });
  console.log(`Node ${process.version}; ${tools.map((tool) => `${tool.name} ${versionOf(tool, peers)}`).join(', ')}`);
  console.log(`processes that ran or waited at the beginning: ${load()}`);
  const options = { directory, peers, tools, verbose: values.verbose };
  const wanted = (name: string): boolean => (values.only ?? name) === name;
  if (wanted('silence')) await silence(options);
  if (wanted('state')) await state(options);
  if (wanted('speed')) await speed({ ...options, rounds: Number(values.rounds), seconds: Number(values.seconds) });
  console.log(`\nprocesses that ran or waited at the end: ${load()}`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
