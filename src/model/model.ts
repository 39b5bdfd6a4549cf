// The linked model: a document whose references are resolved, each once. link.ts makes it, views read it.

import type { Diagnostic } from '../diagnostics/define.ts';
import type { Document } from './document.ts';
import type { Facts, Operation } from '../notation/endpoints.ts';
import type { ErrorCode } from '../notation/errors.ts';
import type { Field, Resource } from '../notation/resources.ts';
import type { Machine } from '../notation/states.ts';

export interface Model {
  readonly document: Document;
  /** By name. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** By `Resource.field`. */
  readonly fields: ReadonlyMap<string, Field>;
  /** By `Resource.field`. */
  readonly machines: ReadonlyMap<string, Machine>;
  /** By heading, in written order. */
  readonly operations: ReadonlyMap<string, LinkedOperation>;
  /** By code. */
  readonly codes: ReadonlyMap<string, ErrorCode>;
  /** What reading and linking found: dangling references once each, with "did you mean"; contradictions with both places. */
  readonly diagnostics: readonly Diagnostic[];
}

/** An operation with what `All operations` says merged in: its own bullet replaces the one there. */
export interface LinkedOperation {
  readonly operation: Operation;
  readonly facts: Facts;
  /** The resource whose rows may call it; undefined: none, or several. */
  readonly caller: string | undefined;
}
