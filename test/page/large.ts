// A large service for tests of the page: a hundred resources with five operations each, and rows that are inserted in bulk while nothing
// serves them. Input: how many rows in all. Output: the document's text; rows in a directory that `serve` has opened once.

import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

const RESOURCES = 100;

const NO_SUCH = Array.from({ length: RESOURCES }, (_, at) => nameAt(at))
  .flatMap((name, at) => [`no such ${name}`, ...(at === RESOURCES - 1 ? [] : [`no such ${name} in before`])])
  .join(', ');

export const LARGE: string = `# Large

- Lists: complete unless marked

## 1. What the service does

Nothing but a lot.

## 2. Resources and their fields

${each(
  (name, before) =>
    `### ${name}

- Identified by: \`id\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default | Meaning |
|---|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none | |
| \`title\` | string(1..80) | yes | caller | not blank | none | |
| \`count\` | integer | yes | caller | 1..1000000 | none | |
| \`note\` | string(0..500) | no | caller | any | none | |
${before === undefined ? '' : `| \`before\` | ${before} by \`id\` | no | caller | any | none | |\n`}`,
)}
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
- Preconditions: none
- Other operations: none

${each((name) => {
  const path = `/${name.toLowerCase()}s`;
  return `### GET ${path}

- Does: lists ${name}
- Body: none
- Order: newest first
- Pages: offset and limit; default 20, at most 100, more is refused
- Repeat: safe
- Answers: 200 found, array of ${name}

### POST ${path}

- Does: creates ${name}
- Body: ${name}
- Repeat: again
- Answers: 201 created, ${name}

### GET ${path}/{id}

- Does: reads ${name}
- Body: none
- Repeat: safe
- Answers: 200 found, ${name}

### PATCH ${path}/{id}

- Does: updates ${name}
- Body: ${name}
- Omitted fields: kept
- Null fields: cleared
- Repeat: same effect
- Answers: 200 updated, ${name}

### DELETE ${path}/{id}

- Does: deletes ${name}
- Body: none
- Repeat: same effect
- Answers: 204 deleted
`;
})}
## 5. Authentication

none

## 6. Events

none

## 7. Errors

- Error body: \`{"code": <code>, "message": <message>}\`
- All failed fields at once: no

| Code | Status | When | Message |
|---|---|---|---|
| \`not_found\` | 404 | ${NO_SUCH} | It is not there |
| \`wrong\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field | Something is wrong with it |
| \`bad_query\` | 400 | invalid query | The query is wrong |
| \`unreadable\` | 400 | malformed body | The body is not JSON |
| \`wrong_type\` | 415 | unsupported media type | Send application/json |
| \`no_path\` | 404 | no such path | There is nothing here |
| \`no_method\` | 405 | method not allowed | Not with this method |

## 8. Limits

none

## 9. Versioning

none
`;

function each(part: (name: string, before: string | undefined) => string): string {
  return Array.from({ length: RESOURCES }, (_, at) => part(nameAt(at), at === 0 ? undefined : nameAt(at - 1))).join(
    '\n',
  );
}

function nameAt(at: number): string {
  return `Thing${String(at + 1).padStart(3, '0')}`;
}

/** `data`: a directory whose tables a start has made, and that nothing serves now. */
export function fill(data: string, rows: number): void {
  const database = new DatabaseSync(join(data, 'data.sqlite'));
  const own = rows / RESOURCES;
  database.exec('BEGIN');
  for (let at = 0; at < RESOURCES; at++) {
    const refers = at === 0 ? '' : ', "before"';
    database.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${own})
       INSERT INTO "${nameAt(at)}" ("id", "title", "count", "note", "_version"${refers})
       SELECT i, 'title ' || i, i, 'a note about ' || i, 1${at === 0 ? '' : ', i'} FROM n`,
    );
  }
  database.exec('COMMIT');
  database.close();
}
