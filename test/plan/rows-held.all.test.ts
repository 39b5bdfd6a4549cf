// Rows of a document of which something is not shown: either they are put, all of them as they are stated, or each operation that uses them is
// held. One cell after the other of a document with every kind of field.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { givenRows, resourcesWithRows } from '../../src/analysis/document/given-rows.ts';
import { headingOf } from '../../src/analysis/document/targets.ts';
import { usersOf } from '../../src/analysis/gaps/affected-operations.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { link } from '../../src/link/link.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { differences } from '../model/differences.ts';
import { oneIn } from '../trials.ts';

const DOCUMENT = join(import.meta.dirname, '..', 'parts', 'resources', 'rows-of-every-kind-of-field.md');

/** The document with one cell, or the value of one bullet, that is not shown. */
function variants(text: string): readonly (readonly [what: string, text: string])[] {
  const lines = text.split('\n');
  const instead = (place: number, line: string): string => lines.with(place, line).join('\n');
  return lines.flatMap((line, place) => {
    const where = `line ${place + 1}: ${line}`;
    if (/^- [^:]+: /.test(line)) return [[where, instead(place, line.replace(/: .*/, ': not shown'))] as const];
    if (!line.startsWith('|') || /^[-| ]*$/.test(line)) return [];
    const cells = line.split('|');
    return cells
      .slice(1, -1)
      .map(
        (_, cell) =>
          [`${where}, cell ${cell + 1}`, instead(place, cells.with(cell + 1, ' not shown ').join('|'))] as const,
      );
  });
}

test('rows of which something is not shown are put whole, or hold what uses them', () => {
  const wrong: string[] = [];
  let held = 0;
  for (const [what, text] of oneIn(5, variants(readFileSync(DOCUMENT, 'utf8')))) {
    const { document, diagnostics } = read(text, 'depots.md');
    const model = link(document, diagnostics);
    if (model.diagnostics.some(({ severity }) => severity === 'error')) continue;
    const { given = [], operations } = compile(model);
    const put = new Set(given.flatMap(({ resource }) => resource.split(', ')));
    if (gapView(model).rowsHeld.size > 0) held += 1;
    wrong.push(...differences(model).map((difference) => `${what}: ${difference}`));
    if (JSON.stringify(given).includes('"cause":"gap ')) wrong.push(`${what}: the rows that are put meet a gap`);
    for (const resource of resourcesWithRows(model)) {
      const name = resource.name.text;
      if (put.has(name) || givenRows(resource).rows.length === 0) continue;
      const users = new Set((usersOf(model).get(name) ?? []).map(headingOf));
      for (const { id, run } of operations)
        if (run && users.has(id)) wrong.push(`${what}: ${id} runs without the rows of ${name}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(held).toBeGreaterThan(6);
}, 120_000);
