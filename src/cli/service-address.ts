// The address of a service that a command calls. Input: what was given as --url. Output: it; refused where it is none, or holds more.

import { Refusal } from './console.ts';

/** A secret has no place on a command line, where every user of the machine can read it. */
export function serviceAddress(given: unknown): URL {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  const isPlain =
    url !== undefined &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '');
  if (!isPlain) throw new Refusal(2, 'name the service with --url: http or https, without user, query and fragment');
  return url;
}
