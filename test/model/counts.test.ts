// Counts by status: each slot is counted once, in the part that its id names.

import { describe, expect, it } from 'vitest';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { PARTS } from '../../src/base/parts.ts';
import { reportOf, type Report } from '../../src/check/report.ts';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { read } from '../../src/read/read.ts';
import { oneIn } from '../trials.ts';

const root = join(import.meta.dirname, '..', '..');
const FILES = ['test/parts', 'examples'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`),
);

function modelOf(source: string): Model {
  const { document, diagnostics } = read(source, 'document.md');
  return link(document, diagnostics);
}

/** `7` of `7/error-body`; the title's own gap has no number. */
function numberOf(id: string): string {
  return /^(\d)(?:\/|$)/.exec(id)?.[1] ?? id;
}

function counted(report: Report, status: 'gap' | 'stated' | 'none'): readonly number[] {
  return report.parts.map(({ counts }) => counts[status]);
}

describe('a slot is counted in the part that its id names', () => {
  it.each(oneIn(8, FILES))('%s', (file) => {
    const model = modelOf(readFileSync(join(root, file), 'utf8'));
    // In this order: the report counts what it does not keep.
    const { parts } = reportOf(model, []);
    const slots = slotsOf(model).facts;
    const odd = slots.filter(({ id, part }) =>
      part === 'document' ? id !== 'lists' : numberOf(id) !== String(PARTS.indexOf(part) + 1),
    );
    expect(odd.map(({ id, part }) => `${id} in ${part}`)).toEqual([]);
    for (const { number, counts } of parts) {
      const own = slots.filter(({ id }) => numberOf(id) === String(number));
      for (const [status, count] of Object.entries(counts))
        expect([number, status, count]).toEqual([number, status, own.filter((slot) => slot.status === status).length]);
    }
  });
});

describe('a statement that is taken back', () => {
  const source = readFileSync(join(root, 'examples/repair-shop.md'), 'utf8');
  it.each([
    [2, /\| yes \| caller \|/, '| not shown | caller |'],
    [4, /- Repeat: again/, '- Repeat: not shown'],
    [7, /- All failed fields at once: \w+/, '- All failed fields at once: not shown'],
  ])('in part %i is one more gap there and nowhere else', (part, from, to) => {
    expect(source).toMatch(from);
    const before = reportOf(modelOf(source), []);
    const after = reportOf(modelOf(source.replace(from, to)), []);
    const one = PARTS.map((_, index) => (index === part - 1 ? 1 : 0));
    expect(counted(after, 'gap')).toEqual(counted(before, 'gap').map((count, index) => count + one[index]!));
    expect(counted(after, 'stated')).toEqual(counted(before, 'stated').map((count, index) => count - one[index]!));
  });
});
