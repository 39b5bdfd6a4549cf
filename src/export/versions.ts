// What part 9 says. Input: a model. Output: its versions and its changes as they are written; the parameter by which a request names its
// version. Notation, part 9.

import { versionsOf } from '../analysis/document/versions.ts';
import { factName } from '../analysis/document/slot-ids.ts';
import type { Model } from '../model/model.ts';
import { valueOf } from '../notation/slot.ts';
import { VERSION, type ChangeRow } from '../notation/versioning.ts';
import { isSaid, type Schema } from './schema.ts';
import { texts } from './statements.ts';

export function versionTables({ document }: Model): Schema {
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

/** Of every operation. A media type and a path say it elsewhere. */
export function versionParameters(model: Model): readonly Schema[] {
  const versions = versionsOf(model);
  const { missingVersion } = model.document.versioning.facts;
  const kind = versions?.scheme?.kind;
  if (!versions?.scheme || (kind !== 'header' && kind !== 'query') || !('name' in versions.scheme)) return [];
  const other = valueOf(missingVersion);
  const isNeeded = other === undefined || other.kind === 'refused';
  const usual =
    other?.kind === 'version'
      ? other.version.text
      : other?.kind === 'the current version'
        ? versions.current
        : undefined;
  const schema = { type: 'string', enum: versions.served, ...(usual !== undefined && { default: usual }) };
  return [{ name: versions.scheme.name, in: kind, required: isNeeded, schema }];
}

/** The current version is deprecated, since a day or as its row says: so is each operation. */
export function isDeprecated(model: Model): boolean {
  const versions = versionsOf(model);
  if (versions === undefined) return false;
  const row = model.document.versioning.versions.items.find(({ name }) => name.text === versions.current);
  return versions.deprecated.has(versions.current) || (row !== undefined && valueOf(row.status) === 'deprecated');
}

/** The headers by which every answer says when its version ends. */
export function endings(model: Model): Readonly<Record<string, Schema>> {
  const versions = versionsOf(model);
  if (versions === undefined) return {};
  const header = (name: string, days: ReadonlyMap<string, string>, word: string): readonly [string, Schema][] => {
    const served = [...days].filter(([version]) => versions.served.includes(version));
    const said = served.map(([version, day]) => (version === '' ? `${word} ${day}` : `\`${version}\` ${word} ${day}`));
    return served.length === 0 ? [] : [[name, { description: said.join(', '), schema: { type: 'string' } }]];
  };
  return Object.fromEntries([
    ...header('Deprecation', versions.deprecated, 'deprecated since'),
    ...header('Sunset', versions.sunset, 'until'),
  ]);
}
