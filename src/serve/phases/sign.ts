// Phases `signer` and `sign`: the token that an operation issues is signed behind its effect, when it is known for whom it is; before the
// effect it is seen to that there is a key, so that nothing is kept of a token that nobody gets. Notation, part 4, Does (`issues token
// for`); decision 0038.

import type { SignPlan } from '../../plan/credentials.ts';
import { signed } from '../signed-here.ts';
import type { Ended, Phase, Request } from './phase.ts';
import { unavailable } from './refuse.ts';

export const signer: Phase = {
  name: 'signer',
  does: 'The key of the operator by which a token is signed is looked for',
  exits: ['unavailable'],
  compile: ({ run: { signs }, context }) =>
    signs === undefined
      ? undefined
      : async (request) => {
          const found = await context.signingKeys.signer(signs.scheme, signs.algorithm);
          if (typeof found === 'string') return unavailable(request, found);
          request.signer = found;
          return undefined;
        },
};

export const sign: Phase = {
  name: 'sign',
  does: 'The token that is issued is signed',
  exits: ['internal'],
  compile: ({ run: { signs } }) => (signs === undefined ? undefined : (request) => signFor(request, signs)),
};

async function signFor(request: Request, plan: SignPlan): Promise<Ended> {
  const done = request.done!;
  const bound = done.bound ?? request.findings.bindings;
  request.done = { ...done, bound: { ...bound, [plan.as]: await signed(plan, request.signer!, bound) } };
  return undefined;
}
