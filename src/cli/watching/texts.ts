// What the watched files say: the document, and what is assumed of it. Input: texts by the names of their files. Output: the model.

import type { Model } from '../../model/model.ts';
import { linked } from '../documents.ts';

export type Texts = ReadonlyMap<string, string>;

/** `assume`: the files of --assume. */
export function modelOf(texts: Texts, file: string, assume: readonly string[] = []): Model {
  const text = (name: string): { file: string; source: string } => ({ file: name, source: texts.get(name)! });
  return linked(text(file), assume.map(text));
}
