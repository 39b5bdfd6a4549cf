// Part 3 beside itself and beside part 4: rows that no call makes, states that no row has, beginnings that are two.

import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';

interface Written {
  readonly kinds?: Readonly<Record<string, string>>;
  readonly moves?: readonly string[];
  readonly other?: string;
  readonly setBy?: string;
  readonly default?: string;
  readonly creates?: string;
  readonly go?: string;
}

const ONCE = '| `new` | `sent` | `POST /things/{id}/go` | none | none |';

function sourceOf(written: Written): string {
  const { kinds = { new: 'initial', sent: 'any', done: 'final' }, moves = [ONCE], setBy = 'service: state' } = written;
  const states = Object.entries(kinds).map(([name, kind]) => `| \`${name}\` | ${kind} |`);
  return documentOf({
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`paid\` | boolean | no | caller | any | none |
| \`status\` | state | yes | ${setBy} | any | ${written.default ?? 'none'} |`,
    states: `### Thing.status

| State | Kind |
|---|---|
${states.join('\n')}

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${[...moves, '| `sent` | `done` | `POST /things/{id}/end` | none | none |'].join('\n')}

- Any other move: ${written.other ?? '`stage`'}`,
    operations: `### POST /things

- Does: ${written.creates ?? 'creates Thing'}
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | none |

### POST /things/{id}/go

- Does: ${written.go ?? 'moves Thing.status'}
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | any | none |

### POST /things/{id}/end

- Does: moves Thing.status to \`done\`
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | moved | none |`.replace(
      '| 200 | any |',
      `| 200 | ${(written.go ?? 'moves').startsWith('moves') ? 'moved' : 'updated'} |`,
    ),
  });
}

/** What check finds, errors and warnings, and the gaps of part 3. */
function found(written: Written): readonly string[] {
  const { document, diagnostics } = read(sourceOf(written), 'things.md');
  const model = link(document, diagnostics);
  const gaps = gapView(model).gaps.filter(({ id }) => id.startsWith('3/'));
  return [
    ...check(model).diagnostics.map((one) => `${one.code}: ${one.message}`),
    ...gaps.map(({ id, blocks }) => `${id} stops ${blocks.join(', ')}`),
  ];
}

const by = (from: string, to: string, operation: string, onlyIf = 'none'): string =>
  `| ${from} | ${to} | \`${operation}\` | ${onlyIf} | none |`;
const GO = 'POST /things/{id}/go';

it('nothing is wrong where nothing is changed', () => {
  expect(found({})).toStrictEqual([]);
});

describe('a row of the table that the call does not make is refused:', () => {
  it.each<[string, Written]>([
    ['the call does nothing to the state', { go: 'updates Thing' }],
    ['the call does nothing at all', { go: 'none' }],
    ['it leads elsewhere', { moves: [ONCE, by('`sent`', '`new`', GO)], go: 'moves Thing.status to `sent`' }],
    ['a refusal in a call that moves nothing', { moves: [by('`new`', 'refused `stage`', GO)], go: 'reads Thing' }],
    ['a stay in a call that moves nothing', { moves: [by('`new`', 'same', GO)], go: 'reads Thing' }],
    [
      'it begins a row elsewhere',
      { moves: [ONCE, by('(new)', '`new`', 'POST /things')], creates: 'creates Thing with `status` = `sent`' },
    ],
    ['it only begins rows', { moves: [ONCE, by('`sent`', '`new`', 'POST /things')] }],
    [
      'it only begins rows, and takes the state from the body',
      { moves: [ONCE, by('any', '`new`', 'POST /things')], setBy: 'caller' },
    ],
    ['it assigns another state', { go: 'updates Thing; sets `status` = `done`' }],
  ])('%s', (_, written) => {
    expect(
      found(written).filter((one) => one.startsWith('move-not-done: Unexpected row of `Thing.status` by ')),
    ).toHaveLength(1);
  });
});

