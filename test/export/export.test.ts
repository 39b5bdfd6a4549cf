// What `ninefold export` writes: valid by OpenAPI's own schema for every document of the project, byte for byte what is expected of one, and
// nothing in it that the document does not state: statements are taken out, and what is in their place is looked at.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { exported } from '../../src/export/export.ts';
import { openApi } from '../../src/export/interface.ts';
import { plan } from '../../src/plan/compile.ts';
import { tablesAsSql } from '../../src/store/tables.ts';
import { understand } from '../laws/service.ts';
import { faultOf, judge, wrongExamples, type Json } from './judged.ts';

const root = join(import.meta.dirname, '..', '..');
const here = (name: string): string => join(import.meta.dirname, name);
const BOXES = readFileSync(here('boxes.md'), 'utf8');

function api(source: string): Json {
  const { model, errors } = understand(source);
  expect(errors).toEqual([]);
  return openApi(model) as Json;
}

/** A statement in another way, or not at all. */
function changed(...pairs: readonly (readonly [from: string | RegExp, to: string])[]): Json {
  let source = BOXES;
  for (const [from, to] of pairs) {
    const next = source.replace(from, () => to);
    expect(next).not.toBe(source);
    source = next;
  }
  return api(source);
}

const bodyOf = (document: Json): Json =>
  document['paths']['/boxes'].post.requestBody.content['application/json'].schema;
const gapsOf = (value: Json): readonly string[] => (value['x-not-shown'] ?? []).map(({ gap }: Json) => gap);

const EXAMPLES = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.md'));

describe('every document', () => {
  it.each(EXAMPLES)('examples/%s is valid OpenAPI, and its examples fit', (name) => {
    const document = api(readFileSync(join(root, 'examples', name), 'utf8'));
    expect(faultOf(document)).toBe('');
    expect(wrongExamples(document)).toEqual([]);
    const bundle = JSON.parse(
      exported(understand(readFileSync(join(root, 'examples', name), 'utf8')).model, 'json-schema'),
    ) as Json;
    const own = judge();
    own.addSchema({ $id: 'bundle', ...bundle });
    for (const shape of Object.keys(bundle['$defs'])) own.compile({ $ref: `bundle#/$defs/${shape}` });
  });
});

describe('a small document', () => {
  const { model } = understand(BOXES);
  it.each([
    ['boxes.openapi.txt', () => exported(model, 'openapi')],
    ['boxes.schema.txt', () => exported(model, 'json-schema')],
    ['boxes.types.txt', () => exported(model, 'types')],
    ['boxes.mermaid.txt', () => exported(model, 'mermaid')],
    ['boxes.sql', () => tablesAsSql(plan(model).storage)],
  ])('is %s, byte for byte', (name, text) => {
    if (process.env['UPDATE'] !== undefined) writeFileSync(here(name), text());
    expect(text()).toBe(readFileSync(here(name), 'utf8'));
  });
});

