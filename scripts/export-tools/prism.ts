// Prism's proxy between a client and a service. Input: an OpenAPI document in a file, the service, requests. Output: what Prism finds in
// answers, and in requests that the service accepts. Without --errors it changes nothing on the way, and tells what it finds in the header
// `sl-violations`.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../test/examples/running.ts';
import { type Sent, targetOf, type Traffic } from './traffic.ts';

interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly message: string;
}

export interface Proxied {
  readonly requests: number;
  readonly accepted: number;
  readonly misses: number;
  /** Near misses in which Prism finds something, too. */
  readonly seen: number;
  /** By status, how many. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Operations that accepted none. */
  readonly never: readonly string[];
  readonly faults: ReadonlyMap<string, number>;
}

export async function startPrism(
  tools: string,
  file: string,
  upstream: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const args = [join(tools, 'node_modules/.bin/prism'), 'proxy', file, upstream, '-p', String(port), '-v', 'silent'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (tries > 300 || child.exitCode !== null) throw new Error(`Prism does not start: exit status ${child.exitCode}`);
    await sleep(100);
  }
  return {
    url,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** Milliseconds of a call. */
const LONGEST = 10_000;
/** Requests that are under way at once. */
const AT_ONCE = 8;

export async function send(
  base: string,
  sent: Sent,
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const { method } = sent.of;
  const answer = await fetch(base + targetOf(sent), {
    method,
    headers: sent.headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(LONGEST),
    ...(sent.body !== undefined && { body: sent.body }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

export function learn(traffic: Traffic, sent: Sent, { status, headers, text }: Awaited<ReturnType<typeof send>>): void {
  const isJson = headers.get('content-type')?.includes('json');
  traffic.learn(sent, status, isJson ? (JSON.parse(text) as unknown) : undefined);
}

/** `renew` comes before each thousand: people who are signed in, with the roles that are asked for. */
export async function throughPrism(
  base: string,
  traffic: Traffic,
  requests: number,
  renew: () => Promise<void>,
): Promise<Proxied> {
  const statuses = new Map<number, number>();
  const faults = new Map<string, number>();
  const never = new Set(traffic.operations.map(({ method, path }) => `${method} ${path}`));
  let [begun, accepted, misses, seen] = [0, 0, 0, 0];
  const fault = (text: string): unknown => faults.set(text, (faults.get(text) ?? 0) + 1);
  const one = async (): Promise<void> => {
    const sent = traffic.next();
    const answer = await send(base, sent).catch((error: unknown) => String(error));
    const at = `${sent.of.method} ${sent.of.path}`;
    if (typeof answer === 'string')
      return void fault(`${at}: ${answer}: ${sent.miss ?? 'valid'} ${targetOf(sent)} ${sent.body ?? ''}`);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.headers.get('content-type')?.includes('problem') && answer.text.includes('stoplight.io/prism/errors'))
      return void fault(`${at}: Prism answers itself: ${answer.text.slice(0, 300)}`);
    learn(traffic, sent, answer);
    const isAccepted = answer.status < 400;
    if (isAccepted) {
      accepted += 1;
      never.delete(at);
    }
    if (sent.miss !== undefined) misses += 1;
    const violations = JSON.parse(answer.headers.get('sl-violations') ?? '[]') as readonly Violation[];
    if (sent.miss !== undefined && violations.length > 0) seen += 1;
    for (const { location, message, severity } of violations) {
      const isOfAnswer = location[0] === 'response';
      if (!isOfAnswer && !isAccepted) continue;
      const where = `${severity} ${location.join('.').replaceAll(/\b\d+\b/g, 'n')}: ${message}`;
      fault(
        `${at} ${answer.status}: ${where}${isOfAnswer ? '' : ` (sent: ${sent.miss ?? 'valid'} ${targetOf(sent)} ${sent.body ?? ''})`.slice(0, 400)}`,
      );
    }
  };
  const worker = async (until: number): Promise<void> => {
    while (begun < until) {
      begun += 1;
      await one();
    }
  };
  for (let until = 0; until < requests;) {
    until = Math.min(requests, until + 1000);
    await renew();
    await Promise.all(Array.from({ length: AT_ONCE }, () => worker(until)));
  }
  return { requests, accepted, misses, seen, statuses, never: [...never], faults };
}
