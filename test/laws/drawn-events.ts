// Documents whose events are drawn by chance, histories of calls, and the second computation of what is sent: from the notation alone, over rows of its
// own. Input: a random source. Output: a document; calls; of each change of a row the events that it sends. Notation, part 6, "What is sent".

import type { Random } from './random.ts';

export const HOUR = 3_600_000;

const OF_BOXES = [
  'Box is created',
  'Box is updated',
  'Box is deleted',
  '`Box.stage` becomes `shut`',
  '`Box.stage` becomes `old`',
  '`Box.size` becomes `3`',
  '`Box.note` becomes `null`',
  '`Box.size` changes',
  '`Box.note` changes',
  '`Box.shelf` changes',
] as const;
const OF_SHELVES = ['Shelf is created', 'Shelf is updated', 'Shelf is deleted', '`Shelf.name` changes'] as const;

const BOX_CALLS = [
  'POST /boxes',
  'POST /boxes/many',
  'PATCH /boxes/{id}',
  'PUT /boxes/{id}',
  'DELETE /boxes/{id}',
  'POST /boxes/{id}/shut',
  'POST /boxes/{id}/open',
  'DELETE /boxes',
] as const;
const SHELF_CALLS = ['POST /shelves', 'PATCH /shelves/{id}', 'DELETE /shelves/{id}'] as const;

type Heading = (typeof BOX_CALLS)[number] | (typeof SHELF_CALLS)[number];

const KINDS = { b1: 'Box', b2: 'Box', b3: 'Box', s1: 'Shelf', s2: 'Shelf', both: undefined } as const;
type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

const MOVES = ['begin', 'shut', 'open', 'age'] as const;
type Move = (typeof MOVES)[number];

export interface DrawnEvents {
  readonly source: string;
  readonly whens: Readonly<Record<Kind, readonly string[]>>;
  readonly emits: ReadonlyMap<Heading | Move, readonly Kind[]>;
  /** A shelf takes its boxes with it; else it stays as long as it has one. */
  readonly isCascading: boolean;
}

export function drawEvents(random: Random): DrawnEvents {
  const whens = {} as Record<Kind, readonly string[]>;
  for (const kind of KIND_NAMES) {
    const calls = (of: string | undefined): readonly string[] => [
      ...(of === 'Shelf' ? [] : BOX_CALLS),
      ...(of === 'Box' ? [] : SHELF_CALLS),
    ];
    const of = KINDS[kind];
    const all = [
      ...(of === 'Shelf' ? [] : OF_BOXES),
      ...(of === 'Box' ? [] : OF_SHELVES),
      ...random.some(calls(of), 0, 2).map((call) => `\`${call}\``),
    ];
    whens[kind] = random.some(all, 0, 3);
  }
  const emits = new Map<Heading | Move, readonly Kind[]>();
  for (const call of [...BOX_CALLS, ...SHELF_CALLS]) {
    const mine = (SHELF_CALLS as readonly string[]).includes(call)
      ? (['s1', 's2', 'both'] as const)
      : (['b1', 'b2', 'b3', 'both'] as const);
    const named = KIND_NAMES.filter((kind) => whens[kind].includes(`\`${call}\``));
    const drawn = random.chance(0.5) ? [] : random.some(mine, 1, 2);
    // `none` would contradict a When that names the operation.
    emits.set(call, drawn.length > 0 ? drawn : named);
  }
  for (const move of MOVES) {
    const becomes = KIND_NAMES.filter((kind) => whens[kind].includes(`\`Box.stage\` becomes \`${LEADS[move]}\``));
    const drawn = random.chance(0.6) ? [] : random.some(['b1', 'b2', 'b3', 'both'] as const, 1, 2);
    emits.set(move, drawn.length > 0 ? drawn : becomes);
  }
  const isCascading = random.chance(0.6);
  return { source: sourceOf(whens, emits, isCascading), whens, emits, isCascading };
}

const LEADS: Readonly<Record<Move, string>> = { begin: 'open', shut: 'shut', open: 'open', age: 'old' };

