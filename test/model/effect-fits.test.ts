// Every statement about one kind of effect, on every effect: it has a meaning there, or check says that it has none.

import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';

const RESOURCES = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | caller at create | any | none |
| \`f\` | string or null | no | caller | any | none |
| \`stage\` | state | yes | service: state | any | none |`;

const MOVE = 'POST /things/{id}/go';
const STATES = (by: string): string => `### Thing.stage

| State | Kind | Meaning |
|---|---|---|
| \`new\` | initial | |
| \`old\` | any | |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`new\` | \`old\` | ${by} | none | none |

- Any other move: \`stage\``;

interface Doing {
  readonly heading: string;
  readonly does: string;
  readonly when: string;
  readonly body?: true;
  readonly lists?: true;
}

const DOINGS: readonly Doing[] = [
  { heading: 'POST /things', does: 'creates Thing', when: 'created', body: true },
  { heading: 'PUT /things/{id}', does: 'creates or replaces Thing', when: 'created, replaced', body: true },
  { heading: 'GET /things/{id}', does: 'reads Thing', when: 'found' },
  { heading: 'GET /things', does: 'lists Thing', when: 'found', lists: true },
  { heading: 'PATCH /things/{id}', does: 'updates Thing', when: 'updated', body: true },
  { heading: 'PATCH /things', does: 'updates every Thing', when: 'updated', body: true },
  { heading: 'PATCH /things/{id}/merge', does: 'merges into Thing', when: 'updated', body: true },
  { heading: 'PUT /things/{id}/whole', does: 'replaces Thing', when: 'replaced', body: true },
  { heading: 'DELETE /things/{id}', does: 'deletes Thing', when: 'deleted' },
  { heading: 'DELETE /things', does: 'deletes every Thing', when: 'deleted' },
  { heading: MOVE, does: 'moves Thing.stage', when: 'moved' },
  { heading: 'POST /things/go', does: 'moves every Thing.stage', when: 'moved' },
  { heading: 'POST /things/{id}/clear', does: 'sets `f` = `x`', when: 'updated' },
];

/** The statement, and what it is about. */
const STATEMENTS: readonly (readonly [string, (doing: Doing) => boolean])[] = [
  ['Order: newest first', ({ lists }) => lists === true],
  ['Order: none', ({ lists }) => lists === true],
  ['Pages: none', ({ lists }) => lists === true],
  ['Pages: offset and limit', ({ lists }) => lists === true],
  ['Omitted fields: kept', ({ does }) => does.startsWith('updates')],
  ['Omitted fields: refused', ({ does }) => does.startsWith('updates')],
  ['Null fields: refused', ({ does }) => /^(updates|creates)/.test(does)],
  ['Empty text: refused', ({ body }) => body === true],
  ['Read-only fields: refused', ({ body }) => body === true],
  ['Body: Thing', ({ body, does }) => body === true || does.startsWith('moves Thing')],
  [
    'Body: none\n\n| Query | Type | Required | Default | Selects |\n|---|---|---|---|---|\n| `q` | string | no | none | `f` = value |\n',
    ({ lists }) => lists === true,
  ],
  [
    'Body: none\n\n| Query | Type | Required | Default | Selects |\n|---|---|---|---|---|\n| any field of `Thing` | any | no | none | none |\n',
    ({ lists }) => lists === true,
  ],
  ['Unknown fields: refused', () => true],
];

const ALL = `- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Cross-origin: none
- Unknown fields: refused
- Emits: none
- Other operations: none
`;

function block({ heading, does, when, body, lists }: Doing, own: string): string {
  const bullets = [`Does: ${does}`, 'Emits: none'];
  if (!own.startsWith('Body')) bullets.push(`Body: ${body ? 'Thing' : 'none'}`);
  if (lists && !own.startsWith('Order')) bullets.push('Order: oldest first');
  if (lists && !own.startsWith('Pages')) bullets.push('Pages: none');
  const statement = own === '' ? '' : `- ${own}\n`;
  return `### ${heading}\n\n${bullets.map((one) => `- ${one}\n`).join('')}${statement}
| Status | When | Body |
|---|---|---|
| 200 | ${when} | none |
`;
}

