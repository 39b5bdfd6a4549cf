// Values by the names that lead to them, as an object has them: what shares its first names shares a level. Input: paths with their
// values. Output: levels, in the order in which their names came first. No value is a Map itself.

export interface PathTree<T> extends Map<string, T | PathTree<T>> {}

/** No path is empty. A value at a name that leads further is replaced. */
export function treeOf<T>(entries: Iterable<readonly [path: readonly string[], value: T]>): PathTree<T> {
  const root: PathTree<T> = new Map();
  for (const [path, value] of entries) {
    let at = root;
    for (const name of path.slice(0, -1)) {
      const known = at.get(name);
      const next: PathTree<T> = known instanceof Map ? known : new Map();
      at.set(name, next);
      at = next;
    }
    at.set(path.at(-1)!, value);
  }
  return root;
}
