// Where the rows of a document are kept in files. Input: the document's file and the setting. Output: the directory, the same for every
// command.

import { resolve } from 'node:path';

import type { Console } from './console.ts';
import type { Settings } from './settings.ts';

export function dataDirectory(file: string, { data }: Pick<Settings, 'data'>, console: Console): string {
  return resolve(console.directory, data ?? `${file.replace(/\.md$/i, '')}.data`);
}
