// The bullets that say who assumes what is under a heading, taken out of an assumptions document before its parts are read.
// Input: the outline. Output: the attributions of the reading, and the source in which the bullets are blank, for prose.
// Notation, section 1.9.

import type { Span } from '../../base/span.ts';
import { readAttribution } from './attribution-values.ts';
import { ATTRIBUTIONS, type FAULTY, type Attribution, type Level } from './attributions.ts';
import type { Block } from '../blocks.ts';
import { readBullets, type Key } from '../bullets.ts';
import type { Outline, Section } from '../outline.ts';
import type { Reading } from '../reading.ts';

const KEYS: readonly Key[] = ATTRIBUTIONS.map((name) => ({ name }));
/** One of the four, or a slip of one. */
const BEGINS = /^[*_]*(?:assumed?|until+|why)\b/i;

/** The source, with the bullets of part 1 blank: only its prose is left. */
export function takeAttributions(reading: Reading, title: Outline['title'], parts: Outline['parts']): string {
  take(reading, 'title', title, { start: 0, end: reading.source.length });
  const prose: Span[] = [];
  for (const part of parts.values()) {
    const own = take(reading, 'part', part, { start: part.at.start, end: part.body.end });
    if (part.name === 'purpose') prose.push(...own);
    part.sections.forEach((section, index) => {
      const next = part.sections[index + 1]?.at.start ?? part.body.end;
      take(reading, 'section', section, { start: section.at.start, end: Math.max(next - 1, section.at.end) });
    });
  }
  return blanked(reading.source, prose);
}

function take(reading: Reading, level: Level, section: Section, range: Span): Span[] {
  const begun = section.blocks.filter((block) => BEGINS.test(textOf(reading, block)));
  if (begun.length === 0) return [];
  // A paragraph that begins so is prose, or a bullet that lacks its mark: that is a finding.
  const bullets = readBullets(reading, { ...section, blocks: begun }, KEYS, 'among who assumes it');
  const said = new Map<Attribution, string | typeof FAULTY>();
  for (const key of ATTRIBUTIONS) {
    const bullet = bullets.all(key)[0];
    const value = bullet && readAttribution(reading, key, bullet);
    if (value !== undefined) said.set(key, value);
  }
  reading.attributions!.add(level, range, said);
  const own = new Set(begun.filter((block) => block.kind === 'bullet' && block.depth === 0));
  const left = section.blocks.filter((block) => !own.has(block));
  section.blocks.splice(0, section.blocks.length, ...left);
  return [...own].map(({ at }) => at);
}

function textOf(reading: Reading, { at }: Block): string {
  return reading.source.slice(at.start, Math.min(at.end, at.start + 40));
}

function blanked(source: string, spans: readonly Span[]): string {
  let text = '';
  let from = 0;
  for (const { start, end } of spans) {
    // The mark of the item is before it on its line.
    const line = source.lastIndexOf('\n', start - 1) + 1;
    text += source.slice(from, line) + source.slice(line, end).replace(/[^\r\n]/g, ' ');
    from = end;
  }
  return text + source.slice(from);
}
