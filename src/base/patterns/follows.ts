// One step of a pattern over all positions at once. Input: which positions lead to which. Output: a function over sets of positions, and
// how much work it is at most.

/** A set of positions, 32 to a word. */
export type Positions = Int32Array;

/** All of these lead to all of those. */
export type Connection = readonly [readonly number[], readonly number[]];

/** Adds to `to` all that may follow one of `from`. */
type Step = (from: Positions, to: Positions) => void;

export interface Follows {
  readonly step: Step;
  /** In words of a set, about: what a character costs at most where no state is remembered. */
  readonly work: number;
}

/** Up to this many pairs, a connection is split into its pairs. */
const MOST_PAIRS = 16;
/** This many pairs or more with the same distance are one shift. Copies of a part give such pairs. */
const FEWEST_SHIFTED = 4;
/** What it takes to begin with some of the edges, in words. */
const CALL = 3;

export function followsOf(connections: readonly Connection[], words: number): Follows {
  const distances = new Map<number, Set<number>>();
  const grouped = new Map<string, Connection[]>();
  const group = (connection: Connection): void => {
    const key = connection[1].join();
    const same = grouped.get(key);
    if (same === undefined) grouped.set(key, [connection]);
    else same.push(connection);
  };
  for (const connection of connections) {
    const [sources, targets] = connection;
    if (sources.length * targets.length > MOST_PAIRS) group(connection);
    else {
      for (const source of sources) {
        for (const target of targets) {
          distances.set(target - source, (distances.get(target - source) ?? new Set()).add(source));
        }
      }
    }
  }
  const steps: Follows[] = [];
  for (const [distance, sources] of distances) {
    if (sources.size >= FEWEST_SHIFTED) steps.push(shift([...sources], distance, words));
    else for (const source of sources) group([[source], [source + distance]]);
  }
  for (const same of grouped.values()) {
    const sources = same.flatMap((connection) => connection[0]);
    steps.push(leap(sources, same[0]![1], words));
  }
  return together(steps);
}

function together(steps: readonly Follows[]): Follows {
  const all = steps.map(({ step }) => step);
  return {
    step: (from, to) => {
      for (const step of all) step(from, to);
    },
    work: steps.reduce((sum, { work }) => sum + work, 0),
  };
}

/** A set, and the first and the last word that has any of it. */
function spanOf(positions: readonly number[], words: number): readonly [Positions, number, number] {
  const set = new Int32Array(words);
  let low = words - 1;
  let high = 0;
  for (const position of positions) {
    const word = position >>> 5;
    set[word]! |= 1 << (position & 31);
    if (word < low) low = word;
    if (word > high) high = word;
  }
  return [set, low, high];
}

/** Each position of `sources` that is there leads this far forward, or back. */
function shift(sources: readonly number[], distance: number, words: number): Follows {
  const [mask, low, high] = spanOf(sources, words);
  const bits = Math.abs(distance) & 31;
  const far = Math.abs(distance) >>> 5;
  const rest = 32 - bits;
  const on: Step = (from, to) => {
    for (let word = low; word <= high; word++) {
      const there = from[word]! & mask[word]!;
      if (there === 0) continue;
      to[word + far]! |= there << bits;
      if (bits !== 0 && there >>> rest !== 0) to[word + far + 1]! |= there >>> rest;
    }
  };
  const back: Step = (from, to) => {
    for (let word = low; word <= high; word++) {
      const there = from[word]! & mask[word]!;
      if (there === 0) continue;
      if (there >>> bits !== 0) to[word - far]! |= there >>> bits;
      if (bits !== 0 && there << rest !== 0) to[word - far - 1]! |= there << rest;
    }
  };
  return { step: distance < 0 ? back : on, work: high - low + 1 + CALL };
}

/** Any one of `sources` leads to all of `targets`. */
function leap(sources: readonly number[], targets: readonly number[], words: number): Follows {
  const [mask, low, high] = spanOf(sources, words);
  const [set, lowest, highest] = spanOf(targets, words);
  const step: Step = (from, to) => {
    for (let word = low; word <= high; word++) {
      if ((from[word]! & mask[word]!) === 0) continue;
      for (let target = lowest; target <= highest; target++) to[target]! |= set[target]!;
      return;
    }
  };
  return { step, work: high - low + highest - lowest + 2 + CALL };
}
