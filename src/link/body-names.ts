// The names of what is sent to an operation. Input: the fields of its body, and a name that is none of them. Output: what to write where
// the name is one of the row that a field of the body names. Notation, part 2, "Conditions".

import { valueOf } from '../notation/slot.ts';
import type { InputField } from '../analysis/document/inputs.ts';

export const ASK_FOR_THE_ROW = 'Ask for the row that is named there: {place}; or write a name that is declared.';

/** `` `order.status` `` of a body whose `order` names a row: what is sent has no such field, the row has. */
export function searchFor(fields: readonly InputField[], name: string): string | undefined {
  for (const { path, types } of fields) {
    const own = path.join('.');
    if (!name.startsWith(`${own}.`)) continue;
    for (const slot of types) {
      const type = valueOf(slot);
      const named = type?.kind === 'nullable' ? type.of : type;
      if (named?.kind !== 'resource' || !named.by) continue;
      const row = `${named.resource.text} (\`${named.by.text}\` = body \`${own}\` and \`${name.slice(own.length + 1)}\` …)`;
      return `\`\`there is ${row}\`\` or \`\`there is no ${row}\`\``;
    }
  }
  return undefined;
}
