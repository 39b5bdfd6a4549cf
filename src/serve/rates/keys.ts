// By what a call is counted. Input: what the plan says of a limit, a request and what is bound of it. Output: the digest of its counter; undefined
// where the limit does not count the call. Notation, part 8, heads Per and Applies to.

import { hash } from 'node:crypto';
import { foldCase } from '../../base/fold-case.ts';
import type { CountedPlan, RateKey } from '../../plan/limits.ts';
import type { SqlValue } from '../../sql/expression.ts';
import type { AddressOf } from '../address.ts';
import type { Request } from '../phases/phase.ts';
import { CALLER } from './look.ts';

/** Nobody is known, or nothing was sent: the limit does not count the call. */
type KeyText = string | undefined;

/** What is bound of the request, and what was found of its caller. */
export type Value = (name: string) => SqlValue;

export type CounterOf = (request: Request, value: Value) => string | undefined;

type Key = (request: Request, value: Value) => KeyText;

export function compileCounter({ name, by, when }: CountedPlan, addressOf: AddressOf): CounterOf {
  const keys = by.map((key) => compileKey(key, addressOf));
  // What is sent is not kept.
  const toDigest = by.some(({ kind }) => kind === 'bound') ? digest : remembering();
  return (request, value) => {
    if (when !== undefined && Number(value(when) ?? 0) !== 1) return undefined;
    let text = name;
    for (const key of keys) {
      const part = key(request, value);
      if (part === undefined) return undefined;
      // Each with its length, so that no two lists are one text.
      text += `\0${part.length} ${part}`;
    }
    return toDigest(text);
  };
}

function digest(text: string): string {
  return hash('sha256', text, 'buffer').toString('hex', 0, 16);
}

/** So many digests are known, of texts of so many characters. */
const MOST = 4096;
const LONGEST = 500;

/** Of callers and addresses, who mostly come again. */
function remembering(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MOST) known.clear();
    found = digest(text);
    if (text.length <= LONGEST) known.set(text, found);
    return found;
  };
}

function compileKey(key: RateKey, addressOf: AddressOf): Key {
  switch (key.kind) {
    case 'address':
      return ({ exchange: { request, noted } }) => {
        const address = addressOf(request);
        if (noted !== undefined) noted.address = address;
        return address;
      };
    case 'fixed':
      return () => key.text;
    case 'caller':
      return (_, value) => (value(CALLER) as string | null) ?? undefined;
    case 'caller row':
    case 'bound': {
      const { name } = key;
      const folds = key.kind === 'bound' && key.folds;
      return (_, value) => {
        const sent = value(name);
        if (sent === null) return undefined;
        return typeof sent === 'string' ? `s${folds ? foldCase(sent) : sent}` : `n${String(sent)}`;
      };
    }
  }
}
