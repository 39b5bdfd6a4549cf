// What the writers of answers share: the types of their input and their output.

import type { Model } from '../model/model.ts';
import type { Fact } from '../analysis/gaps/slots/fact.ts';
import type { Edit } from './edit.ts';

export interface Answering {
  readonly model: Model;
  readonly fact: Fact;
  readonly answer: string;
}

export type Edits =
  | {
      readonly why?: undefined;
      readonly edits: readonly Edit[];
      /** The edit that holds the words of the answer; without it the first. */
      readonly own?: Edit;
      readonly also?: readonly string[];
    }
  | { readonly why: string };

export function refused(why: string): Edits {
  return { why };
}
