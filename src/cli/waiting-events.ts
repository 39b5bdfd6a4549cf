// `ninefold events ACTION FILE [ID]`: events, what became of each, and the operator's hand on them. Input: a document's file, where its data is or the port of the
// service that is running on it; what is asked for. Output: events on stdout, the oldest first; how many were dropped, or are sent again, on
// stderr; 1 with one sentence where there is no such event, or no data. Events are shown by the names that were then; the document says only
// why some wait for it. docs/operate.md.

import { check } from '../check/check.ts';
import { plan } from '../plan/compile.ts';
import { instantText } from '../serve/clock.ts';
import { compileHandOnEvents } from '../serve/hand-on-events.ts';
import { compileShape } from '../serve/relay/payload.ts';
import type { DeliveryState } from '../store/deliveries.ts';
import type { TakeEvent } from '../store/event-entries.ts';
import { eventJson, STATES, type EventEntry, type EventQuery } from '../store/event-entry.ts';
import type { PayloadShape } from '../store/payload-shape.ts';
import { readOutbox } from '../store/sqlite/outbox-entries.ts';
import { CannotOpen } from '../store/store.ts';
import { instantIn } from './clock.ts';
import { Refusal, type Console } from './console.ts';
import { dataDirectory } from './data-directory.ts';
import { openDocument } from './documents.ts';
import { eventLines } from './event-lines.ts';
import { heldEventsLine } from './held-events.ts';
import { instantFlag } from './instant-flag.ts';
import { askPort } from './operator-port.ts';
import { migrateCommand, refuseErrors, refuseTwoPlaces } from './refusals.ts';
import { openData } from './serving/store.ts';
import { effectiveSettings, settingsOf, type Settings } from './settings.ts';

type Flags = Readonly<Record<string, unknown>>;

const ACTIONS = ['list', 'show', 'replay', 'drop', 'erase'] as const;

interface Work {
  readonly file: string;
  readonly query: EventQuery;
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
  if (wanted === 'erase') return erase(work);
  if (flags['row'] !== undefined) throw new Refusal(2, '--row is for erase');
  if (wanted === 'drop' || wanted === 'replay') return change(wanted, work);
  if (wanted === 'show' && id === undefined) throw new Refusal(2, 'name the event: ninefold events show FILE ID');
  return wanted === 'show' ? show(work) : list(work);
}

async function list(work: Work): Promise<number> {
  const { console, flags } = work;
  const query = { ...work.query, isAll: flags['all'] === true };
  const line = flags['json'] === true ? asJson() : (entry: EventEntry) => eventLines(entry).join('\n');
  let isWaiting = false;
  const take: TakeEvent = (entry) => {
    isWaiting ||= entry.done === null && entry.deliveries.length === 0;
    console.out(line(entry));
  };
  if (!(await read({ ...work, query }, take)))
    console.err('no event waits: no operation that was served on this data emits one');
  else if (isWaiting && flags['json'] !== true) whyHeld(work);
  return 0;
}

