// Why an obligation was not exercised. Input: a model, the obligation, what the run was allowed. Output: a reason for people.

import { schemesOf } from '../../analysis/document/schemes.ts';
import { gapView } from '../../analysis/gaps/gaps.ts';
import { isStream } from '../../analysis/document/streams.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Model } from '../../model/model.ts';
import type { Who } from '../../notation/values/who.ts';
import { outsideStates } from '../observable.ts';
import { BY_TIME, movesFrom } from '../obligations.ts';
import type { Obligation } from '../verdict.ts';
import { isReply, type Exchange } from '../exchange.ts';
import { isReading } from './operations.ts';
import { isSuccessful, type Step } from './step.ts';

export interface Allowed {
  readonly isSafeOnly: boolean;
  readonly isLimited: boolean;
  /** Operations that were unavailable, and never did what they do. */
  readonly unavailable: ReadonlySet<string>;
  /** The roles that some caller had; undefined: nobody can tell. */
  readonly roles: ReadonlySet<string> | undefined;
  /** The budget ended before each call was tried that there is; undefined: all were. */
  readonly ended: Ended | undefined;
}

/** By which a run ended. */
export type Ended = 'requests' | 'seconds';

/** Gathers operations that answer 503: any of them may at any time, so that it is no failure, but it keeps much from being seen. */
export class Availability {
  readonly #refused = new Set<string>();
  readonly #succeeded = new Set<string>();
  #isAnswered = false;
  #last: Exchange | undefined;

  note(step: Step | undefined): void {
    const heading = step?.draft.linked?.operation.name.text;
    if (step === undefined || heading === undefined) return;
    const { reply } = step.exchange;
    this.#last = step.exchange;
    if (!isReply(reply) || reply.status !== 503) this.#isAnswered = true;
    if (isSuccessful(step)) this.#succeeded.add(heading);
    else if (isReply(reply) && reply.status === 503) this.#refused.add(heading);
  }

  /** The last call, where nothing else came, to whichever call. */
  get down(): Exchange | undefined {
    return this.#isAnswered ? undefined : this.#last;
  }

  get unavailable(): ReadonlySet<string> {
    return new Set([...this.#refused].filter((one) => !this.#succeeded.has(one)));
  }
}

export function whyNot(model: Model, { id, operation, statement }: Obligation, allowed: Allowed): string {
  const { isSafeOnly, isLimited, unavailable, roles, ended } = allowed;
  const linked = operation === undefined ? undefined : model.operations.get(operation);
  if (linked && isStream(model, linked)) return 'of the stream itself only its events are judged';
  if (isSafeOnly && (!linked || !isReading(linked))) return '--read-only sends nothing that changes something';
  if (id.startsWith('6/')) return 'it was not seen: no such event came, or nothing that causes one was done';
  const isOfLimit = id.startsWith('8/') || /\/cause\/(?:too many requests|.* reached$)/.test(id);
  if (isOfLimit && !isLimited) return 'limits are tried with --limits only';
  if (id.startsWith('8/')) return 'it could not be reached: another limit comes first, or it is too large';
  const isOfTime = (id.startsWith('3/') && id.endsWith(` by ${BY_TIME}`)) || id.endsWith('/cause/expired token');
  if (isOfTime) return 'it takes time that did not pass: --clock moves the clock of a service with --clock manual';
  if (operation !== undefined && unavailable.has(operation))
    return 'it is unavailable: it answered 503, and never succeeded';
  if (unavailable.size > 0)
    return `${notFound(ended)}; ${[...unavailable].join(', ')} answered 503, and never succeeded`;
  const held = gapView(model).operations.find((one) => one.id === operation)?.heldBy ?? [];
  if (held.length > 0) return `its operation meets what is not shown: ${held.join(', ')}`;
  if (id.includes('/cause/') && statement === undefined)
    return 'no answer to it is stated, and a service may take the call';
  const outside = outsideStates(model).find(({ view, state }) => id.startsWith(movesFrom(view, state)));
  if (outside) return `no call brings a row to ${outside.state}: it is done outside of the interface`;
  const who = linked && valueOf(linked.facts.who);
  const asked = who && !id.endsWith('/cause/not permitted') ? rolesAsked(who) : undefined;
  if (asked && roles && !asked.some((role) => roles.has(role)))
    return `no caller had the role ${asked.join(' or ')}: --credential ${asked[0]}=… names one`;
  const isOutside = schemesOf(model).some(({ issuedBy }) => {
    const issuer = valueOf(issuedBy)?.kind;
    return issuer === 'operator' || issuer === 'outside';
  });
  return isOutside ? `${notFound(ended)}; --credential may be needed` : notFound(ended);
}

/** Undefined: it lets in others than those of a role, too. */
function rolesAsked(who: Who): readonly string[] | undefined {
  if (who.kind === 'role') return [who.role.text];
  const each = who.kind === 'or' ? who.items.map(rolesAsked) : [undefined];
  return each.every((one) => one !== undefined) ? each.flat() : undefined;
}

function notFound(ended: Ended | undefined): string {
  if (!ended) return 'no sequence of calls was found';
  return `no sequence of calls was found before the run ended; a higher --${ended} lets it look further`;
}
