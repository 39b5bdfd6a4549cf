// A token that the service signs. Input: what the plan says of it, the key, and what is bound. Output: the token. Decision 0038.

import type { SignPlan } from '../plan/credentials.ts';
import type { Bindings } from '../store/store.ts';
import type { Signer } from './signing-keys.ts';

/** https://www.rfc-editor.org/rfc/rfc7519#section-4.1 */
export async function signed(plan: SignPlan, { algorithm, kid, key }: Signer, bound: Bindings): Promise<string> {
  const { SignJWT } = await import('jose');
  const { claim, parameter } = plan.row;
  const value = bound[parameter];
  const at = Date.parse(String(bound['now']));
  const { issuer, audience, lifetime } = plan;
  const claims = {
    ...(issuer !== undefined && { iss: issuer }),
    ...(audience && { aud: audience.length === 1 ? audience[0]! : [...audience] }),
    // A subject is a text.
    [claim]: claim === 'sub' ? String(value) : value,
    iat: Math.floor(at / 1000),
    ...(lifetime !== undefined && { exp: Math.floor((at + lifetime) / 1000) }),
    ...(plan.kept && { jti: String(bound[plan.as]) }),
  };
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' }).sign(key);
}
