// A document with an error is planned as far as possible, and never served. Input: what is to be planned. Output: undefined where
// an error leaves it open; where there is none, what fails is a fault of Ninefold.

import { oncePer } from '../base/once-per.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import type { Model } from '../model/model.ts';

export function unlessWrong<T>(model: Model, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (hasErrors(model)) return undefined;
    throw error;
  }
}

/** What is done beside requests may need what is not shown, or does not run: then it cannot be done. */
export function unlessOpen<T>(model: Model, make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (hasErrors(model) || gapView(model).gaps.length > 0) return undefined;
    throw error;
  }
}

export const hasErrors: (model: Model) => boolean = oncePer((model: Model) =>
  model.diagnostics.some(({ severity }) => severity === 'error'),
);
