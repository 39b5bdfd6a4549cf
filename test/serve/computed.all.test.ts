// A field that is computed from others, over a real server: what has no result, or one that the field may not hold, is
// refused by every verb. Each answer is compared with a computation of the test's own, on big fractions.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const MOST = 2n ** 63n - 1n;

interface Formula {
  readonly text: string;
  /** Numerator and denominator; undefined where there is none. */
  readonly of: (a: bigint, b: bigint) => readonly [bigint, bigint];
}

const FORMULAS: readonly Formula[] = [
  { text: '`a` / `b`', of: (a, b) => [a, b] },
  { text: '`a` * `b`', of: (a, b) => [a * b, 1n] },
  { text: '`a` + `b`', of: (a, b) => [a + b, 1n] },
  // Each step is kept in 64 bits.
  { text: '`a` - `b` * 2', of: (a, b) => [a - b * 2n, b * 2n > MOST ? 0n : 1n] },
];

const TYPES = [
  { type: 'integer', scale: 0, low: -MOST - 1n, high: MOST, must: true },
  { type: 'integer 1..100', scale: 0, low: 1n, high: 100n, must: true },
  { type: 'decimal(2)', scale: 2, low: -MOST - 1n, high: MOST, must: true },
  { type: 'decimal(2) >= 0 or null', scale: 2, low: 0n, high: MOST, must: false },
] as const;

const VALUES = [0n, 3n, -7n, MOST];

/** Half away from zero. */
function rounded([over, under]: readonly [bigint, bigint], scale: number): bigint | undefined {
  if (under === 0n) return undefined;
  const sign = over < 0n !== under < 0n ? -1n : 1n;
  const x = (over < 0n ? -over : over) * 10n ** BigInt(scale);
  const y = under < 0n ? -under : under;
  return (sign * (2n * x + y)) / (2n * y);
}

function shown(value: bigint, scale: number): string {
  if (scale === 0) return String(value);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const operation = (heading: string, does: string, more: string, status: string): string => `### ${heading}
- Does: ${does}
- Body: Thing
${more}
| Status | When | Body |
|---|---|---|
| ${status} | Thing |

`;

const OPERATIONS = [
  operation('POST /things', 'creates Thing', '- Repeat: again\n', '201 | created'),
  operation('PUT /things/{key}', 'creates or replaces Thing', '- Repeat: same effect\n', '200 | created, replaced'),
  operation(
    'PATCH /things/{key}',
    'updates Thing',
    '- Repeat: same effect\n- Omitted fields: kept\n- Null fields: refused\n',
    '200 | updated',
  ),
  operation('POST /things/{key}/merge', 'merges into Thing', '- Repeat: same effect\n', '200 | updated'),
  operation('POST /things/{key}/whole', 'replaces Thing', '- Repeat: same effect\n', '200 | replaced'),
].join('');

let service: Running;

describe.each(TYPES)('$type', ({ type, scale, low, high, must }) => {
  const fields = FORMULAS.map(
    ({ text }, index) => `| \`f${index}\` | ${type} | yes | service: = ${text} | any | none |`,
  );
  // One resource a formula: a request fails for one reason.
  describe.each(FORMULAS.map((formula, index) => ({ ...formula, index })))('= $text', ({ of, index }) => {
    beforeAll(async () => {
      service = await start(
        planOf({
          resources: `### Thing

- Identified by: \`key\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`key\` | string | yes | caller at create | any | none |
| \`a\` | integer | yes | caller | any | none |
| \`b\` | integer | yes | caller | any | none |
${fields[index]}
`,
          operations: OPERATIONS,
        }),
      );
    });
    afterAll(() => service.stop());

    /** What must be answered: undefined where it is refused. */
    function expected(a: bigint, b: bigint): string | undefined {
      const result = rounded(of(a, b), scale);
      const isKept = result !== undefined && result >= -MOST - 1n && result <= MOST;
      if (!isKept) return must ? undefined : 'null';
      return result < low * 10n ** BigInt(low === 1n || low === 0n ? scale : 0) || result > high
        ? undefined
        : shown(result, scale);
    }

    test('every verb', async () => {
      const wrong: string[] = [];
      let number = 0;
      const call = async (method: string, path: string, body: string, a: bigint, b: bigint): Promise<void> => {
        const { status, text } = await send(service, method, path, body);
        const found = status < 300 ? /"f\d":([^,}]+)/.exec(text)?.[1] : undefined;
        const isRefused = status === 422 && text.includes('invalid');
        const wanted = expected(a, b);
        if (found !== wanted || (wanted === undefined && !isRefused))
          wrong.push(`${method} ${path} ${body}: ${status} ${text}, expected ${wanted}`);
      };
      // Every row begins with what all formulas can compute, and stays so when a change is refused.
      const begin = ['integer 1..100', 'decimal(2) >= 0 or null'].includes(type) && index === 3 ? [9n, 3n] : [60n, 3n];
      for (const a of VALUES) {
        for (const b of VALUES) {
          const key = `k${(number += 1)}`;
          const both = `"a":${a},"b":${b}`;
          await call('POST', '/things', `{"key":"n${key}",${both}}`, a, b);
          await call('PUT', `/things/p${key}`, `{${both}}`, a, b);
          if (expected(begin[0]!, begin[1]!) === undefined) continue;
          await call('POST', '/things', `{"key":"${key}","a":${begin[0]},"b":${begin[1]}}`, begin[0]!, begin[1]!);
          await call('PATCH', `/things/${key}`, `{"b":${b}}`, begin[0]!, b);
          await call('POST', `/things/${key}/merge`, `{${both}}`, a, b);
          await call('POST', `/things/${key}/whole`, `{${both}}`, a, b);
        }
      }
      expect(wrong).toEqual([]);
      expect(service.logged).toEqual([]);
    });
  });
});
