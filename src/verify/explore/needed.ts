// The steps that the last of them rests on: those that made its rows, those whose replies its texts are from, and what these need. Input: steps.
// Output: fewer steps.

import { isList } from '../../analysis/document/effect-traits.ts';
import { effectsOf } from '../../analysis/document/targets.ts';
import { isReply, type Reply } from '../exchange.ts';
import { isMembers } from '../world/json.ts';
import type { Row } from '../world/known.ts';
import type { Draft } from './draft.ts';
import { isPlain, Joined, Key, OfRow, Own, Shown, type Drafted } from './drafted.ts';
import { isReading } from './operations.ts';
import { isSuccessful, LONGEST_REPLY, type Step } from './step.ts';

/** Each text of a reply by its place: headers, members of a body that is not too long, parameters of links. */
export function textsIn({ headers, body }: Reply): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (place: string, value: unknown): void => {
    if (typeof value === 'string') put(found, place, value);
    else if (Array.isArray(value)) for (const [nth, one] of value.entries()) walk(`${place}/${nth}`, one);
    else if (isMembers(value)) for (const [name, one] of Object.entries(value)) walk(`${place}/${name}`, one);
  };
  for (const [name, value] of headers) put(found, `header ${name}`, value);
  if (body.length > LONGEST_REPLY) return found;
  try {
    walk('', JSON.parse(body));
  } catch {
    // It has no members then.
  }
  return found;
}

function put(found: Map<string, string>, place: string, text: string): void {
  found.set(place, text);
  for (const [, name, value] of text.matchAll(/[?&]([^=&#<>\s]+)=([^&#<>\s]*)/g))
    found.set(`${place} ?${name}`, decodeURIComponent(value!.replace(/%(?![0-9a-f]{2})/gi, '%25')));
}

/** The last step, and those whose rows and texts it needs, and what these need; `about`: and those that name the row. */
export function neededFor(steps: readonly Step[], about?: Row): readonly Step[] {
  const last = steps.at(-1);
  if (!last) return [];
  const ofRow = about ? steps.filter(({ draft, rows }) => rows.includes(about) || draft.rows.includes(about)) : [];
  return withSources(steps, [last, ...ofRow, ...ofCursors(steps, last)]);
}

/** And what was done to the rows that the last step names, behind a list of such rows: without one nobody knows whether there are others. */
export function neededWithChanges(steps: readonly Step[], needed: readonly Step[]): readonly Step[] {
  const named = leavesOf(steps.at(-1)!.draft).flatMap((leaf) => (leaf instanceof OfRow ? [leaf.row] : []));
  const changes = steps.filter((step) => isChange(step) && step.draft.rows.some((row) => named.includes(row)));
  const lists = named.flatMap(({ resource }) => steps.find((step) => listedBy(step) === resource) ?? []);
  return withSources(steps, [...needed, ...changes, ...lists]);
}

/** A cursor is a place in a list: the rows that were made before it was shown, and what was changed since. */
function ofCursors(steps: readonly Step[], last: Step): readonly Step[] {
  return last.draft.query.flatMap(([, value]) => {
    const source = value instanceof Shown ? sourceOf(steps, value) : undefined;
    const listed = source && listedBy(source);
    if (!source || listed === undefined) return [];
    const at = steps.indexOf(source);
    const made = steps
      .slice(0, at)
      .filter((step) => isChange(step) && step.rows.some((row) => row.resource === listed));
    return [...made.slice(-MOST_MADE), ...steps.slice(at).filter(isChange)];
  });
}

/** Of a list so many rows, the last ones. */
const MOST_MADE = 12;

/** The resource that a call has listed. */
function listedBy(step: Step): string | undefined {
  const { linked } = step.draft;
  return linked && isSuccessful(step) ? effectsOf(linked).find(isList)?.target.text : undefined;
}

function isChange(step: Step): boolean {
  const { linked } = step.draft;
  return linked !== undefined && !isReading(linked) && isSuccessful(step);
}

/** What they rest on, too. */
function withSources(steps: readonly Step[], begun: readonly Step[]): readonly Step[] {
  const queue = [...begun];
  const needed = new Set<Step>(queue);
  for (let step = queue.pop(); step; step = queue.pop())
    for (const leaf of leavesOf(step.draft)) {
      const source = sourceOf(steps, leaf);
      if (source && !needed.has(source)) {
        needed.add(source);
        queue.push(source);
      }
    }
  return steps.filter((step) => needed.has(step));
}

function sourceOf(steps: readonly Step[], leaf: OfRow | Shown | Key): Step | undefined {
  if (leaf instanceof Key) return steps.find(({ draft }) => leavesOf(draft).includes(leaf));
  if (leaf instanceof OfRow) return steps.find(({ rows }) => rows.includes(leaf.row));
  return steps.find(({ exchange: { reply } }) => isReply(reply) && [...textsIn(reply).values()].includes(leaf.text));
}

function leavesOf({ path, query, headers, body, actor }: Draft): readonly (OfRow | Shown | Key)[] {
  const found: (OfRow | Shown | Key)[] = [];
  const walk = (value: Drafted): void => {
    if (value instanceof OfRow || value instanceof Shown || value instanceof Key) found.push(value);
    else if (value instanceof Own) found.push(value.key);
    else if (value instanceof Joined) value.pieces.forEach(walk);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (isPlain(value)) Object.values(value).forEach(walk);
  };
  for (const piece of path) if (typeof piece !== 'string') walk(piece.value);
  for (const [, value] of [...query, ...headers, ...actor.headers, ...actor.query]) walk(value);
  if ('value' in body) walk(body.value);
  return found;
}
