// Samples are a courtesy: whatever a document says, they are made in bounded time, or not at all.
// Where steps are counted, no clock is asked; where a clock is asked, the bound is far from what it takes.

import { describe, expect, it } from 'vitest';

import { matcherOf } from '../../src/base/patterns/match.ts';
import { objectionTo } from '../../src/base/patterns/judge.ts';
import { NOT_BLANK, schemaPattern } from '../../src/base/patterns/schema-form.ts';
import { effortForAll, withShare } from '../../src/base/effort.ts';
import { exampleOf } from '../../src/calls/example.ts';
import { sample } from '../../src/calls/samples.ts';
import { schedule } from '../../src/calls/schedule.ts';
import type { JsonSchema, NestedField, ShapePlan } from '../../src/plan/input.ts';
import { operationIn, planOf } from '../plan/plan-of.ts';
import { Random } from '../laws/random.ts';
import { madePattern } from '../patterns/made.ts';

interface Made {
  readonly value: unknown;
  readonly steps: number;
  readonly milliseconds: number;
}

function made(schema: JsonSchema, vary = 1, shapes: Readonly<Record<string, ShapePlan>> = {}): Made {
  const all = effortForAll();
  const before = all.left;
  const begun = process.cpuUsage();
  const kept = shapes['S'] === undefined ? {} : { shape: 'S' };
  const value = withShare(all, (effort) => sample({ name: 'a', schema, value: kept, shapes, vary, effort }));
  const { user } = process.cpuUsage(begun);
  return { value, steps: before - all.left, milliseconds: user / 1000 };
}

/** For one operation. */
const MOST_STEPS = 2_000_000;

const text = (pattern: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  pattern: schemaPattern(pattern),
  ...more,
});

const deep = (inner: string, quantifier: string, depth: number): string =>
  '('.repeat(depth) + inner + `)${quantifier}`.repeat(depth);

describe('a sample for a pattern', () => {
  it.each([
    ['(([a-z]+-)*[a-z]+/)*([a-z]+-)*[a-z]+', {}, 1],
    ['(([a-z]+-)*[a-z]+/)*([a-z]+-)*[a-z]+', { minLength: 40, maxLength: 40 }, 40],
    ['((a*)*)*b', {}, 1],
    ['((a*)*)*b', { minLength: 12 }, 12],
    [deep('a', '+', 90), { minLength: 3 }, 3],
    [deep('a|b', '*', 90), { minLength: 2 }, 2],
    [deep('a?b?', '{1,2}', 8), { minLength: 300, maxLength: 300 }, 300],
    ['(a|ab)(c|bcd)(d*)', { minLength: 6 }, 6],
    ['[ab]*a[ab]{900}', {}, 901],
    ['(a{7})*', { minLength: 8, maxLength: 13 }, undefined],
    ['(a{7})*', { minLength: 8 }, 14],
    ['(|){0,1000000000}', {}, 0],
    ['(a{0}|()){1000000000}b', {}, 1],
    ['[a-z]*', { minLength: 900_000_000 }, undefined],
  ])('%s with %j is found in few steps', (pattern, more, length) => {
    expect(objectionTo(pattern)).toBeUndefined();
    const { value, steps, milliseconds } = made(text(pattern, more));
    expect(typeof value === 'string' ? value.length : undefined).toBe(length);
    if (typeof value === 'string') expect(matcherOf(pattern)(value)).toBe(true);
    expect(steps).toBeLessThanOrEqual(MOST_STEPS);
    expect(milliseconds).toBeLessThan(1000);
  });

  it('is one of its texts by length, patterns and blanks, in few steps, whatever the patterns', () => {
    const random = new Random(13);
    let found = 0;
    for (let i = 0; i < 600; i += 1) {
      const pattern = deep(madePattern(random, 4), random.pick(['', '*', '+', '?', '{1,2}']), random.whole(0, 6));
      if (objectionTo(pattern) !== undefined) continue;
      const minLength = random.pick([0, 0, 1, 3, 40, 700]);
      const maxLength = minLength + random.pick([0, 1, 5, 100]);
      const others = random.pick<readonly string[]>([[], [], [NOT_BLANK], [schemaPattern('.*[abé].*')]]);
      const schema = text(pattern, { minLength, maxLength, allOf: others.map((other) => ({ pattern: other })) });
      const { value, steps } = made(schema, random.whole(1, 30));
      expect(steps, pattern).toBeLessThanOrEqual(MOST_STEPS);
      const fits = (candidate: string): boolean =>
        matcherOf(pattern)(candidate) &&
        Array.from(candidate).length >= minLength &&
        Array.from(candidate).length <= maxLength;
      if (value !== undefined) expect(fits(String(value)), `${pattern} for ${JSON.stringify(value)}`).toBe(true);
      // It is found where there is one: tried with all short texts of some signs.
      if (value === undefined && others.length === 0) expect(SHORT.filter(fits), pattern).toEqual([]);
      if (value !== undefined) found += 1;
    }
    expect(found).toBeGreaterThan(100);
  });
});

