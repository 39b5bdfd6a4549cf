// Part 4, endpoints, as read. `### All operations` and each `### METHOD /path` carry the same facts;
// an operation's own bullet replaces the one under All operations (notation, rule 6; see link.ts).

import type { JsonNode } from '../base/json-places.ts';
import type { Span } from '../base/span.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import type { CrossOrigin, HeaderValue, StatusCode, StatusWhen } from './values/answers.ts';
import type { BodyFact } from './values/bodies.ts';
import type { Condition } from './values/conditions.ts';
import type { Constraint } from './values/constraints.ts';
import type { Effect } from './values/effects.ts';
import type { FieldType } from './values/field-types.ts';
import type { HeaderIn } from './values/headers-in.ts';
import type { LimitedCalls } from './values/limited-calls.ts';
import type { WhenExceeded } from './values/limits.ts';
import type { Pages, Selects } from './values/lists.ts';
import type { Literal } from './values/literals.ts';
import type { Ordering } from './values/ordering.ts';
import type { Check, FieldPolicy, Repeat } from './values/policies.ts';
import type { Precondition } from './values/preconditions.ts';
import type { KeptAnswers, KeyHeader, KeyScope } from './values/repeat-rules.ts';
import type { Required } from './values/requirements.ts';
import type { OneAnswer } from './values/one-answer.ts';
import type { Shape } from './values/shapes.ts';
import type { UnknownFields } from './values/unknown-fields.ts';
import type { Who } from './values/who.ts';

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
  readonly headersIn: Slot<readonly HeaderIn[]>;
  /** On every answer. */
  readonly headers: Slot<readonly HeaderValue[]>;
  readonly omittedFields: Slot<FieldPolicy<'kept' | 'cleared' | 'refused'>>;
  readonly nullFields: Slot<FieldPolicy<'cleared' | 'kept' | 'refused'>>;
  readonly emptyText: Slot<FieldPolicy<'kept' | 'as null' | 'as missing' | 'refused'>>;
  readonly unknownFields: Slot<UnknownFields>;
  readonly readOnlyFields: Slot<'refused' | 'ignored'>;
  readonly repeat: Slot<Repeat>;
  readonly preconditions: Slot<readonly Precondition[]>;
  readonly order: Slot<Ordering>;
  readonly pages: Slot<Pages>;
  readonly body: Slot<BodyFact>;
  /** Of each list the body has at least one, or exactly one. */
  readonly atLeastOneOf: Slot<readonly (readonly Name[])[]>;
  readonly exactlyOneOf: Slot<readonly (readonly Name[])[]>;
  readonly emits: Slot<readonly Name[]>;
  readonly errors: Slot<readonly Name[]>;
  readonly crossOrigin: Slot<CrossOrigin>;
  readonly pathTable: List<Parameter>;
  readonly queryTable: List<Parameter>;
  readonly headerTable: List<Parameter>;
  readonly bodyTable: List<BodyField>;
  readonly statuses: StatusList;
  readonly repeatTable: List<RepeatRow>;
}

/** What the rows of a Repeat table may state: how a repeated call is recognized. */
export interface RepeatRules {
  readonly header: Slot<KeyHeader>;
  readonly appliesTo: Slot<LimitedCalls>;
  readonly scope: Slot<readonly KeyScope[]>;
  /** Milliseconds. */
  readonly keptFor: Slot<number>;
  readonly sameBody: Slot<'the first answer'>;
  /** The codes that answer the same key with another body, and while the first call runs. */
  readonly otherBody: Slot<WhenExceeded>;
  readonly stillRunning: Slot<WhenExceeded>;
  readonly keptAnswers: Slot<KeptAnswers>;
  /** On an answer that is repeated. */
  readonly markedBy: Slot<readonly HeaderValue[]>;
}

/** A row of the Repeat table. `key`: the rule that its name spells; undefined: none of them. */
export type RepeatRow =
  | { readonly name: Name; readonly key: undefined; readonly statement: Slot<string> }
  | {
      [K in keyof RepeatRules]: { readonly name: Name; readonly key: K; readonly statement: RepeatRules[K] };
    }[keyof RepeatRules];

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

export interface BodyField {
  /** Dotted for wrappers. */
  readonly name: Name;
  readonly type: Slot<FieldType>;
  readonly required: Slot<Required>;
  readonly default: Slot<Literal>;
  readonly allowed: Slot<readonly Constraint[]>;
  /** The row counts where this is true of what is sent; None, or left out: always. */
  readonly when: Slot<Condition>;
  /** A field path of the row; None: it only acts. */
  readonly sets: Slot<readonly string[]>;
  readonly at: Span;
}

export interface StatusRow {
  readonly status: Slot<StatusCode>;
  readonly when: Slot<StatusWhen>;
  readonly body: Slot<Shape>;
  readonly headers: Slot<readonly HeaderValue[]>;
  readonly at: Span;
  /** The place of the bullet Answers, where it is written as that. */
  readonly asBullet?: Span;
}

export interface StatusList extends List<StatusRow> {
  /** The bullet Answers, where it states no row: it is not shown, or cannot be read. */
  readonly bullet?: Slot<OneAnswer>;
}
