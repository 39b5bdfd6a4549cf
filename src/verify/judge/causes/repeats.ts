// Calls that come again with their key. Input: a call, the calls that came before it. Output: whether it is one that was answered already, the
// answer that is kept for it, or another call with the same key. Notation, part 4, "What a second call does"; decision 0046.

import { keyHeader, repeatSlot } from '../../../analysis/document/repeats.ts';
import { oncePer } from '../../../base/once-per.ts';
import { valueOf } from '../../../notation/slot.ts';
import { headerOf } from '../../exchange.ts';
import { SLACK, tokenOf } from '../../world/callers.ts';
import { sameJson } from '../../world/json.ts';
import { all, not, UNKNOWN, type KeptCall, type Row, type Truth } from '../../world/known.ts';
import type { Facts, Judge } from './context.ts';
import { isWrongPath } from './parameters.ts';
import { unsupportedMediaType } from './media.ts';

/** What is known of the key that a call brings. */
export type KeyMet =
  /** It has none that counts. */
  | { readonly kind: 'none' }
  /** `name`: the key, with those among whom it is unique; undefined: nobody can tell among whom. */
  | { readonly kind: 'new' | 'unknown'; readonly name: string | undefined }
  | { readonly kind: 'known'; readonly name: string; readonly first: KeptCall; readonly isSame: Truth };

export const keyMet: (facts: Facts) => KeyMet = oncePer((facts: Facts): KeyMet => {
  const { asked, linked } = facts;
  const header = keyHeader(linked);
  const key = header === undefined ? undefined : headerOf(asked.call.headers, header);
  // A body that is not read is no part of a call that could be known.
  if (key === undefined || key.trim() === '') return { kind: 'none' };
  if (unsupportedMediaType(facts, { kind: 'unsupported media type' }) === true) return { kind: 'none' };
  // What is answered for a path that no row can have is not kept.
  const isWrong = isWrongPath(facts);
  if (isWrong === true) return { kind: 'none' };
  const name = isWrong === undefined ? undefined : keyName(facts);
  const first = name === undefined ? undefined : asked.world.keys.get(name);
  if (name !== undefined && first) return { kind: 'known', name, first, isSame: isSameCall(facts, first) };
  const isNew = name !== undefined && asked.world.seesAll && RANDOM.test(key);
  return { kind: isNew ? 'new' : 'unknown', name };
});

/** Undefined: it has no key that counts, or nobody can tell among whose calls it counts. */
export function keyName(facts: Facts): string | undefined {
  const header = keyHeader(facts.linked);
  const key = header === undefined ? undefined : headerOf(facts.asked.call.headers, header);
  return key === undefined || key.trim() === '' ? undefined : nameOf(facts, key);
}

/** What is drawn by chance for one call nobody has sent before: https://www.rfc-editor.org/rfc/rfc9562#section-5.4 */
const RANDOM = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Undefined: it is not shown, or not known, among whose calls the key is unique. */
function nameOf(facts: Facts, key: string): string | undefined {
  const scope = valueOf(repeatSlot(facts.linked, 'scope'));
  const caller = callerName(facts);
  if (!scope || (scope.includes('caller') && caller === undefined)) return undefined;
  const parts = scope.map((word) => {
    switch (word) {
      case 'caller':
        return caller;
      case 'operation':
        return facts.asked.operation;
      case 'path':
        return facts.asked.call.target.split('?')[0];
      case 'everyone':
        return '';
    }
  });
  return JSON.stringify([scope, parts, key]);
}

const numbers = new WeakMap<Row, number>();
let numbered = 0;

/** One name for all credentials of one caller; undefined: nobody can tell who calls. */
export function callerName({ asked }: Pick<Facts, 'asked'>): string | undefined {
  const { caller, call, world } = asked;
  if (caller === UNKNOWN) return undefined;
  if (typeof caller === 'string') return caller === 'nobody' ? caller : undefined;
  if (caller.row === UNKNOWN) return undefined;
  return caller.row ? rowName(caller.row) : `token ${tokenOf(world, call) ?? ''}`;
}

/** One for each row. */
export function rowName(row: Row): string {
  if (!numbers.has(row)) numbers.set(row, (numbered += 1));
  return `row ${numbers.get(row)}`;
}

function isSameCall(facts: Facts, first: KeptCall): Truth {
  const { call } = facts.asked;
  const caller = callerName(facts);
  const isSameCaller = caller === undefined || first.caller === undefined ? undefined : caller === first.caller;
  const [path, query = ''] = call.target.split('?');
  const [firstPath, firstQuery = ''] = first.call.target.split('?');
  const isSameQuery = query === firstQuery ? true : sorted(query) === sorted(firstQuery) ? undefined : false;
  return all([
    call.method === first.call.method && path === firstPath,
    isSameQuery,
    isSameCaller,
    isSameBody(facts, first),
  ]);
}

function sorted(query: string): string {
  return query.split('&').toSorted().join('&');
}

function isSameBody({ asked }: Facts, first: KeptCall): Truth {
  if ((asked.call.body ?? '') === (first.call.body ?? '')) return true;
  if (asked.body.kind === 'json' && first.body !== undefined) return sameJson(asked.body.value, first.body);
  return asked.body.kind === 'json' || first.body !== undefined ? false : undefined;
}

/** By now. */
function isKept({ asked, linked }: Facts, first: KeptCall): Truth {
  const slot = repeatSlot(linked, 'keptFor');
  const lifetime = slot.status === 'none' ? Infinity : valueOf(slot);
  if (lifetime === undefined) return undefined;
  if (asked.from > first.to + lifetime + SLACK) return false;
  return all([first.isKept, asked.to < first.from + lifetime - SLACK ? true : undefined]);
}

export const otherBody: Judge<'same key, other body'> = (facts) => {
  const met = keyMet(facts);
  if (met.kind !== 'known') return met.kind === 'unknown' ? undefined : false;
  return all([isKept(facts, met.first), not(met.isSame)]);
};

/** Calls that are made one after the other never meet one that still runs. */
export const stillRunning: Judge<'still running'> = (facts) => {
  const met = keyMet(facts);
  return met.kind === 'none' || met.kind === 'new' || facts.asked.world.seesAll ? false : undefined;
};

/** Is the call answered by what is kept for its key? */
export function isRepeated(facts: Facts): { readonly truth: Truth; readonly first: KeptCall | undefined } {
  const met = keyMet(facts);
  if (met.kind !== 'known') return { truth: met.kind === 'unknown' ? undefined : false, first: undefined };
  if (valueOf(repeatSlot(facts.linked, 'sameBody')) === undefined) return { truth: undefined, first: undefined };
  return { truth: all([isKept(facts, met.first), met.isSame]), first: met.first };
}
