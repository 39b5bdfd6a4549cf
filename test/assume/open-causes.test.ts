// A cause that no code answers may be assumed beside a complete Code table, and no other: what it fills, what it rests under,
// what its answers say. Notation, section 1.9.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Model } from '../../src/model/model.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan } from '../../src/plan/compile.ts';
import { header, list } from '../laws/answered.ts';
import { Stage } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';
import { assumedIn, foundIn, laid, WHO } from './laid.ts';

const operation = (heading: string, does: string, status: string): string => `### ${heading}

- Does: ${does}
${heading.startsWith('POST') ? `- Body: ${does.split(' ')[1]}\n` : ''}- Repeat: ${heading.startsWith('GET') ? 'safe' : 'again'}

| Status | When | Body |
|---|---|---|
| ${status} |
`;
const HEADS = '| Code | Status | When |\n|---|---|---|\n';
const CODES = [
  '| `no_note` | 404 | no such Note |',
  '| `invalid` | 422 | any field missing, any field invalid, unknown field, read-only field, invalid query |',
];
const SOURCE = documentOf({
  resources: `### Folder

- Identified by: \`id\`
- When deleted: refused while Note (\`folder\` = this)

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`folder\` | Folder by \`id\` | yes | caller | any | none |`,
  operations: [
    operation('POST /folders', 'creates Folder', '201 | created | Folder'),
    operation('GET /folders/{id}', 'reads Folder', '200 | found | Folder'),
    operation('DELETE /folders/{id}', 'deletes Folder', '204 | deleted | none'),
    operation('POST /notes', 'creates Note', '201 | created | Note'),
    operation('GET /notes/{id}', 'reads Note', '200 | found | Note'),
  ].join('\n'),
  errors: `- Error body: {"error": <code>}\n- All failed fields at once: no\n\n${HEADS}${CODES.join('\n')}`,
});

const assumption = (row: string): string => `${WHO}\n## 7. Errors\n\n${HEADS}${row}\n`;
const gapsOf = (model: Model): readonly string[] => gapView(model).gaps.map(({ id }) => id);
const OPEN = ['7/cause/no such Folder', '7/cause/no such Folder in folder', '7/cause/refused while Note'];

it('they are the gaps of the document', () => {
  expect(foundIn(laid(SOURCE, []))).toEqual([]);
  expect([...gapsOf(laid(SOURCE, []))].sort()).toEqual(OPEN.toSorted());
});

describe('what fills them', () => {
  it.each<[string, string, string[], string, string[]]>([
    [
      'a new code',
      '| `no_folder` | 404 | no such Folder |',
      ['7/no_folder/status: 404, Ada Smith', '7/no_folder/when: no such Folder, Ada Smith'],
      OPEN[0]!,
      ['GET /folders/{id}', 'DELETE /folders/{id}'],
    ],
    [
      'a known code, beside its own cause',
      '| `no_note` | not shown | no such Folder |',
      ['7/no_note/when 2: no such Folder, Ada Smith'],
      OPEN[0]!,
      ['GET /folders/{id}', 'DELETE /folders/{id}'],
    ],
    [
      'a known code that says its own cause again',
      '| `no_note` | not shown | no such Note, no such Folder in `folder` |',
      ['7/no_note/when 2: no such Note, no such Folder in `folder`, Ada Smith'],
      OPEN[1]!,
      ['POST /notes'],
    ],
    [
      'a condition of a known code',
      '| `no_note` | not shown | there is Note (`folder` = this) |',
      ['7/no_note/when 2: there is Note (`folder` = this), Ada Smith'],
      OPEN[2]!,
      ['DELETE /folders/{id}'],
    ],
  ])('%s', (_, row, assumed, filled, operations) => {
    const model = laid(SOURCE, [assumption(row)]);
    expect(foundIn(model)).toEqual([]);
    expect(assumedIn(model)).toEqual(assumed);
    expect([...gapsOf(model)].sort()).toEqual(OPEN.filter((id) => id !== filled).toSorted());
    expect(new Set(gapView(model).assumed.flatMap((one) => one.operations))).toEqual(new Set(operations));
    expect(gapView(model).counts.errors.assumed).toBe(assumed.length);
    expect(gapView(model).counts.errors.stated).toBe(gapView(laid(SOURCE, [])).counts.errors.stated);
  });

  it('is nothing once its time is over: the cause is a gap again', () => {
    const over = laid(SOURCE, [assumption('| `no_note` | not shown | no such Folder |')], '2027-02-01');
    expect([...gapsOf(over)].sort()).toEqual(OPEN.toSorted());
    expect(assumedIn(over)).toEqual([]);
  });
});

describe('what is answered already is not assumed:', () => {
  it.each<[string, string, string]>([
    ['by another code', '| `other` | 404 | no such Note |', 'assumption-closed-list'],
    ['one of two causes', '| `other` | 404 | no such Folder, no such Note |', 'assumption-closed-list'],
    ['by a wider cause', '| `other` | 400 | `Note.folder` missing |', 'assumption-closed-list'],
    ['by HTTP itself', '| `other` | 400 | malformed body |', 'assumption-closed-list'],
    ['what nobody meets', '| `other` | 400 | too many requests |', 'assumption-closed-list'],
    ['by the other of two codes', '| `invalid` | not shown | no such Note |', 'assumption-overrides'],
    ['a status of its own', '| `no_note` | 410 | no such Folder |', 'assumption-overrides'],
  ])('%s', (_, row, code) => {
    const model = laid(SOURCE, [assumption(row)]);
    expect(foundIn(model).map((one) => one.split(' ')[1])).toEqual([`${code}:`]);
  });
});

describe('served', () => {
  let stage: Stage;
  beforeAll(async () => (stage = await Stage.open()));
  afterAll(() => stage.close());

  const answer = async (method: string, path: string, body?: string): Promise<readonly [number, ...string[]]> => {
    const got = await stage.send({
      method,
      path,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    });
    return [got.status, ...list(header(got, 'ninefold-assumed') ?? '')];
  };

  it('an answer that rests on it says so, and no other', async () => {
    const rows = '| `no_note` | not shown | no such Folder, there is Note (`folder` = this) |';
    await stage.play(plan(laid(SOURCE, [assumption(rows)])));
    expect(await answer('POST', '/folders', '{}')).toEqual([201]);
    expect(await answer('POST', '/notes', '{"folder":1}')).toEqual([201]);
    expect(await answer('GET', '/folders/9')).toEqual([404, '7/no_note/when 2']);
    expect(await answer('DELETE', '/folders/1')).toEqual([404, '7/no_note/when 2']);
    expect(await answer('GET', '/notes/9')).toEqual([404]);
    expect(await answer('GET', '/nowhere')).toEqual([404]);
    expect((await answer('POST', '/notes', '{"folder":9}'))[0]).toBe(501);
  });

  it('without it those are 501 again', async () => {
    await stage.play(plan(laid(SOURCE, [])));
    expect((await answer('GET', '/folders/9'))[0]).toBe(501);
    expect(await answer('GET', '/notes/9')).toEqual([404]);
  });
});
