// `ninefold completion SHELL`: a script by which a shell completes commands, options, their values, documents, examples and
// diagnostics. Input: a shell's name, the rows of the commands. Output: the script on stdout; how to use it on stderr.

import { suggestion } from '../../base/did-you-mean.ts';
import { CATALOGUE } from '../../diagnostics/catalogue.ts';
import { Refusal } from '../console.ts';
import type { Console } from '../console.ts';
import type { CommandRow } from '../commands/row.ts';
import { examplesThere } from '../examples.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { SHELLS, specOf } from './spec.ts';
import type { CommandSpec, Shell } from './spec.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CommandSpec[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function completion(wanted: string, rows: readonly CommandRow[], console: Console): number {
  const shell = SHELLS.find((one) => one === wanted);
  if (shell === undefined)
    throw new Refusal(
      2,
      `there is no completion for ${wanted}, only for ${SHELLS.join(', ')}${suggestion(wanted, SHELLS)}`,
    );
  const examples = examplesThere().map(({ name }) => name);
  console.out(SCRIPTS[shell](specOf(rows, { examples, codes: CATALOGUE.map(({ code }) => code) })));
  return 0;
}
