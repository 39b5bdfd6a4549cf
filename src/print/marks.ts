// Writes `not shown` where something is due and nothing is written: bullets, cells, whole parts. Input: a model. Output: the
// source with these words put in, and not one of its own characters changed; which gaps they mark. What one answer covers gets no
// marks that would split it: one bullet under All operations, none in the rows of a column that is left out. What a mark would
// have to name first (a cause's code, a resource, a row of a table) is left to a person. Notation, rules 1.3 and 1.8.

import type { PartName } from '../base/parts.ts';
import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';
import { sharedQuestions, standsUnderAll } from '../analysis/questions/shared-questions.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';
import { edited, insertion, type Edit } from './edit.ts';
import { bodyOfBullet, bulletKey, columnHead, hasTitle, isAbsent, missingPart, tableOf } from './gap-places.ts';
import { headingEnd, lineStart, newlineOf } from './lines.ts';
import { blockBefore, bulletLines, partLines } from './section-lines.ts';
import { columnCells, isEven, rowCount } from './table-lines.ts';

export interface Marked {
  readonly source: string;
  /** Ids of gaps, in document order. */
  readonly written: readonly string[];
  /** Ids of gaps without a mark of their own: one answer is about several operations, though not about all. */
  readonly left: readonly string[];
  /** Ids of gaps about which something is said in what is no bullet: a mark beside it would be a second statement. */
  readonly prose: readonly string[];
}

/** `meant`: parts that are there in other words than a heading; an empty one beside them would be a second. */
export interface Beside {
  readonly meant: readonly PartName[];
  readonly nearKeys: readonly { readonly key: string; readonly at: Span }[];
}

export function writeMarks(model: Model, { meant, nearKeys }: Beside = { meant: [], nearKeys: [] }): Marked {
  const { source } = model.document;
  const newline = newlineOf(source);
  const written: string[] = [];
  const left: string[] = [];
  const prose: string[] = [];
  const bullets = new Map<number, Set<string>>();
  const columns = new Map<number, { readonly table: Span; readonly heads: Set<string> }>();
  const parts: PartName[] = [];
  const paragraphs: Edit[] = [];
  const shared = sharedMarks(model);
  const isSaidNear = saidNear(model, nearKeys);
  for (const fact of slotsOf(model).open.values()) {
    if (!isAbsent(fact)) continue;
    const bullet = bulletKey(fact);
    const column = columnHead(fact);
    const table = tableOf(fact);
    const part = missingPart(model, fact);
    if (part && meant.includes(part)) continue;
    if (part) parts.push(part);
    else if (shared.apart.has(fact.id)) {
      if (bullet !== undefined) left.push(fact.id);
      continue;
    } else if (fact.kind === 'purpose')
      paragraphs.push(insertion(headingEnd(source, fact.at), `${newline}${newline}not shown`));
    else if (bodyOfBullet(fact)) paragraphs.push(insertion(bodyOfBullet(fact)!.end, ', not shown'));
    else if (table && column !== undefined && isEven(source, table)) {
      if (fact.table && rowCount(source, table) > 1) continue;
      const known = columns.get(fact.at.start) ?? { table, heads: new Set() };
      columns.set(fact.at.start, { table, heads: known.heads.add(column) });
    } else if (bullet !== undefined && !table && fact.slot && (fact.part !== 'document' || hasTitle(model))) {
      const at = shared.underAll.has(fact.id) ? allOperations(model) : headingEnd(source, fact.at);
      if (isSaidNear(bullet, at)) {
        prose.push(fact.id);
        continue;
      }
      bullets.set(at, (bullets.get(at) ?? new Set()).add(bullet));
    } else continue;
    written.push(fact.id);
  }
  const insertions = [
    ...[...bullets].map(([at, keys]) => {
      const lines = [...keys].map((key) => `${key}: not shown`);
      return at === NEW_SECTION ? firstUnderAll(model, lines, newline) : bulletLines(source, at, lines, newline);
    }),
    ...[...columns.values()].flatMap(({ table, heads }) => columnCells(source, table, [...heads])),
    ...paragraphs,
    ...partLines(
      model.document,
      parts.map((name) => ({ name, body: 'not shown' })),
      newline,
    ),
  ];
  return { source: edited(source, insertions), written, left, prose };
}

/** Is something said of the key in what is no bullet: under the heading that ends at a place, or for all operations? */
function saidNear(model: Model, nearKeys: Beside['nearKeys']): (key: string, at: number) => boolean {
  if (nearKeys.length === 0) return () => false;
  const headings = [...model.document.source.matchAll(/^ {0,3}#{1,6}\s/gm)].map(({ index }) => index);
  const section = (place: number): number => headings.findLastIndex((start) => start < place);
  const said = new Set(nearKeys.map(({ key, at }) => `${section(at.start)} ${key}`));
  const forAll = allOperations(model);
  return (key, at) => [at, forAll].some((place) => place !== NEW_SECTION && said.has(`${section(place)} ${key}`));
}

/** What is asked about together: ids that one bullet under All operations marks, and ids that no mark may tell apart. */
function sharedMarks(model: Model): { readonly underAll: ReadonlySet<string>; readonly apart: ReadonlySet<string> } {
  const { open } = slotsOf(model);
  const groups = [...sharedQuestions(model, new Set(open.keys())).values()].map(({ facts }) => facts);
  const grouped = idsOf(groups);
  const alone = [...open.values()].filter(({ id }) => !grouped.has(id));
  const [ofAll, others] = parted(groups, (facts) => standsUnderAll(model, facts, alone));
  // What fits one of them may not fit another, and is asked apart; that it is not shown is true of all.
  const ofKinds = [...Map.groupBy(others, ([first]) => first!.kind).entries()].map(([kind, several]) => [
    ...several.flat(),
    ...alone.filter((fact) => fact.kind === kind && isAbsent(fact)),
  ]);
  const [together, apart] = parted(ofKinds, (facts) => standsUnderAll(model, facts));
  return {
    underAll: idsOf([...ofAll, ...together]),
    apart: idsOf(apart.map((facts) => facts.filter(({ id }) => grouped.has(id)))),
  };
}

function parted<T>(all: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

function idsOf(groups: readonly (readonly Fact[])[]): ReadonlySet<string> {
  return new Set(groups.flatMap((facts) => facts.map(({ id }) => id)));
}

/** No offset: the section is written with the bullets. */
const NEW_SECTION = -1;

function allOperations({ document }: Model): number {
  const { allAt } = document.endpoints;
  return allAt ? headingEnd(document.source, allAt) : NEW_SECTION;
}

function firstUnderAll({ document }: Model, lines: readonly string[], newline: string): Edit {
  const at = lineStart(document.source, document.endpoints.operations.items[0]!.at.start);
  const bullets = lines.map((line) => `- ${line}`).join(newline);
  return blockBefore(document.source, at, `### All operations${newline}${newline}${bullets}`, newline);
}
