// What is kept for clients, and how many connections they have, bounded for each address and for all together. Input: connections
// as they open, octets as they are kept and released. Output: nothing; where a bound is reached, the address that has the most
// gives way: of its connections the one that has been idle longest is closed for a new one, the one for which something has been
// kept longest is cut for octets.

import type { SharedBounds } from '../base/bounds.ts';
import type { Socket } from 'node:net';
import type { Connection } from './connections.ts';

/** Octets of requests that are not parsed yet, of a body that arrives, of an answer that is not taken. */
export type What = 'rest' | 'body' | 'answer';

interface Account {
  readonly socket: Connection;
  readonly all: Retained;
  readonly holder: Holder;
  rest: number;
  body: number;
  answer: number;
}

/** All connections of one address. */
interface Holder {
  readonly open: Set<Account>;
  /** Those for which something is kept, the longest first. */
  readonly keeping: Set<Account>;
  octets: number;
}

const ACCOUNT = Symbol('account');
type Accounted = { [ACCOUNT]?: Account };

/** Sets how many octets of this kind are kept for it. */
export function keep(socket: Socket, what: What, octets: number): void {
  const account = (socket as Accounted)[ACCOUNT];
  if (account !== undefined && account[what] !== octets) account.all.keep(account, what, octets);
}

export class Retained {
  readonly #bounds: SharedBounds;
  readonly #metAt: (socket: Connection) => number;
  readonly #holders = new Map<string, Holder>();
  #open = 0;
  #octets = 0;

  /** `metAt`: when a request of a connection was handled last, or it was opened. */
  constructor(bounds: SharedBounds, metAt: (socket: Connection) => number) {
    this.#bounds = bounds;
    this.#metAt = metAt;
  }

  /** Called for each new connection. False: there is no room, and it has been closed. */
  admit(socket: Connection): boolean {
    const { connections } = this.#bounds;
    const name = networkOf(socket.remoteAddress ?? '');
    const holder = this.#holders.get(name) ?? { open: new Set(), keeping: new Set(), octets: 0 };
    const isFull =
      (holder.open.size >= this.#share(connections) && !this.#makeRoom(holder)) ||
      (this.#open >= connections && !this.#makeRoom(this.#largest((one) => one.open.size)));
    if (isFull) {
      socket.destroy();
      return false;
    }
    const account: Account = { socket, all: this, holder, rest: 0, body: 0, answer: 0 };
    (socket as Accounted)[ACCOUNT] = account;
    this.#holders.set(name, holder);
    holder.open.add(account);
    this.#open++;
    socket.once('close', () => {
      this.#close(account);
      if (holder.open.size === 0 && this.#holders.get(name) === holder) this.#holders.delete(name);
    });
    return true;
  }

  keep(account: Account, what: What, now: number): void {
    const { kept } = this.#bounds;
    const { holder } = account;
    if (!holder.open.has(account)) return;
    const more = now - account[what];
    account[what] = now;
    holder.octets += more;
    this.#octets += more;
    if (sumOf(account) === 0) holder.keeping.delete(account);
    else holder.keeping.add(account);
    while (holder.octets > this.#share(kept)) this.#cut(holder);
    while (this.#octets > kept) this.#cut(this.#largest((one) => one.octets));
  }

  #share(most: number): number {
    return Math.max(1, Math.floor((most * this.#bounds.addressShare) / 100));
  }

  #largest(size: (holder: Holder) => number): Holder {
    let most: Holder | undefined;
    for (const holder of this.#holders.values()) if (most === undefined || size(holder) > size(most)) most = holder;
    return most!;
  }

  #cut(holder: Holder): void {
    const [longest] = holder.keeping;
    this.#close(longest!);
    longest!.socket.destroy();
  }

  /** Closes the connection that has been idle longest. */
  #makeRoom(holder: Holder): boolean {
    let idle: Account | undefined;
    let since = Number.POSITIVE_INFINITY;
    for (const account of holder.open) {
      const at = isIdle(account) ? this.#metAt(account.socket) : since;
      if (at < since) [idle, since] = [account, at];
    }
    if (idle === undefined) return false;
    this.#close(idle);
    idle.socket.destroy();
    return true;
  }

  #close(account: Account): void {
    const { holder } = account;
    if (!holder.open.delete(account)) return;
    this.#open--;
    holder.keeping.delete(account);
    holder.octets -= sumOf(account);
    this.#octets -= sumOf(account);
  }
}

function sumOf({ rest, body, answer }: Account): number {
  return rest + body + answer;
}

/** No answer is due, and no request has arrived in part. */
function isIdle(account: Account): boolean {
  return (account.socket._httpMessage ?? undefined) === undefined && sumOf(account) === 0;
}

/** A client with one address of IPv6 has a whole network of them: https://www.rfc-editor.org/rfc/rfc4291#section-2.5.4 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address);
  if (mapped !== null || !address.includes(':')) return mapped?.[1] ?? address;
  const [left = '', right] = address.split('%', 1)[0]!.split('::', 2);
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const between = right === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: between }, () => '0'), ...after].slice(0, 4).join(':');
}
