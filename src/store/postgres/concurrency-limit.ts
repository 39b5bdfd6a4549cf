// How many runs of one program may be active at the same time. Input: whether a run was in the way of another. Output: leave to
// begin. Where transactions of one program undo each other, fewer at a time commit more: the number is halved by a conflict and
// grows slowly while there is none, as in congestion control (RFC 5681).

export interface Crowd {
  enter(): Promise<void>;
  leave(well: boolean): void;
}

export function crowdOf(most: number): Crowd {
  let limit = most;
  let inside = 0;
  const waiting: (() => void)[] = [];
  const admit = (): void => {
    while (waiting.length > 0 && inside < Math.floor(limit)) {
      inside++;
      waiting.shift()?.();
    }
  };
  return {
    enter() {
      if (waiting.length === 0 && inside < Math.floor(limit)) {
        inside++;
        return Promise.resolve();
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
    leave(well) {
      inside--;
      limit = well ? Math.min(most, limit + 1 / limit) : Math.max(1, limit / 2);
      admit();
    },
  };
}
