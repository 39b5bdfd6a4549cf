// The first document of `serve --watch`. In: the document as it was read. Out: it, or what is saved first without an error:
// until then nothing is served, no port is taken and no data is touched.

import { check } from '../../check/check.ts';
import type { Report } from '../../check/check.ts';
import type { Model } from '../../model/model.ts';
import type { Console } from '../console.ts';
import { showErrors } from '../refusals.ts';
import { watchFiles } from './files.ts';
import { modelOf, textsOf } from './texts.ts';

export interface First {
  readonly model: Model;
  readonly report: Report;
}

/** `assume`: the files of --assume. */
export function firstWithoutErrors(
  file: string,
  model: Model,
  assume: readonly string[],
  console: Console,
): Promise<First> {
  const judged = (read: Model): First | undefined => {
    const report = check(read);
    const errors = showErrors(report, read, console);
    if (errors === undefined) return { model: read, report };
    console.err(`${file} has ${errors}; nothing is served until it is saved without any`);
    return undefined;
  };
  const own = judged(model);
  if (own) return Promise.resolve(own);
  return new Promise((resolve) => {
    const end = watchFiles([file, ...assume], console.directory, textsOf(model, file), {
      settled(saved) {
        const first = judged(modelOf(saved, file, assume));
        if (!first) return;
        end();
        resolve(first);
      },
      mayRepeat: () => true,
      away: (name, why) => console.err(`${name} ${why}`),
      back: (name) => console.err(`${name} is back`),
    });
  });
}
