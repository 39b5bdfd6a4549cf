// Reads a stream of events for one test. Input: a service, headers. Output: what has come, as the standard reads it: an id counts without data, too.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation

import { readFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { plan } from '../../../src/plan/compile.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { modelOf } from '../../plan/plan-of.ts';
import { send, type Running } from '../running.ts';

export const FEED: string = readFileSync(join(import.meta.dirname, 'feed.md'), 'utf8');

/** Pairs of what stands there and what is written instead. */
export function feed(...edits: readonly (readonly [from: string, to: string])[]): Plan {
  let source = FEED;
  for (const [from, to] of edits) {
    if (!source.includes(from)) throw new Error(`the document does not have ${from}`);
    source = source.replace(from, () => to);
  }
  return plan(modelOf(source));
}

export interface Event {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

export interface Reading {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly events: readonly Event[];
  /** The last one that was sent, with data or without. */
  readonly last: string | undefined;
  readonly comments: number;
  /** Resolves with the whole answer when it ends. */
  readonly ended: Promise<string>;
  isOver: boolean;
  /** Resolves when so many events are there. */
  until(events: number): Promise<readonly Event[]>;
  close(): void;
}

/** Milliseconds: what has not come by then does not come. */
const LIMIT = 20_000;

export function open(service: Pick<Running, 'url'>, headers: Record<string, string> = {}): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const call = request(`${service.url}/events`, { agent: false, headers }, (answer) => resolve(reading(answer)));
    call.on('error', reject);
    call.end();
  });
}

function reading(answer: IncomingMessage): Reading {
  const events: Event[] = [];
  const waiting = new Set<() => void>();
  const state = { rest: '', whole: '', last: undefined as string | undefined, comments: 0 };
  const ended = new Promise<string>((resolve) => {
    answer.on('close', () => {
      one.isOver = true;
      for (const told of waiting) told();
      resolve(state.whole);
    });
  });
  answer.on('error', () => undefined);
  answer.setEncoding('utf8');
  answer.on('data', (text: string) => {
    state.whole += text;
    const blocks = (state.rest + text).split('\n\n');
    state.rest = blocks.pop()!;
    for (const block of blocks) take(block, events, state);
    for (const told of waiting) told();
  });
  const one: Reading = {
    status: answer.statusCode!,
    headers: answer.headers,
    events,
    get last() {
      return state.last;
    },
    get comments() {
      return state.comments;
    },
    ended,
    isOver: false,
    until: (many) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => done(new Error(`${events.length} of ${many} events came`)), LIMIT);
        const done = (error?: Error): void => {
          clearTimeout(late);
          waiting.delete(look);
          if (error) reject(error);
          else resolve(events);
        };
        const look = (): void => {
          if (events.length >= many) done();
          else if (one.isOver) done(new Error(`it ended after ${events.length} of ${many} events`));
        };
        waiting.add(look);
        look();
      }),
    close: () => answer.destroy(),
  };
  return one;
}

function take(block: string, events: Event[], state: { last: string | undefined; comments: number }): void {
  const lines = block.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')] as const;
  });
  const of = (name: string): string[] => lines.flatMap(([key, value]) => (key === name ? [value] : []));
  state.comments += of('').length;
  state.last = of('id').at(-1) ?? state.last;
  const data = of('data');
  if (data.length > 0) events.push({ id: state.last ?? '', event: of('event')[0] ?? '', data: data.join('\n') });
}

export interface User {
  readonly id: number;
  readonly authorization: string;
}

export async function user(service: Running, name: string): Promise<User> {
  const { json } = await send(service, 'POST', '/users', { name });
  const { id, token } = json as { id: number; token: string };
  return { id, authorization: `Bearer ${token}` };
}

export async function order(service: Running, { authorization }: User, total: number): Promise<number> {
  const { status, json } = await send(service, 'POST', '/orders', { total }, { authorization });
  if (status !== 201) throw new Error(`an order was answered ${status}: ${JSON.stringify(json)}`);
  return (json as { id: number }).id;
}

export function totals(events: readonly Event[]): readonly number[] {
  return events.map(({ data }) => (JSON.parse(data) as { total: number }).total);
}
