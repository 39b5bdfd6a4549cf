// After a reply that says less, or something else, than what was expected: what the call may have changed is not known any more. Input: what
// is known, a call. Output: the world, with less in it.

import { bodyOf } from '../../analysis/document/inputs.ts';
import { effectsOf, identityOf, selectionOf, targetsOf, type Selection } from '../../analysis/document/targets.ts';
import { EFFECT_TRAITS, isCreation, isDeletion, isSafe } from '../../analysis/document/effect-traits.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { headerOf, isReply, type NoReply, type Reply } from '../exchange.ts';
import { isMembers, readJson } from '../world/json.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Row } from '../world/known.ts';
import type { Asked } from '../world/world.ts';
import { waysOf } from './effects/effects.ts';
import { mayBeNamedBy, namedBy } from './effects/find.ts';
import { isStrayTaken, takeStray } from './taken.ts';
import { isOtherThan, mayBeElsewhere } from './match/addressed.ts';

export function blur(world: Knowledge, linked: LinkedOperation, asked: Asked, reply: Reply | NoReply): void {
  if (effectsOf(linked).some((effect) => !isSafe(effect))) world.unclear.push(world.exchange);
  const changed = new Map<Row, Set<string>>();
  const removed = new Set<Row>();
  const before = new Map(
    [...world.model.resources.keys()].flatMap((name) =>
      world.rows(name).map((row) => [row, { values: new Map(row.values), isThere: row.isThere }] as const),
    ),
  );
  const mark = world.mark();
  for (const _doing of waysOf(world, linked, asked)) {
    for (const [row, { values, isThere }] of before) {
      if (row.isThere !== isThere) removed.add(row);
      for (const [field, value] of row.values)
        if (values.get(field) !== value) changed.set(row, (changed.get(row) ?? new Set()).add(field));
    }
    world.undo(mark);
  }
  if (!isRead(asked))
    for (const selection of changedBy(world, linked))
      for (const row of mayBeNamedBy(world, asked, selection)) changed.set(row, settable(world, linked));
  for (const [row, fields] of changed) for (const field of fields) world.forget(row, field);
  for (const row of removed) world.setThere(row, undefined);
  if (effectsOf(linked).some(({ kind }) => kind === 'issues token')) world.issued.mayBeIn(reply);
  for (const effect of effectsOf(linked))
    if (isCreation(effect) && 'target' in effect) world.mayHaveMade(effect.target.text);
  if (!isReply(reply) || reply.status < 400 || reply.status >= 500) doubtNamed(world, linked, asked, reply);
  doubtMoved(world, linked, asked, reply);
}

/** The row that was to be changed is shown under another name, or not at all by a service that has moved rows: it may be elsewhere. */
function doubtMoved(world: Knowledge, linked: LinkedOperation, asked: Asked, reply: Reply | NoReply): void {
  const isRefused = isReply(reply) && reply.status >= 300 && reply.status < 500;
  if (isRefused) return;
  const shown = isReply(reply) ? membersIn(reply) : [];
  for (const row of rowsChanged(world, linked, asked)) {
    const resource = world.model.resources.get(row.resource)!;
    const isMoved = shown.some((one) => isOtherThan(world, resource, row, (field) => one[field]));
    if (isMoved || (shown.length === 0 && isStrayTaken(world, row.resource))) mayBeElsewhere(world, row);
  }
}

function rowsChanged(world: Knowledge, linked: LinkedOperation, asked: Asked): readonly Row[] {
  return changedBy(world, linked).flatMap((selection) => namedBy(world, asked, selection));
}

/** Of what is no JSON, and of JSON of another type, nobody can tell what a service has read. */
function isRead({ body, call }: Asked): boolean {
  const type = headerOf(call.headers, 'content-type') ?? '';
  return (
    body.kind === 'none' ||
    (body.kind === 'json' && isMembers(body.value) && /[/+](?:json|x-www-form-urlencoded)\b/i.test(type))
  );
}

function settable({ model }: Knowledge, linked: LinkedOperation): Set<string> {
  const body = bodyOf(model, linked);
  return new Set(body.kind === 'fields' ? body.fields.flatMap(({ sets }) => sets?.field.name.text ?? []) : []);
}

/** The objects of a reply that may be rows. */
function membersIn({ body }: Reply): readonly Readonly<Record<string, unknown>>[] {
  const value = readJson(body)?.value;
  return isMembers(value) ? [value, ...Object.values(value).filter(isMembers)] : [];
}

/** How the path names the rows that the call changes. */
function changedBy({ model }: Knowledge, linked: LinkedOperation): readonly Selection[] {
  return effectsOf(linked).flatMap((effect) => {
    if (EFFECT_TRAITS[effect.kind].found === undefined || isSafe(effect) || isDeletion(effect)) return [];
    return ('target' in effect ? selectionOf(model, linked, effect.target.text) : undefined) ?? [];
  });
}

/** A call that changes the row that its path names, and is not refused where there is none: it may be there from then on, also one that was gone. */
function doubtNamed(world: Knowledge, linked: LinkedOperation, asked: Asked, reply: Reply | NoReply): void {
  for (const selection of changedBy(world, linked)) {
    const rows = namedBy(world, asked, selection);
    if (rows.some(({ isThere }) => isThere === true)) continue;
    const keys = new Set(selection.keys.map(({ field }) => field));
    for (const row of rows) {
      world.setThere(row, undefined);
      world.forgetBirth(row, row.isMade);
      for (const field of row.values.keys()) if (!keys.has(field)) world.forget(row, field);
    }
    world.mayHaveMade(selection.resource);
    if (isReply(reply) && reply.status < 300) takeStray(world, selection.resource);
  }
}

/** A call that had to find nothing says otherwise: it may have changed the rows that its reply shows. */
export function doubtShown(world: Knowledge, linked: LinkedOperation, reply: Reply): void {
  if (effectsOf(linked).every(isSafe)) return;
  for (const name of targetsOf(world.model, linked)) {
    const resource = world.model.resources.get(name);
    const [identity, ...others] = resource ? identityOf(resource) : [];
    if (identity === undefined || others.length > 0) continue;
    for (const row of membersIn(reply).flatMap((one) => world.find(name, identity, one[identity]).sure))
      for (const field of row.values.keys()) if (field !== identity) world.forget(row, field);
  }
}
