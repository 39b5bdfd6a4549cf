// Rows of which a reply shows too little to tell them from each other. Input: what is known, the rows, the field that identifies them. Output:
// the world, in which they differ in nothing.

import type { Knowledge } from '../../world/knowledge.ts';
import type { Row } from '../../world/known.ts';

/** What is shown of a row does not tell which one it is: from now on any of them is as good, so that no harm is in taking the first. */
export function confuse(world: Knowledge, rows: readonly Row[], identity: string): void {
  const names = new Set(rows.flatMap((row) => [...row.values.keys()]));
  names.delete(identity);
  for (const name of names) {
    const [first, ...others] = rows.map((row) => row.get(name));
    if (others.every((value) => value === first)) continue;
    for (const row of rows) world.forget(row, name);
  }
  const isMade = rows.every((row) => row.isMade);
  for (const row of rows) world.forgetBirth(row, isMade);
}
