// The form that finds rows by a field. Input: a resource, the ways in which its rows are found, and what is sought now. Output: HTML; it
// works without a script.

import { anchor, code, escaped, visible } from './html.ts';
import type { Sought } from './row-address.ts';

/** A field by which rows are found, and how. */
export interface Find {
  readonly field: string;
  readonly hows: readonly string[];
}

/** `refers` is what links of rows say. */
const HOW: Readonly<Record<string, string>> = { is: 'is', contains: 'contains', none: 'has no value' };

export function findForm(resource: string, place: string, finds: readonly Find[], sought: Sought | undefined): string {
  const offered = finds.filter(({ hows }) => hows.some((how) => how in HOW));
  if (offered.length === 0) return '';
  const id = anchor('find', resource);
  const hows = Object.keys(HOW).filter((how) => offered.some((one) => one.hows.includes(how)));
  const isOffered = sought !== undefined && sought.how in HOW;
  return `<details class="find"${isOffered ? ' open' : ''} id="${id}"><summary>Find rows<span class="aside"> of ${visible(resource)}</span></summary>
<form method="get" action="/#${place}" class="finding"><input type="hidden" name="rows" value="${escaped(resource)}">
${select(
  id,
  'where',
  'Field',
  offered.map(({ field }) => [field, field]),
  sought?.field,
)}
${select(
  id,
  'how',
  'How',
  hows.map((how) => [how, HOW[how]!]),
  sought?.how,
)}
<div class="field"><label for="${id}-value">Value</label><input id="${id}-value" name="value" value="${isOffered ? escaped(sought.text) : ''}" spellcheck="false" autocomplete="off"></div>
<p class="send"><button type="submit">Find<span class="aside"> rows of ${visible(resource)}</span></button></p>
</form></details>`;
}

function select(
  own: string,
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string | undefined,
): string {
  const all = options.map(
    ([value, text]) =>
      `<option value="${escaped(value)}"${value === chosen ? ' selected' : ''}>${escaped(text)}</option>`,
  );
  return `<div class="field"><label for="${own}-${name}">${label}</label><select id="${own}-${name}" name="${name}">${all.join('')}</select></div>`;
}

/** What the rows that are shown have in common. */
export function soughtText({ field, how, text }: Sought): string {
  const value = how === 'none' ? '' : ` <code>${visible(text)}</code>`;
  const way = how === 'refers' ? 'refers to the row with the key' : (HOW[how] ?? visible(how));
  return `Rows whose ${code(field)} ${way}${value}.`;
}
