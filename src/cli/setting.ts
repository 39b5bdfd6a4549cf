// What a setting of the operator is. Input: none. Output: the types of settings and of their rows, and what reads a value from its text.

/** The defaults. `undefined`: computed when serving (see each setting's text). */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly operatorPort: number;
  readonly operatorHost: string;
  readonly publicUrl: string | undefined;
  readonly data: string | undefined;
  /** The address of a PostgreSQL database, in the place of `data`. */
  readonly database: string | undefined;
  readonly databaseConnections: number;
  readonly databaseQueue: number;
  /** The file of the keys by which the service signs tokens. */
  readonly signingKeys: string | undefined;
  readonly marks: boolean;
  /** Whose time it is: the machine's, or what the operator sets. */
  readonly clock: 'real' | 'manual';
  readonly bodyLimit: number;
  readonly requestTimeout: number;
  readonly requestDeadline: number;
  readonly connections: number;
  readonly clientMemory: number;
  readonly addressShare: number;
  /** Proxies that are believed: ranges by commas. */
  readonly trustedProxies: string | undefined;
  /** How many bits of an address of IPv6 one client has. */
  readonly ipv6Prefix: number;
  /** What becomes of calls beyond a rate. */
  readonly limits: 'enforce' | 'observe';
  readonly shutdownDelay: number;
  /** What stderr says of requests: each of them, or only what failed in the runtime. */
  readonly log: 'requests' | 'failures';
  /** Every change of a row is written down, and kept for so many days. */
  readonly audit: boolean;
  readonly auditDays: number;
  /** Addresses that events are sent to though they are not public: ranges by commas. */
  readonly allowAddresses: string | undefined;
  /** The file of the secrets that sign events. */
  readonly eventSecrets: string | undefined;
  /** The address of the broker that gets the events. */
  readonly broker: string | undefined;
  /** How long events that were delivered are kept: `7 days`. */
  readonly keepEvents: string;
  /** So many events wait at most. */
  readonly outboxLimit: number | undefined;
  /** Files of assumptions. */
  readonly assume: readonly string[] | undefined;
}

export type Key = keyof Settings;
export type Value = Settings[Key];

export interface Setting {
  readonly key: Key;
  readonly flag: string;
  readonly what: string;
  readonly otherwise: Value;
  /** From text; undefined when it is none. `expected` says what would be. */
  readonly read: (text: string) => Value;
  readonly expected: string;
  /** Why a value is not allowed in its place, whether it can be read or not. */
  readonly check?: (text: string, origin: string) => string | undefined;
  /** What to do about one that cannot be read, beside `expected`. */
  readonly advice?: (text: string) => string | undefined;
}

export const text = (value: string): string | undefined => (value.trim() === '' ? undefined : value);
export const whole =
  (least: number, most: number) =>
  (value: string): number | undefined => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  };
export const amount = (least: number, most: number, of = 'number'): Pick<Setting, 'read' | 'expected'> => ({
  read: whole(least, most),
  expected: `a ${of} from ${least} to ${most}`,
});
