// What all clients of a service share: how many connections there are, and how much is kept for them. Input: nothing. Output: the bounds
// that hold where the operator sets no others.

export interface SharedBounds {
  /** Connections that are open, all together. */
  readonly connections: number;
  /** Octets that are kept for clients, all together: what they sent and is not met yet, and answers that they have not taken. */
  readonly kept: number;
  /** How many in a hundred of each of these one address may have. */
  readonly addressShare: number;
}

export const SHARED: SharedBounds = { connections: 4096, kept: 256 * 1024 * 1024, addressShare: 100 };
