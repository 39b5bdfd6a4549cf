// What other statements settle is not asked, and what they leave open is. Input: the table of notation, rule 1.8, "What is settled
// elsewhere is not asked", and one field for each type and each rule. Output: what is asked of it.

import { describe, expect, it } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { understand } from '../laws/service.ts';
import { documentOf, modelOf } from '../plan/plan-of.ts';

const MACHINE = `### Thing.f

- Any other move: accepted

| State | Kind |
|---|---|
| \`a\` | initial |
| \`b\` | initial |`;

interface Cells {
  readonly type?: string;
  readonly required?: string;
  readonly setBy?: string;
  readonly allowed?: string;
  readonly standard?: string;
}

function thing(type: string, ...cells: readonly string[]): string {
  return `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | caller | any | none |
| \`f\` | ${[type, ...cells].join(' | ')} |

### Other

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | string | yes | caller | any | none |
`;
}

const READ = `### GET /things/{id}

- Does: reads Thing
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |
`;

function asked({
  type = 'string',
  required = 'no',
  setBy = 'caller',
  allowed = 'any',
  standard = 'none',
}: Cells): string[] {
  const resources = thing(type, required, setBy, allowed, standard);
  const states = type === 'state' ? { states: MACHINE } : {};
  const { gaps } = gapView(modelOf(documentOf({ resources, operations: READ, ...states })));
  return gaps.flatMap(({ id, status }) => (status === 'gap' && id.startsWith('2/Thing.f/') ? [id.slice(10)] : []));
}

const OPEN = ['not shown', ''];

describe('Required', () => {
  it.each(['new id', 'now at create', 'now at change', 'state'])('is settled by service: %s', (rule) => {
    const type = rule === 'state' ? 'state' : rule === 'new id' ? 'uuid' : 'date-time';
    expect(asked({ type, required: '', setBy: `service: ${rule}` })).toEqual([]);
    // Whoever marks it asks himself.
    expect(asked({ type, required: 'not shown', setBy: `service: ${rule}` })).toEqual(['required']);
  });

  it.each([
    'caller',
    'caller at create',
    'by operation',
    'service: slug of `id`',
    'service: count of Other',
    'service: = `<base>/{id}`',
    'service: = "x"',
  ])('is asked of what is set by %s', (setBy) => {
    const type = setBy.includes('count') ? { type: 'integer' } : {};
    for (const required of OPEN) expect(asked({ ...type, required, setBy })).toContain('required');
  });

  it.each(['not shown', 'service: not shown'])('is asked where Set by is %s', (setBy) => {
    expect(asked({ required: 'not shown', setBy })).toEqual(['required', 'set-by']);
  });
});

describe('Allowed values', () => {
  it.each(['boolean', 'state', 'object', 'any', 'Other', 'Other by `id`'])('are settled by the type %s', (type) => {
    for (const each of type === 'state' ? [type] : [type, `${type} or null`])
      for (const allowed of OPEN) expect(asked({ type: each, allowed }), each).not.toContain('allowed-values');
  });

  it.each(['string', 'integer', 'decimal(2)', 'date', 'date-time', 'time', 'uuid', 'url', 'email', 'secret'])(
    'are asked of the type %s',
    (type) => {
      for (const each of [type, `${type} or null`])
        for (const allowed of OPEN) expect(asked({ type: each, allowed }), each).toContain('allowed-values');
    },
  );

  it.each([
    'array of boolean',
    'set of Other by `id`',
    'map of boolean',
    'map of object',
    'array of (boolean or null)',
  ])('are asked of %s, which may have so many items', (type) => {
    for (const each of [type, `${type} or null`])
      expect(asked({ type: each, allowed: '' }), each).toContain('allowed-values');
  });

  it('are asked where the type is not shown', () => {
    expect(asked({ type: 'not shown', allowed: 'not shown' })).toEqual(['type', 'allowed-values']);
  });
});

describe('Default', () => {
  it.each(['new id', 'slug of `id`', '= "x"'])('is settled by service: %s', (rule) => {
    for (const standard of OPEN) expect(asked({ required: 'yes', setBy: `service: ${rule}`, standard })).toEqual([]);
  });

  it('is asked of a state, which may begin by it', () => {
    expect(asked({ type: 'state', setBy: 'service: state', standard: 'not shown' })).toEqual(['default']);
    expect(asked({ type: 'state', setBy: 'service: state', standard: '' })).toEqual(['default']);
  });

  it('is asked where the rule or the type is not shown', () => {
    expect(asked({ setBy: 'service: not shown', standard: 'not shown' })).toContain('default');
    expect(asked({ type: 'not shown', setBy: 'service: new id', standard: 'not shown' })).toContain('default');
  });

  it.each(['caller', 'caller, hidden', 'by operation'])('is asked of what is set by %s', (setBy) => {
    for (const standard of OPEN) expect(asked({ setBy, standard })).toContain('default');
  });
});

