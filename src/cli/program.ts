// The commands and their options (design, section 7). Each command's own file is loaded only when it is asked for, so
// that `check` never pays for what `serve` needs. In: arguments. Out: an exit status; 2 for wrong usage.

import { Command, CommanderError, Option } from 'commander';

import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { SETTINGS } from './settings.ts';
import { version } from './version.ts';

type Flags = Readonly<Record<string, unknown>>;
type Action = (console: Console, operands: readonly string[], flags: Flags) => Promise<number> | number;

interface CommandPlan {
  readonly usage: string;
  readonly what: string;
  readonly options: readonly Option[];
  /** Shown by --help; each one works as it stands, beside the `examples` folder. */
  readonly examples: readonly string[];
  readonly exits: string;
  readonly action: Action;
}

const GREETING = `ninefold runs a service straight from its nine-part interface document, and shows every gap in it.
Begin one with    ninefold new my-service.md
See all commands  ninefold --help`;

const format = (...choices: string[]): Option =>
  new Option('--format <format>', 'how to print').choices(choices).default(choices[0]);
const several = (file: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), file];
const assumed = (): Option =>
  new Option(
    '--assume <file>',
    'takes what this file says for what the document does not show; may be given several times',
  ).argParser(several);
const settingOptions = SETTINGS.map(({ key, flag, what, otherwise }) => {
  const shown = otherwise === undefined || typeof otherwise === 'boolean' ? what : `${what} (${otherwise})`;
  const option = new Option(flag, shown);
  return key === 'assume' ? option.argParser(several) : option;
});

/** Where the data is, and what is assumed of the document. */
const DATA_OPTIONS = settingOptions.filter(({ long }) => ['--data', '--database', '--assume'].includes(long ?? ''));

const COMMANDS: readonly CommandPlan[] = [
  {
    usage: 'new FILE',
    what: 'writes a document of nine parts in which nothing is stated yet',
    options: [new Option('--from <example>', 'starts from an example instead')],
    examples: ['ninefold new my-service.md', 'ninefold new my-todos.md --from todo-backend'],
    exits: '0 written, 1 not written (FILE is there already)',
    action: async (console, [file = ''], flags) => (await import('./new.ts')).newDocument(file, flags, console),
  },
  {
    usage: 'check FILE...',
    what: 'shows what is wrong in a document, what it leaves open, and what each gap stops',
    options: [
      format('pretty', 'line', 'json', 'sarif', 'github', 'html'),
      assumed(),
      new Option('--allow-gaps', 'exits 0 though gaps are left'),
      new Option(
        '--fix',
        'first spells everything as the notation does, puts names into ticks, and writes `not shown` where something is due and missing',
      ),
    ],
    examples: ['ninefold check examples/todo-backend.md', 'ninefold check examples/todo-backend.md --format json'],
    exits:
      '0 nothing is wrong or open (what this runtime does not do is counted, and held), 3 gaps are left or a statement cannot be read, 1 errors, 2 wrong usage',
    action: async (console, files, flags) => (await import('./check.ts')).checkFiles(files, flags, console),
  },
  {
    usage: 'ask FILE',
    what: 'asks what a document leaves open, in the order in which answers release most',
    options: [
      assumed(),
      new Option('--for <operation>', 'only what one operation waits for or rests on'),
      new Option(
        '--interactive',
        'asks one after the other, also where no terminal is, and writes each answer into FILE',
      ),
      new Option('--no-interactive', 'prints the list, also in a terminal'),
      new Option('--format <format>', 'prints the list in that format').choices(['pretty', 'json']),
    ],
    examples: [
      'ninefold ask examples/todo-backend.md',
      'ninefold ask examples/repair-shop.md --format json',
      'ninefold ask examples/repair-shop.md --interactive',
    ],
    exits: '0, 2 wrong usage, or nothing that is typed could be kept (FILE.ask.log holds it)',
    action: async (console, [file = ''], flags) => (await import('./ask.ts')).ask(file, flags, console),
  },
  {
    usage: 'plan FILE',
    what: 'shows what runs, what is held and why, and what rests on gaps',
    options: [assumed(), format('pretty', 'json')],
    examples: ['ninefold plan examples/todo-backend.md', 'ninefold plan examples/repair-shop.md --format json'],
    exits: '0, 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('./plan.ts')).showPlan(file, flags, console),
  },
  {
    usage: 'serve FILE',
    what: 'runs the service that a document states, and keeps its data',
    options: [...settingOptions, new Option('--curl', 'prints each operation as a line for the shell')],
    examples: ['ninefold serve examples/todo-backend.md'],
    exits: '0 stopped, 1 cannot start (errors in the document, port or data in use), 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('./serve.ts')).serveFile(file, flags, console),
  },
  {
    usage: 'migrate FILE',
    what: 'shows how the data that is kept differs from what a document says, and brings it there',
    options: [
      ...DATA_OPTIONS,
      new Option('--apply', 'does what is shown, unless something would be lost'),
      new Option('--drop', 'gives up what does not fit: with --apply for good'),
      format('pretty', 'json'),
    ],
    examples: ['ninefold migrate examples/todo-backend.md', 'ninefold migrate examples/todo-backend.md --apply'],
    exits: '0 nothing is in the way, 1 something would be lost or has no answer, or it cannot be done, 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('./migrate.ts')).migrate(file, flags, console),
  },
  {
    usage: 'copy FILE',
    what: 'copies the data that is kept in a directory into a database of PostgreSQL without rows, keys and all',
    options: [...DATA_OPTIONS, new Option('--back', 'from the database into the directory, where no rows are yet')],
    examples: ['ninefold copy examples/todo-backend.md --data examples/todo-backend.data --database postgres:///todos'],
    exits: '0 copied and compared, 1 nothing was copied (in use, rows in the target, another document), 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('./copy.ts')).copy(file, flags, console),
  },
  {
    usage: 'backup FILE',
    what: 'copies the data of a service into one new file, also while it is served (with PostgreSQL: pg_dump)',
    options: settingOptions.filter(({ long }) => long === '--data'),
    examples: ['ninefold backup my-copy.sqlite --data examples/todo-backend.data'],
    exits: '0 copied, 1 not copied (FILE is there already, there is no data), 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('./backup.ts')).backup(file, flags, console),
  },
  {
    usage: 'explain CODE [FILE]',
    what: 'says what a diagnostic means, why it matters and what to write instead; with FILE, where the document has it',
    options: [assumed()],
    examples: ['ninefold explain contradiction', 'ninefold explain unsupported examples/repair-shop.md'],
    exits: '0, 2 there is no such code',
    action: async (console, [code = '', file], flags) =>
      (await import('./explain.ts')).explain(code, file, flags, console),
  },
  {
    usage: 'config',
    what: "prints the operator's settings as they stand and where each comes from",
    options: [...settingOptions, format('pretty', 'json')],
    examples: ['ninefold config', 'ninefold config --port 9000 --format json'],
    exits: '0, 1 a setting has a value it cannot have',
    action: async (console, _operands, flags) => (await import('./config.ts')).config(flags, console),
  },
];

