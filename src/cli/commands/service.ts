// The commands that run what a document states. Input: nothing. Output: their rows.

import { Option } from 'commander';

import { VERIFY_FORMATS } from '../../verify/report/formats.ts';
import { assumed, DATA_OPTIONS, format, settingOptions, several } from './options.ts';
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
    usage: 'row set FILE RESOURCE ID FIELD=VALUE...',
    what: 'sets fields of one row by the hand of the operator, such as the role of the first administrator',
    options: [
      ...DATA_OPTIONS,
      new Option('--operator <url>', 'the operator’s port of the service that runs; otherwise the data is opened'),
    ],
    examples: [
      'ninefold row set examples/ticket-shop.md User 0197b2e0-0000-7000-8000-000000000001 role=admin --operator http://127.0.0.1:8081',
    ],
    exits: '0 set, 1 not set (no such row or field, a value that it cannot have, data in use), 2 wrong usage',
    action: async (console, operands, flags) => (await import('../row.ts')).row(operands, flags, console),
  },
  {
    usage: 'rows put FILE ROWS.json',
    what: 'puts rows of resources whose Rows are `from the operator`: new ones are put, those that are there are made as the file has them, none is taken out',
    options: [...DATA_OPTIONS],
    examples: ['ninefold rows put examples/rows/depots.md examples/rows/depots.json'],
    exits: '0 all rows are in place, 1 none is put (a row is wrong, data in use), 2 wrong usage',
    action: async (console, operands, flags) => (await import('../rows.ts')).rows(operands, flags, console),
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
      new Option(
        '--credential <scheme=source>',
        'whom the rows are sent as: a credential of a scheme, from env:NAME or file:PATH (`name:password` for HTTP Basic)',
      ),
      new Option('--sign-in <file>', 'the same by a token that an operation gives for the one row of this file'),
      new Option('--journal <file>', 'the file that keeps which rows are in (otherwise DATA.json.seed)'),
      assumed(),
    ],
    examples: ['ninefold seed examples/todo-backend.md examples/todo-backend.seed.json --url http://127.0.0.1:8080'],
    exits: '0 all rows are in, 1 some failed, are unknown or do not fit the document, 2 wrong usage',
    action: async (console, operands, flags) => (await import('../seed.ts')).seed(operands, flags, console),
  },
  {
    usage: 'verify FILE',
    what: 'holds a running service, in whichever language, to its document: calls it, and says what it does otherwise and what it made up',
    options: [
      new Option('--url <url>', 'where the service is').makeOptionMandatory(),
      new Option('--seed <number>', 'makes the same calls as the run that had this number'),
      new Option('--requests <number>', 'sends at most so many calls (2000)'),
      new Option('--seconds <number>', 'goes on for at most so long (60)'),
      new Option('--runs <number>', 'does it so often, each time with the next seed (1)'),
      new Option('--time-out <seconds>', 'waits at most so long for one reply (10)'),
      new Option(
        '--credential <role=source>',
        'a caller of that role, or `signed-in` for one without: from env:NAME or file:PATH (`name:password` for HTTP Basic); may be given several times',
      ).argParser(several),
      new Option(
        '--allow-host <host>',
        'calls this host, too, not only this machine; may be given several times',
      ).argParser(several),
      new Option('--har <file>', 'sends nothing: judges the calls to --url that this HTTP Archive has'),
      new Option(
        '--proxy <port>',
        'sends nothing of its own: passes on to --url what clients send to this port of 127.0.0.1, and judges it until Ctrl-C, --seconds or --requests',
      ),
      new Option('--read-only', 'sends only what changes nothing'),
      new Option('--limits', 'makes as many calls as limits allow, and one more: others are refused meanwhile'),
      new Option('--listen <port>', 'waits for events on this port of 127.0.0.1 (any free one)'),
      new Option(
        '--clock <url>',
        'moves the clock of the service by its operator’s port: of one that is started with --clock manual',
      ),
      new Option('--allow-gaps', 'exits 0 even if a gap was met'),
      new Option('--no-invented', 'what the document does not state is a failure, also where it leaves a list open'),
      new Option('--ignore-header <name>', 'does not look at this header; may be given several times').argParser(
        several,
      ),
      new Option('--baseline <file>', 'failures that this file knows do not count before their day'),
      new Option('--write-baseline <file>', 'writes the failures that were found as such a file'),
      format(...VERIFY_FORMATS),
      assumed(),
    ],
    examples: ['ninefold verify examples/todo-backend.md --url http://127.0.0.1:8080'],
    exits:
      '0 it does what the document states, 1 it does not (or the document has errors), 3 a gap was met, so it cannot be judged, 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('../verify.ts')).verifyService(file, flags, console),
  },
];