describe('Delivery', () => {
  const DELIVERY = '### Delivery\n\nnot shown';

  it.each([
    ['complete unless marked', DELIVERY, false],
    ['complete unless marked', `${DELIVERY}\n\n### …`, true],
    ['complete only where marked', DELIVERY, true],
    ['complete only where marked', `- Other events: none\n\n${DELIVERY}`, false],
    ['complete unless marked', `${DELIVERY}\n\n### made\n\n- When: Thing is created\n- Payload: Thing`, true],
  ])('is asked where an event may be: Lists %s, %s', (lists, events, isAsked) => {
    const source = documentOf({
      lists,
      resources: thing('string', 'no', 'caller', 'any', 'none'),
      operations: READ,
    });
    const { gaps } = gapView(modelOf(source.replace(/(?<=## 6\. Events\n\n)none/, () => events)));
    expect(gaps.some(({ id }) => id.startsWith('6/delivery'))).toBe(isAsked);
  });
});

interface States {
  readonly states?: string;
  readonly moves?: readonly string[];
  readonly does?: string;
}
const BEGIN = '| (new) | `a` | `POST /things` | none | none |';
const END = '| `b` | `c` | `POST /things/{id}` | none | none |';
const stateTable = (...kinds: readonly string[]): string =>
  ['| State | Kind |', '|---|---|', ...kinds.map((kind, place) => `| \`${'abc'[place]}\` | ${kind} |`)].join('\n');

const operation = (heading: string, what: string, outcome: string): string =>
  `### ${heading}\n\n- Does: ${what}\n- Body: none\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 200 | ${outcome} | none |`;

function kindsAsked({ states = stateTable('', '', 'final'), moves = [BEGIN, END], does }: States): string[] {
  const operations = [
    operation('POST /things', 'creates Thing', 'created'),
    operation('POST /things/{id}', 'moves Thing.f', 'moved'),
    ...(does === undefined ? [] : [operation('POST /more', does, 'created')]),
  ];
  const source = documentOf({
    resources: thing('state', 'yes', 'service: state', 'any', 'none').replace(
      'string | yes | caller',
      'integer | yes | service: new id',
    ),
    states: `### Thing.f\n\n- Any other move: \`stage\`\n\n${states}\n\n| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n${moves.join('\n')}`,
    operations: operations.join('\n\n'),
  });
  // Two rows that hold at once are an error of their own.
  const { gaps } = gapView(understand(source).model);
  return gaps.flatMap(({ id }) => (/^3\/Thing\.f\/(?:.*\/)?kind$/.test(id) ? [id.slice(10)] : []));
}

describe('Kind', () => {
  it('is settled by a `(new)` row that leads to the state', () => {
    for (const kind of OPEN) expect(kindsAsked({ states: stateTable(kind, 'any', 'final') })).toEqual([]);
    expect(kindsAsked({ states: stateTable('', '', 'final') })).toEqual(['b/kind']);
  });

  it('is asked of all at once where a column or the table is left out, unless all are settled', () => {
    expect(kindsAsked({ states: '| State |\n|---|\n| `a` |\n| `b` |\n| `c` |' })).toEqual(['kind']);
    expect(kindsAsked({ states: '' })).toEqual(['kind']);
    expect(kindsAsked({ states: '', moves: [BEGIN] })).toEqual([]);
    expect(kindsAsked({ states: '| State |\n|---|\n| `a` |', moves: [BEGIN] })).toEqual([]);
  });

  it.each(['not shown', 'creates Thing'])('is asked where a call may begin rows without such a row: %s', (does) => {
    expect(kindsAsked({ states: stateTable('', 'any', 'final'), does })).toEqual(['a/kind']);
  });

  it('is asked where By of such a row is not shown', () => {
    const moves = [BEGIN, '| (new) | `b` | not shown | none | none |', END];
    expect(kindsAsked({ states: stateTable('', 'any', 'final'), moves })).toEqual(['a/kind']);
  });

  it.each([
    ['any', 'c', ['a/kind']],
    ['any except `b`', 'c', ['a/kind']],
    ['any', '(gone)', ['a/kind']],
    ['not shown', 'c', ['a/kind']],
    ['any except `a`', 'c', []],
    ['any', 'same', []],
    ['any', 'refused', []],
  ])('is asked where a row from %s to %s may mean the state', (from, to, asked) => {
    const end = { '(gone)': '(gone)', same: 'same', refused: 'refused `stage`' }[to] ?? `\`${to}\``;
    const moves = [BEGIN, END, `| ${from} | ${end} | \`POST /things/{id}\` | none | none |`];
    expect(kindsAsked({ states: stateTable('', 'any', 'final'), moves })).toEqual(asked);
    // Left by its name it is not final.
    const left = '| `a` | `b` | `POST /things/{id}` | none | none |';
    const known = from === 'not shown' ? asked : [];
    expect(kindsAsked({ states: stateTable('', 'any', 'final'), moves: [...moves, left] })).toEqual(known);
  });
});

const asked9 = (...lines: readonly string[]): string[] => {
  const whole = documentOf({ resources: thing('string', 'no', 'caller', 'any', 'none'), operations: READ });
  const part = `## 9. Versioning\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
  const { model } = understand(whole.slice(0, whole.indexOf('## 9.')) + part);
  return gapView(model).gaps.flatMap(({ id }) => (id.startsWith('9/') ? [id] : []));
};

describe('Current version and Compatibility', () => {
  it('are settled by `Scheme: none`, left out or not shown', () => {
    expect(asked9('Scheme: none')).toEqual([]);
    expect(asked9('Scheme: none', 'Current version: not shown', 'Compatibility: not shown')).toEqual([]);
  });

  it('are asked with another scheme, or where none is shown', () => {
    expect(asked9('Scheme: not shown')).toEqual(['9/scheme', '9/current-version', '9/compatibility']);
    expect(asked9('Scheme: path prefix')).toEqual(['9/current-version', '9/compatibility']);
  });
});
