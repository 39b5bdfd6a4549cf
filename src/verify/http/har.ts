// Exchanges as an HTTP Archive. Input: exchanges, an address. Output: plain data.

import { headerOf, isReply, type Exchange, type Header } from '../exchange.ts';
import type { Har, HarEntry, HarPair } from './har-format.ts';

export function harOf(exchanges: readonly Exchange[], url: string, version: string): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'ninefold verify', version },
      entries: exchanges.map((exchange) => entryOf(exchange, url.replace(/\/+$/, ''))),
    },
  };
}

function entryOf({ call, reply, from, to }: Exchange, base: string): HarEntry {
  const url = `${base}${call.target}`;
  const got = isReply(reply) ? reply : { status: 0, headers: [], body: '' };
  return {
    startedDateTime: new Date(from).toISOString(),
    time: to - from,
    request: {
      method: call.method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: call.headers.map(pair),
      queryString: [...new URL(url).searchParams].map(pair),
      cookies: [],
      headersSize: -1,
      bodySize: Buffer.byteLength(call.body ?? ''),
      ...(call.body !== undefined && {
        postData: { mimeType: headerOf(call.headers, 'content-type') ?? '', text: call.body },
      }),
    },
    response: {
      status: got.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: got.headers.map(pair),
      cookies: [],
      content: {
        size: Buffer.byteLength(got.body),
        mimeType: headerOf(got.headers, 'content-type') ?? '',
        text: got.body,
      },
      redirectURL: headerOf(got.headers, 'location') ?? '',
      headersSize: -1,
      bodySize: Buffer.byteLength(got.body),
    },
    cache: {},
    timings: { send: 0, wait: to - from, receive: 0 },
    ...(isReply(reply) ? {} : { comment: reply.said }),
  };
}

function pair([name, value]: Header): HarPair {
  return { name, value };
}