describe('what part 3 says twice, and differently, is refused:', () => {
  it.each<[string, Written, string]>([
    [
      'an initial state that no call begins in',
      { kinds: { new: 'initial', sent: 'initial', done: 'any' }, moves: [ONCE, by('(new)', '`new`', 'POST /things')] },
      '`sent`, an initial state of `Thing.status` in which no call begins a row',
    ],
    [
      'a beginning that is not initial',
      { creates: 'creates Thing with `status` = `sent`' },
      'a row that `POST /things` begins in `sent`, which is no initial state',
    ],
    [
      'a default where no row begins',
      { default: '`sent`' },
      '`sent` as the default of `Thing.status`: `POST /things` begins rows elsewhere',
    ],
    [
      'a default beside a `(new)` row',
      {
        default: '`new`',
        kinds: { new: 'any', sent: 'any', done: 'any' },
        moves: [ONCE, by('(new)', '`sent`', 'POST /things')],
      },
      '`new` as the default',
    ],
    [
      'a final state that is left',
      { kinds: { new: 'initial', sent: 'final', done: 'any' } },
      '`sent`, a final state from which a move starts',
    ],
    [
      'a row that begins and stays',
      { moves: [ONCE, by('(new)', 'same', 'POST /things')] },
      'a row that begins, and stays',
    ],
  ])('%s', (_, written, said) => {
    expect(
      found(written)
        .filter((one) => one.startsWith('contradiction: '))
        .join('\n'),
    ).toContain(said);
  });

  it.each<[string, Written]>([
    [
      'a default that chooses among initial states',
      { kinds: { new: 'initial', sent: 'any', done: 'any' }, default: '`new`' },
    ],
    [
      'initial states that the caller chooses among',
      { kinds: { new: 'initial', sent: 'initial', done: 'any' }, setBy: 'caller' },
    ],
    [
      'a final state that is left for itself',
      {
        kinds: { new: 'initial', sent: 'any', done: 'final' },
        moves: [by('any', '`done`', GO), ONCE.replace('go', 'end').replace('`sent`', '`done`')],
      },
    ],
  ])('but not %s', (_, written) => {
    expect(found(written).filter((one) => /^(contradiction|move-not-done): /.test(one))).toStrictEqual([]);
  });
});

describe('where a new row begins is a gap of the calls that create, and of no other:', () => {
  it.each<[string, Written]>([
    ['two initial states and nothing to choose', { kinds: { new: 'initial', sent: 'initial', done: 'any' } }],
    ['none', { kinds: { new: 'any', sent: 'any', done: 'any' } }],
    [
      'a `(new)` row of another call',
      { kinds: { new: 'any', sent: 'any', done: 'any' }, moves: [ONCE, by('(new)', '`new`', GO)], go: 'creates Thing' },
    ],
  ])('%s', (_, written) => {
    expect(found(written)).toContain('3/Thing.status/initial stops POST /things');
  });
});

it('a state that no move leads to is said', () => {
  expect(found({ kinds: { new: 'initial', sent: 'any', done: 'final', lost: 'any' } })).toStrictEqual([
    'unreachable-state: Unexpected state `lost` of `Thing.status`: no move leads to it.',
  ]);
});

