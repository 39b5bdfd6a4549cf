// A call before it is written: an operation with its values, each of which may come from a row, a reply or chance. Input: a draft and what
// its values are bound to. Output: the call.

import { namesInPath } from '../../analysis/document/targets.ts';
import type { LinkedOperation } from '../../model/model.ts';
import type { Call, Header } from '../exchange.ts';
import type { Row } from '../world/known.ts';
import { asJson, asText, bound, isPlain, Own, type Binding, type Drafted } from './drafted.ts';

export type Pair = readonly [name: string, value: Drafted];

export type DraftedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json' | 'form'; readonly value: Drafted }
  /** White space behind the value counts, and says nothing: so many octets in all. */
  | { readonly kind: 'padded'; readonly value: Drafted; readonly octets: number };

export interface Draft {
  /** Whose call it is; undefined: it is of no operation. */
  readonly linked: LinkedOperation | undefined;
  readonly method: string;
  /** Pieces of the path, each as text, or percent-encoded. */
  readonly path: readonly (string | { readonly value: Drafted })[];
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly body: DraftedBody;
  readonly actor: Actor;
  /** The rows that its path selects, the last one last. */
  readonly rows: readonly Row[];
}

/** Who calls, and what a call of theirs carries. */
export interface Actor {
  readonly kind: 'nobody' | 'wrong' | 'known';
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly row: Row | undefined;
  /** A person gave the credentials: no call may end them. */
  readonly isGiven?: true;
}

export const NOBODY: Actor = { kind: 'nobody', headers: [], query: [], row: undefined };

/** Throws `Unbound`. */
export function callOf(draft: Draft, binding: Binding): Call {
  const path = draft.path.map((piece) =>
    typeof piece === 'string' ? piece : encodeURIComponent(wellFormed(asText(bound(piece.value, binding)))),
  );
  const pairs = [...draft.query, ...draft.actor.query].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(asText(bound(value, binding))))}`,
  );
  const target = `${path.join('') || '/'}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  return {
    method: draft.method,
    target,
    headers: [...draft.actor.headers, ...draft.headers].map(([name, value]): Header => [
      name,
      asHeader(asText(bound(value, binding))),
    ]),
    body: bodyOf(draft.body, binding),
  };
}

/** The values in its body that no row had before. */
export function ownIn({ body }: Draft): readonly Own[] {
  return body.kind === 'json' ? ownValues(body.value) : [];
}

function ownValues(value: Drafted): readonly Own[] {
  if (value instanceof Own) return [value];
  return isPlain(value) ? Object.values(value).flatMap(ownValues) : [];
}

function bodyOf(body: DraftedBody, binding: Binding): string | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'text':
      return body.text;
    case 'json':
      return asJson(bound(body.value, binding));
    case 'padded': {
      const text = asJson(bound(body.value, binding));
      return text + ' '.repeat(Math.max(0, body.octets - Buffer.byteLength(text)));
    }
    case 'form':
      return formOf(bound(body.value, binding));
  }
}

function formOf(value: unknown): string {
  const form = new URLSearchParams();
  const put = (name: string, one: unknown): void => {
    if (Array.isArray(one)) for (const item of one) put(`${name}[]`, item);
    else if (typeof one === 'object' && one !== null && one.constructor === Object)
      for (const [key, item] of Object.entries(one)) put(name === '' ? key : `${name}[${key}]`, item);
    else form.append(name, one === null ? '' : asText(one));
  };
  put('', value);
  return form.toString();
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** A header has no control characters, and no others than Latin ones here: https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
function asHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').trim();
}

export function withoutHeader(draft: Draft, name: string): Draft {
  return { ...draft, headers: draft.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase()) };
}

/** The same call with another value of a header. */
export function withHeader(draft: Draft, name: string, value: Drafted): Draft {
  const other = withoutHeader(draft, name);
  return { ...other, headers: [...other.headers, [name, value]] };
}

/** The same call with other values of these parameters of its path. */
export function withPath(linked: LinkedOperation, draft: Draft, values: ReadonlyMap<string, Drafted>): Draft {
  // What stands between them is at every other place, behind the prefix.
  const names = namesInPath(linked.operation.path);
  const path = draft.path.map((piece, at) => {
    const name = names[at / 2 - 1];
    return name !== undefined && values.has(name) ? { value: values.get(name)! } : piece;
  });
  return { ...draft, path };
}
