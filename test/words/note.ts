// A small document that says everything and holds one word at one place. Input: what stands at the place. Output: its text.

export interface Holes {
  /** Of `GET /notes/{id}`; `list` of `GET /notes`, which lists rows. */
  readonly body?: string;
  readonly header?: string;
  readonly list?: string;
  readonly listHeader?: string;
  readonly pages?: string;
  readonly does?: string;
  readonly request?: string;
  readonly errorBody?: string;
  /** Of `lacking`, which speaks of fields, and of `none_there`, which does not. */
  readonly lacking?: { readonly body?: string; readonly header?: string; readonly message?: string };
  readonly noneThere?: { readonly body?: string; readonly header?: string; readonly message?: string };
  readonly notNow?: { readonly message?: string; readonly header?: string; readonly body?: string };
  /** The cell of a further column called `Hint`. */
  readonly hint?: string;
  readonly rule?: string;
  readonly payload?: string;
  readonly envelope?: string;
}

const code = (name: string, status: number, when: string, own: Holes['lacking'], hint: string): string =>
  `| \`${name}\` | ${status} | ${when} | ${own?.body ?? '`{"m": <message>, "h": <Hint>}`'} | ${own?.message ?? 'wrong'} | ${
    own?.header === undefined ? 'none' : `\`X-At: ${own.header}\``
  } | ${hint} |`;

export function note(holes: Holes): string {
  const { lacking, noneThere, notNow } = holes;
  const hint = holes.hint ?? 'ask';
  return `# Notes

- Lists: complete unless marked

## 1. What the service does

It keeps notes.

## 2. Resources and their fields

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`text\` | string | yes | caller | any | none |
| \`made\` | string | yes | service: = \`${holes.rule ?? 'a {text}'}\` | any | none |
| \`stage\` | state | yes | service: state | any | none |

## 3. States and transitions

### Note.stage

| State | Kind |
|---|---|
| \`open\` | initial |
| \`shut\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| (new) | \`open\` | \`POST /notes\` | none | none |
| \`open\` | \`shut\` | \`POST /notes/{id}/shut\` | none | none |

- Any other move: \`not_now\`

## 4. Endpoints

### All operations

- Media type: \`application/json\`
- Who: anyone
- Cross-origin: none
- Emits: none
- Unknown fields: refused
- Read-only fields: refused
- Headers in: \`X-A\` optional

### POST /notes

- Does: creates Note
- Body: ${holes.request ?? 'Note'}
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Note |

### GET /notes

- Does: ${holes.does ?? 'lists Note'}
- Order: oldest first
- Pages: ${holes.pages ?? 'none'}
- Repeat: safe

| Status | When | Body | Headers |
|---|---|---|---|
| 200 | found | ${holes.list === undefined ? 'array of Note' : `\`{"at": ${holes.list}}\``} | ${holes.listHeader === undefined ? 'none' : `\`X-At: ${holes.listHeader}\``} |

### GET /notes/{id}

- Does: reads Note
- Repeat: safe

| Status | When | Body | Headers |
|---|---|---|---|
| 200 | found | ${holes.body === undefined ? 'Note' : `\`{"at": ${holes.body}, "note": Note}\``} | ${holes.header === undefined ? 'none' : `\`X-At: ${holes.header}\``} |

### POST /notes/{id}/shut

- Does: moves Note.stage
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | moved | Note |

## 5. Authentication

none

## 6. Events

### Delivery

- Sent as: topic \`notes\`
- Order: as they happened
- Envelope: ${holes.envelope === undefined ? 'none' : `\`{"at": ${holes.envelope}}\``}

### kept

- When: Note is created
- Payload: ${holes.payload === undefined ? '`{"id": id}`' : `\`{"at": ${holes.payload}}\``}

## 7. Errors

- Error body: \`{"code": <code>, "at": ${holes.errorBody ?? '"here"'}}\`
- All failed fields at once: no

| Code | Status | When | Body | Message | Headers | Hint |
|---|---|---|---|---|---|---|
${code('lacking', 422, 'any field missing, any field invalid, unknown field, read-only field', lacking, hint)}
${code('none_there', 404, 'no such Note', noneThere, 'ask')}
${code('not_now', 409, 'illegal move', notNow, 'ask')}

| Code | Status | When |
|---|---|---|
| \`odd_path\` | 404 | no such path |

## 8. Limits

none

## 9. Versioning

none
`;
}
