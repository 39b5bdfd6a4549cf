// A document with one machine, for the tests of moves that time makes. Input: the rows of its table. Output: Markdown.

import { documentOf } from '../plan/plan-of.ts';

export interface Written {
  readonly states?: readonly string[];
  readonly moves: readonly string[];
  /** Fields that are `now at change`; left out: one. */
  readonly stamps?: readonly string[];
  readonly fields?: readonly string[];
  readonly more?: string;
  readonly machines?: string;
  readonly operations?: string;
  /** Rows of the Code table beside those that every test has. */
  readonly codes?: string;
  /** When deleted of Thing. */
  readonly deleted?: string;
}

const STAMP = '| `changed` | date-time | yes | service: now at change | any | none |';

export function timedSource({
  states = ['new', 'open', 'shut', 'old'],
  moves,
  stamps = [STAMP],
  fields = [],
  more = '',
  machines = '',
  operations = '',
  deleted,
  codes,
}: Written): string {
  return documentOf({
    ...(codes !== undefined && { codes }),
    resources: `### Thing

- Identified by: \`id\`${deleted === undefined ? '' : `\n- When deleted: ${deleted}`}

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | no | caller | any | \`0\` |
| \`due\` | date-time or null | no | caller | any | \`null\` |
| \`status\` | state | yes | service: state | any | none |
${[...stamps, ...fields].join('\n')}

${more}`,
    states: `### Thing.status

| State | Kind |
|---|---|
${states.map((state, place) => `| \`${state}\` | ${place === 0 ? 'initial' : 'any'} |`).join('\n')}

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${moves.map((one) => `${one} | none |`).join('\n')}

- Any other move: \`stage\`

${machines}`,
    operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Null fields: cleared
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |

### GET /things/{id}

- Does: reads Thing
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |

### PATCH /things/{id}

- Does: updates Thing
- Body: Thing
- Omitted fields: kept
- Null fields: cleared
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 200 | updated | Thing |

### POST /things/{id}/go

- Does: moves Thing.status
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | moved | Thing |

### DELETE /things/{id}

- Does: deletes Thing
- Body: none
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |

### GET /things

- Does: lists Thing
- Order: oldest first
- Pages: none
- Repeat: safe

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`status\` | state | no | none | \`status\` = value |

| Status | When | Body |
|---|---|---|
| 200 | found | {"total": <total>, "things": array of Thing} |

${operations}`,
  });
}
