// Phases `version` and `caller version`: is the version that the request asks for one that is served? Where it names none, the row of its
// caller may say which one it is. Notation, part 9; decision 0071.

import { instantText } from '../clock.ts';
import type { Decision } from '../findings.ts';
import type { AskedVersion } from '../asked-version.ts';
import { comesBefore } from './order.ts';
import { after, type Ended, type Phase, type Request } from './phase.ts';
import { noted, settle } from './refusals.ts';
import { conclude } from './refuse.ts';

const EXITS = ['missing version', 'unknown version', 'version withdrawn', 'gap: what another version sees'];

export const version: Phase = {
  name: 'version',
  check: 'version',
  does: 'The version that the request asks for: whether it is served, and not withdrawn by now',
  exits: EXITS,
  compile: ({ context }) => {
    if (context.plan.versions === undefined) return undefined;
    return (request) => {
      const { version: asked } = request.exchange;
      return asked === undefined ? undefined : judge(request, asked);
    };
  },
};

/** Only where the document says so. */
export const callersVersion: Phase = {
  name: 'caller version',
  check: 'version',
  does: 'The same of the version that the row of the caller has, where the request leaves it to that',
  exits: [...EXITS, 'unavailable'],
  compile: ({ run, context }) => {
    const { versions } = context.plan;
    if (versions?.missing?.do !== 'ask' && versions?.unknown.do !== 'ask') return undefined;
    const program = run.version && context.store.prepare(run.version.steps);
    return (request) => {
      const ends = request.exchange.version?.ends;
      if (ends === undefined || !('asks' in ends)) return undefined;
      const { bindings } = request.findings;
      const found = (name: string | null): Ended | Promise<Ended> => {
        const asked = ends.asks(name);
        request.exchange.version = asked;
        return judge(request, asked);
      };
      if (program === undefined || (bindings['caller.scheme'] ?? null) === null)
        return request.refusal === undefined ? found(null) : undefined;
      const sent = { ...bindings, now: instantText(context.clock.now()) };
      return after(program.run(sent), (result) => {
        if (result.kind === 'unavailable') return conclude(request, result);
        // Who it is that does not call is for the effect to say.
        if (result.kind === 'undone') return undefined;
        if (result.kind === 'refused') return result.cause === 'missing version' ? found(null) : undefined;
        const name = result.rows[0]?.[0] ?? null;
        return found(name === null ? null : String(name));
      });
    };
  },
};

function judge(request: Request, { sunset, ends }: AskedVersion): Ended | Promise<Ended> {
  if (sunset === undefined) return ends && ended(request, ends);
  const { clock } = request.compiled.context;
  return after(clock.look?.(), () => {
    if (clock.now() >= sunset) return ended(request, { cause: 'version withdrawn' });
    return ends && ended(request, ends);
  });
}

function ended(request: Request, ends: NonNullable<AskedVersion['ends']>): Ended | Promise<Ended> {
  if ('asks' in ends) return undefined;
  if ('held' in ends) return told(request, { kind: 'held', held: [ends.held] });
  return told(request, { kind: 'refused', failures: [ends] });
}

/** Who calls is not known yet: where that goes first, the request goes on. */
function told(request: Request, decision: Decision): Ended | Promise<Ended> {
  noted(request, 'version', decision);
  const isLater = comesBefore(request.compiled.run.order, 'authentication', 'version');
  return isLater ? undefined : settle(request, 'credentials');
}
