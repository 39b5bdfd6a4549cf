// What an operand is: a field of a row, of the caller, of what is sent; a literal; an instant. Input: an operand, and where it stands.
// Output: what is found; through a list several. Notation, rule 1.5 and part 2, "Conditions".

import { headerKey, requestHeaders } from '../../analysis/document/request-headers.ts';
import { queryParameters } from '../../analysis/document/query-parameters.ts';
import type { Operand } from '../../notation/values/operands.ts';
import { Row, UNKNOWN } from '../world/known.ts';
import { bodyFound } from './body-fields.ts';
import { numeral } from './fits.ts';
import { headerRead, parameterRead } from './parameters.ts';
import { follow, NOT_KNOWN, NOTHING } from './paths.ts';
import { Between, type Found, type Place } from './place.ts';
import { isSeen, parameterOf, selectedOf, shownIdentity } from './rows.ts';

export function found(operand: Operand, place: Place): readonly Found[] {
  switch (operand.kind) {
    case 'field':
      return fieldFound(operand.owner, operand.path, place);
    case 'text':
    case 'boolean':
      return [{ value: operand.value, type: undefined }];
    case 'number':
      return [{ value: numeral(operand.value), type: undefined }];
    case 'null':
      return [NOTHING];
    case 'now':
      return [nowFound(operand.offset, place)];
    case 'parameter':
      return [parameterOf(operand.name, place)];
    case 'this':
      return [rowFound(place.self ?? place.row, place)];
    case 'caller':
      return [callerFound(place)];
    case 'value':
      return [{ value: place.value ?? UNKNOWN, type: undefined }];
    case 'event name':
      return [NOT_KNOWN];
  }
}

function nowFound(offset: number, { asked }: Place): Found {
  return asked ? { value: new Between(asked.from + offset, asked.to + offset), type: undefined } : NOT_KNOWN;
}

function rowFound(row: Row | undefined, place: Place): Found {
  return row ? { value: row, type: undefined, shown: shownIdentity(row, place.world.model) } : NOT_KNOWN;
}

/** Nothing, where nobody calls. */
function callerFound(place: Place): Found {
  const caller = place.asked?.caller;
  if (caller === undefined || caller === UNKNOWN) return NOT_KNOWN;
  if (typeof caller === 'string' || !caller.row) return NOTHING;
  return caller.row === UNKNOWN ? NOT_KNOWN : rowFound(caller.row, place);
}

function fieldFound(owner: string | undefined, path: readonly string[], place: Place): readonly Found[] {
  switch (owner) {
    case undefined:
      return ofRow(place.row, path, place);
    case 'this':
      return ofRow(place.self ?? place.row, path, place);
    case 'caller': {
      const { value } = callerFound(place);
      return value instanceof Row ? follow(value, path, place) : [value === null ? NOTHING : NOT_KNOWN];
    }
    case 'body':
      return bodyFound(path, place);
    case 'query':
    case 'header':
      return [parameterFound(owner, path.join('.'), place)];
    default:
      return ofRow(rowOf(owner, place), path, place);
  }
}

function ofRow(row: Row | undefined | null | typeof UNKNOWN, path: readonly string[], place: Place): readonly Found[] {
  if (row === null) return [NOTHING];
  return row instanceof Row ? follow(row, path, place) : [NOT_KNOWN];
}

/** The row that the condition is about, or looks at, where it is one of the resource; else the one that the path selects. */
function rowOf(resource: string, place: Place): Row | null | undefined | typeof UNKNOWN {
  const near = [place.row, place.self].find((row) => row?.resource === resource);
  const own = near ?? place.made?.get(resource);
  if (own) return own;
  const selected = selectedOf(resource, place);
  return selected instanceof Row && isSeen(selected, place) === false ? null : selected;
}

function parameterFound(owner: 'query' | 'header', name: string, place: Place): Found {
  const { asked, world } = place;
  const linked = asked && world.model.operations.get(asked.operation);
  if (!asked || !linked) return NOT_KNOWN;
  if (owner === 'query') {
    const row = queryParameters(world.model, linked).get(name);
    return row ? parameterRead(world.model, row, asked) : NOTHING;
  }
  const header = requestHeaders(linked).get(headerKey(name));
  return header ? headerRead(world.model, header.row, asked, header.isPlain) : NOTHING;
}
