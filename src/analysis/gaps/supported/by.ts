// Which words of the notation a By uses. Input: the cell of a row of part 3. Output: words such as `By:
// after`. A move that time makes needs a state to lead to, an instant, and no caller that it could break.

import type { Model } from '../../../model/model.ts';
import type { Resource } from '../../../notation/resources.ts';
import type { By } from '../../../notation/values/moves.ts';
import type { Machine, Move } from '../../../notation/states.ts';
import { valueOf } from '../../../notation/slot.ts';
import { uniqueGroups } from '../../refusals/unique-groups.ts';
import { featureIf, type Features } from '../../document/features.ts';

export function byFeatures(model: Model, machine: Machine, by: By, row: Move): Features {
  if (by.kind === 'operations') return ['By: operation'];
  if (by.kind === 'outside') return [!movesRow(row) ? 'By: outside, of what is no move of a row' : 'By: outside'];
  return [
    `By: ${by.kind}`,
    ...featureIf(!leavesState(row), 'By: time, from no state to another'),
    ...featureIf(by.kind === 'at' && !isInstant(model, machine, by.field.text), 'By: at what is no stored instant'),
    ...featureIf(isUnique(model, machine, row), 'By: time, of what must be unique'),
  ];
}

/** Someone outside makes no row, and refuses none. */
function movesRow({ from, to }: Move): boolean {
  const end = valueOf(to)?.kind;
  return valueOf(from)?.kind !== 'new' && end !== 'same' && end !== 'refused';
}

/** From a state, and to another. What is not shown is a question of its own. */
function leavesState({ from, to }: Move): boolean {
  const [start, end] = [valueOf(from), valueOf(to)];
  if (start?.kind === 'new' || from.status === 'none') return false;
  if (end === undefined) return true;
  if (end.kind !== 'state') return end.kind === 'gone' || end.kind === 'one of';
  return start?.kind !== 'states' || start.states.some((state) => state.text !== end.state.text);
}

function isInstant(model: Model, machine: Machine, name: string): boolean {
  const field = model.fields.get(`${machine.resource.text}.${name}`);
  const type = field && valueOf(field.type);
  if (!field || !type) return true;
  const setBy = valueOf(field.setBy);
  const rule = setBy?.kind === 'service' ? setBy.rule.kind : undefined;
  const plain = type.kind === 'nullable' ? type.of : type;
  const isOne = plain.kind === 'seconds since 1970' || (plain.kind === 'date-time' && !plain.asSent);
  return isOne && rule !== 'text' && rule !== 'arithmetic';
}

/** A move that time makes would have to be refused where another row is as it would be. */
function isUnique(model: Model, machine: Machine, row: Move): boolean {
  const resource = model.resources.get(machine.resource.text);
  if (!resource) return false;
  // A row that is not remembered only, but there again, takes its place among the others.
  if (comesBack(machine, row) && uniqueGroups(resource).some(({ fields }) => !isNumber(resource, fields))) return true;
  const stamped = resource.fields.items.filter((field) => {
    const setBy = valueOf(field.setBy);
    return setBy?.kind === 'service' && setBy.rule.kind === 'now' && setBy.rule.when === 'at change';
  });
  const changed = new Set([machine.field.text, ...stamped.map(({ name }) => name.text)]);
  return uniqueGroups(resource).some(({ fields }) => fields.some((field) => changed.has(field)));
}

function comesBack({ states }: Machine, { from, to }: Move): boolean {
  const gone = states.items.flatMap(({ kind, name }) => (valueOf(kind) === 'gone' ? [name.text] : []));
  const [start, end] = [valueOf(from), valueOf(to)];
  if (end?.kind !== 'state' || gone.includes(end.state.text)) return false;
  const left = new Set(start && start.kind !== 'new' ? start.states.map(({ text }) => text) : []);
  return gone.some((state) => (start?.kind === 'states' ? left.has(state) : !left.has(state)));
}

/** The number that the service gives each row is never given twice. */
function isNumber(resource: Resource, fields: readonly string[]): boolean {
  return fields.some((name) => {
    const field = resource.fields.items.find((one) => one.name.text === name);
    const setBy = field && valueOf(field.setBy);
    return setBy?.kind === 'service' && setBy.rule.kind === 'new id';
  });
}
