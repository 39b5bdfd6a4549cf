// Phase `credentials`: what a request carries of its caller. Whose it is, if any one's, is found by the first step of the
// operation, in the transaction, so that what has been revoked is refused at once. A password is compared here, before the transaction and
// off the event loop; the step finds the row by what is kept of it. Notation, part 5.

import { isFromElsewhere } from '../cookies.ts';
import { compileCredentials, type Credential } from '../credentials.ts';
import { nameAndPassword } from '../basic.ts';
import { isSecretAgain } from '../secrets.ts';
import { tokenHash } from '../tokens.ts';
import { CLAIMED } from '../../plan/credentials.ts';
import type { Held } from '../../plan/held.ts';
import type { Program } from '../../store/store.ts';
import type { VerifyToken } from '../signed-tokens.ts';
import type { VerifyRequest } from '../signed-requests.ts';
import { after, type Ended, type Phase, type Request, type Run } from './phase.ts';
import { reading } from './read.ts';
import { noted, settle } from './refusals.ts';
import { unavailable } from './refuse.ts';
import { keptIn } from './verify.ts';

export const credentials: Phase = {
  name: 'credentials',
  check: 'authentication',
  does: 'Credentials, where the schemes of part 5 say; the first step of the effect asks whose they are. Passwords are compared, signatures verified',
  exits: ['no credentials', 'wrong token', 'expired token', 'unavailable'],
  compile: (compiled) => {
    const { run, context, program, passwords } = compiled;
    if (run.credentials === undefined) return undefined;
    const { required } = run.credentials;
    const changes = !program.reads;
    const { origin } = new URL(context.base);
    const { schemes = [] } = context.plan;
    const find = compileCredentials(schemes);
    // What nobody can see here may be what lets the caller in.
    const unseen = schemes.find(({ place }) => place === undefined)?.held;
    const readBody = context.signatures.size === 0 ? undefined : reading(compiled, true);
    return (request) => {
      const { request: message, query } = request.exchange;
      const found = find(message, query, changes && isFromElsewhere(message, origin));
      if (found === undefined) {
        if (required && unseen) return hold(request, unseen);
        return required ? refused(request, 'no credentials') : undefined;
      }
      if (found.scheme.held && found.token !== undefined) return hold(request, found.scheme.held);
      const signed = context.signatures.get(found.scheme);
      if (signed) return bindSigned(request, found.scheme.keptAs, signed, readBody!);
      const verify = context.tokens.get(found.scheme);
      if (verify) return bindClaims(request, found, verify);
      return bind(request, found, passwords.get(found.scheme));
    };
  },
};

function hold(request: Request, held: Held): Ended | Promise<Ended> {
  noted(request, 'authentication', { kind: 'held', held: [held] });
  return settle(request, 'credentials');
}

/** Where the order puts other checks first, the request goes on as that of nobody. */
function refused(request: Request, cause: 'no credentials' | 'wrong token'): Ended | Promise<Ended> {
  noted(request, 'authentication', { kind: 'refused', failures: [{ cause }] });
  return settle(request, 'credentials');
}

function bind(request: Request, { scheme, token }: Credential, kept: Program | undefined): Ended | Promise<Ended> {
  const { bindings } = request.findings;
  bindings['caller.scheme'] = scheme.keptAs;
  if (token === undefined) return refused(request, 'wrong token');
  if (kept !== undefined) return comparePassword(request, token, kept);
  bindings['caller.credential'] = tokenHash(token);
  return undefined;
}

/** What a signed token says is bound, where its signature and all that is stated of it are right. */
function bindClaims(request: Request, { scheme, token }: Credential, verify: VerifyToken): Ended | Promise<Ended> {
  const { bindings } = request.findings;
  bindings['caller.scheme'] = scheme.keptAs;
  if (token === undefined) return refused(request, 'wrong token');
  return after(verify(token, request.compiled.context.clock.now()), (found) => {
    if (found === undefined) return refused(request, 'wrong token');
    if ('unavailable' in found) return unavailable(request, found.unavailable);
    Object.assign(bindings, found.bindings);
    bindings[CLAIMED.subject] ??= tokenHash(token);
    return undefined;
  });
}

/** The whole request is what shows who sends it: its body is read before anything else is judged. */
function bindSigned(request: Request, scheme: string, verify: VerifyRequest, readBody: Run): Ended | Promise<Ended> {
  const { bindings } = request.findings;
  const message = request.exchange.request;
  bindings['caller.scheme'] = scheme;
  const said = verify.read(message);
  if (said === undefined) return refused(request, 'wrong token');
  return after(verify.needsBody ? readBody(request) : undefined, (ended) => {
    if (ended !== undefined) return ended;
    const at = request.compiled.context.clock.now();
    const found = verify.judge(said, message, request.octets ?? NO_BODY, at);
    if (found === undefined) return refused(request, 'wrong token');
    if ('unavailable' in found) return unavailable(request, found.unavailable);
    Object.assign(bindings, found.bindings);
    return undefined;
  });
}

const NO_BODY = Buffer.alloc(0);

async function comparePassword(request: Request, token: string, program: Program): Promise<Ended> {
  const { bindings } = request.findings;
  const sent = nameAndPassword(token);
  if (sent === undefined) return refused(request, 'wrong token');
  bindings['caller.name'] = sent.name;
  const kept = await keptIn(program, bindings);
  if (typeof kept === 'object' && kept !== null) return unavailable(request, kept.unavailable);
  const same = isSecretAgain(sent.password, kept, sent.name);
  if (same === undefined) return unavailable(request, 'too many passwords wait to be compared');
  bindings['caller.credential'] = (await same) ? kept : null;
  return undefined;
}
