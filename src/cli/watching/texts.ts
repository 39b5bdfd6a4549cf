// What the watched files say: the document, and what is assumed of it. In: a model, or texts by the names of their files. Out:
// the one from the other.

import type { Model } from '../../model/model.ts';
import { linked } from '../documents.ts';

export type Texts = ReadonlyMap<string, string>;

export function textsOf({ document }: Model, file: string): Texts {
  return new Map([
    [file, document.source],
    ...(document.assumptions ?? []).map((one) => [one.file, one.source] as const),
  ]);
}

/** `assume`: the files of --assume. */
export function modelOf(texts: Texts, file: string, assume: readonly string[] = []): Model {
  const text = (name: string): { file: string; source: string } => ({ file: name, source: texts.get(name)! });
  return linked(text(file), assume.map(text));
}
