// What tokens, headers, preconditions, keys, versions and limits refuse is asked for where nothing answers it, though this
// runtime does none of them; a code, a cell or a bullet that names one answers it. Notation, part 7, "Causes".

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { formsHere } from '../../src/analysis/questions/forms/offered.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { understand } from '../laws/service.ts';
import { writeAnswer } from '../../src/print/print.ts';
import { differences } from './differences.ts';

const WHOLE = readFileSync(join(import.meta.dirname, '..', 'laws', 'gap-table', 'shelves.md'), 'utf8');
const NEW = '### POST /shelves\n';
const READ = '### GET /shelves/{id}\n';

type Edit = readonly [from: string, to: string];

function edited(...edits: readonly Edit[]): string {
  return edits.reduce((text, [from, to]) => {
    expect(text.split(from), from).toHaveLength(2);
    return text.replace(from, to);
  }, WHOLE);
}

const bullets = (heading: string, ...lines: readonly string[]): Edit => [
  heading,
  `${heading}\n${lines.map((line) => `- ${line}\n`).join('')}`,
];
const key = (...rows: readonly string[]): Edit[] => {
  const own = WHOLE.slice(WHOLE.indexOf(NEW)).split('\n### ')[0]!;
  const table =
    rows.length === 0 ? '' : `\n| Repeat | Rule |\n|---|---|\n${rows.map((row) => `| ${row} |\n`).join('')}\n`;
  return [[own, `${own.replace('- Repeat: again', '- Repeat: key').trimEnd()}\n${table}\n`]];
};
const limit = (row: string): Edit => [
  '## 8. Limits\n\nnone',
  `## 8. Limits\n\n| Limit | Value | Per | Applies to | When exceeded |\n|---|---|---|---|---|\n| ${row} |`,
];
const versions = (...lines: readonly string[]): Edit => [
  '## 9. Versioning\n\nnone',
  `## 9. Versioning\n\n${['Current version: `1`', 'Compatibility: none', ...lines].map((line) => `- ${line}\n`).join('')}`,
];
const token = (lifetime: string): Edit => [
  '## 5. Authentication\n\nnone',
  `## 5. Authentication\n\n### Key\n\n- Scheme: API key\n- Sent in: header \`X-Key\`\n- Caller: Person\n- Issued by: the operator\n- Token lifetime: ${lifetime}\n`,
];
const ROW = '| Code | Status | When | Message |\n|---|---|---|---|\n';
const code = (name: string, when: string): Edit => [ROW, `${ROW}| \`${name}\` | 400 | ${when} | none |\n`];

/** Cause → the operations that meet it, of those that the whole document does not ask about. */
function asked(source: string): Record<string, readonly string[]> {
  const { model } = understand(source);
  expect(differences(model)).toEqual([]);
  const gaps = gapView(model).gaps.filter(
    ({ kind, id }) => kind === 'cause' && !id.includes('credentials') && !id.endsWith('wrong token'),
  );
  return Object.fromEntries(gaps.map(({ id, blocks }) => [decodeURIComponent(id.slice('7/cause/'.length)), blocks]));
}

const CREATE = ['POST /shelves'];
const GET = ['GET /shelves/{id}'];

