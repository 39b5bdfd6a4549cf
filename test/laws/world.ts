// What a generated document speaks of, kept beside its text: the requests are made from it. The judge never sees it.

import type { Draft } from './draft.ts';
import type { LimitWorld } from './generate-limits.ts';
import type { More, OneOf } from './generate-more.ts';
import type { VersionsWorld } from './generate-versions.ts';
import type { Words } from './generate-words.ts';
import type { Kind } from './kinds.ts';

export interface FieldWorld {
  readonly name: string;
  readonly kind: Kind;
  readonly nullable: boolean;
  readonly required: boolean;
  /** When the caller may send it. */
  readonly sent: 'always' | 'at create' | 'never';
  /** The Set by cell. */
  readonly setBy: string;
  /** Ticked, or `none`. */
  readonly default: string;
  readonly allowed: string;
  /** The name of the resource whose identity it holds. */
  readonly refersTo?: string;
}

export interface MoveWorld {
  readonly from: string;
  readonly to: string;
  /** '': no operation makes it. */
  readonly verb: string;
  /** Of a row that no operation makes. */
  readonly by?: string;
  readonly onlyIf: string;
  readonly emits: string;
}

export interface MachineWorld {
  readonly field: string;
  readonly states: readonly string[];
  /** Of Kind `gone`. */
  readonly gone: string | undefined;
  readonly moves: readonly MoveWorld[];
  readonly other: string;
  /** What becomes of calls that change a row without a move, and the rows of the table that name them. */
  readonly change: string;
  readonly letting: readonly Pick<MoveWorld, 'from' | 'to' | 'onlyIf' | 'emits'>[];
  /** What is sent where a row begins. */
  readonly begins?: string;
  /** Can lists be asked for the rows in a state? */
  readonly isSought?: boolean;
}

export interface ResourceWorld {
  readonly name: string;
  readonly path: string;
  /** Has it an operation that reads one? */
  readonly isRead: boolean;
  /** A view's name and fields. */
  readonly view: readonly string[] | undefined;
  readonly identity: { readonly name: string; readonly kind: 'integer' | 'uuid' | 'string' | 'caller' };
  readonly fields: readonly FieldWorld[];
  readonly unique: string | undefined;
  readonly oneOf?: OneOf;
  readonly machine: MachineWorld | undefined;
}

export type Doing =
  | 'list'
  | 'create'
  | 'create every'
  | 'read'
  | 'update'
  | 'merge'
  | 'replace'
  | 'put'
  | 'delete'
  | 'delete every'
  | 'move'
  | 'set';

export interface QueryWorld {
  readonly name: string;
  readonly field: FieldWorld;
  /** Where it is not a condition over the field. */
  readonly selects?: string;
}

export interface OperationWorld {
  readonly doing: Doing;
  readonly method: string;
  readonly path: string;
  readonly resource: ResourceWorld;
  readonly query: readonly QueryWorld[];
  readonly pages: boolean;
  /** `set`: the field that a body of another name sets. */
  readonly sets: FieldWorld | undefined;
  readonly body: boolean;
  readonly mediaType: string;
  /** What it has beside: generate-words.ts. */
  readonly words: Words;
  /** And beside: generate-more.ts. */
  readonly more: More;
}

export interface World {
  readonly draft: Draft;
  readonly resources: readonly ResourceWorld[];
  readonly operations: readonly OperationWorld[];
  /** People sign in: generate-callers.ts. */
  readonly hasCallers: boolean;
  readonly limits: readonly LimitWorld[];
  /** Undefined: part 9 is `none`. */
  readonly versions: VersionsWorld | undefined;
}

/** `POST /orders/{id}/pay` */
export function heading(operation: { readonly method: string; readonly path: string }): string {
  return `${operation.method} ${operation.path}`;
}