describe('what the document does not state', () => {
  it('a type: any value, and its question', () => {
    const box = changed(['| `label` | string(40) |', '| `label` | not shown |'])['components'].schemas.Box;
    expect(box.properties.label['type']).toBeUndefined();
    expect(gapsOf(box.properties.label)).toEqual(['2/Box.label/type']);
  });

  it('an open list of fields: further members are not ruled out', () => {
    expect(api(BOXES)['components'].schemas.Box.additionalProperties).toBe(false);
    const box = changed([
      '| `status` | state | yes | service: state | any | none |',
      '| `status` | state | yes | service: state | any | none |\n| … | | | | | |',
    ])['components'].schemas.Box;
    expect('additionalProperties' in box).toBe(false);
    expect(gapsOf(box)).toEqual(['2/Box/fields']);
  });

  it('an error without a body has none', () => {
    const refused = changed(['- Error body: {"error": <code>, "fields": [<field>]}', '- Error body: not shown'])[
      'paths'
    ]['/boxes/{id}'].get.responses['404'];
    expect('content' in refused).toBe(false);
    expect(gapsOf(refused)).toEqual(['7/error-body']);
  });

  it('an error without a status is at no status', () => {
    const { responses } = changed(['| `no_box` | 404 |', '| `no_box` | not shown |'])['paths']['/boxes/{id}'].get;
    expect('404' in responses).toBe(false);
    expect(responses['x-ninefold-errors-without-status']).toMatchObject([
      { code: 'no_box', causes: ['no such Box'], 'x-not-shown': [{ gap: '7/no_box/status' }] },
    ]);
  });

  it('who may call: no security, neither asked for nor left out', () => {
    const { get } = changed(['- Who: anyone\n', '- Who: not shown\n'])['paths']['/boxes/{id}'];
    expect('security' in get).toBe(false);
    expect(gapsOf(get)).toContain('4/all/who');
    expect(api(BOXES)['paths']['/boxes/{id}'].get.security).toEqual([]);
  });

  it('unknown fields of a body: neither allowed nor refused', () => {
    expect(bodyOf(api(BOXES))['additionalProperties']).toBe(false);
    const open = bodyOf(changed(['- Unknown fields: refused\n', '- Unknown fields: not shown\n']));
    expect('additionalProperties' in open).toBe(false);
    expect(gapsOf(open)).toEqual(['4/all/unknown-fields']);
  });

  it('the success of an operation: one answer of which nothing is said', () => {
    const { responses } = changed(['- Answers: 200 found, Box', '- Answers: not shown'])['paths']['/boxes/{id}'].get;
    expect('200' in responses).toBe(false);
    expect('content' in responses.default).toBe(false);
  });

  it('what an operation does: a name and a summary by its path alone', () => {
    const { post } = changed(['- Does: creates Box', '- Does: not shown'])['paths']['/boxes'];
    expect([post.operationId, post.summary, post['x-ninefold-does']]).toEqual(['postBoxes', 'POST /boxes', undefined]);
    expect(gapsOf(post)).toContain('4/POST /boxes/does');
  });

  it('states: any text', () => {
    const box = changed(['| `open` | final |', '| `open` | final |\n| … | |'])['components'].schemas.Box;
    expect('enum' in box.properties.status).toBe(false);
    expect(api(BOXES)['components'].schemas.Box.properties.status.enum).toEqual(['locked', 'open']);
  });
});

describe('headers of every answer', () => {
  it('are those of each response, errors too, and of no other operation', () => {
    const { paths } = changed(['- Does: reads Box\n', '- Does: reads Box\n- Headers: `X-Trace: box`\n']);
    const read = Object.entries<Json>(paths['/boxes/{id}'].get.responses);
    expect(read.length).toBeGreaterThan(1);
    for (const [status, one] of read)
      expect([status, one.headers['X-Trace']]).toEqual([status, { description: '`box`', schema: { type: 'string' } }]);
    for (const one of Object.values<Json>(paths['/boxes'].post.responses))
      expect(one.headers ?? {}).not.toHaveProperty('X-Trace');
  });
});

describe('what would break an output', () => {
  it('names that are the same in other languages: the first keeps it, the others are numbered', () => {
    const twice = changed([
      '| `no_box` | 404 | no such Box |',
      '| `no_box` | 404 | no such Box |\n| `no-box` | 400 | malformed body |',
    ]);
    const names = Object.keys(twice['components'].schemas).filter((name) => name.startsWith('NoBox'));
    expect(names.toSorted()).toEqual(['NoBoxError', 'NoBoxError_2']);
  });

  it('prose with HTML, code and ends of comments', { timeout: 20_000 }, () => {
    const evil = 'A <script>alert(1)</script> */ `<b>` and ``` ` ``` <!-- x "quoted" \u2028';
    const source = BOXES.replace('A box is locked with a PIN and opened once.', () => evil);
    const text = exported(understand(source).model, 'openapi');
    expect(text).not.toContain('<script');
    expect(text).toContain('`<b>`');
    expect(faultOf(JSON.parse(text) as Json)).toBe('');
    const long = `${'`'.repeat(3)}${'` `` '.repeat(200_000)}<b>`;
    expect(exported(understand(BOXES.replace('A box is locked', () => long)).model, 'openapi').length).toBeGreaterThan(
      1_000_000,
    );
  });
});
