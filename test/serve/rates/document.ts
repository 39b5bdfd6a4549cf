// A service with accounts, notes and the rates that a test states. Input: rows of the Limit table. Output: its plan.

import { plan as compile } from '../../../src/plan/compile.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { modelOf } from '../../plan/plan-of.ts';

export function sourceOf(limits: readonly string[], all = '', headers = 'none'): string {
  return `# Notes

- Lists: complete unless marked

## 1. What the service does

It keeps notes.

## 2. Resources and their fields

### Account

- Identified by: \`id\`
- Unique: \`email\` ignoring case

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`email\` | string | yes | caller | any | none |
| \`password\` | secret | yes | caller | any | none |
| \`plan\` | string | no | caller | any | none |

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`text\` | string | yes | caller | any | none |

## 3. States and transitions

none

## 4. Endpoints

### All operations

- Base: none
- Media type: in \`application/json\`; out \`application/json\`
- Cross-origin: none
- Unknown fields: refused
- Read-only fields: refused
- Emits: none
- Other operations: none
- Preconditions: none
${all}
### POST /accounts

- Does: creates Account
- Who: anyone
- Body: Account
- Repeat: again
- Answers: 201 created, Account without \`password\`

### POST /sessions

- Does: signs in Account by \`email\` and \`password\`; issues token for Account
- Who: anyone
- Body: Account only \`email\`, \`password\`
- Repeat: again
- Answers: 200 signed in, \`{"token": <token>}\`

### POST /notes

- Does: creates Note
- Who: signed-in
- Body: Note
- Repeat: again
- Answers: 201 created, Note

### GET /notes/{id}

- Does: reads Note
- Who: anyone, signed-in if sent
- Repeat: safe
- Answers: 200 found, Note

### GET /notes

- Does: lists Note
- Who: signed-in
- Repeat: safe
- Order: oldest first
- Pages: none
- Answers: 200 found, array of Note

## 5. Authentication

### Session

- Scheme: bearer token
- Sent in: header \`Authorization: Bearer {token}\`
- Caller: Account
- Credentials: \`email\` and \`password\` of Account
- Issued by: \`POST /sessions\`
- Token lifetime: none
- Revoked when: none

## 6. Events

none

## 7. Errors

- Error body: {"code": <code>}
- All failed fields at once: no

| Code | Status | When | Headers |
|---|---|---|---|
| \`slow\` | 429 | none | ${headers} |
| \`unknown\` | 401 | no credentials, wrong token, wrong credentials | none |
| \`absent\` | 404 | no such Note | none |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field | none |
| \`taken\` | 409 | any field taken | none |
| \`query\` | 400 | invalid query | none |

## 8. Limits

${limits.length === 0 ? 'none' : `| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n${limits.map((row) => `| ${row} |`).join('\n')}`}

## 9. Versioning

- Scheme: none
- Compatibility: none
`;
}

export function planOf(...limits: readonly string[]): Plan {
  return compile(modelOf(sourceOf(limits)));
}
