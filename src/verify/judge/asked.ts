// A call taken apart. Input: what is known, and an exchange whose operation was found. Output: who calls, and what the path, the query and
// the body say.

import { readsCredentials } from '../../analysis/document/callers.ts';
import { headerOf, type Call, type Exchange } from '../exchange.ts';
import { isAmbiguous, readJson } from '../world/json.ts';
import type { Knowledge } from '../world/knowledge.ts';
import type { Asked, SentBody } from '../world/world.ts';
import type { Routed } from './route.ts';

export function askedOf(
  world: Knowledge,
  { call, from, to }: Exchange,
  { linked, path, version }: Extract<Routed, { kind: 'operation' }>,
): Asked {
  return {
    world,
    operation: linked.operation.name.text,
    call,
    // Where anyone may call, nobody is the caller.
    caller: readsCredentials(linked) ? world.callerOf(call) : 'nobody',
    path,
    query: queryOf(call.target),
    body: bodyIn(call),
    version,
    from,
    to,
  };
}

/** Of what is no percent-encoding the text counts. */
export function queryOf(target: string): ReadonlyMap<string, readonly string[]> {
  const query = new Map<string, string[]>();
  const text = target.replace(/#.*$/s, '').split('?').slice(1).join('?');
  for (const [name, value] of new URLSearchParams(text)) query.set(name, [...(query.get(name) ?? []), value]);
  return query;
}

/** Forms are read as the members that they name. */
function bodyIn({ headers, body }: Call): SentBody {
  if (body === undefined || body === '') return { kind: 'none' };
  const type = headerOf(headers, 'content-type') ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return { kind: 'json', value: formOf(body) };
  const read = readJson(body);
  if (read) return { kind: 'json', value: read.value };
  return { kind: isAmbiguous(body) ? 'ambiguous' : 'malformed' };
}

function formOf(body: string): unknown {
  const members: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[.[\]]+/).filter((step) => step !== '');
    let at = members;
    for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>;
    const last = path.at(-1) ?? name;
    at[last] = last in at ? [at[last], value].flat() : value;
  }
  return members;
}
