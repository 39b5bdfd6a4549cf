// A row is found by what a field of it holds, in whatever way that is written, and as the world goes forward and back.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Digits } from '../../../src/base/json-digits.ts';
import { valueOf } from '../../../src/notation/slot.ts';
import { fits } from '../../../src/verify/values/fits.ts';
import { shownKey } from '../../../src/verify/world/kept.ts';
import { knowledge } from '../../../src/verify/world/begin.ts';
import { Row, UNKNOWN, type Value } from '../../../src/verify/world/known.ts';
import { isField } from '../../../src/verify/values/rows.ts';
import { placeOf } from '../../../src/verify/values/evaluate.ts';
import { ID, modelOf } from '../document.ts';
import { things } from '../things.ts';

const TYPES = [
  'integer',
  'number',
  'decimal(2)',
  'string',
  'uuid',
  'date-time',
  'date',
  'boolean',
  'seconds since 1970',
  'email',
] as const;

const MODEL = modelOf(things({ fields: [ID, ...TYPES.map((type, nth) => `\`f${nth}\` | ${type} | no`)] }));

const FIELDS = TYPES.map((_type, nth) => `f${nth}`);

const UUID = '0197b2e0-0000-7000-8000-00000000000a';
const VALUES: readonly Value[] = [
  UNKNOWN,
  null,
  true,
  false,
  0,
  1,
  1.5,
  -1,
  new Digits('1.0'),
  new Digits('1e0'),
  new Digits('12345678901234567890'),
  new Digits('12345678901234567891'),
  '',
  '1',
  'a',
  'A',
  'é',
  'e\u0301',
  UUID,
  UUID.toUpperCase(),
  '2026-01-01',
  '2026-01-01T00:00:00Z',
  '2026-01-01T01:00:00+01:00',
  '2026-01-01T00:00:00.000Z',
  1_767_225_600,
  [],
  {},
  new Row('Thing', [['id', 1]], true),
];

const value = fc.constantFrom(...VALUES);
const field = fc.constantFrom(...FIELDS);
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), field, value }),
  fc.record({ kind: fc.constant('set' as const), field, value, nth: fc.nat(9) }),
  fc.record({ kind: fc.constant('undo' as const), nth: fc.nat(9) }),
  fc.record({ kind: fc.constant('look' as const), field }),
);

describe('what is near a value', () => {
  it('has each row whose field may be that value, in their order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), field, value, (steps, asked, sought) => {
        const world = knowledge(MODEL, 'http://127.0.0.1');
        const marks = [world.mark()];
        for (const one of steps) {
          marks.push(world.mark());
          const rows = world.rows('Thing');
          if (one.kind === 'add') world.add('Thing', [[one.field, one.value]], true, true);
          else if (one.kind === 'set' && rows.length > 0)
            world.set(rows[one.nth % rows.length]!, one.field, one.value, 'shown');
          else if (one.kind === 'undo') {
            const at = Math.max(0, marks.length - 1 - one.nth);
            world.undo(marks[at]!);
            marks.length = at + 1;
          } else if (one.kind === 'look') world.near('Thing', one.field, 1);
        }
        const near = world.near('Thing', asked, sought);
        const rows = world.rows('Thing');
        expect(near).toEqual(rows.filter((row) => near.includes(row)));
        const left = rows.filter((row) => !near.includes(row));
        const type = valueOf(MODEL.fields.get(`Thing.${asked}`)!.type)!;
        if (sought === UNKNOWN || sought instanceof Row) return;
        // Nobody looks for what its type cannot hold.
        if (fits(MODEL, { types: [type], constraints: [] }, sought) === false) return;
        const place = placeOf({ world, asked: undefined, row: undefined, self: undefined });
        for (const row of left) {
          expect(isField(row, asked, sought, place)).toBe(false);
          expect(shownKey(MODEL, 'Thing', asked, row.get(asked))).not.toBe(shownKey(MODEL, 'Thing', asked, sought));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is few of many', () => {
    const world = knowledge(MODEL, 'http://127.0.0.1');
    for (let id = 0; id < 5000; id += 1)
      world.add(
        'Thing',
        [
          ['id', id],
          ['f3', `t${id % 10}`],
        ],
        true,
        true,
      );
    expect(world.near('Thing', 'id', 77)).toHaveLength(1);
    expect(world.near('Thing', 'f3', 't7')).toHaveLength(500);
  });
});
