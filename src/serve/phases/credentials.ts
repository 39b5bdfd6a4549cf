// Phase `credentials`: what a request carries of its caller. Whose it is, if any one's, is found by the first step of the
// operation, in the transaction, so that what has been revoked is refused at once. Notation, part 5.

import { isFromElsewhere } from '../cookies.ts';
import { compileCredentials } from '../credentials.ts';
import { tokenHash } from '../tokens.ts';
import type { Phase } from './phase.ts';
import { refuse } from './refuse.ts';

export const credentials: Phase = {
  name: 'credentials',
  check: 'authentication',
  does: 'Credentials, where the schemes of part 5 say; the first step of the effect asks whose they are',
  exits: ['no credentials', 'wrong token', 'expired token'],
  compile: ({ run, context, program }) => {
    if (run.credentials === undefined) return undefined;
    const { required } = run.credentials;
    const changes = !program.reads;
    const { origin } = new URL(context.base);
    const find = compileCredentials(context.plan.schemes ?? []);
    return (request) => {
      const { request: message, query } = request.exchange;
      const found = find(message, query, changes && isFromElsewhere(message, origin));
      if (found === undefined) return required ? refuse(request, { cause: 'no credentials' }) : undefined;
      if (found.token === undefined) return refuse(request, { cause: 'wrong token' });
      const { bindings } = request.findings;
      bindings['caller.scheme'] = found.keptAs;
      bindings['caller.credential'] = tokenHash(found.token);
      return undefined;
    };
  },
};
