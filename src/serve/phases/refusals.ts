// What is sure to refuse a request, and what goes before that. Input: a refusal by one check. Output: the request goes on while a later phase
// may find what the order puts first; else the store is asked for that, and the first of all is answered. Notation, part 4 `Checks`.

import type { BodyFieldPlan } from '../../plan/body-plan.ts';
import { MOST_FAILURES, type Decision, type Findings } from '../findings.ts';
import type { Known, Stage } from '../precedence.ts';
import { instantOf } from '../up-to-date.ts';
import { catchUp } from './due.ts';
import { comesBefore, type Check } from './order.ts';
import { after, type Ended, type Request } from './phase.ts';
import { conclude, end } from './refuse.ts';

/** Of several, the one that the order puts first. */
export function noted(request: Request, check: Check, decision: Decision): void {
  const { refusal, compiled } = request;
  if (refusal === undefined || comesBefore(compiled.run.order, check, refusal.check))
    request.refusal = { check, decision };
}

/** Answers what has been noted, unless a later phase may find what goes before it. */
export function settle(request: Request, stage: Stage): Ended | Promise<Ended> {
  const { refusal, compiled } = request;
  if (refusal === undefined || !compiled.precedence.isSettled(refusal.check, stage)) return undefined;
  return after(ahead(request), (ended) => ended ?? end(request, refusal.decision));
}

/** What the store knows of that goes before the refusal. */
export function ahead(request: Request): Ended | Promise<Ended> {
  const { refusal, absent, compiled, findings } = request;
  const { precedence } = compiled;
  if (refusal === undefined) return undefined;
  const known = knownOf(request);
  const asked = (): Ended | Promise<Ended> =>
    after(precedence.first(refusal.check, findings.bindings, known), (refused) => {
      if (refused !== undefined) return conclude(request, refused);
      if (absent === undefined || refusal.check !== 'existence' || absent.decision.kind === 'held') return undefined;
      return after(precedence.left(findings.bindings, known), (gone) => gone && conclude(request, gone));
    });
  if (!precedence.asks(refusal.check, absent !== undefined)) return undefined;
  // A token is judged by the instant of the request.
  return after(catchUp(request), (late) => {
    if (late === 'answered') return late;
    compiled.make?.(findings.bindings, instantOf(compiled, findings));
    return asked();
  });
}

function knownOf({ absent, compiled, findings, isDecoded, isVerified }: Request): Known {
  const { path, query, headers = [], body } = compiled.run;
  const ofPath = new Map(path.map(({ parameter }, place) => [parameter, place]));
  const besides = new Map([...query, ...headers].map(({ parameter, name }) => [parameter, name]));
  const ofBody = new Map(body.kind === 'fields' ? body.fields.map((field) => [field.parameter, field]) : []);
  return {
    isPathWhole: absent === undefined,
    knows(name, check) {
      const [, of = '', bare = name] = /^(sent|given|hash|verified)[.](.*)$/s.exec(name) ?? [];
      if (of === 'hash' || (of === 'verified' && isVerified !== true)) return false;
      const place = ofPath.get(bare);
      if (place !== undefined) return absent === undefined || place < absent.place;
      // Rows that the query, a header or the body names are looked for by what has been found right.
      if (check === 'existence') return false;
      const parameter = of === 'verified' ? bare.split(' ')[0]! : bare;
      const asked = besides.get(parameter);
      if (asked !== undefined) return !findings.failures.some(({ field, path: at }) => field === asked && !at);
      const field = ofBody.get(parameter);
      if (isDecoded !== true) return false;
      return field === undefined || fitted(field, findings);
    },
  };
}

/** Nothing was wrong with it. What is left of more failures than are kept is not told apart. */
function fitted({ parameter, path }: BodyFieldPlan, { bindings, failures, held }: Findings): boolean {
  if (failures.some((failure) => failure.path !== undefined && areOne(failure.path, path))) return false;
  return bindings[`sent.${parameter}`] === 1 || (held.length === 0 && failures.length < MOST_FAILURES);
}

/** The same place, or one inside of the other. */
function areOne(one: readonly string[], other: readonly string[]): boolean {
  return one.every((name, depth) => depth >= other.length || other[depth] === name);
}
