// The types that a generated field can have: how each is written, and JSON values that fit it and that do not.
// Values are chosen clear-cut: nobody can argue whether they fit.

import type { Random } from './random.ts';

export interface Kind {
  /** The Type cell. */
  readonly type: string;
  readonly allowed: readonly string[];
  readonly good: (random: Random) => unknown;
  readonly bad: readonly unknown[];
  /** Blank text is refused as blank when `not blank` is stated. */
  readonly text: boolean;
  readonly number: boolean;
}

const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath'];

export function word(random: Random): string {
  return `${random.pick(WORDS)} ${random.whole(1, 99)}`;
}

function kind(type: string, good: Kind['good'], bad: readonly unknown[], more: Partial<Kind> = {}): Kind {
  return { type, allowed: ['any'], good, bad, text: false, number: false, ...more };
}

const DAYS = ['2026-01-31', '2024-02-29', '1999-12-01'];

export const KINDS: readonly Kind[] = [
  kind('string', word, [5, true, ['a'], { a: 1 }], { text: true, allowed: ['any', 'not blank'] }),
  kind('string(12)', (r) => word(r), ['far too long for this', 7], { text: true, allowed: ['any', 'not blank'] }),
  kind('string(2..20)', (r) => word(r), ['x', 'y'.repeat(21), false], { text: true }),
  kind('string', (r) => r.pick(['red', 'green']), ['blue', 1], { text: true, allowed: ['`red`, `green`'] }),
  kind('string', (r) => `k${r.whole(10, 99)}`, ['q', 3], { text: true, allowed: ['matches `k[0-9]+`'] }),
  kind('integer', (r) => r.whole(-5, 1000), ['7', 1.5, true, [1]], { number: true }),
  kind('integer >= 1', (r) => r.whole(1, 50), [0, -1, 'one'], { number: true }),
  kind('integer 1..100', (r) => r.whole(1, 100), [0, 101, 2.5], { number: true }),
  kind('number', (r) => r.whole(-50, 50) / 4, ['1.5', false], { number: true }),
  kind('decimal(2)', (r) => r.whole(0, 9999) / 100, [1.005, '3', []], { number: true, allowed: ['any', '0..100'] }),
  kind('boolean', (r) => r.chance(0.5), ['true', 0, 1]),
  kind('date', (r) => r.pick(DAYS), ['2026-02-30', 'today', 20260101]),
  kind('time', (r) => r.pick(['09:30:00', '23:59:59']), ['25:00:00', 9]),
  kind('date-time', (r) => `${r.pick(DAYS)}T10:20:30${r.pick(['Z', '+02:00', '.250Z'])}`, [
    'yesterday',
    0,
    '2026-13-01T00:00:00Z',
  ]),
  kind('date-time, as sent', (r) => `${r.pick(DAYS)}T10:20:30${r.pick(['Z', '+02:00'])}`, ['yesterday', 0]),
  kind('seconds since 1970', (r) => r.whole(0, 2_000_000_000), ['0', 'now']),
  kind('duration', (r) => r.pick(['PT15M', 'P3D', 'P1DT2H']), ['15 minutes', 15]),
  kind('uuid', (r) => `0190a3f2-7c1e-7000-8000-${String(r.whole(1, 999_999)).padStart(12, '0')}`, ['not-a-uuid', 12]),
  kind('url', (r) => `https://example.org/${r.whole(1, 99)}`, ['no address', 4]),
  kind('email', (r) => `p${r.whole(1, 99)}@example.org`, ['nobody', 4]),
  kind('one of `low`, `high`', (r) => r.pick(['low', 'high']), ['middle', 2, 'LOW']),
  kind('array of string', (r) => r.some(WORDS, 0, 3), ['amber', [1], { 0: 'a' }], {
    allowed: ['any', 'at most 3 items'],
  }),
  kind('array of integer, sorted', (r) => [r.whole(1, 9), r.whole(1, 9)], [['1'], 5]),
  kind('set of string', (r) => [r.pick(WORDS), r.pick(WORDS)], ['amber', [true]]),
  kind('map of integer', (r) => ({ [r.pick(WORDS)]: r.whole(1, 9) }), [[1], { a: 'b' }]),
  kind('object', (r) => ({ a: r.whole(1, 9), b: [r.pick(WORDS)] }), ['{}', [], 3]),
];
