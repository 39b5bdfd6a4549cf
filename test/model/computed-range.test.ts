// A result that fits whatever is sent is asked for nothing; one that may be missing or may not fit has its cause. Held to
// all values of small fields, one by one.

import { describe, expect, it } from 'vitest';
import { computedFields } from '../../src/analysis/values/computed-fields.ts';
import { understand } from '../laws/service.ts';
import { Random } from '../laws/random.ts';

interface Row {
  readonly type: string;
  readonly required?: string;
  readonly setBy?: string;
  readonly allowed?: string;
}

/** Has the computed field a cause by which a request may be refused? */
function isAsked(a: Row, b: Row, formula: string, result: Row): boolean {
  const line = (name: string, { type, required = 'yes', setBy = 'caller', allowed = 'any' }: Row): string =>
    `| \`${name}\` | ${type} | ${required} | ${setBy} | ${allowed} | none |`;
  const { model, errors } = understand(`# Things

- Lists: complete unless marked

## 2. Resources and their fields

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
${line('id', { type: 'integer', setBy: 'service: new id' })}
${line('a', a)}
${line('b', b)}
${line('f', { ...result, setBy: `service: = ${formula}` })}
`);
  expect(errors).toEqual([]);
  return computedFields(model, model.resources.get('Thing')!).length > 0;
}

const SMALL: Row = { type: 'integer 1..100' };
const WHOLE: Row = { type: 'integer' };

describe('a result that fits whatever is sent', () => {
  it.each<[string, Row, Row, string, Row]>([
    ['twice a field with bounds', SMALL, WHOLE, '`a` * 2', WHOLE],
    ['bounds under Allowed values', { type: 'integer', allowed: '-5..5' }, SMALL, '`a` * `b` - 3', WHOLE],
    ['the tightest bounds', { type: 'integer 0..50', allowed: '10..99' }, SMALL, '`a` + 1', { type: 'integer 11..51' }],
    ['a sum at the end of 64 bits', { type: 'integer 0..9223372036854775806' }, SMALL, '`a` + 1', WHOLE],
    ['no result need be there', SMALL, SMALL, '`a` + `b`', { type: 'integer >= 2', required: 'no' }],
    ['sent on creation only', { ...SMALL, setBy: 'caller at create' }, SMALL, '`a` + 1', WHOLE],
  ])('%s', (_, a, b, formula, result) => {
    expect(isAsked(a, b, formula, result)).toBe(false);
  });
});

describe('a result that may be missing, or not fit', () => {
  it.each<[string, Row, Row, string, Row]>([
    ['no bounds', WHOLE, WHOLE, '`a` * 2', WHOLE],
    ['no bound below', { type: 'integer <= 9' }, WHOLE, '`a` * 2', WHOLE],
    ['one past the end of 64 bits', { type: 'integer 0..9223372036854775807' }, SMALL, '`a` + 1', WHOLE],
    ['a step past the end', { type: 'integer 0..9223372036854775807' }, SMALL, '`a` * 2 - `a` * 2', WHOLE],
    ['one above the bounds', SMALL, WHOLE, '`a` + 1', { type: 'integer 1..100' }],
    ['one below the bounds', SMALL, WHOLE, '`a` - 1', { type: 'integer', allowed: '1..100' }],
    ['values', SMALL, WHOLE, '`a` + 1', { type: 'integer', allowed: '2, 3' }],
    ['a division', SMALL, SMALL, '`a` / `b`', WHOLE],
    ['a field that may be left out', { ...SMALL, required: 'no' }, SMALL, '`a` * 2', WHOLE],
    ['a field that may be null', { type: 'integer 1..100 or null' }, SMALL, '`a` * 2', WHOLE],
    ['a field of an operation', { ...SMALL, setBy: 'by operation' }, SMALL, '`a` * 2', WHOLE],
    ['a number with digits behind the point', SMALL, WHOLE, '`a` * 2', { type: 'decimal(2)' }],
    ['half of a number', SMALL, WHOLE, '`a` * 0.5', WHOLE],
  ])('%s', (_, a, b, formula, result) => {
    expect(isAsked(a, b, formula, result)).toBe(true);
  });
});

const row = ([min, max]: [number, number]): Row => ({ type: 'integer', allowed: `${min}..${max}` });

const compute = (x: number, operator: string, y: number): number =>
  operator === '+' ? x + y : operator === '-' ? x - y : x * y;

it('is asked wherever some values of small fields do not fit', () => {
  const random = new Random(7);
  const counts = { asked: 0, free: 0 };
  for (let round = 0; round < 150; round += 1) {
    const bounds = (): [number, number] => {
      const low = random.whole(-4, 4);
      return [low, low + random.whole(0, 4)];
    };
    const [a, b] = [bounds(), bounds()];
    const [one, two] = [random.pick(['+', '-', '*']), random.pick(['+', '-', '*'])];
    const n = random.whole(0, 3);
    const formula = `(\`a\` ${one} \`b\`) ${two} ${random.pick(['`a`', '`b`', String(n)])}`;
    const low = random.whole(-30, 0);
    const high = random.whole(0, 40);
    const asked = isAsked(row(a), row(b), formula, { type: `integer ${low}..${high}` });
    const fits = every(a, (x) => every(b, (y) => within(valueIn(formula, x, y), low, high)));
    if (!fits) expect(asked, `${formula} of ${a} and ${b} in ${low}..${high}`).toBe(true);
    counts[asked ? 'asked' : 'free'] += 1;
  }
  expect(Math.min(counts.asked, counts.free)).toBeGreaterThan(30);
});

function every([low, high]: [number, number], holds: (value: number) => boolean): boolean {
  for (let value = low; value <= high; value += 1) if (!holds(value)) return false;
  return true;
}

function within(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

function valueIn(formula: string, a: number, b: number): number {
  const [, one = '', two = '', last = ''] = /^\(`a` (.) `b`\) (.) `?(\w+)`?$/.exec(formula)!;
  return compute(compute(a, one, b), two, last === 'a' ? a : last === 'b' ? b : Number(last));
}
