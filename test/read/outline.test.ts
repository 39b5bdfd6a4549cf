// Rule 1: which headings open a part, what stands under Notes, and what a scope's only paragraph marks.

import { describe, expect, test } from 'vitest';

import { read } from '../../src/read/read.ts';
import { findings, textAt, withPart } from './findings.ts';

function lists(text: string): string {
  return read(text, 'x.md').document.title.lists.status;
}

describe('headings of parts', () => {
  test.each([
    '2. Resources and their fields',
    '2 Resources and their fields',
    '2) Resources and their fields',
    '2: resources and their fields',
    'Part 2 — Resources and their fields',
    '**2.** Resources and their fields',
  ])('## %s', (heading) => {
    const source = `# T\n\n## ${heading}\n\n### R\n`;
    expect(findings(source)).toEqual([]);
    expect(read(source, 'x.md').document.resources.resources.items.map((r) => r.name.text)).toEqual(['R']);
  });

  test('a setext heading opens a part too', () => {
    expect(
      read('T\n=\n\nPart 2. Resources and their fields\n---\n\n### R\n', 'x.md').document.resources.scope.heading,
    ).toBeDefined();
  });

  test('another title is a warning, the number decides', () => {
    const source = '# T\n\n## 2. Entities\n\n### R\n';
    expect(findings(source)).toEqual(['3:1 part-title']);
    expect(read(source, 'x.md').document.resources.resources.items).toHaveLength(1);
  });

  test.each([
    '## Resources and their fields',
    '## Resources',
    '## 10. Resources',
    '## 10. Resources and their fields',
    '## 12. More',
    '# 2. Resources and their fields',
  ])('%s is no part, and said so', (heading) =>
    expect(findings(`# T\n\n${heading}\n\n### R\n`)).toEqual(['3:1 part-number']),
  );

  test.each([
    ['2. Resources and their fields\n-----', '3:1'],
    ['2. Resources and their fields\n--', '3:1'],
    ['2) Resources and their fields\n=====', '3:1'],
    ['2. Resources\n-----', '3:1'],
    ['2. Resources and their fields', '3:1'],
    ['**2. Resources and their fields**', '3:1'],
    ['Part 2: Resources and their fields', '3:1'],
    ['Some words.\n2. Resources and their fields\n-----', '3:1'],
    ['### Notes\n\n2. Resources and their fields\n-----', '5:1'],
  ])('%j is no heading in Markdown, and said so', (lines, place) => {
    const source = `# T\n\n${lines}\n\n### R\n`;
    const { diagnostics } = read(source, 'x.md');
    expect(findings(source)).toEqual([`${place} part-number`]);
    expect(diagnostics[0]!.fix).toContain('`## 2. Resources and their fields`');
  });

  test.each([
    // A table of contents.
    '1. What the service does\n2. Resources and their fields\n\n## 1. What the service does\n\n## 2. Resources and their fields',
    '2. Resources and their fields\n\n## 2. Resources and their fields',
    '### Notes\n\n2. Resources and their fields',
    '2. Resources',
    '2. Resources are kept\n-----',
    '    2. Resources and their fields',
    'What 2. Resources and their fields',
  ])('%j is prose', (lines) => expect(findings(`# T\n\n${lines}\n`)).toEqual([]));

  test('an underlined paragraph is a heading', () => {
    const source = '# T\n\n2\\. Resources and their fields\n-----\n\n### R\n';
    expect(findings(source)).toEqual([]);
    expect(read(source, 'x.md').document.resources.resources.items.map((one) => one.name.text)).toEqual(['R']);
  });

  test.each(['## Glossary', '## 2.1 Sub', '## Notes'])('%s binds nothing', (heading) => {
    const source = `# T\n\n${heading}\n\n- Does: creates X\n\n| Fruit |\n|---|\n| a |\n`;
    expect(findings(source).filter((f) => !f.endsWith('part-number'))).toEqual([]);
  });

  test('the same number twice is an error that names the first, and both are read', () => {
    const source = '# T\n\n## 2. Resources and their fields\n\n### A\n\n## 2. Resources and their fields\n\n### B\n';
    const { document, diagnostics } = read(source, 'x.md');
    expect(findings(source)).toEqual(['7:1 duplicate-part']);
    expect(diagnostics[0]!.related.map((r) => textAt(source, r.at))).toEqual(['## 2. Resources and their fields']);
    expect(document.resources.resources.items.map((r) => r.name.text)).toEqual(['A', 'B']);
  });

  test('a part that is left out has no heading', () => {
    const { document } = read('# T\n', 'x.md');
    for (const name of [
      'purpose',
      'resources',
      'states',
      'endpoints',
      'authentication',
      'events',
      'errors',
      'limits',
      'versioning',
    ] as const) {
      expect(document[name].scope).toMatchObject({ heading: undefined, mark: { status: 'absent' } });
    }
  });
});

describe('the title', () => {
  test.each([
    ['complete unless marked', 'complete unless marked'],
    ['Complete only where marked', 'complete only where marked'],
  ])('Lists: %s', (words, value) => {
    expect(read(`# T\n\n- Lists: ${words}\n`, 'x.md').document.title.lists).toMatchObject({ status: 'stated', value });
  });

  test('Lists may be a gap, left out, or unreadable', () => {
    expect([lists('# T\n\n- Lists: not shown\n'), lists('# T\n'), lists('# T\n\n- Lists: all of it\n')]).toEqual([
      'gap',
      'absent',
      'unreadable',
    ]);
  });

  test('an unknown key under the title is an error with the near one', () => {
    const source = '# T\n\n- Listes: complete unless marked\n';
    expect(findings(source)).toEqual(['3:3 unknown-key']);
    expect(read(source, 'x.md').diagnostics[0]!.message).toContain('did you mean `Lists`');
  });

  test('a document without a title is read', () => {
    const { document } = read('- Lists: not shown\n\n## 6. Events\n\nnone\n', 'x.md');
    expect(document.title).toMatchObject({ name: { status: 'absent' }, lists: { status: 'gap' } });
    expect(document.events.scope.mark.status).toBe('none');
  });
});