/** Of a document with errors, or that is not there, nothing is said: events are listed without it, too. */
function whyHeld({ file, settings, console }: Work): void {
  try {
    const model = openDocument(file, console, 1, settings.assume);
    if (check(model).diagnostics.some(({ severity }) => severity === 'error')) return;
    const line = heldEventsLine(plan(model), file);
    if (line !== undefined) console.err(line);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function show(work: Work): Promise<number> {
  const { console, flags, query } = work;
  let isShown = false;
  const carried = carriedBy();
  await read(work, (entry) => {
    isShown = true;
    const payload = carried(entry);
    console.out(flags['json'] === true ? eventJson(entry, payload) : eventLines(entry, { payload }).join('\n'));
  });
  if (!isShown)
    throw new Refusal(1, `there is no event ${query.id}: it was never there, was dropped, or is kept no more`);
  return 0;
}

function asJson(): (entry: EventEntry) => string {
  const carried = carriedBy();
  return (entry) => eventJson(entry, carried(entry));
}

/** What an event carries, as it is sent; undefined: nothing was kept of it. Each plan is compiled once. */
function carriedBy(): (entry: EventEntry) => string | undefined {
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
async function read({ file, query, settings, console }: Work, take: TakeEvent): Promise<boolean> {
  const { database } = settings;
  try {
    if (database === undefined) return await readOutbox(dataDirectory(file, settings, console), query, take);
    const { readOutbox: readDatabase } = await import('../store/postgres/outbox-entries.ts');
    return await readDatabase(database, query, take);
  } catch (error) {
    if (error instanceof CannotOpen) throw new Refusal(1, error.message);
    throw error;
  }
}

type Change = 'drop' | 'replay';

const SELECTORS: Readonly<Record<Change, string>> = {
  drop: '--event, --resource, --since, --before, or --all alone',
  replay: '--event, --resource, --receiver, --state, --since, --before, or --all alone',
};

async function change(what: Change, work: Work): Promise<number> {
  const { query, flags, console } = work;
  const isAll = flags['all'] === true;
  if ((Object.keys(query).length === 0) !== isAll)
    throw new Refusal(2, `${what} takes the number of an event, or ${SELECTORS[what]}`);
  for (const flag of ['receiver', 'state'] as const)
    if (what === 'drop' && query[flag] !== undefined)
      throw new Refusal(
        2,
        `drop takes events out for all of their receivers, and --${flag} names some; ${SELECTORS.drop}`,
      );
  const state = query.state && STATES[query.state];
  const body = { [what]: isAll ? 'all' : { ...query, ...(state !== undefined && { state }) } };
  const { dropped, replayed } = (await done(work, body)) as { readonly dropped?: number; readonly replayed?: number };
  const count = dropped ?? replayed ?? 0;
  if (count === 0 && query.id !== undefined)
    throw new Refusal(
      1,
      what === 'drop'
        ? `there is no event ${query.id} that waits`
        : `there is no such delivery of event ${query.id}: it waits, was never sent, or is kept no more`,
    );
  console.err(
    what === 'drop'
      ? `${count} ${count === 1 ? 'event is' : 'events are'} dropped`
      : `${count} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again`,
  );
  return 0;
}

async function erase(work: Work): Promise<number> {
  const { query, flags, console } = work;
  const { resource, ...others } = query;
  const row = String(flags['row'] ?? '');
  if (resource === undefined || !/^\d{1,15}$/.test(row) || Object.keys(others).length > 0 || flags['all'] === true)
    throw new Refusal(2, 'erase takes --resource and --row, with the row key as `events list` shows it');
  const { erased = 0 } = (await done(work, { erase: { resource, row: Number(row) } })) as { readonly erased?: number };
  console.err(`${erased} ${erased === 1 ? 'event is' : 'events are'} erased`);
  return 0;
}

/** By the service that runs, or on the data. */
async function done(work: Work, body: unknown): Promise<unknown> {
  const operator = work.flags['operator'];
  const { status, json } =
    typeof operator === 'string' ? await askPort(operator, '/outbox', body) : await onData(work, body);
  if (status !== 200) throw new Refusal(1, (json as { error?: string }).error ?? `the answer was ${status}`);
  return json;
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
    const now = await instantIn(store);
    return await compileHandOnEvents({ store, now: () => instantText(now), log: () => undefined })(body);
  } finally {
    await store.close();
  }
}

function queryOf(flags: Flags): EventQuery {
  const given = (key: 'event' | 'resource' | 'receiver'): string | undefined =>
    flags[key] === undefined ? undefined : String(flags[key]);
  const query = {
    event: given('event'),
    resource: given('resource'),
    receiver: given('receiver'),
    state: stateOf(flags['state']),
    since: instantFlag('since', flags['since']),
    before: instantFlag('before', flags['before']),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** As people write it. */
function stateOf(typed: unknown): DeliveryState | undefined {
  if (typed === undefined) return undefined;
  const named = Object.entries(STATES).find(([, said]) => said === String(typed).replace('-', ' '));
  if (named) return named[0] as DeliveryState;
  const all = Object.values(STATES).map((said) => said.replace(' ', '-'));
  throw new Refusal(2, `--state is ${JSON.stringify(typed)}, expected one of ${all.join(', ')}`);
}

function numberOf(typed: string): number {
  const number = Number(typed);
  if (!/^\d+$/.test(typed) || !Number.isSafeInteger(number))
    throw new Refusal(2, `unexpected event ${JSON.stringify(typed)}, expected its number, as \`events list\` shows it`);
  return number;
}
