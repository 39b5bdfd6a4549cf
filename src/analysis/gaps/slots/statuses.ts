// The slots of the Status table. Input: the rows of one operation, or those under All operations. Output: facts in the writer. Notation,
// part 4 "Status" and rule 8: due are a success Status, and When and Body of each success.

import type { StatusRow } from '../../../notation/endpoints.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { valueOf, type List } from '../../../notation/slot.ts';
import { isSuccess, REFUSAL, STATUS, type StatusTrait } from '../../../notation/statuses.ts';
import { ownRuleFeature } from '../../requests/own-rules.ts';
import { rowsBeside } from '../../requests/rows-beside.ts';
import { isStream, isStreamed } from '../../document/streams.ts';
import { answeringOf, usesRow } from '../../requests/row-accesses.ts';
import { BODILESS } from '../../../notation/values/answers.ts';
import {
  answeredResource,
  answersMany,
  isAskedForNone,
  isNothing,
  successesOf,
  uncertainOutcomes,
  unansweredOutcomes,
} from '../../requests/outcomes.ts';
import { declared } from './fact.ts';
import { factName, operationId, statusId } from '../../document/slot-ids.ts';
import { rowSlots, type CellFeatures } from './rows.ts';
import { namedOwner, subjectOf, type SlotWriter } from './writer.ts';
import { statusWhenFeatures, statusFeatures, whenOutcomes } from '../supported/statuses.ts';
import { headersFeatures, shapeFeatures } from '../supported/shapes.ts';
import type { Features } from '../../document/features.ts';
import type { Effect } from '../../../notation/values/effects.ts';
import { effectsOf, headingOf, setTargets } from '../../document/targets.ts';
import { columnWords } from '../../document/column-words.ts';

export function missingSuccess(writer: SlotWriter, linked: LinkedOperation): void {
  const own = linked.operation.facts.statuses;
  const bullet = own.items.some(isSuccess) ? undefined : own.bullet;
  const isAnswered = !bullet && linked.facts.statuses.items.some(isSuccess);
  if (isAnswered && !isOutcomeMissing(writer, linked)) return;
  const heading = headingOf(linked);
  const words = isAnswered ? unansweredOutcomes(linked) : [];
  const draft = {
    id: operationId(heading, 'status'),
    part: 'endpoints',
    ...declared(STATUS.columns.status),
    subject: subjectOf([linked]),
    names: { operation: `\`${heading}\``, ...(words.length > 0 && { fact: words.join(' and ') }) },
  } as const;
  if (bullet) writer.add<unknown>({ ...draft, slot: bullet, due: true });
  else writer.gap(draft, linked.facts.statuses.written ? linked.facts.statuses.at : linked.operation.name.at);
}

/** The table is complete, every When is read, and an outcome of the effect has no row. */
function isOutcomeMissing(writer: SlotWriter, linked: LinkedOperation): boolean {
  return isComplete(writer, linked) && unansweredOutcomes(linked).length > 0;
}

function isComplete(writer: SlotWriter, { facts: { statuses } }: LinkedOperation): boolean {
  const isOpen =
    statuses.mark === 'open' || (statuses.mark !== 'closed' && (writer.openUnlessMarked || writer.listsUnknown));
  return !isOpen && !statuses.items.some((row) => isSuccess(row) && valueOf(row.when) === undefined);
}

/** Every row of an outcome has a condition, and none of them may hold. */
export function missingOtherwise(writer: SlotWriter, linked: LinkedOperation): void {
  const outcomes = isComplete(writer, linked) ? uncertainOutcomes(writer.model, linked) : [];
  if (outcomes.length === 0) return;
  const heading = headingOf(linked);
  const names = { operation: `\`${heading}\``, name: outcomes.map((word) => `\`${word}\``).join(' and ') };
  const id = operationId(heading, 'status/otherwise');
  writer.gap(
    { id, part: 'endpoints', kind: 'success otherwise', subject: subjectOf([linked]), names },
    linked.facts.statuses.at,
  );
}

/** An outcome that may have no row is answered by a Status row that shows one. */
export function missingWithoutRow(writer: SlotWriter, linked: LinkedOperation): void {
  if (!successesOf(linked).some((one) => isAskedForNone(writer.model, linked, one))) return;
  const heading = headingOf(linked);
  const names = { operation: `\`${heading}\`` };
  const id = operationId(heading, 'status/without-a-row');
  writer.gap(
    { id, part: 'endpoints', kind: 'success without a row', subject: subjectOf([linked]), names },
    linked.facts.statuses.at,
  );
}

