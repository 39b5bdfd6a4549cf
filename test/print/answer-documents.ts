// Documents that leave open one thing of each kind. Input: nothing. Output: Markdown by what is left open in it.

export const DOCUMENTS: Readonly<Record<string, string>> = {
  'a text without anything': '',
  'parts that are empty': [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `## ${n}.\n`).join('\n'),
  'parts that are marked': [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `## ${n}.\n\nnot shown, ask\n`).join('\n'),
  'sections that are marked': `# N

- Lists: complete only where marked

## 2. Resources and their fields

### Note

not shown

## 3. States and transitions

### Note.state

not shown

## 4. Endpoints

### GET /notes

- not shown

## 5. Authentication

### key

not shown

## 6. Events

### Delivery

not shown

### made

not shown

## 7. Errors

not shown
`,
  'a key of repetitions without its table': `# N\n\n## 4. Endpoints\n\n### POST /notes\n\n- Repeat: key\n`,
  'sections that are left out': `# N

- Lists: complete unless marked

## 2. Resources and their fields

### Note
- Identified by: \`id\`

### Tag

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`state\` | state | yes | service: state | any | none |
| \`note\` | Note | yes | caller | any | none |

## 4. Endpoints

### DELETE /notes/{id}
- Does: deletes Note

### GET /tags/{x}
- Does: reads Tag

### PATCH /notes/{id}
- Does: updates Note
- Body: Note

### PUT /tags/{x}
- Does: replaces Tag
- Body: Tag

## 6. Events

### made

### gone, lost

## 7. Errors

| Code | Message |
|---|---|
| \`a\` | b |

## 8. Limits

| Limit | Applies to |
|---|---|
| Calls | \`GET /tags/{x}\` |
| Others | \`GET /tags/{x}\` |
`,
  'cells and bullets that are marked': `# N

- Lists: not shown

## 1. What the service does

Notes.

## 2. Resources and their fields

### Note
- Identified by: not shown
- View \`V\`: not shown, ask
- Unique: not shown
- When deleted: not shown
- Rows: not shown
- At least one of: not shown
- Exactly one of: not shown
- Visible to: not shown

| Field | Type | Required | Present | Set by | Allowed values | Default | Meaning |
|---|---|---|---|---|---|---|---|
| \`id\` | not shown | not shown | not shown | service: not shown | not shown | not shown | not shown |
| \`state\` | state | — | as they like | not shown | ? | | x |
| … | not shown | not shown | not shown | not shown | not shown | not shown | not shown |

## 3. States and transitions

### Note.state

| State | Kind | Meaning |
|---|---|---|
| \`open\` | not shown | not shown |
| \`shut\` | final | x |

| From | To | By | Who | Only if | Emits |
|---|---|---|---|---|---|
| not shown | \`shut\` | \`POST /notes\` | not shown | not shown | not shown |
| \`open\` | not shown | not shown | anyone | none | none |
| … | | | | | |

- Any other move: not shown

## 4. Endpoints

- Base: not shown
- Also at: not shown
- Nested names: not shown
- Checks: not shown
- Headers in: not shown
- Empty text: not shown
- Preconditions: not shown
- Errors: not shown
- Cross-origin: not shown
- Headers: not shown

### POST /notes/{id}
- Media type: not shown
- Does: not shown
- Who: signed-in; which items: not shown, ask
- Omitted fields: not shown
- Null fields: not shown
- Unknown fields: not shown
- Read-only fields: not shown
- Repeat: not shown
- Order: not shown
- Pages: offset and limit; default: not shown; at most 100; more is refused
- Body: not shown
- At least one of: not shown
- Exactly one of: not shown
- Emits: not shown

| Path | Type | Required | Default | Allowed values | Selects |
|---|---|---|---|---|---|
| \`id\` | not shown | not shown | not shown | not shown | not shown |

| Query | Type | Required | Default | Allowed values | Selects |
|---|---|---|---|---|---|
| \`q\` | not shown | not shown | not shown | not shown | not shown |

| Body | Type | Required | Default | Allowed values | When | Sets |
|---|---|---|---|---|---|---|
| \`b\` | not shown | not shown | not shown | not shown | not shown | not shown |

| Status | When | Body | Headers |
|---|---|---|---|
| not shown | found | not shown | not shown |
| 201 | not shown | none | none |
| 404 | \`wrong\` | not shown | not shown |
| not shown | \`other\` | none | none |
| 409 | not shown | none | none |

| Repeat | Statement |
|---|---|
| Header | not shown |

## 5. Authentication

### key
- Scheme: not shown
- Sent in: header \`x\`
- Caller: not shown
- Issued by: \`POST /notes/{id}\`
- Token lifetime: not shown
- Revoked when: not shown
- Claims: the roles: not shown

### …

not shown

## 6. Events

| Event | When | Payload |
|---|---|---|
| \`a\`, \`b\` | not shown | not shown |

### Delivery
- Sent as: not shown

## 7. Errors

- Error body: not shown
- All failed fields at once: not shown

| Code | Status | When | Body | Message | Headers | Retry | Detail |
|---|---|---|---|---|---|---|---|
| \`wrong\` | not shown | not shown | not shown | not shown | not shown | not shown | not shown |

## 8. Limits

| Limit | Value | Per | Applies to | When exceeded |
|---|---|---|---|---|
| Calls | not shown | not shown | not shown | not shown |
| … |

## 9. Versioning

- Scheme: not shown
- Current version: not shown
- Deprecated: not shown
- Sunset: not shown
- Compatibility: not shown

| Version | Date |
|---|---|
| 1 | not shown |
`,
  'versions that are served together': `# N

- Lists: complete unless marked

## 9. Versioning

- Scheme: header \`API-Version\`
- Current version: \`2\`
- Supported versions: \`1\`, \`2\`
- Missing version: not shown
- Unknown version: not shown
- Compatibility: new fields

| Version | Status |
|---|---|
| 1 | not shown |
`,
  'columns that are left out': `# N

- Lists: complete unless marked

## 2. Resources and their fields

### Note
- Identified by: \`id\`

| Field | Meaning |
|---|---|
| \`id\` | x |
| \`other\` | y |

### Tag
- Identified by: \`id\`

Field | Type
--- | ---
\`id\` | integer
\`state\` | state

## 3. States and transitions

### Tag.state

| State | Meaning |
|---|---|
| \`open\` | x |

| From |
|---|
| \`open\` |

### Note.other

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`open\` | \`shut\` | \`POST /notes/{id}\` | none | none |

## 4. Endpoints

### GET /notes
- Does: lists Note

| Query | Meaning |
|---|---|
| \`q\` | x |

| Status |
|---|
| 200 |

### POST /tags
- Does: creates Tag

| Body |
|---|
| \`id\` |

| Status | Headers |
|---|---|
| 404 | none |

### DELETE /tags/{id}
- Does: deletes Tag if there

| Path | Meaning |
|---|---|
| \`id\` | x |

| Status | When | Body |
|---|---|---|
| 200 | deleted | Tag |

### POST /tags/{x}
- Does: moves Tag.state

| Status | When | Body |
|---|---|---|
| 200 | moved and \`id\` = \`1\` | Tag |
`,
  'moves that meet': `# T

- Lists: complete unless marked

## 2. Resources and their fields

### Thing
- Identified by: \`id\`
- When deleted: refused while Thing (\`a\` = \`x\`)

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | yes | service: new id | any | none |
| \`a\` | string | yes | caller | any | none |
| \`b\` | string | yes | caller | any | none |
| \`status\` | state | yes | service: state | any | none |

## 3. States and transitions

### Thing.status
- Any other move: accepted

| State | Kind |
|---|---|
| \`open\` | initial |
| \`shut\` | final |
| \`held\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`open\` | (gone) | after 1 day | none | none |
| \`open\` | \`shut\` | \`POST /things/{id}\` | there is Thing (\`a\` = \`x\`) | none |
| \`open\` | \`held\` | \`POST /things/{id}\` | \`b\` = \`x\` | none |

## 4. Endpoints

### POST /things/{id}
- Does: moves Thing.status
- Who: anyone
`,
};
