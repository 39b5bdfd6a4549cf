// Why a question is asked: what is held until somebody answers it. In: a question. Out: a few words.

import type { Ask } from '../model/views/asks.ts';
import { few } from './gap-map.ts';

const UNREADABLE = 'what stands there cannot be read';
const NOTHING_BLOCKED: Readonly<Record<Ask['until'], string>> = {
  held: 'holds no operation yet',
  request: 'no request meets it yet',
  answer: 'no answer needs it yet',
  several: 'no answer needs it yet',
  event: 'operations run; the event is not sent until then',
  'rests-on': 'holds nothing; nothing of the kind is enforced until then',
  reported: 'holds nothing',
};

export function untilAnswered({ gap, until }: Pick<Ask, 'gap' | 'until'>): string {
  const blocked = few(gap.blocks);
  if (gap.status === 'unreadable') return blocked === '' ? UNREADABLE : `${UNREADABLE}, and holds ${blocked}`;
  if (blocked === '') return NOTHING_BLOCKED[until];
  switch (until) {
    case 'held':
      return `holds ${blocked}`;
    case 'answer':
      return `is left out of answers of ${blocked}`;
    case 'several':
      return `holds answers with more than one row of ${blocked}`;
    default:
      return `holds the requests that meet it, of ${blocked}`;
  }
}
