// What a report comes to, for a page: one line, and the nine parts with their counts. In: a report. Out: HTML.

import { counted } from '../base/counted.ts';
import { PART_TITLES } from '../base/parts.ts';
import type { Report } from '../check/check.ts';
import { STATUSES } from '../model/status.ts';
import { table, wide } from './html.ts';

export { STATUSES };

export const RUNS = { yes: 'runs', partly: 'runs partly', no: 'held' } as const;
const COUNTED = { yes: 'run', partly: 'partly', no: 'held' } as const;

/** `questions`: how many the gaps are put as, where one is about several. */
export function summary({ operations, gaps, diagnostics }: Report, questions: number = gaps.length): string {
  const count = (runs: keyof typeof RUNS): string => {
    const many = operations.filter((one) => one.runs === runs).length;
    return `<span class="${runs}">${many} ${many === 1 && runs === 'yes' ? 'runs' : COUNTED[runs]}</span>`;
  };
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const about = questions === gaps.length ? '' : `, about ${gaps.length} gaps`;
  const told = errors === 0 ? '' : ` Errors: ${errors}.`;
  return `${counted(operations.length, 'operation')}: ${count('yes')}, ${count('partly')}, ${count('no')}. Open questions: ${questions}${about}.${told}`;
}

export function partsTable({ parts }: Report): string {
  const rows = parts.map(({ number, name, counts }) => [
    `${number} ${PART_TITLES[name]}`,
    ...STATUSES.map((status) => (counts[status] === 0 ? '<span class="dim">0</span>' : String(counts[status]))),
  ]);
  return wide('The nine parts', `<div class="counts">${table(['part', ...STATUSES], rows)}</div>`);
}
