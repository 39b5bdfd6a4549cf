// The events that wait, on the page: how many there are, and why each kind does.

import { expect, it } from 'vitest';
import { outboxTable, type Outbox } from '../../src/page/outbox.ts';

const NONE: Outbox = { waiting: 0, events: [], heldBy: [], why: [], looked: 0, away: [] };
const OLDEST = '2026-01-31T08:00:00.000Z';

const textOf = (outbox: Partial<Outbox>): string =>
  outboxTable({ ...NONE, ...outbox })
    .replace(/<\/(?:td|th|p|li|tr|caption)>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replace(/\s+/g, ' ');

it('says what is open, with its question', () => {
  const text = textOf({
    waiting: 1,
    heldBy: [{ id: '6/delivery/order', question: 'In which order?' }, { id: '6/delivery/waits' }],
    why: [{ event: 'order<paid', why: 'held', events: 1, oldest: OLDEST }],
    looked: 1,
  });
  expect(text).toContain('1 event waits to be sent.');
  expect(text).toContain('because of what is open: 6/delivery/order: In which order? 6/delivery/waits');
  expect(text).toContain(`order<paid what keeps them is not shown, or not supported 1 ${OLDEST}`);
});

it('says which receivers accept nothing, and links to them', () => {
  const html = outboxTable({
    ...NONE,
    waiting: 5_000,
    why: [
      { event: 'paid', why: 'receiver away', events: 1_990, oldest: OLDEST },
      { event: 'paid', why: 'given up', events: 10, oldest: OLDEST },
    ],
    looked: 2_000,
    away: [{ receiver: '7', waiting: 1_990, next: OLDEST }],
    resource: 'Listener',
  });
  expect(html).toContain('Why the oldest 2000 wait');
  expect(html).toContain('a receiver does not accept it, or one before it');
  expect(html).toContain('given up, and kept for the operator');
  expect(html).toMatch(
    /<a href="[^"]*Listener[^"]*7[^"]*">Listener 7<\/a> does not accept what is sent: <b>1990<\/b> events wait/,
  );
});

it('says nothing more where none waits, or nobody knows', () => {
  expect(textOf({ heldBy: [{ id: '6/delivery' }] })).toBe('No event waits to be sent. ');
  expect(textOf({ waiting: null })).toBe('How many events wait to be sent cannot be told now. ');
});
