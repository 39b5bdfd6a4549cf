// `ninefold audit FILE`: what was changed, by whom and when, where the service was served with --audit. Input: a document's file, or the
// directory of the data; what is asked for. Output: changes on stdout, the first one first; 1 with one sentence where there is no audit. Nothing of the
// document is read: changes are shown by the names that were then. docs/audit.md.

import { shownAddress } from '../store/postgres/address.ts';
import type { AuditQuery, TakeEntry } from '../store/audit-entries.ts';
import { entryJson, type AuditEntry } from '../store/audit-entry.ts';
import { readAudit } from '../store/sqlite/audit-entries.ts';
import { CannotOpen } from '../store/store.ts';
import { changes, DID } from './audit-words.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { dataDirectory } from './data-directory.ts';
import { oneLine } from './one-line.ts';
import { instantFlag } from './instant-flag.ts';
import { refuseTwoPlaces } from './refusals.ts';
import { effectiveSettings, settingsOf, type Settings } from './settings.ts';

type Flags = Readonly<Record<string, unknown>>;

export async function audit(file: string, flags: Flags, console: Console): Promise<number> {
  const effective = effectiveSettings(flags, console);
  refuseTwoPlaces(effective);
  const settings = settingsOf(effective);
  const query = queryOf(flags);
  const show = flags['json'] === true ? entryJson : forPeople;
  const take = (entry: AuditEntry): void => console.out(show(entry));
  if (await read(file, settings, query, take, console)) return 0;
  const place =
    settings.database === undefined ? dataDirectory(file, settings, console) : shownAddress(settings.database);
  throw new Refusal(1, `there is no audit in ${place}: ninefold serve writes one with --audit`);
}

async function read(
  file: string,
  settings: Settings,
  query: AuditQuery,
  take: TakeEntry,
  console: Console,
): Promise<boolean> {
  const { database } = settings;
  try {
    if (database === undefined) return readAudit(dataDirectory(file, settings, console), query, take);
    const { readAudit: readDatabase } = await import('../store/postgres/audit-entries.ts');
    return await readDatabase(database, query, take);
  } catch (error) {
    if (error instanceof CannotOpen) throw new Refusal(1, error.message);
    throw error;
  }
}

function queryOf({ resource, row, since }: Flags): AuditQuery {
  if (row !== undefined && resource === undefined)
    throw new Refusal(2, 'name the resource of the row: --resource R --row ID');
  const instant = instantFlag('since', since);
  return {
    ...(resource !== undefined && { resource: String(resource) }),
    ...(row !== undefined && { row: String(row) }),
    ...(instant !== undefined && { since: instant }),
  };
}

function forPeople(entry: AuditEntry): string {
  const { at, kind, resource, row, who, operation, request } = entry;
  const by = [operation, who === null || who === operation ? undefined : `by ${who}`, request && `request ${request}`];
  const head = [
    `${at}  ${resource} ${oneLine(row)} ${DID[kind]}`,
    ...by.flatMap((part) => (part ? [oneLine(part)] : [])),
  ].join('  ');
  return [head, ...changes(entry)].join('\n');
}
