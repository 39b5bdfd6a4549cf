// What a run asks of whatever judges. Pure types.

import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Exchange } from '../exchange.ts';
import type { Expected } from '../judge/expected.ts';
import type { Judgement } from '../verdict.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked } from '../world/world.ts';

/** The judge, as the explorer uses it. */
export interface Judging {
  judge(world: Knowledge, exchange: Exchange): Judgement;
  expect(asked: Asked): Expected;
  /** Can it not succeed? */
  isHopeless(asked: Asked): boolean;
  /** Is one of these causes surely met, whichever answers? */
  isRefusedFor(asked: Asked, isWanted: (cause: MetCause) => boolean): boolean;
}
