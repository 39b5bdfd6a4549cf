// The commands that run what a document states. Input: nothing. Output: their rows.

import { Option } from 'commander';

import { assumed, settingOptions } from './options.ts';
import type { CommandRow } from './row.ts';

export const SERVICE_COMMANDS: readonly CommandRow[] = [
  {
    usage: 'serve FILE',
    what: 'runs the service that a document states, and keeps its data',
    options: [
      ...settingOptions,
      new Option(
        '--watch',
        'serves the document anew each time it is saved, unless it has errors or rows would be lost',
      ),
      new Option('--curl', 'prints each operation as a line for the shell'),
    ],
    examples: ['ninefold serve examples/todo-backend.md', 'ninefold serve examples/todo-backend.md --watch'],
    exits: '0 stopped, 1 cannot start (errors in the document, port or data in use), 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('../serve.ts')).serveFile(file, flags, console),
  },
  {
    usage: 'seed FILE DATA.json',
    what: 'puts the rows of a file into a running service, through the operations of its document',
    options: [
      new Option('--url <url>', 'where the service is').makeOptionMandatory(),
      new Option('--dry-run', 'only says whether the rows fit the document; sends nothing'),
      new Option('--at-once <number>', 'so many rows of one key are on their way together (1)'),
      new Option('--stop', 'stops at the first row that does not go in'),
      new Option('--send-unknown', 'sends again what an earlier run sent without an answer'),
      new Option('--again', 'begins anew: what earlier runs put in is sent again'),
      new Option('--journal <file>', 'the file that keeps which rows are in (otherwise DATA.json.seed)'),
      assumed(),
    ],
    examples: ['ninefold seed examples/todo-backend.md examples/todo-backend.seed.json --url http://127.0.0.1:8080'],
    exits: '0 all rows are in, 1 some failed, are unknown or do not fit the document, 2 wrong usage',
    action: async (console, operands, flags) => (await import('../seed.ts')).seed(operands, flags, console),
  },
];
