// `ninefold audit FILE`: what was changed, by whom and when, where the service was served with --audit. Input: a document's file, or the
// directory of the data; what is asked for. Output: changes on stdout, the first one first; 1 with one sentence where there is no audit. Nothing of the
// document is read: changes are told by the names that were then. docs/audit.md.

import { Digits, isObject, parseDigits } from '../base/json-digits.ts';
import { shownAddress } from '../store/postgres/address.ts';
import type { AuditEntry, AuditQuery, TakeEntry } from '../store/audit-entries.ts';
import { readAudit } from '../store/sqlite/audit-entries.ts';
import { CannotOpen } from '../store/store.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { dataDirectory } from './data-directory.ts';
import { refuseTwoPlaces } from './refusals.ts';
import { effectiveSettings, settingsOf, type Settings } from './settings.ts';

type Flags = Readonly<Record<string, unknown>>;

export async function audit(file: string, flags: Flags, console: Console): Promise<number> {
  const effective = effectiveSettings(flags, console);
  refuseTwoPlaces(effective);
  const settings = settingsOf(effective);
  const query = queryOf(flags);
  const show = flags['json'] === true ? asJson : forPeople;
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
  const instant = since === undefined ? undefined : Date.parse(String(since));
  if (instant !== undefined && (Number.isNaN(instant) || !/^\d{4}-/.test(String(since))))
    throw new Refusal(
      2,
      `--since is ${JSON.stringify(since)}, expected a date or an instant: 2026-01-31, 2026-01-31T08:00:00Z`,
    );
  return {
    ...(resource !== undefined && { resource: String(resource) }),
    ...(row !== undefined && { row: String(row) }),
    ...(instant !== undefined && { since: new Date(instant).toISOString() }),
  };
}

/** What is kept as JSON stays as it is. */
function asJson({ before, after, masked, ...entry }: AuditEntry): string {
  const start = JSON.stringify({ ...entry, id: undefined }).slice(0, -1);
  return `${start},"before":${before ?? 'null'},"after":${after ?? 'null'},"masked":${JSON.stringify(masked)}}`;
}

const DID = { create: 'created', change: 'changed', delete: 'deleted' } as const;

function forPeople(entry: AuditEntry): string {
  const { at, kind, resource, row, who, operation, request } = entry;
  const by = [operation, who === null || who === operation ? undefined : `by ${who}`, request && `request ${request}`];
  const head = [
    `${at}  ${resource} ${oneLine(row)} ${DID[kind]}`,
    ...by.flatMap((part) => (part ? [oneLine(part)] : [])),
  ].join('  ');
  return [head, ...changes(entry)].join('\n');
}

/** Of a change the fields that differ; of a row that was made or deleted all that it had. */
function changes({ before, after, masked }: AuditEntry): readonly string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    if (masked.includes(name)) return [`    ${name}: (masked) → (masked)`];
    const [from, to] = [was[name], is[name]].map((value) => value !== undefined && shown(value));
    if (from === to) return [];
    if (before === null) return isNothing(to) ? [] : [`    ${name}: ${to}`];
    if (after === null) return isNothing(from) ? [] : [`    ${name}: ${from}`];
    return [`    ${name}: ${from || 'null'} → ${to || 'null'}`];
  });
}

function isNothing(value: string | false | undefined): boolean {
  return value === false || value === 'null';
}

function fieldsOf(row: string | null): Readonly<Record<string, unknown>> {
  return row === null ? {} : (parseDigits(row) as Record<string, unknown>);
}

/** As JSON, numbers with all their digits. */
function shown(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inside]) => `${JSON.stringify(name)}: ${shown(inside)}`)
    .join(', ')}}`;
}

/** A text of a caller ends no line. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are meant
  return text.replace(/[\u0000-\u001f\u007f]/g, (one) => JSON.stringify(one).slice(1, -1));
}
