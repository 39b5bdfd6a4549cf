// Where the rows of a document are kept in files, and its signing keys. Input: the document's file and the setting. Output: the directory,
// or the file, the same for every command.

import { resolve } from 'node:path';

import type { Console } from './console.ts';
import type { Settings } from './settings.ts';

export function dataDirectory(file: string, { data }: Pick<Settings, 'data'>, console: Console): string {
  return resolve(console.directory, data ?? `${file.replace(/\.md$/i, '')}.data`);
}

/** Not beside the rows: who copies them copies no key. */
export function signingKeysFile(
  file: string,
  { signingKeys }: Pick<Settings, 'signingKeys'>,
  console: Console,
): string {
  return resolve(console.directory, signingKeys ?? `${file.replace(/\.md$/i, '')}.keys.json`);
}
