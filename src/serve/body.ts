// The body of a request. Input: a stream of octets, of any length and speed. Output: JSON, or why it is none. No more than the
// operator's bound is ever kept; what comes after a refusal is read and dropped, so that the answer reaches the client.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parseJson, type Parsed } from './exact-json.ts';
import type { FloorId } from './floor.ts';
import { survey } from './json-members.ts';
import type { Bounds } from './limits.ts';
import type { Exchange, Headers, Octets } from './respond.ts';
import { keep } from './retained.ts';

export interface BodyProblem {
  readonly cause: string;
  readonly floor: FloorId;
  readonly headers?: Headers;
}

const NOTHING = Buffer.alloc(0);
/** Octets of a body that are not counted among those that are kept for a connection. */
const SMALL = 16_384;
/** Octets into which small pieces of a body are put at a time. */
const LARGEST = 65_536;

/** Is there a body at all? https://www.rfc-editor.org/rfc/rfc9112#section-6.3 */
export function hasBody(request: IncomingMessage): boolean {
  const { headers } = request;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && !/^0+$/.test(length));
}

/** Checks the media type before anything is read. Content-Type: https://www.rfc-editor.org/rfc/rfc9110#section-8.3 */
export function compileMediaTypes(accepted: readonly string[]): (request: IncomingMessage) => BodyProblem | undefined {
  const types = new Set(accepted.map((type) => type.toLowerCase()));
  const accept: Headers = ['Accept', accepted.join(', ')];
  const unsupported: BodyProblem = {
    cause: 'unsupported media type',
    floor: 'unsupported media type',
    headers: accept,
  };
  const coded: BodyProblem = {
    cause: 'unsupported media type',
    floor: 'unsupported coding',
    headers: ['Accept-Encoding', 'identity'],
  };
  return (request) => {
    const sent = request.headers['content-type'];
    if (sent === undefined || !(types.has(sent) || isAccepted(sent, types)) || isTwice(request)) return unsupported;
    const coding = request.headers['content-encoding'];
    return coding === undefined || coding.toLowerCase() === 'identity' ? undefined : coded;
  };
}

/** Node keeps the first and drops the rest: https://www.rfc-editor.org/rfc/rfc9110#section-8.3 */
function isTwice({ rawHeaders }: IncomingMessage): boolean {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 12 && name.toLowerCase() === 'content-type') times++;
  }
  return times > 1;
}

function isAccepted(sent: string, types: ReadonlySet<string>): boolean {
  const end = sent.indexOf(';');
  const type = (end === -1 ? sent : sent.slice(0, end)).trim().toLowerCase();
  if (!types.has(type)) return false;
  if (end === -1) return true;
  const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/i.exec(sent);
  return charset === null || /^utf-?8$/i.test(charset[1] ?? charset[2]!);
}

/** The part of a body that has arrived. Small pieces are joined: each costs much more than its octets, and a client chooses them. */
class Gathered {
  size = 0;
  /** Octets that are taken for it. */
  taken = 0;
  #full: Buffer[] = [];
  #last: Buffer = NOTHING;
  #used = 0;

  add(piece: Buffer): void {
    if (this.size === 0) {
      this.#full.push(piece);
      this.size = this.taken = piece.length;
      return;
    }
    this.size += piece.length;
    const fits = Math.min(piece.length, this.#last.length - this.#used);
    if (fits > 0) this.#used += piece.copy(this.#last, this.#used, 0, fits);
    if (fits === piece.length) return;
    const rest = piece.subarray(fits);
    this.#full.push(...this.#begun());
    if (rest.length >= SMALL) {
      this.#full.push(rest);
      this.#last = NOTHING;
      this.#used = 0;
      this.taken += piece.length;
    } else {
      this.#last = Buffer.allocUnsafe(Math.max(rest.length, Math.min(this.size, LARGEST)));
      this.#used = rest.copy(this.#last);
      this.taken += this.#last.length;
    }
  }

  octets(): Buffer {
    if (this.#full.length === 1 && this.#used === 0) return this.#full[0]!;
    return Buffer.concat([...this.#full, ...this.#begun()], this.size);
  }

  drop(): void {
    this.#full = [];
    this.#last = NOTHING;
    this.#used = 0;
  }

  #begun(): Buffer[] {
    return this.#used === 0 ? [] : [this.#last.subarray(0, this.#used)];
  }
}

/**
 * Reads to the end, or to the bound. `then` is called once: with the octets, or `too large`; never when the client goes
 * away first, which `died` reports. What it answers drops what has come, and then nothing is called any more.
 */
export function readBody(
  { request, invite, arrival }: Exchange,
  bounds: Bounds,
  then: (octets: Octets) => void,
  died: () => void,
): () => void {
  const arriving = arrival();
  const gathered = new Gathered();
  let settled = false;
  const settle = (all: Octets): void => {
    settled = true;
    arriving.ends(all, () => then(all));
  };
  if (Number(request.headers['content-length'] ?? 0) > bounds.body) {
    settled = true;
    request.resume();
    then('too large');
    return () => undefined;
  }
  arriving.begins();
  invite?.();
  request.on('data', (chunk: Buffer) => {
    if (settled) return;
    gathered.add(chunk);
    if (gathered.size > bounds.body) {
      gathered.drop();
      return settle('too large');
    }
    if (gathered.taken > SMALL) keep(request.socket, 'body', gathered.taken);
  });
  request.on('end', () => {
    if (!settled) settle(gathered.octets());
  });
  // An aborted request never ends.
  request.on('close', () => {
    if (!settled) {
      settled = true;
      arriving.died();
      died();
    }
  });
  request.on('error', () => undefined);
  return () => {
    if (settled) return;
    settled = true;
    gathered.drop();
    keep(request.socket, 'body', 0);
    arriving.died();
  };
}

/** An object without members says nothing: generic clients send it where there is nothing to send. */
export function saysNothing(octets: Buffer): boolean {
  return octets.length === 0 || /^[ \t\r\n]*\{[ \t\r\n]*\}[ \t\r\n]*$/.test(octets.toString('latin1'));
}

export const NO_BODY_TAKEN: BodyProblem = { cause: 'unsupported media type', floor: 'no body taken' };

/**
 * Undefined: not UTF-8, not JSON, a name twice in one object, or nested too deep.
 * https://www.rfc-editor.org/rfc/rfc8259#section-8.1
 */
export function parseBody(octets: Buffer, bounds: Bounds): Parsed | undefined {
  if (!isUtf8(octets)) return undefined;
  const text = octets.toString('utf8');
  const written = survey(text);
  if (written.depth > bounds.depth) return undefined;
  try {
    return parseJson(text, written);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
