// Ways through the states of a machine. Input: a machine, a state. Output: the shortest ways that end there. Notation, part 3.

import { targets, type MachineView } from '../../analysis/document/moves.ts';

export interface Way {
  readonly state: string;
  readonly by: string | undefined;
}

const MOST_PATHS = 4;

/** Ways from a state in which rows begin, or are, the shortest first; breadth-first over the moves that operations make. */
export function pathsTo(
  view: MachineView,
  state: string,
  from: readonly string[] = view.initial,
): readonly (readonly Way[])[] {
  const found: (readonly Way[])[] = [];
  let edge: (readonly Way[])[] = from.map((name) => [{ state: name, by: undefined }]);
  for (let length = 0; length <= view.states.length && found.length < MOST_PATHS; length += 1) {
    found.push(...edge.filter((path) => path.at(-1)!.state === state));
    edge = edge.flatMap((path) =>
      view.moves.flatMap((move) =>
        move.from?.includes(path.at(-1)!.state)
          ? targets(move)
              .filter((target) => path.every((way) => way.state !== target))
              .flatMap((target) => (move.by ?? []).map((by) => [...path, { state: target, by }]))
          : [],
      ),
    );
    if (edge.length > 500) edge = edge.slice(0, 500);
  }
  return found.slice(0, MOST_PATHS);
}
