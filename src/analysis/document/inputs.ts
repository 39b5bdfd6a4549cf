// The fields that an operation's body may carry, in each way to state them: a Body table, `same as …`, a shape or a template.
// Input: a linked operation. Output: one list of input fields, and the fields that are not the caller's to send. Notation, part 4, key
// Body and the Body table; rule "Set by" of part 2.

import { takesValues } from './effect-traits.ts';
import { oncePer } from '../../base/once-per.ts';
import type { BodyField } from '../../notation/endpoints.ts';
import type { BodyFact } from '../../notation/values/bodies.ts';
import type { FieldType } from '../../notation/values/field-types.ts';
import type { FieldDefault } from '../../notation/values/field-defaults.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import type { Shape } from '../../notation/values/shapes.ts';
import { valueOf, type Slot } from '../../notation/slot.ts';
import { ofField, type BodyInput, type InputField } from './input-fields.ts';
import { withKept } from './kept-members.ts';
import { readOnlyBeside, type ReadOnlyField } from './read-only-fields.ts';
import {
  collectFields,
  collectRows,
  isHidden,
  isSettable,
  isShownOnce,
  madeOfList,
  type ShapeParts,
} from './shape-fields.ts';
import { effectsOf, headingOf, identityOf, targetsOf } from './targets.ts';

/** Content has no meaning there: https://www.rfc-editor.org/rfc/rfc9110#section-9.3.1 */
const NO_CONTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);

export const bodyOf: (model: Model, linked: LinkedOperation) => BodyInput = oncePer((model, linked) =>
  withKept(model, linked, compute(model, linked, linked, new Set())),
);

/** `source` is the operation whose words are read: another one after `same as`. */
function compute(model: Model, linked: LinkedOperation, source: LinkedOperation, seen: Set<string>): BodyInput {
  const { body, bodyTable } = source.facts;
  const fact = valueOf(body);
  if (body.status === 'none') return { kind: 'unread', refused: !NO_CONTENT.has(linked.operation.method) };
  if (fact?.kind === 'ignored') return { kind: 'unread', refused: false };
  if (bodyTable.written) return fromTable(model, linked, source, bodyTable.items, body);
  if (fact?.kind === 'same as') {
    const other = model.operations.get(fact.operation.text);
    if (!other || seen.has(fact.operation.text)) return { kind: 'open', slot: body };
    return compute(model, linked, other, seen.add(fact.operation.text));
  }
  if (fact?.kind === 'shape') return fromShape(model, linked, fact.shape, body);
  if (body.status === 'absent' && !effectsOf(linked).some((effect) => takesValues(effect)))
    return { kind: 'unread', refused: false };
  return { kind: 'open', slot: body };
}

function fromTable(
  model: Model,
  linked: LinkedOperation,
  source: LinkedOperation,
  rows: readonly BodyField[],
  slot: Slot<BodyFact>,
): BodyInput {
  const inLists: ShapeParts = { fields: [], lists: [] };
  const counts = new Map<string, number>();
  const fields = rows.map((row): InputField => {
    const field = { ...fromRow(model, linked, row), ...among(counts, row) };
    const listed = listedIn(model, linked, valueOf(row.type));
    if (!listed) return field;
    collectRows(listed.resource, listed.cut, field.path, inLists);
    return { ...field, isList: true };
  });
  const inRows = partsOf(model, linked, inLists);
  if (!inRows) return { kind: 'open', slot };
  const beside = readOnlyBeside(model, linked, fields, inRows.rows?.resource.name.text);
  return {
    kind: 'fields',
    fields: [...fields, ...inRows.fields],
    readOnly: [...beside, ...inRows.readOnly],
    rows: inRows.rows,
    from: headingOf(source),
  };
}

/** Rows of one name are numbered. */
function among(counts: Map<string, number>, { name, when }: BodyField): Pick<InputField, 'when' | 'nth'> {
  const nth = (counts.get(name.text) ?? 0) + 1;
  counts.set(name.text, nth);
  const condition = valueOf(when);
  return { ...(condition && { when: condition }), ...(nth > 1 && { nth }) };
}

/** A list of the rows that the operation makes. */
function listedIn(
  model: Model,
  linked: LinkedOperation,
  type: FieldType | undefined,
): { readonly resource: Resource; readonly cut: Extract<FieldType, { kind: 'resource' }> } | undefined {
  if (type?.kind !== 'array' || type.of.kind !== 'resource' || type.of.by) return undefined;
  const resource = madeOfList(model, linked, type.of.resource.text);
  return resource && { resource, cut: type.of };
}

