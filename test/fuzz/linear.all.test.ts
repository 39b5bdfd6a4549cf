// Four times the document takes at most some five times the time, whatever it is made of: through reading, linking, checking,
// the report for people, the marks that --fix writes and the questions of ask. Time is that of the thread, the least of
// several runs. A square that is small beside the rest shows only in a large document: whole services are of megabytes.

import { describe, expect, it } from 'vitest';

import { growingDocuments } from './growing.ts';
import { spentOn } from './judge.ts';

const FOUR = 4;
/** A square would be sixteen times as long. */
const MOST = 5.2;
/** What takes less says nothing about growth. */
const LEAST = 60;
const TRIES = 3;

/** From so many characters to four times as many. */
const SIZES: Readonly<Record<string, number>> = { 'whole services': 750_000 };
const SIZE = 100_000;

/**
 * What is found of them grows faster: rows that are compared in pairs, of each link of a chain all that hang on it, and a little
 * with as many conditions as fields.
 */
const PAIRS: ReadonlySet<string> = new Set([
  'moves from any',
  'moves by time',
  'answers of an operation',
  'a chain of deletions',
  'codes with conditions of their own fields',
]);

const names = Object.keys(growingDocuments(SIZE)).filter((name) => !PAIRS.has(name));

describe.each(names)('%s', (name) => {
  it('four times as much takes four times as long', { timeout: 300_000 }, () => {
    const size = SIZES[name] ?? SIZE;
    const first = grown(name, size);
    // A collection of garbage falls into the larger of two by chance. What grows too much does so the more, the larger it is.
    const told = first && grown(name, FOUR * size);
    expect(told).toBeUndefined();
  });
});

/** Nothing where it grew with the size; otherwise, what was measured. */
function grown(name: string, size: number): string | undefined {
  const [small, large] = [size, FOUR * size].map((one) => growingDocuments(one)[name]!());
  const most = (large!.length / small!.length / FOUR) * MOST;
  // Others at work on the machine slow one of the two for a while: what grows too much does so each time.
  const spent = [Infinity, Infinity];
  for (let i = 0; i < TRIES; i += 1) {
    spent[0] = Math.min(spent[0]!, spentOn(small!), i === 0 ? spentOn(small!) : Infinity);
    spent[1] = Math.min(spent[1]!, spentOn(large!));
    if (spent[1] <= LEAST || spent[1] / Math.max(spent[0], LEAST / FOUR) < most) return undefined;
  }
  return `${small!.length} characters: ${spent[0]} ms, ${large!.length}: ${spent[1]} ms, at most ${most} times`;
}
