// Part 3: machines from tables and from diagrams.

import { describe, expect, test } from 'vitest';

import type { Machine } from '../../src/notation/states.ts';
import { read } from '../../src/read/read.ts';
import { findings, states, textAt } from './findings.ts';

const diagram = (...lines: readonly string[]): string[] => ['```mermaid', 'stateDiagram-v2', ...lines, '```'];

function machine(...lines: readonly string[]): Machine {
  return read(states('### Order.status', '', ...lines), 'x.md').document.states.machines.items[0]!;
}

function moves({ moves: { items } }: Machine): string[] {
  return items.map(({ from, to, by }) => {
    const left =
      from.status !== 'stated'
        ? from.status
        : from.value.kind === 'states'
          ? from.value.states.map((s) => s.text).join('+')
          : from.value.kind;
    const right = to.status !== 'stated' ? to.status : to.value.kind === 'state' ? to.value.state.text : to.value.kind;
    const made =
      by.status !== 'stated'
        ? by.status
        : by.value.kind === 'operations'
          ? by.value.operations.map((o) => o.text).join('+')
          : by.value.kind;
    return `${left} → ${right} by ${made}`;
  });
}

function kinds(kind: string): string[] {
  return ['', '| State | Kind |', '|---|---|', '| `a` | initial |', `| \`b\` | ${kind} |`];
}

const stated = (kinds: string, ...rows: readonly string[]): readonly string[] => [
  '',
  '| State | Kind |',
  '|---|---|',
  ...kinds.split(' ').map((kind, index) => `| \`${'abc'[index]}\` | ${kind} |`),
  '',
  '| From | To | By |',
  '|---|---|---|',
  ...rows,
];

describe('headings', () => {
  test('name a field of a resource', () => {
    const source = states('### Order.payment.state');
    const [found] = read(source, 'x.md').document.states.machines.items;
    expect(found).toMatchObject({ resource: { text: 'Order' }, field: { text: 'payment.state' } });
    expect(textAt(source, found!.name.at)).toBe('Order.payment.state');
  });

  test.each(['### Order', '### order.status', '### The order', '### Order.'])('%s is no machine', (heading) => {
    expect(findings(states(heading))).toEqual(['5:1 unknown-heading']);
  });

  test('stand once', () => {
    expect(findings(states('### Order.status', '', '### `Order.status`'))).toEqual(['7:1 duplicate-heading']);
  });
});

describe('tables', () => {
  test('every form of From, To and By', () => {
    const found = machine(
      '| From | To | Event |',
      '|---|---|---|',
      '| (new) | `a` | `POST /orders` |',
      '| `a`, `b` | `c` | after 15 minutes |',
      '| any except `a` | (gone) | at `expires_at` |',
      '| any | same | outside: `a clerk` |',
      '| `c` | refused `Late` | `PUT /a`, `PUT /b` |',
      '| not shown | not shown | not shown |',
      '| … | | |',
    );
    expect(moves(found)).toEqual([
      'new → a by POST /orders',
      'a+b → c by after',
      'any except → gone by at',
      'any → same by outside',
      'c → refused by PUT /a+PUT /b',
      'gap → gap by gap',
    ]);
    expect(found.moves.mark).toBe('open');
  });

  test('kinds of states', () => {
    const { states: found } = machine(
      '| State | Kind | Meaning |',
      '|---|---|---|',
      '| `a` | initial | |',
      '| `b` | any | words |',
      '| `c` | Final | |',
      '| `d` | strange | |',
    );
    expect(found.items.map((s) => [s.name.text, s.kind.status])).toEqual([
      ['a', 'stated'],
      ['b', 'any'],
      ['c', 'stated'],
      ['d', 'unreadable'],
    ]);
  });

  test('any other move', () => {
    expect(machine('- Any other move: `Illegal`').anyOtherMove).toMatchObject({
      value: { kind: 'error', error: { text: 'Illegal' } },
    });
    expect(machine('- Any other move: accepted').anyOtherMove).toMatchObject({ value: { kind: 'accepted' } });
  });
});

