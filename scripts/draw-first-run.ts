// Draws docs/first-run.svg, the picture of the README: follows docs/tutorial.md for real, and shows what came back until the first
// operation runs. Input: the tutorial. Output: the picture; with --print on stdout instead.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../test/examples/running.ts';
import { follow } from '../test/tutorial/follow.ts';
import type { Told } from '../test/tutorial/follow.ts';
import { terminalPicture } from './terminal-picture.ts';
import type { Shown } from './terminal-picture.ts';

const TITLE =
  'A call that answers 501 with the open question, one line written into the document, and the same call again: 201';

/** Up to the call behind the first change that the open terminal told of. */
export function firstRun(told: readonly Told[]): string {
  const until = told.findIndex(({ step }) => step.kind === 'more') + 2;
  return terminalPicture(TITLE, told.slice(0, until).flatMap(shownOf).slice(0, -1));
}

function shownOf({ step, now }: Told): readonly Shown[] {
  const typed: Shown[] = now
    .trimEnd()
    .split('\n')
    .map((text) => ({ kind: text.startsWith('$ ') ? 'typed' : 'printed', text }));
  const blank: Shown = { kind: 'printed', text: '' };
  switch (step.kind) {
    case 'open':
      return [{ kind: 'note', text: 'first terminal' }, ...typed, blank];
    case 'more':
      return [{ kind: 'note', text: 'first terminal' }, ...typed, blank];
    case 'commands':
      return now.includes('curl') ? [{ kind: 'note', text: 'second terminal' }, ...typed, blank] : [];
    case 'change':
      return [{ kind: 'note', text: `in ${step.file}` }, ...written(step), blank];
    case 'write':
      return [];
  }
}

function written({ before, after }: { readonly before: string; readonly after: string }): readonly Shown[] {
  const kept = before.split('\n');
  return after
    .trimEnd()
    .split('\n')
    .map((text) => ({ kind: kept.includes(text) ? 'kept' : 'added', text }));
}

if (import.meta.main) {
  const page = readFileSync(join(root, 'docs', 'tutorial.md'), 'utf8');
  const picture = firstRun(await follow(page, false));
  if (process.argv.includes('--print')) process.stdout.write(picture);
  else writeFileSync(join(root, 'docs', 'first-run.svg'), picture);
}
