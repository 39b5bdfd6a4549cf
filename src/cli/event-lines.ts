// An event as people read it. Input: an event with what became of it, what it carries. Output: lines: the event, its row, what it carries, each receiver
// with what was tried. docs/operate.md.

import { STATES, type EventEntry, type ToReceiver } from '../store/event-entry.ts';
import { oneLine } from './one-line.ts';

/** Characters of an answer that are shown. */
const MOST = 200;

/** `all`: with its row and each try. */
export function eventLines(entry: EventEntry, all?: { readonly payload: string | undefined }): readonly string[] {
  const { id, at, event, resource, key, operation, row, done, deliveries, attempts = [] } = entry;
  const first = [String(id), at, oneLine(event), `${resource} ${key}`, oneLine(operation)].join('  ');
  const nobody = done !== null && deliveries.length === 0 ? ['  done, without a receiver'] : [];
  const tries = (receiver: string): readonly string[] =>
    attempts
      .filter((one) => all !== undefined && one.receiver === receiver)
      .map(({ at: when, status, ms, answer }) => `    ${when}  ${status ?? '---'}  ${ms} ms  ${shortened(answer)}`);
  return [
    first,
    ...(all ? [row] : []),
    ...(all?.payload === undefined ? [] : [`carries ${all.payload}`]),
    ...nobody,
    ...deliveries.flatMap((one) => [`  to ${one.receiver}: ${became(one)}`, ...tries(one.receiver)]),
  ];
}

function became({ state, tries, due }: ToReceiver): string {
  const count = `${tries} ${tries === 1 ? 'try' : 'tries'}`;
  return state === 'waiting' ? `waiting, ${count}, next ${due}` : `${STATES[state]}, ${count}`;
}

function shortened(answer: string): string {
  const line = oneLine(answer);
  return line.length > MOST ? `${line.slice(0, MOST).toWellFormed()}…` : line;
}