const SIGNS = ['a', 'b', 'c', 'é', '.', '-', 'x', '1'];
const SHORT = ['', ...SIGNS, ...SIGNS.flatMap((a) => SIGNS.flatMap((b) => [a + b, ...SIGNS.map((c) => a + b + c)]))];

function field(path: string, more: Partial<NestedField> = {}): NestedField {
  return {
    path: [path],
    schema: { type: 'object' },
    value: { type: 'json', format: 'shape', shape: 'S' },
    omitted: { do: 'refuse', cause: 'missing' },
    nulls: { do: 'refuse', cause: 'invalid' },
    invalid: { do: 'refuse', cause: 'invalid' },
    present: 'always',
    ...more,
  };
}

describe('a sample of many values', () => {
  it.each<[string, JsonSchema]>([
    ['a list of very many', { type: 'array', items: { type: 'integer' }, minItems: 4_000_000_000 }],
    ['a map of very many', { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2 ** 50 }],
    ['lists of lists', { type: 'array', minItems: 5000, items: { type: 'array', minItems: 5000, items: {} } }],
    ['a very long text', { type: 'string', minLength: 2 ** 40 }],
  ])('%s is given up', (_, schema) => {
    const { value, steps, milliseconds } = made(schema);
    expect(value).toBeUndefined();
    expect(steps).toBeLessThanOrEqual(MOST_STEPS);
    expect(milliseconds).toBeLessThan(1000);
  });

  it('shapes within shapes within shapes are given up', () => {
    const fields = Array.from({ length: 50 }, (_, i) => field(`f${i}`));
    const last: NestedField[] = Array.from({ length: 50 }, (_, i) =>
      field(`l${i}`, { value: { type: 'integer' }, schema: { type: 'integer' } }),
    );
    const names = ['S', 'T', 'U', 'V', 'W'];
    const shapes = Object.fromEntries(
      names.map((name, depth) => {
        const next = names[depth + 1];
        const own =
          next === undefined ? last : fields.map((each) => ({ ...each, value: { ...each.value, shape: next } }));
        return [name, { fields: own, unknown: { do: 'ignore' } }] as const;
      }),
    );
    const { value, steps } = made({ type: 'object' }, 1, shapes);
    expect(value).toBeUndefined();
    expect(steps).toBeLessThanOrEqual(MOST_STEPS);
  });
});

/** Things that wait for a word which no call sends, `count` kinds of them. */
function waiting(count: number): Parameters<typeof planOf>[0] {
  const kinds = Array.from({ length: count }, (_, i) => i);
  const head = '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n';
  return {
    resources: kinds
      .map(
        (i) =>
          `### Thing${i}\n\n- Identified by: \`id\`\n\n${head}| \`id\` | integer | yes | service: new id | any | none |\n| \`word\` | string | yes | caller | any | none |\n| \`stage\` | state | yes | service: state | any | none |\n`,
      )
      .join('\n'),
    states: kinds
      .map(
        (i) =>
          `### Thing${i}.stage\n\n| State | Kind | Meaning |\n|---|---|---|\n| \`new\` | initial | |\n| \`kept\` | final | |\n\n| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n| (new) | \`new\` | \`POST /things${i}\` | none | none |\n| \`new\` | \`kept\` | \`POST /things${i}/{id}/keep\` | \`word\` = "the one that nobody finds" | none |\n`,
      )
      .join('\n'),
    operations: kinds
      .map(
        (i) =>
          `### POST /things${i}\n\n- Does: creates Thing${i}\n- Body: Thing${i}\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 201 | created | Thing${i} |\n\n### POST /things${i}/{id}/keep\n\n- Does: moves Thing${i}.stage\n- Body: none\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 200 | moved | Thing${i} |\n`,
      )
      .join('\n'),
    codes: `| \`gone\` | 404 | ${kinds.map((i) => `no such Thing${i}`).join(', ')} |\n`,
  };
}

function searched(kinds: number): { readonly steps: number; readonly unreached: number } {
  const search = schedule(planOf(waiting(kinds)), 0, 0);
  let step = search.next();
  let steps = 0;
  for (; step.done !== true; step = search.next()) steps += 1;
  return { steps, unreached: step.value.unreached.length };
}

describe('the order of calls', () => {
  it('is given up for operations that nothing reaches, in steps that do not grow with their number', () => {
    const [few, many] = [searched(10), searched(40)];
    expect([few.unreached, many.unreached]).toEqual([10, 40]);
    expect(many.steps).toBeLessThan(6000);
    expect(few.steps).toBeLessThan(6000);
  });

  it('leaves a form without values, not the page without an end', () => {
    const plan = planOf(waiting(1));
    const all = effortForAll();
    all.left = 0;
    expect(exampleOf(operationIn(plan, 'POST /things0'), plan.shapes, all).body).toBe('{}');
  });
});
