// Connections to receivers. Input: Node's agent of http or https; a guard; how many. Output: an agent that looks at the address of each connection, and
// keeps few of them, for less time than receivers usually do; once it is destroyed it opens none.

import type { Agent, AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';

import { Agent as HttpAgent } from '../node-http.ts';
import { type Guard, notAllowed } from './guard.ts';
import type { Standing } from './turns.ts';

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

const PER_ORIGIN = 32;
const IDLE = 256;
/** Milliseconds. Many servers close theirs after five seconds. */
const IDLE_TIME = 4_000;

/** New ones to one origin: how many there may be is said by in-flight.ts, and those that are slow are not counted there. */
const MOST_OF_NEW = 256;

export type Agents = Readonly<Record<'http' | 'https', Readonly<Record<Standing, Agent>>>>;

/** Those that are new, and those that are dead, have connections of their own. */
export function agentsOf(guard: Guard, connections: Connections): Agents {
  const each = <A extends Agent>(make: new (options: AgentOptions) => A): Readonly<Record<Standing, A>> => ({
    proven: agentOf(make, guard, connections),
    new: agentOf(make, guard, { ...connections, perOrigin: MOST_OF_NEW }),
    dead: agentOf(make, guard, connections),
  });
  return { http: each(HttpAgent), https: each(HttpsAgent) };
}

function agentOf<A extends Agent>(
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

function idleOf({ freeSockets }: Agent): number {
  let count = 0;
  for (const name in freeSockets) count += freeSockets[name]?.length ?? 0;
  return count;
}

/** Ends the connections to this origin that nothing is on. */
export function forget(agent: Agent, host: string, port: number): void {
  const names = Object.keys(agent.freeSockets).filter((name) => name.startsWith(`${host}:${port}:`));
  for (const socket of names.flatMap((name) => agent.freeSockets[name] ?? [])) socket.destroy();
}
