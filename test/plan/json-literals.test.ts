// Defaults that are lists or objects are kept as a caller's value of the same type would be.

import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/model/model.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { jsonLiteral } from '../../src/plan/json-literals.ts';
import { documentOf, modelOf } from './plan-of.ts';

const FIELDS = {
  prices: 'array of decimal(2)',
  times: 'array of date-time',
  words: 'array of string, sorted',
  numbers: 'array of integer, sorted',
  kinds: 'set of string',
  named: 'map of decimal(1)',
  free: 'object',
  lines: 'array of Line',
};

const model: Model = modelOf(
  documentOf({
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
${Object.entries(FIELDS)
  .map(([name, type]) => `| \`${name}\` | ${type} | no | caller | any | none |`)
  .join('\n')}

### Line

- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`at.x\` | decimal(1) | no | caller | any | none |
| \`name\` | string | no | caller | any | none |`,
    operations: '',
  }),
);

function kept(field: keyof typeof FIELDS, text: string): string {
  return jsonLiteral(model, text, valueOf(model.fields.get(`Thing.${field}`)!.type)!);
}

describe('a default', () => {
  it.each([
    ['prices', '[1, 2.5, 90071992547409.93]', '[1.00,2.50,90071992547409.93]'],
    ['times', '["2026-01-01T01:00:00+01:00"]', '["2026-01-01T00:00:00.000Z"]'],
    ['words', '["b", "a"]', '["a","b"]'],
    ['numbers', '[10, 9, 1]', '[1,9,10]'],
    ['kinds', '["a", "b", "a"]', '["a","b"]'],
    ['named', '{"b": 1, "a": 2}', '{"b":1.0,"a":2.0}'],
    ['free', '{"n": 9007199254740993, "l": [1.10, null, true]}', '{"n":9007199254740993,"l":[1.10,null,true]}'],
    ['lines', '[{"name": "n", "at": {"x": 1}}]', '[{"at":{"x":1.0},"name":"n"}]'],
  ] as const)('of %s is %s', (field, text, expected) => {
    expect(kept(field, text)).toBe(expected);
  });

  it('is not taken when it is of another type', () => {
    expect(() => kept('prices', '["a"]')).toThrow('a default is not of the type of its field');
    expect(() => kept('prices', '[1.234]')).toThrow('more digits');
    expect(() => kept('named', '[]')).toThrow('a default is not of the type of its field');
  });
});
