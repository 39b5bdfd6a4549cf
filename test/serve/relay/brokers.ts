// Brokers for tests: a NATS of its own on a free port, the RabbitMQ of this machine behind a proxy of its own.
// Without the programs the tests are skipped and say so; where CI is set they fail.

import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect as connectAmqp } from 'amqplib';
import { connect as connectNats, type NatsConnection } from '@nats-io/transport-node';
import { isWhole } from '../../trials.ts';

const NATS_SERVER = process.env['NATS_SERVER'] ?? '/usr/sbin/nats-server';

function isThere(what: string, found: boolean, instead: string): boolean {
  if (!isWhole || found) return found;
  if (process.env['CI']) throw new Error(`${what}; ${instead}`);
  console.warn(`SKIPPED: ${what}; ${instead}`);
  return false;
}

export const hasNats: boolean = isThere(
  `there is no ${NATS_SERVER}`,
  existsSync(NATS_SERVER),
  'install nats-server, or name it in NATS_SERVER',
);

export const AMQP: string = process.env['TEST_AMQP'] ?? 'amqp://guest:guest@127.0.0.1:5672';

/** A queue is made and deleted there; the broker is never stopped. */
export const hasAmqp: boolean = isThere(
  'no AMQP 0-9-1 answers',
  isWhole && (await answersAmqp()),
  'start rabbitmq-server, or name another in TEST_AMQP',
);

async function answersAmqp(): Promise<boolean> {
  try {
    await (await connectAmqp(AMQP, { timeout: 5_000 })).close();
    return true;
  } catch {
    return false;
  }
}

export interface OwnNats {
  readonly url: string;
  start(): Promise<void>;
  /** At once, as a machine that dies. */
  kill(): Promise<void>;
  end(): Promise<void>;
  connected(): Promise<NatsConnection>;
}

export async function ownNats(...more: readonly string[]): Promise<OwnNats> {
  const directory = await mkdtemp(join(tmpdir(), 'ninefold-nats-'));
  const port = await freePort();
  let server: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (!server) return;
    const ended = new Promise((resolve) => server!.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
    server = undefined;
  };
  const url = `nats://127.0.0.1:${port}`;
  return {
    url,
    async start() {
      const flags = more.length > 0 ? [...more, '-sd', directory] : ['-js', '-sd', directory];
      server = spawn(NATS_SERVER, ['-a', '127.0.0.1', '-p', String(port), ...flags], { stdio: 'ignore' });
      await untilOpen(port);
    },
    kill,
    connected: () => connectNats({ servers: `127.0.0.1:${port}` }),
    async end() {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The program itself, beside which the scripts of a distribution change the user. */
const RABBIT = process.env['RABBITMQ_SERVER'] ?? '/usr/lib/rabbitmq/bin/rabbitmq-server';

export const hasRabbit: boolean = isThere(
  `there is no ${RABBIT}`,
  existsSync(RABBIT),
  'install rabbitmq-server, or name it in RABBITMQ_SERVER',
);

export interface OwnRabbit {
  readonly url: string;
  start(): Promise<void>;
  /** At once, as a machine that dies. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

/** A node of its own, with its own data. */
export async function ownRabbit(): Promise<OwnRabbit> {
  const home = await mkdtemp(join(tmpdir(), 'ninefold-rabbit-'));
  const port = await freePort();
  const settings = {
    HOME: home,
    RABBITMQ_NODENAME: `${ownName()}@localhost`,
    RABBITMQ_DIST_PORT: String(await freePort()),
    RABBITMQ_MNESIA_BASE: home,
    RABBITMQ_LOG_BASE: home,
    RABBITMQ_LOGS: '-',
    RABBITMQ_CONFIG_FILE: join(home, 'own'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(home, 'advanced'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'plugins'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
  };
  await writeFile(join(home, 'own.conf'), `listeners.tcp.1 = 127.0.0.1:${port}\n`);
  let server: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (!server) return;
    const ended = new Promise((resolve) => server!.once('exit', resolve));
    // The script and what it has started.
    process.kill(-server.pid!, 'SIGKILL');
    await ended;
    server = undefined;
    while (await isOpen(port)) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    async start() {
      server = spawn(RABBIT, { env: { ...process.env, ...settings }, stdio: 'ignore', detached: true });
      await untilOpen(port, 60);
    },
    kill,
    async end() {
      await kill();
      await rm(home, { recursive: true, force: true });
    },
  };
}

export interface Got {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** All that the stream holds, in its order. */
export async function streamed(connection: NatsConnection, stream: string): Promise<readonly Got[]> {
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info(stream);
  if (state.messages === 0) return [];
  const consumer = await jetstream(connection).consumers.get(stream);
  const got: Got[] = [];
  const messages = await consumer.consume();
  for await (const { headers, data, seq } of messages) {
    const told = Object.fromEntries((headers?.keys() ?? []).map((name) => [name, headers!.get(name)]));
    got.push({ id: told['Nats-Msg-Id']!, headers: told, body: Buffer.from(data).toString() });
    if (seq >= state.last_seq) break;
  }
  return got;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function untilOpen(port: number, seconds = 10): Promise<void> {
  for (let tries = 0; tries < seconds * 50; tries += 1) {
    if (await isOpen(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nothing listens on port ${port}`);
}

/** Of names that other tests do not take. */
export const ownName = (): string => `ninefold_${randomBytes(6).toString('hex')}`;

export interface Proxy {
  readonly port: number;
  /** Ends all connections, and lets none in until `open`. */
  cut(): void;
  open(): void;
  end(): void;
}

export async function proxyTo(port: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    const other = connect(port, '127.0.0.1');
    for (const [one, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.setNoDelay();
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        to.destroy();
      });
      one.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    open: () => void (isCut = false),
    end() {
      cut();
      server.close();
    },
  };
}
