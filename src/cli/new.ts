// `ninefold new FILE`: a document in which nothing is stated yet, each of the nine parts `not shown`, or a copy of an
// example to start from. Never writes over a file.

import { writeFileSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';

import { didYouMean } from '../base/did-you-mean.ts';
import { PARTS, partHeading } from '../base/parts.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';
import { examplesThere } from './examples.ts';

export function newDocument(given: string, flags: Readonly<Record<string, unknown>>, console: Console): number {
  const file = withEnding(given);
  const text = typeof flags['from'] === 'string' ? example(flags['from']) : emptyDocument(file);
  try {
    // `wx` refuses an existing file in the same step as it opens it.
    writeFileSync(resolve(console.directory, file), text, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Refusal(1, code === 'EEXIST' ? `${file} is there already; nothing was written` : message);
  }
  console.out(`wrote ${file}`);
  if (file !== given)
    console.err(`${given} has no ending, so it is written as ${file}; any other ending would have stayed`);
  console.err(
    flags['from'] === undefined
      ? `next: ninefold ask ${file} asks what it leaves open, one question after the other`
      : `next: ninefold serve ${file} runs it; ninefold check ${file} says whether anything is open`,
  );
  return 0;
}

/** Commands and shells recognise a document by it. */
function withEnding(file: string): string {
  return extname(file) === '' && /[^/\\.]$/.test(file) ? `${file}.md` : file;
}

export function emptyDocument(file: string): string {
  const parts = PARTS.map((part) => `${partHeading(part)}\n\nnot shown\n`);
  return [`# ${basename(file, '.md')}\n\n- Lists: not shown\n`, ...parts].join('\n');
}

function example(name: string): string {
  const examples = examplesThere();
  const wanted = basename(name, '.md');
  const found = examples.find((one) => one.name === wanted);
  if (found !== undefined) return found.text;
  const known = examples.map((one) => one.name);
  const meant = didYouMean(name, known);
  const hint = meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant}?`;
  throw new Refusal(2, `there is no example ${name}; ${hint}`);
}
