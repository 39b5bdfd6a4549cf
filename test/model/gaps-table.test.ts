// What a gap does, in words, and beside them the kinds of facts that they speak of: the data that the gap view reads is this
// table, row by row, and each kind is in it once.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { GapEffect } from '../../src/notation/declaration.ts';
import { EFFECTS } from './gap-effects.ts';

type Row = readonly [words: string, effect: GapEffect, kinds: readonly string[]];

const HELD: readonly Row[] = [
  ['Does', 'held', ['does']],
  ['any half of Who', 'held', ['who', 'who of a move', 'visible to']],
  ['Base', 'held', ['base']],
  ['Media type', 'held', ['media type']],
  ['Body of the request', 'held', ['body']],
  ['Selects of a path parameter', 'held', ['selects of the path']],
  ['success Status', 'held', ['success status']],
  ['success Body where there is one', 'held', ['success body']],
  ['identity', 'held', ['identified by']],
  ['Type of a field that is stored, sent or shown', 'held', ['type', 'type of a parameter']],
  ['Set by of a required stored field', 'held', ['set by']],
  ['how a reference is shown', 'held', ['shown']],
  ['initial state (for create)', 'held', ['initial']],
  ['To, Only if of a move', 'held', ['to', 'only if']],
  ['Scheme, Sent in, Caller of a scheme', 'held', ['scheme', 'caller of a scheme']],
];

const MET: readonly Row[] = [
  ['Required', 'request', ['required', 'required of a parameter']],
  ['Default', 'request', ['default', 'default of a parameter']],
  [
    'Omitted / Null / Empty text / Unknown / Read-only fields',
    'request',
    ['omitted fields', 'null fields', 'empty text', 'unknown fields', 'read-only fields'],
  ],
  ['From', 'request', ['from']],
  ['Any other move', 'request', ['any other move', 'move otherwise']],
  ['When deleted, once a row refers to it', 'request', ['when deleted']],
  ["a query's Selects", 'request', ['selects of a query']],
  ["an error's Status", 'request', ['code status', 'refusal status']],
  ['a cause without an error', 'request', ['cause']],
];

const MARKED: readonly Row[] = [
  [
    'error Body, Message, Headers',
    'answer',
    ['error body', 'code body', 'refusal body', 'code message', 'code headers', 'refusal headers'],
  ],
  ['success Headers', 'answer', ['success headers']],
];

const LISTED: readonly Row[] = [
  ['Order, Pages of a list', 'several', ['order', 'pages']],
  ['Emits, Delivery', 'event', ['emits', 'emits of a move', 'delivery', 'event', 'part 6']],
];

const RESTS: readonly Row[] = [
  ['Allowed values', 'rests-on', ['allowed values', 'allowed values of a parameter']],
  ['limits', 'rests-on', ['limit', 'part 8']],
  ['Unique', 'rests-on', ['unique']],
  ['Checks', 'rests-on', ['checks']],
  ['Present', 'rests-on', ['present']],
  ['Preconditions', 'rests-on', ['preconditions']],
  ['Repeat', 'rests-on', ['repeat', 'repeat table']],
  ['Cross-origin', 'rests-on', ['cross-origin']],
  ['token lifetime and revocation', 'rests-on', ['token of a scheme']],
  ['Retry', 'rests-on', ['code retry']],
  ['Kind of a state', 'rests-on', ['kind of a state']],
  ['Deprecated, Sunset', 'rests-on', ['retirement']],
  ['versioning scheme', 'rests-on', ['versioning scheme', 'part 9']],
  ['an open list, Lists itself', 'rests-on', ['open list', 'lists', 'errors of an operation']],
  ['purpose, meaning, Compatibility', 'reported', ['purpose', 'meaning', 'compatibility', 'note on a version']],
];

/** The whole of a part of which the table names the facts, or what it does not name: held. */
const NOT_NAMED: readonly Row[] = [
  ['anything not in this table', 'held', ['part 2', 'part 3', 'part 4', 'part 5', 'resource', 'field table', 'view']],
  ['anything not in this table', 'held', ['rows', 'at least one of', 'exactly one of', 'machine', 'by', 'operation']],
  [
    'anything not in this table',
    'held',
    ['also at', 'nested names', 'headers in', 'sets of a body field', 'when of a body field'],
  ],
  ['anything not in this table', 'held', ['at least one of a body', 'exactly one of a body']],
  ['anything not in this table', 'held', ['success when', 'fact of a scheme', 'fact of versioning']],
];

/** Of what the notation has beyond the words of the table: the rule above it decides. */
const BEYOND: readonly Row[] = [
  // One request meets it, and another does not: what happens to it is not said.
  ['', 'request', ['which move', 'success otherwise', 'success without a row', 'all failed fields', 'part 7']],
  // Only a request for another version meets it, or one that names none.
  ['', 'request', ['fact of other versions', 'other versions']],
  // It is a word that an answer carries.
  // Time is refused nothing, and everybody meets what it does.
  ['', 'held', ['refused when due']],
  ['', 'answer', ['code word']],
  // A further reason to refuse restricts.
  ['', 'rests-on', ['refusal when', 'code when', 'any other change', 'headers of every answer']],
];

const ROWS = [...HELD, ...MET, ...MARKED, ...LISTED, ...RESTS, ...NOT_NAMED, ...BEYOND];

describe('what a gap does', () => {
  it.each(ROWS)('%s: %s', (_words, effect, kinds) => {
    expect(kinds.map((kind) => [kind, EFFECTS[kind]])).toEqual(kinds.map((kind) => [kind, effect]));
  });

  it('is said of each kind of fact, once', () => {
    expect(ROWS.flatMap(([, , kinds]) => kinds).toSorted()).toEqual(Object.keys(EFFECTS).toSorted());
  });

  const design = join(import.meta.dirname, '..', '..', '..', 'shared', 'design.md');
  const isThere = existsSync(design);
  if (!isThere) console.warn('SKIPPED: ../shared/design.md is absent, the words of its table are not compared');
  it.skipIf(!isThere)('is said in the words of the design', () => {
    const section = /^## 3\. [^]*?(?=^## 4\.)/m.exec(readFileSync(design, 'utf8'))![0];
    const said = ROWS.flatMap(([words]) => (words === '' ? [] : [words]));
    expect(said.filter((words) => !section.includes(words))).toEqual([]);
  });
});
