// A service of a document on ports of its own, in this process, with all that documents of plants need: events are sent to this machine, and
// a clock is moved by hand where one is asked for.

import { readFileSync } from 'node:fs';
import { openStage } from '../../callers/stage.ts';
import { manualClock } from '../../../src/serve/clock.ts';
import { rangesOf } from '../../../src/serve/relay/addresses.ts';

/** Where a clock that is moved by hand begins. */
export const START: number = Date.parse('2026-01-01T00:00:00.000Z');

export interface Opened {
  readonly url: string;
  readonly operatorUrl: string;
  close(): Promise<void>;
}

/** `isEnforced`: its rates refuse calls, and are not only watched. */
export async function opened(document: string, clock: boolean, isEnforced = false): Promise<Opened> {
  const stage = await openStage(readFileSync(document, 'utf8'), 'sqlite', {
    relay: { allowed: rangesOf(['127.0.0.0/8']), secrets: () => [] },
    ...(isEnforced && { limits: 'enforce' }),
    ...(clock && { clock: manualClock(START, { keep: () => Promise.resolve(true) }) }),
  });
  const { url, operatorUrl } = stage.service;
  return { url, operatorUrl, close: () => stage.close() };
}
