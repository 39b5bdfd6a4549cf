// The operator's port of a service that is running, as a command asks it. Input: its address. Output: what it answers; 1 with one sentence
// where it does not.

import type { Keys } from '../serve/keys.ts';
import { Refusal } from './console.ts';

export function keysOfPort(address: string): Keys {
  const url = addressOf(address, '/keys');
  return { list: () => ask(url), change: (body) => ask(url, body) };
}

export function askPort(address: string, path: string, body: unknown): ReturnType<Keys['change']> {
  return ask(addressOf(address, path), body);
}

const PATIENCE = 30_000;

/** `GET`, or `POST` of what is sent. What is no JSON object comes from somebody else, such as a proxy. */
async function ask(url: URL, body?: unknown): ReturnType<Keys['list']> {
  const sent = body !== undefined && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(url, { ...sent, redirect: 'error', signal: AbortSignal.timeout(PATIENCE) });
    const json: unknown = await answer.json();
    if (typeof json === 'object' && json !== null) return { status: answer.status, json };
  } catch {
    // Nothing answers there, or what answers sends no JSON.
  }
  throw new Refusal(1, `the operator's port does not answer at ${url.origin}, or it is not one of this version`);
}

function addressOf(address: string, path: string): URL {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(path, address))
    throw new Refusal(
      2,
      "--operator takes the address of the operator's port, as serve prints it: http://127.0.0.1:8081",
    );
  return new URL(path, address);
}
