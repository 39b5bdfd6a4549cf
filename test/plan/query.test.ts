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
  const most = schema['maximum'] ?? 'any';
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

describe('a value of type state', () => {
  const resources = RESOURCES.replace(/$/, '\n| `status` | state | yes | service: state | any | none |');
  const MOVES = `| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`new\` | \`sent\` | outside: \`us\` | none | none |
| \`new\` | one of \`sent\`, \`done\` | outside: \`them\` | none | none |`;
  const COMPARED = `| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`status\` | state | no | none | \`status\` = value |`;
  const enumOf = (states: string, lists?: string, query = COMPARED) => {
    const operations = `### ${HEADING}

- Does: lists Thing
- Order: newest first
- Pages: none
- Repeat: safe

${query}

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing |`;
    const plan = planOf({
      resources,
      states: `### Thing.status\n\n- Any other move: \`stage\`\n\n${states}`,
      operations,
      ...(lists !== undefined && { lists }),
    });
    return runOf(plan, HEADING).query.find(({ name }) => name === 'status')?.schema['enum'];
  };
  const TABLE = `| State | Kind |\n|---|---|\n| \`new\` | initial |\n| \`done\` | final |\n| \`sent\` | any |\n\n`;

  it('is one of the State table, else one that the moves declare', () => {
    expect(enumOf(TABLE + MOVES)).toStrictEqual(['new', 'done', 'sent']);
    expect(enumOf(MOVES)).toStrictEqual(['new', 'sent', 'done']);
    expect(enumOf(MOVES.replace('| `new` | `sent`', '| any | `sent`'))).toStrictEqual(['sent', 'new', 'done']);
    expect(enumOf(MOVES, undefined, '| Query |\n|---|\n| any field of `Thing` |')).toStrictEqual([
      'new',
      'sent',
      'done',
    ]);
  });

  it('may be another where moves may be missing, or one cannot be read', () => {
    expect(enumOf(`${MOVES}\n| … | | | | |`)).toBeUndefined();
    expect(enumOf(MOVES, 'complete only where marked')).toBeUndefined();
    expect(enumOf(MOVES.replace('one of `sent`, `done`', 'not shown'))).toBeUndefined();
    expect(enumOf(MOVES.replace('| `new` | one', '| not shown | one'))).toBeUndefined();
  });
});
