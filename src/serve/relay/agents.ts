// Connections to receivers. Input: Node's agent of http or https; a guard; how many. Output: an agent that looks at the address of each connection, and
// keeps few of them, for less time than receivers usually do; once it is destroyed it opens none.

import type { Agent as HttpAgent, AgentOptions } from 'node:http';
import type { Socket } from 'node:net';

import { type Guard, notAllowed } from './guard.ts';

export interface Connections {
  /** At once, to one origin; what is more waits in its order. */
  readonly perOrigin?: number;
  /** That nothing is on, to all origins. */
  readonly idle?: number;
  /** Milliseconds that one is kept while nothing is on it. */
  readonly idleTime?: number;
  /** Authorities that sign certificates: instead of those that Node trusts. */
  readonly ca?: string;
}

const PER_ORIGIN = 16;
const IDLE = 256;
/** Milliseconds. Many servers close theirs after five seconds. */
const IDLE_TIME = 4_000;

export function agentOf<A extends HttpAgent>(
  make: new (options: AgentOptions) => A,
  guard: Guard,
  { perOrigin = PER_ORIGIN, idle = IDLE, idleTime = IDLE_TIME, ca }: Connections,
): A {
  const agent = new make({
    keepAlive: true,
    maxSockets: perOrigin,
    maxFreeSockets: perOrigin,
    timeout: idleTime,
    lookup: guard.lookup,
    ...(ca === undefined ? {} : { ca }),
  });
  let isEnded = false;
  const destroy = agent.destroy.bind(agent);
  agent.destroy = () => {
    isEnded = true;
    destroy();
  };
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, done) => {
    // Where a connection ends Node opens another one for what waits, also when the request that waits has ended.
    if (isEnded) return void done?.(new Error('the agent has ended'), undefined as never);
    const socket = connect(options, done) as Socket;
    socket.once('connect', () => {
      const address = socket.remoteAddress ?? '';
      if (!guard.isAllowed(address)) socket.destroy(notAllowed(address));
    });
    return socket;
  };
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Socket) => boolean;
  const mayKeep = (socket: Socket): boolean => idleOf(agent) < idle && keep(socket);
  agent.keepSocketAlive = mayKeep as typeof agent.keepSocketAlive;
  return agent;
}

function idleOf({ freeSockets }: HttpAgent): number {
  let count = 0;
  for (const name in freeSockets) count += freeSockets[name]?.length ?? 0;
  return count;
}

/** Ends the connections to this origin that nothing is on. */
export function forget(agent: HttpAgent, host: string, port: number): void {
  const names = Object.keys(agent.freeSockets).filter((name) => name.startsWith(`${host}:${port}:`));
  for (const socket of names.flatMap((name) => agent.freeSockets[name] ?? [])) socket.destroy();
}
