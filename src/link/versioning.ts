// The versions and changes of part 9. Input: a document. Output: findings. Notation, part 9.

import { unknownState } from '../diagnostics/linking.ts';
import { valueOf, type Name } from '../notation/slot.ts';
import { changesOf } from '../analysis/document/renames.ts';
import { machineViews } from '../analysis/document/moves.ts';
import { callerName } from '../analysis/document/schemes.ts';
import type { References } from './references.ts';

/** A code that refuses is one of part 7, a field of the caller one of the resource that the schemes name. */
export function linkVersions(refs: References): void {
  const { missingVersion, unknownVersion } = refs.model.document.versioning.facts;
  for (const other of [valueOf(missingVersion), valueOf(unknownVersion)])
    if (other?.kind === 'refused') refs.error(other.error);
    else if (other?.kind === 'caller') {
      const owner = refs.model.resources.get(callerName(refs.model.document) ?? '');
      if (owner) refs.field(owner, other.field.text.split('.'), other.field.at);
    }
}

/** The names that the document has now are linked. Those of an older version need not exist any more. */
export function linkChanges(refs: References): void {
  const changes = changesOf(refs.model);
  const older = new Set(
    changes.flatMap((one) => (one.kind === 'renamed' ? [`${one.owner.text}.${one.was.text}`] : [])),
  );
  for (const change of changes) {
    if (change.kind === 'state') {
      linkState(refs, change.state);
      continue;
    }
    const resource = refs.resource(change.owner);
    const { text, at } = change.field;
    // A field that was renamed since: `Todo.headline` was `title`, and `Todo.title` was `name` before that.
    if (!older.has(`${change.owner.text}.${text}`)) refs.field(resource, text.split('.'), at);
  }
}

/** The state of any machine: the row names none. */
function linkState(refs: References, state: Name): void {
  const machines = [...machineViews(refs.model).values()];
  const { scope, machines: list } = refs.model.document.states;
  const isOpen = scope.heading === undefined || scope.mark.status === 'gap' || list.mark === 'open';
  if (isOpen || machines.some(({ states }) => states.length === 0 || states.includes(state.text))) return;
  const names = machines.map(({ name }) => name);
  refs.report(unknownState, state.at, {
    name: state.text,
    machine: names.length === 0 ? 'part 3' : names.join('` or `'),
    hint: refs.near(state.text, () => machines.flatMap(({ states }) => states)),
    place: 'in a State table of part 3',
  });
}
