// One request of a connection at a time, and answers that nobody takes. In: requests as Node's parser has them, all of a
// packet at once. Out: the same requests, each when the answer before it has been sent; a connection that takes nothing of
// its answer is cut. So what a client makes the service keep is one answer and a few requests, whatever it sends.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that may wait before no more of it is read. */
const MOST_WAITING = 32;

interface Line {
  last: ServerResponse;
  waiting: number;
}

/** Meets a request in its turn. */
export type Turn = (request: IncomingMessage, response: ServerResponse, meet: () => void) => void;

export function turns(): Turn {
  const lines = new WeakMap<Socket, Line>();
  return (request, response, meet) => {
    const { socket } = request;
    const line = lines.get(socket);
    const before = line?.last;
    if (line) line.last = response;
    else lines.set(socket, { last: response, waiting: 0 });
    // Node gives the connection to the answer whose turn it is.
    if (line === undefined || before === undefined || response.socket !== null) return meet();
    line.waiting++;
    if (line.waiting === MOST_WAITING) socket.pause();
    before.once('close', () => {
      line.waiting--;
      if (line.waiting === MOST_WAITING - 1) socket.resume();
      // Behind an answer that ends its connection nothing is met: https://www.rfc-editor.org/rfc/rfc9112#section-9.6
      if (response.socket !== null) meet();
      else response.emit('close');
    });
  };
}

/** Octets of answers that wait to be taken, all connections together; beyond it the oldest is cut. */
const MOST_UNSENT = 256 * 1024 * 1024;

/** Looks after answers that have been given and not been taken. */
export function unsentAnswers(most: number = MOST_UNSENT): (response: ServerResponse) => void {
  const unsent = new Map<ServerResponse, number>();
  let sum = 0;
  return (response) => {
    const length = response.writableLength;
    if (length === 0 || response.socket === null) return;
    unsent.set(response, length);
    sum += length;
    response.once('close', () => {
      sum -= unsent.get(response) ?? 0;
      unsent.delete(response);
    });
    for (const [oldest, waiting] of unsent) {
      if (sum <= most) return;
      sum -= waiting;
      unsent.set(oldest, 0);
      oldest.socket?.destroy();
    }
  };
}
