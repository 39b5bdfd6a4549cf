// What may be written about versions. In: a model and the key of a bullet or the head of a column. Out: forms with the
// versions and codes of the document. Notation, part 9.

import { ticked } from '../../../base/ticked.ts';
import type { Model } from '../../model.ts';
import { codesOf, few } from './names.ts';
import { formsOf } from '../forms.ts';

export function versioningForms(model: Model, head: string | undefined): readonly string[] {
  // `version v1: Date` is a cell of the Version table.
  const key = head?.split(': ').at(-1) ?? '';
  switch (key) {
    case 'Current version':
      return [...versionsOf(model), 'a version: `…`'];
    case 'Supported versions':
      return [...versionsOf(model), 'versions: `…`, `…`'];
    case 'Missing version':
    case 'Unknown version':
      return [
        'the current version',
        ...versionsOf(model, (version) => `version ${version}`),
        ...few(
          codesOf(model).map((code) => `refused ${code}`),
          'codes of part 7',
        ),
        'refused with a code that gets a row in part 7: refused `…`',
      ];
    case 'Date':
      return ['a day: …'];
    case 'Status':
      return ['current', 'supported', 'deprecated', 'withdrawn', 'preview'];
    default:
      return formsOf('fact of versioning');
  }
}

/** Deprecated, Sunset. */
export function retirementForms(model: Model): readonly string[] {
  return ['a day: …', ...versionsOf(model, (version) => `${version} on …`), 'none'];
}

function versionsOf(model: Model, write = (version: string): string => version): readonly string[] {
  return few(
    model.document.versioning.versions.items.map(({ name }) => write(ticked(name.text))),
    'versions',
  );
}