/** Runs one command line. Never ends the process itself. */
export async function run(args: readonly string[], console: Console): Promise<number> {
  if (args.length === 0) {
    console.out(GREETING);
    return 0;
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
    if (!(error instanceof Refusal)) throw error;
    console.err(`ninefold: ${error.message}`);
    return error.exit;
  }
}

/** Every example of --help, for the test that runs them. */
export function helpExamples(): readonly string[] {
  return COMMANDS.flatMap(({ examples }) => examples);
}

function build(console: Console, finish: (status: number) => void): Command {
  const program = new Command('ninefold')
    .description('Runs a service straight from its nine-part interface document, and shows every gap in it.')
    .version(version(), '--version', 'prints the version')
    .helpOption('-h, --help', 'shows what a command does')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => console.out(text),
      writeErr: (text) => console.err(text.replace(/^error: /, 'ninefold: ')),
    });
  for (const plan of COMMANDS) add(program, plan, console, finish);
  return program;
}

function add(program: Command, plan: CommandPlan, console: Console, finish: (status: number) => void): void {
  const [name = '', ...operands] = plan.usage.split(' ');
  const command = program.command(name).description(plan.what);
  for (const operand of operands) {
    if (operand.startsWith('[')) command.argument(operand);
    else command.argument(operand.endsWith('...') ? '<FILE...>' : `<${operand}>`);
  }
  for (const option of plan.options) command.addOption(option);
  command.allowExcessArguments(false);
  command.addHelpText(
    'after',
    `\nExamples:\n${plan.examples.map((line) => `  ${line}`).join('\n')}\n\nExit status: ${plan.exits}`,
  );
  command.action(async () => {
    const given = command.opts<Record<string, unknown>>();
    // A default is no flag: settings must be able to come from elsewhere.
    const flags = Object.entries(given).filter(
      ([key]) => key === 'format' || command.getOptionValueSource(key) === 'cli',
    );
    finish(await plan.action(console, command.args, Object.fromEntries(flags)));
  });
}
