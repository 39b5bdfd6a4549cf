// The operations on the page: which run, which are held and why, and a form to try each. Input: the plan, and the place of each
// reason. Output: HTML.

import { effortForAll, type Effort } from '../calls/effort.ts';
import type { OperationPlan, Plan } from '../plan/plan.ts';
import { RUNS } from './counts.ts';
import { anchor, bare, code, list, linkTo, visible, words } from './html.ts';
import type { Open } from './places.ts';
import { pathText, tryForm } from './try-form.ts';

/** `pause`: lets requests be answered between two operations; each takes some milliseconds at most. */
export async function operationsList(
  plan: Plan,
  places: Open['places'],
  address: string,
  pause: () => Promise<void>,
): Promise<string> {
  if (plan.operations.length === 0) return '<p class="dim">None is stated yet.</p>';
  const effort = effortForAll();
  const cards: string[] = [];
  for (const operation of plan.operations) {
    cards.push(oneOperation(operation, plan, places, address, effort));
    await pause();
  }
  return list(cards, 'cards');
}

function oneOperation(
  operation: OperationPlan,
  plan: Plan,
  places: Open['places'],
  address: string,
  effort: Effort,
): string {
  const { id, method, runs } = operation;
  return `<li class="card" id="${anchor('operation', id)}" data-operation="${bare(id)}" data-runs="${runs}">
<h3><code><b>${visible(method)}</b> ${visible(pathText(operation))}</code> <span class="badge ${runs}">${RUNS[runs]}</span></h3>
${reasons(operation, plan, places)}
${tryForm(operation, plan, address, effort)}
</li>`;
}

/** Of more than these only the number is given; each has its own entry anyway. */
const SHOWN = 5;

function reasons(
  { heldBy, partlyHeldBy, restsOn, ...rest }: OperationPlan,
  plan: Plan,
  places: Open['places'],
): string {
  const one = (id: string): string => {
    const known = places.get(id);
    const question = known?.question ?? plan.gaps[id] ?? '';
    const name = known === undefined ? code(id) : linkTo(known.place, visible(id));
    return `<span class="id">${name}</span>${question === '' ? '' : ` ${words(question)}`}`;
  };
  const group = (word: string, ids: readonly string[]): string => {
    if (ids.length === 0) return '';
    const items = ids.map(one);
    const more = items.length > SHOWN ? items.slice(SHOWN) : [];
    const hidden = more.length === 0 ? '' : `<details><summary>${more.length} more</summary>${list(more)}</details>`;
    return `<div class="reasons"><p>${word}</p>${list(items.slice(0, SHOWN))}${hidden}</div>`;
  };
  return [
    group('Held by', heldBy),
    group('Requests that meet one of these are held', partlyHeldBy),
    group(
      'Runs, and nothing of this is enforced',
      restsOn.filter((id) => !partlyHeldBy.includes(id)),
    ),
    group('Runs because it is assumed', [...(rest.assumed ?? []), ...(rest.partlyAssumed ?? [])]),
  ].join('');
}
