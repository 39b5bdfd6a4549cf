// What a token that has been verified says. Input: its payload, and what the document states. Output: what is bound of it; undefined where
// the token is not for this service, or says nothing of its caller. Notation, part 5, Claims; https://www.rfc-editor.org/rfc/rfc7519#section-4.1

import { CLAIMED, type SignedPlan } from '../plan/credentials.ts';
import type { SqlValue } from '../sql/expression.ts';
import { instantText, LAST } from './clock.ts';
import { tokenHash } from './tokens.ts';

export interface Claims {
  readonly bindings: Readonly<Record<string, SqlValue>>;
  /** Milliseconds; it counts from then on. */
  readonly from: number;
}

type Payload = Readonly<Record<string, unknown>>;

export function claimsOf(payload: Payload, plan: SignedPlan): Claims | undefined {
  const said = (name: string): unknown => (Object.hasOwn(payload, name) ? payload[name] : undefined);
  if (plan.issuer !== undefined && said('iss') !== plan.issuer) return undefined;
  if (!isMeant(said('aud'), plan.audience)) return undefined;
  const until = instant(said('exp'));
  const from = instant(said('nbf'));
  if (until === null || from === null || (plan.ends && until === undefined)) return undefined;
  const bindings: Record<string, SqlValue> = {
    [CLAIMED.isVerified]: 1,
    [CLAIMED.until]: until === undefined ? null : instantText(until),
    [CLAIMED.roles]: JSON.stringify(plan.roles.flatMap((name) => texts(said(name)))),
    [CLAIMED.scopes]: JSON.stringify(plan.scopes.flatMap((name) => words(said(name)))),
    // https://www.rfc-editor.org/rfc/rfc7519#section-4.1.2
    [CLAIMED.subject]: text(said('sub')) ?? null,
  };
  if (plan.kept) {
    const id = said('jti');
    if (typeof id !== 'string') return undefined;
    bindings['caller.credential'] = tokenHash(id);
  }
  if (plan.row !== undefined) {
    const { claim, parameter, type } = plan.row;
    const value = type === 'integer' ? whole(said(claim)) : text(said(claim));
    if (value === undefined) return undefined;
    bindings[parameter] = value;
  }
  return { bindings, from: from ?? Number.NEGATIVE_INFINITY };
}

/** Where no audience is stated, a token that names one is not meant. https://www.rfc-editor.org/rfc/rfc7519#section-4.1.3 */
function isMeant(said: unknown, audience: readonly string[] | undefined): boolean {
  if (audience === undefined) return said === undefined;
  const named: readonly unknown[] = Array.isArray(said) ? said : [said];
  return audience.some((one) => named.includes(one));
}

/** Undefined: left out. Null: no number. https://www.rfc-editor.org/rfc/rfc7519#section-2 */
function instant(said: unknown): number | null | undefined {
  if (said === undefined) return undefined;
  return typeof said === 'number' && Number.isFinite(said)
    ? Math.min(LAST, Math.max(0, Math.floor(said * 1000)))
    : null;
}

/** One that a text in a database can be. */
function text(said: unknown): string | undefined {
  return typeof said === 'string' && said !== '' && said.isWellFormed() && !said.includes('\0') ? said : undefined;
}

function whole(said: unknown): number | undefined {
  if (typeof said === 'string') return /^(?:0|-?[1-9]\d{0,14})$/.test(said) ? Number(said) : undefined;
  return Number.isSafeInteger(said) ? (said as number) + 0 : undefined;
}

function texts(said: unknown): readonly string[] {
  return (Array.isArray(said) ? said : [said]).flatMap((one) => text(one) ?? []);
}

/** Apart by spaces, or a list: https://www.rfc-editor.org/rfc/rfc8693#section-4.2 */
function words(said: unknown): readonly string[] {
  return texts(typeof said === 'string' ? said.split(' ') : said);
}
