// What the version of a request adds to each answer: since when it is deprecated, when it ends, and its name in the media type. Input: a call.
// Output: what headers have to be. Notation, part 9; https://www.rfc-editor.org/rfc/rfc9745, https://www.rfc-editor.org/rfc/rfc8594

import { beginningOf, unlikeVersions, versionsOf } from '../../analysis/document/versions.ts';
import type { Asked } from '../world/world.ts';
import { factsOf } from './causes/context.ts';
import { answering } from './causes/restrictions.ts';
import type { Word } from './match/match.ts';

/** The version that answers; null: none; undefined: nobody can tell. */
export function versionAnswering(asked: Asked): string | null | undefined {
  const versions = versionsOf(asked.world.model);
  return versions ? answering(factsOf(asked), versions) : null;
}

export function endingWord(asked: Asked | undefined, header: string): Word {
  const versions = asked && versionsOf(asked.world.model);
  const version = asked && versionAnswering(asked);
  if (!versions || version === undefined) return { kind: 'any' };
  // Of a version that is refused the answer may say why.
  if (version !== null && !versions.served.includes(version)) return { kind: 'any' };
  const isDeprecation = header.toLowerCase() === 'deprecation';
  const day = version === null ? undefined : (isDeprecation ? versions.deprecated : versions.sunset).get(version);
  if (day === undefined) return { kind: 'left out' };
  const instant = beginningOf(day);
  return { kind: 'is', value: isDeprecation ? `@${instant / 1000}` : new Date(instant).toUTCString() };
}

/** Is it another interface, of which only the current one is stated? */
export function isUnlike(asked: Asked): boolean {
  const { model } = asked.world;
  const unlike = unlikeVersions(model);
  if (unlike.length === 0) return false;
  const version = versionAnswering(asked);
  return version === undefined || (version !== null && unlike.includes(version));
}

/** The media type without the version that it names, and that version. */
export function versionIn(type: string): { readonly type: string; readonly version: string | undefined } {
  const version = /;\s*version\s*=\s*"?([^";]*)"?/i.exec(type)?.[1]?.trim();
  return { type: type.replace(/;\s*version\s*=\s*(?:"[^"]*"|[^;]*)/i, ''), version };
}
