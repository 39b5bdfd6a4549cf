// The state machines on the page: a picture of each, and beside it the table that says the same. Input: a model, what is held, and
// where questions are shown. Output: HTML.

import type { Model } from '../model/model.ts';
import { headsOf } from '../notation/declaration.ts';
import { MOVE } from '../notation/states.ts';
import { diagram } from './diagram.ts';
import { anchor, code, linkTo, table, visible, wide, words } from './html.ts';
import { drawnMachines, unshownMachines, type DrawnMachine } from '../analysis/machines/drawn.ts';
import type { Open } from './places.ts';

const { from, to, by, onlyIf } = MOVE.columns;
const HEADS = headsOf({ from, to, by, onlyIf });

export async function machinesList(
  model: Model,
  heldIds: ReadonlySet<string>,
  places: Open['places'],
): Promise<string> {
  const drawn = await Promise.all(drawnMachines(model, heldIds).map((machine) => oneMachine(machine, places)));
  const unshown = unshownMachines(model).map((name) => notShown(name, places));
  const all = [...drawn, ...unshown];
  return all.length === 0 ? '<p class="dim">No field is of type <code>state</code>.</p>' : all.join('\n');
}

async function oneMachine(machine: DrawnMachine, places: Open['places']): Promise<string> {
  const id = anchor('machine', machine.name);
  // In a reference of SVG a percent sign would be decoded.
  const picture = await diagram(machine, id.replaceAll('%', '_'));
  if (machine.states.length === 0 && machine.arrows.length === 0) return notShown(machine.name, places);
  const { isNumbered } = machine;
  const rows = machine.rows.map(({ from, to, by, onlyIf, stands }, index) => [
    ...(isNumbered ? [String(index + 1)] : []),
    words(from),
    words(to),
    words(by),
    words(onlyIf),
    stands === 'runs' ? '<span class="yes">runs</span>' : `<span class="no">${stands}</span>`,
  ]);
  const moves = table(
    [...(isNumbered ? ['Number'] : []), ...HEADS, ''].map((head) => head || '<span class="aside">runs</span>'),
    rows,
  );
  return `<section class="machine" id="${id}" aria-labelledby="${id}-name"><h3 id="${id}-name">${code(machine.name)}</h3>
${drawing(machine, picture)}
${rows.length === 0 ? '<p class="dim">No move is shown.</p>' : wide(`Moves of ${machine.name}`, moves)}</section>`;
}

function drawing({ name, isNumbered, arrows }: DrawnMachine, picture: string): string {
  if (picture === '')
    return `<p class="dim">${arrows.length} arrows are too many for a picture; the table has them all.</p>`;
  const told = isNumbered ? '<p class="dim">Arrows bear the numbers of their rows in the table.</p>' : '';
  return told + wide(`Diagram of ${name}`, picture);
}

function notShown(name: string, places: Open['places']): string {
  const id = anchor('machine', name);
  const known = places.get(`3/${name}`) ?? places.get('3');
  const question = known === undefined ? '' : ` ${linkTo(known.place, visible(known.question))}`;
  return `<section class="machine" id="${id}"><h3>${code(name)}</h3><p><b>Not shown.</b>${question}</p></section>`;
}
