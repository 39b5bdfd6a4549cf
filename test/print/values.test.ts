// Law 3 for single values: what the grammar can say is printed so that it is read as the same again, in a cell and on a
// line. Sentences come from the grammar of docs/notation.md, so a new form without its printer is seen here.

import { UNKNOWN_FIELDS } from '../../src/notation/values/unknown-fields.ts';
import { describe, expect, test } from 'vitest';

import { ticked } from '../../src/base/ticked.ts';
import {
  DAY,
  OTHER_VERSION,
  RETIREMENT,
  VERSION_NAME,
  VERSION_NAMES,
  VERSION_SCHEME,
  type VersionChange,
} from '../../src/notation/values/versions.ts';
import { CLAIMS, CREDENTIALS, ISSUER, REFRESH, REVOKED, ROLES } from '../../src/notation/values/authentication.ts';
import {
  ACCEPTED,
  DELIVERY_ORDER,
  DUPLICATES,
  GIVEN_UP,
  SENT_AS,
  TRIES,
  WAITS,
} from '../../src/notation/values/delivery.ts';
import { OCCASIONS } from '../../src/notation/values/occasions.ts';
import { ENVELOPE, SIGNATURE } from '../../src/notation/values/signatures.ts';
import { printBody, printPayload } from '../../src/notation/values/bodies.ts';
import { printChecks } from '../../src/notation/values/policies.ts';
import { ERROR_STATUS, printCrossOrigin, printHeaders, printMediaType } from '../../src/notation/values/answers.ts';
import { ONE_ANSWER } from '../../src/notation/values/one-answer.ts';
import { HEADERS_IN } from '../../src/notation/values/headers-in.ts';
import { PRECONDITIONS } from '../../src/notation/values/preconditions.ts';
import { KEPT_ANSWERS, KEY_HEADER, KEY_SCOPE } from '../../src/notation/values/repeat-rules.ts';
import { printPages, printSelects } from '../../src/notation/values/lists.ts';
import { printPolicy, printRepeat } from '../../src/notation/values/policies.ts';
import { printStatus, printWhen } from '../../src/notation/values/answers.ts';
import { printAnyOtherMove, printBy, printFrom, printTo } from '../../src/notation/values/moves.ts';
import { printCauses } from '../../src/notation/values/cause-kinds.ts';
import { printCondition } from '../../src/notation/values/conditions.ts';
import { ORDER } from '../../src/notation/values/ordering.ts';
import { printDeletionRules } from '../../src/notation/values/deletion.ts';
import { printEffects } from '../../src/notation/values/effects.ts';
import { CALLER, LIFETIME, SENT_IN } from '../../src/notation/values/schemes.ts';
import { printUnique } from '../../src/notation/values/unique.ts';
import { escaped } from '../../src/print/markdown.ts';
import { FIELD_DEFAULT } from '../../src/notation/values/field-defaults.ts';
import { FIELD_LISTS, ticks } from '../../src/notation/values/names.ts';
import { printDuration } from '../../src/notation/values/durations.ts';
import { LIMIT_APPLIES_TO } from '../../src/notation/values/limited-calls.ts';
import { LIMIT_PER, LIMIT_VALUE, WHEN_EXCEEDED } from '../../src/notation/values/limits.ts';
import { printLiteral } from '../../src/notation/values/literals.ts';
import { DECIDED_WHEN } from '../../src/notation/values/decisions.ts';
import { printSetBy } from '../../src/notation/values/rules.ts';
import { printShape } from '../../src/notation/values/shapes.ts';
import { printConstraints } from '../../src/notation/values/constraints.ts';
import { printPresence, printRequired } from '../../src/notation/values/requirements.ts';
import { printType } from '../../src/notation/values/field-types.ts';
import { VERIFIED } from '../../src/notation/values/verification.ts';
import { printWho } from '../../src/notation/values/who.ts';
import { readInline } from '../../src/read/inline.ts';
import { parsers } from '../grammar/bindings.ts';
import { readNotationGrammar } from '../grammar/ebnf.ts';
import { Sentences } from '../grammar/sentences.ts';
import { Random } from '../laws/random.ts';
import { meaning } from './meaning.ts';