function saidOf(all: string, operations: readonly string[]): readonly string[] {
  const move = operations.find((one) => one.includes('- Does: moves'))?.match(/^### (.*)$/m)?.[1];
  const states = STATES(move === undefined ? 'not shown' : `\`${move}\``);
  const source = documentOf({ resources: RESOURCES, states, all: `${ALL}${all}`, operations: operations.join('\n') });
  const { document, diagnostics } = read(source, 'fits.md');
  return check(link(document, diagnostics))
    .diagnostics.map(({ code }) => code)
    .filter((code) => code.endsWith('statement') || code.startsWith('statement') || code === 'unreadable');
}

describe.each(DOINGS)('$does', (doing) => {
  it.each(STATEMENTS)('%s', (statement, fits) => {
    expect(saidOf('', [block(doing, statement)])).toEqual(fits(doing) ? [] : ['statement-not-here']);
  });
});

describe('under All operations', () => {
  const shared = STATEMENTS.filter(([statement]) => !statement.startsWith('Body'));

  it.each(shared)('%s is for the operations that it fits', (statement, fits) => {
    const key = statement.slice(0, statement.indexOf(':'));
    const own = (doing: Doing): string => block(doing, '').replace(new RegExp(`^- ${key}: .*\n`, 'm'), '');
    const all = `- ${statement}\n`.replace('- Unknown fields: refused\n', '');
    const fitting = DOINGS.filter(fits);
    const others = DOINGS.filter((doing) => !fits(doing));
    expect(saidOf(all, DOINGS.map(own))).toEqual([]);
    expect(saidOf(all, fitting.map(own))).toEqual([]);
    expect(saidOf(all, others.map(own))).toEqual(others.length === 0 ? [] : ['unused-statement']);
  });

  const TABLE =
    '\n| Query | Type | Required | Default | Selects |\n|---|---|---|---|---|\n| `q` | string | no | none | `f` = value |\n';

  it('a query that selects is for what lists', () => {
    expect(
      saidOf(
        TABLE,
        DOINGS.map((doing) => block(doing, '')),
      ),
    ).toEqual([]);
    expect(saidOf(TABLE, [block(DOINGS[2]!, '')])).toEqual(['unused-statement']);
  });
});

describe('a field apart', () => {
  it.each([
    ['Omitted fields: kept; `f`: refused', []],
    ['Omitted fields: kept; `stage`: refused', ['statement-not-here']],
    ['Null fields: refused; `stage`: kept', ['statement-not-here']],
    ['Empty text: kept; `stage`: refused', ['statement-not-here']],
  ])('%s', (statement, said) => {
    expect(saidOf('', [block(DOINGS[4]!, statement)])).toEqual(said);
  });
});

function table(cells: string): string {
  return `Repeat: again\n\n| Body | Type | Required | Default | Sets |\n|---|---|---|---|---|\n| \`g\` | string | no | ${cells} |\n`;
}

function withTable(doing: Doing, cells: string, policy = ''): string {
  return block(doing, table(cells)).replace(/^- Body: .*\n/m, policy);
}

describe('a field of a Body table', () => {
  it.each(DOINGS)('$does: Sets of a field that is not taken', (doing) => {
    const takes = doing.body === true || /^(moves Thing|sets)/.test(doing.does);
    expect(saidOf('', [withTable(doing, 'none | `f`')])).toEqual(takes ? [] : ['statement-not-here']);
    expect(saidOf('', [withTable(doing, 'none | none')])).toEqual([]);
  });

  it.each(DOINGS.filter(({ does }) => /^(updates|merges)/.test(does)))('$does: a default', (doing) => {
    const updates = doing.does.startsWith('updates');
    const said = (policy: string): readonly string[] => saidOf('', [withTable(doing, '`x` | `f`', policy)]);
    if (updates) {
      expect(said('- Omitted fields: kept\n')).toEqual(['statement-not-here']);
      expect(said('- Omitted fields: refused\n')).toEqual(['statement-not-here']);
      expect(said('- Omitted fields: cleared\n')).toEqual([]);
      expect(said('- Omitted fields: kept\n- Null fields: cleared\n')).toEqual([]);
    } else expect(said('')).toEqual(['statement-not-here']);
  });
});

function select(condition: string): string {
  return block(
    DOINGS[3]!,
    `Emits: none\n\n| Query | Type | Required | Default | Selects |\n|---|---|---|---|---|\n| \`q\` | string | no | none | ${condition} |\n`,
  );
}

describe('a Selects of a query', () => {
  it.each([
    ['`f` = value', []],
    ['value = `x` or `f` = value', []],
    ['there is Thing (`f` = value)', []],
    ['`f` is set', ['statement-not-here']],
    ['`f` = `x`', ['statement-not-here']],
    ['there is Thing (`f` = `x`)', ['statement-not-here']],
  ])('looks at the value: %s', (condition, said) => {
    expect(saidOf('', [select(condition)])).toEqual(said);
  });
});

it.each([
  ['422', []],
  ['400', ['contradiction']],
])('a code has one status: %s', (status, said) => {
  const codes = `| \`invalid\` | ${status} | invalid path |`;
  const source = documentOf({
    resources: RESOURCES,
    states: STATES('not shown'),
    all: ALL,
    operations: block(DOINGS[2]!, ''),
    codes,
  });
  const { document, diagnostics } = read(source, 'codes.md');
  const { diagnostics: found } = link(document, diagnostics);
  expect(found.filter(({ code }) => code === 'contradiction').map(({ code }) => code)).toEqual(said);
});
