// Documents by chance, as people write them: every heading, table and bullet of the notation, with values of the grammar, marks, blanks
// and nonsense in their places. Input: a source of chance. Output: Markdown.

import { readNotationGrammar } from '../grammar/ebnf.ts';
import { Sentences } from '../grammar/sentences.ts';
import type { Random } from '../laws/random.ts';

const grammar = readNotationGrammar();

/** Column → the symbol of the grammar that it holds; '' for words as they are. */
const FIELD = {
  Type: 'field_type',
  Required: 'required',
  Present: 'presence',
  'Set by': 'set_by',
  'Allowed values': 'constraints',
  Default: 'field_default',
  Meaning: '',
};
const PARAMETER = {
  Type: 'field_type',
  Required: 'required',
  Default: 'literal',
  'Allowed values': 'constraints',
  Selects: 'selects',
};
const TABLES: Readonly<Record<string, readonly [string, Readonly<Record<string, string>>]>> = {
  Field: ['', FIELD],
  State: ['', { Kind: '', Meaning: '' }],
  From: ['from', { To: 'to', By: 'by', Who: 'who', 'Only if': 'condition', Emits: 'names' }],
  Path: ['', PARAMETER],
  Query: ['', PARAMETER],
  Header: ['', PARAMETER],
  Body: [
    '',
    { Type: 'field_type', Required: 'required', Default: 'literal', 'Allowed values': 'constraints', Sets: '' },
  ],
  Status: ['status_code', { When: 'status_when', Body: 'shape', Headers: 'header_values' }],
  Repeat: ['', { Statement: '' }],
  Event: ['', { When: '', Payload: 'payload' }],
  Code: [
    '',
    {
      Status: 'error_status',
      When: 'causes',
      Body: 'shape',
      Message: '',
      Headers: 'header_values',
      Retry: '',
      Detail: '',
    },
  ],
  Limit: ['', { Value: '', Per: '', 'Applies to': '', 'When exceeded': '' }],
  Version: ['', { Date: '', Status: '', Changes: '' }],
  Change: ['', { Before: '' }],
};
const RESOURCE = {
  'Identified by': 'names',
  'View `V`': 'names',
  Unique: 'unique',
  'When deleted': 'deletion_rules',
  Rows: '',
  'At least one of': 'names',
  'Exactly one of': 'names',
  'Other fields': '',
};
const OPERATION = {
  Base: '',
  'Also at': '',
  'Media type': 'media_type',
  'Nested names': '',
  Does: 'effects',
  Who: 'who',
  Checks: 'checks',
  'Headers in': '',
  'At least one of': 'field_lists',
  'Exactly one of': 'field_lists',
  'Omitted fields': 'field_policy',
  'Null fields': 'field_policy',
  'Empty text': 'empty_text_policy',
  'Unknown fields': 'unknown_fields',
  'Read-only fields': '',
  Repeat: 'repeat',
  Preconditions: '',
  Order: 'order',
  Pages: 'pages',
  Body: 'body_fact',
  Emits: 'names',
  Errors: 'names',
  'Cross-origin': 'cross_origin',
  'Other query parameters': '',
  'Other statuses': '',
};
const SCHEME = { Scheme: '', 'Sent in': 'sent_in', Caller: 'caller_resource', Roles: '', 'Verified by': '' };
const WORDS = [
  '`a`',
  'words',
  '**bold** words',
  'a_b_c',
  '[a link](https://x.example/(y)) behind',
  '`x \\| y`',
  'a \\| b',
  '<b>',
  '&lt;b&gt; &amp; c',
  '5 * 3 * `f`',
  '\\*not\\* slanted',
  'refused',
  'final',
  '`none`',
  '"quoted" text',
  'half: not shown',
  '<https://x.example>',
  'a\u00a0b',
  '``a ` b``',
  'x<br>y',
];
const BLANKS = ['', '-', '—', '?', 'TBD', 'N/A'];

export class OddDocuments {
  readonly #random: Random;
  readonly #sentences: Sentences;

  constructor(random: Random) {
    this.#random = random;
    this.#sentences = new Sentences(grammar, random);
  }

