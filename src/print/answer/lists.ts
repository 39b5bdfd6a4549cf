// An answer about whether a list is complete. Input: rows or sections that are missing, or `none`: there are no more. Output: edits that
// put them in before `…`; for `none` the `…` goes, and `Other …: none` is written unless the title says that lists without `…` are
// complete. Notation, rule 1.4.

import type { Span } from '../../base/span.ts';
import type { Document } from '../../model/document.ts';
import type { List } from '../../notation/slot.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Fact } from '../../analysis/gaps/slots/fact.ts';
import { rowEdits } from './rows.ts';
import { refused, type Answering, type Edits } from '../answering.ts';
import { refuseBlock } from './words.ts';
import type { Edit } from '../edit.ts';
import { headingEnd, lineBehind, lineEnd, lineStart, newlineOf, nextLine, sectionEnd } from '../lines.ts';
import { blockBefore, bulletLines } from '../section-lines.ts';
import { headsIn, openRow } from '../table-lines.ts';

interface Place {
  readonly list: List<unknown>;
  /** As `Other …` calls it; the first is written. */
  readonly subjects: readonly string[];
  /** The heading that `Other …` stands under. */
  readonly heading: Span | undefined;
  /** Its items are `###` sections. */
  readonly isSections: boolean;
}

export function answerList(answering: Answering): Edits {
  const { model, fact, answer } = answering;
  const place = placeOf(model.document, fact);
  if (!place?.heading) return refused('The list that is asked about is not written under a heading; write it first.');
  const { source } = model.document;
  if (/^none\.?$/i.test(answer.trim())) return close(model.document, place, place.heading);
  const isTable = headsIn(source, place.list.at) !== undefined;
  if (place.isSections && !(isTable && !/^\s*###/.test(answer))) return sections(source, place.heading, answer);
  return rowEdits(source, place.list.at, answer);
}

type Head = Span | undefined;

function part(list: List<unknown>, subjects: readonly string[], heading: Head): Place {
  return { list, subjects, heading, isSections: true };
}

function own(list: List<unknown>, subjects: readonly string[], heading: Head): Place {
  return { list, subjects, heading, isSections: false };
}

/** Where each list of a document stands, by the id of its question. */
function placeOf(
  { resources, states, endpoints, authentication, events, errors, limits, ...document }: Document,
  fact: Fact,
): Place | undefined {
  switch (fact.id) {
    case '2/resources':
      return part(resources.resources, ['resources'], resources.scope.heading);
    case '3/machines':
      return part(states.machines, ['machines', 'states', 'state machines'], states.scope.heading);
    case '4/operations':
      return part(endpoints.operations, ['operations'], endpoints.scope.heading);
    case '5/schemes':
      return part(authentication.schemes, ['schemes'], authentication.scope.heading);
    case '6/events':
      return part(events.kinds, ['events', 'kinds', 'event kinds'], events.scope.heading);
    case '7/codes':
      return own(errors.codes, ['errors', 'codes', 'error codes'], errors.scope.heading);
    case '8/limits':
      return own(limits.limits, ['limits'], limits.scope.heading);
    default:
      return tablePlace({ resources, states, endpoints, authentication, events, errors, limits, ...document }, fact);
  }
}

const OF_AN_OPERATION = [
  ['queryTable', 'query', ['query parameters', 'querys']],
  ['headerTable', 'headers', ['headers', 'header parameters']],
  ['bodyTable', 'body-fields', ['body fields', 'fields']],
  ['statuses', 'statuses', ['statuses', 'answers']],
] as const;

/** A list that is open asks at the row which says so. */
function isAt(list: List<unknown>, at: Span): boolean {
  return list.at === at || list.markAt === at;
}

function tablePlace({ resources, states, endpoints, events }: Document, { id, at }: Fact): Place | undefined {
  for (const { fields, at: heading } of resources.resources.items)
    if (isAt(fields, at)) return own(fields, ['fields'], heading);
  for (const machine of states.machines.items) {
    if (isAt(machine.states, at) && /\/states(?: \d+)?$/.test(id)) return own(machine.states, ['states'], machine.at);
    if (isAt(machine.moves, at) && /\/moves(?: \d+)?$/.test(id)) return own(machine.moves, ['moves'], machine.at);
  }
  for (const [table, head, subjects] of OF_AN_OPERATION) {
    if (!id.includes(`/${head}`)) continue;
    if (isAt(endpoints.all[table], at)) return own(endpoints.all[table], subjects, endpoints.scope.heading);
    for (const { facts, at: heading } of endpoints.operations.items)
      if (isAt(facts[table], at)) return own(facts[table], subjects, heading);
  }
  for (const { fields, scope } of events.kinds.items)
    if (isAt(fields, at)) return own(fields, ['fields'], scope.heading);
  return undefined;
}

/** Sections before `### …`, else at the end of the part. */
function sections(source: string, heading: Span, answer: string): Edits {
  const newline = newlineOf(source);
  const block = answer.split('\n').join(newline);
  if (!/^###[ \t]/.test(block)) return refused('Begin with a heading: `### …` and its name.');
  const end = sectionEnd(source, headingEnd(source, heading), 2);
  if (end.isOpen) return refused('A fence or a comment is not closed there; close it first.');
  const at = openSection(source, heading)?.start ?? end.at;
  const why = refuseBlock(block, 2, lineBehind(source, at));
  return why === undefined ? { edits: [blockBefore(source, at, block, newline)] } : refused(why);
}

/** From `### …` to the next heading. */
function openSection(source: string, heading: Span): Span | undefined {
  const { at: end } = sectionEnd(source, headingEnd(source, heading), 2);
  for (let at = nextLine(source, heading.end); at < end;) {
    const next = sectionEnd(source, at, 3).at;
    if (next >= end) return undefined;
    const stop = nextLine(source, next);
    if (/^ {0,3}###[ \t]+(?:…|\.\.\.)[ \t]*#*[ \t]*\r?$/.test(source.slice(next, lineEnd(source, next))))
      return { start: next, end: sectionEnd(source, stop, 3).at };
    at = stop;
  }
  return undefined;
}

function close({ source, title }: Document, { list, subjects, isSections }: Place, heading: Span): Edits {
  const edits: Edit[] = [];
  const row = headsIn(source, list.at) && openRow(source, list.at);
  if (row) edits.push(withoutLine(source, row));
  const section = isSections ? openSection(source, heading) : undefined;
  if (section) {
    const said = source.slice(nextLine(source, section.start), section.end).trim();
    if (!/^(?:not shown[^\n]*)?$/i.test(said))
      return refused('Under the heading `…` stands something; give it a name, or take it away first.');
    edits.push({ at: section, text: '' });
  }
  const other = otherBullet(source, heading, subjects);
  const isSaid =
    (valueOf(title.lists) === 'complete unless marked' && edits.length > 0 && !other) || list.mark === 'closed';
  if (other) edits.push({ at: other, text: 'none' });
  else if (!isSaid)
    edits.push(bulletLines(source, headingEnd(source, heading), [`Other ${subjects[0]}: none`], newlineOf(source)));
  return edits.length > 0 ? { edits, own: edits.at(-1)! } : refused('The list is complete already.');
}

function withoutLine(source: string, { start }: Span): Edit {
  const from = lineStart(source, start);
  const next = source.indexOf('\n', start) + 1;
  return {
    at: next > 0 ? { start: from, end: next } : { start: lineEnd(source, Math.max(from - 2, 0)), end: source.length },
    text: '',
  };
}

/** The value of a bullet `Other …` that leaves the list open. */
function otherBullet(source: string, heading: Span, subjects: readonly string[]): Span | undefined {
  const from = headingEnd(source, heading);
  const text = source.slice(from, sectionEnd(source, from, 6).at);
  const found = new RegExp(
    `\\n {0,3}[-*+][ \\t]+[*_]*other[ \\t]+(?:${subjects.join('|')})[ \\t]*:[*_]*[ \\t]*([^\\r\\n]*)`,
    'i',
  ).exec(text);
  if (!found) return undefined;
  const end = from + found.index + found[0].length;
  return { start: end - found[1]!.length, end };
}
