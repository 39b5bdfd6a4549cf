// Circles in a graph. Input: what each node leads to. Output: the groups of nodes that lead to each other, or to themselves, and a
// shortest way round from a node. Nothing here calls itself, so a graph may be as deep as it likes.

export type Graph<Node> = ReadonlyMap<Node, readonly Node[]>;

interface Seen {
  readonly order: number;
  /** The earliest node on the stack that it reaches. */
  low: number;
  isOpen: boolean;
}

/** Tarjan's strongly connected components, without those of one node that does not lead to itself. */
export function circlesIn<Node>(graph: Graph<Node>): readonly (readonly Node[])[] {
  const seen = new Map<Node, Seen>();
  const open: Node[] = [];
  const circles: (readonly Node[])[] = [];
  const enter = (node: Node): { readonly node: Node; readonly own: Seen; next: number } => {
    const own = { order: seen.size, low: seen.size, isOpen: true };
    seen.set(node, own);
    open.push(node);
    return { node, own, next: 0 };
  };
  const leave = (node: Node, own: Seen): void => {
    if (own.low !== own.order) return;
    const group = open.splice(open.lastIndexOf(node));
    for (const one of group) seen.get(one)!.isOpen = false;
    if (group.length > 1 || graph.get(node)?.includes(node)) circles.push(group);
  };
  for (const root of graph.keys()) {
    if (seen.has(root)) continue;
    const path = [enter(root)];
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const to = graph.get(at.node)?.[at.next++];
      if (to === undefined) {
        path.pop();
        leave(at.node, at.own);
        const before = path.at(-1);
        if (before) before.own.low = Math.min(before.own.low, at.own.low);
        continue;
      }
      const known = seen.get(to);
      if (!known) path.push(enter(to));
      else if (known.isOpen) at.own.low = Math.min(at.own.low, known.order);
    }
  }
  return circles;
}

/** The nodes between `from` and its return, in order; undefined: nothing leads back. */
export function roundFrom<Node>(graph: Graph<Node>, from: Node): readonly Node[] | undefined {
  const before = new Map<Node, Node>();
  const queue: Node[] = [from];
  // A loop over an array that grows while it is walked.
  for (const node of queue) {
    for (const to of graph.get(node) ?? []) {
      if (to === from) {
        const way: Node[] = [];
        for (let at = node; at !== from; at = before.get(at)!) way.unshift(at);
        return way;
      }
      if (before.has(to)) continue;
      before.set(to, node);
      queue.push(to);
    }
  }
  return undefined;
}
