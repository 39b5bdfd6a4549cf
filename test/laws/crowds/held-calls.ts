// Calls whose body does not come until it is asked for, each over a connection of its own. Input: a request as it is sent. Output: whether it
// runs, which the service says by asking for the body (100 Continue, behind the place in which calls are counted), and its answer.
// https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1

import { request, type ClientRequest } from 'node:http';
import { header, type Answered } from '../answered.ts';
import type { Sent } from '../judge-causes.ts';

export interface HeldCall {
  /** Undefined: it runs. */
  readonly refused: Answered | undefined;
  /** Sends the body. */
  end(): Promise<Answered>;
  /** Of a call that nobody sends the body of. */
  readonly answer: Promise<Answered>;
  /** Its client goes away. */
  drop(): void;
}

export async function heldCall(url: string, sent: Sent): Promise<HeldCall> {
  const { method, path, query, headers, body = '' } = sent;
  const target = query === '' ? path : `${path}?${query}`;
  const { hostname, port } = new URL(url);
  const own = { ...headers, expect: '100-continue', 'content-length': String(Buffer.byteLength(body)) };
  const call = request({ hostname, port, method, path: target, headers: own, agent: false });
  const answer = answerOf(call);
  answer.catch(() => undefined);
  const goesOn = new Promise<undefined>((resolve) => call.once('continue', () => resolve(undefined)));
  call.flushHeaders();
  const refused = await Promise.race([goesOn, answer]);
  const drop = (): void => void call.destroy();
  if (refused) drop();
  return {
    refused,
    answer,
    drop,
    end() {
      call.end(body);
      return answer;
    },
  };
}

function answerOf(call: ClientRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({ status: answer.statusCode!, headers, text: Buffer.concat(chunks).toString() });
      });
    });
  });
}

/** The service says that it does not run. */
export function isHeld(answer: Answered): boolean {
  return answer.status === 501 || header(answer, 'ninefold-gap') !== undefined;
}
