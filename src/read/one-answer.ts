// `- Answers: 201 created, Order`: another spelling of one row of the Status table. Input: the bullets of an operation, or of All
// operations, and the rows of its Status tables. Output: the rows, with the one of the bullet first. Beside a row that says
// something else it is a contradiction; what holds for all operations is no place for it. Notation, part 4 "Answers".

import { diagnose } from '../diagnostics/define.ts';
import { statementNotHere } from '../diagnostics/endpoints.ts';
import { contradiction } from '../diagnostics/reading.ts';
import type { StatusList, StatusRow } from '../notation/endpoints.ts';
import { absent, type List } from '../notation/slot.ts';
import { ANSWERS, isSuccess } from '../notation/statuses.ts';
import type { OneAnswer } from '../notation/values/one-answer.ts';
import type { Bullets } from './bullets.ts';
import type { Reading } from './reading.ts';
import { sameSlot } from './same.ts';

const NOT_HERE = {
  what: ANSWERS.head,
  operation: 'All operations',
  because: 'it says how a single operation answers when all went well',
  instead: 'Write it under each operation that answers so, or put a row into the Status table here',
};

export function withOneAnswer(
  reading: Reading,
  bullets: Bullets,
  tabled: List<StatusRow>,
  isOfAll: boolean,
): StatusList {
  const [bullet] = bullets.all(ANSWERS.head);
  const slot = bullets.slot(ANSWERS.head, ANSWERS.syntax);
  if (!bullet) return tabled;
  const { whole } = bullet;
  if (isOfAll) {
    reading.diagnostics.push(diagnose(statementNotHere, whole, NOT_HERE));
    return tabled;
  }
  const rows = tabled.items.filter(isSuccess);
  const said = slot.status === 'stated' ? slot.value : undefined;
  if (rows.length > 0) {
    if (slot.status !== 'unreadable' && !(said && rows.some((row) => isSame(said, row)))) {
      const related = [{ at: rows[0]!.at, message: 'The Status table has this row.' }];
      reading.diagnostics.push(diagnose(contradiction, whole, { what: 'the answer when all went well' }, related));
    }
    return tabled;
  }
  if (!said) return { ...tabled, bullet: slot };
  const list = { ...tabled, at: tabled.written ? tabled.at : whole, written: true };
  const end = { start: whole.end, end: whole.end };
  return { ...list, items: [{ ...said, headers: absent(end), at: whole, asBullet: whole }, ...tabled.items] };
}

/** A body that the bullet leaves out is said by the row. */
function isSame({ status, when, body }: OneAnswer, row: StatusRow): boolean {
  const isBodySame = body.status === 'absent' || sameSlot(body, row.body);
  return sameSlot(status, row.status) && sameSlot(when, row.when) && isBodySame;
}
