// What `check` finds in `lists values of R.f`. Over HTTP: test/parts/endpoints/lists-values-of.http.

import { describe, expect, it } from 'vitest';
import { documentOf, type Parts } from '../plan/plan-of.ts';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';

const RESOURCES = `### Maker
- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller at create | any | none |
| \`state\` | state | yes | service: state | any | \`here\` |

### Lamp
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`shade\` | string or null | no | caller | any | none |
| \`price\` | decimal(2) | no | caller | any | none |
| \`on\` | boolean | no | caller | any | none |
| \`day\` | date | no | caller | any | none |
| \`at\` | date-time | no | caller | any | none |
| \`sent\` | date-time, as sent | no | caller | any | none |
| \`weight\` | number | no | caller | any | none |
| \`kind\` | one of \`b\`, \`a\` | no | caller | any | none |
| \`maker\` | Maker by \`name\` | no | caller | any | none |
| \`place.room\` | string | no | caller | any | none |
| \`tags\` | array of string | no | caller | any | none |
| \`free\` | object | no | caller | any | none |
| \`word\` | secret | no | caller | any | none |
| \`label\` | decimal(2) | no | service: = \`price\` + \`price\` | any | none |
| \`code\` | string | no | caller, hidden | any | none |
`;

const STATES = `### Maker.state

| State | Kind |
|---|---|
| \`here\` | initial |
| \`away\` | gone |

| From | To | By | Only if |
|---|---|---|---|
| \`here\` | \`away\` | \`DELETE /makers/{name}\` | none |

- Any other move: \`stage\`
`;

const made = (name: string, body: string): string => `### POST /${name.toLowerCase()}s
- Does: creates ${name}
- Body: ${body}
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | none |
`;

const MAKING = `${made('Maker', 'Maker')}
${made('Lamp', 'Lamp')}
### DELETE /makers/{name}
- Does: moves Maker.state to \`away\`
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 204 | moved | none |
`;

interface Listed {
  readonly field: string;
  readonly order?: string;
  readonly pages?: string;
  readonly query?: string;
  readonly body?: string;
  readonly does?: string;
}

const listing = ({ field, order, pages = 'none', query = '', body = '{"all": <values>}', does }: Listed): string =>
  `### GET /${field}
- Does: ${does ?? `lists values of Lamp.${field}`}
- Body: none
- Repeat: safe
${order === 'none' ? '' : `- Order: ${order ?? `\`${field}\``}\n`}- Pages: ${pages}
${query === '' ? '' : `\n| Query | Type | Required | Default | Allowed values | Selects |\n|---|---|---|---|---|---|\n${query}\n`}
| Status | When | Body |
|---|---|---|
| 200 | found | ${body} |
`;

const ALL = `- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Read-only fields: refused
- Null fields: kept
- Empty text: kept
- Emits: none
- Other operations: none
`;

const partsOf = (lists: readonly Listed[]): Parts => ({
  resources: RESOURCES,
  states: STATES,
  all: ALL,
  operations: `${MAKING}\n${lists.map(listing).join('\n')}`,
  errors: `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`no_maker\` | 404 | no such Maker |
| \`invalid\` | 422 | no such Maker in \`maker\`, any field missing, any field invalid, unknown field, read-only field |
| \`there\` | 409 | Maker already there |
| \`query\` | 400 | invalid query |
| \`stage\` | 409 | illegal move |
`,
});

function found(listed: Listed): readonly string[] {
  const { document, diagnostics } = read(documentOf(partsOf([listed])), 'things.md');
  return check(link(document, diagnostics)).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe('check of lists values of', () => {
  it.each(['free', 'word', 'label', 'maker.state', 'place'])('says that values of %s are not listed yet', (field) => {
    expect(found({ field }).join('\n')).toMatch(
      /unsupported: .*`lists values` of a list of lists, an object, a secret, references or what is computed/,
    );
  });

  it('says so of instants as they were sent', () => {
    expect(found({ field: 'sent' }).join('\n')).toMatch(
      /unsupported: .*`lists values` of a list of lists, an object, a secret, references or what is computed/,
    );
  });

  it('finds nothing else', () => {
    expect(found({ field: 'shade' })).toEqual([]);
  });
});
