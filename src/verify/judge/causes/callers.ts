// Who calls, and whether that is somebody who may. Input: a call. Output: whether each cause holds. Notation, part 4, "Who may"; part 5.

import {
  asksNothingMore,
  hiddenFrom,
  letsAnybody,
  refreshesOnce,
  refusingIn,
  signInField,
} from '../../../analysis/document/callers.ts';
import { allOperands } from '../../../analysis/document/condition-walk.ts';
import { isOfOneRow } from '../../../analysis/document/effect-traits.ts';
import { birthsBy, machineViews, movesBy } from '../../../analysis/document/moves.ts';
import { effectsOf, headingOf } from '../../../analysis/document/targets.ts';
import { schemesOf } from '../../../analysis/document/schemes.ts';
import { isSealed } from '../../../analysis/document/type-traits.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Effect } from '../../../notation/values/effects.ts';
import { isOfRequest, type Operand } from '../../../notation/values/operands.ts';
import { whosIn, type Who } from '../../../notation/values/who.ts';
import { lets, placeOf } from '../../values/evaluate.ts';
import { sentAt } from '../../values/body-fields.ts';
import { lookUp } from '../../values/rows.ts';
import { all, not, Row, some, UNKNOWN, type Json, type Truth } from '../../world/known.ts';
import { orderOf } from '../order.ts';
import { everyRow, rowOf, scopeOf, type Facts, type Judge } from './context.ts';

type Said = 'nobody' | 'wrong' | 'expired';

/** Credentials of which nothing is known may be anybody's; but they were sent. */
function is(facts: Facts, said: Said): Truth {
  const { caller } = facts.asked;
  if (caller === UNKNOWN) return said === 'nobody' ? false : undefined;
  return caller === said;
}

export const noCredentials: Judge<'no credentials'> = (facts) => {
  const who = valueOf(facts.linked.facts.who);
  if (refreshesAnother(facts)) return true;
  if (!who || is(facts, 'nobody') === false) return false;
  if (!letsAnybody(facts.model, who)) return true;
  return hiddenFrom(who) === undefined ? not(letsHere(facts, who)) : false;
};

/** An operation under Refresh gives a token of its scheme for one of that scheme. */
function refreshesAnother({ asked, linked, model }: Facts): boolean {
  const schemes = schemesOf(model).filter(({ refresh }) =>
    valueOf(refresh)?.operations.some(({ text }) => text === headingOf(linked)),
  );
  const sent = typeof asked.caller === 'object' ? asked.caller.scheme : undefined;
  return schemes.length > 0 && sent !== undefined && !schemes.some(({ name }) => name.text === sent);
}

export const wrongToken: Judge<'wrong token'> = (facts) => {
  const { asked, linked, model } = facts;
  const hasRefreshed = typeof asked.caller === 'object' && asked.caller.hasRefreshed === true;
  return hasRefreshed && refreshesOnce(model, linked) ? true : is(facts, 'wrong');
};

export const expiredToken: Judge<'expired token'> = (facts) => is(facts, 'expired');

/** Who lets nobody in of those who are signed in, in this call. */
export const notPermitted: Judge<'not permitted'> = (facts) => {
  const { linked, model } = facts;
  const who = valueOf(linked.facts.who);
  const refusing = who && refusingIn(model, linked, who);
  const isHidden = who !== undefined && hiddenFrom(who) !== undefined;
  const refused = refusing && !asksNothingMore(refusing) && !isHidden ? not(letsHere(facts, refusing)) : false;
  // Nobody is let in by a Who that asks for a caller; where authentication goes first, that is what is wrong.
  return some([refused, moveRefused(facts)]);
};

/** Of the row that Does touches; of several, each. */
function letsHere(facts: Facts, who: Who): Truth {
  const effects = effectsOf(facts.linked);
  const one = effects.find((effect) => (isOfOneRow(effect) || mayMake(effect)) && 'target' in effect);
  if (one) {
    const row = rowOf(facts, one);
    if (row === null) return letsNoRow(facts, who);
    return row === UNKNOWN ? atLeast(facts, who, one) : lets(who, scopeOf(facts, row));
  }
  const every = effects.find((effect) => effect.kind.endsWith(' every') && 'where' in effect);
  if (!every || !('target' in every) || !speaksOfRow(facts, who)) return lets(who, scopeOf(facts));
  const { rows, isWhole } = everyRow(facts, every.target.text, 'where' in every ? every.where : undefined);
  const each = rows.map(({ row, isSure }) => some([lets(who, scopeOf(facts, row)), isSure ? false : undefined]));
  return all([...each, isWhole ? true : undefined]);
}

