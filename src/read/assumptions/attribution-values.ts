// One of the four facts of an assumption as written: in a bullet or in a cell. Input: its place. Output: words or a day; undefined where
// there is none, so that the statement farther away holds. Notation, section 1.9.

import { isDate } from '../../base/formats.ts';
import { assumptionDate } from '../../diagnostics/assumptions.ts';
import { diagnose } from '../../diagnostics/define.ts';
import { FAULTY, type Attribution } from './attributions.ts';
import { withoutTicks } from '../../base/ticked.ts';
import { quoted, type Reading, type Written } from '../reading.ts';
import { isBlank, isGapMark } from '../slots.ts';

export function readAttribution(
  reading: Reading,
  key: Attribution,
  place: Written,
): string | typeof FAULTY | undefined {
  const words = place.text.text;
  if (isBlank(words) || isGapMark(words)) return undefined;
  if (key === 'Assumed by' || key === 'Why') return /^(?:none|any)$/i.test(words) ? undefined : withoutTicks(words);
  const day = withoutTicks(words.replace(/\.$/, ''));
  if (isDate(day)) return day;
  reading.diagnostics.push(diagnose(assumptionDate, place.at, { text: quoted(words), key }));
  return FAULTY;
}
