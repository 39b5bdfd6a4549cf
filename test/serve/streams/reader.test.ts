// A sign of life between two events names the place of the last one that was written: a reader that comes back then misses nothing. Notation, part 6,
// "On a stream".

import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { startReader, type Reader } from '../../../src/serve/streams/reader.ts';
import type { Shown } from '../../../src/serve/streams/log.ts';
import type { NumberedEvent } from '../../../src/store/deliveries.ts';

/** Takes all that is written. */
class Connection extends EventEmitter {
  out = '';
  readonly writableNeedDrain = false;
  readonly writableLength = 0;
  readonly req = { socket: {} };
  write(text: string): boolean {
    this.out += text;
    return true;
  }
  end(): void {
    this.emit('close');
  }
  destroy(): void {
    this.emit('close');
  }
}

function shown(seq: number): Shown {
  return { seq, event: { id: seq, seq } as NumberedEvent, text: `id: ${seq}\ndata: ${seq}\n\n` };
}

/** Of three events, the last of which is decided when `decide` is called; nobody sees those that are `hidden`. */
function reading(hidden: readonly number[]): {
  readonly reader: Reader;
  readonly connection: Connection;
  readonly asked: Promise<void>;
  readonly decide: () => void;
} {
  const connection = new Connection();
  const events = [1, 2, 3].map(shown);
  const decided = Promise.withResolvers<boolean>();
  const asked = Promise.withResolvers<void>();
  const last = (): Promise<boolean> => {
    asked.resolve();
    return decided.promise;
  };
  const reader = startReader({
    response: connection as unknown as ServerResponse,
    log: {
      newest: () => Promise.resolve(3),
      isKept: () => Promise.resolve(true),
      behind: (from) => Promise.resolve({ events: events.filter(({ seq }) => seq > from), at: 0 }),
      look: () => Promise.resolve(false),
      forget: () => undefined,
    },
    access: {
      still: () => Promise.resolve(true),
      sees: ({ id }) => (id < 3 ? !hidden.includes(id) : last()),
      left: () => undefined,
    },
    from: 0,
    idOf: String,
    news: () => new Promise(() => undefined),
    failed: (error) => {
      throw error;
    },
  });
  return { reader, connection, asked: asked.promise, decide: () => decided.resolve(!hidden.includes(3)) };
}

const ids = ({ out }: Connection): string[] => out.match(/^id: .*$/gm) ?? [];

it('a sign of life promises no event that was not written', async () => {
  const { reader, connection, asked, decide } = reading([]);
  await asked;
  reader.beat();
  // The connection breaks before they are written.
  reader.end();
  decide();
  await reader.ended;
  expect(ids(connection)).toEqual(['id: 0', 'id: 0']);
  expect(connection.out).not.toContain('data');
});

it.each([
  ['events that were written', [], ['id: 0', 'id: 1', 'id: 2', 'id: 3', 'id: 3']],
  ['events that it does not see', [1, 2, 3], ['id: 0', 'id: 3']],
])('a sign of life has the place behind %s', async (_, hidden, expected) => {
  const { reader, connection, asked, decide } = reading(hidden);
  await asked;
  decide();
  await new Promise((resolve) => setImmediate(resolve));
  reader.beat();
  reader.end();
  await reader.ended;
  expect(ids(connection)).toEqual(expected);
});
