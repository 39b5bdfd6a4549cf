// Documents that grow in one direction each: more rows of one table, more names in one cell, more headings, deeper nesting, and whole
// services. Input: a size in characters, about. Output: what makes each of them, by name.

import { documentOfBytes } from '../../bench/large-document.ts';
import { hostileDocuments } from '../read/hostile.ts';

/** Lines as long as the size together. */
export function many(size: number, line: (i: number) => string, between = '\n'): string {
  const lines: string[] = [];
  for (let length = 0, i = 0; length < size; i += 1) {
    lines.push(line(i));
    length += lines.at(-1)!.length + between.length;
  }
  return lines.join(between);
}

const TABLE = '# T\n\n## 2. Resources and their fields\n\n### R\n\n- Identified by: `f0`\n\n';
const HEADS = '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n';
const ID = '| `id` | integer | yes | service: new id | any | none |\n';
const STATE = '| `s` | state | yes | service: state | any | none |';
const MOVES = '| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n';

function fieldRow(i: number): string {
  return `| \`f${i}\` | string | yes | caller | any | none |`;
}

function numberRow(i: number): string {
  return `| \`n${i}\` | integer | no | caller | any | none |`;
}

interface Parts {
  /** Of R. */
  readonly bullets?: string;
  readonly fields?: string;
  readonly resources?: string;
  readonly states?: string;
  readonly all?: string;
  readonly create?: string;
  readonly operations?: string;
  readonly events?: string;
  readonly errors?: string;
  readonly codes?: string;
  readonly limits?: string;
  readonly versions?: string;
}

const FOUND = '| Status | When | Body |\n|---|---|---|\n';

/** A whole service of one resource that is created, read and changed, with more of one thing. */
function service(parts: Parts): string {
  const { bullets = '', fields = '', resources = '', states = 'none', all = '', create = '', operations = '' } = parts;
  const { events = 'none', errors = '', codes = '', limits = 'none', versions = 'none' } = parts;
  return `# T

- Lists: complete unless marked

## 1. What the service does

Keeps things.

## 2. Resources and their fields

### R

- Identified by: \`id\`
${bullets}
${HEADS}${ID}${fields}

${resources}

## 3. States and transitions

${states}

## 4. Endpoints

### All operations

- Media type: application/json
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Read-only fields: refused
- Emits: none
- Other operations: none
${all}

### POST /r

- Does: creates R
- Body: R
- Repeat: again
${create}

${FOUND}| 201 | created | R |

### GET /r/{id}

- Does: reads R
- Repeat: safe

${FOUND}| 200 | found | R |

### PATCH /r/{id}

- Does: updates R
- Body: R
- Omitted fields: kept
- Null fields: refused
- Repeat: same effect

${FOUND}| 200 | updated | R |

${operations}

## 5. Authentication

none

## 6. Events

${events}

## 7. Errors

- Error body: \`{"code": <code>, "message": <message>}\`
- All failed fields at once: no
${errors}

| Code | Status | When | Message |
|---|---|---|---|
| \`gone\` | 404 | no such R | There is none |
| \`bad\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field | No |
| \`query\` | 400 | invalid query | No |
${codes}

## 8. Limits

${limits}

## 9. Versioning

${versions}
`;
}

const FEW_MOVES = `${MOVES}| \`a\` | \`b\` | \`PATCH /r/{id}\` | none | none |`;

function resource(i: number, rows = '', bullets = ''): string {
  return `### T${i}\n\n- Identified by: \`id\`\n${bullets}\n${HEADS}${ID}${rows}\n`;
}

function create(i: number): string {
  return `### POST /t${i}\n\n- Does: creates T${i}\n- Body: T${i}\n- Repeat: again\n\n${FOUND}| 201 | created | T${i} |\n`;
}

function remove(i: number): string {
  return `### DELETE /t${i}/{id}\n\n- Does: deletes T${i}\n- Repeat: same effect\n\n${FOUND}| 204 | deleted | none |\n`;
}

function list(table: string, order = 'newest first'): string {
  return `### GET /r\n\n- Does: lists R\n- Order: ${order}\n- Pages: offset and limit; default 20, at most 100, more is 100\n- Repeat: safe\n\n${table}\n\n${FOUND}| 200 | found | array of R |\n`;
}

