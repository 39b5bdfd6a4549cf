// A document of things whose list comes in pages. Input: how pages are asked for, what they show. Output: a model.

import type { Model } from '../../src/model/model.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';

export interface Paged {
  readonly order?: string;
  readonly pages?: string;
  /** What the list answers. */
  readonly answers?: string;
  /** More operations. */
  readonly operations?: string;
  /** Fields beside `id` and `title`, as rows of the table. */
  readonly fields?: string;
  readonly states?: string;
}

export function paged({
  order = '`title` ascending',
  pages = 'after `after`, before `before`, size `size`; default 2; cursor is opaque',
  answers = '200 found, `{"items": array of Thing, "next": <next>}`',
  operations = '',
  fields = '',
  states,
}: Paged = {}): Model {
  return modelOf(
    documentOf({
      resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`title\` | string | yes | caller | any | none |
${fields}`,
      ...(states !== undefined && { states }),
      operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again
- Answers: 201 created, Thing

### PATCH /things/{id}

- Does: updates Thing
- Body: Thing
- Omitted fields: kept
- Repeat: again
- Answers: 200 updated, Thing

### GET /things

- Does: lists Thing
- Order: ${order}
- Pages: ${pages}
- Repeat: safe
- Answers: ${answers}
${operations}`,
      codes: '| `absent` | 404 | no such Thing |',
    }),
  );
}
