// The operations on the page, by resource: which run, which are held and why, and a form to try each. Input: the model, its plan,
// and the place of each reason. Output: HTML; the search is the script's.

import { firstTarget } from '../analysis/document/targets.ts';
import { counted } from '../base/counted.ts';
import { effortForAll, type Effort } from '../base/effort.ts';
import type { Model } from '../model/model.ts';
import type { OperationPlan, Plan } from '../plan/plan.ts';
import { RUNS, runCounts } from './counts.ts';
import { anchor, bare, code, list, linkTo, visible, words } from './html.ts';
import type { Open } from './places.ts';
import { pathText, tryForm } from './try-form.ts';

/** Of a document with more operations than these, the groups are folded at first. */
const UNFOLDED = 20;

/** `pause`: lets requests be answered between two operations; each takes some milliseconds at most. */
export async function operationsList(
  model: Model,
  plan: Plan,
  places: Open['places'],
  address: string,
  pause: () => Promise<void>,
): Promise<string> {
  const { operations } = plan;
  if (operations.length === 0) return '<p class="dim">None is stated yet.</p>';
  const effort = effortForAll();
  const groups = Map.groupBy(operations, ({ id }) => resourceOf(model, id));
  const parts: string[] = [];
  for (const name of [...groups.keys()].toSorted((a, b) => Number(a === undefined) - Number(b === undefined))) {
    const own = groups.get(name)!;
    const cards: string[] = [];
    for (const operation of own) {
      cards.push(oneOperation(operation, plan, places, address, effort));
      await pause();
    }
    parts.push(group(name, own, cards, operations.length <= UNFOLDED));
  }
  return SEARCH + parts.join('\n');
}

const SEARCH = `<div class="search"><label for="search">Search the operations</label><input type="search" id="search" aria-describedby="found" autocomplete="off" spellcheck="false" data-keep><p class="dim" id="found" role="status" data-keep></p></div>
`;

/** The resource that Does names first. */
function resourceOf(model: Model, id: string): string | undefined {
  const linked = model.operations.get(id);
  return linked && firstTarget(model, linked)?.name.text;
}

function group(
  name: string | undefined,
  own: readonly OperationPlan[],
  cards: readonly string[],
  isOpen: boolean,
): string {
  const id = name === undefined ? 'operations-of-none' : anchor('operations', name);
  const title = name === undefined ? 'No resource is named' : code(name);
  return `<details class="group" id="${id}"${isOpen ? ' open' : ''}><summary><h3>${title}</h3> <span class="dim">${counted(own.length, 'operation')}: ${runCounts(own)}</span></summary>
${list(cards, 'cards')}</details>`;
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
<h4><code><b>${visible(method)}</b> ${visible(pathText(operation))}</code> <span class="badge ${runs}">${RUNS[runs]}</span></h4>
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
