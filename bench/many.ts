// Many rows in one request: products are made by `creates every Product in body`, ROWS in each call. Input: a directory, and a database where
// PostgreSQL is measured, too. Output: rows a second over HTTP, the median of the calls, of one client that waits for each answer.

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from 'pg';
import { environment, freePort, median, serveAnywhere, stop, used } from './processes.ts';

const ROWS = 1_000;
const CALLS = 20;
/** These are not counted: the program is not warm yet. */
const BEFORE = 5;
const GOAL = 20_000;

interface Options {
  readonly directory: string;
  readonly cache: string;
  readonly database: string | undefined;
}

export async function many({ directory, cache, database }: Options): Promise<void> {
  const file = join(directory, 'many.md');
  writeFileSync(file, DOCUMENT);
  console.log(`\n${ROWS} rows in one request, ${CALLS} requests (goal ${GOAL} rows/s embedded):`);
  await measured('SQLite', file, cache, ['--data', join(directory, 'many')]);
  if (database === undefined) return;
  const client = new Client({ connectionString: database });
  await client.connect();
  const name = `ninefold_many_${randomBytes(4).toString('hex')}`;
  try {
    await client.query(`CREATE SCHEMA ${name}`);
    const url = `${database}?options=${encodeURIComponent(`-c search_path=${name}`)}`;
    await measured('PostgreSQL', file, cache, ['--database', url]);
  } finally {
    await client.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
    await client.end();
  }
}

async function measured(engine: string, file: string, cache: string, more: readonly string[]): Promise<void> {
  const port = await freePort();
  const args = ['dist/cli/main.js', 'serve', file, '--port', String(port), '--operator-port', '0', '--log', 'failures'];
  const server = await serveAnywhere('ninefold', port, [...args, ...more], environment(cache));
  try {
    await post(port, '/shelves', { code: 'A1' });
    for (const answer of ['shown', 'quiet']) {
      const took: number[] = [];
      const worked: number[] = [];
      for (let call = -BEFORE; call < CALLS; call++) {
        const rows = Array.from({ length: ROWS }, (_, row) => ({
          sku: `${answer}-${call}-${row}`,
          name: `Product ${row}`,
          amount: row % 100,
          shelf: 'A1',
        }));
        const [began, before] = [performance.now(), used(server)];
        await post(port, `/products/${answer}`, rows);
        if (call < 0) continue;
        took.push(performance.now() - began);
        worked.push(used(server) - before);
      }
      const rate = Math.round((ROWS / median(took)) * 1000);
      const shown = answer === 'shown' ? 'each is shown' : 'none is shown';
      const missed = engine === 'SQLite' && rate < GOAL ? ', MISSED' : '';
      console.log(
        `  ${engine}, ${shown}: ${rate} rows/s, ${median(took).toFixed(1)} ms a request, ${median(worked).toFixed(1)} of the processor${missed}`,
      );
    }
  } finally {
    await stop(server);
  }
}

async function post(port: number, path: string, body: unknown): Promise<void> {
  const sent = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await sent.text();
  if (!sent.ok) throw new Error(`${path} answered ${sent.status}: ${text.slice(0, 200)}`);
}

const DOCUMENT = `# Stock

- Lists: complete unless marked

## 1. What the service does

Products come in by the delivery.

## 2. Resources and their fields

### Shelf

- Identified by: \`code\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`code\` | string(1..10) | yes | caller | not blank | none |

### Product

- Identified by: \`id\`
- Unique: \`sku\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`sku\` | string(1..40) | yes | caller | not blank | none |
| \`name\` | string(2..40) | yes | caller | any | none |
| \`amount\` | integer 0..1000 | no | caller | any | \`1\` |
| \`shelf\` | Shelf by \`code\` | yes | caller | any | none |
| \`madeAt\` | date-time | yes | service: now at create | any | none |

## 3. States and transitions

none

## 4. Endpoints

### All operations

- Media type: application/json
- Who: anyone
- Unknown fields: refused
- Read-only fields: refused
- Null fields: refused
- Emits: none
- Repeat: again

### POST /shelves

- Does: creates Shelf
- Body: Shelf
- Answers: 201 created, Shelf

### POST /products/shown

- Does: creates every Product in body
- Body: array of Product
- Answers: 201 created, array of Product

### POST /products/quiet

- Does: creates every Product in body
- Body: array of Product
- Answers: 204 created

## 5. Authentication

none

## 6. Events

none

## 7. Errors

- Error body: {"error": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field, no such Shelf in shelf |
| \`taken\` | 409 | any field taken, Shelf already there |

## 8. Limits

none

## 9. Versioning

none
`;
