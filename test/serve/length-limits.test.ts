// Part 8: lengths and sizes of what a body sends for a field, of a body that is a list, and of the headers. Each is judged to the last
// character, item and octet, and told with the place of the field. Notation, part 8.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

const RESOURCES = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`text\` | string or null | no | caller | any | \`null\` |
| \`note\` | string(1..8) | no | caller | any | none |
| \`tags\` | array of array of string | no | caller | any | none |
| \`words\` | map of string | no | caller | any | none |
| \`data\` | object | no | caller | any | none |
`;

const answers = (code: number, when: string, body = 'Thing'): string =>
  `\n| Status | When | Body |\n|---|---|---|\n| ${code} | ${when} | ${body} |\n\n`;

const operations = (checks = ''): string => `### POST /things

- Does: creates Thing
- Body: Thing
${checks}${answers(201, 'created')}
### POST /things/bulk

- Does: creates every Thing in body
- Body: array of Thing
${answers(201, 'created', 'array of Thing')}
### POST /wrapped

- Does: creates Thing
- Body: {"thing": Thing}
${answers(201, 'created')}
### PATCH /things/{id}

- Does: merges into Thing
- Body: Thing
${checks}${answers(200, 'updated')}
### GET /things/{id}

- Does: reads Thing
${answers(200, 'found')}`;

const LIMITS = `| Limit | Value | Per | Applies to | When exceeded |
|---|---|---|---|---|
| Text | 5 characters | \`Thing.text\` | any | \`long\` |
| Text of all | 9 characters | \`Thing.text\` | any | \`never\` |
| Note | 4 characters | \`Thing.note\` | any | \`long\` |
| Tags | 2 items | \`Thing.tags\` | any | \`many\` |
| Words | 2 items | \`Thing.words\` | any | \`many\` |
| Octets | 9 B | \`Thing.text\` | any | \`large\` |
| Data | 11 B | \`Thing.data\` | any | \`large\` |
| Rows | 2 items | request | any | \`many\` |
| Headers | 200 B | headers | GET | \`head\` |
`;

const source = (checks?: string): string =>
  documentOf({
    resources: RESOURCES,
    operations: operations(checks),
    limits: LIMITS,
    errors: `- Error body: {"code": <code>, "field": <field>, "at": <pointer>, "says": <message>}
- All failed fields at once: no

| Code | Status | When | Message |
|---|---|---|---|
| \`absent\` | 404 | no such Thing | Nothing |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field | <field> <problem> |
| \`long\` | 422 | none | <field> <problem> |
| \`many\` | 422 | none | Too many |
| \`large\` | 413 | none | <field> <problem> |
| \`never\` | 400 | none | <field> <problem> |
| \`head\` | 431 | none | Too large |
`,
  });

const long = (field: string, at = `#/${field}`, most = 5): unknown => ({
  code: 'long',
  field,
  at,
  says: `${field} is longer than ${most} characters`,
});