describe('a state that rows come to and that no row of the table leaves', () => {
  const ENDS = { new: 'initial', sent: 'any', done: 'any' };
  const DELETE =
    '### DELETE /things/{id}\n\n- Does: deletes Thing\n- Body: none\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 204 | deleted | none |';
  const ends = (written: Written, more = ''): readonly string[] => {
    const text = sourceOf(written).replace('### POST /things/{id}/go', `${more}\n\n### POST /things/{id}/go`);
    const { document, diagnostics } = read(text, 'things.md');
    return check(link(document, diagnostics)).diagnostics.flatMap(({ code, message }) =>
      code === 'dead-end' ? [/`(.*?)`/.exec(message)![1]!] : [],
    );
  };

  it.each<[string, Written, readonly string[]]>([
    ['is told', { kinds: ENDS }, ['done']],
    ['is told where `none` says the same', { kinds: { ...ENDS, done: 'none' } }, ['done']],
    [
      'is told where rows begin',
      { kinds: { new: 'initial', sent: 'any', done: 'final' }, moves: [by('`new`', 'refused `stage`', GO)] },
      ['new'],
    ],
    ['is told where a row only stays', { kinds: ENDS, moves: [ONCE, by('`done`', 'same', GO)] }, ['done']],
    [
      'is told where it leads to itself',
      { kinds: ENDS, moves: [ONCE, by('any', '`done`', GO, '`paid` = true')] },
      ['done'],
    ],
    [
      'is told where nobody makes the move',
      { kinds: ENDS, moves: [ONCE, '| `done` | `new` | none | none | none |'] },
      ['done'],
    ],
    ['is left by time', { kinds: ENDS, moves: [ONCE, '| `done` | `new` | after 1 minute | none | none |'] }, []],
    ['is left from outside', { kinds: ENDS, moves: [ONCE, '| `done` | `new` | outside: `us` | none | none |'] }, []],
    [
      'is left by a choice from outside',
      { kinds: ENDS, moves: [ONCE, '| `done` | one of `new`, `done` | outside: `us` | none | none |'] },
      [],
    ],
    ['goes', { kinds: ENDS, moves: [ONCE, '| `done` | (gone) | outside: `us` | none | none |'] }, []],
    ['is final', { kinds: { ...ENDS, done: 'final' } }, []],
    ['is gone', { kinds: { ...ENDS, done: 'gone' } }, []],
    ['has a Kind that is not shown', { kinds: { ...ENDS, done: 'not shown' } }, []],
    ['is never had', { kinds: { new: 'initial', sent: 'any', done: 'final', lost: 'any' } }, []],
    [
      'may be left by a move that is not shown',
      { kinds: ENDS, moves: [ONCE, '| not shown | `new` | `POST /things/{id}/go` | none | none |'] },
      [],
    ],
    ['may be left in a list that is open', { kinds: ENDS, moves: [ONCE, '| … | | | | |'] }, []],
    ['may be left where any other move is accepted', { kinds: ENDS, other: 'accepted' }, []],
    ['may be left by a call whose Does is not shown', { kinds: ENDS, go: 'not shown' }, []],
  ])('%s', (_, written, states) => {
    expect(ends(written)).toStrictEqual(states);
  });

  it('is not told where a call deletes rows and the table leaves it alone', () => {
    expect(ends({ kinds: ENDS }, DELETE)).toStrictEqual([]);
  });

  it('is told where the table says from where a call deletes', () => {
    const moves = [ONCE, '| `new` | (gone) | `DELETE /things/{id}` | none | none |'];
    expect(ends({ kinds: ENDS, moves }, DELETE)).toStrictEqual(['done']);
  });

  it('is not told of rows that go with another', () => {
    const text = sourceOf({ kinds: ENDS }).replace(
      '## 3.',
      '### Box\n\n- Identified by: `id`\n- When deleted: deletes every Thing where `paid` = true\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| `id` | integer | yes | service: new id | any | none |\n\n## 3.',
    );
    const { document, diagnostics } = read(text, 'things.md');
    expect(check(link(document, diagnostics)).diagnostics.map(({ code }) => code)).not.toContain('dead-end');
  });
});

const EVERY = (where: string): string => `moves every Thing.status to \`sent\` where ${where}`;

