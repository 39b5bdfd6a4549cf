// The operator's port of a service that is running, as a command asks it. Input: its address. Output: what it answers; 1 with one sentence
// where it does not.

import type { Keys } from '../serve/keys.ts';
import { Refusal } from './console.ts';

export function keysOfPort(address: string): Keys {
  const url = addressOf(address);
  return {
    list: () => ask(url, { method: 'GET' }),
    change: (body) =>
      ask(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  };
}

function addressOf(address: string): URL {
  if (!/^https?:\/\//i.test(address) || !URL.canParse('/keys', address))
    throw new Refusal(
      2,
      "--operator takes the address of the operator's port, as serve prints it: http://127.0.0.1:8081",
    );
  return new URL('/keys', address);
}

const PATIENCE = 30_000;

async function ask(url: URL, init: RequestInit): ReturnType<Keys['list']> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE) });
    return { status: answer.status, json: (await answer.json()) as unknown };
  } catch {
    throw new Refusal(1, `the operator's port does not answer at ${url.origin}, or it is not one of this version`);
  }
}
