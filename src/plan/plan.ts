// The plan: everything that serve needs, as plain data. JSON-serialisable; the same document gives the same bytes.
// No functions, no SQL text. plan/*.ts build it, store and serve read it, nothing else knows how.

import type { Check } from '../notation/values/policies.ts';
import type { SqlType } from '../sql/expression.ts';
import type { AuditPlan } from './audit-plan.ts';
import type { CallerPlans, CookiePlan, SignPlan, VerifyPlan } from './credentials.ts';
import type { GivenRowsPlan } from './given-rows-plan.ts';
import type { AssumptionPlan, Held } from './held.ts';
import type { IndexPlan, MemberIndex, PartialIndex } from './index-plan.ts';
import type { MadeRule } from './made-rule.ts';
import type { MadeValue } from './made-values.ts';
import type { BodyPlan } from './body-plan.ts';
import type { TimeLimit } from './bounds.ts';
import type { DeliveryPlan } from './delivery-plan.ts';
import type {
  CrossOriginPlan,
  JsonSchema,
  SizeLimit,
  ParameterPlan,
  PathSegment,
  PreconditionPlan,
  ResultRule,
  ShapePlan,
  ValueType,
} from './input.ts';
import type { AnswerPlan, FailurePlace, HeaderPlan, Outcome, ShownShapes } from './output.ts';
import type { RatesPlan } from './limits.ts';
import type { RepeatPlan } from './repeat-plan.ts';
import type { PagesPlan } from './pages-plan.ts';
import type { PayloadPlan } from './payload-plan.ts';

import type { RenamePlan } from './rename-plan.ts';
import type { RowsPlan } from './row-fields.ts';
import type { Guard, MadeMove, Step } from './steps.ts';
import type { TimedGroup } from './timed-plan.ts';
import type { CallerVersion, VersionsPlan } from './versions-plan.ts';

export type { AssumptionPlan, Held } from './held.ts';
export type { RenamePlan } from './rename-plan.ts';
export type { MadeValue } from './made-values.ts';
export type { CrossOriginPlan, PathSegment, SizeLimit } from './input.ts';
export type { TimedBatch, TimedGroup } from './timed-plan.ts';

export interface Plan extends CallerPlans {
  readonly format: 1;
  readonly name: string;
  /** A table for each resource; behind them the outbox, where an operation that runs emits an event. */
  readonly storage: readonly Table[];
  /** Those that the document needs; each engine makes the ones that serve it. Left out where there are none. */
  readonly indexes?: readonly IndexPlan[];
  /** Fields that had other names, as part 9 states; serving needs none of it, a migration does. */
  readonly renames?: readonly RenamePlan[];
  /** Events that operations write into the outbox; left out where there are none. */
  readonly events?: readonly string[];
  /** How they are sent, or why they wait; left out where there are none. */
  readonly delivery?: DeliveryPlan;
  /** Where requests name a version, or one ends; left out where neither is so. */
  readonly versions?: VersionsPlan;
  /** The stated path prefix that is routed, '' for none; with the current version, where paths begin with one. Absolute links: the operator's public address, then this. */
  readonly base: string;
  /** Is the list of operations stated complete? Else a path or method without a row is 501 by `openBy`. */
  readonly complete: boolean;
  readonly openBy: readonly string[];
  readonly operations: readonly OperationPlan[];
  /** Tables whose rows time moves; left out where it moves none. */
  readonly timed?: readonly TimedGroup[];
  readonly outside?: readonly OutsideMove[];
  /** How the operator sets fields of one row; left out where nobody calls. */
  readonly rowSets?: readonly RowSetPlan[];
  /** Rows that the document has, in the order in which they are put into the tables when a service starts. */
  readonly given?: readonly GivenRowsPlan[];
  /** How the operator reads the rows of each resource. */
  readonly rows: readonly RowsPlan[];
  /** Nested shapes by key: the resource, and what is done with members that it does not have. */
  readonly shapes: Readonly<Record<string, ShapePlan>>;
  /** What answers leave out of nested shapes, by resource; left out where they leave nothing out. */
  readonly shown?: ShownShapes;
  /** Refusals that belong to no operation: `no such path`, `method not allowed`, `internal`, `unavailable`, … by cause. */
  readonly refusals: Readonly<Record<string, Outcome>>;
  /** Headers of requests that are declared under All operations, in lower case; left out where there are none. */
  readonly headers?: readonly string[];
  /** Gaps in which another answer than HTTP's own could be stated for a cause of HTTP's; they mark those answers. */
  readonly floorRestsOn?: readonly string[];
  /** Assumptions on which answers rest that belong to no operation. */
  readonly assumed?: readonly string[];
  /** Assumptions without which another answer than HTTP's own could be stated for a cause of HTTP's. */
  readonly floorAssumed?: readonly string[];
  /** What is assumed, by id, and who answers for it; left out where nothing is. */
  readonly assumptions?: Readonly<Record<string, AssumptionPlan>>;
  /** Where the operator asks for it: every change of a row is written down. No document says so. */
  readonly audit?: AuditPlan;
  /** id → question, for every gap that anything above names. */
  readonly gaps: Readonly<Record<string, string>>;
}

