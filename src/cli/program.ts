// The command line: arguments to the command they name. Input: arguments. Output: an exit status; 2 for wrong usage.
// The commands and their options are rows of `commands/`.

import { Command, CommanderError } from 'commander';

import type { CommandRow } from './commands/row.ts';
import { COMMANDS } from './commands/table.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { examplesFrom } from './examples.ts';
import { whyTooDeep } from './too-deep.ts';
import { version } from './version.ts';

const GREETING = `ninefold runs a service straight from its nine-part interface document, and shows every gap in it.
Begin one with    ninefold new my-service.md
Check and run it  ninefold check my-service.md, then ninefold serve my-service.md
See all commands  ninefold --help`;

/** Runs one command line. Never ends the process itself. */
export async function run(args: readonly string[], console: Console): Promise<number> {
  if (args.length === 0) {
    console.out(GREETING);
    return 0;
  }
  const [first = ''] = args;
  if (/^[^-].*\.md$/i.test(first)) {
    console.err(`ninefold: ${first} is no command; did you mean ninefold check ${first}, or ninefold serve ${first}?`);
    return 2;
  }
  let status = 0;
  const program = build(console, (answer) => {
    status = answer;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const deep = whyTooDeep(error);
    const refusal = deep === undefined ? error : new Refusal(1, deep);
    if (!(refusal instanceof Refusal)) throw error;
    console.err(`ninefold: ${refusal.message}`);
    return refusal.exit;
  }
}

/** Every example of --help, for the test that runs them. */
export function helpExamples(): readonly string[] {
  return COMMANDS.flatMap(({ examples }) => examples);
}

function build(console: Console, finish: (status: number) => void): Command {
  const program = new Command('ninefold')
    .description('Runs a service straight from its nine-part interface document, and shows every gap in it.')
    .version(version(), '-v, --version', 'prints the version')
    .helpOption('-h, --help', 'shows what a command does')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => console.out(text),
      writeErr: (text) => console.err(text.replace(/^error: /, 'ninefold: ')),
    });
  for (const row of COMMANDS) add(program, row, console, finish);
  return program;
}

/** As they work in the folder in which they are read. */
function shownExamples({ examples }: CommandRow, { directory }: Console): readonly string[] {
  return examples.map((line) => `  ${line.replaceAll(/(?<= )examples\//g, `${examplesFrom(directory)}/`)}`);
}

function add(program: Command, row: CommandRow, console: Console, finish: (status: number) => void): void {
  const [name = '', ...operands] = row.usage.split(' ');
  const command = program.command(name).description(row.what);
  for (const operand of operands) {
    if (operand.startsWith('[')) command.argument(operand);
    else command.argument(`<${operand}>`);
  }
  for (const option of row.options) command.addOption(option);
  command.allowExcessArguments(false);
  command.addHelpText(
    'after',
    () =>
      `${row.more === undefined ? '' : `\n${row.more()}\n`}\nExamples:\n${shownExamples(row, console).join('\n')}\n\nExit status: ${row.exits}`,
  );
  command.action(async () => {
    const given = command.opts<Record<string, unknown>>();
    // A default is no flag: settings must be able to come from elsewhere.
    const flags = Object.entries(given).filter(
      ([key]) => key === 'format' || command.getOptionValueSource(key) === 'cli',
    );
    finish(await row.action(console, command.args, Object.fromEntries(flags), COMMANDS));
  });
}
