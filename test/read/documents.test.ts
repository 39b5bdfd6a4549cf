// Real documents: the user's own, two published interfaces, the examples. Every mark stands at its line.

import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { LineIndex } from '../../src/base/span.ts';
import { PARTS } from '../../src/base/parts.ts';
import { read } from '../../src/read/read.ts';
import { findings } from './findings.ts';

const shared = new URL('../../../shared/documents/', import.meta.url);
const present = existsSync(shared);
if (!present) console.warn(`SKIPPED: ${shared.pathname} is not there`);

function source(name: string): string {
  return readFileSync(new URL(name, shared), 'utf8');
}

interface Slotted {
  readonly status: string;
  readonly how?: string;
  readonly at: { readonly start: number; readonly end: number };
}

/** Every slot of a document, each once, however often it is shared. */
function slots(value: unknown, found: Set<Slotted> = new Set(), seen: Set<unknown> = new Set()): Set<Slotted> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return found;
  seen.add(value);
  if ('status' in value && 'at' in value && typeof (value as Slotted).status === 'string') found.add(value as Slotted);
  for (const item of value instanceof Map ? value.values() : Object.values(value)) slots(item, found, seen);
  return found;
}

describe.skipIf(!present)("the user's own document", () => {
  const text = present ? source('users-document.md') : '';

  test('reads without a finding', () => expect(findings(text)).toEqual([]));

  test('is a gap in all nine parts, each marked at its paragraph', () => {
    const { document } = read(text, 'x.md');
    const lines = new LineIndex(text);
    const marks = PARTS.map((part) => document[part].scope.mark);
    expect(marks.map((mark) => mark.status)).toEqual(PARTS.map(() => 'gap'));
    expect(marks.map((mark) => lines.position(mark.at.start).line)).toEqual([7, 11, 15, 19, 23, 27, 31, 35, 39]);
    expect(document.purpose.prose.status).toBe('gap');
    expect(document.title.lists.status).toBe('absent');
  });

  test('states nothing at all', () => {
    const { document } = read(text, 'x.md');
    const stated = [...slots(document)].filter((slot) => slot.status !== 'gap' && slot.status !== 'absent');
    expect(stated).toEqual([document.title.name]);
  });
});

/** Cells, values and paragraphs that begin with the words, but for lists that a `…` row opens, found without the reader. */
function marksIn(text: string): number[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.startsWith('| …')) return [];
    const whole = /^(?:- [\w -]+: |)not shown(?:,.*)?$/i.test(line) ? 1 : 0;
    const cells = line.startsWith('|')
      ? line.split(/(?<!\\)\|/).filter((cell) => cell.trim() === 'not shown').length
      : 0;
    return Array<number>(whole + cells).fill(index + 1);
  });
}

describe.skipIf(!present)('published interfaces', () => {
  test.each([
    ['agentic-checkout.md', ['121:20 status-range']],
    ['basecamp-todos.md', ['233:26 unreadable']],
  ])('%s reads with these findings', (name, expected) => expect(findings(source(name))).toEqual(expected));

  test.each(['agentic-checkout.md', 'basecamp-todos.md'])('each mark of %s is read at its line', (name) => {
    const text = source(name);
    const lines = new LineIndex(text);
    const marked = [...slots(read(text, name).document)].filter(
      (slot) => slot.status === 'gap' && slot.how === 'marked',
    );
    const found = marked.map((slot) => lines.position(slot.at.start).line).toSorted((a, b) => a - b);
    expect(found).toEqual(marksIn(text));
    for (const { at } of marked) expect(text.slice(at.start, at.end)).toMatch(/^not shown/i);
  });
});

const examples = new URL('../../examples/', import.meta.url);

test.each(readdirSync(examples).filter((name) => name.endsWith('.md')))('%s reads without a finding', (name) => {
  expect(findings(readFileSync(new URL(name, examples), 'utf8'))).toEqual([]);
});
