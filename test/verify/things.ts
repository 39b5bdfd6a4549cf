// A service written by hand that keeps things, its document, and what `verify` sees of it.

import { verify } from '../../src/verify/verify.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import type { Answer, Asked, Handler } from './by-hand.ts';
import {
  bullets,
  creates,
  documentOf,
  errors,
  ID,
  lists,
  modelOf,
  reads,
  resource,
  TOLERANT,
  updates,
  type Bullets,
} from './document.ts';

export const seen = (verdict: Verdict): readonly string[] => [
  ...verdict.findings.map(({ class: kind, operation, expected, got }) => `${kind}, ${operation}: ${expected}; ${got}`),
  ...verdict.invented.filter(({ isComplete }) => isComplete).map(({ what, name, at }) => `${what} ${name}, ${at}`),
];

export async function verdictOn(document: string, url: URL, seed = 3, requests = 300): Promise<Verdict> {
  return verify(modelOf(document), { url, seed, requests, time: 15_000 });
}

export const TITLE = '`title` | string(1..40)';

export const HIDDEN_ID = '`id` | integer | yes | service, hidden: new id';
export const ADDRESS = '`url` | string | yes | service: address of `GET /things/{id}`';
/** Nothing but its address tells a thing apart. */
export const BY_ADDRESS: readonly string[] = [HIDDEN_ID, TITLE, ADDRESS];

export const MISSING = '`missing` | 404 | no such Thing';
export const INVALID = '`invalid` | 400 | any field missing, any field invalid';

export interface Stated {
  readonly lists?: string;
  readonly fields?: readonly string[];
  /** The whole of its section. */
  readonly thing?: string;
  /** Resources besides. */
  readonly resources?: string;
  /** Bullets of all operations. */
  readonly all?: Bullets;
  readonly create?: string;
  readonly list?: string;
  readonly read?: string;
  /** Operations besides. */
  readonly operations?: string;
  readonly authentication?: string;
  readonly states?: string;
  readonly codes?: readonly string[];
  /** Columns of the table of codes. */
  readonly heads?: string;
  /** Bullets of part 7. */
  readonly errors?: Bullets;
}

export function things({
  fields = [ID, TITLE],
  thing = resource('Thing', fields),
  resources = '',
  create = creates('Thing'),
  list = lists('Thing'),
  read = reads('Thing'),
  operations = '',
  codes = [MISSING, INVALID],
  ...stated
}: Stated = {}): string {
  return documentOf({
    ...stated,
    resources: thing + resources,
    all: bullets({ ...TOLERANT, ...stated.all }),
    operations: create + list + read + operations,
    errors: errors(codes, { 'Error body': '`{"error": <code>}`', ...stated.errors }, stated.heads),
  });
}

/** Their list comes in pages by a cursor; `list`: its bullets. */
export function paged(list: Bullets = {}): string {
  const usual = {
    Order: '`title` ascending',
    Pages: 'after `after`, before `before`, size `size`; default 2; cursor is opaque',
    Answers: '200 found, `{"items": array of Thing, "next": <next>}`',
  };
  return things({
    list: lists('Thing', { ...usual, ...list }),
    operations: updates('Thing'),
    codes: [MISSING, INVALID, '`query` | 400 | invalid query'],
  });
}

export interface Thing {
  readonly id: number;
  readonly title: string;
}

/** Things in memory; what is not of theirs is answered by `otherwise`. */
export function keeper(
  made: (thing: Thing, asked: Asked) => Answer = (thing) => ({ status: 201, body: thing }),
  otherwise: Handler = () => ({ status: 404 }),
): Handler {
  const rows: Thing[] = [];
  return (asked) => {
    const { method, path, json, text } = asked;
    const isReading = method === 'GET' || method === 'HEAD';
    if (path === '/things' && isReading) return { status: 200, body: rows };
    const id = /^\/things\/(\d+)$/.exec(path)?.[1];
    const row = rows.find((one) => one.id === Number(id));
    if (isReading && /^\/things\/[^/]+$/.test(path))
      return row ? { status: 200, body: row } : { status: 404, body: { error: 'missing' } };
    if (path !== '/things' || method !== 'POST') return otherwise(asked);
    if (json === undefined && jsonIsBroken(text)) return { status: 422 };
    const title = json?.['title'];
    if (typeof title !== 'string' || title === '' || [...title].length > 40)
      return { status: 400, body: { error: 'invalid' } };
    const thing = { id: 7 + 3 * rows.length, title };
    rows.push(thing);
    return made(thing, asked);
  };
}

function jsonIsBroken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
