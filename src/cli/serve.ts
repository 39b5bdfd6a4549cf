// `ninefold serve FILE`: read, link, refuse on errors, plan, open the store, serve. In: a file and the operator's flags.
// Out: addresses on stdout when ready; 0 after a stop, 1 with one sentence when it cannot start (design, section 7).

import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';

import { check } from '../check/check.ts';
import type { Report } from '../check/check.ts';
import { plan } from '../plan/compile.ts';
import type { Plan } from '../plan/plan.ts';
import { effectsOf } from '../serve/effects.ts';
import { judgeKept } from '../serve/kept.ts';
import { serve } from '../serve/serve.ts';
import type { Service } from '../serve/serve.ts';
import type { Clock } from '../serve/clock.ts';
import { FILE, openSqlite } from '../store/sqlite/open.ts';
import { CannotOpen, DoesNotFit } from '../store/store.ts';
import type { Store } from '../store/store.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { clockFor } from './clock.ts';
import { openDocument } from './documents.ts';
import { migrateCommand, refuseErrors, refuseTwoPlaces } from './refusals.ts';
import { standing, watchAssumptions } from './assumed.ts';
import { effectiveSettings, masked, settingsOf } from './settings.ts';
import type { Settings } from './settings.ts';
import { boundYoungGeneration } from './young-generation.ts';

export async function serveFile(
  file: string,
  flags: Readonly<Record<string, unknown>>,
  console: Console,
): Promise<number> {
  const effective = effectiveSettings(flags, console);
  const settings = settingsOf(effective);
  const model = openDocument(file, console, 1, settings.assume);
  const report = check(model);
  refuseErrors(report, model, console, 'served');
  const planned = plan(model);
  refuseTwoPlaces(effective);
  const data = resolve(console.directory, settings.data ?? `${file.replace(/\.md$/i, '')}.data`);
  await refuseTakenPorts(settings);
  const isNew = settings.database === undefined && !existsSync(join(data, FILE));
  const store = await open(data, planned, settings, migrateCommand(file, flags));
  const service = await start(planned, { store, clock: await clockOf(settings, store) }, report, settings, console);
  const watched = watchAssumptions(report, (line) => console.err(line));
  const stopped = untilStopped(service, settings, console).finally(watched).finally(boundYoungGeneration());
  console.out(
    `listening on ${service.url}\noperator on ${service.operatorUrl}\ndata in ${settings.database === undefined ? data : masked(settings.database)}`,
  );
  if (settings.clock === 'manual') console.err(`the clock stands still; POST /clock on the operator's port moves it`);
  showHeld(planned, file, console);
  showAssumed(report, console);
  if (flags['curl'] === true) {
    const { curlLines } = await import('./curl/lines.ts');
    // Rows of an earlier start may hold the same values, where no two rows may.
    const lines = curlLines(planned, service.url, isNew ? 0 : Math.floor(Date.now() / 1000) % 1_000_000);
    console.out(`\n${lines.join('\n')}`);
    console.err('stays in the foreground: type these lines into a second terminal; Ctrl-C here ends it');
  }
  // A process that is killed writes no cache; the next start shall be warm all the same.
  setTimeout(flushCompileCache, 1000).unref();
  return stopped;
}

/** Before the data is touched: an additive change of the document would be applied to it, and then nothing served. */
async function refuseTakenPorts({ host, port, operatorHost, operatorPort }: Settings): Promise<void> {
  for (const [name, number] of [
    [host, port],
    [operatorHost, operatorPort],
  ] as const) {
    const probe = createServer();
    await new Promise<void>((taken, refused) => {
      probe.once('error', refused);
      probe.listen(number, name, () => probe.close(() => taken()));
    }).catch(refuseListening);
  }
}

