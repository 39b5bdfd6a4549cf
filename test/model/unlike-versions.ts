// Is another version than the current one served, and is it not stated that both show the same? Input: a document. Output: so it is.

import type { Document } from '../../src/model/document.ts';
import { valueOf } from '../../src/notation/slot.ts';

export function hasUnlikeVersions({ versioning: { facts, versions, changes } }: Document): boolean {
  const current = valueOf(facts.currentVersion)?.version.text;
  const listed = valueOf(facts.supportedVersions)?.map(({ text }) => text);
  const rows = versions.items.filter(({ status }) => !['withdrawn', undefined].includes(valueOf(status)));
  const served = listed ?? rows.map(({ name }) => name.text);
  const isSame = changes.mark === 'closed' && changes.items.length === 0;
  return current !== undefined && !isSame && served.some((name) => name !== current);
}
