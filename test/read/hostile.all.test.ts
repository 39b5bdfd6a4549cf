// Reading never throws, never loses its place, and takes time in proportion to the text.

import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

import { describe, expect, test } from 'vitest';

import { documentOfBytes } from '../../bench/large-document.ts';
import { print } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { Random } from '../laws/random.ts';
import { hostileDocuments } from './hostile.ts';
import { OddDocuments } from './odd-documents.ts';
import { trials } from '../trials.ts';

describe('hostile documents', () => {
  test.each(Object.entries(hostileDocuments(40_000)))('%s', (_, source) => {
    const began = performance.now();
    const { document, diagnostics } = read(source, 'x.md');
    expect(performance.now() - began).toBeLessThan(5000);
    expect(document.source).toBe(source);
    for (const { at } of diagnostics) expect(at.start <= at.end && at.end <= source.length).toBe(true);
  });
});

/** What a slip of the hand leaves in a text. */
const PIECES = [
  '|',
  '`',
  '\n',
  '\n\n',
  '*',
  '_',
  '**',
  '[',
  '](x)',
  '<',
  '<!--',
  '-->',
  '\\',
  '#',
  '## ',
  '### ',
  '- ',
  '\t',
  '\r\n',
  '```\n',
  '---\n',
  ': ',
  ',',
  ';',
  '(',
  ')',
  '{',
  '}',
  '"',
  '…',
  'none',
  'not shown',
  'any',
  '&lt;',
  '\u00a0',
  '\0',
  '\ud800',
  '𝒳',
  '1. ',
  '> ',
  ' and ',
];

function slip(source: string, random: Random): string {
  const at = random.whole(0, source.length);
  const kind = random.next();
  if (kind < 0.6) return source.slice(0, at) + random.pick(PIECES) + source.slice(at);
  if (kind < 0.9) return source.slice(0, at) + source.slice(at + random.whole(1, 8));
  return source.slice(0, at) + source.slice(at, at + random.whole(1, 60)) + source.slice(at);
}

test('documents with slips are read and printed, every finding in its place', () => {
  const folder = new URL('../../examples/', import.meta.url);
  const examples = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const random = new Random(8);
  const odd = new OddDocuments(random);
  for (let i = 0; i < trials(20, 120); i += 1) {
    let source = random.chance(0.5) ? random.pick(examples) : odd.document();
    for (let slips = random.whole(1, 10); slips > 0; slips -= 1) source = slip(source, random);
    const { document, diagnostics } = read(source, 'x.md');
    for (const { at } of diagnostics)
      expect(at.start <= at.end && at.start >= 0 && at.end <= source.length, source).toBe(true);
    const printed = print(document);
    expect(print(read(printed, 'x.md').document), source).toBe(printed);
  }
});

test('a megabyte takes less than two seconds of work, about half a second when the code is warm', () => {
  const source = documentOfBytes(1_000_000);
  read(source, 'x.md');
  const began = process.cpuUsage();
  const { diagnostics } = read(source, 'x.md');
  const { user, system } = process.cpuUsage(began);
  expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  expect((user + system) / 1000).toBeLessThan(2000);
});
