// Phase `secrets`: what goes into a column of secrets is hashed, each with a salt of its own, before the transaction and off the
// event loop. Few are hashed at once, since each takes 32 MB and a processor; more than may wait are answered `unavailable`.
// Notation, part 2, Type `secret`; https://www.rfc-editor.org/rfc/rfc7914

import { hashSecret, hasRoom } from '../secrets.ts';
import type { Ended, Phase, Request } from './phase.ts';
import { unavailable } from './refuse.ts';

/** The binding of a hash is that of what is sent behind this. */
const HASH = 'hash.';

export const secrets: Phase = {
  name: 'secrets',
  does: 'Secrets are hashed, at most 2 at once and 64 that wait',
  exits: ['unavailable'],
  compile: ({ template }) => {
    const names = Object.keys(template).flatMap((name) => (name.startsWith(HASH) ? [name.slice(HASH.length)] : []));
    return names.length === 0 ? undefined : (request) => bindHashes(request, names);
  },
};

function bindHashes(request: Request, names: readonly string[]): Ended | Promise<Ended> {
  const { refusal, findings } = request;
  const sent = names.filter((name) => typeof findings.bindings[name] === 'string');
  if (refusal !== undefined || sent.length === 0) return undefined;
  if (!hasRoom(sent.length)) return unavailable(request, 'too many secrets wait to be hashed');
  return Promise.all(
    sent.map(async (name) => {
      findings.bindings[HASH + name] = await hashSecret(String(findings.bindings[name]));
    }),
  ).then(() => undefined);
}
