// Which lists may share a connection with other lists. One that takes long holds up all that was sent behind it: where one did, the next
// ones of it go on a connection of their own for a while, longer each time, and are planned for what each of them asks. Input: how long the database was busy with a list that shared.
// Output: whether the next one may share.

/** Milliseconds. A page takes less than one; a busy machine must not make it slow. */
const SLOW = 50;

/** Lists that go on a connection of their own after a slow one; twice as many each time. */
const FEWEST = 16;
const MOST = 4096;

/** After so many times as many quick ones that shared, it begins with the fewest again. */
const FORGOTTEN = 16;

export interface QuickList {
  /** Asked once for each list. */
  mayShare(): boolean;
  took(milliseconds: number): void;
}

export function quickList(): QuickList {
  let pause = FEWEST;
  let alone = 0;
  let quick = 0;
  return {
    mayShare() {
      if (alone === 0) return true;
      alone--;
      return false;
    },
    took(milliseconds) {
      if (milliseconds <= SLOW) {
        if (++quick >= pause * FORGOTTEN) pause = FEWEST;
        return;
      }
      // Several were sent before the first was known to be slow.
      if (alone > 0) return;
      alone = pause;
      pause = Math.min(pause * 2, MOST);
      quick = 0;
    },
  };
}
