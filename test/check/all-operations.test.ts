// What stands under All operations is for those that it fits: it neither holds the others nor is wrong for them, and where it
// fits none that is remarked. Notation, part 4.

import { expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';

const table = (name: string, field: string): string => `### ${name}

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`${field}\` | string or null | no | caller | any | none |`;

const calls = (name: string, path: string, repeat = 'again'): string => `### POST ${path}

- Does: creates ${name}
- Body: ${name}
- Repeat: ${repeat}

| Status | When | Body |
|---|---|---|
| 201 | created | ${name} |

### PATCH ${path}/{id}

- Does: updates ${name}
- Body: ${name}
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 200 | updated | ${name} |

### GET ${path}/{id}

- Does: reads ${name}
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | ${name} |`;

const ALL = `- Media type: application/json
- Who: anyone
- Emits: none
- Unknown fields: refused
- Read-only fields: refused
`;

function told(all: string, repeat?: string): { readonly said: readonly string[]; readonly held: readonly string[] } {
  const { document, diagnostics } = read(
    documentOf({
      resources: `${table('Thing', 'label')}\n\n${table('Lid', 'color')}`,
      all: `${ALL}${all}`,
      operations: `${calls('Thing', '/things', repeat)}\n\n${calls('Lid', '/lids')}`,
      codes: '| `lidless` | 404 | no such Lid |\n',
    }),
    'things.md',
  );
  const model = link(document, diagnostics);
  const said = check(model).diagnostics.filter(({ severity, code }) => severity === 'error' || code.startsWith('unus'));
  const held = gapView(model).operations.filter(({ heldBy }) => heldBy.length > 0);
  return { said: said.map(({ code }) => code), held: held.map(({ id }) => id) };
}

const NOTHING = { said: [], held: [] };

it.each([
  '- Omitted fields: kept; `label`: refused\n- Null fields: cleared',
  '- Omitted fields: kept; `color`: refused\n- Null fields: cleared; `label`: refused',
  '- Omitted fields: kept\n- Null fields: cleared\n- Empty text: kept; `label`: as null; `color`: refused',
])('a field apart is of any operation that has it: %s', (all) => {
  expect(told(all)).toEqual(NOTHING);
});

it('a field apart that no operation has is unknown', () => {
  const { said, held } = told('- Omitted fields: kept; `labell`: refused\n- Null fields: cleared');
  expect(said).toEqual(['unknown-field']);
  expect(held).toHaveLength(6);
});

it('a field apart that no body has is remarked', () => {
  expect(told('- Omitted fields: kept; `id`: refused\n- Null fields: cleared')).toEqual({
    said: ['unused-statement'],
    held: [],
  });
});

const REPEAT = `- Omitted fields: kept
- Null fields: cleared

| Repeat | Statement |
|---|---|
| Header | \`Idempotency-Key\` required |
| Marked by | \`X-Again: <now>\` |
`;

it('a Repeat table is for those whose Repeat is `key`', () => {
  expect(told(REPEAT, 'key').held).toEqual(['POST /things']);
  expect(told(REPEAT).held).toEqual([]);
});

it('a Repeat table is for those whose Repeat is not shown, and not for those that it leaves out', () => {
  expect(told(REPEAT, 'not shown').held).toEqual(['POST /things']);
  expect(told(`${REPEAT}| Applies to | \`POST /lids\` |\n`, 'not shown').held).toEqual([]);
});
