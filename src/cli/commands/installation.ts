// The commands about this installation itself: its settings, and how a shell completes it. In: nothing. Out: their rows.

import { format, settingOptions } from './options.ts';
import type { CommandRow } from './row.ts';

export const INSTALLATION_COMMANDS: readonly CommandRow[] = [
  {
    usage: 'config',
    what: "prints the operator's settings as they stand and where each comes from",
    options: [...settingOptions, format('pretty', 'json')],
    examples: ['ninefold config', 'ninefold config --port 9000 --format json'],
    exits: '0, 1 a setting has a value it cannot have',
    action: async (console, _operands, flags) => (await import('../config.ts')).config(flags, console),
  },
  {
    usage: 'completion SHELL',
    what: 'prints a script by which bash, zsh or fish completes commands, options, documents and the names of examples',
    options: [],
    examples: ['ninefold completion bash', 'ninefold completion zsh', 'ninefold completion fish'],
    exits: '0, 2 there is none for that shell',
    action: async (console, [shell = ''], _flags, rows) =>
      (await import('../completion/completion.ts')).completion(shell, rows, console),
  },
];
