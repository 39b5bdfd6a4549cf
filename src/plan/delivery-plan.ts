// How events are sent, as data. Input: none; the types of it. Output: what delivery.ts makes of `### Delivery`, and what sends events reads.
// Notation, part 6, Delivery; decision 0068.

import type { StatusCode } from '../notation/values/answers.ts';
import type { Tries, Waits } from '../notation/values/delivery.ts';
import type { Digest, WithHoles } from '../notation/values/signatures.ts';
import type { Encoding } from '../notation/values/verification.ts';
import type { SqlType } from '../sql/expression.ts';
import type { MadeValue } from './made-values.ts';
import type { Step } from './steps.ts';

export interface DeliveryPlan {
  /** Gaps, errors, and statements that this runtime does not do, because of which no event is sent. */
  readonly heldBy: readonly string[];
  /** Events that are held alone, by their names. */
  readonly events?: Readonly<Record<string, { readonly heldBy: readonly string[] }>>;
  /** Left out where all events are held. */
  readonly webhook?: WebhookPlan;
  readonly stream?: StreamPlan;
  readonly broker?: BrokerPlan;
}

/** A message to a broker, which is the one receiver and is tried until it accepts. */
export interface BrokerPlan {
  /** A subject of NATS JetStream, a queue of AMQP 0-9-1. */
  readonly kind: 'subject' | 'queue';
  readonly name: string;
  /** Between one try and the next. */
  readonly waits: Waits;
  /** Milliseconds; left out: the document sets none. */
  readonly timeOut?: number;
  readonly order: OrderPlan;
  readonly envelope: EnvelopePlan;
  readonly duplicates: DuplicatesPlan;
  /** Milliseconds. */
  readonly keptFor?: number;
}

/** Events that are read on one operation. */
export interface StreamPlan {
  /** Its heading. */
  readonly operation: string;
  readonly envelope: EnvelopePlan;
  /** Milliseconds; null: they are not kept, and nobody can ask for them again. */
  readonly keptFor: number | null;
  /** What is wrong with an id behind which nobody can go on. */
  readonly problem: string;
  /**
   * By the resource of the row that an event is about: what decides who sees it; null: every reader does. Nobody sees events about other
   * rows, of which an earlier document told.
   */
  readonly sees: Readonly<Record<string, SeesPlan | null>>;
}

/** Refused where the caller may not see the event. What is bound of the request that opened the stream is bound again. */
export interface SeesPlan {
  readonly binds: readonly EventBinding[];
  readonly steps: readonly Step[];
}

/** A `POST` to the address of each row of a resource. */
export interface WebhookPlan {
  /** Whose rows are the receivers. */
  readonly resource: string;
  /**
   * By the resource of the row that an event is about: who gets it. The condition of the document is asked with `event name` bound, and what
   * the event's row was. Of a resource without an entry nothing is about.
   */
  readonly receivers: Readonly<Record<string, ReceiversPlan>>;
  readonly accepted: readonly StatusCode[];
  readonly tries: Tries;
  /** Left out: none are stated; a next try is made at once. */
  readonly waits?: Waits;
  /** Milliseconds; left out: the document sets none. */
  readonly timeOut?: number;
  readonly order: OrderPlan;
  readonly signature: SignaturePlan;
  readonly envelope: EnvelopePlan;
  readonly duplicates: DuplicatesPlan;
  /** Milliseconds. */
  readonly keptFor?: number;
  readonly givenUp: GivenUpPlan;
}

/** Of one receiver: all events, none, or those about each row of a resource; events about other rows are in no order then. */
export type OrderPlan =
  | { readonly kind: 'each receiver' | 'none' }
  | { readonly kind: 'each row'; readonly resource: string };

export interface ReceiversPlan {
  /** What is bound before it is asked. */
  readonly binds: readonly EventBinding[];
  /** All who get the event. Its rows have `key`, `address`, and `secret` where the document signs by a field of the row. */
  readonly all: ListStep;
  /** The same of one row, whose key is bound as `receiver`: none where it is no receiver of the event any more. */
  readonly one: ListStep;
}

type ListStep = Extract<Step, { readonly kind: 'list' }>;

/** A field of the row that an event is about; without `column` it is the row's key. */
export interface EventBinding {
  /** `this total`. */
  readonly name: string;
  /** As the event's `row` has it. */
  readonly column?: string;
  readonly type: SqlType;
  readonly scale?: number;
}

/** The kind of event is bound under this name, the key of a receiver under that one. */
export const EVENT_NAME = 'event name';
export const RECEIVER = 'receiver';

/** Columns of the receivers that are found. */
export const KEY = 'key';
export const ADDRESS = 'address';
export const SECRET = 'secret';

export type SignaturePlan =
  | { readonly kind: 'none' }
  | { readonly kind: 'Standard Webhooks'; readonly secret: SecretPlan }
  | {
      readonly kind: 'header';
      readonly header: string;
      /** Left out: the signature alone. */
      readonly value?: WithHoles;
      readonly digest: Digest;
      readonly encoding: Encoding;
      readonly signed: WithHoles;
      readonly secret: SecretPlan;
    };

/** In the column `secret` of each receiver, or with the operator. */
export type SecretPlan = 'of the receiver' | 'of the operator';

export type EnvelopePlan =
  | { readonly kind: 'none' }
  | { readonly kind: 'CloudEvents'; readonly mode: 'binary' | 'structured' }
  /** JSON text, in pieces: what is written, and what is put between. */
  | { readonly kind: 'template'; readonly pieces: readonly EnvelopePiece[] };

/** `within`: inside of a text in quotes. */
export type EnvelopePiece = string | { readonly word: EnvelopeWord; readonly within?: true };

export type EnvelopeWord = 'payload' | 'event id' | 'event name' | 'now';

export interface DuplicatesPlan {
  /** Sent with the id of the event beside what signature and envelope send; left out where one of them sends it. */
  readonly header?: string;
}

/** What becomes of an event that is never accepted, and of its receiver. */
export interface GivenUpPlan {
  readonly events: 'dropped' | 'kept';
  /** Of the row of the receiver, whose key is bound as `receiver`; a transaction of its own. Empty: nothing is done. */
  readonly steps: readonly Step[];
  readonly make: readonly MadeValue[];
  /** As of an operation. */
  readonly timed?: readonly string[];
  /** What it is held by: nothing is done then, and the event is kept. */
  readonly heldBy?: readonly string[];
}
