// All that is known of one service: the rows it keeps and who its callers are. What is judged is held to it, and each exchange adds
// to it. Pure types; `knowledge.ts` keeps one.

import type { Model } from '../../model/model.ts';
import type { Call } from '../exchange.ts';
import type { Caller, KeptCall, Row, Unknown, Value } from './known.ts';
import type { CountedCall } from './counted.ts';
import type { Tags } from './tags.ts';

export interface World {
  readonly model: Model;
  /** Those that are known to be there, that were, and that may be, in the order in which they became known. */
  rows(resource: string): readonly Row[];
  /** Those of `rows` that are there, and that may be. */
  there(resource: string): readonly Row[];
  /** Those of `rows` whose field may be this value, in their order: all that hold it, and few others. */
  near(resource: string, field: string, value: Value): readonly Row[];
  /** Is each row that is there among `rows`? */
  isWhole(resource: string): boolean;
  /** Is each row that was made since anybody looked among `rows`? */
  hasSeenMade(resource: string): boolean;
  /** Has no row the value but those that are known? */
  isFree(resource: string, value: Value): boolean;
  /** The calls that came with a key, by the key and those among whom it is unique. */
  readonly keys: ReadonlyMap<string, KeptCall>;
  readonly tags: Tags;
  /** The calls that rates have counted, by the rate and what it counts by. */
  readonly counted: ReadonlyMap<string, readonly CountedCall[]>;
  /** When the first call was seen, in milliseconds since 1970. */
  readonly begun: number;
  /** All calls to the service are seen. */
  readonly seesAll: boolean;
  /** Where the service is, as clients name it: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Who makes the call. `nobody`: without credentials; `wrong`: with credentials that nobody has; unknown: of which nothing is known. */
  callerOf(call: Call): Caller | 'nobody' | 'wrong' | 'expired' | Unknown;
}

/** A call to one operation, taken apart. */
export interface Asked {
  readonly world: World;
  /** Heading of the operation in `world.model.operations`. */
  readonly operation: string;
  readonly call: Call;
  readonly caller: ReturnType<World['callerOf']>;
  /** Parameters of the path, percent-decoded. */
  readonly path: ReadonlyMap<string, string>;
  /** Parameters of the query, percent-decoded, each with all its values. */
  readonly query: ReadonlyMap<string, readonly string[]>;
  readonly body: SentBody;
  /** The version that its path names. */
  readonly version?: string | undefined;
  /** The service took its instant between these two, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

export type SentBody =
  /** `ambiguous`: JSON that each reader may take in another way. */
  | { readonly kind: 'none' | 'malformed' | 'ambiguous' }
  /** Numbers that JavaScript would round are kept as `digits`, see `json.ts`. */
  | { readonly kind: 'json'; readonly value: unknown };

/** What names may stand for in a condition or a formula. */
export interface Scope {
  readonly world: World;
  readonly asked: Asked | undefined;
  /** The row that a bare field is of. */
  readonly row: Row | undefined;
  /** The row that `this` is. */
  readonly self: Row | undefined;
  /** What `value` is. */
  readonly value?: Value;
  /** The rows that the call has made already, by their resources. */
  readonly made?: ReadonlyMap<string, Row>;
}
