// What an operation asks of its caller. Input: a linked operation. Output: whether credentials are read, whether it can be called without
// them, which scheme's tokens it issues. Notation, part 4 "Who may", and part 5.

import { oncePer } from '../../base/once-per.ts';
import type { Scheme } from '../../notation/authentication.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Condition } from '../../notation/values/conditions.ts';
import type { Effect } from '../../notation/values/effects.ts';
import { whosIn, type Who } from '../../notation/values/who.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { allOperands, isOfCaller } from './condition-walk.ts';
import { bodyOf } from './inputs.ts';
import type { InputField } from './input-fields.ts';
import { isStream } from './streams.ts';
import { issuersOf, schemesOf, takesPasswords } from './schemes.ts';
import { effectsOf, headingOf, listedBy } from './targets.ts';

/** `Who: anyone` reads no credentials. */
export function readsCredentials(linked: LinkedOperation): boolean {
  const who = valueOf(linked.facts.who);
  return who !== undefined && asksForCredentials(who);
}

export function asksForCredentials(who: Who): boolean {
  return who.kind !== 'anyone' || who.signedInIfSent;
}

/** Can a caller that is not signed in be allowed? */
export function isOptional(model: Model, linked: LinkedOperation): boolean {
  const who = valueOf(linked.facts.who);
  return who !== undefined && letsAnybody(model, who);
}

/** A caller that is not signed in may be allowed. */
export function letsAnybody(model: Model, who: Who): boolean {
  switch (who.kind) {
    case 'anyone':
      return true;
    case 'signed-in':
    case 'role':
    case 'scope':
    case 'owner':
      return false;
    case 'condition':
      return !allOperands(model, who.condition).some(isOfCaller);
    case 'or':
      return who.items.some((one) => letsAnybody(model, one));
    case 'except':
    case 'which items':
      return letsAnybody(model, who.who);
  }
}

/** Who it lets in depends on nothing but that they have signed in. */
export function asksNothingMore(who: Who): boolean {
  return who.kind === 'anyone' || who.kind === 'signed-in';
}

/** `others see no such R`: to those whom it does not let in, the row is not there. */
export function hiddenFrom(who: Who): string | undefined {
  return ownersIn(who).flatMap(({ hides }) => hides?.text ?? [])[0];
}

export function ownersIn(who: Who): readonly Extract<Who, { kind: 'owner' }>[] {
  return whosIn(who).flatMap((one) => (one.kind === 'owner' ? one : []));
}

/** What refuses a caller. For a list or a stream, what is judged row by row refuses nobody: the other rows are left out. */
export function refusingIn(model: Model, linked: LinkedOperation, who: Who): Who | undefined {
  if (isStream(model, linked)) return admitting(who);
  const listed = listedBy(model, linked)?.name.text;
  if (listed === undefined || !speaksOfRow(model, who, listed)) return who;
  return who.kind === 'which items' && !speaksOfRow(model, who.who, listed) ? who.who : undefined;
}

/** Whose a row is is asked of each row that is sent. */
function admitting(who: Who): Who {
  switch (who.kind) {
    case 'owner':
      return { kind: 'signed-in' };
    case 'or': {
      const items = who.items.map(admitting);
      return items.find(asksNothingMore) ?? { ...who, items };
    }
    case 'except': {
      const own = admitting(who.who);
      return ownersIn(who.except).length > 0 ? own : { ...who, who: own };
    }
    default:
      return who;
  }
}

function speaksOfRow(model: Model, who: Who, resource: string): boolean {
  const looks = (condition: Condition): boolean =>
    allOperands(model, condition).some(
      (operand) =>
        operand.kind === 'this' ||
        (operand.kind === 'field' &&
          (operand.owner === undefined || operand.owner === 'this' || operand.owner === resource)),
    );
  return whosIn(who).some((one) => {
    if (one.kind === 'owner') return one.path[0] === resource;
    if (one.kind === 'which items') return one.items.kind !== 'gap' && looks(one.items);
    return one.kind === 'condition' && looks(one.condition);
  });
}

/** The schemes that name it as the one that issues their tokens. */
export const issuesFor: (model: Model, linked: LinkedOperation) => readonly Scheme[] = oncePer((model, linked) => {
  const heading = headingOf(linked);
  return schemesOf(model).filter(
    (scheme) => !takesPasswords(scheme) && issuersOf(scheme).some(({ text }) => text === heading),
  );
});

/** The scheme that lists it under Refresh. */
export function refreshedBy(model: Model, linked: LinkedOperation): Scheme | undefined {
  const heading = headingOf(linked);
  return schemesOf(model).find(({ refresh }) => valueOf(refresh)?.operations.some(({ text }) => text === heading));
}

/** Is it under Refresh where each token refreshes only once? */
export function refreshesOnce(model: Model, linked: LinkedOperation): boolean {
  const scheme = refreshedBy(model, linked);
  return scheme !== undefined && valueOf(scheme.refresh)?.eachOnce === true;
}

/** The body's field for a field that is used to sign in: the one that sets it, else the one with its name. */
export function signInField(
  model: Model,
  linked: LinkedOperation,
  { target }: SignsIn,
  name: string,
): InputField | undefined {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return undefined;
  return (
    body.fields.find(({ sets }) => sets?.resource === target.text && sets.field.name.text === name) ??
    body.fields.find(({ path }) => path.join('.') === name)
  );
}

type SignsIn = Extract<Effect, { kind: 'signs in' }>;

export function issuesToken(linked: LinkedOperation): boolean {
  return effectsOf(linked).some(({ kind }) => kind === 'issues token');
}

export function signsIn(linked: LinkedOperation): boolean {
  return effectsOf(linked).some(({ kind }) => kind === 'signs in');
}
