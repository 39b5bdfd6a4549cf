// When an event is sent. Input: a model and the event. Output: a description and members `x-ninefold-…`: its When, and the operations and
// moves whose Emits name it. Notation, part 6, key When; parts 3 and 4, Emits.

import { whyNoRow } from '../analysis/requests/emitted.ts';
import type { Model } from '../model/model.ts';
import { EVENT, type EventKind } from '../notation/events.ts';
import { type Name, type Slot, valueOf } from '../notation/slot.ts';
import { factName } from '../analysis/document/slot-ids.ts';
import { MOVE } from '../notation/states.ts';
import { prose } from './prose.ts';
import type { Schema } from './schema.ts';
import { extensions, texts } from './statements.ts';

export function sentWhen(model: Model, event: EventKind): Schema {
  const emitters = [...operationsOf(model, event.name.text), ...movesOf(model, event.name.text)];
  const said = extensions(EVENT.columns, event, (key) => key !== 'when');
  const when = said['x-ninefold-when'];
  const lines = [
    ...(typeof when === 'string' ? [`- When: ${prose(when)}`] : []),
    ...emitters.map((one) => `- Emitted by: ${prose(one.text)}`),
  ];
  return {
    ...(lines.length > 0 && { description: lines.join('\n') }),
    ...said,
    ...(emitters.length > 0 && { 'x-ninefold-emitted-by': emitters.map(({ data }) => data) }),
  };
}

interface Emitter {
  readonly text: string;
  readonly data: Schema;
}

/** Under All operations Emits is meant for those that change rows. */
function operationsOf(model: Model, event: string): readonly Emitter[] {
  return [...model.operations].flatMap(([heading, linked]) =>
    isNamed(linked.facts.emits, event) && whyNoRow(model, linked, event) !== 'no row'
      ? [{ text: `\`${heading}\``, data: { operation: heading } }]
      : [],
  );
}

function movesOf(model: Model, event: string): readonly Emitter[] {
  return model.document.states.machines.items.flatMap(({ name, moves }) =>
    moves.items
      .filter(({ emits }) => isNamed(emits, event))
      .map((move) => {
        const { emits: _, ...said } = texts(MOVE.columns, move) as Readonly<Record<string, string>>;
        const { from, to, by } = MOVE.columns;
        const words = [from, to, by].flatMap(({ head }) => {
          const word = factName(head);
          return said[word] === undefined ? [] : [word, said[word]];
        });
        return { text: [`\`${name.text}\``, ...words].join(' '), data: { machine: name.text, ...said } };
      }),
  );
}

function isNamed(emits: Slot<readonly Name[]>, event: string): boolean {
  return (valueOf(emits) ?? []).some(({ text }) => text === event);
}
