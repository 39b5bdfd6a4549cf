// What the tables of part 9 say. Input: a model. Output: its versions and its changes as they are written. Notation, part 9.

import { factName } from '../analysis/document/slot-ids.ts';
import type { Model } from '../model/model.ts';
import { VERSION, type ChangeRow } from '../notation/versioning.ts';
import { isSaid, type Schema } from './schema.ts';
import { texts } from './statements.ts';

export function versionsOf({ document }: Model): Schema {
  const { versions, changes } = document.versioning;
  return {
    ...(versions.items.length > 0 && {
      'x-ninefold-versions': versions.items.map((row) => ({ name: row.name.text, ...texts(VERSION.columns, row) })),
    }),
    ...(changes.items.length > 0 && { 'x-ninefold-changes': changes.items.map(changeOf) }),
  };
}

/** Its columns are the author's own. */
function changeOf({ name, cells }: ChangeRow): Schema {
  const said = [...cells].filter(([, slot]) => isSaid(slot));
  return {
    change: name.text,
    ...Object.fromEntries(said.map(([head, slot]) => [factName(head), 'text' in slot ? slot.text : ''])),
  };
}
