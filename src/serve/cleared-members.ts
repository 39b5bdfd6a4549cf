// Members of maps and free objects that an empty text or null takes away. Input: a value as it was sent, and what is stated of its
// members. Output: the value without them, in a patch with null in their place. Notation, part 4 "Omitted, null and empty".

import type { MemberRule, ValueType } from '../plan/input.ts';
import type { Parsed } from './exact-json.ts';
import { namesOf, objectOf } from './json-members.ts';

type Json = Readonly<Record<string, unknown>>;

/** `patch`: null takes a member away that the row has. A list is as it was sent, and what is in a nested shape has its own rules. */
export function withoutCleared(rule: MemberRule, type: ValueType, sent: Parsed, patch: boolean): Parsed {
  if (type.format !== 'map' && type.format !== 'object') return sent;
  if (typeof sent.value !== 'object' || sent.value === null || Array.isArray(sent.value)) return sent;
  const values = sent.value as Json;
  const exacts = sent.exact as Json | undefined;
  const empty = rule.empty === 'null' && !patch ? undefined : rule.empty;
  const members: (readonly [name: string, member: Parsed])[] = [];
  for (const name of namesOf(exacts ?? values)) {
    const value = values[name];
    const what = value === '' ? empty : value === null ? rule.nulls : undefined;
    if (what === 'left out') continue;
    const member = what === 'null' ? null : value;
    const given = { value: member, exact: exacts && (what === 'null' ? null : exacts[name]) };
    members.push([name, withoutCleared(rule, type.of ?? type, given, patch)]);
  }
  return {
    value: objectOf(members.map(([name, member]) => [name, member.value])),
    exact: exacts && objectOf(members.map(([name, member]) => [name, member.exact])),
  };
}