export function statusSlots(
  writer: SlotWriter,
  owner: string,
  list: List<StatusRow>,
  users: (row: object) => readonly LinkedOperation[],
): void {
  const { model } = writer;
  if (list.items.length === 0) return;
  const usedBy = new Map(list.items.map((row) => [row, users(row)]));
  const operation = namedOwner(owner);
  // Made for the first cell that is written: most are only counted.
  let names: readonly string[] | undefined;
  rowSlots(writer, {
    part: 'endpoints',
    columns: list.items.some(isSuccess) ? STATUS.columns : REFUSAL,
    columnsOf: (row) => (isSuccess(row) ? STATUS.columns : REFUSAL),
    rows: list.items,
    cell: (row, head, index) => {
      const name = (names ??= rowNames(list.items))[index]!;
      return {
        id: statusId(owner, name, factName(head)),
        subject: subjectOf(usedBy.get(row)!),
        names: { operation, name: `\`${name}\``, fact: `the \`${name}\` answer` },
      };
    },
    column: (head) => ({
      id: operationId(owner, `statuses/${factName(head)}`),
      subject: subjectOf([...new Set([...usedBy.values()].flat())]),
      names: { operation, name: 'each', fact: 'each answer' },
    }),
    features: rowFeatures(model, (row) => usedBy.get(row)!),
    holds: (trait, row) => TRAITS[trait](model, row, usedBy.get(row)!),
  });
}

/** What any of the operations needs that share a row. */
function rowFeatures(model: Model, users: (row: StatusRow) => readonly LinkedOperation[]): CellFeatures<StatusRow> {
  const columns = columnWords(model);
  const each =
    <T>(words: (value: T, row: StatusRow, linked: LinkedOperation | undefined) => Features) =>
    (value: T, row: StatusRow): Features => {
      const linked = users(row);
      const found = linked.length > 1 ? linked.flatMap((one) => words(value, row, one)) : words(value, row, linked[0]);
      return found.length > 1 ? [...new Set(found)] : found;
    };
  return {
    status: each((value, row) => statusFeatures(value, isSuccess(row))),
    when: each((value, _, linked) => (linked ? statusWhenFeatures(model, value, linked) : [])),
    body: each((value, row, linked) => {
      if (!isSuccess(row)) return shapeFeatures(model, [], value, columns);
      if (linked && isUnclear(model, linked, row)) return ['Shape: one of several rows'];
      const many = linked !== undefined && answersMany(model, linked);
      const beside = linked && rowsBeside(model, linked);
      return shapeFeatures(model, linked && shownBy(model, linked), value, columns, {
        many,
        ...(beside && { beside }),
      });
    }),
    headers: each((value, row, linked) => {
      if (!isSuccess(row) || !linked) return headersFeatures(model, value, columns);
      if (isUnclear(model, linked, row)) return ['Shape: one of several rows'];
      const many = answersMany(model, linked);
      return headersFeatures(model, value, columns, answeredResource(model, linked), many, (header) =>
        ownRuleFeature(model, linked, header),
      );
    }),
  };
}

type Holds = (model: Model, row: StatusRow, users: readonly LinkedOperation[]) => boolean;

const TRAITS: Readonly<Record<StatusTrait, Holds>> = {
  'has a status without a body': (_, row) => isBodiless(row),
  'says no body of its own': (model, row, users) =>
    isBodiless(row) || (isStreamed(row) && users.length > 0 && users.every((linked) => isStream(model, linked))),
};

/** The resource whose rows its answers show; undefined: what it does is not known. */
function shownBy(model: Model, linked: LinkedOperation): readonly string[] | undefined {
  if (isNothing(linked)) return [];
  if (valueOf(linked.facts.does) === undefined) return undefined;
  const { shows, resource } = answeringOf(model, linked);
  if (shows !== 'nothing' && resource !== undefined) return [resource];
  // A resource that is not declared is a fault of its own; who `caller` is may be a gap.
  return effectsOf(linked).some((effect) => isOfUndeclared(model, linked, effect)) ? undefined : [];
}

function isOfUndeclared(model: Model, linked: LinkedOperation, effect: Effect): boolean {
  if (effect.kind !== 'sets') return 'target' in effect && !model.resources.has(effect.target.text);
  const targets = setTargets(model, linked, effect);
  return targets.length === 0 || targets.some((name) => !model.resources.has(name));
}

/** Several rows are touched, and it is not stated which of them this answer shows. */
function isUnclear(model: Model, linked: LinkedOperation, row: StatusRow): boolean {
  return answeringOf(model, linked).shows === 'one of several' && usesRow(model, linked, row);
}

function rowNames(rows: readonly StatusRow[]): readonly string[] {
  const seen = new Map<string, number>();
  return rows.map((row) => rowName(row, seen));
}

/** The code; where two rows share one, with what distinguishes them. */
function rowName(row: StatusRow, seen: Map<string, number>): string {
  const status = valueOf(row.status);
  const code = status
    ? 'code' in status
      ? String(status.code)
      : status.class
    : whenOutcomes(row).join(' ') || (row.when.status === 'stated' ? row.when.text.replaceAll('`', '') : 'an answer');
  const copy = (seen.get(code) ?? 0) + 1;
  seen.set(code, copy);
  return copy > 1 ? `${code} ${copy}` : code;
}

/** With that status HTTP itself rules out a body. */
function isBodiless({ status }: StatusRow): boolean {
  const value = valueOf(status);
  return value !== undefined && 'code' in value && BODILESS.has(value.code);
}
