// Events that are read on a stream. Input: where the service is, the call that opens the stream. Output: what has come on it.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation

import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

import type { Call } from '../exchange.ts';
import type { Arrived } from './happening.ts';

export interface Stream {
  readonly arrived: readonly Arrived[];
  /** Undefined: nothing was answered. */
  readonly status: number | undefined;
  close(): void;
}

/** Events that are kept. */
const MOST = 50_000;
/** Characters of one event. */
const LONGEST = 1_000_000;

/** Resolves when the head of the answer is there, or when there is none. */
export function openStream(url: URL, { target, headers }: Call): Promise<Stream> {
  const arrived: Arrived[] = [];
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const path = `${url.pathname.replace(/\/+$/, '')}${target}`;
  return new Promise((resolve) => {
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const request = send({ protocol: url.protocol, hostname, port: url.port, path, method: 'GET', agent: false });
    for (const [name, value] of headers) request.appendHeader(name, value);
    const close = (): void => void request.destroy();
    request.setTimeout(OPENED, () => resolve({ arrived, status: undefined, close }));
    request.on('error', () => resolve({ arrived, status: undefined, close }));
    request.once('response', (response) => {
      let rest = '';
      response.setEncoding('utf8');
      response.on('error', () => undefined);
      response.on('data', (piece: string) => {
        const blocks = `${rest}${piece}`.split(/\r\n\r\n|\n\n|\r\r/);
        rest = blocks.pop()!.slice(-LONGEST);
        for (const block of blocks) {
          const event = eventIn(block, target);
          if (event && arrived.length < MOST) arrived.push(event);
        }
      });
      resolve({ arrived, status: response.statusCode, close });
    });
    request.end();
  });
}

/** Milliseconds. */
const OPENED = 5_000;

/** Undefined: a comment, or an id alone. */
function eventIn(block: string, to: string): Arrived | undefined {
  const fields = block.split(/\r\n|\n|\r/).flatMap((line) => {
    const [, name, value] = /^([^:]+):? ?(.*)$/s.exec(line) ?? [];
    return name === undefined || line.startsWith(':') ? [] : [[name, value!] as const];
  });
  const data = fields.flatMap(([name, value]) => (name === 'data' ? [value] : []));
  if (data.length === 0) return undefined;
  const last = (wanted: string): string | undefined => fields.findLast(([name]) => name === wanted)?.[1];
  const [event, id] = [last('event'), last('id')];
  return {
    to,
    method: 'GET',
    headers: [],
    body: data.join('\n'),
    at: Date.now(),
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id }),
  };
}
