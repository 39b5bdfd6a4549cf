// The stable ASCII ids of slots: `4/POST /orders/does`, `2/Order.total/required`, `7/error-body`. Input: names as
// written. Output: an id. Nothing else in the program spells one.

import { causeKey } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';

/** Most names need no encoding. */
const ENCODED = /[^\x20-\x7e]|[%"\\]/;

/** The last name that needed none. */
let plain = '';

/** Printable ASCII stays, spaces included; the rest, and what would break a quoted string, is percent-encoded. */
export function encodeName(name: string): string {
  // The ids of one row or operation are asked for one after the other.
  if (name === plain) return name;
  if (!ENCODED.test(name)) {
    plain = name;
    return name;
  }
  return name.replace(/[^\x20-\x7e]+|[%"\\]/gu, (text) => {
    try {
      return encodeURIComponent(text);
    } catch {
      return '%EF%BF%BD';
    }
  });
}

/** `fact` of a resource, such as `identified-by`; `required` alone is the column that the table leaves out. */
export function resourceId(resource: string, fact?: string): string {
  return join('2', encodeName(resource), fact);
}

export function fieldId(resource: string, field: string, fact: string): string {
  return `2/${encodeName(resource)}.${encodeName(field)}/${fact}`;
}

/** `machine` is `Order.status`. */
export function machineId(machine: string, fact?: string): string {
  return join('3', encodeName(machine), fact);
}

export function stateId(machine: string, state: string, fact: string): string {
  return join('3', encodeName(machine), encodeName(state), fact);
}

/** `row` names the move: what makes it, else where it leads. */
export function moveId(machine: string, row: string, fact: string): string {
  return join('3', encodeName(machine), encodeName(row), fact);
}

/** Which of the rows that an operation makes counts, where several hold. */
export function whichMoveId(machine: string, operation: string): string {
  return moveId(machine, operation, 'which-move');
}

/** What happens to a row that is due to be removed, and that When deleted keeps. */
export function refusedWhenDueId(machine: string, row: string): string {
  return moveId(machine, row, 'refused-while');
}

/** What happens where no row of the operation holds and other moves are accepted. */
export function otherwiseId(machine: string, operation: string): string {
  return moveId(machine, operation, 'otherwise');
}

/** What holds beside slots: an error of this code. */
export function errorId(code: string): string {
  return `error:${code}`;
}

export function isErrorId(id: string): boolean {
  return id.startsWith(errorId(''));
}

/**
 * Of the names of resources or operations those that have the ids below them for themselves: no other is the same, and
 * none goes on below it, as `GET /a/b` does below `GET /a`.
 */
export function alone(names: readonly string[]): ReadonlySet<string> {
  const others = new Set<string>();
  // In this order a name comes directly behind those that it begins with.
  const above: string[] = [];
  for (const name of names.map(encodeName).toSorted()) {
    while (above.length > 0 && !name.startsWith(above.at(-1)!)) above.pop();
    for (const one of above) if (name.length === one.length || BELOW.has(name[one.length]!)) others.add(one).add(name);
    above.push(name);
  }
  return new Set(names.filter((name) => !others.has(encodeName(name))));
}

/** What may follow a name in an id. */
const BELOW: ReadonlySet<string> = new Set(['/', '.']);

/** `operation` is the heading, or `all` for what is under All operations. */
export function operationId(operation: string, fact?: string): string {
  return fact === undefined ? `4/${encodeName(operation)}` : `4/${encodeName(operation)}/${fact}`;
}

/** Under a When several rows of a Body table may have one name; `nth` is 2 for the second. */
export function nameOfRow(name: string, nth: number | undefined): string {
  return nth === undefined ? name : `${name} ${nth}`;
}

/** A row of the Path, Query, Header or Body table. */
export function parameterId(
  operation: string,
  table: 'path' | 'query' | 'header' | 'body',
  name: string,
  fact: string,
): string {
  return `4/${encodeName(operation)}/${table}.${encodeName(name)}/${fact}`;
}

/** A row of the Status table: `row` is its code, or its When where there is none. */
export function statusId(operation: string, row: string, fact: string): string {
  return `4/${encodeName(operation)}/${encodeName(row)}/${fact}`;
}

export function codeId(code: string, fact: string): string {
  return `7/${encodeName(code)}/${fact}`;
}

/** A cause that an operation can meet and that no error answers. */
export function causeId(cause: MetCause): string {
  return join('7', 'cause', encodeName(causeKey(cause)));
}

/** Parts 5, 6, 8 and 9: a name and, where there is one, a fact of it. */
export function otherId(part: 5 | 6 | 8 | 9, name: string, fact?: string): string {
  return join(String(part), encodeName(name), fact);
}

/** `Issued by` → `issued-by`: a bullet's key or a column's head as ids have it. */
export function factName(key: string): string {
  let name = NAMES.get(key);
  if (name === undefined) {
    name = encodeName(
      key
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-'),
    );
    if (NAMES.size < MOST_NAMES) NAMES.set(key, name);
  }
  return name;
}

/** Nearly all are heads of the notation; others are those of a document. */
const NAMES = new Map<string, string>();
const MOST_NAMES = 1000;

function join(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('/');
}

/** Where a fact stands: its id, and the ids of the sections that may speak for it, the nearest first. */
export interface SlotPath {
  readonly id: string;
  readonly above: readonly string[];
}

export function resourcePath(resource: string, fact?: string): SlotPath {
  return { id: resourceId(resource, fact), above: aboveFacts(resource) };
}

export function fieldPath(resource: string, field: string, fact: string): SlotPath {
  return { id: fieldId(resource, field, fact), above: aboveFacts(resource) };
}

function aboveFacts(resource: string): readonly string[] {
  return [resourceId(resource), resourceId(resource, 'fields'), '2'];
}

export function machinePath(machine: string, fact?: string): SlotPath {
  return { id: machineId(machine, fact), above: [machineId(machine), '3'] };
}

export function movePath(machine: string, row: string, fact: string): SlotPath {
  return { id: moveId(machine, row, fact), above: [machineId(machine), '3'] };
}

export function operationPath(operation: string, fact: string): SlotPath {
  return { id: operationId(operation, fact), above: [operationId(operation), '4'] };
}

export function parameterPath(...[operation, ...row]: Parameters<typeof parameterId>): SlotPath {
  return { id: parameterId(operation, ...row), above: [operationId(operation), '4'] };
}

/** A fact of a part as a whole, such as `7/error-body`. */
export function partPath(part: 4 | 7 | 9, fact: string): SlotPath {
  return { id: join(String(part), fact), above: [String(part)] };
}

export function codePath(code: string, fact: string): SlotPath {
  return { id: codeId(code, fact), above: ['7'] };
}

export function causePath(cause: MetCause): SlotPath {
  return { id: causeId(cause), above: ['7'] };
}
