// Writes `not shown` where something is due and nothing is written: bullets, columns of tables, whole parts. In: a model. Out:
// the source with these words put in, and not one of its own characters changed; which gaps they stand for. What a mark would
// have to name first (a cause's code, a resource, a row of a table) is left to a person. Notation, rules 1.3 and 1.8.

import type { PartName } from '../base/parts.ts';
import type { Span } from '../base/span.ts';
import type { Model } from '../model/model.ts';
import { slotsOf } from '../model/views/slots.ts';
import { edited, insertion, type Edit } from './edit.ts';
import { bulletKey, columnHead, hasTitle, isAbsent, missingPart, tableOf } from './gap-places.ts';
import { headingEnd, newlineOf } from './lines.ts';
import { bulletLines, partLines } from './section-lines.ts';
import { columnCells, isEven } from './table-lines.ts';

export interface Marked {
  readonly source: string;
  /** Ids of gaps, in document order. */
  readonly written: readonly string[];
}

/** `meant`: parts that are there in other words than a heading; an empty one beside them would be a second. */
export function writeMarks(model: Model, meant: ReadonlySet<PartName> = new Set()): Marked {
  const { source } = model.document;
  const newline = newlineOf(source);
  const written: string[] = [];
  const bullets = new Map<number, Set<string>>();
  const columns = new Map<number, { readonly table: Span; readonly heads: Set<string> }>();
  const parts: PartName[] = [];
  const paragraphs: Edit[] = [];
  for (const fact of slotsOf(model).open.values()) {
    if (!isAbsent(fact)) continue;
    const bullet = bulletKey(fact);
    const column = columnHead(fact);
    const table = tableOf(fact);
    const part = missingPart(model, fact);
    if (part && meant.has(part)) continue;
    if (part) parts.push(part);
    else if (fact.kind === 'purpose')
      paragraphs.push(insertion(headingEnd(source, fact.at), `${newline}${newline}not shown`));
    else if (table && column !== undefined && isEven(source, table)) {
      const known = columns.get(fact.at.start) ?? { table, heads: new Set() };
      columns.set(fact.at.start, { table, heads: known.heads.add(column) });
    } else if (bullet !== undefined && !table && fact.slot && (fact.part !== 'document' || hasTitle(model))) {
      const at = headingEnd(source, fact.at);
      bullets.set(at, (bullets.get(at) ?? new Set()).add(bullet));
    } else continue;
    written.push(fact.id);
  }
  const insertions = [
    ...[...bullets].map(([at, keys]) =>
      bulletLines(
        source,
        at,
        [...keys].map((key) => `${key}: not shown`),
        newline,
      ),
    ),
    ...[...columns.values()].flatMap(({ table, heads }) => columnCells(source, table, [...heads])),
    ...paragraphs,
    ...partLines(
      model.document,
      parts.map((name) => ({ name, body: 'not shown' })),
      newline,
    ),
  ];
  return { source: edited(source, insertions), written };
}
