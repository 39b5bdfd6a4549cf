// The headers that say what rates have left, by draft-ietf-httpapi-ratelimit-headers-11. Input: a word of the plan and a request. Output:
// the value; undefined where there is nothing to say. Notation, part 8.

import type { IncomingMessage } from 'node:http';
import type { Headers } from '../respond.ts';
import { ratedOf, type Rated } from './rated.ts';

export const RATE_WORDS = ['rate limit', 'rate limit policy', 'retry after'] as const;

export type RateWord = (typeof RATE_WORDS)[number];

export function rateHeader(word: RateWord, request: IncomingMessage): string | undefined {
  const rated = ratedOf(request);
  if (rated.length === 0) return undefined;
  switch (word) {
    case 'rate limit':
      return rated.map(left).join(', ');
    case 'rate limit policy':
      return rated.map(policy).join(', ');
    case 'retry after': {
      const refused = rated.filter(({ state }) => !state.isAdmitted);
      return refused.length === 0 ? undefined : String(Math.max(...refused.map(({ state }) => seconds(state.after))));
    }
  }
}

const NAMES: ReadonlyMap<string, RateWord> = new Map([
  ['ratelimit', 'rate limit'],
  ['ratelimit-policy', 'rate limit policy'],
  ['retry-after', 'retry after'],
]);

/** Of an answer that is kept: the numbers of this call are left out, since they are none of a later one. */
export function withoutRates(headers: Headers, request: IncomingMessage): Headers {
  return eachRate(headers, (word, value) => (value === rateHeader(word, request) ? '' : value));
}

/** Of an answer that was kept: those of the call that gets it now. */
export function withRatesOf(headers: Headers, request: IncomingMessage): Headers {
  const filled = eachRate(headers, (word, value) => (value === '' ? rateHeader(word, request) : value) ?? '');
  return filled.filter((_, place) => {
    const name = place - (place % 2);
    return filled[name + 1] !== '' || !NAMES.has(filled[name]!.toLowerCase());
  });
}

function eachRate(headers: Headers, value: (word: RateWord, value: string) => string): Headers {
  return headers.map((text, place) => {
    const word = place % 2 === 1 ? NAMES.get(headers[place - 1]!.toLowerCase()) : undefined;
    return word === undefined ? text : value(word, text);
  });
}

/** `"calls";r=12;t=40`: 12 more now, one more than that in 40 seconds at the latest. */
function left({ rate, state }: Rated): string {
  const until = state.remaining === 0 ? seconds(state.after) : Math.ceil(state.after / 1000);
  return `${quoted(rate.name)};r=${state.remaining}${until > 0 ? `;t=${until}` : ''}`;
}

/** `"calls";q=100;w=60`; a window of less than a second has no `w`. */
function policy({ rate: { name, numbers } }: Rated): string {
  const whole = numbers.window % 1000 === 0 ? `;w=${numbers.window / 1000}` : '';
  return `${quoted(name)};q=${numbers.count}${whole}`;
}

/** Never earlier than it is free. */
function seconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

/** A string of structured fields holds visible ASCII: https://www.rfc-editor.org/rfc/rfc9651#section-3.3.3 */
function quoted(name: string): string {
  return `"${encodeURI(name).replaceAll('%20', ' ').replace(/["\\]/g, '\\$&')}"`;
}
