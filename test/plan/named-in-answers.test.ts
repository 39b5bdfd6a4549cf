// Fields that an answer shows without a body that names them: in its headers, and behind an address. What the document does not show of them
// holds the operation; names that are not there are errors.

import { describe, expect, it } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from './plan-of.ts';

interface Said {
  readonly number?: string;
  readonly header?: string;
  readonly errors?: string;
}

function modelOf({ number = 'integer', header = 'none', errors }: Said): Model {
  const source = documentOf({
    resources: `### Thing

- Identified by: \`number\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`number\` | ${number} | yes | caller | any | none |
| \`seen\` | date-time | yes | service: now at create | any | none |
| \`url\` | url | yes | service: address of \`GET /things/{number}\` | any | none |`,
    operations: `### GET /things/{number}

- Does: reads Thing
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | none |

### GET /things

- Does: lists Thing
- Order: oldest first
- Pages: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | array of Thing only url |

### PUT /seen

- Does: creates Thing with \`number\` = 1
- Body: none
- Repeat: again

| Status | When | Body | Headers |
|---|---|---|---|
| 201 | created | none | ${header} |`,
    ...(errors !== undefined && { errors }),
  });
  const { document, diagnostics } = read(source, 'things.md');
  return link(document, diagnostics);
}

function errorsIn(model: Model): readonly string[] {
  return model.diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
}

describe('a field in a header of a success', () => {
  it.each(['`X-Number: {number}`', '`Location: <base>/things/{number}`'])('%s may be there', (header) => {
    const model = modelOf({ header });
    expect(errorsIn(model)).toEqual([]);
    expect(plan(model).operations.map(({ runs }) => runs)).toEqual(['yes', 'yes', 'yes']);
  });

  it('is an error where the row has no such field', () => {
    expect(errorsIn(modelOf({ header: '`Location: <base>/things/{nummer}`' }))).toEqual([
      'Unexpected field `nummer`, expected a field of `Thing`; did you mean `number`?',
    ]);
  });
});

it('what an address is filled with holds whatever shows it', () => {
  const model = modelOf({ number: 'not shown' });
  const listed = gapView(model).operations.find(({ id }) => id === 'GET /things');
  expect(listed?.heldBy).toEqual(['2/Thing.number/type']);
});

it('what errors show and this runtime does not do holds requests that reach no operation, too', () => {
  const errors = `- Error body: {"thing": Thing}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`nowhere\` | 404 | no such path |
`;
  const { refusals } = plan(modelOf({ errors }));
  expect(refusals['no such path']).toEqual({ kind: 'hold', held: { type: 'unsupported', by: ['7/error-body'] } });
});