describe('diagrams', () => {
  test('say what a From table says', () => {
    const lines = diagram(
      '[*] --> a : POST /orders',
      'a-->b: PUT /orders/{id}, PATCH /orders/{id}',
      'state "on its way" as b',
      'b --> c : after 15 minutes',
      'c --> a',
    );
    expect(moves(machine(...lines))).toEqual([
      'new → a by POST /orders',
      'a → on its way by PUT /orders/{id}+PATCH /orders/{id}',
      'on its way → c by after',
      'c → a by gap',
    ]);
    expect(findings(states('### Order.status', '', ...lines))).toEqual([]);
  });

  test('each move has its line', () => {
    const source = states('### Order.status', '', ...diagram('    a --> b : GET /x'));
    const [move] = read(source, 'x.md').document.states.machines.items[0]!.moves.items;
    expect([move!.at, move!.from.at, move!.to.at, move!.by.at].map((at) => textAt(source, at))).toEqual([
      'a --> b : GET /x',
      'a',
      'b',
      'GET /x',
    ]);
  });

  test('what draws nothing is skipped', () => {
    expect(
      findings(
        states(
          '### Order.status',
          '',
          ...diagram(
            '%% a comment',
            'direction LR',
            '',
            'a : first',
            'a',
            'note right of a : words',
            'note left of b',
            '  fork',
            'end note',
            'classDef x fill:red',
          ),
        ),
      ),
    ).toEqual([]);
  });

  test.each([
    'state fork <<fork>>',
    'state a {',
    '}',
    '--',
    'a --> b --> c',
    'a ==> b',
    'a --> : x',
    '[*] --> [*]',
    'state "" as b',
    'a --> [*] : DELETE /x',
  ])('%s is an error with its line', (line) => {
    expect(findings(states('### Order.status', '', ...diagram('[*] --> a : POST /x', line)))).toEqual([
      '10:1 mermaid-not-read',
    ]);
  });

  test('an end makes a state final, and the kinds of the others gaps', () => {
    const { states: found } = machine(...diagram('[*] --> a : POST /x', 'a --> b : PUT /x', 'b --> [*]'));
    expect(found.items.map((s) => [s.name.text, s.kind.status])).toEqual([
      ['a', 'gap'],
      ['b', 'stated'],
    ]);
    expect(machine(...diagram('[*] --> a : POST /x')).states.written).toBe(false);
  });

  const table = [
    '',
    '| From | To | By |',
    '|---|---|---|',
    '| (new) | `a` | `POST /x` |',
    '| `a`, `b` | `c` | not shown |',
    '| `c` | refused `Late` | `PUT /x` |',
  ];

  test('agree with a table that says the same', () => {
    expect(
      findings(
        states('### Order.status', '', ...diagram('[*] --> a : POST /x', 'a --> c : PUT /x', 'b --> c'), ...table),
      ),
    ).toEqual([]);
  });

  test.each([
    ['a condition', 'a --> b : PUT /x', '| `a` | `b` | `PUT /x` | `n` > 1 | none |'],
    [
      'two rows',
      'a --> b : PUT /x',
      '| `a` | `b` | `PUT /x` | `n` > 1 | none |',
      '| `a` | `b` | `PUT /x` | `n` < 1 | `e` |',
    ],
    [
      'several operations',
      'a --> b : PUT /x, POST /y',
      '| `a` | `b` | `POST /y` | none | none |',
      '| `a` | `b` | `PUT /x` | none | none |',
    ],
    ['several arrows', 'a --> b : PUT /x\na --> b : POST /y', '| `a` | `b` | `PUT /x`, `POST /y` | none | none |'],
    ['same', 'a --> a : PUT /x\nb --> b : PUT /x', '| `a`, `b` | same | `PUT /x` | none | none |'],
    ['any', 'a --> b : PUT /x\nb --> b : PUT /x', '| any | `b` | `PUT /x` | none | none |'],
    ['any except', 'a --> b : PUT /x', '| any except `b` | `b` | `PUT /x` | none | none |'],
    ['a time', 'a --> b : after 15 minutes', '| `a` | `b` | after 15 minutes | none | none |'],
    [
      'what goes and what is refused',
      'a --> b : PUT /x',
      '| `a` | `b` | `PUT /x` | none | none |',
      '| `b` | (gone) | `POST /y` | none | none |',
      '| `b` | refused `Late` | `PUT /x` | none | none |',
    ],
    ['a length of time', 'a --> b : after 900 seconds', '| `a` | `b` | after 15 minutes | none | none |'],
    ['an instant', 'a --> b : at `due`', '| `a` | `b` | at `due` | none | none |'],
    ['a time after it', 'a --> b : 7 days after `due`', '| `a` | `b` | 168 hours after `due` | none | none |'],
    ['someone outside', 'a --> b : outside: `us`', '| `a` | `b` | outside: `us` | none | none |'],
    [
      'a choice',
      'a --> b : outside: `us`\na --> c : outside: `us`',
      '| `a` | one of `b`, `c` | outside: `us` | none | none |',
    ],
    ['an alias', 'state "on its way" as b\na --> b : PUT /x', '| `a` | `on its way` | `PUT /x` | none | none |'],
    [
      'an alias told last',
      'a --> b : PUT /x\nstate "on its way" as b',
      '| `a` | `on its way` | `PUT /x` | none | none |',
    ],
    ['ticks', 'a --> b : `PUT /x`', '| `a` | `b` | `PUT /x` | none | none |'],
    ['a beginning', '[*] --> a : POST /x', '| (new) | `a` | `POST /x` | none | none |'],
    ['a beginning without a label', '[*] --> a', '| (new) | `a` | `POST /x` | none | none |'],
    [
      'any beside an end',
      'a --> b : PUT /x\nb --> c : PUT /x\na --> c : PUT /x\nc --> [*]',
      '| `a`, `b` | `c` | `PUT /x` | none | none |',
      '| any except `b` | `b` | `PUT /x` | none | none |',
    ],
  ])('agree about %s, since a drawing says nothing of Only if, Who and Emits', (_, drawn, ...rows) => {
    const tabled = ['', '| From | To | By | Only if | Emits |', '|---|---|---|---|---|', ...rows];
    expect(findings(states('### Order.status', '', ...diagram(...drawn.split('\n')), ...tabled))).toEqual([]);
  });

  test.each([
    ['b --> a : PUT /x', 'where `PUT /x` leads from `b`: it is in the diagram `a`, in the table `c`', 16],
    ['b --> c : PUT /y', 'what moves `b` to `c`: it is in the diagram `PUT /y`, in the table `PUT /x`', 16],
    ['d --> c : PUT /x', 'from where `PUT /x` leads to `c`: it is in the diagram `d`, in the table `b`', 16],
    [
      'd --> e : PUT /y',
      'the move from `d` to `e` by `PUT /y`, which the diagram draws and the table does not have',
      13,
    ],
  ])('say what differs, with both places: %s', (arrow, what, line) => {
    const rows = [...table.slice(0, 4), '| `b` | `c` | `PUT /x` |'];
    const source = states('### Order.status', '', ...diagram('[*] --> a : POST /x', arrow), ...rows);
    const [first] = read(source, 'x.md').diagnostics;
    expect(first?.message).toBe(`Unexpected contradiction about ${what}.`);
    expect(source.slice(0, first!.related[0]!.at.start).split('\n')).toHaveLength(line);
  });
});

