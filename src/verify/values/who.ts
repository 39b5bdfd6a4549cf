// Whether Who lets a caller in, in three values. Input: Who, and where it stands: the caller, and the row that it speaks of. Output: yes, no,
// or nobody can tell. Notation, part 4, "Who may".

import type { Who } from '../../notation/values/who.ts';
import { identityOf } from '../../analysis/document/targets.ts';
import { all, not, Row, some, UNKNOWN, type Truth, type Unknown } from '../world/known.ts';
import type { Asked } from '../world/world.ts';
import { isSame } from './compare.ts';
import { follow } from './paths.ts';
import type { Place } from './place.ts';
import { selectedOf, shownIdentity } from './rows.ts';

export function letsIn(who: Who, place: Place): Truth {
  switch (who.kind) {
    case 'anyone':
      return true;
    case 'signed-in':
      return isSignedIn(place.asked?.caller);
    case 'role':
      return has(who.role.text, place, 'roles');
    case 'scope':
      return has(who.scope.text, place, 'scopes');
    case 'owner':
      return isOwner(who.path, place);
    case 'condition':
      return place.evaluate.truth(who.condition, place);
    case 'or':
      return some(who.items.map((one) => letsIn(one, place)));
    case 'except':
      return all([letsIn(who.who, place), not(letsIn(who.except, place))]);
    case 'which items':
      return all([
        letsIn(who.who, place),
        who.items.kind === 'gap' ? undefined : place.evaluate.truth(who.items, place),
      ]);
  }
}

export function isSignedIn(caller: Asked['caller'] | undefined): Truth {
  if (caller === undefined || caller === UNKNOWN) return undefined;
  return typeof caller !== 'string';
}

function has(name: string, { asked }: Place, of: 'roles' | 'scopes'): Truth {
  const caller = asked?.caller;
  if (caller === undefined || caller === UNKNOWN) return undefined;
  if (typeof caller === 'string') return false;
  const names: readonly string[] | Unknown = caller[of];
  return names === UNKNOWN ? undefined : names.includes(name);
}

/** ``owner by `Order.customer` ``: the path begins at the row of that resource; it ends at the caller, or at what identifies one. */
function isOwner(path: readonly string[], place: Place): Truth {
  const caller = place.asked?.caller;
  if (caller === undefined || caller === UNKNOWN) return undefined;
  if (typeof caller === 'string' || !caller.row) return false;
  const own = caller.row;
  if (own === UNKNOWN) return undefined;
  const row = place.row?.resource === path[0] ? place.row : selectedOf(path[0]!, place);
  if (row === null) return false;
  if (!(row instanceof Row)) return undefined;
  const { model } = place.world;
  const [of, field] = [path.at(-2)!, path.at(-1)!];
  // A number is that of a row of its own resource alone.
  if (path.length === 2 && identityOf(model.resources.get(of)!).includes(field) && own.resource !== of) return false;
  const shown = shownIdentity(own, model);
  const owners = follow(row, path.slice(1), place);
  return some(
    owners.map((one) => {
      if (one.value instanceof Row && one.value.resource !== own.resource) return false;
      return isSame(model, one, { value: own, type: undefined, shown });
    }),
  );
}
