// Answers with a tag. Input: the tag of a plan, the answer to a request. Output: the answer with its tag, or 304 where If-None-Match
// names it. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 and 15.4.5; docs/http-floor.md

import type { AnswerPlan, Output } from '../plan/output.ts';
import { parametersOf } from '../sql/walk.ts';
import type { Row } from '../store/store.ts';
import { floorRow } from './floor.ts';
import type { Exchange, Headers } from './respond.ts';
import { isAmong, tagOf } from './tags.ts';

export interface Tagged {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | undefined;
}

export interface Untagged extends Omit<Tagged, 'body'> {
  readonly row: Row;
  body(): string | undefined;
  /** The headers of the row of the Status table for 304, where there is one. */
  unchanged(): Headers;
}

type Tagging = (exchange: Exchange, answer: Untagged) => Tagged;

export function compileTagging(
  { tag: plan, body: output }: AnswerPlan,
  columns: ReadonlyMap<string, number>,
): Tagging | undefined {
  if (plan === undefined) return undefined;
  const places = plan.row && { key: columns.get(plan.row.key)!, version: columns.get(plan.row.version)! };
  const kept = keeping();
  const known = places && (output === undefined || isOfRow(output)) ? new KnownTags(places.key) : undefined;
  return ({ request }, answer) => {
    const { row } = answer;
    let body: string | undefined;
    let tag = known?.of(row);
    if (tag === undefined) {
      body = answer.body();
      const named = places && { key: Number(row[places.key]), version: Number(row[places.version]) };
      tag = tagOf(named, body ?? '');
      known?.keep(row, tag, body?.length ?? 0);
    }
    const wanted = plan.conditional ? request.headers['if-none-match'] : undefined;
    if (wanted !== undefined && isAmong(wanted, tag)) {
      const headers = [...withOwn(kept(answer.headers), answer.unchanged()), 'ETag', tag];
      return { status: NOT_MODIFIED, headers, body: undefined };
    }
    const headers = plan.sent ? [...answer.headers, 'ETag', tag] : answer.headers;
    return { status: answer.status, headers, body: body ?? answer.body() };
  };
}

/** So many characters of rows are kept, of each answer; a longer one is not. */
const MOST = 1_000_000;
const LONGEST = 10_000;

/** Tags of rows that were shown last. What is shown of a row that has all the values it had then is what was shown then. */
class KnownTags {
  readonly #key: number;
  readonly #tags = new Map<Row[number], { readonly row: Row; readonly tag: string; readonly length: number }>();
  #length = 0;

  constructor(key: number) {
    this.#key = key;
  }

  of(row: Row): string | undefined {
    const known = this.#tags.get(row[this.#key]!);
    if (known === undefined) return undefined;
    for (let place = 0; place < row.length; place += 1) if (row[place] !== known.row[place]) return undefined;
    return known.tag;
  }

  keep(row: Row, tag: string, length: number): void {
    const key = row[this.#key]!;
    const before = this.#tags.get(key);
    if (before !== undefined) this.#drop(key, before.length);
    if (length > LONGEST) return;
    this.#tags.set(key, { row, tag, length: length + tag.length });
    this.#length += length + tag.length;
    for (const [oldest, one] of this.#tags) {
      if (this.#length <= MOST) return;
      this.#drop(oldest, one.length);
    }
  }

  #drop(key: Row[number], length: number): void {
    this.#tags.delete(key);
    this.#length -= length;
  }
}

/** Does the row alone say what is shown, and nothing of the request or of the moment? */
function isOfRow(output: Output): boolean {
  switch (output.kind) {
    case 'column':
    case 'literal':
      return true;
    case 'computed':
      return parametersOf(output.expr).length === 0;
    case 'embedded':
    case 'nested rows':
      return isOfRow(output.of);
    case 'word':
      return output.word === 'base';
    case 'text':
      return output.parts.every((part) => typeof part === 'string' || !('word' in part) || part.word === 'base');
    case 'list':
      return output.items.every(isOfRow);
    case 'object':
      return output.pairs.every(
        ({ key, value, present }) =>
          typeof key === 'string' &&
          (typeof present === 'string' || parametersOf(present).length === 0) &&
          isOfRow(value),
      );
    case 'rows':
    case 'beside':
    case 'chosen':
    case 'either':
      return false;
  }
}

/** What 200 would have sent of these goes with 304, and of marks; all else is about a body that the client has. */
const KEPT: ReadonlySet<string> = new Set(['cache-control', 'content-location', 'expires', 'vary']);

const NOT_MODIFIED = floorRow('not modified').status;

/** Of headers that are the same for all answers it is found out once. */
function keeping(): (usual: Headers) => Headers {
  let [last, found]: Headers[] = [[], []];
  return (usual) => {
    if (usual === last) return found!;
    last = usual;
    found = pairs(usual).flatMap((pair) => {
      const lower = pair[0].toLowerCase();
      return KEPT.has(lower) || lower.startsWith('ninefold-') ? pair : [];
    });
    return found;
  };
}

/** The row's own word counts. */
function withOwn(kept: Headers, own: Headers): Headers {
  if (own.length === 0) return kept;
  const said = new Set(pairs(own).map(([name]) => name.toLowerCase()));
  return [...pairs(kept).flatMap((pair) => (said.has(pair[0].toLowerCase()) ? [] : pair)), ...own];
}

function pairs(headers: Headers): readonly (readonly [string, string])[] {
  return headers.flatMap((name, place) => (place % 2 === 0 ? [[name, headers[place + 1]!] as const] : []));
}
