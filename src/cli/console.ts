// What a command may touch of its process: two streams, the environment, a directory. Results go to stdout, all else
// to stderr. A reader that went away is no failure.

import type { Writable } from 'node:stream';

/** Names of `styleText` formats that the renderers use. */
export type Style = 'red' | 'yellow' | 'cyan' | 'green' | 'bold' | 'dim';

/** Where answers are typed. */
export interface Typing {
  readonly input: NodeJS.ReadableStream;
  /** Where the prompt goes. */
  readonly output: NodeJS.WritableStream;
  /** Both of them are one. */
  readonly isTerminal: boolean;
}

/** Where `err` writes. */
export interface Errors {
  readonly stream: Pick<Writable, 'write' | 'writableLength'>;
  readonly isTerminal: boolean;
}

export interface Console {
  /** Results. Ends each piece with a line break when it has none. */
  out(text: string): void;
  /** Progress, warnings, refusals. */
  err(text: string): void;
  readonly errors: Errors;
  /** Colours for stdout; plain text when it is no terminal or NO_COLOR is set. */
  readonly paint: (style: Style, text: string) => string;
  /** The same for stderr. */
  readonly paintErr: (style: Style, text: string) => string;
  readonly typing: Typing;
  /** Characters of a line of stdout, where it is a terminal. */
  readonly columns?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
}

export function withLineBreak(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** A command that cannot do its work: one sentence for stderr, and the exit status. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly exit: 1 | 2;

  constructor(exit: 1 | 2, message: string) {
    super(message);
    this.exit = exit;
  }
}

/** The order of exit statuses over several files: the worst of 2, 1, 3, 0. */
export function worst(statuses: readonly number[]): number {
  return [2, 1, 3].find((status) => statuses.includes(status)) ?? 0;
}
