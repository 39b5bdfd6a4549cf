// After a reply that says less, or something else, than what was expected: what the call may have changed is not known any more. Input: what
// is known, a call. Output: the world, with less in it.

import { effectsOf, identityOf, selectionOf, targetsOf } from '../../analysis/document/targets.ts';
import { EFFECT_TRAITS, isCreation, isDeletion, isSafe } from '../../analysis/document/effect-traits.ts';
import type { LinkedOperation } from '../../model/model.ts';
import { isReply, type NoReply, type Reply } from '../exchange.ts';
import { isMembers, readJson } from '../world/json.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Row } from '../world/known.ts';
import type { Asked } from '../world/world.ts';
import { waysOf } from './effects/effects.ts';
import { namedBy } from './effects/find.ts';

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
  for (const [row, fields] of changed) for (const field of fields) world.forget(row, field);
  for (const row of removed) world.setThere(row, undefined);
  if (effectsOf(linked).some(({ kind }) => kind === 'issues token')) world.issued.mayBeIn(reply);
  for (const effect of effectsOf(linked))
    if (isCreation(effect) && 'target' in effect) world.mayHaveMade(effect.target.text);
  if (!isReply(reply) || reply.status < 400 || reply.status >= 500) doubtNamed(world, linked, asked);
}

/** A call that changes the row that its path names, and is not refused where there is none: it may be there from then on, also one that was gone. */
function doubtNamed(world: Knowledge, linked: LinkedOperation, asked: Asked): void {
  for (const effect of effectsOf(linked)) {
    if (EFFECT_TRAITS[effect.kind].found === undefined || isSafe(effect) || isDeletion(effect)) continue;
    const selection = 'target' in effect ? selectionOf(world.model, linked, effect.target.text) : undefined;
    const rows = selection && namedBy(world, asked, selection);
    if (!rows || rows.some(({ isThere }) => isThere === true)) continue;
    const keys = new Set(selection.keys.map(({ field }) => field));
    for (const row of rows) {
      world.setThere(row, undefined);
      world.forgetBirth(row, row.isMade);
      for (const field of row.values.keys()) if (!keys.has(field)) world.forget(row, field);
    }
    world.mayHaveMade(selection.resource);
  }
}

/** A call that had to find nothing says otherwise: it may have changed the rows that its reply shows. */
export function doubtShown(world: Knowledge, linked: LinkedOperation, reply: Reply): void {
  const body = readJson(reply.body);
  if (!body || effectsOf(linked).every(isSafe)) return;
  for (const name of targetsOf(world.model, linked)) {
    const resource = world.model.resources.get(name);
    const [identity, ...others] = resource ? identityOf(resource) : [];
    if (identity === undefined || others.length > 0) continue;
    const shown = isMembers(body.value) ? [body.value, ...Object.values(body.value).filter(isMembers)] : [];
    for (const row of shown.flatMap((one) => world.find(name, identity, one[identity]).sure))
      for (const field of row.values.keys()) if (field !== identity) world.forget(row, field);
  }
}
