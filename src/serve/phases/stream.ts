// Phase `stream`: the request becomes a reader of events, where the answer is a stream. Notation, part 6, "On a stream";
// https://html.spec.whatwg.org/multipage/server-sent-events.html

import type { Headers } from '../respond.ts';
import { respond, sharedOf, withShared, type Answer, type Exchange } from '../respond.ts';
import { reasonOf } from '../reason.ts';
import { compileAccess } from '../streams/access.ts';
import type { Streams } from '../streams/context.ts';
import type { Ended, Phase, Request } from './phase.ts';
import { refuse, unavailable } from './refuse.ts';

export const stream: Phase = {
  name: 'stream',
  does: 'Of a stream of events: Last-Event-ID names an event that is kept; its answer goes on as long as the reader stays',
  exits: ['invalid header', 'unavailable'],
  compile: (compiled) => {
    const { run, context, answers } = compiled;
    const { streams } = context;
    if (run.stream === undefined || streams === undefined) return undefined;
    const access = compileAccess(compiled, streams.plan);
    return async (request) => {
      const { exchange, done, findings } = request;
      const sent = exchange.request.headers['last-event-id'];
      const from = await placeOf(request, streams, Array.isArray(sent) ? sent.join() : sent);
      if (typeof from !== 'number') return from.ended;
      let made: Answer | undefined;
      const answered = answers.answer({ ...exchange, keeping: (one) => void (made = one) }, done!, findings.bindings);
      if (!answered || !made) throw new Error(`no row of the Status table answers the outcome ${done!.outcome}`);
      if (made.status !== 200) respond(exchange, made.status, made.headers, made.body, made.gaps);
      else if (begin(exchange, made)) streams.open(exchange.response, from, access(findings.bindings));
      return 'answered';
    };
  },
};

async function placeOf(
  request: Request,
  streams: Streams,
  sent: string | undefined,
): Promise<number | { readonly ended: Ended }> {
  let from: number | undefined;
  try {
    from = await streams.place(sent);
  } catch (error) {
    return { ended: unavailable(request, reasonOf(error)) };
  }
  if (from !== undefined) return from;
  const { problem } = streams.plan;
  return { ended: refuse(request, { cause: 'invalid header', field: 'Last-Event-ID', problem }) };
}

/** The head. False: that is all, or the reader is gone. */
function begin(exchange: Exchange, { headers, gaps }: Answer): boolean {
  const { response, noted, crossOrigin, shared } = exchange;
  const isThere = !response.destroyed;
  const isHead = exchange.request.method === 'HEAD';
  if (isThere) {
    const own = headersOf(headers);
    response.writeHead(200, [...(shared ? withShared(own, sharedOf(shared)) : own), ...crossOrigin]);
    if (isHead) response.end();
    else response.flushHeaders();
    if (noted !== undefined) [noted.status, noted.gaps] = [200, gaps];
  }
  exchange.done();
  return isThere && !isHead;
}

/** What the document states itself takes its place. */
function headersOf(headers: Headers): Headers {
  return withShared(headers, ['Cache-Control', 'no-store']);
}
