// What the tests of answers share: a valid answer for each kind of fact, and what of a document an answer may not touch.

import type { Document } from '../../src/model/document.ts';
import { OPERATION } from '../../src/notation/operation.ts';
import { REPEAT_RULES } from '../../src/notation/repeat.ts';
import { STATE } from '../../src/notation/states.ts';
import type { Fact } from '../../src/analysis/gaps/slots/fact.ts';
import type { Written } from '../../src/print/print.ts';

const TEXT = 'as the operator says';

/** One of the forms of the kind. */
const ANSWERS: Readonly<Record<string, string>> = {
  lists: 'complete unless marked',
  purpose: 'It keeps notes.\n\nOf all sorts.',
  'part 2': '### Mote\n- Identified by: `id`\n\n| Field | Type |\n|---|---|\n| `id` | uuid |',
  'part 3': '### Note.state\n\n| State | Kind |\n|---|---|\n| `open` | initial |',
  'part 4': '### GET /motes\n- Does: none',
  'part 5': '### key\n- Scheme: API key',
  'part 6': '### made\n- When: a note is made',
  'part 7': '- Error body: `{"error": <code>}`',
  'part 8': '| Limit | Value | Per | When exceeded |\n|---|---|---|---|\n| Calls | 10 per minute | caller | `slow` |',
  'part 9': '- Scheme: none\n- Current version: none\n- Compatibility: none',
  'open list': 'none',
  resource: '- Identified by: none\n\n| Field | Type |\n|---|---|\n| `id` | uuid |',
  'identified by': '`id`',
  'field table': '| Field | Type |\n|---|---|\n| `id` | uuid |',
  view: '`id`',
  unique: '`id`',
  'when deleted': 'none',
  rows: 'fixed',
  'at least one of': '`id`, `other`',
  'exactly one of': '`id`, `other`',
  type: 'one of `a`, `b`',
  required: 'yes',
  present: 'always',
  'set by': 'caller',
  'allowed values': 'any',
  default: 'none',
  shown: 'Note by `id`',
  meaning: 'what it | is',
  machine: '| State | Kind |\n|---|---|\n| `open` | initial |',
  initial: '`open`',
  'kind of a state': 'final',
  from: '`open`',
  to: 'same',
  by: 'none',
  'who of a move': 'anyone',
  'visible to': '`id` = 1',
  'only if': 'none',
  'emits of a move': 'none',
  'any other move': '`wrong`',
  'any other change': '`wrong`',
  'which move': 'not (there is Thing (`a` = `x`))',
  'refused when due': 'there is no Thing (`a` = `x`)',
  'move otherwise': 'any | same | `POST /things/{id}` | none | none',
  operation: '- Does: none\n- Who: anyone',
  base: 'none',
  'also at': '`/n`',
  'media type': '`application/json`',
  'nested names': 'dots',
  does: 'none',
  who: 'anyone',
  checks: 'body',
  'headers in': 'none',
  'headers of every answer': '`X-Served: yes`',
  'omitted fields': 'kept',
  'null fields': 'cleared',
  'empty text': 'kept',
  'unknown fields': 'refused',
  'read-only fields': 'ignored',
  repeat: 'safe',
  'repeat table': '| Repeat | Statement |\n|---|---|\n| Header | `Idempotency-Key` required |',
  preconditions: 'none',
  order: 'newest first',
  pages: 'none',
  body: 'none',
  'at least one of a body': 'none',
  'exactly one of a body': 'none',
  emits: 'none',
  'errors of an operation': 'none',
  'cross-origin': 'none',
  'selects of the path': 'Note by `id`',
  'type of a parameter': 'string',
  'required of a parameter': 'no',
  'default of a parameter': 'none',
  'allowed values of a parameter': 'any',
  'selects of a query': '`id` = value',
  'when of a body field': 'none',
  'sets of a body field': 'none',
  'success status': '204',
  'success otherwise': '200 | moved | none',
  'success without a row': '204 | unchanged | none',
  'success when': 'found',
  'success body': 'none',
  'success headers': 'none',
  'refusal status': '404',
  'refusal when': '`wrong`',
  'refusal body': 'none',
  'refusal headers': 'none',
  scheme: 'API key',
  'caller of a scheme': 'none',
  'token of a scheme': '14 days',
  'fact of a scheme': TEXT,
  delivery: TEXT,
  event: 'none',
  'error body': '`{"error": <code>}`',
  'all failed fields': 'yes',
  'code status': '404',
  'code when': 'internal',
  'code body': 'none',
  'code message': TEXT,
  'code headers': 'none',
  'code word': TEXT,
  'code retry': 'yes',
  cause: '`new_code` 404',
  limit: 'none',
  'versioning scheme': 'path prefix',
  retirement: '2030-01-01',
  compatibility: TEXT,
  'fact of versioning': TEXT,
  'fact of other versions': 'the current version',
  'note on a version': 'none',
  'other versions': 'none',
};

