// While a scheme does not run, only `anyone` of all that Who can say lets an operation run. An unread `Who: signed-in` that serves openly is
// the worst defect.

import { describe, expect, it } from 'vitest';
import { operationIn, planOf } from './plan-of.ts';

const RESOURCES = `### Thing

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller | any | none |
| \`age\` | integer | yes | caller | any | none |
| \`friend\` | Thing by \`name\` | no | caller | any | none |`;

const AUTHENTICATION = `### Key

- Scheme: JWT
- Sent in: header \`X-Key\`
- Caller: Thing
- Issued by: the operator`;

const HEADING = 'GET /things/{name}';

function heldBy(who: string): readonly string[] {
  const operations = `### ${HEADING}

- Does: reads Thing
- Who: ${who}
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |`;
  const { run, heldBy: by } = operationIn(
    planOf({ resources: RESOURCES, operations, authentication: AUTHENTICATION }),
    HEADING,
  );
  expect(run === undefined, `${who} runs`).toBe(by.length > 0);
  return by;
}

describe('Who', () => {
  it('holds nothing where it is anyone', () => {
    expect(heldBy('anyone')).toStrictEqual([]);
  });

  it.each([
    'anyone, signed-in if sent',
    'signed-in',
    '`admin`',
    'scope `read:things`',
    'owner by `Thing.friend`',
    'owner by `Thing.friend`, others see no such Thing',
    'signed-in; which items: `age` > 17',
    '`age` > 17',
    'anyone or `admin`',
    'signed-in except `admin`',
    'none',
    'not shown',
    'whoever asks nicely',
  ])('holds the operation where it is %s', (who) => {
    expect(heldBy(who).some((id) => id === `4/${HEADING}/who` || id === '5/Key/scheme')).toBe(true);
  });
});
