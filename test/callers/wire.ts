// Requests as bytes, which no client would send. Input: lines. Output: the status and all that came back.

import { raw } from '../serve/running.ts';

export interface Heard {
  readonly status: number;
  readonly all: string;
  readonly body: string;
}

export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly string[] | undefined;
  readonly body?: string | undefined;
}

export async function sendBytes(url: string, { method, target, headers = [], body }: Request): Promise<Heard> {
  const { port, host } = new URL(url);
  const length = body === undefined ? '0' : String(Buffer.byteLength(body));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...(body === undefined ? [] : ['Content-Type: application/json']),
    ...(body === undefined && /^(?:GET|HEAD|OPTIONS)$/.test(method) ? [] : [`Content-Length: ${length}`]),
    ...headers,
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const all = await raw(Number(port), body === undefined ? [head] : [head, Buffer.from(body)]);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(all)?.[1] ?? 0);
  return { status, all, body: all.slice(all.indexOf('\r\n\r\n') + 4) };
}
