// A console for tests: what was said can be read, the environment and the directory are made up.
import { tmpdir } from 'node:os';
import { PassThrough, Readable, Writable } from 'node:stream';

import { withLineBreak } from '../../src/cli/console.ts';
import type { Console } from '../../src/cli/console.ts';

export interface Captured extends Console {
  stdout(): string;
  stderr(): string;
}

export function captured(
  given: { directory?: string; env?: Record<string, string>; input?: NodeJS.ReadableStream; isTerminal?: boolean } = {},
): Captured {
  const said = { out: '', err: '' };
  return {
    out: (text) => {
      said.out += withLineBreak(text);
    },
    err: (text) => {
      said.err += withLineBreak(text);
    },
    errors: {
      stream: new Writable({
        write(chunk: Buffer, _encoding, done) {
          said.err += chunk.toString();
          done();
        },
      }),
      isTerminal: given.isTerminal ?? false,
    },
    paint: (_style, text) => text,
    paintErr: (_style, text) => text,
    typing: {
      input: given.input ?? Readable.from([]),
      output: new PassThrough(),
      isTerminal: given.isTerminal ?? false,
    },
    env: given.env ?? {},
    directory: given.directory ?? tmpdir(),
    stdout: () => said.out,
    stderr: () => said.err,
  };
}
