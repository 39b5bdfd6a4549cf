// Part 5 as the plain computation has it: what is due of a scheme, and which schemes hold their own credentials alone. Input: a model.
// Output: facts of a scheme with what a gap there does. Notation, rule 1.8 and part 5.

import { SCHEME, type Scheme } from '../../src/notation/authentication.ts';
import type { SlotKey } from '../../src/notation/declaration.ts';
import { valueOf } from '../../src/notation/slot.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { ascii, dashed } from './rows.ts';

type Key = SlotKey<Scheme>;

export interface SchemeFact {
  readonly key: Key;
  readonly effect: 'held' | 'rests';
  readonly isDue: boolean;
}

const held = (key: Key, isDue: boolean): SchemeFact => ({ key, effect: 'held', isDue });
const rests = (key: Key, isDue: boolean): SchemeFact => ({ key, effect: 'rests', isDue });

export function schemeFacts(scheme: Scheme): readonly SchemeFact[] {
  const isBasic = valueOf(scheme.scheme) === 'HTTP Basic';
  const isHmac = valueOf(scheme.scheme) === 'HMAC signature';
  const isIssued = valueOf(scheme.issuedBy)?.kind === 'operations' && !isBasic;
  return [
    held('scheme', true),
    held('sentIn', true),
    held('caller', true),
    held('issuedBy', scheme.verifiedBy.status === 'absent' && !isBasic && !isHmac),
    held('verifiedBy', isHmac),
    rests('tokenLifetime', isIssued),
    rests('revokedWhen', isIssued),
    rests('refresh', false),
    held('credentials', isBasic),
    held('claims', false),
    held('roles', false),
  ];
}

/** Those that hold what is brought for them, while another one runs. */
export function schemesAside(model: Model): ReadonlySet<Scheme> {
  const { items } = model.document.authentication.schemes;
  const isUnsupported = (scheme: Scheme, key: Key): boolean =>
    slotsOf(model).byId.get(ascii(`5/${scheme.name.text}/${dashed(SCHEME[key].head)}`))?.status === 'unsupported';
  const holding = (scheme: Scheme): readonly Key[] =>
    schemeFacts(scheme).flatMap(({ key, effect, isDue }) => {
      const { status } = scheme[key];
      const isGap = status === 'gap' || (status === 'absent' && isDue);
      const holds = status === 'unreadable' || isUnsupported(scheme, key) || (effect === 'held' && isGap);
      return holds ? [key] : [];
    });
  const all = items.filter((scheme) => holding(scheme).length > 0 || scheme.scope.mark.status !== 'absent');
  const isHidden = all.some(
    (scheme) =>
      scheme.scope.mark.status !== 'absent' ||
      holding(scheme).some(
        (key) => key === 'sentIn' || key === 'caller' || (key === 'scheme' && scheme.scheme.status !== 'stated'),
      ),
  );
  return new Set(all.length === items.length || isHidden ? [] : all);
}

/** What a fact that holds such a scheme does to an operation. */
export function doneAside(
  model: Model,
  { facts, operation }: LinkedOperation,
  scheme: Scheme,
  key: Key,
): 'held' | 'partly' | 'nothing' {
  const issues = (valueOf(facts.does) ?? []).some(({ kind }) => kind === 'issues token');
  const isListed = (one: Scheme): boolean => listedIn(one).includes(operation.name.text);
  if (issues && isListed(scheme)) return 'held';
  // The one whose issuer is open may be that of a token which no other gives.
  if (issues && key === 'issuedBy' && !model.document.authentication.schemes.items.some(isListed)) return 'held';
  const who = valueOf(facts.who);
  return !who || who.kind !== 'anyone' || who.signedInIfSent ? 'partly' : 'nothing';
}

function listedIn(scheme: Scheme): readonly string[] {
  const issuer = valueOf(scheme.issuedBy);
  const operations = [
    ...(issuer?.kind === 'operations' ? issuer.operations : []),
    ...(valueOf(scheme.refresh)?.operations ?? []),
  ];
  return valueOf(scheme.scheme) === 'HTTP Basic' ? [] : operations.map(({ text }) => text);
}

export function givesTokens({ facts }: LinkedOperation): boolean {
  return (valueOf(facts.does) ?? []).some(({ kind }) => kind === 'issues token' || kind === 'signs in');
}
