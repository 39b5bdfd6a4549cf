// The commands about this installation itself: its settings, and how a shell completes it. Input: nothing. Output: their rows.

import { format, settingOptions } from './options.ts';
import type { CommandRow } from './row.ts';

/** How each shell takes it, also where the command is only reached through npx. */
const TAKEN = `How it is taken:
  bash  eval "$(npx ninefold completion bash)"    completes npx ninefold …, too
  zsh   eval "$(npx ninefold completion zsh)"     behind compinit
  fish  npx ninefold completion fish | source
zsh and fish complete the command ninefold, not npx ninefold: where it is not in the path, make a function of that name:
  zsh   ninefold() { npx ninefold "$@" }
  fish  function ninefold; npx ninefold $argv; end`;

export const INSTALLATION_COMMANDS: readonly CommandRow[] = [
  {
    usage: 'config',
    what: "prints the operator's settings, and where each comes from",
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
    more: () => TAKEN,
    action: async (console, [shell = ''], _flags, rows) =>
      (await import('../completion/completion.ts')).completion(shell, rows, console),
  },
];
