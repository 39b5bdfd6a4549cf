// The answer to a request that meets a gap: 501 as problem details, always marked. Input: what holds it. Output: bytes.
// https://www.rfc-editor.org/rfc/rfc9457, https://www.rfc-editor.org/rfc/rfc9651

import type { Held } from '../plan/plan.ts';
import { respond, type Exchange, type Headers } from './respond.ts';

const TITLES: Readonly<Record<Held['type'], string>> = {
  gap: 'The interface document does not say what happens here.',
  unreadable: 'The interface document says something here in a form that cannot be read.',
  unsupported: 'The interface document states something here that this runtime does not support yet.',
  error: 'The interface document has an error here.',
};

/** Answers held requests, and marks the answers that rest on gaps. */
export interface Holds {
  /** Several gaps can hold one request: all of them are named. */
  answer(exchange: Exchange, held: readonly Held[]): void;
}

interface Bytes {
  readonly headers: Headers;
  readonly body: string;
  readonly gaps: readonly string[];
}

export function compileHolds(questions: Readonly<Record<string, string>>): Holds {
  const known = new WeakMap<Held, Bytes>();
  return {
    answer(exchange, held) {
      const single = held.length === 1 ? held[0]! : undefined;
      let bytes = single && known.get(single);
      if (bytes === undefined) {
        bytes = build(held, questions);
        if (single) known.set(single, bytes);
      }
      exchange.counted?.held(bytes.gaps);
      respond(exchange, 501, bytes.headers, bytes.body, bytes.gaps, 'held');
    },
  };
}

function build(held: readonly Held[], questions: Readonly<Record<string, string>>): Bytes {
  const ids = [...new Set(held.flatMap((each) => each.by))];
  const type = held.some((each) => each.type === 'gap') ? 'gap' : held[0]!.type;
  const gaps = ids.map((id) => (Object.hasOwn(questions, id) ? { id, question: questions[id] } : { id }));
  return {
    headers: [
      'Content-Type',
      'application/problem+json',
      'Cache-Control',
      'no-store',
      'Ninefold-Gap',
      listOfStrings(ids),
    ],
    body: JSON.stringify({ type: `urn:ninefold:${type}`, title: TITLES[type], status: 501, gaps }),
    gaps: ids,
  };
}

/** RFC 9651, sections 3.1 and 3.3.3: a list of strings; only visible ASCII and spaces are allowed in one. */
export function listOfStrings(texts: readonly string[]): string {
  return texts
    .map(
      (text) =>
        `"${text
          .toWellFormed()
          .replace(/[^\x20-\x7e]+/gu, encodeURIComponent)
          .replace(/["\\]/g, '\\$&')}"`,
    )
    .join(', ');
}

/** The headers that mark an answer which rests on gaps or on assumptions; none when the operator switched marks off. */
export function markHeaders(marks: readonly string[], assumed: readonly string[], on: boolean): Headers {
  if (!on) return [];
  return [
    ...(marks.length > 0 ? ['Ninefold-Gap', listOfStrings(marks)] : []),
    ...(assumed.length > 0 ? ['Ninefold-Assumed', listOfStrings(assumed)] : []),
  ];
}

const NOTHING: readonly string[] = [];

/** What all answers of an operation rest on, and what this one does beside. */
export function allAssumed(shared: readonly string[] = NOTHING, own: readonly string[] = NOTHING): readonly string[] {
  return own.length === 0 ? shared : [...new Set([...shared, ...own])];
}
