// The versions and changes of part 9. Comes in: a document. Goes out: findings. Notation, part 9.

import { contradiction } from '../../diagnostics/reading.ts';
import { unknownState } from '../../diagnostics/linking.ts';
import { valueOf, type Name, type Slot } from '../../notation/slot.ts';
import { changesOf } from '../views/renames.ts';
import { machineViews } from '../views/moves.ts';
import type { References } from './references.ts';

/** The current version is one of the supported ones. */
export function linkVersions(refs: References): void {
  const { facts } = refs.model.document.versioning;
  const current = facts.get('Current version');
  const supported = facts.get('Supported versions');
  const name = current && plain(current);
  const names = supported && plain(supported);
  if (!current || !supported || name === undefined || names === undefined) return;
  if (names.split(/,| and /).some((one) => one.trim() === name)) return;
  const what = `the current version: \`${name}\` is not among the supported ones`;
  refs.report(contradiction, current.at, { what }, [
    { at: supported.at, message: 'the supported versions are named here' },
  ]);
}

function plain(slot: Slot<string>): string | undefined {
  return valueOf(slot)?.replaceAll('`', '').trim();
}

/** What the document says now is linked. What an older version called it need not be there any more. */
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
