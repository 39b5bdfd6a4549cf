// Statements of any part that this runtime reads and does not do yet. Input: a model. Output: one finding for each slot, with the words.

import { addTo } from '../base/grouped.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { unsupported } from '../diagnostics/support.ts';
import type { Model } from '../model/model.ts';
import type { AnyDeclaration } from '../notation/declaration.ts';
import { DELIVERY } from '../notation/events.ts';
import { columnOfAll } from '../notation/parameters.ts';
import { FIELD } from '../notation/resources.ts';
import type { FieldType } from '../notation/values/field-types.ts';
import { valueOf } from '../notation/slot.ts';
import { effectOfFact, gapView } from '../analysis/gaps/gaps.ts';
import { elementOf } from '../analysis/document/paths.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import { insteadOf, isGuard, UNJUDGED, type Referred } from '../analysis/gaps/supported/instead.ts';
import { allPlainly } from '../analysis/gaps/supported/plain.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';
import type { Features } from '../analysis/document/features.ts';
import { unjudgedAdvice } from './unjudged.ts';

export function unsupportedFound(model: Model): readonly Diagnostic[] {
  const held = new Map<string, string[]>();
  const partly = new Map<string, string[]>();
  for (const { id, heldBy, partlyHeldBy } of gapView(model).operations) {
    for (const fact of new Set(heldBy)) addTo(held, fact, `\`${id}\``);
    for (const fact of new Set(partlyHeldBy)) addTo(partly, fact, `\`${id}\``);
  }
  return [...slotsOf(model).open.values()]
    .filter((fact) => fact.status === 'unsupported')
    .map((fact) => {
      const referred = referredBy(model, fact);
      const isOfCalls = held.has(fact.id) || partly.has(fact.id) || !keepsEvents(fact);
      const holds = held.has(fact.id) || partly.has(fact.id) || !isOfCalls;
      return diagnose(unsupported, fact.at, {
        what: allPlainly(fact.held, referred?.resource),
        id: `\`${fact.id}\``,
        held: isOfCalls
          ? listed(held.get(fact.id) ?? [], partly.get(fact.id) ?? [])
          : 'events that need it are kept back',
        instead: instead(fact.held, holds, referred, unjudgedAdvice(model, fact)),
        words: [...new Set(fact.held)].map((word) => `\`${word}\``).join(', '),
      });
    });
}

/** Until it runs, events wait in the outbox. */
function keepsEvents(fact: Fact): boolean {
  return effectOfFact(fact) === 'event' && fact.of !== DELIVERY.keptFor;
}

const TYPES: ReadonlySet<AnyDeclaration | undefined> = new Set<AnyDeclaration>([
  FIELD.columns.type,
  ...columnOfAll('type'),
]);

/** Of a field whose Type is a resource, or a list of it: which, and the one field that identifies its rows. */
function referredBy(model: Model, { slot, of, subject }: Fact): Referred | undefined {
  const written = slot && TYPES.has(of) ? (valueOf(slot) as FieldType | undefined) : undefined;
  const { type, list } = written ? elementOf(written) : { type: undefined, list: false };
  const resource = type?.kind === 'resource' ? model.resources.get(type.resource.text) : undefined;
  if (!resource) return undefined;
  const [by, ...more] = valueOf(resource.identifiedBy) ?? [];
  const owner = list && 'resource' in subject ? subject.resource : undefined;
  return { resource: resource.name.text, by: more.length > 0 ? undefined : by?.text, listedBy: owner };
}

function instead(words: Features, holds: boolean, referred: Referred | undefined, named: string | undefined): string {
  if (holds && words.some(isGuard))
    return ': nothing that runs protects as much, and what needs it answers 501 until then';
  const rest = named === undefined ? words : words.filter((word) => word !== UNJUDGED);
  const others = [...insteadOf(rest, referred), ...(named === undefined ? [] : [named])];
  if (others.length > 0) return `, or ${others.join('; ')}`;
  return holds ? ', or remove it: there is no other way to say it yet' : ': it holds nothing';
}

/** A part may hold hundreds of operations: the first few, and how many more. */
function listed(operations: readonly string[], partly: readonly string[]): string {
  if (operations.length === 0)
    return partly.length === 0 ? 'no operation is held' : `requests to ${fewOf(partly)} that need it are held`;
  return `${fewOf(operations)} ${operations.length === 1 ? 'is' : 'are'} held`;
}

function fewOf(operations: readonly string[]): string {
  const shown = operations.slice(0, 3).join(', ');
  const rest = operations.length - 3;
  return `${shown}${rest > 0 ? ` and ${rest} more` : ''}`;
}
