// `ninefold events ACTION FILE [ID]`: the events that wait to be sent. Input: a document's file, where its data is or the port of the service
// that is running on it; what is asked for. Output: events on stdout, the oldest first; how many were dropped on stderr; 1 with one sentence
// where there is no such event, or no data. Nothing of the document is read to list them: they are shown by the names that were then. docs/operate.md.

import { check } from '../check/check.ts';
import { plan } from '../plan/compile.ts';
import { compileDropEvents } from '../serve/outbox-drop.ts';
import { compileShape } from '../serve/relay/payload.ts';
import type { TakeOutboxEntry } from '../store/outbox-entries.ts';
import { outboxJson, type CarryingEntry, type OutboxEntry, type OutboxQuery } from '../store/outbox-entry.ts';
import type { PayloadShape } from '../store/payload-shape.ts';
import { readOutbox } from '../store/sqlite/outbox-entries.ts';
import { CannotOpen } from '../store/store.ts';
import { Refusal, type Console } from './console.ts';
import { dataDirectory } from './data-directory.ts';
import { openDocument } from './documents.ts';
import { instantFlag } from './instant-flag.ts';
import { oneLine } from './one-line.ts';
import { askPort } from './operator-port.ts';
import { migrateCommand, refuseErrors, refuseTwoPlaces } from './refusals.ts';
import { openData } from './serving/store.ts';
import { effectiveSettings, settingsOf, type Settings } from './settings.ts';

type Flags = Readonly<Record<string, unknown>>;

const ACTIONS = ['list', 'show', 'drop'] as const;

interface Work {
  readonly file: string;
  readonly query: OutboxQuery;
  readonly flags: Flags;
  readonly settings: Settings;
  readonly console: Console;
}

export async function events(
  [action = '', file = '', id]: readonly string[],
  flags: Flags,
  console: Console,
): Promise<number> {
  const wanted = ACTIONS.find((one) => one === action);
  if (!wanted) throw new Refusal(2, `unexpected ${action}, expected one of ${ACTIONS.join(', ')}`);
  const effective = effectiveSettings(flags, console);
  refuseTwoPlaces(effective);
  const query = { ...queryOf(flags), ...(id !== undefined && { id: numberOf(id) }) };
  const work = { file, query, flags, settings: settingsOf(effective), console };
  if (wanted === 'drop') return drop(work);
  if (wanted === 'show' && id === undefined) throw new Refusal(2, 'name the event: ninefold events show FILE ID');
  return wanted === 'show' ? show(work) : list(work);
}

async function list(work: Work): Promise<number> {
  const { console, flags } = work;
  const line = flags['json'] === true ? asJson() : forPeople;
  if (!(await read(work, (entry) => console.out(line(entry)))))
    console.err('no event waits: no operation that was served on this data emits one');
  return 0;
}

async function show(work: Work): Promise<number> {
  const { console, flags, query } = work;
  let isShown = false;
  const carried = carriedBy();
  await read(work, (entry) => {
    isShown = true;
    const payload = carried(entry);
    if (flags['json'] === true) return console.out(outboxJson(entry, payload));
    console.out([forPeople(entry), entry.row, ...(payload === undefined ? [] : [`carries ${payload}`])].join('\n'));
  });
  if (!isShown) throw new Refusal(1, `there is no event ${query.id} that waits`);
  return 0;
}

function asJson(): (entry: CarryingEntry) => string {
  const carried = carriedBy();
  return (entry) => outboxJson(entry, carried(entry));
}

/** What an event carries, as it is sent; undefined: nothing was kept of it. Each plan is compiled once. */
function carriedBy(): (entry: CarryingEntry) => string | undefined {
  const shapes = new Map<string, ReturnType<typeof compileShape>>();
  return (entry) => {
    const { payload, shape, shownBy } = entry;
    if (payload === null || shape === null || shownBy === null) return undefined;
    const show = shapes.get(shape) ?? compileShape(JSON.parse(shownBy) as PayloadShape);
    shapes.set(shape, show);
    return show(entry);
  };
}

/** False: nothing there emits events. */
async function read({ file, query, settings, console }: Work, take: TakeOutboxEntry): Promise<boolean> {
  const { database } = settings;
  try {
    if (database === undefined) return readOutbox(dataDirectory(file, settings, console), query, take);
    const { readOutbox: readDatabase } = await import('../store/postgres/outbox-entries.ts');
    return await readDatabase(database, query, take);
  } catch (error) {
    if (error instanceof CannotOpen) throw new Refusal(1, error.message);
    throw error;
  }
}

async function drop(work: Work): Promise<number> {
  const { query, flags, console } = work;
  const isAll = flags['all'] === true;
  if ((Object.keys(query).length === 0) !== isAll)
    throw new Refusal(
      2,
      'drop takes the number of an event, or --event, --resource, --since, --before, or --all alone',
    );
  const body = { drop: isAll ? 'all' : query };
  const operator = flags['operator'];
  const { status, json } =
    typeof operator === 'string' ? await askPort(operator, '/outbox', body) : await onData(work, body);
  if (status !== 200) throw new Refusal(1, (json as { error?: string }).error ?? `the answer was ${status}`);
  const { dropped } = json as { dropped: number };
  if (dropped === 0 && query.id !== undefined) throw new Refusal(1, `there is no event ${query.id} that waits`);
  console.err(`${dropped} ${dropped === 1 ? 'event is' : 'events are'} dropped`);
  return 0;
}

async function onData(
  { file, flags, settings, console }: Work,
  body: unknown,
): Promise<{ readonly status: number; readonly json: unknown }> {
  const model = openDocument(file, console, 1, settings.assume);
  refuseErrors(check(model), model, console, 'changed');
  const planned = plan(model);
  const directory = dataDirectory(file, settings, console);
  const store = await openData(directory, planned, settings, migrateCommand(file, flags)).catch((error: unknown) => {
    if (!(error instanceof Refusal) || settings.database !== undefined) throw error;
    throw new Refusal(1, `${error.message} While it is served, --operator URL asks the service itself.`);
  });
  try {
    return await compileDropEvents(store, () => undefined)(body);
  } finally {
    await store.close();
  }
}

function queryOf(flags: Flags): OutboxQuery {
  const given = (key: 'event' | 'resource'): string | undefined =>
    flags[key] === undefined ? undefined : String(flags[key]);
  const query = {
    event: given('event'),
    resource: given('resource'),
    since: instantFlag('since', flags['since']),
    before: instantFlag('before', flags['before']),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function numberOf(typed: string): number {
  const number = Number(typed);
  if (!/^\d+$/.test(typed) || !Number.isSafeInteger(number))
    throw new Refusal(2, `unexpected event ${JSON.stringify(typed)}, expected its number, as \`events list\` shows it`);
  return number;
}

function forPeople({ id, at, event, resource, key, operation }: OutboxEntry): string {
  return [String(id), at, oneLine(event), `${resource} ${key}`, oneLine(operation)].join('  ');
}
