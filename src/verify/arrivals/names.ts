// Which row an event is about. Input: an event that is due, a payload that came. Output: whether the payload names its row.

import { identityOf } from '../../analysis/document/targets.ts';
import type { Model } from '../../model/model.ts';
import { isMembers, sameJson } from '../world/json.ts';
import { Row, UNKNOWN } from '../world/known.ts';
import type { Happening } from './happening.ts';

export function namesRow(model: Model, { row, of }: Happening, payload: unknown): boolean {
  const resource = model.resources.get(row.resource);
  const fields = resource ? identityOf(resource) : [];
  return (
    fields.length > 0 &&
    fields.every((field) => {
      const then = row.get(field);
      const value = then === UNKNOWN ? of.get(field) : then;
      if (value instanceof Row || value === UNKNOWN) return false;
      const named = membersIn(payload, field);
      return (named.length > 0 ? named : membersIn(payload, undefined)).some((one) => sameJson(one, value));
    })
  );
}

/** The values of all members of that name, or of all. */
function membersIn(json: unknown, wanted: string | undefined): readonly unknown[] {
  if (Array.isArray(json)) return json.flatMap((one) => membersIn(one, wanted));
  if (!isMembers(json)) return [];
  return Object.entries(json).flatMap(([name, one]) => [
    ...(wanted === undefined || name === wanted ? [one] : []),
    ...membersIn(one, wanted),
  ]);
}