function sourceOf(whens: DrawnEvents['whens'], emits: DrawnEvents['emits'], isCascading: boolean): string {
  const told = (of: Heading | Move): string =>
    emits
      .get(of)!
      .map((kind) => `\`${kind}\``)
      .join(', ') || 'none';
  const operation = (
    heading: Heading,
    does: string,
    body: string,
    repeat: string,
    answers: string,
    more = '',
  ): string =>
    `### ${heading}\n\n- Does: ${does}\n- Body: ${body}\n- Repeat: ${repeat}\n- Emits: ${told(heading)}\n${more}- Answers: ${answers}\n`;
  const patch = '- Omitted fields: kept\n- Null fields: cleared\n- Read-only fields: refused\n- Preconditions: none\n';
  const put = '- Read-only fields: refused\n- Preconditions: none\n';
  const kinds = KIND_NAMES.map((kind) => {
    const payload = KINDS[kind] ?? '`{"id": id}`';
    return `### ${kind}\n\n- When: ${whens[kind].join(', ') || 'none'}\n- Payload: ${payload}\n`;
  });
  return `# Boxes

- Lists: complete unless marked

## 1. What the service does

It keeps boxes on shelves.

## 2. Resources and their fields

### Shelf

- Identified by: \`id\`
- When deleted: ${isCascading ? 'deletes every Box where `shelf` = this' : 'refused while Box (`shelf` = this)'}

| Field | Type | Required | Present | Set by | Allowed values | Default |
|---|---|---|---|---|---|---|
| \`id\` | string | yes | always | service: new id \`shelf_…\` | any | none |
| \`name\` | string(1..9) | yes | always | caller | any | none |

### Box

- Identified by: \`id\`

| Field | Type | Required | Present | Set by | Allowed values | Default |
|---|---|---|---|---|---|---|
| \`id\` | integer | yes | always | service: new id | any | none |
| \`size\` | integer | yes | always | caller | 0..9 | none |
| \`note\` | string(0..9) or null | no | always | caller | any | \`null\` |
| \`shelf\` | Shelf by \`id\` or null | no | always | caller | any | \`null\` |
| \`stage\` | state | yes | always | service: state | any | none |

### Hook

- Identified by: \`id\`

| Field | Type | Required | Present | Set by | Allowed values | Default |
|---|---|---|---|---|---|---|
| \`id\` | integer | yes | always | service: new id | any | none |
| \`url\` | url | yes | always | caller | any | none |
| \`kinds\` | set of string | yes | always | caller | any | none |

## 3. States and transitions

### Box.stage

| State | Kind |
|---|---|
| \`open\` | initial |
| \`shut\` | any |
| \`old\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| (new) | \`open\` | \`POST /boxes\`, \`POST /boxes/many\` | none | ${told('begin')} |
| \`open\` | \`shut\` | \`POST /boxes/{id}/shut\` | none | ${told('shut')} |
| \`shut\` | \`open\` | \`POST /boxes/{id}/open\` | none | ${told('open')} |
| \`shut\` | \`old\` | after 1 hour | none | ${told('age')} |

- Any other move: \`not_now\`
- Any other change: accepted

## 4. Endpoints

### All operations

- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Other operations: none

${[
  operation('POST /shelves', 'creates Shelf', 'Shelf', 'again', '201 created, Shelf', '- Read-only fields: refused\n'),
  operation('PATCH /shelves/{id}', 'updates Shelf', 'Shelf', 'same effect', '200 updated, Shelf', patch),
  operation('DELETE /shelves/{id}', 'deletes Shelf', 'none', 'same effect', '204 deleted', '- Preconditions: none\n'),
  operation('POST /boxes', 'creates Box', 'Box', 'again', '201 created, Box', '- Read-only fields: refused\n'),
  operation(
    'POST /boxes/many',
    'creates every Box in body',
    'array of Box',
    'again',
    '201 created, array of Box',
    '- Read-only fields: refused\n',
  ),
  operation('PATCH /boxes/{id}', 'updates Box', 'Box', 'same effect', '200 updated, Box', patch),
  operation('PUT /boxes/{id}', 'replaces Box', 'Box', 'same effect', '200 replaced, Box', put),
  operation('DELETE /boxes/{id}', 'deletes Box', 'none', 'same effect', '204 deleted', '- Preconditions: none\n'),
  operation('POST /boxes/{id}/shut', 'moves Box.stage to `shut`', 'none', 'again', '200 moved, Box', ''),
  operation('POST /boxes/{id}/open', 'moves Box.stage to `open`', 'none', 'again', '200 moved, Box', ''),
  operation('DELETE /boxes', 'deletes every Box where `stage` = `shut`', 'none', 'same effect', '204 deleted', ''),
].join('\n')}
### POST /hooks

- Does: creates Hook
- Body: Hook
- Read-only fields: refused
- Repeat: again
- Emits: none
- Answers: 201 created, Hook

## 5. Authentication

none

## 6. Events

### Delivery

- Sent as: \`POST\` to \`Hook.url\` where \`kinds\` has event name
- Accepted: any 2xx
- Tries: until accepted
- Waits: 1 second
- Time-out: 5 seconds
- Order: as they happened
- Signature: none
- Envelope: \`{"kind": <event name>, "at": <now>, "data": <payload>}\`
- Duplicates: possible, told by header \`x-id\`

${kinds.join('\n')}
## 7. Errors

- Error body: \`{"code": <code>}\`
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Box, no such Shelf, no such Shelf in shelf |
| \`in_use\` | 409 | there is Box (\`shelf\` = this) |
| \`invalid\` | 422 | any field missing, any field invalid, unknown field, read-only field |
| \`not_now\` | 409 | illegal move |
| \`unreadable\` | 400 | malformed body |

## 8. Limits

none

## 9. Versioning

none
`;
}

