// What a running service assumes, and what happens when the time of an assumption is over. Input: the report of the start.
// Output: each assumption and whether it has expired; a line a day for each that has. The service is not stopped: what depends on
// it runs until the operator decides; but the service does not start again like that.

import type { Report } from '../check/check.ts';
import { hasExpired } from '../assume/assume.ts';
import type { Console } from './console.ts';
import { today } from './documents.ts';
import type { Shown } from './serving/shown.ts';

type Standing = Report['assumed'][number] & { readonly expired: boolean };

export function standing({ assumed }: Report): readonly Standing[] {
  const day = today();
  return assumed.map((one) => ({ ...one, expired: hasExpired(one, day) }));
}

/** Of whichever document is served. */
export function watchShownAssumptions(shown: Pick<Shown, 'current' | 'subscribe'>, console: Console): () => void {
  const log = (line: string): void => console.err(line);
  let watched = watchAssumptions(shown.current().report, log);
  const unsubscribe = shown.subscribe(({ report }) => {
    watched();
    watched = watchAssumptions(report, log);
  });
  return () => {
    unsubscribe();
    watched();
  };
}

const HOUR = 3_600_000;

/** Answers how to end the watch. `every`: how often it looks, in milliseconds. */
export function watchAssumptions(
  report: Pick<Report, 'assumed'>,
  log: (line: string) => void,
  { day = today, every = HOUR }: { readonly day?: () => string; readonly every?: number } = {},
): () => void {
  if (report.assumed.length === 0) return () => undefined;
  let last = day();
  const timer = setInterval(() => {
    const now = day();
    if (now === last) return;
    last = now;
    const over = report.assumed.filter((one) => hasExpired(one, now)).map(({ id }) => id);
    if (over.length > 0)
      log(
        `${over.length} of ${report.assumed.length} assumptions have ended, and the service runs on: ${over.join(', ')}`,
      );
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
