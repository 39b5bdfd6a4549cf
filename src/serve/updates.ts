// `/updates` on the operator's port: notifies open pages when what they show has changed. Input: a sign that changes with it, and
// a way to subscribe. Output: a stream of server-sent events, first the sign as it is, then each new one.
// https://html.spec.whatwg.org/multipage/server-sent-events.html

import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Updates {
  /** Never the same for two things that differ, over a new start of the process too. */
  readonly revision: () => string;
  /** Called after each change; answers how to end that. */
  readonly subscribe: (told: () => void) => () => void;
}

export interface Streams {
  open(request: IncomingMessage, response: ServerResponse): void;
  /** No more notifications, and each stream ends. */
  close(): void;
}

/** Pages at once; each holds a connection. */
const MOST = 1000;
/** A comment now and then, in milliseconds: clients that went away without closing are noticed. */
const SIGN_OF_LIFE = 15_000;
/** Octets that wait for a page that does not read. */
const BEHIND = 16_384;

export function startStreams({ revision, subscribe }: Updates): Streams {
  const open = new Set<ServerResponse>();
  let isClosed = false;
  const tell = (text: string): void => {
    for (const response of open) {
      if (response.writableLength > BEHIND) response.destroy();
      else response.write(text);
    }
  };
  const event = (): string => `data: ${revision()}\n\n`;
  const unsubscribe = subscribe(() => tell(event()));
  const timer = setInterval(() => tell(':\n\n'), SIGN_OF_LIFE);
  timer.unref();
  return {
    open(request, response) {
      if (open.size >= MOST) {
        response.writeHead(503, { 'Content-Length': 0, 'Retry-After': 30 }).end();
        return;
      }
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
      });
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      open.add(response);
      response.on('close', () => open.delete(response));
      response.write(`retry: 1000\n${event()}`);
      if (isClosed) response.end();
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      unsubscribe();
      for (const response of open) response.end();
    },
  };
}
