// What a step of an operation rests on. Input: steps, or what is in them. Output: the names that they read, the tables, and the steps before them that
// bind these names.

import type { Step } from '../plan/steps.ts';

/** What a step binds is known to those behind it. */
export function bound(step: Step, rests: Map<string, readonly Step[]>): void {
  if (step.kind !== 'bind' || step.last === true) return;
  const bare: Step = { ...step, guards: [] };
  for (const { name } of step.values) rests.set(name, [...restOf(bare, rests), bare]);
}

/** The steps that bind what it names, each once. */
export function restOf(node: unknown, rests: ReadonlyMap<string, readonly Step[]>): readonly Step[] {
  return [...new Set(namesIn(node).flatMap((name) => rests.get(name) ?? []))];
}

export function namesIn(node: unknown): readonly string[] {
  return [...new Set(found(node, ({ kind, name }) => (kind === 'parameter' ? name : undefined)))];
}

export function tablesIn(node: unknown): readonly string[] {
  return found(node, ({ table }) => table);
}

function found(node: unknown, look: (object: Readonly<Record<string, unknown>>) => unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = Array.isArray(node) ? undefined : look(node as Readonly<Record<string, unknown>>);
  const below = Object.values(node).flatMap((each) => found(each, look));
  return typeof own === 'string' ? [own, ...below] : below;
}
