// The binding that holds the free slug of a column: a store finds it before it writes the row, and a plan may name it.

export function slugParameter(column: string): string {
  return `slug of ${column}`;
}
