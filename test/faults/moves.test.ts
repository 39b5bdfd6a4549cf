// The account of moves itself must be able to find fault: an outbox that forgets, repeats or invents is caught.

import { expect, it } from 'vitest';
import { MoveLedger, type Switch, type Told } from './moves.ts';

const ON: Switch = { id: 1, works: true, power: 'on' };
const OFF: Switch = { ...ON, power: 'off' };
const LIT: Told = { event: 'lit', row: ON };
const DARK: Told = { event: 'dark', row: OFF };

function verdict(told: readonly Told[], shown: Switch, underway = 0): string {
  const ledger = new MoveLedger();
  ledger.accounts.push({
    id: 1,
    works: true,
    on: { made: 2, refused: 3, underway },
    off: { made: 1, refused: 0, underway },
  });
  return ledger.compare([shown], told).join('\n');
}

it('is content with one event for each move that was made, and with what nobody heard of', () => {
  expect(verdict([LIT, DARK, LIT], ON)).toBe('');
  expect(verdict([LIT, DARK, LIT, DARK], OFF, 1)).toBe('');
  expect(verdict([LIT, DARK, LIT, DARK, LIT], ON, 1)).toBe('');
});

it.each<[string, readonly Told[], Switch, RegExp]>([
  ['an event that is lost', [LIT, DARK], OFF, /2 turned it on, 0 may have, and 1 are told/],
  ['one that is told twice', [LIT, LIT, DARK, LIT], ON, /and 3 are told/],
  ['one of a move that was refused', [LIT, DARK, LIT, DARK], OFF, /1 turned it off, 0 may have, and 2 are told/],
  ['another order', [LIT, LIT, DARK], ON, /told is lit, lit, dark/],
  ['an event without its move', [LIT, DARK, LIT], OFF, /it is off, and told is on/],
  ['a row as it was before', [LIT, DARK, { event: 'lit', row: OFF }], ON, /`lit` shows another state/],
  ['a switch that nobody made', [LIT, DARK, LIT, { event: 'lit', row: { ...ON, id: 9 } }], ON, /nobody made: 9/],
])('finds %s', (_, told, shown, expected) => {
  expect(verdict(told, shown)).toMatch(expected);
});
