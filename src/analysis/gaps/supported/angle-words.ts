// Which features words in angle brackets are, spelled as in supported.ts. Input: a word. Output: such as `Word: now`.

import { valueOf } from '../../../notation/slot.ts';
import { WORDS } from '../../../notation/words.ts';
import type { Model } from '../../../model/model.ts';
import type { Words } from '../../document/supported.ts';

/** A word in angle brackets; `columns` are the further heads of the Code table. What is no word is an error. */
export function wordWords(word: string, columns: ReadonlySet<string>): Words {
  if (columns.has(word)) return ['Word: column of the Code table'];
  if (word.startsWith('header ')) return ['Word: header'];
  if (word === 'moves' || word === 'values') return [`Word: ${word} in a text`];
  return Object.hasOwn(WORDS, word) ? [`Word: ${word}`] : [];
}

/** A word that is a value of its own: as in a text, except for what only a value can hold. */
export function valueWords(model: Model, word: string, columns: ReadonlySet<string>): Words {
  if (word === 'values' && !columns.has(word)) return ['Word: values'];
  return word === 'moves' && !columns.has('moves') ? movesWords(model) : wordWords(word, columns);
}

/** `<moves>` as a value of its own; `Any other move: accepted` makes moves legal that no row names. */
function movesWords(model: Model): Words {
  const isAccepted = [...model.machines.values()].some(
    ({ anyOtherMove }) => valueOf(anyOtherMove)?.kind === 'accepted',
  );
  return [isAccepted ? 'Word: moves, where any other move is accepted' : 'Word: moves'];
}
