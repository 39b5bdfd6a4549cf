// The words of decision tables, each with an edit of test/catalogue/base.md that uses it; see words.ts.

import type { Edit } from '../catalogue/cases.ts';

const STAGE = '| `stage` | state | yes | service: state | any | none | |';
const LINE = '### Line';
const decided = (type: string, some: string, others: string): readonly Edit[] => [
  [STAGE, `${STAGE}\n| \`extra\` | ${type} | yes | service: by the table below | any | none | |`],
  [LINE, LINE, `| \`extra\` | When |\n|---|---|\n| ${some} | \`pieces\` < 3 |\n| ${others} | otherwise |\n\n${LINE}`],
];

export const OF_DECISIONS: Readonly<Record<string, readonly Edit[]>> = {
  'Rule: by the table below': decided('string', '`few`', '`many`'),
  'Rule: by the table below, of other values': decided('array of string', '`["few"]`', '`["many"]`'),
};
