// A service written by hand that keeps things, its document, and what `verify` sees of it.

import { verify } from '../../src/verify/verify.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import type { Answer, Asked, Handler } from './by-hand.ts';
import { modelOf } from './running.ts';

export const seen = (verdict: Verdict): readonly string[] => [
  ...verdict.findings.map(({ class: kind, operation, expected, got }) => `${kind}, ${operation}: ${expected}; ${got}`),
  ...verdict.invented.filter(({ isComplete }) => isComplete).map(({ what, name, at }) => `${what} ${name}, ${at}`),
];

export async function verdictOn(document: string, url: URL, seed = 3): Promise<Verdict> {
  return verify(modelOf(document), { url, seed, requests: 300, time: 15_000 });
}

export interface Document {
  readonly made?: string;
  readonly fields?: string;
  readonly all?: string;
  readonly authentication?: string;
  readonly operations?: string;
}

export function things({
  made = '201 created, Thing',
  fields = '',
  all = '',
  authentication,
  operations = '',
}: Document = {}): string {
  return `# Things

- Lists: complete unless marked

## 1. What the service does

It keeps things.

## 2. Resources and their fields

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`title\` | string(1..40) | yes | caller | any | none |
${fields}
## 3. States and transitions

none

## 4. Endpoints

### All operations

- Media type: application/json
- Who: anyone
- Unknown fields: ignored
- Read-only fields: ignored
- Emits: none
- Other operations: none
- Preconditions: none
${all}
### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again
- Answers: ${made}

### GET /things

- Does: lists Thing
- Body: none
- Order: oldest first
- Pages: none
- Repeat: safe
- Answers: 200 found, array of Thing

### GET /things/{id}

- Does: reads Thing
- Body: none
- Repeat: safe
- Answers: 200 found, Thing
${operations}
## 5. Authentication

${authentication ?? 'none\n'}
## 6. Events

none

## 7. Errors

- Error body: \`{"error": <code>}\`
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`missing\` | 404 | no such Thing |
| \`invalid\` | 400 | any field missing, any field invalid |

## 8. Limits

none

## 9. Versioning

none
`;
}

export interface Thing {
  readonly id: number;
  readonly title: string;
}

/** Things in memory; what is not of theirs is answered by `otherwise`. */
export function keeper(
  made: (thing: Thing, asked: Asked) => Answer = (thing) => ({ status: 201, body: thing }),
  otherwise: Handler = () => ({ status: 404 }),
): Handler {
  const rows: Thing[] = [];
  return (asked) => {
    const { method, path, json, text } = asked;
    const isReading = method === 'GET' || method === 'HEAD';
    if (path === '/things' && isReading) return { status: 200, body: rows };
    const id = /^\/things\/(\d+)$/.exec(path)?.[1];
    const row = rows.find((one) => one.id === Number(id));
    if (isReading && /^\/things\/[^/]+$/.test(path))
      return row ? { status: 200, body: row } : { status: 404, body: { error: 'missing' } };
    if (path !== '/things' || method !== 'POST') return otherwise(asked);
    if (json === undefined && jsonIsBroken(text)) return { status: 422 };
    const title = json?.['title'];
    if (typeof title !== 'string' || title === '' || [...title].length > 40)
      return { status: 400, body: { error: 'invalid' } };
    const thing = { id: 7 + 3 * rows.length, title };
    rows.push(thing);
    return made(thing, asked);
  };
}

function jsonIsBroken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
