// A chain of operators as a tree. Input: printed operands. Output: SQL.

/** SQLite reads a chain as a tree as deep as the chain is long, and takes none that is deeper than 1000. */
const CHAIN = 50;

export function balanced(items: readonly string[], operator: string): string {
  if (items.length <= CHAIN) return items.join(operator);
  const middle = items.length >> 1;
  const [left, right] = [items.slice(0, middle), items.slice(middle)];
  return `(${balanced(left, operator)})${operator}(${balanced(right, operator)})`;
}
