// `/clock` on the operator's port. Input: GET, or POST with an instant to set a manual clock to, or an amount to advance it by.
// Output: JSON, the time of the clock or why it was not moved. It never goes back.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { millisecondsOf } from '../base/durations.ts';
import { instantOf } from '../base/formats.ts';
import { instantText, type Clock } from './clock.ts';
import { sentJson } from './operator-json.ts';

export interface ClockOptions {
  readonly clock: Clock;
  /** The clock was moved. */
  readonly moved: () => void;
}

/** Octets; what is sent is one short object. */
const LONGEST_BODY = 4096;

export async function answerClock(
  { clock, moved }: ClockOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const unknown = await clock.look?.();
  if (unknown !== undefined) return send(request, response, 503, refusal('unavailable', `The clock: ${unknown}.`));
  if (request.method === 'GET' || request.method === 'HEAD') return send(request, response, 200, standing(clock));
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'GET, HEAD, POST');
    return send(request, response, 405, refusal('method', 'Only GET, HEAD and POST.'));
  }
  if (clock.set === undefined)
    return send(
      request,
      response,
      409,
      refusal(
        'real-clock',
        "The clock is the machine's own and nobody moves it; start with `--clock manual` to move it.",
      ),
    );
  const sent = await sentJson(request, LONGEST_BODY);
  if ('status' in sent && sent.status !== 400 && sent.status !== 413)
    return send(request, response, sent.status, refusal(sent.code, sent.error));
  const wanted = 'value' in sent ? instantIn(sent.value, clock.now()) : undefined;
  if (wanted === undefined) return send(request, response, 400, refusal('unreadable', FORMS));
  if (!(await clock.set(wanted)))
    return send(
      request,
      response,
      409,
      refusal(
        'backwards',
        `The clock is at ${instantText(clock.now())} and goes neither back nor beyond the year 9999.`,
      ),
    );
  moved();
  return send(request, response, 200, standing(clock));
}

const FORMS =
  'Send {"now": "2026-11-22T12:00:00Z"}, an instant of RFC 3339, or {"advance": "15 minutes"}, a whole number of milliseconds, seconds, minutes, hours, days or weeks.';

/** Undefined: neither of the two forms. */
function instantIn(value: unknown, now: number): number | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return undefined;
  const { now: to, advance } = value as { readonly now?: unknown; readonly advance?: unknown };
  if (typeof to === 'string') {
    const instant = instantOf(to);
    return instant === undefined ? undefined : Date.parse(instant);
  }
  const by = typeof advance === 'string' ? millisecondsOf(advance) : undefined;
  return by === undefined ? undefined : now + by;
}

function standing(clock: Clock): unknown {
  return { now: instantText(clock.now()), clock: clock.set === undefined ? 'real' : 'manual' };
}

function refusal(error: string, message: string): unknown {
  return { error, message };
}

function send(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  const body = `${JSON.stringify(value)}\n`;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
