// The keys that a service goes by, its own and those of others. Input: the operator's file of signing keys. Output: the keys of a scheme; those
// of one address are fetched once, whichever schemes and plans go by them. Notation, part 5, Verified by.

import type { SignedPlan } from '../plan/credentials.ts';
import { type KeySource, remoteKeys } from './key-sets.ts';
import { type SigningKeys, signingKeys } from './signing-keys.ts';

export interface Trust {
  readonly keysOf: (plan: SignedPlan) => KeySource;
  readonly signingKeys: SigningKeys;
}

export function trustOf(file: string | undefined): Trust {
  const own = signingKeys(file);
  const others = new Map<string, KeySource>();
  return {
    signingKeys: own,
    keysOf({ keys }) {
      if (keys.kind === 'operator') return own.source(keys.scheme);
      const place = JSON.stringify(keys);
      const source = others.get(place) ?? remoteKeys(keys);
      others.set(place, source);
      return source;
    },
  };
}
