// The tests of the races, with their bounds: what every run must show, whatever it runs on. Input: servers, time, kills.

import { expect } from 'vitest';
import { createCluster, createDatabase, whyNoDatabase } from './database.ts';
import { sentOf, unfit } from './outbox.ts';
import { race, told } from './race.ts';
import type { Figures, Winner } from './race.ts';
import { again, startServers } from './servers.ts';
import type { Again, Kept, Servers } from './servers.ts';

interface Tried {
  readonly name: string;
  readonly servers: number;
  readonly seconds: number;
}

const CLIENTS = 64;

/** Races without a fault: every answer counts, and each row has been fought for. */
export async function tryRace(kept: Kept, tried: Tried): Promise<void> {
  const figures = await run(kept, tried, 'not done');
  expect(figures.silent).toBe(0);
  // Where others change the same row all the time, an engine may ask to try again; seldom.
  expect(figures.unavailable).toBeLessThanOrEqual(figures.requests * 0.005);
}

/** Races in which processes die: what was answered counts, what was not may have happened. */
export async function tryKills(kept: Kept, tried: Tried & { readonly kills: number }): Promise<void> {
  const figures = await run(kept, tried, 'not done', (servers) => again(tried.kills, [200, 1200], servers.kill));
  expect(figures.silent).toBeGreaterThan(0);
}

async function run(
  kept: Kept,
  tried: Tried,
  unavailable: 'not done' | 'unknown',
  faults?: (servers: Servers) => Again,
): Promise<Figures> {
  const servers = await startServers(tried.servers, kept);
  const faulty = faults?.(servers);
  const winners: Winner[] = [];
  let outcome;
  try {
    outcome = await race({
      urls: servers.urls,
      clients: CLIENTS,
      seconds: tried.seconds,
      unavailable,
      winners: (some) => winners.push(...some),
      ...(faulty && { enough: faulty.done }),
    });
  } finally {
    await faulty?.stop();
    const ended = await servers.stop();
    expect(ended).toEqual([]);
  }
  const sent = await sentOf(kept);
  console.log(`${tried.name}: ${told(outcome)}; ${sent.length} events sent`);
  expect(outcome.wrong).toEqual([]);
  expect(unfit(sent, winners)).toEqual([]);
  if (faulty) expect(faulty.done()).toBe(true);
  fought(outcome.figures);
  return outcome.figures;
}

function fought(figures: Figures): void {
  expect(figures.verdicts).toEqual({ ok: figures.rows, illegal: 0, unknown: 0 });
  expect(figures.fewest).toBeGreaterThanOrEqual(64);
  expect(figures.leastConflicts).toBeGreaterThanOrEqual(0.2);
}

/** Runs it on a database of its own; without one it says in one line that it did not. */
export async function onDatabase(name: string, use: (kept: Kept) => Promise<void>): Promise<void> {
  const why = await whyNoDatabase();
  if (why !== undefined) return void console.log(`SKIPPED ${name}: ${why}`);
  const database = await createDatabase();
  try {
    await use({ database: database.url });
  } finally {
    await database.drop();
  }
}

/** Four processes while their database is restarted under them, by turns politely and as if the power went. */
export async function tryRestarts(tried: Tried & { readonly restarts: number }): Promise<void> {
  const why = await whyNoDatabase();
  if (why !== undefined) return void console.log(`SKIPPED ${tried.name}: ${why}`);
  const cluster = await createCluster();
  if (!cluster) return void console.log(`SKIPPED ${tried.name}: initdb is not here`);
  let turn = 0;
  const restart = (): Promise<void> => cluster.restart((turn += 1) % 2 === 0 ? 'fast' : 'immediate');
  try {
    // A database that goes while it commits: whether it did, nobody knows.
    await run({ database: cluster.url }, tried, 'unknown', () => again(tried.restarts, [1000, 3000], restart));
  } finally {
    await cluster.drop();
  }
}