/** What the operator may set of one row: the body has it under `set`. */
export interface RowSetPlan extends Pick<RunPlan, 'path' | 'make' | 'steps' | 'timed'> {
  readonly resource: string;
  readonly body: Extract<BodyPlan, { kind: 'fields' }>;
}

/** A move that is made outside of the interface, through the operator's port. */
export interface OutsideMove {
  readonly resource: string;
  readonly field: string;
  /** A state, or `(gone)`; undefined: the document does not show where it leads, and it does not run. */
  readonly to: string | undefined;
  /** Empty: not shown. */
  readonly from: readonly string[];
  /** Of a row it is not shown where it starts: it may be anywhere. */
  readonly startsElsewhere?: boolean;
  /** Who decides, as the document says. */
  readonly by: readonly string[];
  /** The fields that the row is identified by. */
  readonly id: readonly string[];
  /** Undefined: it is stated, and does not run. */
  readonly run: OutsideRun | undefined;
}

export interface OutsideRun extends Pick<RunPlan, 'path' | 'make' | 'steps' | 'timed'> {
  /** Finds the row and its state. */
  readonly look: readonly Step[];
  /** By cause, the code with which the document answers it; without an entry it has none. */
  readonly codes: Readonly<Record<string, string>>;
  /** By cause, why nothing is moved: there is no such row, no row of the table makes the move, a rule refuses it. */
  readonly why: Readonly<Record<string, 'no row' | 'no move' | 'rule'>>;
  /** By cause, what is not said of a row that this move meets. */
  readonly held?: Readonly<Record<string, Held>>;
}

/** One resource as a real table. Columns are named after the fields, dotted names included. */
export interface Table {
  readonly name: string;
  /** The hidden, never reused integer key in creation order; a field of type integer with `new id` is that key itself. */
  readonly rowKey: string;
  readonly keyRule?: KeptRule;
  /** Columns of Identified by; undefined: none, or not shown. */
  readonly identity?: readonly string[];
  /** Fields whose type is not stated or that this runtime does not keep: their values stay as they are. `every`: all. */
  readonly undecided?: readonly string[] | 'every';
  /** Nested shapes that the rules of its columns name. */
  readonly shapes?: KeptShapes;
  readonly columns: readonly Column[];
  readonly unique: readonly UniqueIndex[];
  /** Columns to index for look-ups and orders. */
  readonly indexes: readonly (readonly string[])[];
  /** The same, over rows of which `where` is true: it looks at the row alone, at columns and literals. */
  readonly partial?: readonly PartialIndex[];
  /** Columns that rows are only counted by, now and then. */
  readonly counted?: readonly string[];
  /** Some list shows the number of all its rows. */
  readonly total?: true;
  /** Lists whose members are indexed; left out where there are none. */
  readonly members?: readonly MemberIndex[];
  /** What the store notes for itself: a document that does not name it any more loses nothing by that. */
  readonly ofStore?: true;
  /** Of the outbox: what events carry. No data depends on it. */
  readonly payloads?: readonly PayloadPlan[];
}

/** `_version` (integer, 1 at creation, +1 at every change) is added to every table by the store. */
export interface Column {
  readonly name: string;
  readonly type: SqlType;
  /** The type as the notation names it, for messages. */
  readonly said?: string;
  /** Of a decimal. */
  readonly scale?: number;
  readonly nullable: boolean;
  /** Values are never read out of it: not for answers, conditions or events. */
  readonly sealed?: true;
  /** Events are signed with it: it is no part of what they say of the row. */
  readonly signs?: true;
  /** It holds keys of that resource's rows. */
  readonly refers?: string;
  /** Of a list, a map or a nested shape: each place in its JSON that names rows, and of which resource. */
  readonly inside?: Readonly<Record<string, string>>;
  /** What rows that exist already get when the column is added; undefined: it cannot be added to rows. */
  readonly fill?: string | number | null;
  /** How the service makes its values. */
  readonly made?: MadeRule;
  /** What its values may be; undefined: all that its type holds. */
  readonly rule?: KeptRule;
  /** No field: what the service notes beside a row. It is removed, and nothing is lost, when nothing needs it any more. */
  readonly unstated?: true;
}