describe('an operation that no row of the table lets move', () => {
  const OTHER = '| `new` | `sent` | outside: `us` | none | none |';
  const PAID = by('`new`', '`sent`', GO, '`paid` = true');
  const told = (written: Written): boolean => found(written).some((one) => one.startsWith('never-moves'));

  it.each<[string, Written, boolean]>([
    ['is told', { moves: [OTHER] }, true],
    ['is told where rows only refuse', { moves: [OTHER, by('`sent`', 'refused `stage`', GO)] }, true],
    ['is told where nobody makes the only move', { moves: [OTHER, '| `new` | `sent` | none | none | none |'] }, true],
    ['may stay where it is', { moves: [OTHER, by('`sent`', 'same', GO)] }, false],
    ['may remove the row', { moves: [OTHER, by('`sent`', '(gone)', GO)] }, false],
    ['may be let under a condition', { moves: [OTHER, by('`sent`', '`done`', GO, '`paid` = true')] }, false],
    ['may be let by a From that is not shown', { moves: [OTHER, by('not shown', '`done`', GO)] }, false],
    ['may be let by a To that is not shown', { moves: [OTHER, by('`sent`', 'not shown', GO)] }, false],
    [
      'may be what a By that is not shown names',
      { moves: [OTHER, '| `sent` | `done` | not shown | none | none |'] },
      false,
    ],
    ['may be let by a row of an open list', { moves: [OTHER, '| … | | | | |'] }, false],
    ['may be accepted', { moves: [OTHER], other: 'accepted' }, false],
    ['may be accepted, for that is not shown', { moves: [OTHER], other: 'not shown' }, false],
    ['does something that is not shown', { moves: [OTHER], go: 'not shown' }, false],
    ['is told where it is to move every row', { moves: [OTHER], go: 'moves every Thing.status' }, true],
    ['is told where it finds rows in other states alone', { go: EVERY('`status` = `done`') }, true],
    ['is told where what it finds excludes Only if', { moves: [PAID], go: EVERY('`paid` = false') }, true],
    ['may find some that it moves', { go: EVERY('`status` in `new`, `done`') }, false],
    ['may find rows under the same condition', { moves: [PAID], go: EVERY('`paid` = true') }, false],
  ])('%s', (_, written, isTold) => {
    expect(told(written)).toBe(isTold);
  });
});

describe('what nobody makes leads nowhere, what time and others make does:', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['nobody', ['| `new` | `lost` | none | none | none |'], ['lost']],
    ['nobody, of a row that begins', ['| (new) | `lost` | none | none | none |'], ['lost']],
    ['time', ['| `new` | `lost` | after 1 minute | none | none |'], []],
    ['someone outside', ['| `new` | one of `lost`, `sent` | outside: `us` | none | none |'], []],
  ])('%s', (_, moves, states) => {
    for (const kind of ['final', 'gone']) {
      const told = found({
        kinds: { new: 'initial', sent: 'any', done: 'final', lost: kind },
        moves: [ONCE, ...moves],
      });
      expect(told.filter((one) => /^(unreachable-state|dead-end)/.test(one))).toStrictEqual(
        states.map(
          (state) => `unreachable-state: Unexpected state \`${state}\` of \`Thing.status\`: no move leads to it.`,
        ),
      );
    }
  });
});

const left = (row: string): readonly string[] =>
  found({ moves: [ONCE, row] }).filter((one) => one.startsWith('contradiction: '));

it('a final state that time, or someone outside, takes a row out of is refused; one that rows go from is not', () => {
  const said = [expect.stringContaining('`done`, a final state from which a move starts')];
  expect(left('| `done` | `new` | after 1 minute | none | none |')).toStrictEqual(said);
  expect(left('| `done` | one of `new`, `done` | outside: `us` | none | none |')).toStrictEqual(said);
  expect(left('| `done` | (gone) | outside: `us` | none | none |')).toStrictEqual([]);
});

const stateless = (moves: string, lists = 'complete unless marked'): string =>
  sourceOf({ moves: ['| (new) | `new` | `POST /things` | none | none |', moves] })
    .replace(/\| State \| Kind \|[^]*?\n\n/, '')
    .replace('complete unless marked', lists);
const unreached = (text: string): readonly string[] => {
  const { document, diagnostics } = read(text, 'things.md');
  const all = check(link(document, diagnostics)).diagnostics;
  return all.filter(({ code }) => code === 'unreachable-state').map(({ message, at }) => `${at.line}: ${message}`);
};

