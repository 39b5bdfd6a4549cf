// The process around the command line: streams, colours, exit status. Input: arguments. Output: what program.ts answers. Turns
// the compile cache on before anything large is loaded.

import { enableCompileCache } from 'node:module';
import { styleText } from 'node:util';

import { withLineBreak } from './console.ts';
import type { Console } from './console.ts';

enableCompileCache();

const processConsole: Console = {
  out: (text) => void process.stdout.write(withLineBreak(text)),
  err: (text) => void process.stderr.write(withLineBreak(text)),
  errors: {
    // Only when it is used: to open a stream takes time.
    get stream() {
      return process.stderr;
    },
    get isTerminal() {
      return process.stderr.isTTY;
    },
  },
  paint: (style, text) => styleText(style, text, { stream: process.stdout }),
  paintErr: (style, text) => styleText(style, text, { stream: process.stderr }),
  typing: {
    input: process.stdin,
    output: process.stdout,
    isTerminal: process.stdin.isTTY && process.stdout.isTTY,
  },
  // Nothing where it is no terminal.
  ...(process.stdout.isTTY && { columns: process.stdout.columns }),
  env: process.env,
  directory: process.cwd(),
};

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

void import('./program.ts').then(async ({ run }) => {
  process.exitCode = await run(process.argv.slice(2), processConsole);
});
