// The summary of a report, for a page: one line, and the nine parts with their counts. Input: a report. Output: HTML.

import { counted } from '../base/counted.ts';
import { PART_TITLES } from '../base/parts.ts';
import type { Report } from '../check/check.ts';
import { STATUSES } from '../notation/slot.ts';
import { table, wide } from './html.ts';

export { STATUSES };

export const RUNS = { yes: 'runs', partly: 'runs partly', no: 'held' } as const;
const COUNTED = { yes: 'run', partly: 'partly', no: 'held' } as const;

/** What cannot be read. The title is counted in no part; what cannot be read there is still a finding. */
export function unreadableIn({ parts, diagnostics }: Report): number {
  const inParts = parts.reduce((total, { counts }) => total + counts.unreadable, 0);
  return Math.max(inParts, diagnostics.filter(({ code }) => code === 'unreadable').length);
}

/** `questions`: how many are asked about what is open and what cannot be read; one may be about several. */
export function summary(report: Report, questions: number = report.gaps.length): string {
  const { operations, gaps, diagnostics } = report;
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const unreadable = unreadableIn(report);
  const beside = unreadable === 0 ? '' : ` and ${counted(unreadable, 'statement')} that cannot be read`;
  const about = questions === gaps.length && beside === '' ? '' : `, about ${counted(gaps.length, 'gap')}${beside}`;
  const told = errors === 0 ? '' : ` Errors: ${errors}.`;
  return `${counted(operations.length, 'operation')}: ${runCounts(operations, true)}. Open questions: ${questions}${about}.${told}`;
}

/** How many of them run. `all`: of each kind, also where there is none. */
export function runCounts(operations: readonly { readonly runs: keyof typeof RUNS }[], all = false): string {
  const counts = (['yes', 'partly', 'no'] as const).map((runs) => {
    const many = operations.filter((one) => one.runs === runs).length;
    return {
      many,
      html: `<span class="${runs}">${many} ${many === 1 && runs === 'yes' ? 'runs' : COUNTED[runs]}</span>`,
    };
  });
  return counts
    .filter(({ many }) => all || many > 0)
    .map(({ html }) => html)
    .join(', ');
}

export function partsTable({ parts }: Report): string {
  const rows = parts.map(({ number, name, counts }) => [
    `${number} ${PART_TITLES[name]}`,
    ...STATUSES.map((status) => (counts[status] === 0 ? '<span class="dim">0</span>' : String(counts[status]))),
  ]);
  return wide('The nine parts', `<div class="counts">${table(['part', ...STATUSES], rows)}</div>`);
}
