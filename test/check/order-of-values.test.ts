// `lists values of R.f` lists each value once: it is put in order by that field, and by no other. Notation, part 4, key Order.

import { expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';

function errors(
  order: string,
  does = 'lists values of Thing.label',
  body = '`{"labels": <values>}`',
): readonly string[] {
  const source = documentOf({
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`label\` | string | no | caller | any | none |
| \`size\` | integer | no | caller | any | none |`,
    operations: `### GET /labels

- Does: ${does}
- Order: ${order}
- Pages: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | ${body} |`,
  });
  const { document, diagnostics } = read(source, 'things.md');
  const found = link(document, diagnostics).diagnostics.filter(({ severity }) => severity === 'error');
  return found.map(({ code, fix }) => `${code}: ${fix}`);
}

it.each(['`size`', '`size` descending, then `label`', '`id`'])('is wrong by another field: %s', (order) => {
  expect(errors(order)).toEqual(['statement-not-here: Write the field whose values are listed: `label`.']);
});

it('is right by the field itself, and by any field of rows', () => {
  expect(errors('`label`')).toEqual([]);
  expect(errors('`label` descending')).toEqual([]);
  expect(errors('`size`', 'lists Thing', 'array of Thing')).toEqual([]);
});
