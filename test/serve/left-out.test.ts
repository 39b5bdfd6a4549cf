// What is left out: a field without a value, in a body and in a header; a cell of part 7 that is not shown; a Body row without a Default;
// null and the empty text beside `not blank`. Input: small documents. Output: answers over HTTP.

import { afterEach, describe, expect, it, test } from 'vitest';
import { planOf } from '../plan/plan-of.ts';
import { send, start, type Answer, type Running } from './running.ts';

let service: Running | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

interface Written {
  /** Cells behind the name: Type, Required, Set by, Allowed values, Default. */
  readonly note: string;
  /** Of the creation: its Body rows, or the whole shape. */
  readonly rows?: string;
  /** Bullets of both operations that take a body. */
  readonly facts?: string;
  /** Of the change alone. */
  readonly change?: string;
  readonly updates?: string;
  readonly errors?: string;
  readonly headers?: string;
}

const ERRORS = `- Error body: {"code": <code>}
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Box |
| \`missing\` | 422 | any field missing |
| \`blank\` | 422 | any field blank |
| \`invalid\` | 422 | any field invalid, unknown field, read-only field, invalid query |
`;

async function serving(written: Written): Promise<void> {
  const { note, rows, facts = '', change = '', updates = 'updates Box', errors = ERRORS, headers = 'none' } = written;
  const body = rows === undefined ? '- Body: Box\n' : '';
  const table =
    rows === undefined ? '' : `\n| Body | Type | Required | Default | Sets |\n|---|---|---|---|---|\n${rows}\n`;
  const status = (code: number, when: string): string =>
    `\n| Status | When | Body | Headers |\n|---|---|---|---|\n| ${code} | ${when} | Box | ${headers} |\n`;
  service = await start(
    planOf({
      resources: `### Box\n\n- Identified by: \`id\`\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| \`id\` | integer | yes | service: new id | any | none |\n| \`label\` | string | yes | caller | any | none |\n| \`note\` | ${note} |`,
      operations: [
        `### POST /boxes\n\n- Does: creates Box\n- Repeat: again\n${body}${facts}${table}${status(201, 'created')}`,
        `### PATCH /boxes/{id}\n\n- Does: ${updates}\n- Repeat: again\n- Body: Box\n${facts}${change}${status(200, 'updated')}`,
      ].join('\n'),
      errors,
    }),
  );
}

const post = (body: object): Promise<Answer> => send(service!, 'POST', '/boxes', { label: 'a', ...body });
const patch = (body: object): Promise<Answer> => send(service!, 'PATCH', '/boxes/1', body);

const KEPT = '- Omitted fields: kept\n';

const sent = ({ headers }: Answer): unknown => ['x-note', 'x-both', 'location'].map((name) => headers.get(name));

describe('a header of a field without a value', () => {
  it('is sent with nothing in it, and never left out', async () => {
    const headers = '`X-Note: {note}`, `X-Both: a-{note}`, `Location: /notes/{note}`';
    await serving({ note: 'string | no | caller | any | none', change: `${KEPT}- Null fields: cleared\n`, headers });
    expect(sent(await post({}))).toEqual(['', 'a-', '/notes/']);
    expect(sent(await patch({ note: 'b' }))).toEqual(['b', 'a-b', '/notes/b']);
    expect(sent(await patch({ note: null }))).toEqual(['', 'a-', '/notes/']);
  });
});

const numbered = (body: string, number: string): string =>
  `- Error body: ${body}\n- All failed fields at once: no\n\n| Code | Status | When | Number |\n|---|---|---|---|\n| \`absent\` | 404 | no such Box | 4 |\n| \`bad\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field, invalid query | ${number} |\n`;

describe('a further column of the Code table', () => {
  const note = 'string | no | caller | any | none';
  test('whose cell is not shown is left out, and the answer is marked with the gap', async () => {
    await serving({ note, change: `${KEPT}`, errors: numbered('{"code": <code>, "number": <Number>}', 'not shown') });
    const refused = await post({ label: 1 });
    expect([refused.status, refused.json, refused.headers.get('ninefold-gap')]).toEqual([
      422,
      { code: 'bad' },
      '"7/bad/number"',
    ]);
    const absent = await send(service!, 'PATCH', '/boxes/9', { note: 'x' });
    expect([absent.json, absent.headers.get('ninefold-gap')]).toEqual([{ code: 'absent', number: '4' }, null]);
    expect((await post({})).headers.get('ninefold-gap')).toBe(null);
  });
  test('that is stated is sent, without a mark', async () => {
    await serving({ note, change: KEPT, errors: numbered('{"code": <code>, "number": <Number>}', '7') });
    const refused = await post({ label: 1 });
    expect([refused.json, refused.headers.get('ninefold-gap')]).toEqual([{ code: 'bad', number: '7' }, null]);
  });
});

const noteRow = (type: string, own: string): string =>
  `| \`label\` | string | yes | none | \`label\` |\n| \`note\` | ${type} | no | ${own} | \`note\` |`;