/** A value that is shown and sent again is taken, and kept as it was. Rows that are there are judged by it when it changes. */
export interface KeptRule {
  readonly value: ValueType;
  readonly schema: JsonSchema;
  readonly notBlank?: true;
}

export type KeptShapes = Readonly<Record<string, ShapePlan>>;

export interface UniqueIndex {
  readonly columns: readonly string[];
  readonly ignoringCase: boolean;
  /** The cause in the operation's refusals when a write meets it. */
  readonly cause: string;
  /** Rows that hold no key: in one of these states of one of these columns. */
  readonly except?: readonly GoneFrom[];
}

/** A column of states, and those of Kind `gone`. */
export interface GoneFrom {
  readonly column: string;
  readonly states: readonly string[];
}

export interface OperationPlan {
  /** `POST /todos/{id}`: the heading. */
  readonly id: string;
  readonly method: string;
  readonly path: readonly PathSegment[];
  readonly alsoAt: readonly (readonly PathSegment[])[];
  /** Parameters of these paths whose values are never written down: secret, hidden, or not shown to be neither. */
  readonly unshown?: readonly string[];
  readonly runs: 'yes' | 'partly' | 'no';
  readonly heldBy: readonly string[];
  readonly partlyHeldBy: readonly string[];
  readonly restsOn: readonly string[];
  /** Assumptions on which every answer of it rests. */
  readonly assumed?: readonly string[];
  /** Assumptions on which only some answers rest; each answer names its own. */
  readonly partlyAssumed?: readonly string[];
  /** Present when `runs` is `no`: every request to it is answered with this; nothing below is there then. */
  readonly held: Held | undefined;
  readonly run: RunPlan | undefined;
  readonly crossOrigin: CrossOriginPlan | undefined;
  /** On every answer, but where one has a header of the same name; left out where there are none. */
  readonly headers?: readonly HeaderPlan[];
}

export interface RunPlan {
  readonly order: readonly Check[];
  /** Credentials are read. `required`: without them it is refused. */
  readonly credentials?: { readonly required: boolean };
  readonly path: readonly ParameterPlan[];
  readonly query: readonly ParameterPlan[];
  /** Of the request; left out where the document declares none. */
  readonly headers?: readonly ParameterPlan[];
  /** A query parameter without a row. */
  readonly unknownQuery: 'ignored' | { readonly refuse: string } | { readonly held: Held };
  /** Names without a row that are declared elsewhere, and not read here. */
  readonly unreadQuery?: readonly string[];
  readonly preconditions?: readonly PreconditionPlan[];
  /** Where a request that names no version asks the row of its caller. */
  readonly version?: CallerVersion;
  readonly body: BodyPlan;
  /** A larger body is refused, whether it is read or not. */
  readonly size?: SizeLimit;
  /** Of the headers: octets of their names and values. */
  readonly head?: SizeLimit;
  /** Causes of limits on what a body sends that have their place in the order of checks; left out: they are failures of the body. */
  readonly limitsInOrder?: readonly string[];
  readonly rates?: RatesPlan;
  /** It may take so long. */
  readonly time?: TimeLimit;
  readonly repeat?: RepeatPlan;
  /** Rules over what is sent alone; judged when everything is bound, before the steps. */
  readonly requires: readonly Guard[];
  /** Secrets that are compared with kept ones, before the steps. */
  readonly verifies?: readonly VerifyPlan[];
  /** Values the service makes for each request before the transaction. */
  readonly make: readonly MadeValue[];
  readonly steps: readonly Step[];
  /** Moves of part 3 that are made whenever the steps are done; serving only counts them. */
  readonly makes?: readonly MadeMove[];
  /** Where the steps are refused, in a transaction of its own, before that is answered. */
  readonly whenRefused?: readonly Step[];
  /** Groups in `timed` of the plan, each by its first table: what is due there at `now` is written before the steps run. */
  readonly timed?: readonly string[];
  readonly answers: readonly AnswerPlan[];
  /** Of a list: what tells of its next page, and where this one begins. */
  readonly pages?: PagesPlan;
  /** Set by each of these answers. */
  readonly cookies?: readonly CookiePlan[];
  /** The token that it issues. */
  readonly signs?: SignPlan;
  /** Events are streamed on it: `delivery` of the plan says how. */
  readonly stream?: true;
  /** What the effect must leave behind: merged values. */
  readonly results?: readonly ResultRule[];
  /** By cause, of those that the store or a rule finds: the field that it is about. */
  readonly places?: Readonly<Record<string, FailurePlace>>;
  /** By cause; a cause that can happen and has no error is a held outcome with its gap. */
  readonly refusals: Readonly<Record<string, Outcome>>;
}
