// A lending library to seed, served in this process, and what stands between it and its callers. Input: rows, flags. Output: what the
// command said, what the service has.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { seed } from '../../src/cli/seed.ts';
import { Refusal } from '../../src/cli/console.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { start } from '../serve/running.ts';
import type { Running } from '../serve/running.ts';
import { captured } from './captured.ts';

const status = (code: number, when: string, body: string, headers = ''): string =>
  `| Status | When | Body |${headers === '' ? '' : ' Headers |'}\n|---|---|---|${headers === '' ? '' : '---|'}\n| ${code} | ${when} | ${body} |${headers === '' ? '' : ` ${headers} |`}\n`;

export const LIBRARY: string = `# Library

- Lists: complete unless marked

## 1. What the service does

Lends books.

## 2. Resources and their fields

### Shelf

- Identified by: \`id\`
- Unique: \`code\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`code\` | string | yes | caller | not blank | none |

### Book

- Identified by: \`isbn\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`isbn\` | string | yes | service: new id \`bk_…\` | any | none |
| \`shelf\` | Shelf by \`id\` | yes | by operation | any | none |
| \`sequel_of\` | Book by \`isbn\` or null | no | caller | any | \`null\` |
| \`title\` | string | yes | caller | not blank | none |
| \`price\` | decimal(2) | no | caller | any | none |
| \`copies\` | integer | no | caller | any | none |
| \`notes\` | map of string | no | caller | any | none |

### Loan

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | yes | service: new id | any | none |
| \`book\` | Book by \`isbn\` | yes | caller | any | none |
| \`status\` | state | yes | service: state | any | none |

### Member

- Identified by: \`number\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`number\` | string | yes | caller at create | any | none |
| \`name\` | string | yes | caller | not blank | none |

### Visit

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`day\` | string | yes | caller | not blank | none |
| \`member\` | Member by \`number\` or null | no | caller | any | \`null\` |

## 3. States and transitions

### Loan.status

| State | Kind |
|---|---|
| \`out\` | initial |
| \`back\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| (new) | \`out\` | \`POST /loans\` | none | none |
| \`out\` | \`back\` | \`POST /loans/{id}/return\` | none | none |

- Any other move: \`not_now\`

## 4. Endpoints

### All operations

- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Read-only fields: refused
- Emits: none
- Other operations: none

### POST /shelves

- Does: creates Shelf
- Body: Shelf
- Repeat: again

${status(201, 'created', 'Shelf')}
### POST /shelves/{shelf_id}/books

- Does: creates Book with \`shelf\` = {shelf_id}
- Body: \`{"book": Book}\`
- Repeat: again

| Path | Type | Selects |
|---|---|---|
| \`shelf_id\` | integer | Shelf by \`id\` |

${status(201, 'created', 'none', '`Location: <base>/books/{isbn}`')}
### GET /books

- Does: lists Book
- Body: none
- Order: oldest first
- Pages: none
- Repeat: safe

${status(200, 'found', 'array of Book')}
### POST /loans

- Does: creates Loan
- Body: Loan
- Repeat: again

${status(201, 'created', 'Loan')}
### GET /loans

- Does: lists Loan
- Body: none
- Order: oldest first
- Pages: none
- Repeat: safe

${status(200, 'found', 'array of Loan')}
### POST /loans/{id}/return

- Does: moves \`Loan.status\` to \`back\`
- Body: none
- Repeat: again

${status(200, 'moved', 'Loan')}
### PUT /members/{number}

- Does: creates or replaces Member
- Body: Member without number
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 201 | created | Member |
| 200 | replaced | Member |

### POST /visits

- Does: creates Visit
- Body: Visit
- Repeat: again

${status(204, 'created', 'none')}
### POST /walk-ins

- Does: creates Visit with \`day\` = "today"
- Body: Visit only member
- Repeat: again

${status(204, 'created', 'none')}
### GET /visits

- Does: lists Visit
- Body: none
- Order: oldest first
- Pages: none
- Repeat: safe

${status(200, 'found', 'array of Visit')}
## 5. Authentication

none

## 6. Events

none

## 7. Errors

- Error body: \`{"error": <code>, "message": <message>, "fields": [<field>]}\`
- All failed fields at once: yes

| Code | Status | When | Message |
|---|---|---|---|
| \`absent\` | 404 | no such Shelf, no such Loan, no such path | It is not here. |
| \`wrong\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field, no such Book in \`sequel_of\`, no such Book in \`book\`, no such Member in \`member\` | A rule is broken. |
| \`code_taken\` | 422 | any field taken | There is such a shelf. |
| \`not_now\` | 409 | illegal move | Not in this state. |
| \`odd\` | 400 | malformed body, invalid path, unsupported media type, not acceptable, method not allowed | This cannot be read. |

## 8. Limits

none

## 9. Versioning

none
`;

export interface Seeded {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class Place {
  readonly directory: string = mkdtempSync(join(tmpdir(), 'ninefold-seed-'));

  constructor(document: string = LIBRARY) {
    this.write('service.md', document);
  }

  write(name: string, content: string | Uint8Array | object): void {
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(this.directory, name), isRaw ? content : JSON.stringify(content, undefined, 2));
  }

  read(name: string): string {
    return readFileSync(join(this.directory, name), 'utf8');
  }

  /** With short waits; a refusal becomes its status and sentence, as for every command. */
  async seed(url: string, flags: object = {}, waits: readonly number[] = [1, 1, 1]): Promise<Seeded> {
    const console = captured({ directory: this.directory });
    let exit: number;
    try {
      exit = await seed(['service.md', 'data.json'], { url, ...flags }, console, waits);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      console.err(`ninefold: ${error.message}`);
      exit = error.exit;
    }
    // How far it is, on a machine that is busy.
    return { status: exit, stdout: console.stdout(), stderr: console.stderr().replace(/^\d+ % .*\n/gm, '') };
  }

  /** Looks at data only. */
  look(content: string | Uint8Array | object): Promise<Seeded> {
    this.write('data.json', content);
    return this.seed('http://127.0.0.1:1', { dryRun: true });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export function served(document: string = LIBRARY): Promise<Running> {
  const { document: parsed, diagnostics } = read(document, 'service.md');
  const model = link(parsed, diagnostics);
  const errors = model.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return start(plan(model));
}

export async function listed<T>(url: string, path: string): Promise<readonly T[]> {
  return (await (await fetch(`${url}${path}`)).json()) as readonly T[];
}

/** Asked for each request, before it goes on and when its answer is there. */
export interface Between {
  /** Answers it itself, and the service never sees it. */
  readonly before?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The answer does not reach the caller. */
  readonly loses?: (request: IncomingMessage) => boolean;
}

/** Stands between a service and its callers. */
export async function between(url: string, { before, loses }: Between): Promise<{ url: string; close: () => void }> {
  const server = createServer((incoming, response) => {
    if (before?.(incoming, response) === true) return;
    const { method, url: target = '/', headers } = incoming;
    const onward = request(`${url}${target}`, { method: method ?? 'GET', headers }, (answer) => {
      answer.on('error', () => response.destroy());
      if (loses?.(incoming) === true) {
        answer.resume();
        answer.once('end', () => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
