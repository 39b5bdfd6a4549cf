// `ninefold migrate FILE`: what is stored beside what the document says now, and bringing the one to the other. Input: a file and
// where its data is. Output: a plan; with --apply it is done. 0 nothing is in the way, 1 something is. Decision 0015.

import { counted } from '../base/counted.ts';
import { check } from '../check/check.ts';
import { plan } from '../plan/compile.ts';
import { judgeKept } from '../serve/stored-values.ts';
import { isAllowed } from '../store/migration.ts';
import type { Allowed, Migration, MigrationChange, Wish } from '../store/migration.ts';
import { migrateSqlite } from '../store/sqlite/migration.ts';
import { CannotOpen } from '../store/store.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { dataDirectory } from './data-directory.ts';
import { openDocument } from './documents.ts';
import { progressOf } from './progress.ts';
import { migrateCommand, refuseErrors, refuseTwoPlaces } from './refusals.ts';
import { effectiveSettings, settingsOf } from './settings.ts';
import type { Settings } from './settings.ts';

export async function migrate(
  file: string,
  flags: Readonly<Record<string, unknown>>,
  console: Console,
): Promise<number> {
  const effective = effectiveSettings(flags, console);
  const settings = settingsOf(effective);
  refuseTwoPlaces(effective);
  const model = openDocument(file, console, 1, settings.assume);
  refuseErrors(check(model), model, console, 'migrated');
  const { storage, renames = [] } = plan(model);
  const progress = progressOf('migrated', console);
  const allowed = { apply: flags['apply'] === true, drop: flags['drop'] === true, progress };
  const data = dataDirectory(file, settings, console);
  const migration = await runMigration(data, settings, { tables: storage, renames, fits: judgeKept }, allowed);
  const changes = migration?.changes ?? [];
  const isFine = isAllowed(changes, allowed);
  if (flags['format'] === 'json') {
    console.out(JSON.stringify({ applied: migration?.applied === true, allowed: isFine, changes }, undefined, 2));
    return isFine ? 0 : 1;
  }
  if (!migration) console.out('there is no data yet: nothing to migrate');
  else console.out(pretty(migration, allowed, migrateCommand(file, flags), console.paint));
  return isFine ? 0 : 1;
}

/** Without `apply` it only looks, also at data that is served. */
export async function runMigration(
  directory: string,
  { database }: Pick<Settings, 'database'>,
  wish: Wish,
  allowed: Allowed,
): Promise<Migration | undefined> {
  try {
    if (database === undefined) return await migrateSqlite(directory, wish, allowed);
    const { migratePostgres } = await import('../store/postgres/migration.ts');
    return await migratePostgres(database, wish, allowed);
  } catch (error) {
    if (error instanceof CannotOpen) throw new Refusal(1, error.message);
    throw error;
  }
}

const SIGNS = { adds: '+', fills: '*', renames: '~', leaves: '=', loses: '-', stops: '!' } as const;
const STYLES = {
  adds: 'green',
  fills: 'green',
  renames: 'cyan',
  leaves: 'dim',
  loses: 'yellow',
  stops: 'red',
} as const;

function pretty({ changes, applied }: Migration, allowed: Allowed, command: string, paint: Console['paint']): string {
  if (changes.length === 0) return 'nothing to migrate: what is stored fits the document';
  return [...changeLines(changes, paint), '', summary(changes, applied, allowed, command)].join('\n');
}

export function changeLines(changes: readonly MigrationChange[], paint: Console['paint']): readonly string[] {
  const width = Math.max(...changes.map(({ field = '' }) => field.length));
  return [...Map.groupBy(changes, ({ resource }) => resource)].flatMap(([resource, own]) => [
    resource,
    ...own.flatMap((change) => [
      `  ${paint(STYLES[change.does], SIGNS[change.does])} ${lineOf(change, width)}`,
      ...perhapsRenamed(change),
    ]),
  ]);
}

/** What keeps the values, if the two are one: only the author of the document knows. */
function perhapsRenamed({ field = '', changeRow }: MigrationChange): readonly string[] {
  if (changeRow === undefined) return [];
  return [
    `      if only its name changed, nothing of ${field} is lost: part 9, Scheme: none, and in the table Change the row`,
    `      | ${changeRow} |`,
  ];
}

function lineOf({ does, field = '', what, rows, first }: MigrationChange, width: number): string {
  const name = width === 0 ? '' : `${field.padEnd(width)}  `;
  const many = counted(rows, 'row');
  const from = first === undefined ? '' : `, the first ${first}`;
  const tail = { adds: '', fills: '', renames: '', leaves: ', stays stored and unseen', loses: ', lost', stops: '' }[
    does
  ];
  const shown = field !== '' && what.startsWith(`${field} `) ? what.slice(field.length + 1) : what;
  return `${name}${shown}${rows === 0 ? '' : ` (${many}${tail}${from})`}`;
}

function summary(
  changes: readonly MigrationChange[],
  applied: boolean,
  { apply, drop }: Allowed,
  command: string,
): string {
  if (applied) return 'done';
  const has = (does: MigrationChange['does']): boolean => changes.some((one) => one.does === does);
  if (has('stops'))
    return `nothing is touched: what is marked ! has no answer here; change the document, or those rows, first`;
  if (has('loses') && !drop)
    return `nothing is touched: what is marked - would be lost; ${command} --apply --drop gives it up${has('leaves') ? ', and what is marked =' : ''}`;
  if (apply) return 'nothing is touched';
  return `nothing is touched yet: ${command} --apply${has('loses') ? ' --drop' : ''} does it`;
}
