// The slots of part 5. Input: the document as read. Output: facts in the writer. notation/authentication.ts declares what is due.

import { SCHEME, type Scheme, type SchemeTrait } from '../../../notation/authentication.ts';
import { valueOf } from '../../../notation/slot.ts';
import { takesPasswords } from '../../document/schemes.ts';
import { signsRequests } from '../../document/signed-requests.ts';
import { otherId } from '../../document/slot-ids.ts';
import { schemeFeatures } from '../supported/schemes.ts';
import { statementSlots } from './statements.ts';
import { wholePart, type SlotWriter } from './writer.ts';

export function authenticationSlots(writer: SlotWriter): void {
  const { scope, schemes } = writer.model.document.authentication;
  if (wholePart(writer, 'authentication', scope, schemes.items.length > 0 || schemes.mark !== undefined)) return;
  const names = { fact: 'ways to say who calls' };
  writer.openness({ id: '5/schemes', part: 'authentication', subject: { on: 'authentication' }, names }, schemes);
  for (const scheme of schemes.items) oneScheme(writer, scheme);
}

const TRAITS: Readonly<Record<SchemeTrait, (scheme: Scheme) => boolean>> = {
  'is not verified': (scheme) =>
    scheme.verifiedBy.status === 'absent' && !takesPasswords(scheme) && !signsRequests(scheme),
  'signs requests': signsRequests,
  'issues tokens': (scheme) => issuesTokens(scheme) && !takesPasswords(scheme),
  'takes passwords': takesPasswords,
};

function oneScheme(writer: SlotWriter, scheme: Scheme): void {
  const name = scheme.name.text;
  const base = { part: 'authentication', subject: { on: 'authentication', scheme: name } } as const;
  const whole = { ...base, id: otherId(5, name), kind: 'scheme', names: { name, fact: 'how, and by what' } } as const;
  if (writer.scope(whole, scheme.scope)) return;
  statementSlots(writer, SCHEME, scheme, ({ head }) => ({
    ...base,
    id: (fact) => otherId(5, name, fact),
    names: { name, fact: head },
    holds: (trait) => TRAITS[trait](scheme),
    words: (key, value) => schemeFeatures(writer.model, scheme, key, value),
    at: scheme.at,
  }));
}

/** A token that the service itself issues: by one of its operations, not by someone outside. */
function issuesTokens({ issuedBy }: Scheme): boolean {
  return valueOf(issuedBy)?.kind === 'operations';
}
