// One fact of a document: a slot with its id, status and question, and its subject. Most follow from a declaration.
// Notation, 1.3 and 1.8.

import { oncePer } from '../../../base/once-per.ts';
import { type PartName } from '../../../base/parts.ts';
import type { Span } from '../../../base/span.ts';
import type { Model } from '../../../model/model.ts';
import type { Machine } from '../../../notation/states.ts';
import { assumptionOf, type Assumption, type List, type Slot, type Status } from '../../../notation/slot.ts';
import type { SlotEntry } from '../../document/gap-view.ts';
import type { FactKind } from '../../document/gap-effects.ts';
import { questionOf, type Names } from '../questions/questions.ts';
import type { Feature, Features } from '../../document/features.ts';
import type { MetCause } from '../../../notation/values/met-causes.ts';
import { kindOf, type AnyDeclaration } from '../../../notation/declaration.ts';

/** What a slot is about: gaps/affected-operations.ts finds the operations that it concerns. `timed`: time makes a move of it. */
export type Subject =
  | { readonly on: 'document' | 'part' | 'versioning' | 'nothing' }
  /** Without a scheme: all of part 5. */
  | { readonly on: 'authentication'; readonly scheme?: string }
  | { readonly on: 'resource'; readonly resource: string; readonly timed?: boolean }
  /** Without a field: every field of the table. */
  | { readonly on: 'field'; readonly resource: string; readonly field: string | undefined }
  | { readonly on: 'machine'; readonly machine: string; readonly timed?: boolean }
  | { readonly on: 'move'; readonly machine: string; readonly index: number; readonly timed?: boolean }
  /** `machine`: whose rows they begin or move; `parameter`: of a path, without a row that says what it selects. */
  | {
      readonly on: 'operations';
      readonly operations: readonly string[];
      readonly machine?: string;
      readonly parameter?: string;
    }
  /** Without kinds: any event. */
  | { readonly on: 'events'; readonly kinds: readonly string[] | undefined }
  | { readonly on: 'code'; readonly code: string }
  | { readonly on: 'errors' }
  /** Without a limit: every limit of the table. */
  | { readonly on: 'limit'; readonly limit: string | undefined };

export interface Fact extends SlotEntry {
  readonly kind: FactKind;
  /** How the notation declares it; undefined for a list's openness or a cause. */
  readonly of: AnyDeclaration | undefined;
  readonly subject: Subject;
  /** The slot as read; undefined for a list's openness or a cause. */
  readonly slot: Slot<unknown> | undefined;
  /** Words that do not run, for the message of an unsupported slot. */
  readonly held: Features;
  /** Every word that the statement uses. */
  readonly words: Features;
  /** The bullet's key or the column's head, where the kind alone does not say it. */
  readonly head?: string | undefined;
  /** The table whose whole column is missing. */
  readonly table?: Span;
  /** The list that may go on. */
  readonly list?: List<unknown> | undefined;
  /** Where the status is `assumed`: by whom, and until when. */
  readonly assumed?: Assumption;
}

type Needs = (value: never) => Features;

/** Apart from the facts, which are data that is sent to other processes. */
const NEEDS = new WeakMap<Fact, Needs>();

export function setNeeds(fact: Fact, needs: Needs): void {
  NEEDS.set(fact, needs);
}

/** The features that a value would need that is written where nothing is stated; undefined where none needs any. */
export function needsOf(fact: Fact): Needs | undefined {
  return NEEDS.get(fact);
}

/** The machine that a fact is about, declared or not: `Order.status`. */
export function machineNameOf({ subject }: Pick<Fact, 'subject'>): string | undefined {
  return 'machine' in subject ? subject.machine : undefined;
}

export function machineOf(model: Model, fact: Fact): Machine | undefined {
  const name = machineNameOf(fact);
  return name === undefined ? undefined : model.machines.get(name);
}

export interface FactDraft<T> {
  readonly id: string;
  readonly part: PartName | 'document';
  readonly of?: AnyDeclaration;
  readonly kind: FactKind;
  readonly slot: Slot<T>;
  readonly due: boolean;
  /** Other statements leave only one answer: there is no question, and left open it is no gap (notation, rule 1.8). */
  readonly settled?: boolean;
  readonly subject: Subject;
  readonly names: Names;
  readonly cause?: MetCause;
  /** The words that a stated value uses. */
  readonly words?: ((value: T) => Features) | undefined;
  /** The words that `none` and `any` are here. */
  readonly none?: Feature | undefined;
  readonly any?: Feature | undefined;
  readonly list?: List<unknown>;
  /** A half of the value that is not shown (notation, rule 3). */
  readonly half?: ((value: T) => boolean) | undefined;
}

export const SAID: ReadonlySet<Status> = new Set<Status>(['stated', 'none', 'any']);

/** Most facts of a document are stated, and their questions are hardly ever needed: they are made on demand. */
export class SaidFact implements Fact {
  readonly id: string;
  readonly part: PartName | 'document';
  readonly of: AnyDeclaration | undefined;
  readonly kind: FactKind;
  readonly status: Status;
  readonly at: Span;
  readonly subject: Subject;
  readonly slot: Slot<unknown> | undefined;
  readonly words: Features;
  readonly held: Features;
  readonly names: Names;
  readonly list: List<unknown> | undefined;

  constructor(
    id: string,
    {
      part,
      of,
      kind,
      subject,
      names,
      list,
    }: Pick<FactDraft<unknown>, 'part' | 'of' | 'kind' | 'subject' | 'names' | 'list'>,
    status: Status,
    at: Span,
    slot: Slot<unknown> | undefined,
    words: Features,
    held: Features,
  ) {
    this.id = id;
    this.part = part;
    this.of = of;
    this.kind = kind;
    this.status = status;
    this.at = at;
    this.subject = subject;
    this.slot = slot;
    this.words = words;
    this.held = held;
    this.names = names;
    this.list = list;
  }

  get question(): string {
    return questionOf(this, this.names);
  }

  get head(): string | undefined {
    return this.names.fact;
  }
}

/** What follows from a declaration. */
export const declared: (
  of: AnyDeclaration,
) => Required<Pick<FactDraft<unknown>, 'of' | 'kind' | 'none' | 'any' | 'half'>> = oncePer((of: AnyDeclaration) => {
  const { none, any = none?.replace(/(?:: none)?$/, ': any'), syntax } = of;
  const half = syntax.open && ((value: unknown) => syntax.open!(value).length > 0);
  return { of, kind: kindOf(of), none: none as Feature | undefined, any: any as Feature | undefined, half };
});

export function wordsOf<T>({ slot, words, none, any }: FactDraft<T>): Features {
  switch (slot.status) {
    case 'stated':
      return words?.(slot.value) ?? [];
    case 'none':
      return none === undefined ? [] : [none];
    case 'any':
      return any === undefined ? [] : [any];
    default:
      return [];
  }
}

export function statusOf<T>({ slot, half }: FactDraft<T>, held: Features): Status {
  if (slot.status === 'absent') return 'gap';
  if (slot.status === 'stated' && half?.(slot.value)) return 'gap';
  if (held.length > 0) return 'unsupported';
  return assumptionOf(slot) ? 'assumed' : slot.status;
}
