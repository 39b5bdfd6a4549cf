// Answers that are written where the statement belongs: the place, kind by kind.

import { describe, expect, test } from 'vitest';

import type { Fact } from '../../src/analysis/gaps/slots/fact.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { rowHeads, writeAnswer, writeColumn, type Written } from '../../src/print/print.ts';
import { understand } from '../laws/service.ts';

const SOURCE = `# Notes

- Lists: complete unless marked

## 2. Resources and their fields

### Note
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values |
|---|---|---|---|---|
| \`id\` | integer | yes | service: not shown, they know | any |
| \`a\` | not shown | | caller | any |

### Tag

not shown

## 4. Endpoints

### GET /notes
- **Does:** not shown, ask them

| Status | When | Body |
|---|---|---|
| 200 | found | Note |
`;

function factOf(source: string, id: string): [ReturnType<typeof understand>['model'], Fact] {
  const { model } = understand(source);
  const fact = slotsOf(model).byId.get(id);
  if (!fact) throw new Error(`Unexpected id ${id}, expected one of ${[...slotsOf(model).byId.keys()].join(' | ')}`);
  return [model, fact];
}

function answered(source: string, id: string, answer: string): Written {
  return writeAnswer(...factOf(source, id), answer);
}

function sourceOf(written: Written): string {
  return written.kind === 'written' ? written.source : `refused: ${written.why}`;
}

describe('an answer', () => {
  test.each([
    ['2/Note.a/type', 'one of `x|y`', '| `a` | not shown |', '| `a` | one of `x\\|y` |'],
    ['2/Note.a/required', 'yes', '| not shown | |', '| not shown | yes |'],
    ['2/Note.id/set-by', 'new id', 'not shown, they know', 'new id'],
    ['2/Note.id/set-by', 'service: new id', 'service: not shown, they know', 'service: new id'],
    ['4/GET /notes/does', 'lists Note', 'not shown, ask them', 'lists Note'],
    ['4/GET /notes/who', 'anyone', '- **Does', '- Who: anyone\n- **Does'],
    ['2/Tag', '- Identified by: none', '\nnot shown\n', '\n- Identified by: none\n'],
    ['2/Tag', 'none', '\nnot shown\n', '\nnone\n'],
    ['3', 'none', '## 4', '## 3. States and transitions\n\nnone\n\n## 4'],
  ])('%s: %s', (id, answer, before, after) => {
    expect(sourceOf(answered(SOURCE, id, answer))).toBe(SOURCE.replace(before, () => after));
  });

  test('writes the name of a header in ticks under When', () => {
    const heads = '\n| Header | Type | Required |\n|---|---|---|\n| `X-Key` | string | yes |\n';
    const codes = '\n## 7. Errors\n\n| Code | Status | When |\n|---|---|---|\n| `odd` | 400 | invalid query |\n';
    const source = SOURCE.replace('- **Does:** not shown, ask them', '- Does: lists Note') + heads + codes;
    expect(sourceOf(answered(source, '7/cause/header x-key missing', 'odd'))).toBe(
      source.replace('invalid query', 'invalid query, header `X-Key` missing'),
    );
  });

  test('fills a column that is left out, in every row', () => {
    expect(sourceOf(answered(SOURCE, '2/Note/default', 'none'))).toBe(
      SOURCE.replace('values |', 'values | Default |')
        .replace('|---|---|---|---|---|', '|---|---|---|---|---| --- |')
        .replaceAll('any |', 'any | none |'),
    );
  });

  test('may leave the rows of a column to be asked one by one', () => {
    expect(sourceOf(writeColumn(...factOf(SOURCE, '2/Note/default')))).toBe(
      SOURCE.replace('values |', 'values | Default |')
        .replace('|---|---|---|---|---|', '|---|---|---|---|---| --- |')
        .replaceAll('any |', 'any | not shown |'),
    );
  });

  test('says what was written where', () => {
    const written = answered(SOURCE, '4/GET /notes/who', 'anyone');
    if (written.kind !== 'written') throw new Error(written.why);
    expect(written.source.slice(written.at.start, written.at.end)).toBe('- Who: anyone');
  });

  test.each([
    ['4/GET /notes/does', 'a\nb', 'one line'],
    ['2/Note.a/type', '…', 'says nothing'],
    ['2/Tag', '## 7. Errors', 'No heading is allowed here'],
    ['2/Tag', '```\nx', 'fence'],
    ['3', '<!-- x', 'HTML'],
  ])('is refused at %s: %j', (id, answer, why) => {
    expect(sourceOf(answered(SOURCE, id, answer))).toContain(why);
  });
});

const LISTS = `# Notes

- Lists: complete only where marked

## 2. Resources and their fields

### Note
- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | yes | service: new id | any | none |
| … | | | | | |

### …

not shown

## 4. Endpoints

### GET /notes/{id}
- Does: reads Note

## 6. Events

| Event | When |
|---|---|
| \`a\`, \`b\` | not shown |

## 7. Errors

| Code | Status | When | Message |
|---|---|---|---|
| \`lost\` | 404 | no such path | gone |
`;