async function open(
  directory: string,
  planned: Plan,
  { database, databaseConnections }: Pick<Settings, 'database' | 'databaseConnections'>,
  command: string,
): Promise<Store> {
  try {
    if (database !== undefined) {
      const { openPostgres } = await import('../store/postgres/open.ts');
      return await openPostgres({
        url: database,
        connections: databaseConnections,
        tables: planned.storage,
        effects: effectsOf(planned),
        renames: planned.renames ?? [],
        fits: judgeKept,
      });
    }
    return await openSqlite({
      directory,
      tables: planned.storage,
      renames: planned.renames ?? [],
      fits: judgeKept,
    });
  } catch (error) {
    if (error instanceof DoesNotFit) throw new Refusal(1, `${error.message} ${command} shows what can be done.`);
    if (error instanceof CannotOpen) throw new Refusal(1, error.message);
    throw error;
  }
}

async function clockOf({ clock }: Settings, store: Store): Promise<Clock> {
  try {
    return await clockFor(clock, store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function start(
  planned: Plan,
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  report: Report,
  settings: Settings,
  console: Console,
): Promise<Service> {
  const { publicUrl, requestTimeout, shutdownDelay, host, port, operatorHost, operatorPort, bodyLimit, marks } =
    settings;
  const { document, parts, gaps, operations } = report;
  const page = (): unknown => ({ document, parts, gaps, assumed: standing(report), operations });
  try {
    return await serve({
      plan: planned,
      store,
      clock,
      host,
      port,
      operatorHost,
      operatorPort,
      bodyLimit,
      marks,
      requestTimeout: requestTimeout * 1000,
      shutdownDelay: shutdownDelay * 1000,
      ...(publicUrl === undefined ? {} : { publicUrl }),
      log: (line) => console.err(line),
      pages: { '/gaps': () => ({ type: 'application/json', body: `${JSON.stringify(page(), undefined, 2)}\n` }) },
    });
  } catch (error) {
    await store.close();
    return refuseListening(error);
  }
}

type ListenError = NodeJS.ErrnoException & { readonly address?: string; readonly port?: number };

function refuseListening(error: unknown): never {
  const sentence = cannotListen(error as ListenError);
  if (sentence === undefined) throw error;
  throw new Refusal(1, sentence);
}

function cannotListen({ code, address, port }: ListenError): string | undefined {
  const place = `${address ?? ''}${port === undefined ? '' : `:${port}`}`;
  switch (code) {
    case 'EADDRINUSE':
      return `${place} is in use by another program; give another with --port or --operator-port`;
    case 'EACCES':
      return `this user may not listen on ${place}`;
    case 'EADDRNOTAVAIL':
      return `${place} is no address of this machine`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host to listen on cannot be found: check --host and --operator-host`;
    default:
      return undefined;
  }
}

/** Only a summary: the whole is `ninefold plan` and the operator's /gaps. */
function showHeld({ operations }: Plan, file: string, console: Console): void {
  const count = (runs: string): number => operations.filter((operation) => operation.runs === runs).length;
  if (count('yes') === operations.length && operations.length > 0) return;
  const parts = [`${count('yes')} run`, `${count('partly')} partly`, `${count('no')} held`];
  console.err(`${operations.length} operations: ${parts.join(', ')}; ninefold plan ${file} says why`);
}

function showAssumed({ assumed }: Report, console: Console): void {
  if (assumed.length === 0) return;
  const many = assumed.length === 1 ? '1 assumption' : `${assumed.length} assumptions`;
  const first = assumed.map(({ until }) => until).toSorted()[0]!;
  console.err(`runs under ${many}, the first of them until ${first}; /gaps on the operator's port lists them`);
}

/** The first signal lets requests finish, the second does not wait. */
function untilStopped(service: Service, { shutdownDelay }: Settings, console: Console): Promise<number> {
  return new Promise((finish) => {
    let isStopping = false;
    const stop = (): void => {
      if (isStopping) process.exit(0);
      isStopping = true;
      const delay = shutdownDelay === 0 ? '' : `: calls are taken for ${shutdownDelay} s more`;
      console.err(`stopping${delay}; a second signal ends it at once`);
      void service.close().then(() => {
        for (const signal of SIGNALS) process.off(signal, stop);
        finish(0);
      });
    };
    for (const signal of SIGNALS) process.on(signal, stop);
  });
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
