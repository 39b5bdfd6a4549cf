// What a call may come to, asked as little as is needed: all outcomes take many times as long as one cause that surely holds. Input: a call taken
// apart, a judge. Output: outcomes, or one word about them. It is of the moment: what is asked after another call is of what is known by then.

import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Expected } from '../judge/expected.ts';
import type { Asked } from '../world/world.ts';
import type { Judging } from './judging.ts';

export class Forecast {
  readonly #judging: Judging;
  readonly asked: Asked | undefined;
  #expected: Expected | undefined;

  /** `asked`: undefined where the call reaches no operation. */
  constructor(judging: Judging, asked: Asked | undefined) {
    this.#judging = judging;
    this.asked = asked;
  }

  get expected(): Expected | undefined {
    return (this.#expected ??= this.asked && this.#judging.expect(this.asked));
  }

  /** No outcome of it is a success. */
  get isHopeless(): boolean {
    return !this.asked || this.#judging.isHopeless(this.asked);
  }

  /** Only where it holds may one of these causes come first. */
  isRefusedFor(isWanted: (cause: MetCause) => boolean): boolean {
    return this.asked !== undefined && this.#judging.isRefusedFor(this.asked, isWanted);
  }
}
