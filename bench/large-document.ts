// Documents of a wanted size, for measuring reading and checking: shops with many resources, all nine parts. Input: a number of lines or
// bytes. Output: Markdown that states everything it must, so that no gap shortens the work.

const HEAD = `# Warehouse

- Lists: complete unless marked

## 1. What the service does

Keeps what a warehouse holds.

## 2. Resources and their fields
`;
const ENDPOINTS = `
## 3. States and transitions

none

## 4. Endpoints

### All operations

- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Read-only fields: refused
- Emits: none
- Other operations: none
`;
const TAIL = `
## 5. Authentication

none

## 6. Events

none

## 7. Errors

- Error body: \`{"code": <code>, "message": <message>}\`
- All failed fields at once: no

| Code | Status | When | Message |
|---|---|---|---|
| \`bad\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field | Not filled in properly |
CODES
## 8. Limits

none

## 9. Versioning

none
`;

function resource(name: string): string {
  return `
### ${name}

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default | Meaning |
|---|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none | Its number |
| \`name\` | string(1..80) | yes | caller | not blank | none | What it is called |
| \`pieces\` | integer >= 0 | no | caller | any | \`0\` | How many there are |
| \`price\` | decimal(2) | no | caller | 0..10000 | none | What one costs |
| \`kind\` | one of \`solid\`, \`liquid\`, \`gas\` | no | caller | any | \`solid\` | |
| \`seen_at\` | date-time or null | no | caller | any | \`null\` | |
| \`created_at\` | date-time | yes | service: now at create | any | none | |
`;
}

function operations(name: string, path: string): string {
  return `
### GET /${path}

- Does: lists ${name}
- Order: newest first
- Pages: offset and limit; default 20, at most 100, more is 100
- Repeat: safe

| Query | Type | Required | Default | Allowed values | Selects |
|---|---|---|---|---|---|
| \`kind\` | one of \`solid\`, \`liquid\`, \`gas\` | no | none | any | \`kind\` = value |

| Status | When | Body |
|---|---|---|
| 200 | found | array of ${name} |

### POST /${path}

- Does: creates ${name}
- Body: ${name}
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | ${name} |

### PATCH /${path}/{id}

- Does: updates ${name}
- Body: ${name}
- Omitted fields: kept
- Null fields: cleared
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 200 | updated | ${name} |
`;
}

function document(resources: number): string {
  const numbers = Array.from({ length: resources }, (_, i) => i + 1);
  const codes = numbers.map((n) => `| \`no_item_${n}\` | 404 | no such Item${n} | There is none |`).join('\n');
  const parts = [
    HEAD,
    ...numbers.map((n) => resource(`Item${n}`)),
    ENDPOINTS,
    ...numbers.map((n) => operations(`Item${n}`, `items${n}`)),
  ];
  return (
    parts.join('') + TAIL.replace('CODES', `| \`bad_query\` | 400 | invalid query | Not a possible value |\n${codes}\n`)
  );
}

export function documentOfLines(lines: number): string {
  let n = 1;
  while (document(n + 1).split('\n').length <= lines) n += 1;
  const text = document(n);
  const missing = lines - text.split('\n').length;
  return missing > 0
    ? text.replace(
        'Keeps what a warehouse holds.\n',
        `Keeps what a warehouse holds.\n${'It does so every day.\n'.repeat(missing)}`,
      )
    : text;
}

export function documentOfBytes(bytes: number): string {
  const each = document(200).length - document(199).length;
  return document(Math.ceil(bytes / each));
}
