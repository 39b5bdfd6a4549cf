// The clock of a service. Input: the setting, and what the data says of the clock that it was used with. Output: the clock of the
// data or of the machine, or one that stops until the operator moves it; never one that goes back (decision 0012).

import { instantText, manualClock, realClock, type Clock } from '../serve/clock.ts';
import type { Store } from '../store/store.ts';
import { Refusal } from './console.ts';

/** The time of a manual clock, as an instant. */
const KEY = 'clock';

/** Rows that replace others have the same clock: it is never set back. */
export async function keepClock({ set, now }: Clock, { notes }: Store): Promise<void> {
  if (set !== undefined) await notes.raise(KEY, instantText(now()));
}

/** Now, as the data knows it; nothing is served meanwhile, or another process holds the clock. */
export async function instantIn(store: Pick<Store, 'notes' | 'now'>): Promise<number> {
  const stood = await store.notes.read(KEY);
  return Math.max(realClock(store).now(), stood === undefined ? 0 : Date.parse(stood));
}

export async function clockFor(setting: 'real' | 'manual', store: Pick<Store, 'notes' | 'now'>): Promise<Clock> {
  const { notes } = store;
  const real = realClock(store);
  const read = async (): Promise<number | undefined> => {
    const kept = await notes.read(KEY);
    return kept === undefined ? undefined : Date.parse(kept);
  };
  const keep = (instant: number): Promise<boolean> => notes.raise(KEY, instantText(instant));
  const stood = await read();
  const now = real.now();
  if (setting === 'real') {
    if (stood !== undefined && stood > now)
      throw new Refusal(
        1,
        `The data was used with a manual clock that is at ${instantText(stood)}, which is still to come; start with --clock manual, or with other data.`,
      );
    if (stood !== undefined) await notes.write(KEY, undefined);
    return real;
  }
  if (stood === undefined) await keep(now);
  const start = (await read()) ?? now;
  // Data that has a clock of its own is shared: others may move this one, too.
  return manualClock(start, store.now === undefined ? { keep } : { keep, read });
}