describe('diagrams beside tables', () => {
  test.each([
    [
      'any leaves no final state',
      'initial any final',
      'a --> b : PUT /x\nb --> b : PUT /x',
      '| any | `b` | `PUT /x` |',
    ],
    ['any except leaves none', 'initial any final', 'b --> a : PUT /x', '| any except `a` | `a` | `PUT /x` |'],
    [
      'any does not name a gone state',
      'initial any gone',
      'a --> c : PUT /x\nb --> c : PUT /x',
      '| any | `c` | `PUT /x` |',
    ],
    [
      'a stay in a final state',
      'initial any final',
      'a --> a : PUT /x\nb --> b : PUT /x\nc --> c : PUT /x',
      '| any | same | `PUT /x` |',
    ],
    [
      'a beginning by its Kind',
      'initial any final',
      '[*] --> a : POST /x\na --> b : PUT /x',
      '| `a` | `b` | `PUT /x` |',
    ],
    [
      'a beginning by its Kind, without a label',
      'initial any final',
      '[*] --> a\na --> b : PUT /x',
      '| `a` | `b` | `PUT /x` |',
    ],
    [
      'a beginning by its Kind beside one of another call',
      'initial any final',
      '[*] --> a : POST /x\n[*] --> b : POST /y',
      '| (new) | `b` | `POST /y` |',
    ],
    [
      'ends',
      'initial any final',
      'a --> b : PUT /x\nb --> c : PUT /x\nc --> [*]',
      '| `a` | `b` | `PUT /x` |\n| `b` | `c` | `PUT /x` |',
    ],
  ])('agree with the Kinds of a State table: %s', (_, kinds, drawn, rows) => {
    const lines = [...diagram(...drawn.split('\n')), ...stated(kinds, ...rows.split('\n'))];
    expect(findings(states('### Order.status', '', ...lines))).toEqual([]);
  });

  test.each([
    [
      'a final state that is drawn as left',
      'a --> b : PUT /x\nb --> b : PUT /x\nc --> b : PUT /x',
      '| any | `b` | `PUT /x` |',
      'c --> b : PUT /x',
      '| From',
    ],
    [
      'a beginning that is not initial',
      '[*] --> b : POST /x\na --> b : PUT /x',
      '| `a` | `b` | `PUT /x` |',
      '[*] --> b',
      '| From',
    ],
    [
      'a beginning that the call has elsewhere',
      '[*] --> a : POST /x\na --> b : PUT /x',
      '| (new) | `b` | `POST /x` |\n| `a` | `b` | `PUT /x` |',
      '[*] --> a',
      '| (new) | `b`',
    ],
    [
      'a beginning that is not drawn',
      'a --> b : PUT /x',
      '| (new) | `a` | `POST /x` |\n| `a` | `b` | `PUT /x` |',
      '| (new)',
      '```mermaid',
    ],
    ['a move that is not drawn', '[*] --> a : POST /x', '| `a` | `b` | `PUT /x` |', '| `a` | `b` |', '```mermaid'],
    ['another time', 'a --> b : after 15 minutes', '| `a` | `b` | after 16 minutes |', 'a --> b', '| `a` | `b`'],
    ['another instant', 'a --> b : 7 days after `due`', '| `a` | `b` | 7 days after `end` |', 'a --> b', '| `a` | `b`'],
    [
      'an instant and a time after it',
      'a --> b : at `due`',
      '| `a` | `b` | 7 days after `due` |',
      'a --> b',
      '| `a` | `b`',
    ],
    ['someone else outside', 'a --> b : outside: `us`', '| `a` | `b` | outside: `them` |', 'a --> b', '| `a` | `b`'],
    ['a call and someone outside', 'a --> b : PUT /x', '| `a` | `b` | outside: `us` |', 'a --> b', '| `a` | `b`'],
    [
      'half of a choice',
      'a --> b : outside: `us`',
      '| `a` | one of `b`, `c` | outside: `us` |',
      '| `a` | one of',
      '```mermaid',
    ],
    [
      'an alias that is another state',
      'state "c" as b\na --> b : PUT /x',
      '| `a` | `b` | `PUT /x` |',
      'a --> b',
      '| `a` | `b`',
    ],
    [
      'where a row of any leads',
      'a --> c : PUT /x\nb --> c : PUT /x',
      '| any | `b` | `PUT /x` |',
      'a --> c',
      '| any | `b`',
    ],
  ])('contradict it, with both places: %s', (_, drawn, rows, one, other) => {
    const lines = [...diagram(...drawn.split('\n')), ...stated('initial any final', ...rows.split('\n'))];
    const source = states('### Order.status', '', ...lines);
    const found = read(source, 'x.md').diagnostics;
    expect(found.map(({ code }) => code)).toEqual(found.map(() => 'contradiction'));
    expect(source.slice(found[0]!.at.start).startsWith(one)).toBe(true);
    expect(source.slice(found[0]!.related[0]!.at.start).startsWith(other)).toBe(true);
  });

  test('an end of a state that the table does not call final is a contradiction', () => {
    const drawn = diagram('[*] --> a : POST /x', 'a --> b : PUT /x', 'b --> [*]');
    expect(findings(states('### Order.status', '', ...drawn, ...kinds('final')))).toEqual([]);
    expect(findings(states('### Order.status', '', ...drawn, ...kinds('any')))).toEqual(['11:1 contradiction']);
  });

  test('a diagram in another part is told, one under Notes is a picture', () => {
    const drawn = diagram('a ==> b').join('\n');
    expect(findings(`# T\n\n## 4. Endpoints\n\n${drawn}\n`)).toEqual(['5:1 fence-not-read']);
    expect(findings(`# T\n\n## 4. Endpoints\n\n### Notes\n\n${drawn}\n`)).toEqual([]);
  });
});
