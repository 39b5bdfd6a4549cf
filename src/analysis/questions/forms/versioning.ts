// What may be written about versions. Input: a model. Output: forms with the versions and codes of the document, by
// declaration. Notation, part 9.

import { ticked } from '../../../base/ticked.ts';
import type { AnyDeclaration } from '../../../notation/declaration.ts';
import { VERSIONING } from '../../../notation/versioning.ts';
import type { Model } from '../../../model/model.ts';
import { codesOf, few } from './names.ts';

type Offers = (here: { readonly model: Model }) => readonly string[];

const otherwise: Offers = ({ model }) => [
  'the current version',
  ...versionsOf(model, (version) => `version ${version}`),
  ...few(
    codesOf(model).map((code) => `refused ${code}`),
    'codes of part 7',
  ),
  'refused with a code that gets a row in part 7: refused `…`',
];

const retirement: Offers = ({ model }) => ['a day: …', ...versionsOf(model, (version) => `${version} on …`), 'none'];

export const VERSION_FORMS: readonly (readonly [AnyDeclaration, Offers])[] = [
  [VERSIONING.currentVersion, ({ model }) => [...versionsOf(model), 'a version: `…`']],
  [VERSIONING.supportedVersions, ({ model }) => [...versionsOf(model), 'versions: `…`, `…`']],
  [VERSIONING.deprecated, retirement],
  [VERSIONING.sunset, retirement],
  [VERSIONING.missingVersion, otherwise],
  [VERSIONING.unknownVersion, otherwise],
];

function versionsOf(model: Model, write = (version: string): string => version): readonly string[] {
  return few(
    model.document.versioning.versions.items.map(({ name }) => write(ticked(name.text))),
    'versions',
  );
}
