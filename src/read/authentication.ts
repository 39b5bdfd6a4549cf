// Part 5: authentication. In: the part's sections. Out: AuthenticationPart, one scheme per `###`; the values of its
// bullets are kept as written. Notation, part 5.

import { diagnose } from '../diagnostics/define.ts';
import { duplicateHeading, unknownHeading } from '../diagnostics/reading.ts';
import type { AuthenticationPart, Scheme } from '../model/authentication.ts';
import type { Slot } from '../model/status.ts';
import type { Bullets, Key } from './bullets.ts';
import { readBullets } from './bullets.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { withoutTicks } from './reading.ts';
import { endOf, endOfDocument, missingList, missingScope, readFences, readScope } from './scopes.ts';
import { readStrays } from './strays.ts';
import { readTables } from './tables.ts';

const KEYS: readonly Key[] = [
  'Scheme',
  'Sent in',
  'Caller',
  'Credentials',
  'Issued by',
  'Token lifetime',
  'Refresh',
  'Revoked when',
  'Verified by',
  'Claims',
  'Roles',
].map((name) => ({ name }));

export function readAuthentication(reading: Reading, part: PartOutline | undefined): AuthenticationPart {
  if (!part) return { scope: missingScope(reading), schemes: missingList(endOfDocument(reading)) };
  const { scope, lists } = readScope(reading, part, false);
  let mark = readStrays(reading, part, KEYS, [], "a scheme's heading").other('schemes') ?? lists;
  const byName = new Map<string, Scheme>();
  for (const section of part.sections) {
    const name = { text: withoutTicks(section.title.text), at: section.title.span };
    if (/^(?:…|\.\.\.)$/.test(name.text)) {
      mark = 'open';
      continue;
    }
    if (name.text === '') {
      const values = { heading: '', expected: "a scheme's name" };
      reading.diagnostics.push(diagnose(unknownHeading, section.at, values));
      continue;
    }
    const scheme = readScheme(reading, section, name);
    const before = byName.get(name.text);
    if (before) {
      const related = [{ at: before.at, message: 'It is described here first.' }];
      reading.diagnostics.push(diagnose(duplicateHeading, section.at, { heading: name.text }, related));
    } else byName.set(name.text, scheme);
  }
  return { scope, schemes: { items: [...byName.values()], mark, at: endOf(part.at), written: byName.size > 0 } };
}

function readScheme(reading: Reading, section: Section, name: Scheme['name']): Scheme {
  const { scope } = readScope(reading, section, true);
  const bullets = readBullets(reading, section, KEYS, 'under a scheme');
  readTables(reading, section, [], 'under a scheme');
  readFences(reading, section, []);
  return { kind: 'scheme', name, scope, facts: textFacts(bullets), at: section.at };
}

function textFacts(bullets: Bullets): Map<string, Slot<string>> {
  return new Map([...bullets.keys()].map((key) => [key, bullets.text(key)]));
}
