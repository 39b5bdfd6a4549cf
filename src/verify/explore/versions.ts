// The same call in other versions: without one, in one that there is not, and in each that the document names. Input: a call. Output: calls.
// Notation, part 9, "Where a request names its version".

import { unlikeVersions, versionsOf } from '../../analysis/document/versions.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { prefixOf } from '../judge/route.ts';
import type { Draft, Pair } from './draft.ts';

export function* inOtherVersions(model: Model, linked: LinkedOperation, draft: Draft): Generator<Draft> {
  const versions = versionsOf(model);
  if (!versions?.scheme) return;
  const unlike = new Set(unlikeVersions(model));
  const names = [...versions.served.slice(1), ...versions.withdrawn].filter((name) => !unlike.has(name));
  for (const name of [undefined, 'ninefold-none', ...names]) {
    const other = named(model, linked, draft, name);
    if (other) yield other;
  }
}

function put(pairs: readonly Pair[], name: string, value: string | undefined): readonly Pair[] {
  const others = pairs.filter(([one]) => one.toLowerCase() !== name.toLowerCase());
  return value === undefined ? others : [...others, [name, value]];
}

/** Undefined: it names none. */
function named(model: Model, linked: LinkedOperation, draft: Draft, version: string | undefined): Draft | undefined {
  const { scheme, current } = versionsOf(model)!;
  switch (scheme?.kind) {
    case 'header':
      return { ...draft, headers: put(draft.headers, scheme.name, version) };
    case 'query':
      return { ...draft, query: put(draft.query, scheme.name, version) };
    case 'media type': {
      const out = valueOf(linked.facts.mediaType)?.out ?? 'application/json';
      return { ...draft, headers: put(draft.headers, 'Accept', version && `${out}; version=${version}`) };
    }
    case 'path prefix': {
      const whole = prefixOf(model, linked);
      const front = whole.slice(0, whole.length - `/${current}`.length);
      // Without its segment it is another path.
      if (version === undefined || whole !== `${front}/${current}` || draft.path[0] !== whole) return undefined;
      return { ...draft, path: [`${front}/${version}`, ...draft.path.slice(1)] };
    }
    case undefined:
      return undefined;
  }
}
