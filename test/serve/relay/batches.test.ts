// How many events are read at once, by how large the last ones were.

import { expect, it } from 'vitest';
import { batchesOf } from '../../../src/serve/relay/batches.ts';
import { receiversInHand } from '../../../src/serve/relay/receivers-in-hand.ts';
import type { OutboxEvent } from '../../../src/store/deliveries.ts';

const events = (count: number, characters: number): readonly OutboxEvent[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    at: '2026-01-01T00:00:00.000Z',
    event: 'made',
    resource: 'Order',
    key: '1',
    operation: 'POST /orders',
    traceparent: null,
    row: 'x'.repeat(characters),
    payload: null,
    shape: null,
  }));

it('small events are read in growing numbers, up to the most; large ones one by one', () => {
  const batches = batchesOf(512);
  expect(batches.next(16_384)).toBe(32);
  batches.read(events(32, 100));
  expect(batches.next(16_384)).toBe(128);
  batches.read(events(128, 100));
  batches.read(events(512, 100));
  expect(batches.next(16_384)).toBe(512);
  expect(batches.next(7)).toBe(7);
  batches.read([...events(1, 2 ** 20), ...events(9, 10)]);
  expect(batches.next(16_384)).toBe(8);
  batches.read(events(1, 2 ** 26));
  expect(batches.next(16_384)).toBe(1);
  expect(batches.next(0)).toBe(1);
});

it('nothing more is taken in hand while what is there is large', async () => {
  const ends: (() => void)[] = [];
  const inHand = receiversInHand<string>({
    run: async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return { hasTaken: true };
    },
    hasRoom: () => undefined,
    giveBack: () => undefined,
    sizeOf: (text) => text.length,
  });
  inHand.take('one', ['x'.repeat(2 ** 20)]);
  expect(inHand.room()).toBe(16_383);
  inHand.take('two', ['x'.repeat(2 ** 26)]);
  expect(inHand.room()).toBe(0);
  ends[1]!();
  await new Promise(setImmediate);
  expect(inHand.room()).toBe(16_383);
});
