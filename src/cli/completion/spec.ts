// What can be completed, made from the rows of the commands. Input: the rows, the examples and the diagnostics there are. Output:
// each command with its options and operands, and what can be typed for each.

import type { Option } from 'commander';

import type { CommandRow } from '../commands/row.ts';

export type Takes =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** Files with that ending, and directories on the way to them; without one, all files. */
  | { readonly kind: 'files'; readonly ending: string }
  | { readonly kind: 'directories' }
  | { readonly kind: 'anything' };

export interface OptionSpec {
  /** With its dashes. */
  readonly name: string;
  readonly what: string;
  /** Undefined: the option takes no value. */
  readonly takes: Takes | undefined;
}

export interface CommandSpec {
  readonly name: string;
  readonly what: string;
  readonly options: readonly OptionSpec[];
  readonly operands: readonly Takes[];
  /** The last operand may be given several times. */
  readonly isRepeated: boolean;
}

/** Lists that only the installation knows. */
export interface Known {
  readonly examples: readonly string[];
  readonly codes: readonly string[];
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function specOf(rows: readonly CommandRow[], known: Known): readonly CommandSpec[] {
  return rows.map(({ usage, what, options, writes = false }) => {
    const [name = '', ...operands] = usage.split(' ');
    return {
      name,
      what,
      options: [
        ...options
          .filter(({ hidden }) => !hidden)
          .map((option) => ({
            name: option.long ?? '',
            what: option.description,
            takes: option.required || option.optional ? valueOf(option, known) : undefined,
          })),
        { name: '--help', what: 'shows what the command does', takes: undefined },
      ],
      operands: operands.map((operand) => (writes ? FILES : operandOf(operand, known))),
      isRepeated: usage.endsWith('...'),
    };
  });
}

const FILES: Takes = { kind: 'files', ending: '' };
const DOCUMENTS: Takes = { kind: 'files', ending: '.md' };

function operandOf(operand: string, { codes }: Known): Takes {
  const name = operand.replaceAll(/[[\].]+$|^\[/g, '');
  if (name === 'FILE') return DOCUMENTS;
  if (name === 'CODE|ID') return { kind: 'words', words: codes };
  if (name === 'SHELL') return { kind: 'words', words: SHELLS };
  const ending = /\.\w+$/.exec(name)?.[0];
  return ending === undefined ? { kind: 'anything' } : { kind: 'files', ending };
}

/** From its choices, or from what its placeholder is called. */
function valueOf({ long, flags, argChoices }: Option, { examples }: Known): Takes {
  if (argChoices !== undefined) return { kind: 'words', words: argChoices };
  const placeholder = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1] ?? '';
  if (placeholder.includes('|')) return { kind: 'words', words: placeholder.split('|') };
  switch (placeholder) {
    case 'example':
      return { kind: 'words', words: examples };
    case 'file':
      return long === '--assume' ? DOCUMENTS : FILES;
    case 'directory':
      return { kind: 'directories' };
    default:
      return { kind: 'anything' };
  }
}
