// A typed line → what it asks of the session. A colon begins a command, because no form of the notation begins with one: so that every
// word, `none` or `later`, can be an answer. Input: a line. Output: a command or the words of an answer.

import { suggestion } from '../../base/did-you-mean.ts';

export const COMMANDS = {
  help: 'this list',
  later: 'puts the question off; words behind it are written into the document where they can be: `not shown, <words>`',
  challenge:
    'disputes the question itself; the words are written into the document where they can be: `not shown, challenged: <words>`',
  back: 'goes to the answer given before; several times, further back',
  undo: 'takes the last answer out of the document again; after :back, the one that is looked at; among the lines of an answer, gives that up',
  forms: 'what may be written, once more',
  show: 'more of the document around, and all that waits for the answer',
  list: 'the open questions with their numbers',
  go: 'goes to the question of that number, as :list has it',
  each: 'where a whole column, all operations or causes that are alike are asked for: asks about each by itself',
  keep: 'writes the last answer though it is not understood or contradicts something',
  line: 'replaces a line of an answer of several lines and tries it again: `:line 2 <words>`; `:line 2` takes it out',
  edit: 'opens $VISUAL or $EDITOR at the place',
  quit: 'leaves; the next session goes on where this one ended',
} as const;

export type CommandName = keyof typeof COMMANDS;

export type Typed =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'answer'; readonly words: string }
  /** A form by its number. */
  | { readonly kind: 'choice'; readonly number: number }
  | { readonly kind: 'command'; readonly name: CommandName; readonly rest: string }
  | { readonly kind: 'unknown'; readonly why: string };

export function typed(line: string): Typed {
  const words = line.trim();
  if (words === '') return { kind: 'nothing' };
  if (words.startsWith('::')) return { kind: 'answer', words: words.slice(1) };
  if (!words.startsWith(':')) return { kind: 'answer', words };
  const [, name = '', rest = ''] = /^:\s*(\S*)\s*(.*)$/su.exec(words)!;
  if (/^[1-9]\d{0,3}$/.test(name) && rest === '') return { kind: 'choice', number: Number(name) };
  if (Object.hasOwn(COMMANDS, name)) return { kind: 'command', name: name as CommandName, rest };
  const hint = suggestion(name, Object.keys(COMMANDS)).replace('`', '`:');
  return {
    kind: 'unknown',
    why: `There is no command \`:${name}\`${hint}. \`:help\` lists them; an answer that begins with a colon takes two.`,
  };
}

/** A word that is a command without its colon. */
export function meantCommand(words: string): string | undefined {
  const first = words.toLowerCase();
  if (first === 'exit' || first === 'q') return ':quit';
  if (first === '?') return ':help';
  return Object.hasOwn(COMMANDS, first) ? `:${first}` : undefined;
}

export function helpText(): string {
  const rows = Object.entries(COMMANDS).map(([name, what]) => `  ${`:${name}`.padEnd(11)} ${what}`);
  return [
    'Type an answer as it should be in the document; it is written there at once. `…` in a form is for your own words.',
    'Lines that begin with a colon are commands:',
    ...rows,
    `  ${':1, :2 …'.padEnd(11)} the form of that number, as the question lists them`,
    'An answer that begins with a colon takes two (`::…`). Ctrl-D leaves too.',
  ].join('\n');
}