/** Kinds that speak of several bullets, by their keys. */
const BY_KEY: Readonly<Record<string, string>> = {
  'Revoked when': 'by the operator',
  Claims: '`sub` to roles',
  'Sent as': '`POST` to `Hook.url`',
  Accepted: '200',
  Tries: '5',
  Waits: '15 minutes',
  'Time-out': '15 minutes',
  Order: 'as they happened',
  Signature: 'none',
  'Current version': '`1`',
  'version 1: Date': '2026-01-31',
  'version 1: Status': 'supported',
  'Supported versions': '`1`',
};

/** Where a part of the statement is there already, or a table is asked for. */
export function answerFor({ kind, of, slot, table, head }: Fact): string {
  if (of === OPERATION.who && slot?.status === 'stated') return '`id` = `1`';
  if (of === OPERATION.pages && slot?.status === 'stated') return '20';
  if (of === STATE.columns.kind && !slot && !table) return '| `open` | initial |\n| `shut` | final |';
  if (of === REPEAT_RULES.header) return '`X-Key` required';
  // Of a whole section.
  if (kind === 'scheme' && head !== 'Scheme') return '- Scheme: API key';
  if (kind === 'delivery' && !Object.hasOwn(BY_KEY, head ?? '')) return '- Sent as: `POST` to `Hook.url`';
  return BY_KEY[head ?? ''] ?? ANSWERS[kind]!;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

interface Piece {
  readonly at: Place;
  readonly words: string;
}

/** Every slot and name of a document that is written, wherever it stands. */
function piecesOf(value: unknown, source: string, found: Piece[] = []): Piece[] {
  if (typeof value !== 'object' || value === null) return found;
  if ('at' in value && 'text' in value && (value as { status?: string }).status !== 'absent') {
    const { at, text, status } = value as { at: Place; text: string; status?: string };
    const end = at.start + source.slice(at.start, at.end).trimEnd().length;
    found.push({ at: { start: at.start, end }, words: `${status ?? 'name'}: ${text.trimEnd()}` });
  }
  const inner = value instanceof Map ? [...value.values()] : Object.values(value);
  for (const one of inner) piecesOf(one, source, found);
  return found;
}

const touches = (one: Place, other: Place): boolean =>
  one.start === one.end || other.start === other.end
    ? one.start <= other.end && other.start <= one.end
    : one.start < other.end && other.start < one.end;

const isIn = (at: Place, place: Place | undefined): boolean =>
  place !== undefined && place.start <= at.start && at.end <= place.end;

const told = ({ start, end }: Place, words: string): string => `${start}-${end} ${words}`;

/** What the answer did not touch, before and after it, by places of the new text. They are equal, or it touched more. */
export function untouched(
  before: Document,
  after: Document,
  fact: Fact,
  { edits }: Extract<Written, { kind: 'written' }>,
): readonly [readonly string[], readonly string[]] {
  let moved = 0;
  const inserted = edits.map(({ at, text }) => {
    const start = at.start + moved;
    moved += text.length - (at.end - at.start);
    return { start, end: start + text.length };
  });
  const shift = (place: number): number =>
    edits.reduce(
      (sum, { at, text }) =>
        (at.end <= place && at.start < place) || (at.start === place && at.end === place)
          ? sum + text.length - (at.end - at.start)
          : sum,
      place,
    );
  const slot = fact.slot?.status === 'absent' ? undefined : fact.slot?.at;
  const isOwn = (at: Place): boolean =>
    isIn(at, slot) ||
    edits.some((one) =>
      one.at.start === one.at.end
        ? (at.start < one.at.start && one.at.start < at.end) || (at.start === at.end && at.start === one.at.start)
        : touches(one.at, at),
    );
  const old = piecesOf(before, before.source)
    .filter(({ at }) => !isOwn(at))
    .map(({ at, words }) =>
      told({ start: shift(at.start), end: at.start === at.end ? shift(at.start) : shift(at.end - 1) + 1 }, words),
    );
  const own = slot && { start: slot.start, end: slot.end + moved };
  const isNew = (at: Place): boolean =>
    isIn(at, own) ||
    inserted.some((one) =>
      at.start === at.end
        ? one.start <= at.start && at.start <= one.end
        : one.start < at.end && at.start < one.end && one.start < one.end,
    );
  const now = piecesOf(after, after.source)
    .filter(({ at }) => !isNew(at))
    .map(({ at, words }) => told(at, words));
  return [old.toSorted(), now.toSorted()];
}
