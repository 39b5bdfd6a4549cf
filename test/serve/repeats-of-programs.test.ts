// Callers that are no rows are told apart all the same: a key of one is not a key of another. Notation, part 4, Repeat; decision 0046.

import { expect, test } from 'vitest';
import { callName } from '../../src/serve/kept-answers.ts';
import { planOf, runOf } from '../plan/plan-of.ts';

const TABLE = `| Repeat | Statement |
|---|---|
| Header | \`Once\` required |
| Applies to | POST |
| Scope | caller |
| Kept for | 1 hour |
| Same body | the first answer |
| Other body | \`other\` |
| Still running | \`busy\` |
| Kept answers | all |
`;

const PLAN = planOf({
  resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
`,
  operations: `### POST /things

- Does: creates Thing
- Who: signed-in
- Body: none
- Repeat: key
- Answers: 201 created, Thing

${TABLE}`,
  authentication: ['One', 'Other']
    .map(
      (name) => `### ${name}

- Scheme: JWT
- Sent in: header \`X-${name}\`
- Caller: none
- Token lifetime: none
- Verified by: issuer \`https://${name}.example\`, audience \`things\`, keys \`http://127.0.0.1:9/keys\`, algorithms \`ES256\`
`,
    )
    .join('\n'),
  codes: `| \`who\` | 401 | no credentials, wrong token, expired token |
| \`other\` | 409 | same key, other body |
| \`busy\` | 409 | still running |
| \`no_key\` | 400 | header \`Once\` missing |`,
});

test('by their scheme, and by what their token says of whom it is', () => {
  const { repeat } = runOf(PLAN, 'POST /things');
  const sent = { operation: 'POST /things', method: 'POST', path: '/things', key: 'k' };
  const nameOf = (scheme: string, subject: string): string => {
    const bindings = { 'caller.known': 1, 'caller.scheme': scheme, 'caller.claimed.subject': subject };
    return callName(repeat!, { ...sent, query: undefined, octets: undefined, parsed: undefined }, bindings).key;
  };
  const names = [nameOf('One', 'a'), nameOf('One', 'b'), nameOf('Other', 'a')];
  expect(new Set(names).size).toBe(3);
  expect(nameOf('One', 'a')).toBe(names[0]);
});
