// Edits of base.md, the document that says everything and in which nothing is wrong.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Edit } from './cases.ts';

export const WHOLE: string = readFileSync(join(import.meta.dirname, 'base.md'), 'utf8');

export function edited(text: string, edit: Edit): string {
  const [heading, from, to] = edit.length === 3 ? edit : [undefined, ...edit];
  const start = heading === undefined ? 0 : text.indexOf(heading);
  const at = start === -1 ? -1 : text.indexOf(from, start);
  if (at === -1) throw new Error(`base.md has no ${JSON.stringify(edit)}`);
  return text.slice(0, at) + to + text.slice(at + from.length);
}
