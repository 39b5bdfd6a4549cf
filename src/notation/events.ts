// Part 6, events: the records, and what is declared of Delivery's bullets and of each event. Notation, part 6.

import type { Span } from '../base/span.ts';
import type { Section, TableOf } from './declaration.ts';
import type { Field } from './resources.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import { PAYLOAD, type Payload } from './values/bodies.ts';
import type { StatusCode } from './values/answers.ts';
import {
  ACCEPTED,
  DELIVERY_ORDER,
  type DeliveryOrder,
  DUPLICATES,
  type Duplicates,
  GIVEN_UP,
  type GivenUp,
  KEPT_FOR,
  SENT_AS,
  type SentAs,
  TIME_OUT,
  TRIES,
  type Tries,
  WAITS,
  type Waits,
} from './values/delivery.ts';
import { type Occasion, OCCASIONS } from './values/occasions.ts';
import { ENVELOPE, type Envelope, SIGNATURE, type Signature } from './values/signatures.ts';

export interface EventsPart {
  readonly scope: Scope;
  readonly delivery: Delivery | undefined;
  readonly kinds: List<EventKind>;
}

export interface Delivery {
  readonly scope: Scope;
  readonly facts: DeliveryFacts;
}

/** How events are sent. */
export interface DeliveryFacts {
  readonly sentAs: Slot<SentAs>;
  readonly accepted: Slot<readonly StatusCode[]>;
  readonly tries: Slot<Tries>;
  readonly waits: Slot<Waits>;
  /** Milliseconds. */
  readonly timeOut: Slot<number>;
  readonly order: Slot<DeliveryOrder>;
  readonly signature: Slot<Signature>;
  readonly envelope: Slot<Envelope>;
  readonly duplicates: Slot<Duplicates>;
  /** Milliseconds. */
  readonly keptFor: Slot<number>;
  readonly givenUp: Slot<GivenUp>;
}

export interface EventKind {
  readonly kind: 'event';
  readonly name: Name;
  readonly scope: Scope;
  readonly when: Slot<readonly Occasion[]>;
  readonly payload: Slot<Payload>;
  readonly fields: List<Field>;
  readonly at: Span;
}

/** What holds for Delivery, or not; `analysis/requests/event-traits.ts` computes it. */
export type DeliveryTrait = 'calls receivers' | 'tries again' | 'streams' | 'declares no event';

const BULLET = { kind: 'delivery', gap: 'event', settled: 'declares no event' } as const;

export const DELIVERY: Section<DeliveryFacts, DeliveryTrait> = {
  sentAs: {
    ...BULLET,
    head: 'Sent as',
    syntax: SENT_AS,
    due: 'always',
    question: 'How are events sent: as requests to whom, as a stream on which path, to a subject of a broker?',
  },
  accepted: {
    ...BULLET,
    head: 'Accepted',
    syntax: ACCEPTED,
    due: 'calls receivers',
    question: 'Which answer of a receiver says that it has the event?',
  },
  tries: {
    ...BULLET,
    head: 'Tries',
    syntax: TRIES,
    due: 'calls receivers',
    question: 'How often is an event sent at most, when it is not accepted?',
  },
  waits: {
    ...BULLET,
    head: 'Waits',
    syntax: WAITS,
    due: 'tries again',
    question: 'How long does the service wait between two tries to send an event?',
  },
  timeOut: {
    ...BULLET,
    head: 'Time-out',
    syntax: TIME_OUT,
    due: 'calls receivers',
    question: 'After how long is a try to send an event given up, when nobody answers?',
  },
  order: {
    ...BULLET,
    head: 'Order',
    syntax: DELIVERY_ORDER,
    due: 'always',
    question: 'In which order do events of one receiver arrive?',
  },
  signature: {
    ...BULLET,
    head: 'Signature',
    syntax: SIGNATURE,
    due: 'calls receivers',
    question: 'How does a receiver know that an event comes from this service?',
  },
  envelope: {
    ...BULLET,
    head: 'Envelope',
    syntax: ENVELOPE,
    question: 'What surrounds the payload of an event?',
  },
  duplicates: {
    ...BULLET,
    head: 'Duplicates',
    syntax: DUPLICATES,
    none: 'Delivery: Duplicates: none',
    question: 'May an event arrive twice, and how does a receiver tell?',
  },
  keptFor: {
    ...BULLET,
    head: 'Kept for',
    syntax: KEPT_FOR,
    due: 'streams',
    question: 'How long are events kept for a receiver that asks again?',
  },
  givenUp: {
    ...BULLET,
    head: 'Given up',
    syntax: GIVEN_UP,
    question: 'What happens to an event that nobody has accepted in the end?',
  },
};

/** What holds for an event, or not; `analysis/requests/event-traits.ts` computes it. */
export type EventTrait = 'is emitted by nothing' | 'has no fields';

/** The columns are also the bullets under an event's heading. */
export const EVENT: TableOf<EventKind, EventTrait> = {
  head: 'Event',
  columns: {
    when: {
      head: 'When',
      kind: 'event',
      syntax: OCCASIONS,
      due: 'is emitted by nothing',
      gap: 'event',
      question: 'When is the event `{name}` sent?',
    },
    payload: {
      head: 'Payload',
      kind: 'event',
      syntax: PAYLOAD,
      due: 'has no fields',
      gap: 'event',
      question: 'What does the event `{name}` carry?',
    },
  },
};
