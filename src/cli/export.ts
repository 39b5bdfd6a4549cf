// `ninefold export FILE --to FORMAT`: a document in other words. Input: a file. Output: text on stdout, or in the file of -o. A document
// with errors exports nothing: each error is named with its place.

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Format } from '../export/formats.ts';
import { Refusal, type Console } from './console.ts';
import { assumedFiles, openDocument, whyNotOpened } from './documents.ts';
import { countedErrors, errorsOf } from './errors-first.ts';
import { exportedText } from './exported-text.ts';

export async function exportDocument(
  file: string,
  flags: Readonly<Record<string, unknown>>,
  console: Console,
): Promise<number> {
  const model = openDocument(file, console, 2, assumedFiles(flags));
  const errors = errorsOf(model);
  if (errors.length > 0) {
    for (const { at, code, message } of errors) console.err(`${at.file}:${at.line}:${at.column} ${code}  ${message}`);
    const { length } = errors;
    console.err(
      `ninefold: ${countedErrors(errors)}: nothing is exported before ${length === 1 ? 'it is' : 'they are'} gone`,
    );
    return 1;
  }
  const text = await exportedText(model, flags['to'] as Format);
  const to = flags['output'];
  if (typeof to !== 'string') {
    console.out(text.replace(/\n$/, ''));
    return 0;
  }
  try {
    writeFileSync(resolve(console.directory, to), text);
  } catch (error) {
    throw new Refusal(1, `cannot write ${to}: ${whyNotOpened(error)}`);
  }
  return 0;
}
