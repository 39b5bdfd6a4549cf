// The floor and the lifecycle are data; their pages are held to them. UPDATE=1 writes the tables anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FLOOR, FRAMING } from '../../src/serve/floor.ts';
import { FIXED } from '../../src/serve/limits.ts';
import { LIFECYCLE } from '../../src/serve/phases/index.ts';

const docs = join(import.meta.dirname, '../../docs');

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function hold(file: string, mark: string, made: string): void {
  const path = join(docs, file);
  const page = readFileSync(path, 'utf8');
  const [before, rest] = page.split(`<!-- ${mark} -->\n`);
  const [written, after] = rest!.split(`<!-- /${mark} -->`);
  const wanted = `\n${made}\n\n`;
  if (process.env['UPDATE'] === '1')
    writeFileSync(path, `${before}<!-- ${mark} -->\n${wanted}<!-- /${mark} -->${after}`);
  else expect(written).toBe(wanted);
}

test('the page of the floor shows every row of it', () => {
  const rows = FLOOR.map((row) => [
    row.trigger,
    `${row.status}`,
    row.headers.map((header) => `\`${header}\``).join(', ') || 'none',
    row.unlessStated ?? '–',
    row.rfc,
  ]);
  hold('http-floor.md', 'answers', table(['when', 'status', 'headers', 'unless stated', 'source'], rows));
});

test('the page of the floor shows every framing header', () => {
  hold(
    'http-floor.md',
    'framing',
    table(
      ['header', 'when', 'source'],
      FRAMING.map(({ header, when, rfc }) => [`\`${header}\``, when, rfc]),
    ),
  );
});

test('the page of the lifecycle shows every phase', () => {
  const rows = LIFECYCLE.map(({ name, check, does, exits }) => [name, check ?? '–', does, exits.join('; ')]);
  hold('lifecycle.md', 'phases', table(['phase', 'Checks', 'looks at', 'may end with'], rows));
  const drawn = readFileSync(join(docs, 'lifecycle.md'), 'utf8').match(/flowchart LR\n(.*)\n/)![1]!;
  expect(drawn.trim().split(' --> ')).toEqual(LIFECYCLE.map(({ name }) => name.replace(' ', '_')));
});

test('the floor names the fixed bounds as they are', () => {
  const text = FLOOR.map((row) => row.trigger).join('\n');
  for (const bound of [FIXED.target.toLocaleString('en'), FIXED.headers.toLocaleString('en'), `${FIXED.depth} levels`])
    expect(text).toContain(bound);
});
