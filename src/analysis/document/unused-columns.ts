// Further columns of the Code table whose word is in no body, header or message. Input: a model. Output: their heads. Notation,
// part 7, further columns.

import { type Name, isUnknown } from '../../notation/slot.ts';
import type { Model } from '../../model/model.ts';
import { columnWords } from './column-words.ts';
import { wordUses } from './angle-words.ts';

/** Further columns of the Code table whose word no body, header or message holds. */
export function unusedColumns(model: Model): readonly Name[] {
  return mayBeUsed(model) ? [] : columnsWithoutUse(model);
}

/** The same where a body that is not shown may hold the word. */
export function columnsWithoutUse(model: Model): readonly Name[] {
  const used = new Set(wordUses(model).map(({ word }) => word));
  const words = columnWords(model);
  return model.document.errors.columns.filter(({ text }) => !words.has(text) || !used.has(text));
}

function mayBeUsed(model: Model): boolean {
  const { errorBody, codes } = model.document.errors;
  // A body, a header or a message that is not shown may hold it.
  const cells = codes.items.flatMap(({ body, headers, message }) => [body, headers, message]);
  const isNeeded = errorBody.status === 'absent' && codes.items.some(({ body }) => body.status === 'absent');
  return isNeeded || [errorBody, ...cells].some(isUnknown);
}
