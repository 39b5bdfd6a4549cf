// The commands over a document alone: they read it, write it, report on it. Input: nothing. Output: their rows.

import { Option } from 'commander';

import { FORMATS } from '../../export/formats.ts';
import { examplesHelp } from '../examples.ts';
import { assumed, format } from './options.ts';
import type { CommandRow } from './row.ts';

export const DOCUMENT_COMMANDS: readonly CommandRow[] = [
  {
    usage: 'new FILE',
    what: 'writes a document of nine parts in which nothing is stated yet',
    options: [new Option('--from <example>', 'starts from an example instead')],
    examples: ['ninefold new my-service.md', 'ninefold new my-todos.md --from todo-backend'],
    exits: '0 written, 1 not written (FILE is there already), 2 there is no such example',
    writes: true,
    more: examplesHelp,
    action: async (console, [file = ''], flags) => (await import('../new.ts')).newDocument(file, flags, console),
  },
  {
    usage: 'check FILE...',
    what: 'shows what is wrong in a document, what it leaves open, and what each gap stops',
    options: [
      format('pretty', 'line', 'json', 'sarif', 'github', 'html'),
      assumed(),
      new Option(
        '--max-findings <number>',
        'so many of each severity, and so many gaps, are shown in the format pretty, or `all`; the others are counted (1000)',
      ),
      new Option('--allow-gaps', 'exits 0 even if gaps are left'),
      new Option('--matrix', 'shows instead who may call what, on a row in which state (pretty or json)'),
      new Option(
        '--fix',
        'first spells everything as the notation does, puts names into ticks, and writes `not shown` where something is due and missing',
      ),
    ],
    examples: ['ninefold check examples/todo-backend.md', 'ninefold check examples/todo-backend.md --format json'],
    exits:
      '0 nothing is wrong or open (what this runtime does not support is counted, and held), 3 gaps are left or a statement cannot be read, 1 errors, 2 wrong usage',
    action: async (console, files, flags) => (await import('../check.ts')).checkFiles(files, flags, console),
  },
  {
    usage: 'ask FILE',
    what: 'asks what a document leaves open, in the order in which answers release most',
    options: [
      assumed(),
      new Option('--for <operation>', 'only what one operation waits for or rests on, or all operations of a path'),
      new Option(
        '--interactive',
        'asks one after the other, even without a terminal, and writes each answer into FILE',
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
    action: async (console, [file = ''], flags) => (await import('../ask.ts')).ask(file, flags, console),
  },
  {
    usage: 'plan FILE',
    what: 'shows what runs, what is held and why, what rests on gaps, and which indexes are needed for what',
    options: [assumed(), format('pretty', 'json')],
    examples: ['ninefold plan examples/todo-backend.md', 'ninefold plan examples/repair-shop.md --format json'],
    exits: '0, 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('../plan.ts')).showPlan(file, flags, console),
  },
  {
    usage: 'export FILE',
    what: 'writes a document as OpenAPI, AsyncAPI, JSON Schema, TypeScript types, diagrams or SQL tables',
    options: [
      new Option('--to <format>', 'into what').choices(FORMATS).makeOptionMandatory(),
      new Option('-o, --output <file>', 'writes to this file instead of standard output'),
      assumed(),
    ],
    examples: [
      'ninefold export examples/todo-backend.md --to openapi',
      'ninefold export examples/ticket-shop.md --to openapi -o ticket-shop.json',
    ],
    exits: '0, 1 the document has errors, or the output cannot be written; 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('../export.ts')).exportDocument(file, flags, console),
  },
  {
    usage: 'explain [CODE|ID] [FILE]',
    what: 'says what a diagnostic means, or what is asked by the id of a gap, and what to write; with FILE, where the document has it',
    options: [assumed()],
    examples: [
      'ninefold explain contradiction',
      'ninefold explain unsupported examples/repair-shop.md',
      'ninefold explain lists examples/repair-shop.md',
    ],
    exits: '0, 2 there is no such code or id',
    action: async (console, [code, file], flags) => (await import('../explain.ts')).explain(code, file, flags, console),
  },
];
