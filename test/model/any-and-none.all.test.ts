// `any` and `none` in every cell and bullet: whatever word that is stands in the table of words, as one that runs or is held.
// docs/supported.md is made from that table, so nothing is held that the page does not show.

import { expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { supportedFeatures } from '../../src/analysis/document/supported.ts';
import { read } from '../../src/read/read.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';
import { FIXTURES } from './words.ts';

function modelOf(source: string): Model {
  const { document, diagnostics } = read(source, 'any.md');
  return link(document, diagnostics);
}

it('are words of the table wherever they can stand', { timeout: 120_000 }, () => {
  const known = new Set<string>(supportedFeatures().map(({ name }) => name));
  const unknown = new Map<string, string>();
  const seen = new Set<string>();
  for (const source of new Set([WHOLE, ...Object.values(FIXTURES).map((edits) => edits.reduce(edited, WHOLE))])) {
    for (const { id, part, kind, head = '', slot } of slotsOf(modelOf(source)).facts) {
      const name = `${part} ${kind} ${head}`;
      if (!slot || slot.status === 'absent' || seen.has(name)) continue;
      seen.add(name);
      for (const word of ['any', 'none']) {
        const { start, end } = slot.at;
        const { facts } = slotsOf(modelOf(`${source.slice(0, start)}${word}${source.slice(end)}`));
        for (const one of facts)
          for (const used of one.words) if (!known.has(used)) unknown.set(used, `${word} for ${id}`);
      }
    }
  }
  expect(seen.size).toBeGreaterThan(100);
  expect([...unknown]).toEqual([]);
});