describe('without a State table, a state that is left and that nothing leads to', () => {
  const SLIP = '| `new`, `snt` | `sent` | `POST /things/{id}/go` | none | none |';

  it('is said at its name, with the one that it is a slip of', () => {
    const text = stateless(SLIP);
    const line = text.split('\n').indexOf(SLIP) + 1;
    expect(unreached(text)).toStrictEqual([
      `${line}: Unexpected state \`snt\` of \`Thing.status\`: no move leads to it; did you mean \`sent\`?`,
    ]);
  });

  it.each<[string, string]>([
    ['a list of moves that is open', stateless(`${SLIP}\n| … | | | | |`)],
    ['lists that are complete only where marked', stateless(SLIP, 'complete only where marked')],
    ['a To that is not shown', stateless(SLIP.replace('`sent`', 'not shown'))],
    ['a move that leads there', stateless(`${SLIP}\n| \`sent\` | \`snt\` | \`POST /things/{id}/go\` | none | none |`)],
  ])('is not said of %s', (_, text) => {
    expect(unreached(text)).toStrictEqual([]);
  });
});

const asked = (source: string): readonly string[] => {
  const { document, diagnostics } = read(source, 'things.md');
  return gapView(link(document, diagnostics)).gaps.map(({ question }) => question);
};

describe('the question of a gap says how to answer it:', () => {
  it('a deletion that is refused, by the same search', () => {
    const source = documentOf({
      resources: `### Thing

- Identified by: \`id\`
- When deleted: refused while Thing (\`up\` = this and (\`id\` > 3))

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`up\` | Thing by \`id\` | no | caller | any | none |`,
      operations:
        '### DELETE /things/{id}\n\n- Does: deletes Thing\n- Body: none\n- Repeat: again\n\n| Status | When | Body |\n|---|---|---|\n| 204 | deleted | none |',
    });
    expect(asked(source)).toStrictEqual([
      'What happens when `DELETE /things/{id}` is to delete a row while a Thing prevents it? A Code row says it whose When is: there is Thing (`up` = this and (`id` > 3))',
    ]);
    const answered = source.replace(
      '| `absent` |',
      '| `used` | 409 | there is Thing (`up` = this and (`id` > 3)) |\n| `absent` |',
    );
    expect(asked(answered)).toStrictEqual([]);
  });

  it('a row that says no more than where it starts', () => {
    const source = sourceOf({ moves: ['| `new` | not shown | not shown | none | none |', ONCE] });
    expect(asked(source)).toContain('To which state does the move from `new` of `Thing.status` lead?');
  });

  it('moves that look alike, each by what tells it apart', () => {
    const moves = [
      '| not shown | not shown | not shown | none | none |',
      '| `new` | not shown | not shown | none | none |',
      by('`new`', 'not shown', GO),
      by('`new`', 'not shown', GO),
      by('`sent`', 'not shown', GO),
      '| not shown | not shown | not shown | none | none |',
      '| `sent` | `done` | not shown | none | none |',
    ];
    const named = asked(sourceOf({ moves })).flatMap((question) => /^(?:To|What makes).*(?= of )/.exec(question) ?? []);
    expect(named).toStrictEqual([
      'To which state does the move in row 1',
      'To which state does the move from `new`',
      'To which state does the move `POST /things/{id}/go` from `new` in row 3',
      'To which state does the move `POST /things/{id}/go` from `new` in row 4',
      'To which state does the move `POST /things/{id}/go` from `sent`',
      'To which state does the move in row 6',
      'What makes the move in row 1',
      'What makes the move from `new`',
      'What makes the move in row 6',
      'What makes the move to `done`',
    ]);
    const { document, diagnostics } = read(sourceOf({ moves }), 'things.md');
    for (const { id } of gapView(link(document, diagnostics)).gaps) expect(id).not.toMatch(/ {2}|move \//);
  });
});
