// Part 5: authentication. In: the part's sections. Out: AuthenticationPart, one scheme per `###`; what its
// bullets say is kept as written, once its grammar has understood it. Notation, part 5.

import { diagnose } from '../diagnostics/define.ts';
import { unknownHeading } from '../diagnostics/reading.ts';
import { SCHEMES, type AuthenticationPart, type Scheme } from '../notation/authentication.ts';
import type { Slot } from '../notation/slot.ts';
import type { Bullets, Key } from './bullets.ts';
import { readBullets } from './bullets.ts';
import { readDescribed } from './described.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { withoutTicks } from './reading.ts';
import { endOfDocument, missingList, missingScope, readFences, readScope } from './scopes.ts';
import type { SlotRule } from '../notation/grammar/slot-rule.ts';
import { oneOf } from './slots.ts';
import { readStrays } from './strays.ts';
import { readTables } from './tables.ts';
import * as words from '../notation/values/authentication.ts';
import { parseCallerResource, parseLifetime, parseSentIn } from '../notation/values/schemes.ts';

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

const SCHEME = oneOf(SCHEMES);

const RULES: ReadonlyMap<string, SlotRule<string>> = new Map<string, SlotRule<string>>([
  ['Scheme', { ...SCHEME, none: false }],
  ['Sent in', { parse: parseSentIn, forms: 'header `Authorization: Bearer {token}`, query `key` or cookie `session`' }],
  ['Caller', { parse: parseCallerResource, forms: 'a resource, or `none`' }],
  ['Credentials', { parse: words.parseCredentials, forms: words.CREDENTIALS_FORMS }],
  ['Issued by', { parse: words.parseIssuedBy, forms: words.ISSUER_FORMS }],
  ['Refresh', { parse: words.parseRefresh, forms: words.REFRESH_FORMS }],
  ['Revoked when', { parse: words.parseRevokedWhen, forms: words.REVOKED_FORMS }],
  ['Verified by', { parse: words.parseVerifiedBy, forms: words.VERIFIED_FORMS }],
  ['Claims', { parse: words.parseClaims, forms: words.CLAIMS_FORMS }],
  ['Roles', { parse: words.parseRoles, forms: words.ROLES_FORMS }],
  ['Token lifetime', { parse: parseLifetime, any: true, forms: 'a length of time: `14 days`, or `none`' }],
]);

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
  return { kind: 'scheme', name, scope, facts: textFacts(bullets), at: section.at };
}

/** A key whose forms the notation names is read by them; the others are kept as written. */
function textFacts(bullets: Bullets): Map<string, Slot<string>> {
  return new Map(
    [...bullets.keys()].map((key) => {
      const rule = RULES.get(key);
      return [key, rule ? bullets.slot(key, rule) : bullets.text(key)];
    }),
  );
}
