// What `check` says of large rows is what the stores do (capacity.all.test.ts).

import { describe, expect, test } from 'vitest';

import { check } from '../../src/check/check.ts';
import { takenByFields } from '../../src/analysis/values/row-size.ts';
import { takenBy } from '../../src/store/relational/capacity.ts';
import { documentOf, modelOf, planOf } from '../plan/plan-of.ts';
import { KINDS, wide } from './capacity.ts';

const codes = (types: readonly string[], count: number): readonly string[] =>
  check(modelOf(documentOf(wide(types, count))))
    .diagnostics.map(({ code }) => code)
    .filter((code) => code.startsWith('too-'));

describe('check', () => {
  test('knows what each engine keeps', () => {
    expect(codes(['string'], 300)).toEqual([]);
    expect(codes(['string'], 700)).toEqual(['too-wide-for-postgresql']);
    expect(codes(['boolean'], 1598)).toEqual([]);
    expect(codes(['boolean'], 1599)).toEqual(['too-wide-for-postgresql']);
    expect(codes(['boolean'], 1998)).toEqual(['too-wide-for-postgresql']);
    expect(codes(['boolean'], 1999)).toEqual(['too-many-fields']);
  });

  test.each(KINDS)('takes of a row what the plan keeps of it: %s %s', (...types) => {
    const parts = wide(types, 40);
    const model = modelOf(documentOf(parts));
    expect(takenByFields(model, model.resources.get('Thing')!)).toEqual(planOf(parts).storage[0]!.columns.map(takenBy));
  });
});
