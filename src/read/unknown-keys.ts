// A bullet whose key does not bind at its place. Input: the key as written, and those that bind there. Output: the one that was
// probably meant, and the finding. Notation, rule 1.1.

import { didYouMean } from '../base/did-you-mean.ts';
import type { Span } from '../base/span.ts';
import { ticked } from '../base/ticked.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { unknownKey } from '../diagnostics/reading.ts';
import { everydayKey } from './key-synonyms.ts';
import { quoted } from './reading.ts';

/** By names in lower case. `named`: it takes a name after it. */
type Keys = ReadonlyMap<string, { readonly name: string; readonly named?: true }>;

export function nearestKey(key: string, known: Keys): string | undefined {
  return didYouMean(
    key,
    [...known.values()].map(({ name }) => name),
  );
}

/** `where`, for the message: "under a resource". */
export function noSuchKey(key: string, at: Span, known: Keys, where: string): Diagnostic {
  const everyday = everydayKey(key, (name) => known.has(name.toLowerCase()));
  const list = /^\S+\s+(.+)$/.exec(key)?.[1];
  const near =
    known.get(`any ${key.toLowerCase()}`)?.name ??
    nearestKey(key, known) ??
    begun(key, known) ??
    everyday?.key.head ??
    (list === undefined ? undefined : didYouMean(key, [`Other ${list}`]));
  const hint = everyday?.hint ?? (near === undefined ? '' : `; did you mean ${ticked(near)}?`);
  const names = new Set([...known.values()].map(({ name }) => name));
  const facts = { key: quoted(key), where, hint, known: [...names].join(', ') || 'none' };
  const write = everyday?.write ?? (near === undefined ? undefined : ticked(`- ${near}: …`));
  const fix = `Write ${write}, or move the bullet under a heading \`### Notes\`.`;
  return diagnose(write === undefined ? unknownKey : { ...unknownKey, fix }, at, facts);
}

/** A key that was not written to its end, or that has more after it; one with a name that should be in ticks. */
function begun(key: string, known: Keys): string | undefined {
  const words = key.toLowerCase();
  for (const [name, { name: whole, named }] of known) {
    if (words.length > 3 && name.startsWith(`${words} `)) return whole;
    if (words.startsWith(`${name} `)) return named ? `${whole} \`${key.slice(name.length + 1)}\`` : whole;
  }
  return undefined;
}
