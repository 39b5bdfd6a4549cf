// An answer about whether a list is complete. Input: rows or sections that are missing, or `none`: there are no more. Output:
// edits that put them in before `…`; for `none` the `…` goes, and `Other …: none` is written unless the title says that lists
// without `…` are complete. Notation, rule 1.4.

import type { Span } from '../../base/span.ts';
import type { Document } from '../../model/document.ts';
import type { Operation } from '../../notation/endpoints.ts';
import type { List } from '../../notation/slot.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Fact } from '../../analysis/gaps/slots/fact.ts';
import { rowEdits, statusRows } from './rows.ts';
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
  /** The heading above `Other …`. */
  readonly heading: Span | undefined;
  /** Its items are `###` sections. */
  readonly isSections: boolean;
  /** Whose answers they are. */
  readonly operation?: Operation;
}

export function answerList(answering: Answering): Edits {
  const { model, fact, answer } = answering;
  const place = placeOf(model.document, fact);
  if (!place?.heading) return refused('The list that is asked about is not written under a heading; write it first.');
  const { source } = model.document;
  if (/^none\.?$/i.test(answer.trim())) return close(model.document, place, place.heading);
  const isTable = headsIn(source, place.list.at) !== undefined;
  if (place.isSections && !(isTable && !/^\s*###/.test(answer))) return sections(source, place.heading, answer);
  // Answers may be written without a table.
  if (place.operation && !isTable) return statusRows(source, place.operation, answer);
  return rowEdits(source, place.list.at, answer);
}

/** Where the list of a question is. */
function placeOf(document: Document, { list }: Fact): Place | undefined {
  for (const place of placesOf(document)) if (place.list === list) return place;
  return undefined;
}

function* placesOf(document: Document): Iterable<Place> {
  const { resources, states, endpoints, authentication, events, errors, limits, versioning } = document;
  const sections = [
    [resources.resources, ['resources'], resources],
    [states.machines, ['machines', 'states', 'state machines'], states],
    [endpoints.operations, ['operations'], endpoints],
    [authentication.schemes, ['schemes'], authentication],
    [events.kinds, ['events', 'kinds', 'event kinds'], events],
  ] as const;
  for (const [list, subjects, { scope }] of sections)
    yield { list, subjects, heading: scope.heading, isSections: true };
  yield own(errors.codes, ['errors', 'codes', 'error codes'], errors.scope.heading);
  yield own(limits.limits, ['limits'], limits.scope.heading);
  yield own(versioning.changes, ['changes'], versioning.scope.heading);
  for (const { fields, at } of resources.resources.items) yield own(fields, ['fields'], at);
  for (const machine of states.machines.items) {
    yield own(machine.states, ['states'], machine.at);
    yield own(machine.moves, ['moves'], machine.at);
  }
  for (const [table, subjects] of OF_AN_OPERATION) {
    yield own(endpoints.all[table], subjects, endpoints.scope.heading);
    for (const operation of endpoints.operations.items)
      yield {
        ...own(operation.facts[table], subjects, operation.at),
        ...(table === 'statuses' && { operation }),
      };
  }
  for (const { fields, scope } of events.kinds.items) yield own(fields, ['fields'], scope.heading);
}

function own(list: List<unknown>, subjects: readonly string[], heading: Span | undefined): Place {
  return { list, subjects, heading, isSections: false };
}

const OF_AN_OPERATION = [
  ['queryTable', ['query parameters', 'querys']],
  ['headerTable', ['headers', 'header parameters']],
  ['bodyTable', ['body fields', 'fields']],
  ['statuses', ['statuses', 'answers']],
] as const;

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
      return refused('There is text under the heading `…`; give it a name, or remove it first.');
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
