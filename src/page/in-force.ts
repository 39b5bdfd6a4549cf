// What is in force now, on the page: what is assumed, what waits to be sent, the time of the clock. Input: a report and what the
// running service says. Output: HTML.

import type { Report } from '../check/check.ts';
import { anchor, code, list, visible, words } from './html.ts';

export type Assumed = Report['assumed'][number] & { readonly expired?: boolean };

export interface InForce {
  readonly assumed: readonly Assumed[];
  /** Events that wait to be sent; null: not known now. Left out: the document has none. */
  readonly waiting?: number | null;
  /** The time of a manual clock. */
  readonly clock?: string;
}

export function inForce({ assumed, waiting, clock }: InForce): string {
  const lines = [
    clock === undefined
      ? 'The clock is that of the machine.'
      : `The clock stands still at <b>${visible(clock)}</b>; <code>POST /clock</code> moves it.`,
    waiting === undefined ? '' : `${eventsWait(waiting)}`,
    assumed.length === 0 ? 'Nothing is assumed.' : '',
  ].filter((one) => one !== '');
  return list(lines) + (assumed.length === 0 ? '' : `<h3>Assumed</h3>\n${assumptionsList(assumed)}`);
}

function eventsWait(waiting: number | null): string {
  if (waiting === null) return 'How many events wait to be sent cannot be told now.';
  if (waiting === 0) return 'No event waits to be sent.';
  return waiting === 1 ? '<b>1</b> event waits to be sent.' : `<b>${waiting}</b> events wait to be sent.`;
}

/** Each with who, since when, until when and why; they are in separate files. */
export function assumptionsList(assumed: readonly Assumed[]): string {
  return list(
    assumed.map(({ id, text, at, by, on, why, until, operations, expired }) => {
      const behind = operations.length === 0 ? '' : `<br><small>under ${operations.map(code).join(', ')}</small>`;
      const where = `<small>${visible(`${at.file}:${at.line}:${at.column}`)}</small>`;
      const over = expired === true ? ' <b class="no">This day is over.</b>' : '';
      return `<li id="${anchor('assumed', id)}">${code(id)}: ${code(text)} ${where}<br>By ${visible(by)} on ${visible(on)}, until ${visible(until)}:${over} ${words(why)}${behind}</li>`;
    }),
  );
}
