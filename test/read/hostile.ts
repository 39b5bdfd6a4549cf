// Inputs made to make a reader slow or fall. Input: how many characters, about. Output: documents by name.

const HEAD = '# T\n\n## 4. Endpoints\n\n### GET /x\n\n';

function field(head: string, cell: string): string {
  return `## 2. x\n### R\n| Field | ${head} |\n|---|---|\n| \`a\` | ${cell} |\n`;
}

function diagram(lines: string): string {
  return `## 3. x\n### R.s\n\`\`\`mermaid\n${lines}\n\`\`\`\n`;
}

export function hostileDocuments(size: number): Readonly<Record<string, string>> {
  const many = (piece: string, share = 1): string => piece.repeat(Math.floor((size * share) / piece.length));
  const rows = (share: number, row: (i: number) => string): string =>
    Array.from({ length: Math.floor(size * share) }, (_, i) => row(i)).join('\n');
  const bullet = (value: string): string => `${HEAD}- Does: ${value}`;
  return {
    quotes: many('> '),
    'lists in a line': many('- '),
    'numbered lists in a line': many('1. '),
    'nested lists': rows(0.003, (i) => `${' '.repeat(i * 2)}- x`),
    'lists, then blank lines': many('- ', 0.25) + many('\n', 0.5),
    stars: bullet(many('**a* ')),
    underscores: bullet(many('_a ')),
    brackets: bullet(many('[')),
    'open links': bullet(many('[a](')),
    'open links with words': bullet(many('[a](b')),
    'link ends': bullet(many('](')),
    ticks: bullet(many('`')),
    'ticks of all lengths': bullet(Array.from({ length: Math.sqrt(size) }, (_, i) => '`'.repeat(i + 1)).join(' ')),
    angles: bullet(many('<')),
    'open addresses': bullet(many('<a:')),
    'open comments': bullet(many('<!--')),
    'comments in many cells': `${HEAD}| Query |\n|---|\n${many('| <!-- |\n')}`,
    references: bullet(many('&#')),
    pipes: `${many('|')}\n${many('|')}\n`,
    'a wide table': `${HEAD}| Query |${many('a|')}\n|---|${many('---|')}\n${many('|')}`,
    'delimiter lines': many('|---|\n'),
    'a table of tables': many('|a|\n|-|\n'),
    spaces: `a|b\n${many(' ')}x`,
    'unknown keys': HEAD + many('- a: b\n'),
    'the same key': HEAD + many('- Who: anyone\n'),
    operations: many('### GET /x\n'),
    parts: many('## 2. x\n'),
    resources: `## 2. x\n${rows(0.1, (i) => `### R${i}`)}`,
    fences: many('```\n'),
    'fences at every heading': many('```a\n```\n## 1. x\n'),
    'an open script': `<script>\n${many('## 1\n')}`,
    'open comments at headings': many('<!-- a\n## 1. x\n\n'),
    underlines: many('a\n=\n'),
    'carriage returns': many('\r'),
    zeros: many('\0'),
    'byte order marks': many('\ufeff'),
    'half characters': many('\ud800'),
    'front matter': `---\n${many('---\n')}`,
    'a long condition': field('Required', `if ${many('`a` = 1 and ')}`),
    'deep brackets': field('Required', `if ${many('(')}`),
    'deep types': field('Type', many('array of ')),
    'deep JSON': field('Default', `\`${many('[')}\``),
    'a long formula': field('Set by', `service: = ${many('`a` + ')}1`),
    'deep templates': `${HEAD}| Status | Body |\n|---|---|\n| 200 | \`${many('[')}\` |\n`,
    'many effects': bullet(many('reads R; ')),
    'many names': `${HEAD}- Emits: ${many('`a`, ')}\`b\``,
    'many columns': `## 2. x\n### R\n| Field |${rows(0.05, (i) => `c${i}|`).replaceAll('\n', '')}\n|${many('---|', 0.2)}`,
    'colons and marks': `${HEAD}${many(': not shown ')}`,
    'a path of braces': `## 4. x\n### GET /${many('{')}`,
    'a path of numbers': `## 4. x\n### GET ${many('/1')}`,
    'a path of colons': `## 4. x\n### GET ${many('/:a')}`,
    arrows: diagram(many('a --> b : GET /x\n')),
    'arrows in a line': diagram(many('a-->')),
    'open state names': diagram(many('state "a')),
    'a diagram and a table': `${diagram(rows(0.02, (i) => `a${i} --> b : GET /x`))}\n| From | To | By |\n|---|---|---|\n${rows(0.02, (i) => `| \`a${size - i}\` | \`b\` | \`GET /x\` |`)}`,
  };
}
