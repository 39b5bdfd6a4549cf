// Resources with many fields, and what a row of them takes. Input: how many fields, their types. Output: a document's part 2, and a body
// that fills each of them as far as it goes.

import type { Parts } from '../plan/plan-of.ts';

/** By type: values that take the most, of several lengths. */
export const TYPES: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, 15, 22, 23, 24, 25, 40, 3000].map((length) => 'é'.repeat(length).slice(0, length)),
  'string(1..4)': ['😀'.repeat(4)],
  integer: [1_000_000_007],
  number: [0.1],
  boolean: [true],
  'decimal(2)': [-123_456_789_012.12],
  'date-time': ['2026-01-01T00:00:00.123Z'],
  date: ['2026-01-01'],
  'array of integer': [[1], [1, 2, 3, 4, 5, 6, 7, 8], Array.from({ length: 300 }, () => 7)],
};

/** Each type alone, and all in turn. */
export const KINDS: readonly (readonly string[])[] = [...Object.keys(TYPES).map((type) => [type]), Object.keys(TYPES)];

const HEAD = '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n';

/** The types in turn. */
export function wide(types: readonly string[], count: number, name = 'f'): Parts {
  const row = (_: unknown, i: number): string =>
    `| \`${name}${i}\` | ${types[i % types.length]} | no | caller | any | none |\n`;
  return {
    resources: `### Thing\n\n- Identified by: \`id\`\n\n${HEAD}| \`id\` | integer | yes | service: new id | any | none |\n${Array.from({ length: count }, row).join('')}`,
    operations:
      '### POST /things\n\n- Does: creates Thing\n- Body: Thing\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 201 | created | Thing |\n\n### PATCH /things/{id}\n\n- Does: updates Thing\n- Body: Thing\n- Omitted fields: kept\n- Null fields: cleared\n- Repeat: same effect\n\n| Status | When | Body |\n|---|---|---|\n| 200 | updated | Thing |\n\n### GET /things\n\n- Does: lists Thing\n- Body: none\n- Order: oldest first\n- Pages: none\n- Repeat: safe\n\n| Status | When | Body |\n|---|---|---|\n| 200 | found | array of Thing |\n',
  };
}

/** The values of each type, the `turn`th of them. */
export function filled(types: readonly string[], count: number, turn: number, name = 'f'): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => {
      const values = TYPES[types[i % types.length]!]!;
      return [`${name}${i}`, values[turn % values.length]];
    }),
  );
}

/** The greatest number for which it is true. */
export function greatest(isTrue: (count: number) => boolean): number {
  let low = 1;
  let high = 4000;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isTrue(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
