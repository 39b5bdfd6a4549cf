// A document → Markdown in the notation's canonical form. Input: a Document. Output: text that is read as the same statuses and
// values; prose that binds nothing (Notes, examples) is no part of a Document and is not written.

import { partHeading, type PartName } from '../base/parts.ts';
import type { Document } from '../model/document.ts';
import type { Scope } from '../notation/slot.ts';
import { printAuthentication } from './authentication.ts';
import { printEndpoints } from './endpoints.ts';
import { printErrors } from './errors.ts';
import { printEvents } from './events.ts';
import { printLimits } from './limits.ts';
import { printResources } from './resources.ts';
import { asIs } from '../notation/grammar/syntax.ts';
import { block, printBullet, printSlot } from './slots.ts';
import { printStates } from './states.ts';
import { printVersioning } from './versioning.ts';

export { takesNote, writeAnswer, writeColumn, writeShared, type Written } from './answer.ts';
export { isBlockPlace } from './answer/blocks.ts';
export { rowHeads } from './answer/rows.ts';
export { edit, edited, inOrder, setSlot } from './edit.ts';
export { writeMarks } from './marks.ts';
export { respelled } from './respell.ts';
export { conditionTicks, tickEdits, unreadableAt, withoutTicks, withTicks } from './ticks.ts';
export { tableForm } from './table-form.ts';

export function print(document: Document): string {
  const { title } = document;
  const name = printSlot(title.name, asIs, 'line');
  const lines = [
    ...(name === undefined ? [] : [`# ${heading(name)}`, '']),
    ...block(printBullet('Lists', title.lists, asIs)),
    ...part('purpose', document.purpose.scope, printPurpose(document)),
    ...part('resources', document.resources.scope, printResources(document.resources)),
    ...part('states', document.states.scope, printStates(document.states)),
    ...part('endpoints', document.endpoints.scope, printEndpoints(document.endpoints)),
    ...part('authentication', document.authentication.scope, printAuthentication(document.authentication)),
    ...part('events', document.events.scope, printEvents(document.events)),
    ...part('errors', document.errors.scope, printErrors(document.errors)),
    ...part('limits', document.limits.scope, printLimits(document.limits)),
    ...part('versioning', document.versioning.scope, printVersioning(document.versioning)),
  ];
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function part(name: PartName, scope: Scope, lines: readonly string[]): string[] {
  return scope.heading === undefined ? [] : [partHeading(name), '', ...lines];
}

/** Prose is printed as it was written. */
function printPurpose({ purpose }: Document): string[] {
  const { prose } = purpose;
  if (prose.status === 'stated') return [prose.value, ''];
  const words = printSlot(prose, asIs, 'line');
  return words === undefined ? [] : [words, ''];
}

/** Hashes at the end of a heading would close it. */
function heading(words: string): string {
  return words.replace(/(#+)$/, (hashes) => hashes.replace(/#/g, '\\#'));
}
