// `ninefold plan FILE`: what runs, what is held and why, what rests on gaps. Input: a file. Output: a list for people, or the whole plan
// as JSON, byte for byte the same for the same document.

import { isErrorId } from '../analysis/gaps/gaps.ts';
import { counted } from '../base/counted.ts';
import { fewest } from '../base/few.ts';
import { plan } from '../plan/compile.ts';
import type { OperationPlan, Plan } from '../plan/plan.ts';
import type { Console } from './console.ts';
import { assumedFiles, openDocument } from './documents.ts';

export function showPlan(file: string, flags: Readonly<Record<string, unknown>>, console: Console): number {
  const planned = plan(openDocument(file, console, 2, assumedFiles(flags)));
  if (flags['format'] === 'json') console.out(JSON.stringify(planned, undefined, 2));
  else console.out(pretty(planned, console.paint));
  return 0;
}

const RUNS = { yes: ['runs', 'green'], partly: ['runs partly', 'yellow'], no: ['held', 'red'] } as const;

function pretty(planned: Plan, paint: Console['paint']): string {
  const width = Math.max(0, ...planned.operations.map(({ id }) => id.length));
  const blocks = planned.operations.map((operation) => {
    const [word, style] = RUNS[operation.runs];
    return [`${operation.id.padEnd(width)}  ${paint(style, word)}`, ...reasons(operation, planned, paint)].join('\n');
  });
  const count = (runs: OperationPlan['runs']): number =>
    planned.operations.filter((operation) => operation.runs === runs).length;
  const sum = `${counted(planned.operations.length, 'operation')}: ${count('yes')} run, ${count('partly')} partly, ${count('no')} held`;
  const open = planned.complete ? [] : [`Other paths and methods are held${by(planned.openBy)}.`];
  return [...blocks, '', ...indexLines(planned, paint), ...open, sum].join('\n');
}

/** What is indexed, and what needs it. */
function indexLines({ indexes = [] }: Plan, paint: Console['paint']): readonly string[] {
  const lines = [...Map.groupBy(indexes, ({ resource }) => resource)].flatMap(([resource, own]) => [
    `Indexes of ${resource}`,
    ...own.flatMap(({ columns, unique, ignoringCase, partial, members, total, because }) => {
      const kind = [
        unique && 'unique',
        ignoringCase && 'ignoring case',
        partial && 'of some rows',
        total && 'kept beside them on PostgreSQL',
        members && (columns.length === 1 ? 'over its members' : `over the members of ${columns[0]}`),
      ].filter(Boolean);
      return [
        `  ${total ? 'the number of all rows' : columns.join(', ')}${kind.length > 0 ? paint('dim', `  ${kind.join(', ')}`) : ''}`,
        ...because.map(({ what, by = [] }) => `    ${what}${by.length === 0 ? '' : `: ${fewest(by, MOST)}`}`),
      ];
    }),
    '',
  ]);
  return lines;
}

function reasons(
  { heldBy, partlyHeldBy, restsOn, assumed = [], partlyAssumed = [] }: OperationPlan,
  { gaps, assumptions = {} }: Plan,
  paint: Console['paint'],
): string[] {
  const line = (word: string, id: string): string => {
    const why = isErrorId(id) ? 'The document has this error: `ninefold check` says where.' : gaps[id];
    const question = why === undefined ? '' : `  ${why}`;
    return `    ${paint('dim', word.padEnd(9))} ${id}${question}`;
  };
  const assumption = (word: string, id: string): string => {
    const one = assumptions[id];
    return `    ${paint('dim', word.padEnd(9))} ${id}${one ? `  by ${one.by}, until ${one.until}: ${one.why}` : ''}`;
  };
  return [
    ...first(heldBy.map((id) => line('held by', id))),
    ...first(partlyHeldBy.map((id) => line('partly by', id))),
    ...first(restsOn.map((id) => line('rests on', id))),
    ...first(assumed.map((id) => assumption('assumed', id))),
    ...first(partlyAssumed.map((id) => assumption('partly so', id))),
  ];
}

/** Of one kind; `--format json` has all. */
const MOST = 3;

function first(lines: readonly string[]): readonly string[] {
  const hidden = lines.length - MOST;
  return hidden > 0 ? [...lines.slice(0, MOST), `${' '.repeat(14)} and ${hidden} more`] : lines;
}

function by(ids: readonly string[]): string {
  return ids.length === 0 ? '' : ` by ${fewest(ids, MOST)}`;
}
