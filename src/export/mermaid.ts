// The machines of a document as Mermaid diagrams. Input: a model. Output: Markdown, a heading and a diagram for each machine; what is not
// shown of one is said below it.

import {
  drawnMachines,
  unshownMachines,
  type Arrow,
  type DrawnMachine,
  type Place,
} from '../analysis/machines/drawn.ts';
import { machineId } from '../analysis/document/slot-ids.ts';
import { ticked } from '../base/ticked.ts';
import type { Model } from '../model/model.ts';
import { openOfAll, type NotShown } from './not-shown.ts';
import { heldOperations } from './operations.ts';
import { prose } from './prose.ts';

export function mermaid(model: Model): string {
  const open = openOfAll(model);
  const drawn = drawnMachines(model, heldOperations(model), Infinity).map((machine) =>
    diagramOf(machine, openOf(machine.name, open)),
  );
  const unshown = unshownMachines(model).map((name) => [`## ${ticked(name)}`, '', 'Not shown.', ''].join('\n'));
  const all = [...drawn, ...unshown];
  return all.length === 0 ? 'No field is of type `state`.\n' : all.join('\n');
}

function openOf(name: string, open: readonly NotShown[]): readonly NotShown[] {
  const id = machineId(name);
  return open.filter(({ gap }) => gap === id || gap.startsWith(`${id}/`));
}

function diagramOf({ name, states, arrows }: DrawnMachine, open: readonly NotShown[]): string {
  const ids = new Map(states.map((state, place) => [state.name, `s${place + 1}`]));
  const isGone = arrows.some(({ to }) => to.kind === 'gone');
  const isOpen = arrows.some(({ from, to }) => from.kind === 'open' || to.kind === 'open');
  const at = (place: Place, isEnd: boolean): string => {
    if (place.kind === 'state') return ids.get(place.name) ?? 'open';
    return place.kind === 'new' ? '[*]' : place.kind === 'gone' && isEnd ? 'gone' : 'open';
  };
  const line = ({ from, to, labels }: Arrow): string => {
    const label = labels.map(shown).join('<br/>');
    return `  ${at(from, false)} --> ${at(to, true)}${label === '' ? '' : ` : ${label}`}`;
  };
  const isFinal = states.filter(({ marks }) => marks.includes('final') || marks.includes('gone'));
  return [
    `## ${ticked(name)}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...states.map((state) => `  state "${shown(state.name)}" as ${ids.get(state.name)}`),
    ...(isGone ? ['  state "(gone)" as gone'] : []),
    ...(isOpen ? ['  state "not shown" as open'] : []),
    ...arrows.map(line),
    ...isFinal.map((state) => `  ${ids.get(state.name)} --> [*]`),
    '```',
    '',
    ...(open.length === 0
      ? []
      : ['Not shown:', '', ...open.map(({ gap, question }) => `- ${prose(question)} (${ticked(gap)})`), '']),
  ].join('\n');
}

/** What has a meaning in Mermaid or HTML is written by its number. */
function shown(text: string): string {
  return text.replace(/[^\p{L}\p{N} _.,/{}()=+*!?'-]/gu, (sign) =>
    /\s/.test(sign) ? ' ' : `#${sign.codePointAt(0)};`,
  );
}
