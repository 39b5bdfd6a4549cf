// A document of things with tags and pages that follow each other.

import { documentOf, modelOf } from '../plan/plan-of.ts';

export const TAGGED: ReturnType<typeof modelOf> = tagged();

/** `fields`: more rows of its table. */
export function tagged(fields = ''): ReturnType<typeof modelOf> {
  return modelOf(
    documentOf({
      resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`title\` | string(1..40) | yes | caller | not blank | none |
${fields}`,
      all: `- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Read-only fields: refused
- Emits: none
- Other operations: none
`,
      operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again
- Answers: 201 created, Thing

### GET /things

- Does: lists Thing
- Order: oldest first
- Pages: \`Link\` rel next; default 3
- Repeat: safe
- Answers: 200 found, array of Thing

### GET /things/{id}

- Does: reads Thing
- Preconditions: \`If-None-Match\` optional on \`ETag\`
- Repeat: safe

| Status | When | Body | Headers |
|---|---|---|---|
| 200 | found | Thing | \`ETag\` |

### PATCH /things/{id}

- Does: updates Thing
- Body: Thing
- Omitted fields: kept
- Preconditions: \`If-Match\` required on \`ETag\`
- Repeat: again

| Status | When | Body | Headers |
|---|---|---|---|
| 200 | updated | Thing | \`ETag\` |

### DELETE /things/{id}

- Does: deletes Thing
- Preconditions: \`If-Match\` optional on \`ETag\`
- Repeat: same effect
- Answers: 204 deleted
`,
      codes: `| \`tag_needed\` | 428 | precondition required |
| \`other_tag\` | 412 | precondition failed |`,
    }),
  );
}