function fromRow(model: Model, linked: LinkedOperation, row: BodyField): InputField {
  const path = row.name.text.split('.');
  const sets = setField(model, linked, row);
  const like = sameAs(model, linked, row);
  const standIn = like ?? sets?.field;
  const own = row.type.status === 'absent' || like ? [] : [row.type];
  return {
    path,
    sets,
    subject: sets ? `${sets.resource}.${sets.field.name.text}` : `body.${row.name.text}`,
    types: [...own, ...(like ? [like.type] : []), ...(sets && sets.field !== like ? [sets.field.type] : [])],
    allowed: [
      row.allowed,
      ...(like ? [like.allowed] : []),
      ...(sets && sets.field !== like ? [sets.field.allowed] : []),
    ],
    required: row.required.status === 'absent' && like ? like.required : row.required,
    default: defaultOf(row, sets?.field, standIn),
    row,
  };
}

/** A row without a default of its own takes nothing away from the field: its Default counts where a row is made. */
function defaultOf(row: BodyField, set: Field | undefined, standIn: Field | undefined): Slot<FieldDefault> {
  if (row.default.status === 'none' && set) return set.default;
  return row.default.status === 'absent' && standIn ? standIn.default : row.default;
}

/**
 * `creates or replaces`: what a caller sends only at creation, and what the path names the row by, is not the caller's to
 * send once the row is there; unless it is what the row has.
 */
export function isFixedOnceThere(model: Model, linked: LinkedOperation, { sets }: InputField): boolean {
  const resource = sets && model.resources.get(sets.resource);
  if (!resource) return false;
  const isPut = effectsOf(linked).some(
    (effect) => effect.kind === 'creates or replaces' && effect.target.text === sets.resource,
  );
  const setBy = valueOf(sets.field.setBy);
  const atCreate = setBy?.kind === 'caller' && setBy.atCreate;
  return isPut && (atCreate || identityOf(resource).includes(sets.field.name.text));
}

/** Can a request bring a field that is not the caller's to send? */
export function takesReadOnly(model: Model, linked: LinkedOperation): boolean {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return body.kind === 'open';
  return body.readOnly.length > 0 || body.fields.some((field) => isFixedOnceThere(model, linked, field));
}

/** May the body bring this field, for all that is known: what it carries, or who sets the field, is not shown. */
export function mayBring(
  model: Model,
  linked: LinkedOperation,
  isIt: (path: string, field: string) => boolean,
): boolean {
  const body = bodyOf(model, linked);
  if (body.kind === 'open') return true;
  if (body.kind === 'unread') return false;
  return (
    body.readOnly.some(({ path, field }) => !isKnown(field.setBy) && isIt(path.join('.'), field.name.text)) ||
    targetsOf(model, linked).some((name) => isUnwritten(model.resources.get(name)))
  );
}

function isKnown({ status }: Slot<unknown>): boolean {
  return status !== 'gap' && status !== 'unreadable' && status !== 'absent';
}

/** Its fields are not shown. */
export function isUnwritten(resource: Resource | undefined): boolean {
  return resource === undefined || resource.scope.mark.status === 'gap' || !resource.fields.written;
}

/** The field named by `` as `User.email` ``. */
function sameAs(model: Model, linked: LinkedOperation, row: BodyField): Field | undefined {
  const type = valueOf(row.type);
  if (type?.kind !== 'same-as') return undefined;
  const owners = type.owner === undefined ? targetsOf(model, linked) : [type.owner];
  for (const owner of owners) {
    const field = model.fields.get(`${owner}.${type.path.join('.')}`);
    if (field) return field;
  }
  return undefined;
}

function setField(model: Model, linked: LinkedOperation, row: BodyField): InputField['sets'] {
  const path = valueOf(row.sets);
  if (!path) return undefined;
  const whole = path.join('.');
  for (const owner of targetsOf(model, linked)) {
    const field = model.fields.get(`${owner}.${whole}`);
    if (field) return { resource: owner, field };
  }
  const field = model.fields.get(whole);
  return field && path.length > 1 ? { resource: path[0]!, field } : undefined;
}

function fromShape(model: Model, linked: LinkedOperation, shape: Shape, slot: Slot<BodyFact>): BodyInput {
  const all: ShapeParts = { fields: [], lists: [] };
  const parts = collectFields(model, linked, shape, [], all) ? partsOf(model, linked, all) : undefined;
  return parts ? { kind: 'fields', ...parts, from: headingOf(linked) } : { kind: 'open', slot };
}

/** Undefined: there are several lists of rows, and it is not stated what becomes of which. */
function partsOf(
  model: Model,
  linked: LinkedOperation,
  all: ShapeParts,
): Pick<Extract<BodyInput, { kind: 'fields' }>, 'fields' | 'readOnly' | 'rows'> | undefined {
  if (all.lists.length > 1) return undefined;
  const fields: InputField[] = [];
  const readOnly: ReadOnlyField[] = [];
  for (const { path, resource, field, list } of all.fields) {
    const name = resource.name.text;
    if (isSettable(model, linked, resource, field))
      fields.push({ path, ...ofField(name, field), ...(list && { list }) });
    else if (!isHidden(field) || isShownOnce(field))
      readOnly.push({ path, resource: name, field, ...(list && { list }) });
  }
  return { fields, readOnly, rows: all.lists[0] };
}
