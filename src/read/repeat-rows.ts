// The rows of a Repeat table: how a repeated call is recognized. Input: a row. Output: its name and what it states.
// Notation, part 4, key Repeat.

import { didYouMean } from '../base/did-you-mean.ts';
import { diagnose } from '../diagnostics/define.ts';
import { unknownKey } from '../diagnostics/reading.ts';
import { entriesOf } from '../notation/declaration.ts';
import type { RepeatRow } from '../notation/endpoints.ts';
import { REPEAT_RULES, ruleOf } from '../notation/repeat.ts';
import { fold } from './heads.ts';
import type { Reading } from './reading.ts';
import { quoted } from './reading.ts';
import { readTitle } from './row-names.ts';
import type { Row } from './tables.ts';

const RULES = entriesOf(REPEAT_RULES).map(([key, { head }]) => ({ key, head }));
const HEADS = RULES.map(({ head }) => head);

export function readRepeatRow(reading: Reading, row: Row): RepeatRow | undefined {
  const name = readTitle(reading, row.first);
  if (!name) return undefined;
  const known = RULES.find(({ head }) => fold(head) === fold(name.text));
  const { syntax } = ruleOf({ key: known?.key });
  const found = { name, key: known?.key, statement: row.slotBehind(known?.head ?? name.text, syntax) } as RepeatRow;
  if (known) return found;
  const near = didYouMean(name.text, HEADS);
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  const facts = { key: quoted(name.text), where: 'in a Repeat table', hint, known: HEADS.join(', ') };
  reading.diagnostics.push(diagnose(unknownKey, name.at, facts));
  return found;
}
