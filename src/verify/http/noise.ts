// What clients send with each call, whatever they call: of a failure it shows nothing. Input: a model, an exchange of others. Output: the exchange
// without the headers of which the document says nothing.

import { oncePer } from '../../base/once-per.ts';
import { versionsOf } from '../../analysis/document/versions.ts';
import type { Model } from '../../model/model.ts';
import type { Exchange } from '../exchange.ts';

const NOISE: ReadonlySet<string> = new Set([
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'cookie',
  'dnt',
  'host',
  'keep-alive',
  'origin',
  'pragma',
  'priority',
  'proxy-connection',
  'referer',
  'te',
  'upgrade-insecure-requests',
  'user-agent',
]);

export function withoutNoise(model: Model, exchange: Exchange): Exchange {
  const headers = exchange.call.headers.filter(([name, value]) => !isNoise(model, name.toLowerCase(), value));
  return { ...exchange, call: { ...exchange.call, headers } };
}

/** `:authority` and the like are how HTTP/2 says what is in front of the headers. */
function isNoise(model: Model, name: string, value: string): boolean {
  if (name.startsWith(':')) return true;
  if (isStated(model, name)) return false;
  if (name === 'accept') return value.includes('*/*') && versionsOf(model)?.scheme?.kind !== 'media type';
  return NOISE.has(name) || name.startsWith('sec-');
}

/** As a header in ticks, or by the word for it. */
function isStated(model: Model, name: string): boolean {
  const { source } = model.document;
  if (name === 'cookie' && /cookie `/i.test(source)) return true;
  return namesIn(model).has(name) || (name === 'origin' && namesIn(model).has('cross-origin'));
}

const namesIn = oncePer(
  ({ document }: Model): ReadonlySet<string> =>
    new Set([...document.source.matchAll(/(?:`|^- )([\w-]+)[`:]/gm)].map(([, name]) => name!.toLowerCase())),
);