function move(i: number): string {
  return `### POST /r/{id}/m${i}\n\n- Does: moves R.s\n- Body: none\n- Repeat: again\n\n${FOUND}| 200 | moved | R |\n`;
}

function machine(moves: string): string {
  return `### R.s\n\n- Any other move: \`bad\`\n\n${moves}`;
}

/** Pieces of a document that are together as long as a share of it. */
interface Pieces {
  readonly size: number;
  lines(line: (i: number) => string, share?: number): string;
  names(name: (i: number) => string, share?: number, between?: string): string;
  halves(line: (i: number) => string): string;
  thirds(line: (i: number) => string): string;
}

function pieces(size: number): Pieces {
  return {
    size,
    lines: (line, share = 1) => many(size * share, line),
    names: (name, share = 1, between = ', ') => many(size * share, name, between),
    halves: (line) => many(size / 2, line),
    thirds: (line) => many(size / 3, line),
  };
}

type Documents = Readonly<Record<string, () => string>>;

/** What part 2 says of one resource. */
function fieldsAndKeys({ size, lines, names, halves }: Pieces): Documents {
  return {
    'whole services': () => documentOfBytes(size),
    fields: () => service({ fields: lines(fieldRow) }),
    'fields with choices': () =>
      service({ fields: lines((i) => `| \`f${i}\` | one of \`a${i}\`, \`b${i}\` | no | caller | any | \`a${i}\` |`) }),
    'fields required by the one before': () =>
      service({
        fields: lines(
          (i) => `| \`f${i}\` | string | ${i === 0 ? 'no' : `if \`f${i - 1}\` is set`} | caller | any | none |`,
        ),
      }),
    'fields computed from the one before': () =>
      service({
        fields: lines(
          (i) => `| \`n${i}\` | integer | no | ${i === 0 ? 'caller' : `service: = \`n${i - 1}\` + 1`} | any | none |`,
        ),
      }),
    'fields computed from one': () =>
      service({
        fields: `${numberRow(0)}\n${lines((i) => `| \`m${i}\` | integer | no | service: = \`n0\` + ${i} | any | none |`)}`,
      }),
    'dotted fields': () =>
      service({ fields: lines((i) => `| \`a${i % 7}.f${i}\` | string | yes | caller | any | none |`) }),
    'choices of a type': () =>
      service({ fields: `| \`f\` | one of ${names((i) => `\`a${i}\``)} | yes | caller | any | none |` }),
    'allowed values': () =>
      service({ fields: `| \`f\` | string | yes | caller | ${names((i) => `\`a${i}\``)} | none |` }),
    'a long default': () => service({ fields: `| \`f\` | string | no | caller | any | \`${names(() => 'ab ')}\` |` }),
    'a long meaning': () => service({ fields: '', bullets: names(() => 'word') }),
    'keys of a resource': () => service({ bullets: halves((i) => `- Unique: \`f${i}\``), fields: halves(fieldRow) }),
    'names in a key': () =>
      service({ bullets: `- Unique: ${names((i) => `\`f${i}\``, 1 / 4)}\n`, fields: lines(fieldRow, 1 / 2) }),
    views: () => service({ bullets: lines((i) => `- View \`V${i}\`: \`id\``) }),
    'fields of a view': () =>
      service({
        bullets: `- View \`V\`: ${names((i) => `\`f${i}\``, 1 / 4)}\n`,
        fields: lines(fieldRow, 1 / 2),
      }),
  };
}

/** Several resources. */
function resourcesInEachOther({ size, lines, halves, thirds }: Pieces): Documents {
  return {
    'a chain of resources': () =>
      service({
        resources: lines((i) =>
          resource(i, `| \`up\` | ${i === 0 ? 'R' : `T${i - 1}`} by \`id\` | yes | caller | any | none |\n`),
        ),
      }),
    'a chain of deletions': () =>
      service({
        resources: halves((i) =>
          resource(
            i,
            `| \`up\` | ${i === 0 ? 'R' : `T${i - 1}`} by \`id\` | yes | caller | any | none |\n`,
            `- When deleted: deletes every T${i + 1} where \`up\` = this\n`,
          ),
        ),
        operations: halves(remove),
      }),
    'resources that refer to one': () =>
      service({ resources: lines((i) => resource(i, `| \`up\` | R by \`id\` | no | caller | any | none |\n`)) }),
    'references to what is not there': () =>
      service({ fields: lines((i) => `| \`r${i}\` | Thing${i} by \`id\` | no | caller | any | none |`) }),
    'references to many': () =>
      service({
        fields: thirds((i) => `| \`r${i}\` | T${i} by \`id\` | no | caller | any | none |`),
        resources: lines((i) => resource(i), 2 / 3),
      }),
    'nested shapes in each other': () =>
      service({
        resources: lines(
          (i) =>
            `### N${i}\n\n- Identified by: none\n\n${HEADS}| \`a\` | string | no | caller | any | none |\n| \`b\` | array of N${i + 1} | no | caller | any | \`[]\` |\n`,
        ),
      }),
    'resources with operations': () =>
      service({ resources: halves((i) => resource(i)), operations: halves((i) => create(i)) }),
    'resources with machines and codes': () =>
      service({
        resources: thirds((i) => resource(i, `${STATE}\n`)),
        states: lines((i) => `### T${i}.s\n\n${MOVES}| (new) | \`a\` | \`POST /t${i}\` | none | none |\n`, 1 / 4),
        operations: thirds(create),
        codes: lines((i) => `| \`c${i}\` | 409 | illegal move of T${i}.s | No |`, 1 / 6),
      }),
    'machines of a resource': () =>
      service({
        fields: thirds((i) => `| \`s${i}\` | state | yes | service: state | any | none |`),
        states: many(
          (size * 2) / 3,
          (i) => `### R.s${i}\n\n- Any other move: \`bad\`\n\n${MOVES}| (new) | \`a\` | \`POST /r\` | none | none |\n`,
        ),
      }),
  };
}

