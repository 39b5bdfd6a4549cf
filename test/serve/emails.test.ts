// A text of type email is judged where a row gets it; rows that have an address of an earlier form keep it, show it and are found by it.
// On the embedded engine; with TEST_ENGINE=postgres on PostgreSQL. Notation, part 2, "Types".

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { link } from '../../src/link/link.ts';
import { exported } from '../../src/export/export.ts';
import { plan } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { read } from '../../src/read/read.ts';
import { judgeKept } from '../../src/serve/stored-values.ts';
import { documentOf, modelOf, planOf, runOf, type Parts } from '../plan/plan-of.ts';
import { ownStore, send, start } from './running.ts';

const HEAD = `| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
`;

/** The same rows, as a document without the type keeps them. */
const parts = (type: string): Parts => ({
  resources: `### Thing

- Identified by: \`mail\`

${HEAD}| \`mail\` | ${type} | yes | caller at create | any | none |
| \`other\` | ${type} | no | caller | any | none |
| \`copies\` | array of ${type} | no | caller | any | none |
| \`name\` | string | no | caller | any | none |
| \`of\` | Thing by \`mail\` | no | caller | any | none |
`,
  operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again
- Null fields: refused
- Empty text: kept
- Answers: 201 created, Thing

### GET /things/{mail}

- Does: reads Thing
- Body: none
- Repeat: safe
- Answers: 200 found, Thing

### PATCH /things/{mail}

- Does: updates Thing
- Body: Thing
- Omitted fields: kept
- Null fields: refused
- Empty text: kept
- Repeat: same effect
- Answers: 200 updated, Thing

### GET /things

- Does: lists Thing
- Body: none
- Order: oldest first
- Pages: none
- Empty text: kept
- Repeat: safe
- Answers: 200 found, array of Thing

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`mail\` | ${type} | no | none | \`mail\` = value |

`,
  errors: `- Error body: {"errors": {<field>: [<message>]}}
- All failed fields at once: yes

| Code | Status | When | Message |
|---|---|---|---|
| \`absent\` | 404 | no such Thing | gone |
| \`wrong\` | 422 | any field missing, any field blank, any field invalid, any field taken, unknown field, read-only field, no such Thing in \`of\` | <problem> |
| \`query\` | 400 | invalid query | <problem> |
`,
});

const OLD = 'ann@localhost';

describe('a row that has an address of an earlier form', () => {
  const before = planOf(parts('string'));
  const now = planOf(parts('email'));

  test('is shown, found, referred to and changed elsewhere; the address itself is not taken again', async () => {
    const { store, drop } = await ownStore(before);
    const first = await start(before, { store });
    const sent = { mail: OLD, other: 'ann@bücher.example', copies: ['a@b', 'a@b.c'] };
    expect(await send(first, 'POST', '/things', sent)).toMatchObject({ status: 201 });

    const service = await start(now, { store });
    const path = `/things/${encodeURIComponent(OLD)}`;
    expect(await send(service, 'GET', path)).toMatchObject({ status: 200, json: sent });
    expect(await send(service, 'GET', `/things?mail=${OLD}`)).toMatchObject({ status: 200, json: [sent] });
    expect(await send(service, 'PATCH', path, { name: 'Ann' })).toMatchObject({
      status: 200,
      json: { ...sent, name: 'Ann' },
    });
    expect(await send(service, 'POST', '/things', { mail: 'bob@example.org', of: OLD })).toMatchObject({ status: 201 });
    expect(await send(service, 'PATCH', path, { other: OLD, copies: ['a@b'] })).toMatchObject({
      status: 422,
      json: {
        errors: { other: ['is not an email address'], copies: ['has an item that is not an email address'] },
      },
    });
    expect(await send(service, 'POST', '/things', { mail: 'ann@bücher.example' })).toMatchObject({ status: 422 });
    expect(await send(service, 'GET', path)).toMatchObject({ json: { ...sent, name: 'Ann' } });
    await first.stop();
    await service.stop();
    await drop();
  });

  test('fits the document: no migration refuses it', () => {
    const known = now.storage.flatMap(({ columns }) =>
      columns.flatMap((column) => (column.rule ? [[column.name, column.rule] as const] : [])),
    );
    const rules = new Map(known);
    const rule = (name: string): Parameters<typeof judgeKept>[0] => rules.get(name)!;
    expect(judgeKept(rule('mail'))(OLD)).toBe(true);
    expect(judgeKept(rule('copies'))('["a@b","ann@bücher.example"]')).toBe(true);
    expect(judgeKept(rule('mail'))('nobody')).toBe(false);
  });
});

test('credentials have the form that the row has', () => {
  const file = join(import.meta.dirname, '..', 'parts', 'authentication', 'callers-of-several-resources.md');
  const { document, diagnostics } = read(readFileSync(file, 'utf8'), 'callers.md');
  const signing: Plan = plan(link(document, diagnostics));
  const formats = signing.operations.flatMap(({ id, run }) =>
    run?.body.kind === 'fields'
      ? run.body.fields.flatMap(({ name, value }) => (name === 'email' ? [`${id}: ${value.format}`] : []))
      : [],
  );
  expect(formats.toSorted()).toMatchInlineSnapshot(`
    [
      "POST /admins: sent email",
      "POST /sessions: email",
      "POST /users: sent email",
    ]
  `);
});

test('an address that nobody may send is no Default and no allowed value', () => {
  const wrong = documentOf(parts('email')).replace(
    'email | no | caller | any | none',
    'email | no | caller | any | `a@b`',
  );
  expect(() => modelOf(wrong)).toThrow('impossible-value');
});

test('OpenAPI says the form where it is sent, and not where it is shown', () => {
  const model = modelOf(documentOf(parts('email')));
  const document = JSON.parse(exported(model, 'openapi')) as { paths: Record<string, Record<string, unknown>> };
  const posted = JSON.stringify(document.paths['/things']!['post'], undefined, 0);
  const shown = JSON.stringify((document as unknown as { components: unknown }).components);
  const pattern = '@[0-9A-Za-z-]+([.][0-9A-Za-z-]+)+$';
  expect(posted.includes(pattern)).toBe(true);
  expect(shown.includes(pattern)).toBe(false);
  expect(new RegExp(pattern).test('ann@example.org')).toBe(true);
  expect(new RegExp(pattern).test(OLD)).toBe(false);
});

test('what is kept to read a value is not what is sent to be kept', () => {
  const run = runOf(planOf(parts('email')), 'POST /things');
  const formats =
    run.body.kind === 'fields'
      ? run.body.fields.map(({ name, value }) => [name, value.of?.format ?? value.format])
      : [];
  expect(Object.fromEntries(formats)).toMatchObject({ mail: 'sent email', copies: 'sent email', of: 'email' });
});
