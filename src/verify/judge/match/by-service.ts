// What the service sets by itself, as far as its rule says what it has to be: the slug of a text, the instant of a change. Input: a row, a
// field of which nobody knows the value yet, what a reply shows for it. Output: what it had to be, where it is something else. Notation,
// part 2, "Who sets a field".

import { ruleOf } from '../../../analysis/document/field-rules.ts';
import type { Field } from '../../../notation/resources.ts';
import { slugOf } from '../../values/texts.ts';
import type { Knowledge } from '../../world/knowledge.ts';
import type { Row } from '../../world/known.ts';

/** The row is made, or changed: the instants between which that was, and the last one that was shown before. */
export function noteChange(
  world: Knowledge,
  row: Row,
  field: string,
  at: readonly [number, number] = [world.from, world.to],
): void {
  const last = world.sinceOf(row, `now ${field}`);
  const shown = row.get(field);
  const instant = typeof shown === 'string' ? Date.parse(shown) : NaN;
  // As no instant is there twice, one may be ahead of a clock that stands.
  const was = last && !Number.isNaN(instant) ? ([Math.min(instant, last[1]), last[1]] as const) : undefined;
  world.setSince(row, `was ${field}`, was);
  world.setSince(row, `now ${field}`, at);
}

/** Undefined: it may be so. */
export function wrongByService(world: Knowledge, row: Row, field: Field, json: unknown): string | undefined {
  const rule = ruleOf(field);
  if (typeof json !== 'string' || !rule) return undefined;
  if (rule.kind === 'slug' && !rule.atCreate) {
    const text = row.get(rule.of.text);
    // Of other letters services make other ones.
    if (typeof text !== 'string' || !/^[A-Za-z0-9 -]{1,60}$/.test(text)) return undefined;
    const slug = slugOf(text);
    return json === slug || json.startsWith(`${slug}-`) ? undefined : `"${slug}", the slug of ${rule.of.text}`;
  }
  return rule.kind === 'now' && rule.when === 'at change' ? tooEarly(world, row, field.name.text, json) : undefined;
}

/** By the clock of the service alone: since the last change so much time has passed as between the two calls. */
function tooEarly(world: Knowledge, row: Row, field: string, json: string): string | undefined {
  const was = world.sinceOf(row, `was ${field}`);
  const now = world.sinceOf(row, `now ${field}`);
  const instant = Date.parse(json);
  if (!was || !now || Number.isNaN(instant)) return undefined;
  // Where all digits behind the point are 0, the service may count whole seconds.
  const step = /\.\d*[1-9]/.test(json) ? 2 : 1000;
  return instant >= was[0] + (now[0] - was[1]) - step
    ? undefined
    : `an instant behind ${new Date(was[0]).toISOString()}, as it was changed since`;
}