/** Part 3. */
function states({ lines, names, halves }: Pieces): Documents {
  return {
    states: () =>
      service({
        fields: STATE,
        states: machine(`| State | Kind |\n|---|---|\n${lines((i) => `| \`s${i}\` | any |`)}\n\n${FEW_MOVES}`),
      }),
    'moves in a row': () =>
      service({
        fields: STATE,
        states: machine(`${MOVES}${lines((i) => `| \`s${i}\` | \`s${i + 1}\` | \`PATCH /r/{id}\` | none | none |`)}`),
      }),
    'moves from any': () =>
      service({
        fields: STATE,
        states: machine(`${MOVES}${lines((i) => `| any | \`s${i}\` | \`PATCH /r/{id}\` | none | none |`)}`),
      }),
    'moves by time': () =>
      service({
        fields: STATE,
        states: machine(`${MOVES}${lines((i) => `| \`s${i}\` | \`s${i + 1}\` | after 5 minutes | none | none |`)}`),
      }),
    'moves with conditions': () =>
      service({
        fields: `${STATE}\n${numberRow(0)}`,
        states: machine(`${MOVES}${lines((i) => `| \`a\` | \`s${i}\` | \`PATCH /r/{id}\` | \`n0\` = ${i} | none |`)}`),
      }),
    'moves by operations of their own': () =>
      service({
        fields: STATE,
        states: machine(
          `${MOVES}${halves((i) => `| \`s${i}\` | \`s${i + 1}\` | \`POST /r/{id}/m${i}\` | none | none |`)}`,
        ),
        operations: halves(move),
      }),
    'operations of one move': () =>
      service({
        fields: STATE,
        states: machine(`${MOVES}| \`a\` | \`b\` | ${names((i) => `\`POST /r/{id}/m${i}\``, 1 / 2)} | none | none |`),
        operations: halves(move),
      }),
    'states of one move': () =>
      service({
        fields: STATE,
        states: machine(`${MOVES}| ${names((i) => `\`s${i}\``)} | \`b\` | \`PATCH /r/{id}\` | none | none |`),
      }),
    'a drawing of moves': () =>
      service({
        fields: STATE,
        states: machine(
          `\`\`\`mermaid\nstateDiagram-v2\n${lines((i) => `s${i} --> s${i + 1} : PATCH /r/{id}`)}\n\`\`\`\n`,
        ),
      }),
  };
}

