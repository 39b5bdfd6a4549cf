// Which features words in angle brackets are. Input: a word. Output: such as `Word: now`.

import { valueOf } from '../../../notation/slot.ts';
import { WORDS } from '../../../notation/words.ts';
import type { Model } from '../../../model/model.ts';
import { declaredFeature, type Features } from '../../document/features.ts';

/** A word in angle brackets; `columns` are the further heads of the Code table. What is no word is an error. */
export function wordFeatures(word: string, columns: ReadonlySet<string>): Features {
  if (columns.has(word)) return ['Word: column of the Code table'];
  if (word.startsWith('header ')) return ['Word: header'];
  if (word === 'moves' || word === 'values') return [`Word: ${word} in a text`];
  return Object.hasOwn(WORDS, word) ? [declaredFeature('Word', word)] : [];
}

/** A word that is a value of its own: as in a text, except for what only a value can hold. */
export function valueFeatures(model: Model, word: string, columns: ReadonlySet<string>): Features {
  if (word === 'values' && !columns.has(word)) return ['Word: values'];
  return word === 'moves' && !columns.has('moves') ? movesFeatures(model) : wordFeatures(word, columns);
}

/** `<moves>` as a value of its own; `Any other move: accepted` makes moves legal that no row names. */
function movesFeatures(model: Model): Features {
  const isAccepted = [...model.machines.values()].some(
    ({ anyOtherMove }) => valueOf(anyOtherMove)?.kind === 'accepted',
  );
  return [isAccepted ? 'Word: moves, where any other move is accepted' : 'Word: moves'];
}
