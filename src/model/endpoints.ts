// Part 4, endpoints, as read. `### All operations` and each `### METHOD /path` carry the same facts;
// an operation's own bullet replaces the one under All operations (notation, rule 6; see link.ts).

import type { JsonNode } from '../base/json-places.ts';
import type { Span } from '../base/span.ts';
import type { Who } from './authentication.ts';
import type { Condition } from './conditions.ts';
import type { Effect } from './effects.ts';
import type { HeaderValue } from './errors.ts';
import type { Constraint, FieldType, Literal } from './field-types.ts';
import type { Required } from './resources.ts';
import type { OrderKey } from './rules.ts';
import type { Shape } from './shapes.ts';
import type { List, Name, Scope, Slot } from './status.ts';

export interface EndpointsPart {
  readonly scope: Scope;
  /** Bullets directly under `## 4` and those under `### All operations`. */
  readonly all: Facts;
  /** The heading `### All operations`, where there is one. */
  readonly allAt: Span | undefined;
  readonly operations: List<Operation>;
}

export interface Operation {
  readonly kind: 'operation';
  /** `POST /todos/{id}`: method in capitals, one space, the path as written. */
  readonly name: Name;
  readonly method: string;
  readonly path: string;
  readonly scope: Scope;
  readonly facts: Facts;
  /** Fences `json`: they bind nothing, and are held to what is stated. */
  readonly examples?: readonly JsonNode[];
  readonly at: Span;
}

export interface Facts {
  readonly base: Slot<string>;
  readonly alsoAt: Slot<readonly string[]>;
  readonly mediaType: Slot<{ readonly in: string; readonly out: string }>;
  readonly nestedNames: Slot<string>;
  readonly does: Slot<readonly Effect[]>;
  readonly who: Slot<Who>;
  readonly checks: Slot<readonly Check[]>;
  readonly headersIn: Slot<string>;
  readonly omittedFields: Slot<FieldPolicy<'kept' | 'cleared' | 'refused'>>;
  readonly nullFields: Slot<FieldPolicy<'cleared' | 'kept' | 'refused'>>;
  readonly emptyText: Slot<FieldPolicy<'kept' | 'as null' | 'as missing' | 'refused'>>;
  readonly unknownFields: Slot<'refused' | 'ignored'>;
  readonly readOnlyFields: Slot<'refused' | 'ignored'>;
  readonly repeat: Slot<Repeat>;
  readonly preconditions: Slot<string>;
  readonly order: Slot<readonly OrderKey[]>;
  readonly pages: Slot<Pages>;
  readonly body: Slot<BodyFact>;
  readonly emits: Slot<readonly Name[]>;
  readonly errors: Slot<readonly Name[]>;
  readonly crossOrigin: Slot<CrossOrigin>;
  readonly pathTable: List<Parameter>;
  readonly queryTable: List<Parameter>;
  readonly headerTable: List<Parameter>;
  readonly bodyTable: List<BodyField>;
  readonly statuses: List<StatusRow>;
  /** Rows of the Repeat table: What → statement. */
  readonly repeatTable: List<{ readonly name: Name; readonly statement: Slot<string> }>;
}

export const CHECKS = [
  'version',
  'limits',
  'authentication',
  'existence',
  'permission',
  'preconditions',
  'body',
  'state',
  'uniqueness',
] as const;
export type Check = (typeof CHECKS)[number];

/** `` kept; `title`: refused ``: the general rule, and fields apart from it. */
export interface FieldPolicy<P extends string> {
  readonly general: P;
  readonly fields: readonly { readonly field: Name; readonly policy: P }[];
}

export type Repeat =
  | { readonly kind: 'safe' | 'same effect' | 'again' | 'key' }
  | { readonly kind: 'same values'; readonly text: string };

export type Pages = {
  readonly kind: 'offset and limit' | 'page and size' | 'cursor' | 'link';
  /** The query parameters' names: first `offset`/`page`/`after`, then `limit`/`size`. */
  readonly first: string | undefined;
  readonly size: string | undefined;
  readonly before?: string;
  readonly default: number | { readonly kind: 'gap'; readonly at: Span } | undefined;
  readonly atMost: number | { readonly kind: 'gap'; readonly at: Span } | undefined;
  /** What becomes of a request for more than `atMost`: it gets so many. */
  readonly more: 'refused' | number | { readonly kind: 'gap'; readonly at: Span } | undefined;
  readonly cursor?: string;
};

export type BodyFact =
  | { readonly kind: 'ignored' }
  | { readonly kind: 'same as'; readonly operation: Name }
  | { readonly kind: 'shape'; readonly shape: Shape };

export type CrossOrigin = {
  readonly kind: 'any' | 'origins';
  readonly origins: readonly string[];
  readonly credentials: boolean;
};

/** A row of the Path, Query or Header table. */
export interface Parameter {
  readonly name: Name;
  /** `` any field of `R` `` */
  readonly anyFieldOf: Name | undefined;
  readonly type: Slot<FieldType>;
  readonly required: Slot<Required>;
  readonly default: Slot<Literal>;
  readonly allowed: Slot<readonly Constraint[]>;
  readonly selects: Slot<Selects>;
  readonly at: Span;
}

export type Selects =
  /** Path: `` R by `f`, in {other} ``. */
  | { readonly kind: 'row'; readonly resource: Name; readonly by: Name; readonly inside: string | undefined }
  /** Query: a condition on the listed rows with `value`. */
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'only the fields named' }
  | { readonly kind: 'whole'; readonly fields: readonly Name[] };

export interface BodyField {
  /** Dotted for wrappers. */
  readonly name: Name;
  readonly type: Slot<FieldType>;
  readonly required: Slot<Required>;
  readonly default: Slot<Literal>;
  readonly allowed: Slot<readonly Constraint[]>;
  /** A field path of the row; None: it only acts. */
  readonly sets: Slot<readonly string[]>;
  readonly at: Span;
}

export interface StatusRow {
  /** `class`: `any 2xx`. */
  readonly status: Slot<{ readonly code: number } | { readonly class: string }>;
  readonly when: Slot<StatusWhen>;
  readonly body: Slot<Shape>;
  readonly headers: Slot<readonly HeaderValue[]>;
  readonly at: Span;
}

export const OUTCOMES = [
  'found',
  'created',
  'updated',
  'replaced',
  'moved',
  'deleted',
  'signed in',
  'accepted',
  'unchanged',
  'repeated',
] as const;
export type OutcomeWord = (typeof OUTCOMES)[number];

export type StatusWhen =
  | { readonly kind: 'outcome'; readonly outcomes: readonly OutcomeWord[]; readonly condition: Condition | undefined }
  | { readonly kind: 'error'; readonly errors: readonly Name[]; readonly condition: Condition | undefined };
