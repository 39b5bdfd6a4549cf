// Part 5: authentication. Input: the part's sections. Output: AuthenticationPart, one scheme for each `###`. Notation, part 5.

import { diagnose } from '../diagnostics/define.ts';
import { unknownHeading } from '../diagnostics/reading.ts';
import { SCHEME, type AuthenticationPart, type Scheme } from '../notation/authentication.ts';
import { readBullets } from './bullets.ts';
import { readDescribed } from './described.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { withoutTicks } from '../base/ticked.ts';
import { endOfDocument, missingList, missingScope, readFences, readScope } from './scopes.ts';
import { keysOf, readSection } from './section.ts';
import { readStrays } from './strays.ts';
import { readTables } from './tables.ts';

const KEYS = keysOf(SCHEME);

export function readAuthentication(reading: Reading, part: PartOutline | undefined): AuthenticationPart {
  if (!part) return { scope: missingScope(reading), schemes: missingList(endOfDocument(reading)) };
  const { scope, lists } = readScope(reading, part, false);
  const strays = readStrays(reading, part, KEYS, [], "a scheme's heading");
  const mark = strays.other('schemes') ?? lists;
  strays.rest('directly under part 5');
  const read = (section: Section): Scheme | undefined => {
    const name = { text: withoutTicks(section.title.text), at: section.title.span };
    if (name.text !== '') return readScheme(reading, section, name);
    const values = { heading: '', expected: "a scheme's name" };
    reading.diagnostics.push(diagnose(unknownHeading, section.at, values));
    return undefined;
  };
  return { scope, schemes: readDescribed(reading, part, mark, read, ({ at }) => at) };
}

function readScheme(reading: Reading, section: Section, name: Scheme['name']): Scheme {
  const { scope } = readScope(reading, section, true);
  const bullets = readBullets(reading, section, KEYS, 'under a scheme');
  bullets.rest('under a scheme');
  readTables(reading, section, [], 'under a scheme');
  readFences(reading, section, []);
  return { kind: 'scheme', name, scope, ...readSection(bullets, SCHEME), at: section.at };
}