/** A row is printed as it is written; this shows that its value lacks nothing of it. */
function printVersionChange(change: VersionChange): string {
  if (change.kind === 'state') return `state ${ticks([change.state])} shown as ${ticks([change.shownAs])}`;
  const field = ticked(`${change.owner.text}.${change.field.text}`);
  if (change.kind === 'renamed') return `${field} was ${ticks([change.was])}`;
  return change.default ? `${field} new, default ${printLiteral(change.default)}` : `${field} new`;
}

const PRINTERS: Readonly<Record<string, (value: never) => string>> = {
  answers: ONE_ANSWER.print,
  any_other_move: printAnyOtherMove,
  body_fact: printBody,
  payload: printPayload,
  sent_in: SENT_IN.print,
  caller_resource: CALLER.print,
  lifetime: LIFETIME.print,
  preconditions: PRECONDITIONS.print,
  headers_in: HEADERS_IN.print,
  key_header: KEY_HEADER.print,
  repeat_scope: KEY_SCOPE.print,
  kept_answers: KEPT_ANSWERS.print,
  credentials: CREDENTIALS.print,
  issued_by: ISSUER.print,
  refresh: REFRESH.print,
  revoked_when: REVOKED.print,
  verified_by: VERIFIED.print,
  claims: CLAIMS.print,
  roles: ROLES.print,
  sent_as: SENT_AS.print,
  accepted: ACCEPTED.print,
  tries: TRIES.print,
  waits: WAITS.print,
  delivery_order: DELIVERY_ORDER.print,
  signature: SIGNATURE.print,
  envelope: ENVELOPE.print,
  duplicates: DUPLICATES.print,
  given_up: GIVEN_UP.print,
  happening: OCCASIONS.print,
  version: VERSION_NAME.print,
  versions: VERSION_NAMES.print,
  day: DAY.print,
  retirement: RETIREMENT.print,
  other_version: OTHER_VERSION.print,
  version_change: printVersionChange,
  limit_value: LIMIT_VALUE.print,
  limit_per: LIMIT_PER.print,
  applies_to: LIMIT_APPLIES_TO.print,
  when_exceeded: WHEN_EXCEEDED.print,
  version_scheme: VERSION_SCHEME.print,
  by: printBy,
  causes: printCauses,
  checks: printChecks,
  condition: printCondition,
  constraints: printConstraints,
  cross_origin: printCrossOrigin,
  deletion_rules: printDeletionRules,
  duration: printDuration,
  effects: printEffects,
  empty_text_policy: printPolicy,
  field_policy: printPolicy,
  unknown_fields: UNKNOWN_FIELDS.print,
  field_type: printType,
  from: printFrom,
  header_values: printHeaders,
  literal: printLiteral,
  media_type: printMediaType,
  field_default: FIELD_DEFAULT.print,
  names: ticks,
  field_lists: FIELD_LISTS.print,
  order: ORDER.print,
  pages: printPages,
  presence: printPresence,
  repeat: printRepeat,
  required: printRequired,
  selects: printSelects,
  decided_when: DECIDED_WHEN.print,
  set_by: printSetBy,
  shape: printShape,
  error_status: ERROR_STATUS.print,
  status_code: printStatus,
  status_when: printWhen,
  to: printTo,
  unique: printUnique,
  who: printWho,
  yes_no: (yes: never) => (yes ? 'yes' : 'no'),
};

const grammar = readNotationGrammar();
const parsersBySymbol = await parsers();

describe('every value of the grammar is printed as it was', () => {
  test('no parser is without its printer', () => {
    expect(Object.keys(PRINTERS).toSorted()).toEqual([...parsersBySymbol.keys()].toSorted());
  });

  test.each(Object.keys(PRINTERS))('%s', (symbol) => {
    const parse = parsersBySymbol.get(symbol)!;
    const print = PRINTERS[symbol]!;
    const sentences = new Sentences(grammar, new Random(9));
    for (let size = 0; size < 200; size += 1) {
      const sentence = sentences.sentence(symbol, 3 + (size % 8));
      const before = parse(readInline(sentence, 0, sentence.length, false));
      if (!before.ok) continue;
      for (const cell of [true, false]) {
        const printed = escaped(print(before.value as never), cell);
        const after = parse(readInline(printed, 0, printed.length, cell).trim());
        const what = `${sentence} → ${printed}`;
        expect(after.ok ? meaning(after.value) : after, what).toEqual(meaning(before.value));
      }
    }
  });
});