describe('what a restriction refuses', () => {
  it.each<[string, readonly Edit[], Record<string, readonly string[]>]>([
    ['a token that ends', [token('1 day'), bullets(READ, 'Who: signed-in')], { 'expired token': GET }],
    ['a token that does not end', [token('none'), bullets(READ, 'Who: signed-in')], {}],
    [
      'a header that must be there',
      [bullets(NEW, 'Headers in: `X-A` required, `X-B` always, `X-C` optional')],
      { 'header x-a missing': CREATE, 'header x-b missing': CREATE },
    ],
    [
      'a header on some calls',
      [bullets(NEW, 'Headers in: `X-A` on GET, `X-B` on POST')],
      { 'header x-b missing': CREATE },
    ],
    [
      'a precondition',
      [bullets(NEW, 'Preconditions: `If-Match` required on `ETag`')],
      { 'precondition failed': CREATE, 'precondition required': CREATE },
    ],
    [
      'a precondition that may be left out',
      [bullets(NEW, 'Preconditions: `If-Match` optional on `ETag`')],
      { 'precondition failed': CREATE },
    ],
    ['a condition on what is read', [bullets(READ, 'Preconditions: `If-None-Match` optional on `ETag`')], {}],
    [
      'a key of repetitions',
      key('Header | `Idempotency-Key` required'),
      {
        'header idempotency-key missing': CREATE,
        'invalid header': CREATE,
        'same key, other body': CREATE,
        'still running': CREATE,
      },
    ],
    [
      'a key whose table names the codes',
      key('Header | `Idempotency-Key`', 'Other body | `no_shelf`', 'Still running | `no_shelf`'),
      { 'invalid header': CREATE },
    ],
    ['a rate', [limit('Calls | 10 per minute | IP address | `POST /shelves` | any')], { 'too many requests': CREATE }],
    ['a rate that names its code', [limit('Calls | 10 per minute | caller | `POST /shelves` | `no_shelf`')], {}],
    [
      'a rate of one operation',
      [limit('Calls | 10 per minute | `POST /shelves` | any | any')],
      { 'too many requests': CREATE },
    ],
    ['a time', [limit('Time | 30 seconds | request | `POST /shelves` | any')], { 'timed out': CREATE }],
    ['a size, which HTTP answers', [limit('Size | 1 MB | request | `POST /shelves` | any')], {}],
    [
      'a number',
      [limit('Open shelves | 3 items | caller | `POST /shelves` | any')],
      { 'Open shelves reached': CREATE },
    ],
    [
      'a limit that a code names',
      [limit('Calls | 10 per minute | caller | `POST /shelves` | any'), code('slow', 'Calls reached')],
      {},
    ],
  ])('of %s is asked for', (_, edits, causes) => {
    expect(asked(edited(...edits))).toEqual(causes);
  });

  it('of versions is asked of every operation', () => {
    const all = [...understand(WHOLE).model.operations.keys()];
    const header = 'Scheme: header `API-Version`';
    expect(asked(edited(versions(header)))).toEqual({ 'unknown version': all, 'missing version': all });
    expect(asked(edited(versions('Scheme: path prefix')))).toEqual({ 'unknown version': all });
    expect(
      asked(edited(versions(header, 'Missing version: the current version', 'Unknown version: refused `no_shelf`'))),
    ).toEqual({});
    expect(asked(edited(versions('Scheme: none', 'Sunset: 2031-01-01')))).toEqual({ 'version withdrawn': all });
  });

  it.each([
    [code('bad', 'expired token'), [token('1 day'), bullets(READ, 'Who: signed-in')]],
    [code('bad', 'precondition failed, precondition required'), [bullets(NEW, 'Preconditions: `If-Match` required')]],
    [code('bad', 'invalid header, same key, other body, still running'), key('Header | `Key` optional')],
    [code('bad', 'header `X-A` missing'), [bullets(NEW, 'Headers in: `X-A` required')]],
    [code('bad', 'unknown version, missing version'), [versions('Scheme: query `v`')]],
  ])('is answered by a code: %j', (row, edits) => {
    expect(asked(edited(...edits, row))).toEqual({});
  });
});

it('a key of repetitions asks for its table, and an answer writes it', () => {
  const source = edited(...key());
  const { model } = understand(source);
  const fact = slotsOf(model).byId.get('4/POST /shelves/repeat-table')!;
  expect(gapView(model).gaps.map(({ id }) => id)).toContain(fact.id);
  const written = writeAnswer(model, fact, '| Repeat | Rule |\n|---|---|\n| Header | `Key` required |');
  if (written.kind === 'refused') throw new Error(written.why);
  const after = understand(written.source).model;
  expect(gapView(after).gaps.map(({ id }) => id)).not.toContain(fact.id);
  expect(after.operations.get('POST /shelves')!.facts.repeatTable.items.map(({ name }) => name.text)).toEqual([
    'Header',
  ]);
});

it('a row of that table that is not shown is offered what can be written there', () => {
  const { model } = understand(edited(...key('Kept for | not shown', 'Other body | not shown', 'Scope | not shown')));
  const forms = (row: string): readonly string[] =>
    formsHere(model, slotsOf(model).byId.get(`4/POST /shelves/repeat.${row}`)!);
  expect(forms('Kept for')).toEqual(['… hours', '… days', 'none']);
  expect(forms('Other body')).toContain('`no_shelf`');
  expect(forms('Scope')).toContain('caller and operation');
});
