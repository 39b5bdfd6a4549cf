// Which operations an error touches: those that its section concerns. Input: findings with places. Output: heading → codes.
// What an error touches is held by `error:CODE`.

import * as assumptions from '../../diagnostics/assumptions.ts';
import type { Diagnostic } from '../../diagnostics/define.ts';
import type { Span } from '../../base/span.ts';
import type { Facts } from '../../notation/endpoints.ts';
import type { Model } from '../../model/model.ts';
import { errorId } from '../document/slot-ids.ts';
import { headingOf } from '../document/targets.ts';
import { usersOf } from './affected-operations.ts';

/** A heading and the operations that its section concerns. */
interface Section {
  readonly start: number;
  readonly operations: readonly string[];
  /** What it states is taken elsewhere. */
  readonly isTaken?: true;
}

/** By heading: `error:CODE`, each once. */
export function heldByErrors(model: Model): ReadonlyMap<string, readonly string[]> {
  const errors = model.diagnostics.filter((one) => one.severity === 'error' && !ASSUMPTIONS.has(one.code));
  if (errors.length === 0) return new Map();
  const held = new Map<string, Set<string>>();
  const sections = sectionsOf(model);
  const known = new Map<Section, Set<string>>();
  for (const error of errors) {
    for (const section of sectionsAt(sections, error)) {
      const codes = known.get(section) ?? new Set();
      if (codes.has(error.code)) continue;
      known.set(section, codes.add(error.code));
      for (const operation of section.operations)
        held.set(operation, (held.get(operation) ?? new Set()).add(errorId(error.code)));
    }
  }
  return new Map([...held].map(([operation, ids]) => [operation, [...ids]]));
}

/** The statements of these findings are not part of the model: what they leave open holds by itself. */
const ASSUMPTIONS: ReadonlySet<string> = new Set(Object.values(assumptions).map(({ code }) => code));

function sectionsAt(sections: readonly Section[], error: Diagnostic): readonly Section[] {
  // Of a contradiction both places are meant; elsewhere the related one only says where something is declared.
  const others = error.code === 'contradiction' ? error.related.map((one) => one.at) : [];
  const places = [error.at, ...others];
  // What All fields states is a fault where a field takes it.
  return places.map((at) => sectionAt(sections, at)).filter(({ isTaken }, index) => index === 0 || !isTaken);
}

/** The last section that begins before the place. */
function sectionAt(sections: readonly Section[], at: Span): Section {
  let [first, end] = [0, sections.length];
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    if (sections[middle]!.start > at.start) end = middle;
    else first = middle;
  }
  return sections[first]!;
}

function sectionsOf(model: Model): readonly Section[] {
  const { document } = model;
  const all = [...model.operations.keys()];
  const sections: Section[] = [{ start: 0, operations: all }];
  const add = (at: Span | undefined, operations: readonly string[], isTaken?: true): void => {
    if (at) sections.push({ start: at.start, operations, ...(isTaken && { isTaken }) });
  };
  const users = (resource: string): readonly string[] => (usersOf(model).get(resource) ?? []).map(headingOf);
  add(document.purpose.scope.heading, []);
  add(document.resources.scope.heading, all);
  add(document.resources.allAt, all, true);
  for (const resource of document.resources.resources.items) add(headingAt(resource), users(resource.name.text));
  add(document.states.scope.heading, all);
  for (const machine of document.states.machines.items) add(headingAt(machine), users(machine.resource.text));
  add(document.endpoints.scope.heading, all);
  for (const operation of document.endpoints.operations.items) add(headingAt(operation), [operation.name.text]);
  // What is under All operations is for all, at any position between the others.
  for (const fact of Object.values(document.endpoints.all)) if (isWritten(fact)) add(fact.at, all);
  for (const part of ['authentication', 'events', 'errors', 'limits', 'versioning'] as const)
    add(document[part].scope.heading, all);
  // A statement that contradicts the `none` of a part states itself what it concerns.
  for (const { scope } of [document.states, document.authentication])
    if (scope.mark.status === 'none') add(scope.mark.at, []);
  // The heading above an assumption is not kept: what is wrong in such a file may concern them all.
  const [first] = document.assumptions ?? [];
  const own = first ? sections.filter(({ start }) => start < first.start) : sections;
  if (first) own.push({ start: first.start, operations: all });
  own.sort((a, b) => a.start - b.start);
  return own;
}

function isWritten(fact: Facts[keyof Facts]): boolean {
  return 'written' in fact ? fact.written : fact.status !== 'absent';
}

function headingAt(one: {
  readonly scope: { readonly heading: Span | undefined };
  readonly name: { readonly at: Span };
}): Span {
  return one.scope.heading ?? one.name.at;
}