/** Where there is no row, that is what is wrong, or it is made; but without Checks a service may ask first what Who says of the caller alone. */
function letsNoRow(facts: Facts, who: Who): Truth {
  const truth = lets(who, scopeOf(facts));
  if (!speaksOfRow(facts, who)) return truth;
  return truth === false && valueOf(facts.linked.facts.checks) === undefined ? undefined : true;
}

/** Of a row that nobody knows: what Who says of the caller alone, where it is there. Where it may be made, nobody is refused for that. */
function atLeast(facts: Facts, who: Who, effect: Effect): Truth {
  const truth = lets(who, scopeOf(facts));
  if (!speaksOfRow(facts, who)) return truth;
  const order = orderOf(facts.linked);
  const isThere = !mayMake(effect) && order.indexOf('existence') < order.indexOf('permission');
  return truth === false && isThere ? false : undefined;
}

/** It works on a row that is there, and makes one where there is none. */
function mayMake({ kind }: Effect): boolean {
  return kind === 'creates or replaces';
}

/** Not of the caller alone. */
function speaksOfRow({ model }: Facts, who: Who): boolean {
  return whosIn(who).some((one) => {
    if (one.kind === 'owner') return true;
    const said = one.kind === 'condition' ? one.condition : one.kind === 'which items' ? one.items : undefined;
    return said !== undefined && said.kind !== 'gap' && allOperands(model, said).some(isOfRow);
  });
}

function isOfRow(operand: Operand): boolean {
  return (
    operand.kind === 'this' || (operand.kind === 'field' && operand.owner !== 'caller' && !isOfRequest(operand.owner))
  );
}

/** Who of the row of part 3 that the call makes. */
function moveRefused(facts: Facts): Truth {
  const heading = headingOf(facts.linked);
  return some(
    [...machineViews(facts.model).values()].flatMap((view) =>
      [...movesBy(view, heading), ...birthsBy(view, heading)].flatMap((move) => {
        const who = valueOf(move.row.who);
        if (!who || asksNothingMore(who)) return [];
        const effect = effectsOf(facts.linked).find((one) => 'target' in one && one.target.text === view.resource);
        const row = effect && rowOf(facts, effect);
        if (!(row instanceof Row)) return [row === null ? false : not(lets(who, scopeOf(facts)))];
        const state = row.get(view.field);
        const isFrom = state === UNKNOWN ? undefined : (move.from?.includes(String(state)) ?? undefined);
        const holds = valueOf(move.row.onlyIf) ? undefined : true;
        return [all([isFrom, holds, not(lets(who, scopeOf(facts, row)))])];
      }),
    ),
  );
}

/** No row has the names, or its secret is another. */
export const wrongCredentials: Judge<'wrong credentials'> = (facts) => {
  const { asked, linked, model } = facts;
  const effect = effectsOf(linked).find((one) => one.kind === 'signs in');
  if (effect?.kind !== 'signs in') return false;
  const resource = effect.target.text;
  const sent = effect.by.map(({ text }): [string, Json | undefined] => {
    const field = signInField(model, linked, effect, text);
    return [text, field && sentAt(asked, field.path)];
  });
  if (sent.some(([, value]) => value === undefined)) return undefined;
  const isSecret = ([name]: readonly [string, unknown]): boolean => {
    const slot = model.fields.get(`${resource}.${name}`)?.type;
    return isSealed(slot && valueOf(slot));
  };
  const names = new Map(sent.flatMap((one) => (isSecret(one) ? [] : [[one[0], one[1]!] as const])));
  // The service itself looks.
  const row = lookUp(resource, names, { ...placeOf(scopeOf(facts)), seesAll: true });
  if (!(row instanceof Row)) return row === null ? true : undefined;
  return some(
    sent.filter(isSecret).map(([name, value]) => {
      const kept = row.get(name);
      return kept === UNKNOWN ? undefined : kept !== value;
    }),
  );
};
