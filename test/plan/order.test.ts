// The order in which a statement looks at things, whatever the order of the fields; and what a replacement leaves alone.
// Notation, part 4, Checks and `creates or replaces`.

import { describe, expect, it } from 'vitest';
import { planOf, runOf, stepOf } from './plan-of.ts';

/** The state stands before the reference. */
const RESOURCES = `### Shelf

- Identified by: \`label\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`label\` | string | yes | caller | any | none |

### Thing

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller | any | none |
| \`stage\` | state | no | caller | any | none |
| \`shelf\` | Shelf by \`label\` | no | caller | any | none |
| \`origin\` | string | no | caller at create | any | none |
| \`note\` | string | no | caller | any | none |`;

function run(heading: string, does: string, more: string, outcome: string) {
  const plan = planOf({
    resources: RESOURCES,
    states: `### Thing.stage

| State | Kind |
|---|---|
| \`new\` | initial |
| \`old\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`new\` | \`old\` | \`${heading}\` | none | none |

- Any other move: \`stage\``,
    codes: '| `dangling` | 422 | no such Shelf in `shelf` |',
    operations: `### ${heading}

- Does: ${does}
- Body: Thing
- Repeat: same effect
${more}

| Status | When | Body |
|---|---|---|
| 200 | ${outcome} | none |`,
  });
  return runOf(plan, heading);
}

function looks(more: string): readonly string[] {
  const kept = '- Omitted fields: kept\n';
  return stepOf(run('PATCH /things/{name}', 'updates Thing', kept + more, 'updated'), 0, 'update').guards.map(
    (guard) => guard.cause,
  );
}

function names(list: readonly { readonly column: string }[]): readonly string[] {
  return list.map((one) => one.column);
}

const BODY = 'no such Shelf in shelf';
const STATE = 'illegal move of Thing.stage';

describe('the guards of one statement', () => {
  it('look at the body before the state, though the state is declared first', () => {
    expect(looks('')).toStrictEqual([BODY, STATE]);
  });

  it('stand as Checks says', () => {
    expect(looks('- Checks: existence, state, uniqueness, body')).toStrictEqual([STATE, BODY]);
  });
});

describe('a row that is replaced by creates or replaces', () => {
  it('keeps its identity and what is sent at creation alone; a new one is given both', () => {
    const step = stepOf(run('PUT /things/{name}', 'creates or replaces Thing', '', 'replaced, created'), 0, 'put');
    expect(names(step.update.set)).toStrictEqual(['stage', 'shelf', 'note']);
    expect(names(step.insert.values)).toStrictEqual(['name', 'stage', 'shelf', 'origin', 'note']);
  });
});
