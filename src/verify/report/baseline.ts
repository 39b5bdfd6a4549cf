// Failures that somebody knows of: a file says why each is left, and until when; then it fails again. Input: a verdict, the text of the file,
// a day. Output: the verdict without them, and what is no longer seen; the file that a verdict would begin.

import { isDate } from '../../base/formats.ts';
import { parsePlaces, type JsonNode } from '../../base/json-places.ts';
import type { Finding, FindingClass, Invented, Known, Verdict } from '../verdict.ts';
import { faultsOf } from './faults.ts';

/** A file that is no baseline: the place of what is wrong, and what was expected there. */
export interface NoBaseline {
  readonly at: number;
  readonly expected: string;
}

export function readBaseline(source: string): readonly Known[] | NoBaseline {
  const parsed = parsePlaces(source, { start: 0, end: source.length });
  if ('fault' in parsed) return { at: parsed.fault.at.start, expected: parsed.fault.expected };
  const all = membersOf(parsed.value).get('known');
  if (all?.kind !== 'list') return { at: (all ?? parsed.value).at.start, expected: 'a list `known` of failures' };
  const known: Known[] = [];
  for (const one of all.items) {
    const read = entryOf(one);
    if ('expected' in read) return read;
    known.push(read);
  }
  return known;
}

function membersOf(node: JsonNode): ReadonlyMap<string, JsonNode> {
  return new Map(node.kind === 'object' ? node.members.map(({ key, value }) => [key, value]) : []);
}

function entryOf(node: JsonNode): Known | NoBaseline {
  const members = membersOf(node);
  const text = (name: string): string => textOf(members, name);
  const lacking = EXPECTED.find(([name, is]) => !is(text(name)));
  if (lacking) return { at: (members.get(lacking[0]) ?? node).at.start, expected: lacking[2] };
  const also = members.get('also');
  return {
    class: text('class'),
    ...placeOf(members),
    ...(members.get('cause')?.kind === 'string' && { cause: text('cause') }),
    ...(also?.kind === 'list' && { also: also.items.map((one) => placeOf(membersOf(one))) }),
    why: text('why'),
    until: text('until'),
  };
}

function textOf(members: ReadonlyMap<string, JsonNode>, name: string): string {
  const value = members.get(name);
  return value?.kind === 'string' ? value.text : '';
}

function placeOf(members: ReadonlyMap<string, JsonNode>): Pick<Known, 'operation' | 'statement'> {
  const isOfOne = members.get('operation')?.kind === 'string';
  return { operation: isOfOne ? textOf(members, 'operation') : null, statement: textOf(members, 'statement') };
}

const EXPECTED: readonly (readonly [name: string, is: (text: string) => boolean, expected: string])[] = [
  ['class', (text) => text !== '', 'an entry with its `class`, as --write-baseline writes it'],
  ['why', (text) => text.trim() !== '', 'an entry with `why`: the reason why it is left as it is'],
  ['until', isDate, 'an entry with `until`: the last day, such as `"2027-01-31"`'],
];

/** `today`: as `until` is written. */
export function withBaseline(verdict: Verdict, baseline: readonly Known[], today: string): Verdict {
  const left = new Map(
    baseline.flatMap((one) =>
      [one, ...(one.also ?? []).map((place) => ({ ...one, ...place }))].map((each) => [keyOf(each), one]),
    ),
  );
  const known = new Set<Known>();
  const isNew = (one: Omit<Known, 'why' | 'until'>): boolean => {
    const former = FORMER.map((kind) => keyOf({ ...one, class: kind }));
    const key = [keyOf(one), ...(SHARPER.has(one.class) ? former : [])].find((each) => left.has(each));
    const entry = key === undefined ? undefined : left.get(key);
    if (!entry) return true;
    known.add(entry);
    return entry.until < today;
  };
  const findings = verdict.findings.filter((one) => isNew(ofFinding(one)));
  const invented = verdict.invented.filter((one) => isNew(ofInvented(one)));
  const isFailed = findings.length > 0 || invented.some(({ isComplete }) => isComplete);
  return {
    ...verdict,
    verdict: isFailed ? 'fail' : verdict.inconclusive.length > 0 ? 'inconclusive' : 'pass',
    findings,
    invented,
    known: baseline.filter((one) => known.has(one) && one.until >= today),
    ended: baseline.filter((one) => !known.has(one)),
  };
}

/** What is called by these is in a baseline that was written before by one of those. */
const SHARPER: ReadonlySet<string> = new Set<FindingClass>(['open door', 'side effect']);
const FORMER: readonly FindingClass[] = ['wrong status', 'wrong body'];

/** What a person goes on from: each has to be given a reason. */
export function baselineOf(verdict: Verdict, until: string): string {
  const known = [
    ...faultsOf(verdict.findings).map(({ finding, also }) => ({
      ...ofFinding(finding),
      ...(also.length > 0 && {
        also: also.map(ofFinding).map(({ operation, statement }) => ({ operation, statement })),
      }),
    })),
    ...verdict.invented.filter(({ isComplete }) => isComplete).map(ofInvented),
  ].map((one) => ({ ...one, why: '', until }));
  return `${JSON.stringify({ known: [...(verdict.known ?? []), ...known] }, undefined, 2)}\n`;
}

function ofFinding({ class: kind, operation, statement, cause }: Finding): Omit<Known, 'why' | 'until'> {
  return {
    class: kind,
    operation: operation ?? null,
    statement: statement?.id ?? '',
    ...(cause !== undefined && { cause }),
  };
}

function ofInvented({ what, name, at }: Invented): Omit<Known, 'why' | 'until'> {
  return { class: `invented ${what}`, operation: at, statement: name };
}

function keyOf({ class: kind, operation, statement, cause }: Omit<Known, 'why' | 'until'>): string {
  // What is invented is one thing, wherever it is seen.
  return JSON.stringify(kind.startsWith('invented ') ? [kind, statement] : [kind, operation, statement, cause]);
}
