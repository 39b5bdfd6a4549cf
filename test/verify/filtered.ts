// A document of things that are listed by what the query selects: a state, a bound, a text; and in an order of the caller's choice.

import { things } from './things.ts';

export const FILTERED: string = things({
  fields: `| \`rank\` | integer | yes | caller | any | none |
| \`state\` | state | yes | service: state | any | none |
`,
  operations: `
### POST /things/{id}/end

- Does: moves Thing.state to \`ended\`
- Body: none
- Repeat: again
- Answers: 200 moved, Thing
`,
})
  .replace(
    '## 3. States and transitions\n\nnone',
    `## 3. States and transitions

### Thing.state

- Any other move: \`ended\`

| State | Kind |
|---|---|
| \`open\` | initial |
| \`ended\` | final |

| From | To | By | Who | Only if |
|---|---|---|---|---|
| (new) | \`open\` | \`POST /things\` | anyone | none |
| \`open\` | \`ended\` | \`POST /things/{id}/end\` | anyone | none |`,
  )
  .replace(
    '- Order: oldest first\n',
    '- Order: by query `sort`: `first` is `rank` ascending, then oldest first; else oldest first\n',
  )
  .replace(
    '- Answers: 200 found, array of Thing\n',
    `- Answers: 200 found, array of Thing

| Query | Type | Required | Default | Allowed values | Selects |
|---|---|---|---|---|---|
| \`state\` | state | no | none | any | \`state\` = value |
| \`least\` | integer | no | none | any | \`rank\` >= value |
| \`q\` | string | no | none | any | \`title\` contains value |
`,
  )
  .replace(
    'any field invalid |',
    'any field invalid, malformed body, unsupported media type |\n| `query` | 400 | invalid query |\n| `ended` | 409 | none |',
  );
