// `node bench/rolling.ts`: three processes on one database behind HAProxy, each restarted in turn under a steady load. Prints
// how many requests were sent, and how many failed. `--delay SECONDS` (6) is their --shutdown-delay, `--connections N` (16),
// `--database URL` (a server on which databases may be created). haproxy must be installed; examples/cluster has its settings.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { environment, freePort, root, serveAnywhere } from './processes.ts';
import type { Server } from './processes.ts';

const { values } = parseArgs({
  options: {
    delay: { type: 'string', default: '6' },
    connections: { type: 'string', default: '16' },
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
  },
});

/** Milliseconds between an answer and the next request of a connection. */
const PAUSE = 10;
/** Until the balancer has seen that a process is ready. */
const SEEN = 4000;
const NAME = `ninefold_rolling_${process.pid}`;
const directory = mkdtempSync(join(tmpdir(), 'ninefold-rolling-'));

async function sql(text: string, url: string = values.database): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text).finally(() => client.end());
  return Object.values(rows[0] ?? {})[0];
}

interface Node {
  readonly port: number;
  readonly operator: number;
  server: Server;
}

function start(port: number, operator: number, database: string): Promise<Server> {
  const ports = ['--port', String(port), '--operator-port', String(operator)];
  const serve = ['bin/ninefold.cjs', 'serve', 'bench/tickets.md', '--database', database, '--log', 'failures'];
  const args = [...serve, ...ports, '--shutdown-delay', values.delay];
  return serveAnywhere(`port ${port}`, port, args, environment(join(directory, 'compile cache')));
}

/** The settings of examples/cluster with ports of this machine, as docs/cluster.md says. */
function settings(port: number, nodes: readonly Node[]): string {
  const own = nodes.map(
    (node, place) => `  server node${place + 1} 127.0.0.1:${node.port} check port ${node.operator}`,
  );
  return readFileSync(join(root, 'examples/cluster/haproxy.cfg'), 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(' check port 8081', ' check')
    .replace(/^ {2}server node1 [^]*$/m, `${own.join('\n')}\n`);
}

interface Count {
  sent: number;
  made: number;
  readonly failed: Map<string, number>;
}

function call(agent: Agent, port: number, method: string, path: string, body?: string): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve([answer.statusCode ?? 0, text]));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Each connection makes a ticket, and reads it wherever the balancer leads it. */
async function load(port: number, count: Count, isOver: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const expect = async (status: number, method: string, path: string, body?: string): Promise<string | undefined> => {
    count.sent += 1;
    const answer = await call(agent, port, method, path, body).catch((error: Error) => [0, error.message] as const);
    if (answer[0] === status) return answer[1];
    const what = `${method} ${answer[0]} ${answer[1].slice(0, 60).trim()}`;
    count.failed.set(what, (count.failed.get(what) ?? 0) + 1);
    return undefined;
  };
  while (!isOver()) {
    const made = await expect(201, 'POST', '/tickets', JSON.stringify({ title: 'Two seats', seats: 2 }));
    if (made !== undefined) {
      count.made += 1;
      await expect(200, 'GET', `/tickets/${(JSON.parse(made) as { id: number }).id}`);
    }
    await sleep(PAUSE);
  }
  agent.destroy();
}

async function restart(node: Node, database: string): Promise<void> {
  const ended = new Promise((resolve) => node.server.process.once('exit', resolve));
  node.server.process.kill('SIGTERM');
  console.log(`port ${node.port} ended with ${String(await ended)}`);
  node.server = await start(node.port, node.operator, database);
  await sleep(SEEN);
}

const nodes: Node[] = [];
let balancer: ChildProcess | undefined;
try {
  await sql(`CREATE DATABASE ${NAME}`);
  const url = new URL(values.database);
  url.pathname = `/${NAME}`;
  for (let place = 0; place < 3; place += 1) {
    const [port, operator] = [await freePort(), await freePort()];
    nodes.push({ port, operator, server: await start(port, operator, url.href) });
  }
  const port = await freePort();
  const file = join(directory, 'haproxy.cfg');
  writeFileSync(file, settings(port, nodes));
  balancer = spawn('haproxy', ['-f', file], { stdio: 'inherit' });
  await sleep(SEEN);
  const count: Count = { sent: 0, made: 0, failed: new Map() };
  let isOver = false;
  const began = performance.now();
  const loads = Array.from({ length: Number(values.connections) }, () => load(port, count, () => isOver));
  await sleep(2000);
  for (const node of nodes) await restart(node, url.href);
  isOver = true;
  await Promise.all(loads);
  const seconds = Math.round((performance.now() - began) / 1000);
  const failed = [...count.failed.values()].reduce((sum, one) => sum + one, 0);
  const rows = String(await sql('SELECT count(*) FROM "Ticket"', url.href));
  console.log(`${count.sent} requests in ${seconds} s, ${failed} failed; ${count.made} tickets made, ${rows} kept`);
  for (const [what, many] of count.failed) console.log(`  ${many} × ${what}`);
} finally {
  balancer?.kill();
  for (const { server } of nodes) server.process.kill('SIGKILL');
  await sleep(500);
  await sql(`DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`);
  rmSync(directory, { recursive: true, force: true });
}
