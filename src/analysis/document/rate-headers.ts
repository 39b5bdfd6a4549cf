// The headers that say what rates have left. Input: a header of an answer that has no value of its own. Output: its word in a plan, and the
// feature that it is. Notation, part 4, "Headers of an answer", and part 8.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import type { ErrorCode } from '../../notation/errors.ts';
import { valueOf } from '../../notation/slot.ts';
import type { HeaderValue } from '../../notation/values/answers.ts';
import type { Feature } from './features.ts';

/** By name in lower case, what fills it: src/serve/rates/headers.ts. */
const WORDS = {
  ratelimit: 'rate limit',
  'ratelimit-policy': 'rate limit policy',
  'retry-after': 'retry after',
} as const;

/** In lower case. */
export const RATE_HEADERS: readonly string[] = Object.keys(WORDS);

export type RateWord = (typeof WORDS)[keyof typeof WORDS];

export function rateWord({ name, value }: HeaderValue): RateWord | undefined {
  const key = name.text.toLowerCase();
  return value === undefined && Object.hasOwn(WORDS, key) ? WORDS[key as keyof typeof WORDS] : undefined;
}

/** Undefined: it is another header. */
export function rateHeaderFeature(model: Model, header: HeaderValue): Feature | undefined {
  const word = rateWord(header);
  if (word === undefined || !hasRates(model)) return undefined;
  return word === 'retry after' ? 'Headers: Retry-After' : 'Headers: RateLimit';
}

/** When another refusal would end is not known. */
export function rateHeaderOfCode(model: Model, code: ErrorCode, header: HeaderValue): Feature | undefined {
  const feature = rateHeaderFeature(model, header);
  return feature === 'Headers: Retry-After' && !answersRate(model, code) ? undefined : feature;
}

const hasRates = oncePer(({ document }: Model) =>
  document.limits.limits.items.some(({ value }) => valueOf(value)?.kind === 'rate'),
);

function answersRate({ document }: Model, { code, when }: ErrorCode): boolean {
  const rates = document.limits.limits.items.filter(({ value }) => valueOf(value)?.kind === 'rate');
  if (rates.some(({ whenExceeded }) => valueOf(whenExceeded)?.error.text === code.text)) return true;
  return (valueOf(when) ?? []).some(
    (cause) =>
      cause.kind === 'too many requests' ||
      (cause.kind === 'limit reached' && rates.some(({ name }) => name.text === cause.limit.text)),
  );
}