const sizedBy = async (service: Running, path: string, octets: number): Promise<number> => {
  const sent = 'HostxConnectioncloseX-Pad';
  const pad = 'y'.repeat(octets - sent.length);
  const text = await service.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Pad: ${pad}\r\n\r\n`);
  return Number(text.split(' ')[1]);
};

const first = async (checks: string): Promise<unknown> => {
  const service = await start(compile(modelOf(source(`- Checks: ${checks}\n`))));
  const code = async (path: string, body: unknown): Promise<unknown> =>
    ((await send(service, 'PATCH', path, body)).json as { readonly code: string }).code;
  const found = [
    await code('/things/99', { text: 'abcdef' }),
    await code('/things/99', { text: 'abcdef', note: 7 }),
    await code('/things/99', { note: 7 }),
  ];
  await service.stop();
  return found;
};

describe('what a body sends for a field', () => {
  let service: Running;
  beforeAll(async () => {
    service = await start(compile(modelOf(source())));
  });
  afterAll(() => service.stop());

  const post = async (body: unknown, path = '/things', method = 'POST'): Promise<unknown> => {
    const { status, json } = await send(service, method, path, body);
    return status < 300 ? status : json;
  };

  it('has at most so many characters, which are code points, as those of its Type', async () => {
    expect([await post({ text: 'abcde' }), await post({ text: 'abcdef' })]).toEqual([201, long('text')]);
    expect(await post({ text: '😀ab' })).toBe(201);
    // Two code points: a letter, and what is put on it.
    expect([await post({ text: 'e\u0301abc' }), await post({ text: 'e\u0301abcd' })]).toEqual([201, long('text')]);
    expect([await post({ note: '😀😀😀😀' }), await post({ note: '😀😀😀😀😀' })]).toEqual([
      201,
      long('note', '#/note', 4),
    ]);
  });

  it('is refused by its limit first, and then by its Type; of several limits the smallest counts', async () => {
    expect(await post({ note: 'x'.repeat(9) })).toEqual(long('note', '#/note', 4));
    expect(await post({ note: '' })).toMatchObject({ code: 'invalid', field: 'note' });
    expect(await post({ text: 7 })).toMatchObject({ code: 'invalid', field: 'text' });
    expect([await post({ text: null }), await post({})]).toEqual([201, 201]);
  });

  it('has at most so many octets, of its text or of its JSON', async () => {
    expect([await post({ text: 'éééé' }), await post({ text: '漢字漢' })]).toEqual([201, 201]);
    const large = { code: 'large', field: 'text', at: '#/text', says: 'text is larger than 9 B' };
    expect([await post({ text: '漢字漢x' }), await post({ text: '😀😀😀' })]).toEqual([large, large]);
    expect([await post({ data: { a: 12345 } }), await post('{"data": {"a" : 12345}}')]).toEqual([201, 201]);
    expect(await post({ data: { a: 123456 } })).toMatchObject({ code: 'large', at: '#/data' });
    expect(await post('{"data":{"a":1.23456}}')).toMatchObject({ code: 'large', at: '#/data' });
  });

  it('has at most so many items or members, and not those inside of them', async () => {
    expect([await post({ tags: [['a', 'b', 'c'], []] }), await post({ tags: [[], [], []] })]).toEqual([
      201,
      { code: 'many', field: 'tags', at: '#/tags', says: 'Too many' },
    ]);
    expect(await post({ words: { a: 'x', b: 'x' } })).toBe(201);
    expect(await post({ words: { a: 'x', b: 'x', c: 'x' } })).toMatchObject({ code: 'many', at: '#/words' });
  });

  it('is counted as it is sent, where it is merged, too', async () => {
    expect(await post({ text: 'abcdef' }, '/things/1', 'PATCH')).toEqual(long('text'));
    expect(await post({ text: 'abcde', words: { a: 'x', b: 'y' } }, '/things/1', 'PATCH')).toBe(200);
    expect(await post({ words: { c: 'z', b: null } }, '/things/1', 'PATCH')).toBe(200);
    expect((await send(service, 'GET', '/things/1')).json).toMatchObject({ words: { a: 'x', c: 'z' } });
    expect(await post({ words: { c: 'z', b: null, d: 'z' } }, '/things/1', 'PATCH')).toMatchObject({ code: 'many' });
  });

  it('is told with the place where it was sent', async () => {
    expect(await post({ thing: { text: 'abcdef' } }, '/wrapped')).toEqual(long('text', '#/thing/text'));
    expect(await post([{ text: 'a' }, { text: 'abcdef' }], '/things/bulk')).toEqual({
      ...(long('1.text', '#/1/text') as object),
    });
  });

  it('of a list of rows there are at most so many, and none is looked at where there are more', async () => {
    expect(await post([{}, {}], '/things/bulk')).toBe(201);
    expect(await post([{}, {}, { text: 'abcdef' }], '/things/bulk')).toMatchObject({ code: 'many' });
  });

  it('headers have at most so many octets of names and values, before anything else is looked at', async () => {
    expect([await sizedBy(service, '/things/1', 200), await sizedBy(service, '/things/1', 201)]).toEqual([200, 431]);
    expect([await sizedBy(service, '/things/none', 200), await sizedBy(service, '/things/none', 201)]).toEqual([
      404, 431,
    ]);
  });
});

describe('where Checks names limits', () => {
  it('they have that place, and without it that of the body', async () => {
    expect(await first('limits, existence, body')).toEqual(['long', 'long', 'absent']);
    expect(await first('existence, limits, body')).toEqual(['absent', 'absent', 'absent']);
    expect(await first('body, existence, limits')).toEqual(['absent', 'invalid', 'invalid']);
    expect(await first('existence, body')).toEqual(['absent', 'absent', 'absent']);
    expect(await first('body, existence')).toEqual(['long', 'invalid', 'invalid']);
  });
});
