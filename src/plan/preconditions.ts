// Preconditions as guards of the statement that reads or changes the row. Input: an operation, and whether its row is only read.
// Output: guards over the version of the row and the tags that a request names. Notation, part 4, key Preconditions; decision 0047.

import type { Resource } from '../notation/resources.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { isConditionalRead, preconditionOn, type PreconditionHeader } from '../analysis/document/preconditions.ts';
import { rowUnder } from '../analysis/requests/preconditions.ts';
import { isStated } from '../analysis/refusals/errors.ts';
import { causeKey } from '../notation/values/cause-kinds.ts';
import type { MetCause } from '../notation/values/met-causes.ts';
import type { Expr } from '../sql/expression.ts';
import { all, isTrue, not, some } from './operands.ts';
import type { RowTag } from './output.ts';
import type { PreconditionPlan } from './input.ts';
import { rowKeyOf } from './rows.ts';
import type { Guard, Step } from './steps.ts';

const VERSION = '_version';

/** What a tag says of the row: the columns in which a step answers it. */
export function rowTag(resource: Resource): RowTag {
  return { key: rowKeyOf(resource), version: VERSION };
}

const HEADERS: readonly PreconditionHeader[] = ['if-match', 'if-none-match'];

/** The headers that are read, each with its bindings: `sent` (1 or 0), `any` for `*`, and `rows`, a json list of those that its tags name, nothing where it is refused for what it is. */
export function preconditionPlans(model: Model, linked: LinkedOperation): readonly PreconditionPlan[] {
  const invalid: MetCause = { kind: 'invalid header' };
  const told = isStated(model, invalid) && { invalid: causeKey(invalid) };
  return HEADERS.flatMap((header) => {
    const stated = preconditionOn(linked, header);
    // That of a read is the answer's alone, unless it must be there, or must be a list of tags.
    const isOfAnswer = header === 'if-none-match' && isConditionalRead(linked);
    if (!stated || (isOfAnswer && !stated.isRequired && !told)) return [];
    return [{ header, name: stated.header.text, ...(stated.isRequired && { required: true as const }), ...told }];
  });
}

/** Is the row of that resource the one that the preconditions of the operation are about? */
function isUnder(model: Model, linked: LinkedOperation, resource: Resource): boolean {
  return rowUnder(model, linked)?.resource === resource.name.text;
}

/** Of the row that is there: If-Match by its version; If-None-Match, too, where it is changed (of a read it is the answer's). */
export function rowPreconditions(
  model: Model,
  linked: LinkedOperation,
  resource: Resource,
  use: 'read' | 'changed',
): readonly Guard[] {
  if (!isUnder(model, linked, resource)) return [];
  const guards: Guard[] = [];
  if (preconditionOn(linked, 'if-match')) {
    const isNamed = some([not(sent('if-match')), bound('if-match', 'any'), names('if-match', resource)]);
    guards.push({ ...failed(isNamed), ofNone: namesNone() });
  }
  const isChecked = use === 'changed' && preconditionOn(linked, 'if-none-match') !== undefined;
  if (isChecked) guards.push(failed(all([not(bound('if-none-match', 'any')), not(names('if-none-match', resource))])));
  return [...guards, ...required(linked)];
}

/** Of a row that is about to be made because none is there: no tag names it. Nothing is lost, so If-Match is not asked for. */
export function newRowPreconditions(model: Model, linked: LinkedOperation, resource: Resource): readonly Guard[] {
  if (!isUnder(model, linked, resource)) return [];
  const guards = preconditionOn(linked, 'if-match') ? [failed(namesNone())] : [];
  return [...guards, ...required(linked, ['if-none-match'])];
}

/** Where no one row is looked for, which would be asked: of rows that are listed. */
export function listPreconditions(model: Model, linked: LinkedOperation): readonly Step[] {
  const guards = rowUnder(model, linked) ? [] : required(linked);
  return guards.length === 0 ? [] : [{ kind: 'bind', values: [], guards }];
}

/** RFC 6585, section 3. */
function required(linked: LinkedOperation, of = HEADERS): readonly Guard[] {
  return of.flatMap((header): readonly Guard[] =>
    preconditionOn(linked, header)?.isRequired === true
      ? [{ where: sent(header), cause: causeKey({ kind: 'precondition required' }), check: 'preconditions' }]
      : [],
  );
}

function failed(where: Expr): Guard {
  return { where, cause: causeKey({ kind: 'precondition failed' }), check: 'preconditions' };
}

function bound(header: PreconditionHeader, what: 'sent' | 'any'): Expr {
  return isTrue(`precondition.${header}.${what}`);
}

function sent(header: PreconditionHeader): Expr {
  return bound(header, 'sent');
}

/** Of no row If-Match is false, whatever it names. What part 7 calls no header of its form is refused as that. */
function namesNone(): Expr {
  return some([not(sent('if-match')), not({ kind: 'is-set', operand: rowsNamed('if-match') })]);
}

function rowsNamed(header: PreconditionHeader): Expr {
  return { kind: 'parameter', name: `precondition.${header}.rows`, type: 'json' };
}

/** A row is named by its key and its version, so that no tag of a row that had this address before names it. */
function names(header: PreconditionHeader, resource: Resource): Expr {
  const { key, version } = rowTag(resource);
  const [ofRow, ofVersion] = [key, version].map((column): Expr => ({ kind: 'column', column, type: 'integer' }));
  const own: Expr = { kind: 'concat', parts: [ofRow!, { kind: 'literal', value: '.', type: 'text' }, ofVersion!] };
  return { kind: 'has', left: rowsNamed(header), right: own };
}
