// Headings of operations, and what each bullet and table of part 4 becomes.

import { describe, expect, test } from 'vitest';

import { read } from '../../src/read/read.ts';
import { endpoints, findings } from './findings.ts';

function operations(...headings: readonly string[]): string[] {
  const source = endpoints(...headings.flatMap((heading) => [`### ${heading}`, '']));
  return read(source, 'x.md').document.endpoints.operations.items.map((o) => o.name.text);
}

describe('headings', () => {
  test.each([
    ['GET /todos', 'GET /todos'],
    ['get /todos/{id}.json', 'GET /todos/{id}.json'],
    ['`POST /todos`', 'POST /todos'],
    ['POST `/todos`', 'POST /todos'],
    ['QUERY  /todos', 'QUERY /todos'],
    ['GET /a_b_c/{x_y}', 'GET /a_b_c/{x_y}'],
    ['GET /v1/2fa', 'GET /v1/2fa'],
    ['GET /', 'GET /'],
  ])('%s', (heading, name) => {
    expect(operations(heading)).toEqual([name]);
    expect(findings(endpoints(`### ${heading}`))).toEqual([]);
  });

  test.each([
    ['GET /todos/:id', 'GET /todos/{id}'],
    ['GET /todos/<id>', 'GET /todos/{id}'],
    ['GET /todos/2.json', 'GET /todos/{id}.json'],
    ['GET /todos/2/notes/3', 'GET /todos/{id}/notes/{note_id}'],
    ['GET /todos/0b0f7c3e-5bb4-4d41-9f0a-6a3a5c2e2b11', 'GET /todos/{id}'],
    ['GET /todos?done=true', 'GET /todos'],
    ['GET /todos/{id}/notes/7', 'GET /todos/{id}/notes/{note_id}'],
  ])('%s is by example', (heading, rewritten) => {
    const source = endpoints(`### ${heading}`);
    const { diagnostics } = read(source, 'x.md');
    expect(findings(source)).toEqual(['5:1 path-by-example']);
    expect(diagnostics[0]!.fix).toBe(`Write \`### ${rewritten}\`.`);
    expect(operations(heading)).toEqual([rewritten]);
  });

  test.each([
    'Create a todo',
    'FETCH /todos',
    'GET todos',
    'GET /a /b',
    'GET /{a',
    'GET /{}',
    'GET /{a}{',
    'GET /todos and more',
  ])('%s is no operation', (heading) => {
    expect(findings(endpoints(`### ${heading}`))).toEqual(['5:1 unknown-heading']);
    expect(operations(heading)).toEqual([]);
  });

  test('a mistyped method is near a method', () => {
    expect(read(endpoints('### DELTE /x'), 'x.md').diagnostics[0]!.message).toContain('expected `DELETE /x`');
  });

  test.each([
    ['GET /todos', 'GET /todos'],
    ['GET /todos', 'get /todos'],
    ['GET /todos/{id}', 'GET /todos/{todo_id}'],
  ])('%s and %s are the same operation', (a, b) => {
    expect(findings(endpoints(`### ${a}`, '', `### ${b}`))).toEqual(['7:1 duplicate-operation']);
    expect(operations(a, b)).toHaveLength(1);
  });

  test('another method, and fixed text beside a parameter, make another operation', () => {
    expect(
      findings(endpoints('### GET /a/{id}', '', '### PUT /a/{id}', '', '### GET /a/{id}.json', '', '### GET /a/b')),
    ).toEqual([]);
  });
});

describe('facts', () => {
  const source = endpoints(
    '### All operations',
    '',
    '- Base: `/v1`',
    '- Cross-origin: any',
    '',
    '### PATCH /todos/{id}',
    '',
    '- Also at: `/items/{id}`, /things/{id}',
    '- Media type: in `application/merge-patch+json`; out `application/json`',
    '- Does: merges into Todo where `done` = false',
    '- Who: signed-in; which items: not shown',
    '- Checks: existence, body, state',
    '- Omitted fields: kept; `title`: refused',
    '- Unknown fields: Refused',
    '- Repeat: same effect',
    '- Order: newest first',
    '- Pages: offset and limit; default: not shown, at most 100',
    '- Body: same as `POST /todos`',
    '- Emits: `changed`, `moved`',
    '- Errors: none',
    '- Preconditions: `If-Match` required on `ETag`',
    '',
    '| Path | Type | Selects |',
    '|---|---|---|',
    '| `id` | integer | Todo by `id` |',
    '',
    '| Body | Type | Required | Sets |',
    '|---|---|---|---|',
    '| `user.email` | as `User.email` | yes | `email` |',
    '| `notify` | boolean | no | none |',
    '',
    '| Status | When | Body | Headers |',
    '|---|---|---|---|',
    '| 200 | updated | `{"todo": Todo without a, "n": <total>}` | `Link`, `X-Total: <total>` |',
    '| 409 | `taken` and `n` > 3 | none | none |',
  );
  const { document, diagnostics } = read(source, 'x.md');
  const { facts } = document.endpoints.operations.items[0]!;

  test('are read without a finding', () => expect(diagnostics).toEqual([]));

  test.each([
    ['alsoAt', ['/items/{id}', '/things/{id}']],
    ['mediaType', { in: 'application/merge-patch+json', out: 'application/json' }],
    ['does', [{ kind: 'merges into', where: { kind: 'compare' } }]],
    ['who', { kind: 'which items', items: { kind: 'gap' } }],
    ['checks', ['existence', 'body', 'state']],
    ['omittedFields', { general: 'kept', fields: [{ field: { text: 'title' }, policy: 'refused' }] }],
    ['unknownFields', { elsewhere: 'refused' }],
    ['repeat', { kind: 'same effect' }],
    ['order', { keys: [{ kind: 'insertion', descending: true }] }],
    ['pages', { kind: 'offset and limit', default: { kind: 'gap' }, atMost: 100 }],
    ['body', { kind: 'same as', operation: { text: 'POST /todos' } }],
    ['emits', [{ text: 'changed' }, { text: 'moved' }]],
    ['preconditions', [{ header: { text: 'If-Match' }, isRequired: true, on: { text: 'ETag' } }]],
  ] as const)('%s', (key, value) => expect(facts[key]).toMatchObject({ status: 'stated', value }));

  test('none and any keep their status', () => {
    expect([facts.errors.status, document.endpoints.all.crossOrigin.status, facts.crossOrigin.status]).toEqual([
      'none',
      'any',
      'absent',
    ]);
    expect(document.endpoints.all.base).toMatchObject({ value: '/v1' });
  });

  test('tables', () => {
    expect(facts.pathTable.items).toMatchObject([
      {
        name: { text: 'id' },
        selects: { value: { kind: 'row', by: { text: 'id' } } },
        required: { status: 'absent', column: {} },
      },
    ]);
    expect(facts.bodyTable.items.map((row) => [row.name.text, row.sets.status])).toEqual([
      ['user.email', 'stated'],
      ['notify', 'none'],
    ]);
    expect(facts.statuses.items).toMatchObject([
      {
        status: { value: { code: 200 } },
        when: { value: { kind: 'outcome', outcomes: ['updated'] } },
        headers: { value: [{ name: { text: 'Link' } }, { value: '<total>' }] },
      },
      {
        status: { value: { code: 409 } },
        when: { value: { kind: 'error', errors: [{ text: 'taken' }] } },
        body: { status: 'none' },
      },
    ]);
    expect(facts.queryTable).toMatchObject({ written: false, items: [], mark: undefined });
  });
});
