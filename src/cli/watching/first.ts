// The first document of `serve --watch`. Input: what the files say. Output: it, or what is saved first without an error: until then
// nothing is served, no port is taken and no data is touched.

import type { Console } from '../console.ts';
import type { DocumentReader, Read } from './document-reader.ts';
import { watchFiles } from './files.ts';
import type { Texts } from './texts.ts';

export interface First {
  readonly read: Read;
  readonly texts: Texts;
}

/** `assume`: the files of --assume. */
export async function firstWithoutErrors(
  file: string,
  own: Texts,
  assume: readonly string[],
  reader: DocumentReader,
  console: Console,
): Promise<First> {
  const isColoured = console.paintErr('red', 'x') !== 'x';
  const judged = async (texts: Texts): Promise<First | undefined> => {
    const read = await reader.read({ file, texts, assume }, isColoured, undefined);
    if (read.kind === 'read') return { read, texts };
    if (read.kind === 'faulty') for (const text of read.told) console.err(text);
    const why = read.kind === 'faulty' ? `has ${read.errors}` : read.why;
    console.err(`${file} ${why}; nothing is served until it is saved without any`);
    return undefined;
  };
  const served = await judged(own);
  if (served) return served;
  return new Promise((resolve) => {
    const end = watchFiles([file, ...assume], console.directory, own, {
      settled(saved) {
        reader.hurry();
        void judged(saved).then((first) => {
          if (!first) return;
          end();
          resolve(first);
        });
      },
      mayRepeat: () => true,
      away: (name, why) => console.err(`${name} ${why}`),
      back: (name) => console.err(`${name} is back`),
    });
  });
}