describe('a Body row without a Default of its own', () => {
  test.each([
    ['string or null', 'yes | caller | any | `null`', null],
    ['string', 'yes | caller | any | `x`', 'x'],
    ['string', 'no | caller | any | `x`', 'x'],
    ['string', 'no | caller | any | none', undefined],
  ])('leaves the Default of its field in force: %s, %s', async (type, field, expected) => {
    await serving({ note: `${type} | ${field}`, rows: noteRow(type, 'none'), change: KEPT });
    const made = await post({});
    expect([made.status, (made.json as { note?: unknown }).note]).toEqual([201, expected]);
  });
  test('with one, that one is taken', async () => {
    await serving({ note: 'string | yes | caller | any | `x`', rows: noteRow('string', '`y`'), change: KEPT });
    expect((await post({})).json).toMatchObject({ note: 'y' });
  });
  test('of a field that must be there and has none is missing', async () => {
    await serving({ note: 'string | yes | caller | any | none', rows: noteRow('string', 'none'), change: KEPT });
    expect((await post({})).json).toEqual({ code: 'missing' });
  });
});

describe('the empty text as null', () => {
  test.each(['', '- Null fields: refused\n', '- Null fields: cleared\n'])(
    'is never kept as it is: "%s"',
    async (nulls) => {
      await serving({
        note: 'string or null | no | caller | any | none',
        facts: `- Empty text: as null\n${nulls}`,
        change: nulls === '' ? `${KEPT}- Null fields: cleared\n` : KEPT,
      });
      const made = await post({ note: '' });
      if (nulls.includes('refused')) expect(made.json).toEqual({ code: 'invalid' });
      else expect(made.json).toEqual({ id: 1, label: 'a' });
    },
  );
  test('is refused where null is no value of the field', async () => {
    await serving({
      note: 'string | no | caller | any | none',
      facts: '- Empty text: as null\n',
      change: `${KEPT}- Null fields: cleared\n`,
    });
    expect((await post({ note: '' })).json).toEqual({ code: 'invalid' });
  });
});

describe('null for a field with `not blank`', () => {
  const nulls = { change: `${KEPT}- Null fields: cleared\n` };
  test('clears it where it may be left out', async () => {
    await serving({ note: 'string | no | caller | not blank | none', ...nulls });
    expect((await post({ note: 'x' })).status).toBe(201);
    expect((await patch({ note: null })).json).toEqual({ id: 1, label: 'a' });
    expect((await patch({ note: ' ' })).json).toEqual({ code: 'blank' });
  });
  test('is missing where it may not', async () => {
    await serving({ note: 'string | yes | caller | not blank | none', ...nulls });
    expect((await post({ note: 'x' })).status).toBe(201);
    expect((await patch({ note: null })).json).toEqual({ code: 'missing' });
  });
  test('is taken away by a merge', async () => {
    await serving({ note: 'string | no | caller | not blank | none', updates: 'merges into Box' });
    expect((await post({ note: 'x' })).status).toBe(201);
    expect((await patch({ note: null })).json).toEqual({ id: 1, label: 'a' });
  });
  test.each(['string', 'string or null'])('is blank where null would be a value: %s', async (type) => {
    await serving({
      note: `${type} | no | caller | not blank | none`,
      facts: type === 'string' ? '- Null fields: refused\n' : '- Empty text: as null\n',
      change: type === 'string' ? KEPT : `${KEPT}- Null fields: refused\n`,
    });
    expect((await post({ note: null })).json).toEqual({ code: 'blank' });
    expect((await patch({ note: null })).json).toEqual({ code: 'absent' });
    if (type !== 'string') expect((await post({ note: '' })).json).toEqual({ code: 'blank' });
  });
});

const nestedShape = (type: string): string => `### Box

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`spec\` | Spec | no | caller | any | none |

### Spec

- Identified by: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`note\` | ${type} | no | caller | not blank | none |
| \`size\` | integer | no | caller | any | none |`;
const creating = (nulls: string): string =>
  `### POST /boxes\n\n- Does: creates Box\n- Repeat: again\n- Body: Box\n${nulls}\n| Status | When | Body |\n|---|---|---|\n| 201 | created | Box |\n`;

test('inside of a nested shape null goes by the same rules beside `not blank`', async () => {
  const answers: unknown[] = [];
  for (const [type, nulls] of [
    ['string', '- Null fields: cleared\n'],
    ['string or null', '- Null fields: cleared\n'],
    ['string or null', ''],
  ] as const) {
    service = await start(planOf({ resources: nestedShape(type), operations: creating(nulls), errors: ERRORS }));
    answers.push((await send(service, 'POST', '/boxes', { spec: { note: null, size: 1 } })).json);
    await service.stop();
    service = undefined;
  }
  expect(answers).toEqual([{ id: 1, spec: { size: 1 } }, { id: 1, spec: { size: 1 } }, { code: 'blank' }]);
});