/** Part 4. */
function operations({ lines, names, halves }: Pieces): Documents {
  return {
    'operations on one resource': () =>
      service({
        operations: lines(
          (i) =>
            `### POST /r/x${i}\n\n- Does: creates R\n- Body: R\n- Repeat: again\n\n${FOUND}| 201 | created | R |\n`,
        ),
      }),
    'operations that change every row': () =>
      service({
        fields: numberRow(0),
        operations: lines(
          (i) =>
            `### POST /r/x${i}\n\n- Does: updates every R where \`n0\` = ${i}\n- Body: R\n- Omitted fields: kept\n- Repeat: again\n\n${FOUND}| 204 | updated | none |\n`,
        ),
      }),
    'deep paths': () => service({ operations: `### GET /${names((i) => `{a${i}}`, 1, '/')}\n\n- Does: reads R\n` }),
    'paths that share no segment': () =>
      service({
        operations: lines(
          (i) => `### GET /a${i}/{id}\n\n- Does: reads R\n- Repeat: safe\n\n${FOUND}| 200 | found | R |\n`,
        ),
      }),
    'methods of paths with parameters': () =>
      service({ operations: lines((i) => `### GET /{a}/b${i}/{c}\n\n- Does: reads R\n`) }),
    'effects of an operation': () =>
      service({ operations: `### POST /x\n\n- Does: ${names(() => 'creates R', 1, '; ')}\n- Body: none\n` }),
    'values that an operation sets': () =>
      service({
        fields: halves(numberRow),
        operations: `### POST /r/{id}/x\n\n- Does: updates R; sets ${names((i) => `\`n${i}\` = ${i}`, 1 / 2)}\n- Body: none\n`,
      }),
    'query parameters': () =>
      service({
        fields: numberRow(0),
        operations: list(
          `| Query | Type | Required | Default | Allowed values | Selects |\n|---|---|---|---|---|---|\n${lines((i) => `| \`q${i}\` | integer | no | none | any | \`n0\` = value |`)}`,
        ),
      }),
    'fields of an order': () =>
      service({
        fields: halves(numberRow),
        operations: list(names((i) => `\`n${i}\` ascending`, 1 / 2, ', then ')),
      }),
    'rows of a Body table': () =>
      service({
        operations: `### POST /x\n\n- Does: creates R\n- Repeat: again\n\n| Body | Type | Required | Default | Allowed values | Sets |\n|---|---|---|---|---|---|\n${lines((i) => `| \`b${i}\` | integer | no | none | any | none |`)}\n\n${FOUND}| 201 | created | R |\n`,
      }),
    'rows of a Body table that set fields': () =>
      service({
        fields: halves(numberRow),
        operations: `### POST /x\n\n- Does: creates R\n- Repeat: again\n\n| Body | Type | Required | Default | Allowed values | Sets |\n|---|---|---|---|---|---|\n${halves((i) => `| \`b${i}\` | integer | no | none | any | \`n${i}\` |`)}\n\n${FOUND}| 201 | created | R |\n`,
      }),
    'answers of an operation': () =>
      service({
        fields: numberRow(0),
        operations: `### GET /x/{id}\n\n- Does: reads R\n- Repeat: safe\n\n${FOUND}${lines((i) => `| 200 | \`n0\` = ${i} | R |`)}\n`,
      }),
    'headers of an answer': () =>
      service({
        operations: `### GET /x/{id}\n\n- Does: reads R\n- Repeat: safe\n\n| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | R | ${names((i) => `\`X-A${i}: a\``)} |\n`,
      }),
    'a wide template': () =>
      service({
        operations: `### GET /x/{id}\n\n- Does: reads R\n- Repeat: safe\n\n${FOUND}| 200 | found | \`{${names((i) => `"a${i}": id`)}}\` |\n`,
      }),
    'fields left out of a shape': () =>
      service({
        fields: lines(fieldRow, 1 / 2),
        operations: `### GET /x/{id}\n\n- Does: reads R\n- Repeat: safe\n\n${FOUND}| 200 | found | R without ${names((i) => `\`f${i}\``, 1 / 4)} |\n`,
      }),
  };
}

/** Parts 6 to 9, and what is wrong or open everywhere. */
function theRest({ size, lines, names, halves, thirds }: Pieces): Documents {
  return {
    'codes of an operation': () =>
      service({
        create: `- Errors: ${names((i) => `\`c${i}\``, 1 / 4)}`,
        codes: lines((i) => `| \`c${i}\` | 409 | none | No |`, 3 / 4),
      }),
    'codes of many operations': () =>
      service({
        operations: many(
          (size * 3) / 4,
          (i) =>
            `### POST /r/x${i}\n\n- Does: creates R\n- Body: R\n- Repeat: again\n- Errors: \`c${i}\`\n\n${FOUND}| 201 | created | R |\n`,
        ),
        codes: lines((i) => `| \`c${i}\` | 409 | none | No |`, 1 / 4),
      }),
    'codes without a cause': () => service({ codes: lines((i) => `| \`c${i}\` | 409 | none | No |`) }),
    'codes of fields': () =>
      service({
        fields: lines(fieldRow, 2 / 3),
        codes: thirds((i) => `| \`c${i}\` | 422 | \`R.f${i}\` invalid | No |`),
      }),
    'codes of one cause': () => service({ codes: lines((i) => `| \`c${i}\` | 404 | no such R | No |`) }),
    'codes of unknown names': () => service({ codes: lines((i) => `| \`c${i}\` | 404 | no such Thing${i} | No |`) }),
    'codes of illegal moves': () =>
      service({
        fields: STATE,
        states: machine(FEW_MOVES),
        codes: lines((i) => `| \`c${i}\` | 409 | illegal move of R.s | No |`),
      }),
    'codes with conditions': () =>
      service({ fields: numberRow(0), codes: lines((i) => `| \`c${i}\` | 409 | body \`n0\` = ${i} | No |`) }),
    'codes with conditions of their own fields': () =>
      service({ fields: halves(numberRow), codes: halves((i) => `| \`c${i}\` | 409 | body \`n${i}\` = 1 | No |`) }),
    'causes in a cell': () =>
      service({
        fields: lines(fieldRow, 2 / 3),
        codes: `| \`c\` | 422 | ${names((i) => `\`R.f${i}\` invalid`, 1 / 3)} | No |`,
      }),
    'unknown causes in a cell': () => service({ codes: `| \`c\` | 422 | ${names((i) => `no such Thing${i}`)} | No |` }),
    'the same cause in a cell': () => service({ codes: `| \`c\` | 422 | ${names(() => 'no such R')} | No |` }),
    'a wide Code table': () =>
      service({}).replaceAll(/\| Code \| Status[^]*?\n\n/g, () => {
        const heads = names((i) => `h${i}`, 1 / 3, ' | ');
        const cells = heads.replaceAll(/h\d+/g, 'x');
        return `| Code | Status | When | ${heads} |\n|---|---|---|${heads.replaceAll(/h\d+/g, '-').replaceAll(' ', '')}|\n| \`a\` | 404 | no such R | ${cells} |\n\n`;
      }),
    events: () => service({ events: lines((i) => `### e${i}\n\n- When: R is created\n- Payload: R\n`) }),
    'events of operations': () =>
      service({
        operations: halves(
          (i) =>
            `### POST /r/x${i}\n\n- Does: creates R\n- Body: R\n- Repeat: again\n- Emits: \`e${i}\`\n\n${FOUND}| 201 | created | R |\n`,
        ),
        events: halves((i) => `### e${i}\n\n- Payload: R\n`),
      }),
    'events that one operation emits': () =>
      service({
        create: `- Emits: ${names((i) => `\`e${i}\``, 1 / 4)}`,
        events: lines((i) => `### e${i}\n\n- Payload: R\n`, 3 / 4),
      }),
    'events of changed fields': () =>
      service({
        fields: halves(fieldRow),
        events: halves((i) => `### e${i}\n\n- When: \`R.f${i}\` changes\n- Payload: R\n`),
      }),
    limits: () =>
      service({
        limits: `| Limit | Value | Per | When exceeded |\n|---|---|---|---|\n${lines((i) => `| Limit ${i} | ${i + 1} per minute | IP address | \`bad\` |`)}`,
      }),
    versions: () =>
      service({
        versions: `- Scheme: none\n\n| Version | Date | Status |\n|---|---|---|\n${lines((i) => `| \`v${i}\` | 2026-01-01 | supported |`)}`,
      }),
    'renamed fields': () =>
      service({
        fields: halves(fieldRow),
        versions: `- Scheme: none\n\n| Change |\n|---|\n${halves((i) => `| \`R.f${i}\` was \`g${i}\` |`)}`,
      }),
    'slips of known names': () =>
      service({
        fields: halves((i) => `| \`field${i}\` | string | yes | caller | any | none |`),
        operations: `### POST /r/{id}/x\n\n- Does: updates R; sets ${names((i) => `\`feild${i}x\` = 1`, 1 / 2)}\n- Body: none\n`,
      }),
    'gaps of fields': () =>
      service({ fields: lines((i) => `| \`f${i}\` | not shown | not shown | not shown | not shown | not shown |`) }),
    'gaps of who sets a field': () =>
      service({ fields: lines((i) => `| \`f${i}\` | string | yes | not shown | any | none |`) }),
    'slugs of themselves': () =>
      service({ fields: lines((i) => `| \`f${i}\` | string | no | service: slug of \`f${i}\` | any | none |`) }),
    'gaps of deletions': () =>
      service({
        resources: lines(
          (i) =>
            `### T${i}\n\n- Identified by: \`id\`\n- When deleted: not shown\n\n${HEADS}${ID}| \`t\` | T${i + 1} by \`id\` | no | caller | any | none |\n`,
        ),
      }),
    'gaps of operations': () => service({ operations: lines((i) => `### POST /x${i}\n`) }),
    'gaps of resources': () => service({ resources: lines((i) => `### T${i}\n\n- Identified by: not shown\n`) }),
    'gaps of resources and operations': () =>
      service({
        resources: halves((i) => `### T${i}\n\n- Identified by: not shown\n`),
        operations: halves((i) => `### POST /t${i}\n\n- Does: creates T${i}\n`),
      }),
    'gaps of codes': () => service({ codes: lines((i) => `| \`c${i}\` | not shown | not shown | not shown |`) }),
    'cells that cannot be read': () =>
      service({ fields: lines((i) => `| \`f${i}\` | strng | maybe | me | what? | ? |`) }),
    'codes that cannot be read': () => service({ codes: lines((i) => `| \`c${i}\` | 40x | when it hurts | No |`) }),
    'a search of every row': () =>
      service({
        fields: numberRow(0),
        codes: `| \`c\` | 409 | ${names((i) => `there is R (\`n0\` = ${i})`, 1, ' or ')} | No |`,
      }),
    'one long line': () => `${service({})}\n${names(() => 'word', 1, ' ')}`,
    'many short lines': () => service({ bullets: lines(() => 'x') }),
    'many slips in a line': () =>
      service({ operations: `### POST /x\n\n- Does: creates R\n- Errors: ${names((i) => `\`c${i}\``)}\n` }),
  };
}

