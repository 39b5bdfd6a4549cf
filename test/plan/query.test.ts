// What a query may hold: the bounds of Pages, and names that no table has. Notation, part 4, Pages and Unknown fields.

import { describe, expect, it } from 'vitest';
import type { ParameterPlan } from '../../src/plan/input.ts';
import type { RunPlan } from '../../src/plan/plan.ts';
import { planOf, runOf } from './plan-of.ts';

const RESOURCES = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |`;

const HEADING = 'GET /things';

function list(pages: string, bullets = ''): RunPlan {
  const operations = `### ${HEADING}

- Does: lists Thing
- Order: newest first
- Pages: ${pages}
- Repeat: safe
${bullets}

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |`;
  return runOf(planOf({ resources: RESOURCES, operations }), HEADING);
}

/** From, to, what happens to more, and the value when it is left out. */
function bounds({ schema, above, omitted }: ParameterPlan): readonly unknown[] {
  const most = schema['maximum'] === Number.MAX_SAFE_INTEGER ? 'any' : schema['maximum'];
  const more =
    above === undefined ? 'refused' : [above.value, above.rule.do === 'fill' ? above.rule.value : above.rule.do];
  return [schema['minimum'], most, more, omitted.do === 'fill' ? omitted.value : omitted.do];
}

function paged(pages: string): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(list(pages).query.map((parameter) => [parameter.name, bounds(parameter)]));
}

describe('pages', () => {
  it('of an offset begin at 0, and `at most` refuses more', () => {
    expect(paged('offset and limit; default 20, at most 100, more is refused')).toStrictEqual({
      offset: [0, 'any', 'refused', 0],
      limit: [0, 100, 'refused', 20],
    });
  });

  it('of a number begin at 1, their size too', () => {
    expect(paged('page and size; default 5, at most 9, more is refused')).toStrictEqual({
      page: [1, 'any', 'refused', 1],
      size: [1, 9, 'refused', 5],
    });
  });

  it('that are larger than stated are cut where the document says so', () => {
    expect(paged('offset `skip`, limit `take`; default 5, at most 9, more is 7')).toStrictEqual({
      skip: [0, 'any', 'refused', 0],
      take: [0, 'any', [9, 7], 5],
    });
  });
});

describe('a name that no Query table has', () => {
  it.each([
    ['refused', { refuse: 'unknown field' }],
    ['ignored', 'ignored'],
    ['not shown', { held: { type: 'gap', by: [`4/${HEADING}/unknown-fields`] } }],
  ])('is %s as Unknown fields says', (policy, expected) => {
    expect(list('none', `- Unknown fields: ${policy}`).unknownQuery).toStrictEqual(expected);
  });
});
