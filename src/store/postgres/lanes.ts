// Connections that many requests share. Input: how to make one, and how many there may be. Output: sessions on the least busy of
// them. Statements follow each other without waiting for answers, so that the database always has the next one at hand:
// https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING

import { Socket } from 'node:net';
import type { Client } from 'pg';
import type { PoolFigures } from '../figures.ts';
import { fromDriver } from './faults.ts';
import { sessionOf } from './client-session.ts';
import type { Session } from './session.ts';

export interface Lanes {
  readonly most: number;
  /** Undefined: there is none, or each has too many that wait. */
  session(): Session | Promise<Session> | undefined;
  figures(): Omit<PoolFigures, 'name'>;
  close(): Promise<void>;
}

interface Lane {
  readonly client: Client;
  readonly socket: Socket;
  /** What is sent in this turn waits for its end, and goes as one. */
  holds: boolean;
  /** Settled when it can be used. */
  ready: Promise<void> | undefined;
  /** Sessions on it. */
  busy: number;
  /** When the last of them was given back, or the first one lent; milliseconds of performance.now(). */
  moved: number;
}

/** Sessions on one connection; later ones wait for a separate connection, for a limited time. */
const MOST_WAITING = 64;

/** Milliseconds without an answer after which no more statements are sent behind those that wait. */
const STUCK = 100;

/** Milliseconds after a connection could not be opened, before the next one is tried. */
const PAUSE = 1_000;

/** `silence`: milliseconds without an answer after which a connection is given up, with all that wait on it. */
export function lanesOf(connect: (socket: Socket) => Client, most: number, silence: number): Lanes {
  const lanes = new Set<Lane>();
  /** In milliseconds of performance.now(). */
  let mayOpen = 0;
  const drop = (lane: Lane): void => {
    if (!lanes.delete(lane)) return;
    lane.client.end().catch(() => undefined);
  };
  const open = (): Lane => {
    const socket = new Socket();
    const client = connect(socket);
    const lane: Lane = { client, socket, holds: false, ready: undefined, busy: 0, moved: 0 };
    client.on('error', () => drop(lane));
    client.on('end', () => drop(lane));
    lane.ready = client.connect().then(() => void (lane.ready = undefined));
    lane.ready.catch(() => {
      mayOpen = performance.now() + PAUSE;
      drop(lane);
    });
    lanes.add(lane);
    return lane;
  };
  // A statement's own time is the database's to keep; here it is found out that the database does not answer at all.
  const watch = setInterval(() => {
    const since = performance.now() - silence;
    for (const lane of lanes) if (lane.busy > 0 && lane.moved < since) lane.socket.destroy();
  }, silence / 4);
  watch.unref();
  const lend = (lane: Lane): Session => {
    hold(lane);
    const session = sessionOf(lane.client, (ended) => {
      lane.busy--;
      lane.moved = performance.now();
      if (ended) drop(lane);
    });
    return { ...session, idleFrom: () => lane.moved };
  };
  return {
    most,
    session() {
      const { least, opening } = look(lanes);
      const another = least?.busy !== 0 && !opening && lanes.size < most && performance.now() >= mayOpen;
      const fresh = another ? open() : opening;
      const lane = least ?? fresh;
      if (lane === undefined || lane.busy >= MOST_WAITING) return undefined;
      if (lane.busy++ === 0) lane.moved = performance.now();
      if (lane.ready === undefined) return lend(lane);
      return lane.ready.then(
        () => lend(lane),
        (error: unknown) => {
          throw fromDriver(error);
        },
      );
    },
    figures: () => figuresOf(lanes, most),
    async close() {
      clearInterval(watch);
      await Promise.all([...lanes].map(({ client }) => client.end().catch(() => undefined)));
    },
  };
}

function figuresOf(lanes: Iterable<Lane>, most: number): Omit<PoolFigures, 'name'> {
  const all = [...lanes];
  const used = all.filter(({ busy }) => busy > 0);
  const waiting = used.reduce((sum, { busy }) => sum + busy - 1, 0);
  return { most, used: used.length, idle: all.length - used.length, waiting };
}

/**
 * The least busy of those that work, and one that is being opened. Another is opened where none is idle, and is not
 * waited for where there is one that works.
 */
function look(lanes: Iterable<Lane>): { readonly least: Lane | undefined; readonly opening: Lane | undefined } {
  const now = performance.now();
  let least: Lane | undefined;
  let opening: Lane | undefined;
  for (const lane of lanes) {
    if (lane.ready !== undefined) opening = lane;
    else if ((least === undefined || lane.busy < least.busy) && (lane.busy === 0 || now - lane.moved < STUCK))
      least = lane;
  }
  return { least, opening };
}

function hold(lane: Lane): void {
  if (lane.holds) return;
  lane.holds = true;
  lane.socket.cork();
  setImmediate(() => {
    lane.holds = false;
    lane.socket.uncork();
  });
}
