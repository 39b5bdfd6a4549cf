// A schema of several that all hold as one. Input: a JSON Schema of the plan with `allOf`. Output: the same without it, as far as samples
// need: the narrower of two bounds, values that both list, all patterns in `allPatterns`.

import type { JsonSchema } from '../plan/input.ts';

const LOW: ReadonlySet<string> = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const HIGH: ReadonlySet<string> = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);

export function merged(schema: JsonSchema): JsonSchema {
  const { allOf, ...own } = schema;
  const all = [own, ...(Array.isArray(allOf) ? (allOf as readonly JsonSchema[]).map(merged) : [])];
  const whole: Record<string, unknown> = {};
  for (const one of all) {
    for (const [key, value] of Object.entries(one)) whole[key] = key in whole ? both(key, whole[key], value) : value;
  }
  const patterns = all.flatMap((one) => [one['pattern'] ?? [], one['allPatterns'] ?? []].flat());
  return patterns.length === 0 ? whole : { ...whole, allPatterns: [...new Set(patterns)] };
}

function both(key: string, a: unknown, b: unknown): unknown {
  if (LOW.has(key)) return Math.max(Number(a), Number(b));
  if (HIGH.has(key)) return Math.min(Number(a), Number(b));
  if (key === 'enum' && Array.isArray(a) && Array.isArray(b)) {
    const listed = new Set<unknown>(b);
    return a.filter((value) => listed.has(value));
  }
  return key === 'items' || key === 'additionalProperties' ? { allOf: [a, b] } : b;
}