export interface Box {
  readonly id: number;
  size: number;
  note: string | null;
  shelf: string | null;
  stage: string;
  since: number;
}

export interface Shelf {
  readonly id: string;
  name: string;
}

/** What one change of one row sends: of Emits in any order, then of When as they are written. */
export interface Change {
  readonly row: number | string;
  readonly at: number;
  readonly emits: readonly string[];
  readonly whens: readonly string[];
}

type Row = Box | Shelf;
type What = 'created' | 'updated' | 'deleted';

/** Knows every row, and writes down what each change of one sends. */
export class SecondOutbox {
  readonly boxes: Map<number, Box> = new Map();
  readonly shelves: Map<string, Shelf> = new Map();
  readonly changes: Change[] = [];
  readonly #drawn: DrawnEvents;

  constructor(drawn: DrawnEvents) {
    this.#drawn = drawn;
  }

  /** Boxes that are shut for an hour are old. */
  settle(now: number): void {
    const due = [...this.boxes.values()].filter(({ stage, since }) => stage === 'shut' && since + HOUR <= now);
    for (const box of due) {
      const before = { ...box };
      box.stage = 'old';
      this.#tell('updated', before, box, box.since + HOUR, undefined, 'age');
    }
  }

  created(call: Heading, row: Row, at: number): void {
    if ('stage' in row) this.boxes.set(row.id, row);
    else this.shelves.set(row.id, row);
    this.#tell('created', undefined, row, at, call, 'stage' in row ? 'begin' : undefined);
  }

  updated(call: Heading, row: Row, to: object, at: number): void {
    const before = { ...row };
    Object.assign(row, to);
    this.#tell('updated', before, row, at, call);
  }

  moved(call: Heading, box: Box, move: 'shut' | 'open', at: number): void {
    const before = { ...box };
    box.stage = LEADS[move];
    box.since = at;
    this.#tell('updated', before, box, at, call, move);
  }

  deleted(call: Heading, row: Row, at: number): void {
    this.#tell('deleted', row, undefined, at, call);
    if ('stage' in row) {
      this.boxes.delete(row.id);
      return;
    }
    this.shelves.delete(row.id);
    for (const box of [...this.boxes.values()].filter(({ shelf }) => shelf === row.id)) {
      this.#tell('deleted', box, undefined, at);
      this.boxes.delete(box.id);
    }
  }

  #tell(what: What, before: Row | undefined, after: Row | undefined, at: number, call?: Heading, move?: Move): void {
    const row = (after ?? before)!;
    const { emits, whens } = this.#drawn;
    const named = [...(call ? emits.get(call)! : []), ...(move ? emits.get(move)! : [])];
    const own = [...new Set(named)];
    const also = KIND_NAMES.filter(
      (kind) => !own.includes(kind) && whens[kind].some((when) => isTrue(when, what, before, after, row, call)),
    );
    const shown = (kind: Kind): string =>
      JSON.stringify([kind, KINDS[kind] === undefined ? { id: row.id } : shownRow(row)]);
    if (own.length + also.length > 0)
      this.changes.push({ row: row.id, at, emits: own.map(shown), whens: also.map(shown) });
  }
}

function isTrue(
  when: string,
  what: What,
  before: Row | undefined,
  after: Row | undefined,
  row: Row,
  call?: Heading,
): boolean {
  const resource = 'stage' in row ? 'Box' : 'Shelf';
  const happens = /^(Box|Shelf) is (created|updated|deleted)$/.exec(when);
  if (happens) return happens[1] === resource && happens[2] === what;
  const field = /^`(Box|Shelf)\.(\w+)` (becomes|changes)(?: `(\w+)`)?$/.exec(when);
  if (!field) return call !== undefined && when === `\`${call}\``;
  if (field[1] !== resource || what !== 'updated') return false;
  const [was, is] = [before, after].map((one) => String((one as unknown as Record<string, unknown>)[field[2]!]));
  return was !== is && (field[3] === 'changes' || is === field[4]);
}

function shownRow(row: Row): object {
  if (!('stage' in row)) return { id: row.id, name: row.name };
  const { id, size, note, shelf, stage } = row;
  return { id, size, note, shelf, stage };
}
