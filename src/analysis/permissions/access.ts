// Whether a caller may do something, as far as a document says. Input: accesses, Who, conditions. Output: one access of several. A
// condition is shown as it is written. Notation, part 4 "Who may".

import { letsAnybody } from '../document/callers.ts';
import { ticked } from '../../base/ticked.ts';
import type { Model } from '../../model/model.ts';
import { type Condition, printCondition } from '../../notation/values/conditions.ts';
import { printWho, type Who } from '../../notation/values/who.ts';

export type Access =
  | { readonly kind: 'may' }
  /** `state`: nobody may, since no move of the operation starts there, or since Does leaves such rows out. */
  | { readonly kind: 'may not'; readonly because: 'who' | 'state' }
  | { readonly kind: 'if'; readonly condition: string; readonly joined?: 'and' | 'or' }
  /** Ids of what is not shown. */
  | { readonly kind: 'gap'; readonly by: readonly string[] };

export type Caller =
  | { readonly kind: 'not signed in' }
  /** Without any of the roles, and not the owner. */
  | { readonly kind: 'signed in' }
  /** Not the owner. */
  | { readonly kind: 'role'; readonly role: string }
  /** By each `owner by`; without any of the roles. */
  | { readonly kind: 'owner' };

/** `held`: the operation does not run; what would hold if it did. */
export type Cell = Access | { readonly kind: 'held'; readonly by: readonly string[]; readonly stated: Access };

export const MAY: Access = { kind: 'may' };

export function mayNot(because: 'who' | 'state'): Access {
  return { kind: 'may not', because };
}

export function ifHolds(condition: Condition): Access {
  const joined = condition.kind === 'and' || condition.kind === 'or' ? { joined: condition.kind } : {};
  return { kind: 'if', condition: printCondition(condition), ...joined };
}

/** All of them: one that refuses decides, whatever else is not shown. */
export function allOf(items: readonly Access[]): Access {
  return (
    items.find(({ kind }) => kind === 'may not') ??
    gapOf(items) ??
    joined(
      items.filter((one) => one.kind === 'if'),
      'and',
    ) ??
    MAY
  );
}

/** One of them is enough. */
export function oneOf(items: readonly Access[]): Access {
  return (
    items.find(({ kind }) => kind === 'may') ??
    gapOf(items) ??
    joined(
      items.filter((one) => one.kind === 'if'),
      'or',
    ) ??
    items.find((one) => one.kind === 'may not' && one.because === 'who') ??
    mayNot('state')
  );
}

export function butNot(access: Access): Access {
  switch (access.kind) {
    case 'may':
      return mayNot('who');
    case 'may not':
      return MAY;
    case 'if':
      return { kind: 'if', condition: `not (${access.condition})` };
    case 'gap':
      return access;
  }
}

function gapOf(items: readonly Access[]): Access | undefined {
  const by = [...new Set(items.flatMap((one) => (one.kind === 'gap' ? one.by : [])))];
  return by.length > 0 ? { kind: 'gap', by } : undefined;
}

type If = Extract<Access, { kind: 'if' }>;

function joined(items: readonly If[], word: 'and' | 'or'): Access | undefined {
  const different = [...new Map(items.map((one) => [one.condition, one])).values()];
  if (different.length < 2) return different[0];
  const bracketed = (one: If): string =>
    one.joined !== undefined && one.joined !== word ? `(${one.condition})` : one.condition;
  return { kind: 'if', condition: different.map(bracketed).join(` ${word} `), joined: word };
}

function when(is: boolean): Access {
  return is ? MAY : mayNot('who');
}

/** What a Who says of one caller. `open`: the ids of its half gap. */
export function accessBy(model: Model, who: Who, caller: Caller, open: readonly string[]): Access {
  const isSignedIn = caller.kind !== 'not signed in';
  switch (who.kind) {
    case 'anyone':
      return MAY;
    case 'signed-in':
      return when(isSignedIn);
    case 'role':
      return when(caller.kind === 'role' && caller.role === who.role.text);
    case 'owner':
      return when(caller.kind === 'owner');
    case 'scope':
      return isSignedIn ? { kind: 'if', condition: printWho(who) } : mayNot('who');
    case 'condition':
      return isSignedIn || letsAnybody(model, who) ? ifHolds(who.condition) : mayNot('who');
    case 'or':
      return oneOf(who.items.map((one) => accessBy(model, one, caller, open)));
    case 'except':
      return allOf([accessBy(model, who.who, caller, open), butNot(accessBy(model, who.except, caller, open))]);
    case 'which items': {
      const items: Access = who.items.kind === 'gap' ? { kind: 'gap', by: open } : ifHolds(who.items);
      return allOf([accessBy(model, who.who, caller, open), items]);
    }
  }
}

export function callerText(caller: Caller): string {
  return caller.kind === 'role' ? ticked(caller.role) : caller.kind;
}

export function cellText(cell: Cell): string {
  switch (cell.kind) {
    case 'may':
      return 'may';
    case 'may not':
      return cell.because === 'state' ? 'may not, in this state' : 'may not';
    case 'if':
      return `if ${cell.condition}`;
    case 'gap':
      return `gap ${cell.by.join(', ')}`;
    case 'held':
      return `held (${cellText(cell.stated)}) by ${cell.by.join(', ')}`;
  }
}
