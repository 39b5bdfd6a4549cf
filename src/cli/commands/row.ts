// What a command is, as a row of a table: usage, options, examples, exit statuses, and what it does. Input: nothing. Output: the
// type of a row.

import type { Option } from 'commander';

import type { Console } from '../console.ts';

type Flags = Readonly<Record<string, unknown>>;
type Action = (
  console: Console,
  operands: readonly string[],
  flags: Flags,
  rows: readonly CommandRow[],
) => Promise<number> | number;

export interface CommandRow {
  readonly usage: string;
  readonly what: string;
  readonly options: readonly Option[];
  /** Shown by --help; each one works as it is, beside the `examples` folder. */
  readonly examples: readonly string[];
  readonly exits: string;
  /** FILE is written, not read: completion offers no document for it. */
  readonly writes?: boolean;
  /** Shown by --help behind the options, made only then. */
  readonly more?: () => string;
  /** `rows`: every command. Imports the command's own file only here, so that `check` never pays for what `serve` needs. */
  readonly action: Action;
}
