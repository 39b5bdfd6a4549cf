// The operator's settings about calls: by which address they are counted, whether rates refuse them, how long they may take. Input: none. Output: their rows, for
// settings.ts, and what serve
// is given of them. docs/operate.md, Behind a proxy.

import { PREFIX, type Addressing } from '../serve/address.ts';
import { NO_RANGES, parseRanges } from '../serve/relay/addresses.ts';
import { amount, text, type Setting, type Settings } from './setting.ts';

/** A text: what is wrong. */
function rangesIn(value: string): ReturnType<typeof parseRanges> {
  return text(value) === undefined ? 'write `10.1.2.0/24` or `::1`' : parseRanges(value);
}

/** How a setting of addresses is read. */
export const RANGES: Pick<Setting, 'read' | 'expected' | 'advice'> = {
  read: (value) => (typeof rangesIn(value) === 'string' ? undefined : value),
  expected: 'addresses and ranges of addresses by commas',
  advice(value) {
    const wrong = rangesIn(value);
    return typeof wrong === 'string' ? wrong : undefined;
  },
};

export const CALL_SETTINGS: readonly Setting[] = [
  {
    key: 'requestDeadline',
    flag: '--request-deadline <seconds>',
    what: 'longest time from the head of a request to its answer, its arrival and its waits with it; then 503, and its work is ended',
    otherwise: 90,
    ...amount(1, 86_400, 'number of seconds'),
  },
  {
    key: 'trustedProxies',
    flag: '--trusted-proxies <ranges>',
    what: 'proxies whose X-Forwarded-For and Forwarded say which address a call is counted by: 10.0.0.0/8, 127.0.0.1 by commas',
    otherwise: undefined,
    ...RANGES,
  },
  {
    key: 'ipv6Prefix',
    flag: '--ipv6-prefix <bits>',
    what: 'bits of an address of IPv6 by which its calls are counted: one client has a whole network of them',
    otherwise: PREFIX,
    ...amount(1, 128, 'number of bits'),
  },
  {
    key: 'limits',
    flag: '--limits <enforce|observe>',
    what: 'observe: a call beyond a rate of part 8 is logged, and not refused',
    otherwise: 'enforce',
    read: (value) => (value === 'enforce' || value === 'observe' ? value : undefined),
    expected: 'enforce or observe',
  },
];

export function addressesOf({ trustedProxies, ipv6Prefix }: Settings): Addressing {
  const trusted = trustedProxies === undefined ? NO_RANGES : parseRanges(trustedProxies);
  if (typeof trusted === 'string') throw new Error('a setting was read, and cannot be');
  return { trusted, ipv6Prefix };
}
