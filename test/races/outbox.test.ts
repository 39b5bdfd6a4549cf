// The comparison of moves with what they sent: it finds an event too few, too many, of the wrong move, and in wrong order.

import { expect, it } from 'vitest';
import { unfit } from './outbox.ts';
import type { Sent } from './outbox.ts';
import type { Winner } from './race.ts';

const won = (move: string, sure = true): Winner => ({ row: 'Parcel 1', move, sure });
const sent = (move: string, row: object): Sent => ({ operation: `POST /parcels/{id}/${move}`, row: { id: 1, ...row } });
const CLAIMED = sent('claim', { stage: 'claimed' });
const SHIPPED = sent('ship', { stage: 'shipped' });
const RELEASED = sent('release', { stage: 'waiting' });

it('is content with one event for each move, and with none or one for a move that nobody answered', () => {
  expect(unfit([CLAIMED, SHIPPED], [won('claim'), won('ship')])).toEqual([]);
  expect(unfit([CLAIMED], [won('claim'), won('ship', false)])).toEqual([]);
  expect(unfit([CLAIMED, SHIPPED], [won('claim'), won('ship', false)])).toEqual([]);
});

it.each<[string, Sent[], Winner[], RegExp]>([
  ['a move that sent nothing', [CLAIMED], [won('claim'), won('ship')], /ship: made 1 times, sent 0/],
  ['an event of a move that was refused', [CLAIMED, SHIPPED], [won('claim')], /ship: made 0 times, sent 1/],
  ['an event sent twice', [CLAIMED, RELEASED, CLAIMED], [won('claim'), won('release')], /claim: made 1 times, sent 2/],
  [
    'events in the wrong order',
    [SHIPPED, CLAIMED],
    [won('claim'), won('ship')],
    /claim was sent behind what had led to/,
  ],
  [
    'an event with the row as it was before',
    [sent('claim', { stage: 'waiting' })],
    [won('claim')],
    /claim was sent with stage waiting/,
  ],
])('finds %s', (_name, events, winners, says) => {
  expect(unfit(events, winners).join('\n')).toMatch(says);
});