describe('an answer about a list', () => {
  test('puts rows in before the row …, and says `not shown` where a row ends early', () => {
    const rows = '| Field | Type |\n|---|---|\n`a` | one of `x\\|y` | yes';
    expect(sourceOf(answered(LISTS, '2/Note/fields', rows))).toBe(
      LISTS.replace('| …', '| `a` | one of `x\\|y` | yes | not shown | not shown | not shown |\n| …'),
    );
  });

  test('takes … away where there are no more, and says so where the title asks for it', () => {
    const closed = LISTS.replace('| … | | | | | |\n', '');
    expect(sourceOf(answered(LISTS, '2/Note/fields', 'none'))).toBe(
      closed.replace('- Identified', '- Other fields: none\n- Identified'),
    );
    const [title, unless] = ['complete only where marked', 'complete unless marked'];
    expect(sourceOf(answered(LISTS.replace(title, unless), '2/Note/fields', 'none'))).toBe(
      closed.replace(title, unless),
    );
  });

  test('puts sections in before `### …`, and takes that away with its mark', () => {
    expect(sourceOf(answered(LISTS, '2/resources', '### Tag\n- Identified by: none'))).toBe(
      LISTS.replace('### …', '### Tag\n- Identified by: none\n\n### …'),
    );
    expect(sourceOf(answered(LISTS, '2/resources', 'none'))).toBe(
      LISTS.replace('### …\n\nnot shown\n\n', '').replace(
        '## 2. Resources and their fields\n',
        '## 2. Resources and their fields\n\n- Other resources: none\n',
      ),
    );
  });

  test('puts an open section where there is none at the end of its part', () => {
    expect(sourceOf(answered(LISTS, '4/operations', '### GET /tags\n- Does: none'))).toBe(
      LISTS.replace('## 6', '### GET /tags\n- Does: none\n\n## 6'),
    );
  });
});

describe('an answer to a cause', () => {
  const CAUSE = '7/cause/no such Note';

  test.each([
    ['`lost`', 'no such path |', 'no such path, no such Note |'],
    ['`new` 410', '| gone |\n', '| gone |\n| `new` | 410 | no such Note | not shown |\n'],
    ['| `new` | 410 | it is gone |', '| gone |\n', '| gone |\n| `new` | 410 | no such Note | it is gone |\n'],
  ])('%s', (answer, before, after) => {
    expect(sourceOf(answered(LISTS, CAUSE, answer))).toBe(LISTS.replace(before, () => after));
  });

  test('writes the table and the part where there are none', () => {
    const without = LISTS.slice(0, LISTS.indexOf('## 7'));
    const table = '| Code | Status | When |\n|---|---|---|\n| `new` | 410 | no such Note |\n';
    const empty = `${without}## 7. Errors\n\n- Error body: none\n`;
    expect(sourceOf(answered(empty, CAUSE, '`new` 410'))).toBe(`${empty.trimEnd()}\n\n${table}`);
  });

  test.each([
    ['`new`', 'it has `lost`'],
    ['`lost` 404', 'has a row already'],
    ['404', 'Name an error code'],
    ['`new` 200', 'from 400 to 599'],
    ['`new` 404 | a | b | c', 'this row has more'],
  ])('is refused: %s', (answer, why) => {
    expect(sourceOf(answered(LISTS, CAUSE, answer))).toContain(why);
  });
});

test('a place that several questions share is answered once, and says so', () => {
  const written = answered(LISTS, '6/a/when', 'a note is made');
  expect(written).toMatchObject({ kind: 'written', also: ['6/b/when'] });
});

test('a Status row makes its table', () => {
  const [model, fact] = factOf(LISTS, '4/GET /notes/{id}/status');
  expect(rowHeads(model, fact)).toEqual(['Status', 'When', 'Body']);
  expect(sourceOf(writeAnswer(model, fact, '200 | found | Note'))).toBe(
    LISTS.replace('reads Note\n', 'reads Note\n\n| Status | When | Body |\n|---|---|---|\n| 200 | found | Note |\n'),
  );
});

test('a row that is called none is not made the end of its list', () => {
  const source = SOURCE.replace('| `a` | not shown | | caller | any |', '| none | none | - | - | not shown |');
  expect(sourceOf(answered(source, '2/Note.none/allowed-values', 'none'))).toContain('would end the list');
});

test('an uneven table is refused a column', () => {
  const source = SOURCE.replace('| `a` | not shown | | caller | any |', '| `a` | string |');
  expect(sourceOf(answered(source, '2/Note/default', 'none'))).toContain('more or fewer cells');
});

test('a row that is one name, without a pipe, has no other cells', () => {
  const source = '# T\n\n## 9. Versioning\n\nChange | Before\n|---|---|\n`a` | x\n`b`\n';
  expect(sourceOf(answered(source, '9/change.b/before', 'as it was'))).toContain('fewer cells');
});

test('the first cell of a row without an outer pipe opens no list', () => {
  const head = '# T\n\n## 4. Endpoints\n\n### GET /notes\n\n- Does: reads Note\n\nStatus | When\n--- | ---\n';
  const source = `${head}as they see fit | found\n`;
  expect(sourceOf(answered(source, '4/GET /notes/found/status', '1.'))).toContain('would begin a heading, a list');
  expect(sourceOf(answered(source, '4/GET /notes/found/status', '200'))).toBe(`${head}200 | found\n`);
});
