// What the ids of events begin with. Input: the notes of the data. Output: a text that no other data has, made once.

import { randomBytes } from 'node:crypto';
import type { Notes } from '../../store/store.ts';

const PREFIX = 'events prefix';

export function prefixOf(notes: Pick<Notes, 'keep'>): Promise<string> {
  return notes.keep(PREFIX, `${randomBytes(9).toString('base64url')}.`);
}
