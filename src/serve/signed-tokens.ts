// Signed tokens that requests bring. Input: what the document states of a scheme, and the keys. Output: for a token its claims, or that it is
// wrong, or why that is not known now. A signature that was right is remembered by the token's digest, for as long as the keys are the
// same; what a token says is compared with the time, and with the rows, each time. Notation, part 5, Verified by; decision 0038;
// https://www.rfc-editor.org/rfc/rfc7515#section-5.2, https://www.rfc-editor.org/rfc/rfc8725#section-3

import type { CompactJWSHeaderParameters } from 'jose';
import type { SignedPlan } from '../plan/credentials.ts';
import { type Claims, claimsOf } from './claims.ts';
import type { KeySet, KeySource, Known } from './key-sets.ts';
import { tokenHash } from './tokens.ts';

export interface NotKnown {
  readonly unavailable: string;
}

/** Undefined: the token is wrong. `at`: milliseconds. */
export type VerifyToken = (token: string, at: number) => Verdict | Promise<Verdict>;
type Verdict = Claims | NotKnown | undefined;

/** How many are remembered. */
const MOST = 10_000;

export function compileVerification(plan: SignedPlan, source: KeySource): VerifyToken {
  const remembered = new WeakMap<KeySet, Map<string, Claims>>();
  const seenBy = (keys: KeySet): Map<string, Claims> => {
    const seen = remembered.get(keys) ?? new Map<string, Claims>();
    remembered.set(keys, seen);
    return seen;
  };
  const look = async (token: string, digest: string, keys: KeySet): Promise<Claims | NotKnown | undefined> => {
    const found = await verified(token, plan, keys);
    if (found === 'another key') {
      const others = await source.again();
      if (typeof others === 'string') return { unavailable: others };
      if (others === keys) return undefined;
      const again = await verified(token, plan, others);
      return typeof again === 'object' ? remember(seenBy(others), digest, again) : undefined;
    }
    return found && remember(seenBy(keys), digest, found);
  };
  const judge = (token: string, at: number, keys: Known): Verdict | Promise<Verdict> => {
    if (typeof keys === 'string') return { unavailable: keys };
    const digest = tokenHash(token);
    const found = seenBy(keys).get(digest);
    if (found !== undefined) return begun(found, at);
    return look(token, digest, keys).then((one) => (one && 'bindings' in one ? begun(one, at) : one));
  };
  return (token, at) => {
    if (!FORM.test(token)) return undefined;
    const keys = source.current();
    return keys instanceof Promise ? keys.then((known) => judge(token, at, known)) : judge(token, at, keys);
  };
}

const FORM = /^[\w-]+[.][\w-]+[.][\w-]+$/;

function begun(claims: Claims, at: number): Claims | undefined {
  return claims.from <= at ? claims : undefined;
}

function remember(seen: Map<string, Claims>, digest: string, claims: Claims): Claims {
  if (seen.size >= MOST) seen.delete(seen.keys().next().value!);
  seen.set(digest, claims);
  return claims;
}

async function verified(token: string, plan: SignedPlan, keys: KeySet): Promise<Claims | 'another key' | undefined> {
  const { compactVerify } = await import('jose');
  try {
    const { payload } = await compactVerify(
      token,
      (header) => {
        if (!isPlain(header)) throw new Error('this header is not met');
        return keys.find(header);
      },
      { algorithms: [...plan.algorithms] },
    );
    const said: unknown = JSON.parse(UTF_8.decode(payload));
    return typeof said === 'object' && said !== null && !Array.isArray(said)
      ? claimsOf(said as Readonly<Record<string, unknown>>, plan)
      : undefined;
  } catch (error) {
    return (error as { code?: unknown }).code === 'ERR_JWKS_NO_MATCHING_KEY' ? 'another key' : undefined;
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Keys that a token brings itself prove nothing, and one that is of another type is no token of a caller. */
function isPlain(header: CompactJWSHeaderParameters): boolean {
  const { typ } = header;
  if (['jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64'].some((name) => Object.hasOwn(header, name))) return false;
  return typ === undefined || (typeof typ === 'string' && /^(?:application\/)?(?:at\+)?jwt$/i.test(typ));
}
