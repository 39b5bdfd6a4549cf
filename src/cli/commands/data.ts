// The commands over the data that a service keeps. Input: nothing. Output: their rows.

import { Option } from 'commander';

import { DATA_OPTIONS, format, KEYS_OPTION, PLACE_OPTIONS, several } from './options.ts';
import type { CommandRow } from './row.ts';

export const DATA_COMMANDS: readonly CommandRow[] = [
  {
    usage: 'migrate FILE',
    what: 'shows how the data that is kept differs from what a document says, and changes it to fit',
    options: [
      ...DATA_OPTIONS,
      new Option('--apply', 'does what is shown, unless something would be lost'),
      new Option('--drop', 'gives up what does not fit: with --apply for good'),
      format('pretty', 'json'),
    ],
    examples: ['ninefold migrate examples/todo-backend.md', 'ninefold migrate examples/todo-backend.md --apply'],
    exits: '0 nothing is in the way, 1 something would be lost or has no answer, or it cannot be done, 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('../migrate.ts')).migrate(file, flags, console),
  },
  {
    usage: 'copy FILE',
    what: 'copies all rows of a directory, with their keys, into a PostgreSQL database without rows',
    options: [...DATA_OPTIONS, new Option('--back', 'from the database into the directory, where no rows are yet')],
    examples: ['ninefold copy examples/todo-backend.md --data examples/todo-backend.data --database postgres:///todos'],
    exits: '0 copied and compared, 1 nothing was copied (in use, rows in the target, another document), 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('../copy.ts')).copy(file, flags, console),
  },
  {
    usage: 'keys ACTION FILE [NAME]',
    what: 'lists, creates, rotates or revokes keys: those that the operator gives to callers, those by which the service signs tokens, and secrets that others sign with',
    options: [
      ...DATA_OPTIONS,
      ...KEYS_OPTION,
      new Option('--operator <url>', "asks a service that is running, at its operator's port"),
      new Option('--scheme <name>', 'of part 5, where several have such keys'),
      new Option(
        '--for <id>',
        'whose key it is: what identifies a row of the Caller; with revoke and no NAME, all of that row',
      ),
      new Option('--role <role>', 'a role that the key has; may be given several times').argParser(several),
      new Option('--secret <file>', 'a secret that others sign with, as they gave it; - reads standard input'),
      new Option('--secret-base64 <file>', 'the same, written in base64, as `whsec_…` of Standard Webhooks is'),
      new Option('--out <file>', 'writes the key into a new file that only its owner can read, and not on stdout'),
      format('pretty', 'json'),
    ],
    examples: ['ninefold keys list examples/ticket-shop.md --data examples/ticket-shop.data'],
    exits: '0 done, 1 not done (no such key or row, the data is in use), 2 wrong usage',
    action: async (console, operands, flags) => (await import('../keys.ts')).keys(operands, flags, console),
  },
  {
    usage: 'events ACTION FILE [ID]',
    what: 'lists events and what became of them, shows one with each try, sends some again (replay), takes out those that wait (drop), or keeps nothing of what those about a row carried (erase)',
    options: [
      ...DATA_OPTIONS,
      new Option('--operator <url>', "drop, erase, replay: asks a service that is running, at its operator's port"),
      new Option('--event <name>', 'only events of this kind'),
      new Option('--resource <name>', 'only events of its rows'),
      new Option('--row <key>', 'erase: the row of --resource, by its row key'),
      new Option('--receiver <key>', 'list, replay: only what is for this receiver, by its row key'),
      new Option('--state <state>', 'list, replay: only deliveries that are so: waiting, delivered, given-up, dropped'),
      new Option('--since <time>', 'only from this date or instant on: 2026-01-31, 2026-01-31T08:00:00Z'),
      new Option('--before <time>', 'only before this date or instant'),
      new Option('--all', 'list: with those that were delivered and are kept; drop, replay: all of them'),
      new Option('--json', 'list, show: a JSON object for each event, one a line'),
    ],
    examples: [
      'ninefold events list examples/repair-shop.md',
      'ninefold events drop examples/repair-shop.md --before 2026-01-31',
      'ninefold events replay examples/repair-shop.md --state given-up --since 2026-01-31',
      'ninefold events erase examples/repair-shop.md --resource Repair --row 3',
    ],
    exits: '0 done, 1 not done (no such event, there is no data, the data is in use), 2 wrong usage',
    action: async (console, operands, flags) => (await import('../waiting-events.ts')).events(operands, flags, console),
  },
  {
    usage: 'audit FILE',
    what: 'shows what was changed, by whom and when, where the service writes an audit: serve --audit',
    options: [
      ...PLACE_OPTIONS,
      new Option('--resource <name>', 'only changes of its rows'),
      new Option('--row <id>', 'only of the row with this identity; several fields by commas'),
      new Option('--since <time>', 'only from this date or instant on: 2026-01-31, 2026-01-31T08:00:00Z'),
      new Option('--json', 'a JSON object for each change, one a line'),
    ],
    examples: [
      'ninefold audit examples/todo-backend.md',
      'ninefold audit examples/todo-backend.md --resource Todo --json',
    ],
    exits: '0 shown, 1 not shown (there is no audit, no data), 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('../audit.ts')).audit(file, flags, console),
  },
  {
    usage: 'backup COPY',
    what: 'copies the data of a service into a new file COPY, also while it is served (with PostgreSQL: pg_dump)',
    options: [
      new Option('--data <directory>', 'the directory of the data, as serve prints it'),
      // A user who tries it gets a hint to pg_dump.
      new Option('--database <url>').hideHelp(),
    ],
    examples: ['ninefold backup my-copy.sqlite --data examples/todo-backend.data'],
    writes: true,
    exits: '0 copied, 1 not copied (COPY is there already, there is no data), 2 wrong usage',
    action: async (console, [file = ''], flags) => (await import('../backup.ts')).backup(file, flags, console),
  },
];
