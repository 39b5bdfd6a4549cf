// The service of bench/events.md, which the measures of events share. Input: where it keeps its rows, more arguments. Output: a running server.

import { randomBytes } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, freePort, serve, serveAnywhere, type Server } from './processes.ts';

export async function eventService(
  args: readonly string[],
  cache: string,
  more: readonly string[] = [],
): Promise<Server> {
  const [port, operator] = [await freePort(), await freePort()];
  const ports = ['--port', String(port), '--operator-port', String(operator), '--log', 'failures'];
  const allowed = ['--allow-addresses', '127.0.0.0/8'];
  const begin = args[0] === '--data' ? serve : serveAnywhere;
  return begin(
    'events',
    port,
    ['dist/cli/main.js', 'serve', 'bench/events.md', ...ports, ...allowed, ...args, ...more],
    environment(cache),
  );
}

/** The arguments with which events are signed, and so sent. */
export function signing(directory: string): readonly string[] {
  const secrets = join(directory, 'event secrets');
  writeFileSync(secrets, `whsec_${randomBytes(24).toString('base64')}\n`);
  chmodSync(secrets, 0o600);
  return ['--event-secrets', secrets];
}

export async function posted({ port }: Pick<Server, 'port'>, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  await answer.text();
  if (answer.status !== 201) throw new Error(`POST ${path} was answered ${answer.status}`);
}
