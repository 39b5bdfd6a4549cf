// One reader of a stream. Input: where it begins, the log, who it is, its connection. Output: events as it takes them; it ends when it goes away, takes
// nothing for a while, may not read any more, or the stream stops. Notation, part 6, "On a stream"; decision 0069.

import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { keep } from '../retained.ts';
import type { Access } from './context.ts';
import { beatOf } from './ids.ts';
import type { EventLog, Slice } from './log.ts';

export interface ReaderParts {
  readonly response: ServerResponse;
  readonly log: EventLog;
  readonly access: Access;
  /** The number of the last event that it had. */
  readonly from: number;
  /** Undefined: events have no ids, since nobody can ask for them again. */
  readonly idOf: (seq: number) => string | undefined;
  /** Resolves when something may be new. */
  readonly news: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}

export interface Reader {
  /** Resolves when nothing of it runs any more. */
  readonly ended: Promise<void>;
  /** A sign of life, for it and for those between. */
  beat(): void;
  end(): void;
}

/** Milliseconds in which it takes something of what waits for it. */
export const STALLED = 30_000;
/** Characters that are written at once. */
const CHUNK = 32_768;
/** Milliseconds until it is tried again, where the store cannot be asked now. */
const PAUSE = 1_000;

export function startReader(parts: ReaderParts): Reader {
  const { response, access, idOf } = parts;
  const state: State = { position: parts.from, isOver: false, over: undefined };
  const over = new Promise<void>((resolve) => {
    state.over = resolve;
  });
  response.once('close', () => {
    state.isOver = true;
    state.over!();
  });
  const end = (): void => {
    if (state.isOver) return;
    state.isOver = true;
    state.over!();
    response.end();
    // What it does not take any more does not keep its connection.
    setTimeout(() => response.destroy(), END).unref();
  };
  // It gets its place at once: what happens before its first event is not lost when it comes back.
  response.write(beatOf(idOf(state.position)));
  const ended = run(parts, state, over, end).catch((error: unknown) => {
    parts.failed(error);
    end();
  });
  return {
    ended,
    end,
    beat() {
      if (state.isOver || response.writableNeedDrain) return;
      write(response, beatOf(idOf(state.position)));
      access.still(0).then(
        (may) => may || end(),
        () => undefined,
      );
    },
  };
}

/** Milliseconds in which it takes the end. */
const END = 5_000;

interface State {
  position: number;
  isOver: boolean;
  over: (() => void) | undefined;
}

async function run(parts: ReaderParts, state: State, over: Promise<void>, end: () => void): Promise<void> {
  const { log, failed } = parts;
  while (!state.isOver) {
    // Asked for before looking: nothing comes between.
    const news = parts.news();
    try {
      const slice = await log.behind(state.position);
      if (slice === 'lost') return end();
      if (slice.events.length === 0) await Promise.race([news, over]);
      else if (!(await send(parts, state, slice, over))) return end();
    } catch (error) {
      failed(error);
      await Promise.race([sleep(PAUSE, undefined, { ref: false }), over]);
    }
  }
}

/** False: it may not read any more, or takes nothing. */
async function send(parts: ReaderParts, state: State, slice: Slice, over: Promise<void>): Promise<boolean> {
  const { access, response } = parts;
  if (!(await access.still(slice.at))) return false;
  let text = '';
  let at = state.position;
  // A sign of life names the place of what was written, and never that of what still waits here.
  const written = async (): Promise<boolean> => {
    const now = text;
    text = '';
    if (state.isOver) return true;
    const isTaken = now === '' || write(response, now);
    state.position = at;
    return isTaken || drained(response, over);
  };
  try {
    for (const { seq, event, text: own } of slice.events) {
      const sees = access.sees(event, slice.at);
      const isSeen = own !== undefined && (typeof sees === 'boolean' ? sees : await sees);
      if (isSeen) text += own;
      at = seq;
      if (text.length >= CHUNK && !(await written())) return false;
      if (state.isOver) return true;
    }
  } catch (error) {
    // What stands before it is not forgotten.
    await written();
    throw error;
  }
  return written();
}

function write(response: ServerResponse, text: string): boolean {
  const isTaken = response.write(text);
  keep(response.req.socket, 'answer', response.writableLength);
  return isTaken;
}

/** False: it has taken nothing for so long. */
async function drained(response: ServerResponse, over: Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const taken = new Promise<boolean>((resolve) => response.once('drain', () => resolve(true)));
  const late = sleep(STALLED, false, { ref: false, signal: stop.signal }).catch(() => true);
  const isTaken = await Promise.race([taken, late, over.then(() => true)]);
  stop.abort();
  if (isTaken) keep(response.req.socket, 'answer', response.writableLength);
  else response.destroy();
  return isTaken;
}