export function growingDocuments(size: number): Readonly<Record<string, () => string>> {
  const own = pieces(size);
  const { lines } = own;
  const hostile =
    (name: string): (() => string) =>
    (): string =>
      hostileDocuments(size)[name]!;
  return {
    ...Object.fromEntries(Object.keys(hostileDocuments(100)).map((name) => [name, hostile(name)])),
    'rows of a Field table': () =>
      `${TABLE}| Field | Type | Required | Set by |\n|---|---|---|---|\n${lines((i) => `| \`f${i}\` | string | yes | caller |`)}`,
    'fields of a schema': () =>
      `${TABLE}\`\`\`json schema R\n{"properties": {\n${lines((i) => `"f${i}": {"type": "string"},`)}\n"z": {}}}\n\`\`\`\n`,
    'an example with names of its own': () =>
      `${TABLE}| Field |\n|---|\n| \`f0\` |\n\n\`\`\`json\n{"f0": 1,\n${lines((i) => `"x${i}": "y",`)}\n"z": 1}\n\`\`\`\n`,
    'resources that refer to what is not there': () =>
      `# T\n\n## 2. Resources and their fields\n\n${lines((i) => `### Thing${i}\n\n| Field | Type |\n|---|---|\n| \`a\` | Thingy${i} by \`b\` |\n`)}`,
    'operations on what is not there': () =>
      `# T\n\n## 4. Endpoints\n\n${lines((i) => `### GET /x${i}\n\n- Does: lists Thing${i}\n- Emits: \`e${i}\`\n`)}`,
    'events that name operations': () =>
      `# T\n\n## 4. Endpoints\n\n### GET /x\n\n## 6. Events\n\n${lines((i) => `### kind${i}\n\n- When: \`POST /x${i}\`\n`)}`,
    headings: () => `# T\n\n## 2. Resources and their fields\n\n${lines((i) => `### R${i}`)}`,
    'reference links': () => `${TABLE}${lines((i) => `- See [a${i}]: x\n\n[a${i}]: /b`)}`,
    ...fieldsAndKeys(own),
    ...resourcesInEachOther(own),
    ...states(own),
    ...operations(own),
    ...theRest(own),
  };
}
