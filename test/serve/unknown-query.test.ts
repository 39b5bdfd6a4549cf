// A query parameter that nothing declares is one question for all operations. Over HTTP:
// test/parts/endpoints/unknown-query-parameters.http.

import { expect, test } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { asksOf } from '../../src/analysis/questions/questions.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';

const operation = (heading: string, does: string, when: string, body: string, more = ''): string => `### ${heading}
- Does: ${does}
- Repeat: again
${more}
| Status | When | Body |
|---|---|---|
| 200 | ${when} | ${body} |
`;

const OPERATIONS = [
  operation('POST /things', 'creates Thing', 'created', 'Thing', '- Body: none\n'),
  operation('GET /things', 'lists Thing', 'found', 'array of Thing', '- Order: oldest first\n- Pages: none\n'),
  operation('GET /things/{id}', 'reads Thing', 'found', 'Thing'),
  operation('POST /things/{id}/shut', 'moves Thing.door to `shut`', 'moved', 'Thing', '- Body: none\n'),
  operation('DELETE /things/{id}', 'deletes Thing', 'deleted', 'Thing'),
].join('\n');

const HEADINGS = [...OPERATIONS.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading!);

function source(policy: string, code = ', unknown field', authentication = 'none'): string {
  return documentOf({
    resources: `### Thing
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`door\` | state | yes | service: state | any | none |
`,
    states: `### Thing.door

- Any other change: accepted

| State | Kind |
|---|---|
| \`open\` | initial |
| \`shut\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`open\` | \`shut\` | \`POST /things/{id}/shut\` | none | none |
`,
    all: `- Media type: \`application/json\`\n- Who: anyone\n- Emits: none\n- Preconditions: none\n${policy}`,
    operations: OPERATIONS,
    authentication,
    errors: `- Error body: ${code === '' ? '{"code": <code>}' : '{"code": <code>, "fields": [<field>]}'}

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Thing |
| \`stage\` | 409 | illegal move |
| \`bad\` | 422 | malformed body${code} |
`,
  });
}

test('is one question for all operations, which one bullet answers', () => {
  const open = modelOf(source(''));
  const [ask, ...others] = asksOf(open).flatMap(({ asks }) => asks);
  expect(others).toEqual([]);
  expect(ask!.gaps).toEqual(HEADINGS.map((heading) => `4/${heading}/unknown-fields`));
  expect(ask!.gap.question).toBe(
    'What happens to query parameters that these 5 operations do not know: `POST /things`, `GET /things`, `GET /things/{id}` and 2 more?',
  );
  expect(gapView(open).operations.map(({ runs }) => runs)).toEqual(HEADINGS.map(() => 'partly'));
  for (const policy of ['ignored', 'refused'])
    expect(gapView(modelOf(source(`- Unknown fields: ${policy}\n`))).gaps).toEqual([]);
});
