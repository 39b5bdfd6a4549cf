// Where rows begin, as part 3 and the calls that create rows state it: a state of Kind initial in which no row
// begins, a row that begins where none may, a Default that no row gets. Input: a machine. Output: findings. Notation, part 3, `(new)` and
// Kind; part 2, Default.

import { contradiction } from '../diagnostics/reading.ts';
import type { State } from '../notation/states.ts';
import { valueOf } from '../notation/slot.ts';
import { beginningsOf, defaultState, type Beginning } from '../analysis/machines/beginnings.ts';
import type { MachineView } from '../analysis/document/moves.ts';
import { headingOf } from '../analysis/document/targets.ts';
import type { Findings } from './findings.ts';

export function judgeBeginnings(findings: Findings, view: MachineView): void {
  for (const { row } of view.births) {
    if (valueOf(row.to)?.kind === 'same')
      findings.report(contradiction, row.to.at, { what: 'a row that begins, and stays in the state that it has' });
    if (valueOf(row.to)?.kind === 'gone')
      findings.report(contradiction, row.to.at, { what: 'a row that begins, and is removed' });
    const to = valueOf(row.to);
    const gone = to?.kind === 'state' && goneState(view, to.state.text);
    if (to?.kind === 'state' && gone)
      findings.report(contradiction, to.state.at, { what: `\`${to.state.text}\`, a gone state in which rows begin` }, [
        { at: gone.kind.at, message: 'it is called gone here' },
      ]);
  }
  const begin = beginningsOf(findings.model, view);
  // A row whose From is not shown may be `(new)`.
  const isKnown =
    view.births.every(({ row, by }) => by !== undefined && valueOf(row.to) !== undefined) &&
    view.moves.every(({ row, from }) => from !== undefined || row.from.status === 'none');
  if (!isKnown || begin.some((one) => !one.isSettled)) return;
  chosenStates(findings, view, begin);
  judgeDefaultState(findings, view, begin);
  initialReached(findings, view, begin);
}

function goneState({ machine }: MachineView, name: string): State | undefined {
  return machine.states.items.find((state) => state.name.text === name && valueOf(state.kind) === 'gone');
}

/** `creates R with `status` = `paid`` where rows begin in another state. */
function chosenStates(findings: Findings, view: MachineView, begin: readonly Beginning[]): void {
  for (const { linked, chosen, states, hasRows } of begin) {
    // Its own `(new)` rows are judged with the other moves.
    if (hasRows || typeof chosen !== 'object' || states.includes(chosen.state)) continue;
    if (!view.states.includes(chosen.state)) continue;
    const what = `a row that \`${headingOf(linked)}\` begins in \`${chosen.state}\`, which is no initial state of \`${view.name}\``;
    findings.report(contradiction, chosen.at, { what }, [
      { at: view.machine.at, message: 'its states are stated here' },
    ]);
  }
}

/** Default counts at creation: there it names where rows begin, or nothing. */
function judgeDefaultState(findings: Findings, view: MachineView, begin: readonly Beginning[]): void {
  const field = findings.model.fields.get(view.name);
  const state = defaultState(findings.model, view);
  if (!field || state === undefined || !view.states.includes(state)) return;
  const asked = begin.filter((one) => one.chosen === undefined || one.chosen === 'request');
  const other = asked.find(({ states, hasRows, chosen }) =>
    hasRows && chosen === undefined ? states.some((one) => one !== state) : !states.includes(state),
  );
  if (!other) return;
  const what = `\`${state}\` as the default of \`${view.name}\`: \`${headingOf(other.linked)}\` begins rows elsewhere`;
  findings.report(contradiction, field.default.at, { what }, [
    { at: view.machine.at, message: 'where rows begin is stated here' },
  ]);
}

/** Only where every list is complete: another row or operation may begin there. */
function initialReached(findings: Findings, view: MachineView, begin: readonly Beginning[]): void {
  const { title, endpoints } = findings.model.document;
  const lists = [view.machine.moves, view.machine.states, endpoints.operations];
  const isComplete =
    title.lists.status === 'stated' &&
    title.lists.value === 'complete unless marked' &&
    !lists.some((one) => one.mark === 'open');
  if (!isComplete || begin.length === 0) return;
  const reached = new Set(begin.flatMap((one) => statesOf(findings, view, one)));
  for (const { name, kind } of view.machine.states.items) {
    if (valueOf(kind) !== 'initial' || reached.has(name.text)) continue;
    const what = `\`${name.text}\`, an initial state of \`${view.name}\` in which no call begins a row`;
    const begins = view.births.map(({ row }) => ({ at: row.at, message: 'rows begin here' }));
    findings.report(contradiction, kind.at, { what }, begins);
  }
}

function statesOf(findings: Findings, view: MachineView, { states, hasRows, chosen }: Beginning): readonly string[] {
  if (typeof chosen === 'object') return [chosen.state];
  if (hasRows || chosen === 'request' || states.length === 1) return states;
  return [defaultState(findings.model, view)!];
}
