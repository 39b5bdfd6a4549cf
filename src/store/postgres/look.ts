// What relational/ looks for, asked of a session one statement after the other. Input: a session, a generator. Output: what it answers.

import type { Looking } from '../relational/at-stake.ts';
import type { Session } from './session.ts';

export async function look<T>(session: Session, looking: Looking<T>): Promise<T> {
  let next = looking.next();
  while (next.done !== true) next = looking.next(await session.query(next.value.sql, next.value.values));
  return next.value;
}