  document(): string {
    const lines = this.#may(0.9)
      ? [`# ${this.#random.pick(['A service', 'C #', '`Ticks` & more', 'not shown'])}`, '']
      : [];
    if (this.#may(0.7))
      lines.push(
        `- Lists: ${this.#random.pick(['complete unless marked', 'Complete only where marked', 'not shown', 'who knows', ''])}`,
        '',
      );
    const parts = [
      this.#purpose(),
      this.#resources(),
      this.#states(),
      this.#endpoints(),
      this.#schemes(),
      this.#events(),
      this.#errors(),
      this.#limits(),
      this.#versions(),
    ];
    const titles = [
      'What the service does',
      'Resources and their fields',
      'States and transitions',
      'Endpoints',
      'Authentication',
      'Events',
      'Errors',
      'Limits',
      'Versioning',
    ];
    parts.forEach((part, index) => {
      if (this.#may(0.1)) return;
      lines.push(`## ${index + 1}. ${titles[index]!}`, '');
      if (this.#may(0.15)) lines.push(this.#mark(), '');
      else lines.push(...part, '');
      if (this.#may(0.1)) lines.push('### Notes', '', '- Does: nothing here', '', '| Field |', '|---|', '| x |', '');
    });
    const text = lines.join(this.#may(0.1) ? '\r\n' : '\n');
    return this.#may(0.1) ? `\ufeff${text}` : text;
  }

  #may(share: number): boolean {
    return this.#random.chance(share);
  }

  #some<T>(most: number, make: (index: number) => T[]): T[] {
    return Array.from({ length: this.#random.whole(0, most) }, (_, index) => make(index)).flat();
  }

  #mark(): string {
    return this.#random.pick([
      'not shown',
      'Not shown.',
      'none',
      'any',
      'Everything here: not shown.',
      'not shown - see the wiki',
      'Some prose.\n\nnot shown',
    ]);
  }

  #purpose(): string[] {
    return [
      this.#random.pick([
        'It does things.',
        'It does\nthings.\n\n### Sub\n\n- a list: of things',
        '<!-- nothing -->',
        '',
      ]),
    ];
  }

  #resources(): string[] {
    return this.#some(3, (i) => [
      `### Thing${i}`,
      '',
      ...this.#scope(() => [...this.#bullets(RESOURCE), ...this.#table('Field'), ...this.#decision()]),
    ]);
  }

  #decision(): string[] {
    return this.#may(0.1) ? ['| `f` | When |', '|---|---|', '| `a` | `b` = 1 |', '| `c` | otherwise |', ''] : [];
  }

  #states(): string[] {
    return this.#some(2, (i) => [
      `### Thing${i}.status`,
      '',
      ...this.#scope(() => [
        ...this.#bullets({ 'Any other move': 'any_other_move', 'Other moves': '' }),
        ...this.#machine(),
      ]),
    ]);
  }

  #machine(): string[] {
    if (this.#may(0.7)) return [...this.#table('State'), ...this.#table('From')];
    const diagram = [
      '[*] --> a : POST /things',
      'a --> b : PUT /things/{id}',
      'state "long name" as b',
      'b --> a',
      this.#may(0.5) ? 'b --> [*]' : '%% b ends',
    ];
    return ['```mermaid', 'stateDiagram-v2', ...diagram, '```', ''];
  }

  #endpoints(): string[] {
    const facts = (): string[] => [
      ...this.#bullets(OPERATION),
      ...['Path', 'Query', 'Header', 'Body', 'Status', 'Repeat'].flatMap((name) =>
        this.#may(0.3) ? this.#table(name) : [],
      ),
    ];
    const all = this.#may(0.4) ? ['### All operations', '', ...this.#scope(facts)] : [];
    return [
      ...all,
      ...this.#some(3, (i) => [
        `### ${this.#random.pick(['GET', 'post', 'DELETE'])} /things${i}/{id}_x`,
        '',
        ...this.#scope(facts),
      ]),
    ];
  }

  #schemes(): string[] {
    return this.#some(2, (i) => [`### Scheme ${i}`, '', ...this.#scope(() => this.#bullets(SCHEME))]);
  }

  #events(): string[] {
    const kinds = this.#some(2, (i) => [
      `### happened_${i}`,
      '',
      ...this.#scope(() => [...this.#bullets({ When: '', Payload: 'payload' }), ...this.#table('Field')]),
    ]);
    return [
      ...(this.#may(0.4) ? this.#table('Event') : []),
      ...(this.#may(0.4) ? ['### Delivery', '', ...this.#bullets({ Tries: '', Waits: '' })] : []),
      ...kinds,
    ];
  }

  #errors(): string[] {
    return [
      ...this.#bullets({ 'Error body': 'shape', 'All failed fields at once': 'yes_no', 'Other errors': '' }),
      ...this.#table('Code'),
    ];
  }

  #limits(): string[] {
    return this.#table('Limit');
  }

  #versions(): string[] {
    return [
      ...this.#bullets({ Scheme: 'version_scheme', 'Current version': '', Sunset: '' }),
      ...this.#table('Version'),
      ...this.#table('Change'),
    ];
  }

  #scope(content: () => string[]): string[] {
    if (this.#may(0.1)) return [this.#mark(), ''];
    return this.#may(0.05) ? [...content(), 'not shown', ''] : content();
  }

  #bullets(keys: Readonly<Record<string, string>>): string[] {
    const lines = Object.entries(keys).flatMap(([key, symbol]) =>
      this.#may(0.3) ? [`- ${key}: ${this.#value(symbol)}`] : [],
    );
    return lines.length === 0 ? [] : [...lines, ''];
  }

  #table(name: string): string[] {
    const [firstSymbol, columns] = TABLES[name]!;
    const heads = Object.entries(columns).filter(() => this.#may(0.75));
    const rows = this.#some(4, (i) => {
      if (this.#may(0.06))
        return [
          [this.#random.pick(['…', 'none', '...']), ...heads.map(() => this.#random.pick(['none', 'not shown', '-']))],
        ];
      const first = firstSymbol === '' ? `\`name${i}\`` : cell(this.#value(firstSymbol));
      return [
        [first, ...heads.map(([, symbol]) => cell(this.#value(symbol)))].slice(0, this.#may(0.03) ? -1 : undefined),
      ];
    });
    return [
      `| ${[name, ...heads.map(([head]) => head)].join(' | ')} |`,
      `|${'---|'.repeat(heads.length + 1)}`,
      ...rows.map((row) => `| ${row.join(' | ')} |`),
      '',
    ];
  }

  #value(symbol: string): string {
    const kind = this.#random.next();
    if (kind < 0.12)
      return this.#random.pick([
        'not shown',
        'Not shown',
        'not shown, see below',
        'not shown: a note',
        'not shown — later',
      ]);
    if (kind < 0.2) return 'none';
    if (kind < 0.26) return 'any';
    if (kind < 0.32) return this.#random.pick(BLANKS);
    if (symbol === '' || kind < 0.4) return this.#random.pick(WORDS);
    return this.#sentences.sentence(symbol, this.#random.whole(2, 8));
  }
}

function cell(text: string): string {
  return text.replace(/\\?\|/g, '\\|').replace(/\n/g, ' ');
}
