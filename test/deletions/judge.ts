// Says whether `check` found what was taken away, and nothing else. Input: a deletion, and what `check` says of the complete document.
// Output: what is wrong, in words; nothing where it is right. Whatever else may come out has a name here and a reason.

import { check, type Report } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { read } from '../../src/read/read.ts';
import type { Deletion, Slot } from './deletions.ts';

type Finding = Report['diagnostics'][number];

export interface Checked {
  readonly report: Report;
  /** Slots that say something nobody can read. */
  readonly unreadable: readonly string[];
  readonly slots: readonly Slot[];
}

export function checked(source: string, name: string): Checked {
  const { document, diagnostics } = read(source, name);
  const model = link(document, diagnostics);
  const unreadable = slotsOf(model)
    .facts.filter(({ status }) => status === 'unreadable')
    .map(({ id }) => id);
  const slots = slotsOf(model).facts.filter(({ slot }) => slot !== undefined);
  return { report: check(model), unreadable, slots };
}

/** A gap beside the deleted one that follows by necessity. */
interface Consequence {
  readonly name: string;
  readonly because: string;
  readonly holds: (deletion: Deletion, id: string) => boolean;
}

export const CONSEQUENCES: readonly Consequence[] = [
  {
    name: 'its causes',
    because: 'a When that is taken away answers its causes no more, and an operation still meets them',
    holds: ({ kind }, id) => kind === 'code when' && id.startsWith('7/cause/'),
  },
  {
    name: 'what a version refuses',
    because: 'the code that a rule for versions names is gone, and requests still meet what it answered',
    holds: ({ kind }, id) => kind === 'fact of other versions' && /^7\/cause\/(?:unknown|missing) version$/.test(id),
  },
  {
    name: 'the beginning',
    because: 'the Kind `initial` was the only beginning, and a Kind that is not shown holds nothing by itself',
    holds: ({ part, kind }, id) => part === 3 && /^kind|^table State/.test(kind) && /^3\/[^/]+\/initial$/.test(id),
  },
];

/** A diagnostic beside the gap that follows by necessity. */
interface Echo {
  readonly name: string;
  readonly because: string;
  readonly holds: (deletion: Deletion, finding: Finding) => boolean;
}

const GONE = /^(?:row|section|table|column|bullet) removed/;

export const ECHOES: readonly Echo[] = [
  {
    name: 'said of the place itself',
    because: '`blank-cell`, `unreadable` and `untestable-condition` are how the notation speaks of what is there',
    holds: ({ line, how }, { code, at }) =>
      ['blank-cell', 'unreadable', 'untestable-condition'].includes(code) &&
      (at.line === line || how.startsWith('part')),
  },
  {
    name: 'a name that is declared no more',
    because: 'a row, view, section or column that other statements name is gone',
    holds: ({ how }, { code }) => GONE.test(how) && /^unknown-|^word-not-here$|^unused-column$/.test(code),
  },
  {
    name: 'the same silence, said at Does',
    because: '`effect-incomplete` and `unused-event` warn of the very statement that the gap asks for',
    holds: ({ kind }, { code }) =>
      (kind === 'omitted fields' && code === 'effect-incomplete') || (kind === 'event' && code === 'unused-event'),
  },
  {
    name: 'no beginning',
    because: '`no-initial-state` goes with the gap of the beginning',
    holds: ({ kind }, { code }) => kind === 'table State' && code === 'no-initial-state',
  },
  {
    name: 'an address that nothing has any more',
    because: '`Location` without a value is the address of the one operation that reads such a row by its identity',
    holds: (_, { code, message }) => code === 'unsupported' && message.includes('`Location` of'),
  },
  {
    name: 'another name, still not done',
    because:
      'a row is called by its By or To, or by its first cell alone: what this runtime does not support yet is said again under the other name',
    holds: ({ kind }, { code }) => ['by', 'to', 'fact of other versions'].includes(kind) && code === 'unsupported',
  },
  {
    name: 'credentials that were unique',
    because: 'the credentials of part 5 need a unique group, and a list of them that lacks one is stated all the same',
    holds: ({ kind, how }, { code }) => kind === 'unique' && GONE.test(how) && code === 'credentials-not-unique',
  },
];

/** `unsupported` names the operations that are held, `rule-left-out` those that a rule leaves out, and they may be others now. */
function keyOf({ code, message }: Finding): string {
  if (code === 'rule-left-out') return `${code} ${message.split(', expected')[0]}`;
  return `${code} ${code === 'unsupported' ? (/held by (`.*)$/.exec(message)?.[1] ?? message) : message}`;
}

/** A row of a machine or of a Status table is called by a cell that is taken away: then by the next that tells it. */
function isRenamed({ kind }: Deletion, wanted: string, found: string): boolean {
  if (!/^(?:from|by|to|success status|refusal status)$/.test(kind)) return false;
  const [machine, fact] = [wanted.split('/')[1], wanted.split('/').at(-1)];
  return found.split('/')[1] === machine && found.split('/').at(-1) === fact;
}

/** Rule 1.8 asks for one of two: the gap bears the name of the first. */
const INSTEAD: ReadonlyMap<string, string> = new Map([['verified-by', 'issued-by']]);

function isIt(deletion: Deletion, wanted: string, found: string): boolean {
  if (wanted === found || isRenamed(deletion, wanted, found)) return true;
  const end = wanted.slice(wanted.lastIndexOf('/') + 1);
  const other = deletion.how === 'bullet removed' ? INSTEAD.get(end) : undefined;
  return other !== undefined && found === wanted.slice(0, -end.length) + other;
}

function newIn(all: readonly string[], before: readonly string[]): readonly string[] {
  return all.filter((one) => !before.includes(one));
}

/** What is wrong with what `check` says of the document without the statement. */
export function judge(deletion: Deletion, whole: Checked): readonly string[] {
  const { report, unreadable } = checked(deletion.source, deletion.document);
  const { expected, isBlur, sort } = deletion;
  const faults: string[] = [];
  const found = isBlur
    ? newIn(unreadable, whole.unreadable).map((id) => ({ id, line: deletion.line }))
    : report.gaps.map(({ id, at }) => ({ id, line: at.line }));
  for (const one of expected) {
    const own = found.filter(({ id }) => isIt(deletion, one.id, id));
    if (own.length === 0) faults.push(`${one.id} is not missed`);
    else if (!own.some(({ line }) => line === one.line)) faults.push(`${one.id} is missed at line ${own[0]!.line}`);
  }
  const others = isBlur
    ? [...found.map(({ id }) => id), ...report.gaps.map(({ id }) => id)]
    : found.map(({ id }) => id);
  if (sort !== 'row of a complete list') {
    for (const id of others) {
      const isExpected = expected.some((one) => isIt(deletion, one.id, id));
      if (!isExpected && !CONSEQUENCES.some(({ holds }) => holds(deletion, id))) faults.push(`${id} is asked as well`);
    }
    const before = new Set(whole.report.diagnostics.map(keyOf));
    for (const finding of report.diagnostics) {
      if (before.has(keyOf(finding)) || ECHOES.some(({ holds }) => holds(deletion, finding))) continue;
      faults.push(`${finding.code} is said as well: ${finding.message}`);
    }
  }
  return faults;
}

/** Of a row that nobody can miss: is anything said about what still names it? */
export function isNoticed(deletion: Deletion, whole: Checked): boolean {
  const { report } = checked(deletion.source, deletion.document);
  const before = new Set(whole.report.diagnostics.map(keyOf));
  return report.gaps.length > 0 || report.diagnostics.some((finding) => !before.has(keyOf(finding)));
}
