// Can a request to an operation meet a gap about what it sends: a field that is left out, null, empty, not the caller's, a query
// parameter that is left out? Input: a fact of part 4 and an operation. Output: yes or no. What no request can meet stops nothing.

import type { Parameter } from '../../notation/endpoints.ts';
import { OPERATION } from '../../notation/operation.ts';
import { BODY, HEADER, PATH, QUERY } from '../../notation/parameters.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { List, Slot } from '../../notation/slot.ts';
import { hasParameters, listsRows } from '../values/effect-fits.ts';
import { valueOf } from '../../notation/slot.ts';
import { bodyOf, takesReadOnly } from '../document/inputs.ts';
import type { PolicyKey } from '../../notation/operation.ts';
import { factsAsked } from '../values/nested-rules.ts';
import type { Fact } from './slots/fact.ts';

export function canMeetInput(model: Model, fact: Fact, linked: LinkedOperation): boolean {
  const body = bodyOf(model, linked);
  switch (fact.of) {
    case OPERATION.nestedNames:
      return body.kind !== 'unread';
    case OPERATION.readOnlyFields:
      return takesReadOnly(model, linked);
    case OPERATION.omittedFields:
      return body.kind === 'open' || isRuleAsked(model, linked, 'omittedFields');
    case OPERATION.nullFields:
      return body.kind === 'open' || isRuleAsked(model, linked, 'nullFields');
    case OPERATION.emptyText:
      return body.kind === 'open' || isRuleAsked(model, linked, 'emptyText') || hasParameters(linked);
    case OPERATION.order:
    case OPERATION.pages:
      return valueOf(linked.facts.does) === undefined || listsRows(linked);
    default:
      return canLeaveOut(model, fact, linked);
  }
}

/** Whether a parameter may be left out, and what it is then. */
function canLeaveOut(model: Model, fact: Fact, linked: LinkedOperation): boolean {
  switch (fact.of) {
    // A path is never left out.
    case PATH.columns.required:
    case PATH.columns.default:
      return false;
    case QUERY.columns.required:
      return isTableAsked(linked.facts.queryTable, fact, 'required');
    case QUERY.columns.default:
      return isTableAsked(linked.facts.queryTable, fact, 'default');
    case HEADER.columns.required:
      return isTableAsked(linked.facts.headerTable, fact, 'required');
    case HEADER.columns.default:
      return isTableAsked(linked.facts.headerTable, fact, 'default');
    case BODY.columns.required:
      return isBodyAsked(model, linked, fact, 'required');
    case BODY.columns.default:
      return isBodyAsked(model, linked, fact, 'default');
    default:
      return true;
  }
}

/** An operation has one such rule: its own, or that of All operations. */
function isRuleAsked(model: Model, linked: LinkedOperation, policy: PolicyKey): boolean {
  return factsAsked(model, linked).some(({ key }) => key === policy);
}

/**
 * Does some field of the body depend on this fact when it is left out, null or empty? Columns that are left out share one
 * slot, so the name of the fact is needed, too.
 */
export function isAsked(
  model: Model,
  linked: LinkedOperation,
  column: 'required' | 'default',
  slot: Slot<unknown>,
): boolean {
  return factsAsked(model, linked).some((fact) => fact.slot === slot && fact.key === column);
}

function isTableAsked({ items }: List<Parameter>, fact: Fact, cell: 'required' | 'default'): boolean {
  return items.some((row) => isOf(fact, row[cell]) && isOmittedOpen(row));
}

function isBodyAsked(model: Model, linked: LinkedOperation, fact: Fact, cell: 'required' | 'default'): boolean {
  if (linked.facts.bodyTable.items.length === 0) return true;
  return factsAsked(model, linked).some(({ slot, key }) => isOf(fact, slot) && key === cell);
}

/** A column that is left out is one fact for its table, without a slot. */
function isOf(fact: Fact, slot: Slot<unknown>): boolean {
  return fact.slot === undefined ? slot.status === 'absent' && slot.column !== undefined : slot === fact.slot;
}

/** With a default there is no question whether it may be left out. */
function isOmittedOpen({ anyFieldOf, default: fallback }: Parameter): boolean {
  return anyFieldOf === undefined && valueOf(fallback) === undefined;
}