describe('Notes and examples', () => {
  test.each(['### Notes', '#### Example', '### Examples: two of them', '### **Notes**'])(
    'nothing binds under %s',
    (heading) => {
      const source = withPart(
        4,
        'Endpoints',
        '### GET /x',
        '',
        heading,
        '',
        '- Does: creates X',
        '- Nonsense: y',
        '',
        '| Fruit |',
        '|---|',
        '| a |',
        '',
        '##### Deeper',
        '',
        '- Who: anyone',
        '',
        '### GET /y',
        '',
        '- Who: anyone',
      );
      expect(findings(source)).toEqual([]);
      const [x, y] = read(source, 'x.md').document.endpoints.operations.items;
      expect([x!.facts.does.status, x!.facts.who.status, y!.facts.who.status]).toEqual(['absent', 'absent', 'stated']);
    },
  );

  test('another fourth-level heading goes on with its section', () => {
    const source = withPart(4, 'Endpoints', '### GET /x', '', '#### Behaviour', '', '- Does: reads X');
    expect(read(source, 'x.md').document.endpoints.operations.items[0]!.facts.does.status).toBe('stated');
  });

  test('a resource called Notes_x is a resource', () => {
    const source = withPart(2, 'Resources and their fields', '### Notebook');
    expect(read(source, 'x.md').document.resources.resources.items.map((r) => r.name.text)).toEqual(['Notebook']);
  });
});

describe('marks of a whole scope', () => {
  test.each([
    ['not shown', 'gap'],
    ['Events, their kinds and their payload shapes: not shown.', 'gap'],
    ['none', 'none'],
    ['None.', 'none'],
    ['any', 'any'],
    ['- not shown', 'gap'],
    ['- Events: not shown', 'gap'],
    ['Drafts are not shown.', 'absent'],
    ['Nothing is known.', 'absent'],
  ])('%s', (text, status) => {
    const { document, diagnostics } = read(withPart(6, 'Events', text), 'x.md');
    expect(document.events.scope.mark.status).toBe(status);
    expect(diagnostics).toEqual([]);
    const lists = { gap: 'open', any: 'open', none: 'closed', absent: undefined }[status];
    expect(document.events.kinds.mark).toBe(lists);
  });

  test('a mark has its words and its place', () => {
    const source = withPart(6, 'Events', 'Events, their kinds: not shown.');
    const { mark } = read(source, 'x.md').document.events.scope;
    expect(mark).toMatchObject({ status: 'gap', note: 'Events, their kinds', text: 'Events, their kinds: not shown.' });
    expect(textAt(source, mark.at)).toBe('Events, their kinds: not shown.');
  });

  test('a comment beside it does not count', () => {
    expect(read(withPart(6, 'Events', '<!-- later -->', '', 'none'), 'x.md').document.events.scope.mark.status).toBe(
      'none',
    );
  });

  test('beside sections it says that there are more of them', () => {
    const { resources } = read(withPart(2, 'Resources and their fields', 'not shown', '', '### R'), 'x.md').document;
    expect(resources).toMatchObject({
      scope: { mark: { status: 'absent' } },
      resources: { mark: 'open', items: [{ name: { text: 'R' } }] },
    });
  });

  test('under a resource with bullets it says that the rest of it is open', () => {
    const { resources } = read(
      withPart(2, 'Resources and their fields', '### R', '', '- Identified by: `id`', '', 'not shown'),
      'x.md',
    ).document;
    expect(resources.resources.items[0]).toMatchObject({
      scope: { mark: { status: 'absent' } },
      identifiedBy: { status: 'stated' },
      fields: { mark: 'open', written: false },
    });
  });

  test('one mark is a resource as a whole', () => {
    const { resources } = read(withPart(2, 'Resources and their fields', '### R', 'not shown'), 'x.md').document;
    expect(resources.resources.items[0]).toMatchObject({
      scope: { mark: { status: 'gap' } },
      fields: { mark: 'open' },
    });
  });
});

describe('part 1', () => {
  test.each([
    ['It keeps things.', 'stated'],
    ['Purpose and behaviour of the service: not shown.', 'gap'],
    ['not shown', 'gap'],
    ['It keeps things. Who pays is not shown.', 'stated'],
    ['<!-- to do -->', 'absent'],
    ['', 'absent'],
    ['It keeps things.\n\nPrices: not shown.', 'stated'],
  ])('%s', (text, status) => {
    expect(read(withPart(1, 'What the service does', text), 'x.md').document.purpose.prose.status).toBe(status);
  });

  test('nothing binds in it, and its text is kept whole', () => {
    const body = 'It keeps things.\r\n\r\n### Sub\r\n\r\n- Does: creates X\r\n\r\n| Fruit |\r\n|---|\r\n| a |';
    const source = `# T\r\n\r\n## 1. What the service does\r\n\r\n${body}\r\n`;
    expect(findings(source)).toEqual([]);
    expect(read(source, 'x.md').document.purpose.prose).toMatchObject({ value: body.replaceAll('\r\n', '\n') });
  });
});

function under(heading: string): string[] {
  return findings(`# T\n\n## 2. Resources and their fields\n\n### R\n\n${heading}\n\n- Identified by: \`id\`\n`);
}

test('a resource with too many signs before it is not taken for a piece of the one before', () => {
  expect(under('#### Thing')).toEqual(['7:1 unknown-heading']);
  expect(under('#### How it is found')).toEqual([]);
});
