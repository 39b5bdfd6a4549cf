// A document whose events have a When: orders with lines and notes, and tags. Input: what a test says. Output: the document.

import { documentOf } from '../plan/plan-of.ts';

export const operation = (
  heading: string,
  does: string,
  outcome: string,
  more = '- Body: none\n',
  repeat = 'again',
): string =>
  `### ${heading}

- Does: ${does}
${more}- Repeat: ${repeat}

| Status | When | Body |
|---|---|---|
| 200 | ${outcome} | none |
`;

export const UPDATE: string = '- Omitted fields: kept\n- Null fields: cleared\n- Body: Order\n';
export const PATCH: string = operation('PATCH /orders/{id}', 'updates Order', 'updated', UPDATE);
export const CREATE: string = operation('POST /orders', 'creates Order', 'created', '- Body: Order\n');
export const LINE: string = operation('POST /lines', 'creates Line', 'created', '- Body: Line\n');
export const DELETE: string = operation('DELETE /orders/{id}', 'deletes Order', 'deleted');
export const DELETE_IF: string = operation('DELETE /orders/{id}', 'deletes Order if there', 'deleted, unchanged');
export const PAY: string = operation('POST /orders/{id}/pay', 'moves Order.status to `paid`', 'moved');

export interface Written {
  /** By kind. */
  readonly when: Readonly<Record<string, string>>;
  readonly operations?: readonly string[];
  readonly moves?: readonly string[];
  readonly all?: string;
  readonly other?: string;
  readonly payload?: string;
  readonly deleted?: string;
  readonly fields?: string;
  readonly unique?: string;
  readonly authentication?: string;
  readonly rows?: string;
}

export const BIRTHS: readonly string[] = ['open', 'paid'].map(
  (state) => `| (new) | \`${state}\` | \`POST /orders\` | none |`,
);

/** Where these operations move rows. */
export function movesBy(operations: readonly string[]): readonly string[] {
  const row = (to: string, by: readonly string[]): readonly string[] => {
    const there = by.filter((heading) => operations.some((one) => one.startsWith(`### ${heading}\n`)));
    return there.length === 0 ? [] : [`| any | \`${to}\` | ${there.map((one) => `\`${one}\``).join(', ')} | none |`];
  };
  const patch = 'PATCH /orders/{id}';
  return [...BIRTHS, ...row('paid', ['POST /orders/{id}/pay', patch]), ...row('open', [patch])];
}

export const NAME: string = '| `name` | string | no | caller | any | none |\n';

export const KEY_TABLE: string = `
| Repeat | Statement |
|---|---|
| Header | \`Idempotency-Key\` optional |
| Applies to | POST |
| Scope | operation |
| Kept for | 1 hour |
| Same body | the first answer |
| Other body | \`query\` |
| Still running | \`query\` |
| Kept answers | all |
`;

export function source({
  when,
  operations = [],
  moves = movesBy(operations),
  all = 'not shown',
  other = '`stage`',
  payload = '{"at": <now>}',
  deleted = 'deletes every Line where `order` = this',
  fields = NAME,
  unique = '',
  authentication = 'none',
  rows = '',
}: Written): string {
  const emits = moves[0]!.split('|').length > 6;
  const table = '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n';
  return documentOf({
    authentication,
    all: `- Media type: application/json
- Who: anyone
- Unknown fields: refused
- Read-only fields: refused
- Empty text: kept
- Preconditions: none
- Emits: ${all}
- Other operations: none
`,
    resources: `### Order

- Identified by: \`id\`
${unique}${rows}- When deleted: ${deleted}

${table}| \`id\` | integer | yes | service: new id | any | none |
${fields}| \`total\` | integer or null | no | caller | any | none |
| \`price\` | decimal(2) | no | caller | any | none |
| \`status\` | state | yes | caller | any | \`open\` |

### Line

- Identified by: \`id\`
- When deleted: deletes every Note where \`line\` = this

${table}| \`id\` | integer | yes | service: new id | any | none |
| \`order\` | Order by \`id\` | yes | caller | any | none |

### Note

- Identified by: \`id\`

${table}| \`id\` | integer | yes | service: new id | any | none |
| \`line\` | Line by \`id\` | yes | caller | any | none |

### Tag

- Identified by: \`name\`

${table}| \`name\` | string | yes | caller | any | none |
| \`size\` | integer or null | no | caller | any | none |
`,
    states: `### Order.status

| State | Kind |
|---|---|
| \`open\` | initial |
| \`paid\` | initial |
| \`late\` | any |

| From | To | By | Only if |${emits ? ' Emits |' : ''}
|---|---|---|---|${emits ? '---|' : ''}
${moves.join('\n')}

- Any other move: ${other}
- Any other change: accepted`,
    events: Object.entries(when)
      .map(([kind, said]) => `### ${kind}\n\n- When: ${said}\n- Payload: ${payload}\n`)
      .join('\n'),
    errors: `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`no_order\` | 404 | no such Order |
| \`dangling\` | 422 | no such Order in \`order\`, no such Line in \`line\` |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
| \`query\` | 400 | invalid query |
| \`stage\` | 409 | illegal move |
`,
    operations: [CREATE, ...operations].join('\n'),
  });
}

/** An event that waits. */
export interface Told {
  readonly event: unknown;
  readonly resource: unknown;
  readonly key: number;
  readonly at: unknown;
  readonly operation: unknown;
  readonly payload: string;
  readonly row: Readonly<Record<string, unknown>>;
}
