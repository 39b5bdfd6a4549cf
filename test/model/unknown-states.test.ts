// A state that no machine has: every place that uses it is named, a condition of part 7 that no operation meets as well.

import { describe, expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';

const SOURCE = `# Doors

## 2. Resources and their fields

### Door

- Identified by: \`id\`

| Field | Type | Set by |
|---|---|---|
| \`id\` | uuid | service: new id |
| \`lock\` | state | service: state |

## 3. States and transitions

### Door.lock

| State | Kind |
|---|---|
| \`open\` | initial |
| \`shut\` | final |

| From | To | By |
|---|---|---|
| \`open\` | \`barred\` | not shown |
| \`barred\` | \`shut\` | not shown |

## 7. Errors

| Code | Status | When |
|---|---|---|
| \`no_way\` | 409 | \`lock\` = \`barred\` |
`;

/** `line: where else`. */
function uses(source: string): string[] {
  const { document, diagnostics } = read(source, 'a.md');
  const lineOf = (at: { readonly start: number }): number => source.slice(0, at.start).split('\n').length;
  return link(document, diagnostics)
    .diagnostics.filter(({ code }) => code === 'unknown-state')
    .map(({ at, related }) => `${lineOf(at)}: ${related.map((one) => `${lineOf(one.at)} ${one.message}`).join('; ')}`);
}

const DECLARED = '18 the states of `Door.lock` are declared here';

describe('a state that is not declared', () => {
  it('is told at each place, the first of which names all others', () => {
    expect(uses(SOURCE)).toEqual([
      `25: ${DECLARED}; 26 it is used here, too; 32 it is used here, too`,
      `26: ${DECLARED}; 25 it is used here first`,
      `32: ${DECLARED}; 25 it is used here first`,
    ]);
  });

  const alone = SOURCE.replaceAll('| `barred` ', '| `shut` ');
  const other = (type: string, allowed: string): string =>
    alone.replace(
      '## 3.',
      `### Key\n\n| Field | Type | Allowed values |\n|---|---|---|\n| \`lock\` | ${type} | ${allowed} |\n\n## 3.`,
    );

  it.each([
    ['one state field alone', alone, 1],
    ['a state that is there', alone.replace('= `barred`', '= `shut`'), 0],
    ['in a list', alone.replace('= `barred`', 'in (`shut`, `barred`)'), 1],
    ['a field of that name that can hold the value', other('string', 'any'), 0],
    ['one whose type is not shown', other('not shown', 'any'), 0],
    ['one that lists other values', other('string', '`left`, `right`'), 1],
    ['one of another kind', other('integer', 'any'), 1],
    ['a second state field', other('state', 'any'), 0],
  ])('is told in a condition that no operation meets: %s', (_, source, count) => {
    expect(uses(source)).toHaveLength(count);
  });
});
