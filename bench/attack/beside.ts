// One attack on a service of its own, and other clients beside it. Input: the kind of attack and how much of it. Output: how long the
// others wait, alone and meanwhile, and how much memory the process holds.

import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { call, discard, serve } from '../../test/examples/running.ts';
import type { Attack, Kind } from './attacker.ts';
import type { Order, Outcome } from './others.ts';

export interface Amount {
  readonly connections: number;
  /** Of each connection, in one piece. */
  readonly requests: number;
  readonly seconds: number;
  /** Address of the others; the attack comes from 127.0.0.1. */
  readonly others: string;
}

export interface Beside {
  readonly alone: Outcome;
  readonly meanwhile: Outcome;
  /** Resident megabytes: the most, and when the attack was over. */
  readonly most: number;
  readonly after: number;
}

export function percentile(took: readonly number[], share: number): number {
  return took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN;
}

function child(file: string, order: Attack | Order): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return spawn(process.execPath, [path, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function others(order: Order): Promise<Outcome> {
  const one = child('others.ts', order);
  let text = '';
  one.stdout!.on('data', (data: Buffer) => (text += data.toString()));
  await new Promise((resolve) => one.once('close', resolve));
  return JSON.parse(text) as Outcome;
}

function resident({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export async function beside(kind: Kind, { connections, requests, seconds, others: from }: Amount): Promise<Beside> {
  const service = await serve('examples/todo-backend.md', { options: ['--log', 'failures'] });
  const { port } = service;
  let attacker: ChildProcess | undefined;
  let look: NodeJS.Timeout | undefined;
  try {
    await call(`${service.url}/todos`, 'POST', { title: 'x'.repeat(900_000) });
    await call(`${service.url}/todos`, 'POST', { title: 'small' });
    const order = { port, perSecond: 50, from };
    const alone = await others({ ...order, seconds: Math.min(3, seconds) });
    let most = 0;
    look = setInterval(() => (most = Math.max(most, resident(service.process))), 50);
    attacker = child('attacker.ts', { port, kind, connections, requests, from: '127.0.0.1' });
    const meanwhile = await others({ ...order, seconds });
    clearInterval(look);
    attacker.kill('SIGKILL');
    await sleep(1000);
    return { alone, meanwhile, most, after: resident(service.process) };
  } finally {
    clearInterval(look);
    attacker?.kill('SIGKILL');
    await service.stop('SIGKILL');
    discard(service.data);
  }
}
