// Phase `credentials`: what a request carries of its caller. Whose it is, if any one's, is found by the first step of the
// operation, in the transaction, so that what has been revoked is refused at once. A password is compared here, before the transaction and
// off the event loop; the step finds the row by what is kept of it. Notation, part 5.

import { isFromElsewhere } from '../cookies.ts';
import { compileCredentials, type Credential } from '../credentials.ts';
import { nameAndPassword } from '../basic.ts';
import { isSecretAgain } from '../secrets.ts';
import { tokenHash } from '../tokens.ts';
import type { Held } from '../../plan/held.ts';
import type { Program } from '../../store/store.ts';
import type { VerifyToken } from '../signed-tokens.ts';
import { after, type Ended, type Phase, type Request } from './phase.ts';
import { refuse, unavailable } from './refuse.ts';
import { keptIn } from './verify.ts';

export const credentials: Phase = {
  name: 'credentials',
  check: 'authentication',
  does: 'Credentials, where the schemes of part 5 say; the first step of the effect asks whose they are. Passwords are compared, signatures verified',
  exits: ['no credentials', 'wrong token', 'expired token', 'unavailable'],
  compile: ({ run, context, program, passwords }) => {
    if (run.credentials === undefined) return undefined;
    const { required } = run.credentials;
    const changes = !program.reads;
    const { origin } = new URL(context.base);
    const { schemes = [] } = context.plan;
    const find = compileCredentials(schemes);
    // What nobody can see here may be what lets the caller in.
    const unseen = schemes.find(({ place }) => place === undefined)?.held;
    return (request) => {
      const { request: message, query } = request.exchange;
      const found = find(message, query, changes && isFromElsewhere(message, origin));
      if (found === undefined) {
        if (required && unseen) return hold(request, unseen);
        return required ? refuse(request, { cause: 'no credentials' }) : undefined;
      }
      if (found.scheme.held && found.token !== undefined) return hold(request, found.scheme.held);
      const verify = context.tokens.get(found.scheme);
      if (verify) return bindClaims(request, found, verify);
      return bind(request, found, passwords.get(found.scheme));
    };
  },
};

function hold({ compiled, exchange }: Request, held: Held): Ended {
  compiled.context.holds.answer(exchange, [held]);
  return 'answered';
}

function bind(request: Request, { scheme, token }: Credential, kept: Program | undefined): Ended | Promise<Ended> {
  const { bindings } = request.findings;
  bindings['caller.scheme'] = scheme.keptAs;
  if (token === undefined) return refuse(request, { cause: 'wrong token' });
  if (kept !== undefined) return comparePassword(request, token, kept);
  bindings['caller.credential'] = tokenHash(token);
  return undefined;
}

/** What a signed token says is bound, where its signature and all that is stated of it are right. */
function bindClaims(request: Request, { scheme, token }: Credential, verify: VerifyToken): Ended | Promise<Ended> {
  const { bindings } = request.findings;
  bindings['caller.scheme'] = scheme.keptAs;
  if (token === undefined) return refuse(request, { cause: 'wrong token' });
  return after(verify(token, request.compiled.context.clock.now()), (found) => {
    if (found === undefined) return refuse(request, { cause: 'wrong token' });
    if ('unavailable' in found) return unavailable(request, found.unavailable);
    Object.assign(bindings, found.bindings);
    return undefined;
  });
}

async function comparePassword(request: Request, token: string, program: Program): Promise<Ended> {
  const { bindings } = request.findings;
  const sent = nameAndPassword(token);
  if (sent === undefined) return refuse(request, { cause: 'wrong token' });
  bindings['caller.name'] = sent.name;
  const kept = await keptIn(program, bindings);
  if (typeof kept === 'object' && kept !== null) return unavailable(request, kept.unavailable);
  const same = isSecretAgain(sent.password, kept, sent.name);
  if (same === undefined) return unavailable(request, 'too many passwords wait to be compared');
  bindings['caller.credential'] = (await same) ? kept : null;
  return undefined;
}
