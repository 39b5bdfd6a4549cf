// Values that the service makes for a request: instants, ids, slugs. Input: the plan's list. Output: bindings. Notation, part 2 "Rules of
// the service"; https://www.rfc-editor.org/rfc/rfc9562#section-5.7

import { randomBytes, randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ID_LENGTH } from '../base/ids.ts';
import { matcherOf } from '../base/patterns/match.ts';
import { slug } from '../base/slug.ts';
import type { MadeValue } from '../plan/plan.ts';
import type { SqlValue } from '../sql/expression.ts';
import { instantText } from './clock.ts';
import { requestId, sentNames } from './request-id.ts';
import { tokenHash } from './tokens.ts';

/** `at`: the one instant of the request, in milliseconds. `request`: left out where none is served. */
export type Make = (bindings: Record<string, SqlValue>, at: number, request?: IncomingMessage) => void;

/** In the stated order: a slug may rest on a value made before. */
export function compileMade(made: readonly MadeValue[]): Make | undefined {
  if (made.length === 0) return undefined;
  const makers = made.map(maker);
  return (bindings, at, request) => {
    for (const make of makers) make(bindings, at, request);
  };
}

function maker(made: MadeValue): Make {
  const { name } = made;
  switch (made.kind) {
    case 'now':
      return (bindings, at) => (bindings[name] = instantText(at));
    case 'today':
      return (bindings, at) => (bindings[name] = instantText(at).slice(0, 10));
    case 'second':
      return (bindings, at) => (bindings[name] = `${instantText(at).slice(0, 19)}.000Z`);
    case 'matches': {
      const { of } = made;
      const matches = matcherOf(made.pattern);
      return (bindings) => {
        const text = bindings[of];
        bindings[name] = typeof text === 'string' && matches(text) ? 1 : 0;
      };
    }
    case 'request id':
      return (bindings, _at, request) => (bindings[name] = request === undefined ? null : requestId(request));
    case 'trace':
      return (bindings, _at, request) => (bindings[name] = (request && sentNames(request).traceparent) ?? null);
    case 'uuid':
      return (bindings) => (bindings[name] = uuid());
    case 'opaque id': {
      const { prefix } = made;
      return (bindings) => (bindings[name] = prefix + opaque());
    }
    case 'token':
      return (bindings) => {
        const token = credential();
        bindings[name] = token;
        bindings[`${name}.hash`] = tokenHash(token);
      };
    case 'secret':
      return (bindings) => (bindings[name] = credential());
    case 'slug': {
      const { of } = made;
      return (bindings) => {
        const text = bindings[of];
        bindings[name] = typeof text === 'string' ? slug(text) : null;
      };
    }
  }
}

/** No token of that many can be guessed. */
const TOKEN_OCTETS = 32;

function credential(): string {
  return randomBytes(TOKEN_OCTETS).toString('base64url');
}

const POOL = Buffer.alloc(4096);
let used = POOL.length;

/** `count` fresh random octets: where they start in the pool. */
function random(count: number): number {
  if (used + count > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += count;
  return used - count;
}

const HEX = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0'));
let last = 0;
let sequence = 0;

/** Version 7: milliseconds, a counter within them, 62 random bits. Later ones sort later in one process. */
function uuid(): string {
  const now = Date.now();
  if (now > last) {
    last = now;
    sequence = POOL[random(1)]!;
  } else if (++sequence > 0xfff) {
    last++;
    sequence = 0;
  }
  const time = last.toString(16).padStart(12, '0');
  const at = random(8);
  const octet = (i: number): string => HEX[POOL[at + i]!]!;
  const variant = HEX[0x80 | (POOL[at]! & 0x3f)]!;
  const node = octet(2) + octet(3) + octet(4) + octet(5) + octet(6) + octet(7);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${variant}${octet(1)}-${node}`;
}

/** 32 letters and digits that are not mistaken for one another. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

function opaque(): string {
  const at = random(ID_LENGTH);
  let text = '';
  for (let i = 0; i < ID_LENGTH; i++) text += LETTERS[POOL[at + i]! & 31];
  return text;
}
