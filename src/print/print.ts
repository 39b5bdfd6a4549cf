// A document → Markdown in the notation's canonical form. In: a Document. Out: text that is read as the same statuses and
// values; prose that binds nothing (Notes, examples) is no part of a Document and is not written. Design, law 3.

import type { Document } from '../model/document.ts';
import type { Scope } from '../model/status.ts';
import { printAuthentication } from './authentication.ts';
import { printEndpoints } from './endpoints.ts';
import { printErrors } from './errors.ts';
import { printEvents } from './events.ts';
import { printLimits } from './limits.ts';
import { printResources } from './resources.ts';
import { asIs, block, printBullet, printSlot } from './slots.ts';
import { printStates } from './states.ts';
import { printVersioning } from './versioning.ts';

export { addBullet, edit, setSlot } from './edit.ts';

export function print(document: Document): string {
  const { title } = document;
  const name = printSlot(title.name, asIs, 'line');
  const lines = [
    ...(name === undefined ? [] : [`# ${heading(name)}`, '']),
    ...block(printBullet('Lists', title.lists, asIs)),
    ...part('1. What the service does', document.purpose.scope, printPurpose(document)),
    ...part('2. Resources and their fields', document.resources.scope, printResources(document.resources)),
    ...part('3. States and transitions', document.states.scope, printStates(document.states)),
    ...part('4. Endpoints', document.endpoints.scope, printEndpoints(document.endpoints)),
    ...part('5. Authentication', document.authentication.scope, printAuthentication(document.authentication)),
    ...part('6. Events', document.events.scope, printEvents(document.events)),
    ...part('7. Errors', document.errors.scope, printErrors(document.errors)),
    ...part('8. Limits', document.limits.scope, printLimits(document.limits)),
    ...part('9. Versioning', document.versioning.scope, printVersioning(document.versioning)),
  ];
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function part(title: string, scope: Scope, lines: readonly string[]): string[] {
  return scope.heading === undefined ? [] : [`## ${title}`, '', ...lines];
}

/** Prose stands as it was written. */
function printPurpose({ purpose }: Document): string[] {
  const { prose } = purpose;
  if (prose.status === 'stated' || prose.status === 'assumed') return [prose.value, ''];
  const words = printSlot(prose, asIs, 'line');
  return words === undefined ? [] : [words, ''];
}

/** Hashes at the end of a heading would close it. */
function heading(words: string): string {
  return words.replace(/(#+)$/, (hashes) => hashes.replace(/#/g, '\\#'));
}
