// Part 1: what the service does. Input: the part. Output: its prose, stated when there is any that is not a gap mark. Nothing binds here
// (notation, rule 1).

import { diagnose } from '../diagnostics/define.ts';
import { blankCell } from '../diagnostics/reading.ts';
import type { PurposePart } from '../notation/purpose.ts';
import { absent } from '../notation/slot.ts';
import type { PartOutline } from './outline.ts';
import type { Reading } from './reading.ts';
import { quoted, written } from './reading.ts';
import { endOf, endOfDocument, missingScope } from './scopes.ts';
import { gapMark, isBlank, isProseMark } from './slots.ts';

export function readPurpose(reading: Reading, part: PartOutline | undefined): PurposePart {
  if (!part) return { scope: missingScope(reading), prose: absent(endOfDocument(reading)) };
  const raw = reading.source.slice(part.body.start, part.body.end);
  const kept = raw.trim();
  const start = part.body.start + (raw.length - raw.trimStart().length);
  const at = { start, end: start + kept.length };
  const heading = part.at;
  const nothing = { heading, mark: absent(endOf(heading)) };
  const words = written(reading, at, false).text.text;
  if (words === '') return { scope: nothing, prose: absent(endOf(heading)) };
  const paragraphs = [...part.blocks, ...part.sections].filter((piece) => piece.at.start < part.body.end).length;
  if (paragraphs <= 1 && words.toLowerCase().replace(/\.$/, '') === 'none') {
    const mark = { status: 'none', text: kept, at } as const;
    return { scope: { heading, mark }, prose: mark };
  }
  const bare = words.replace(/\.$/, '');
  if (paragraphs <= 1 && isBlank(bare)) {
    reading.diagnostics.push(diagnose(blankCell, at, { cell: quoted(words) }));
    const gap = { status: 'gap', how: 'blank', text: kept, at } as const;
    return { scope: { heading, mark: gap }, prose: gap };
  }
  if (paragraphs <= 1 && isProseMark(words)) {
    const mark = gapMark(reading, at, words);
    return { scope: { heading, mark }, prose: mark };
  }
  return { scope: nothing, prose: { status: 'stated', value: kept.replace(/\r\n?/g, '\n'), text: kept, at } };
}
