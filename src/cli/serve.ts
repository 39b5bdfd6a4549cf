// `ninefold serve FILE`: read, link, refuse on errors, plan, open the store, serve; the parts of it are in serving/. Input: a
// file and the operator's flags. Output: addresses on stdout when ready; 0 after a stop, 1 with one sentence when it cannot start.

import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';

import { check } from '../check/check.ts';
import { serve } from '../serve/serve.ts';
import type { RelaySettings } from '../serve/relay/context.ts';
import type { Service } from '../serve/serve.ts';
import { FILE } from '../store/sqlite/open.ts';
import { CannotOpen } from '../store/store.ts';
import { addressesOf } from './call-settings.ts';
import { watchShownAssumptions } from './assumed.ts';
import { Refusal, type Console } from './console.ts';
import { dataDirectory, signingKeysFile } from './data-directory.ts';
import { openDocument, openText } from './documents.ts';
import { migrateCommand, refuseErrors, refuseTwoPlaces } from './refusals.ts';
import { dataOf } from './serving/data.ts';
import type { Data } from './serving/data.ts';
import { relaySettings, withoutSecret } from './serving/events.ts';
import { greet, showCurl } from './serving/greeting.ts';
import { withoutKey } from './serving/unsigned.ts';
import { openLog } from './serving/log.ts';
import type { Log } from './serving/log.ts';
import { pagesOf } from './serving/pages.ts';
import { refuseListening, refuseTakenPorts } from './serving/ports.ts';
import { watchData } from './serving/presence.ts';
import { servedHere } from './serving/served-here.ts';
import { shownAtFirst } from './serving/shown.ts';
import type { Served, Shown } from './serving/shown.ts';
import { untilStopped } from './serving/stop.ts';
import { openData, plannedFor } from './serving/store.ts';
import { effectiveSettings, settingsOf } from './settings.ts';
import type { Settings } from './settings.ts';
import type { WatchOptions } from './watching/watch.ts';
import { boundHeap } from './bounded-heap.ts';

export async function serveFile(
  file: string,
  flags: Readonly<Record<string, unknown>>,
  given: Console,
): Promise<number> {
  const effective = effectiveSettings(flags, given);
  const settings = settingsOf(effective);
  const log = openLog(given, settings);
  const { console } = log;
  refuseTwoPlaces(effective);
  const watching = flags['watch'] === true ? await watchedFirst(file, settings, console) : undefined;
  const shown = shownAtFirst(watching?.first ?? servedFirst(file, settings, console));
  const planned = plannedFor(shown.current().plan, settings);
  const relay = relaySettings(settings, planned, console);
  const data = dataDirectory(file, settings, console);
  await refuseTakenPorts(settings);
  const isNew = settings.database === undefined && !existsSync(join(data, FILE));
  const store = await openData(data, planned, settings, migrateCommand(file, flags));
  const kept = await dataOf(settings, store);
  const signingKeys = signingKeysFile(file, settings, console);
  // Events that wait are much to do from the start.
  const unbound = boundHeap();
  const service = await start(shown, kept, { ...settings, signingKeys, relay }, log).catch((error: unknown) => {
    unbound();
    throw error;
  });
  const ends = [watchShownAssumptions(shown, console), unbound];
  if (settings.database === undefined) ends.push(watchData(kept, data, console));
  const stopped = untilStopped(service, settings, console);
  greet(service, data, shown.current(), settings, console);
  const place = { keysFile: signingKeys, setting: settings.signingKeys };
  for (const line of [...withoutKey(planned, file, place), ...withoutSecret(planned, settings)]) console.err(line);
  if (watching) {
    const { watchDocument } = await import('./watching/watch.ts');
    const command = migrateCommand(file, flags);
    const served = { shown, service, data: kept, directory: data };
    ends.push(watchDocument({ file, ...watching, ...served, settings, command, console }));
  }
  if (flags['curl'] === true) await showCurl(planned, service.url, { isNew, now: kept.clock.now() }, console);
  // A process that is killed writes no cache; the next start should still be warm.
  setTimeout(flushCompileCache, 1000).unref();
  const status = await stopped;
  for (const end of [...ends, log.end]) await end();
  return status;
}

function servedFirst(file: string, { assume }: Settings, console: Console): Served {
  const model = openDocument(file, console, 1, assume);
  const report = check(model);
  refuseErrors(report, model, console, 'served');
  return servedHere(file, model, report, assume);
}

/** What is watched may have errors at first, as it may later; and it is read beside this thread, as all that is saved. */
async function watchedFirst(file: string, { assume = [] }: Settings, console: Console): Promise<Watched> {
  const own = new Map([file, ...assume].map((name) => [name, openText(name, console, 1)]));
  const { documentReader } = await import('./watching/document-reader.ts');
  const { firstWithoutErrors } = await import('./watching/first.ts');
  const reader = documentReader();
  const { read, texts } = await firstWithoutErrors(file, own, assume, reader, console);
  return { first: read, texts, reader };
}

type Watched = Pick<WatchOptions, 'first' | 'texts' | 'reader'>;

interface Start extends Settings {
  readonly relay: RelaySettings;
}

async function start(shown: Shown, data: Data, settings: Start, { console, served }: Log): Promise<Service> {
  const {
    publicUrl,
    requestTimeout,
    requestDeadline,
    shutdownDelay,
    host,
    port,
    operatorHost,
    operatorPort,
    bodyLimit,
    marks,
  } = settings;
  const { connections, clientMemory, addressShare, limits, signingKeys, relay } = settings;
  try {
    return await serve({
      plan: plannedFor(shown.current().plan, settings),
      store: data.current(),
      clock: data.clock,
      signingKeys,
      relay,
      host,
      port,
      operatorHost,
      operatorPort,
      bodyLimit,
      marks,
      requestTimeout: requestTimeout * 1000,
      requestDeadline: requestDeadline * 1000,
      shared: { connections, kept: clientMemory, addressShare },
      addresses: addressesOf(settings),
      limits,
      shutdownDelay: shutdownDelay * 1000,
      ...(publicUrl === undefined ? {} : { publicUrl }),
      log: (line) => console.err(line),
      ...(served && { served }),
      ...pagesOf(shown),
    });
  } catch (error) {
    await data.current().close();
    if (error instanceof CannotOpen) throw new Refusal(1, error.message);
    return refuseListening(error);
  }
}
