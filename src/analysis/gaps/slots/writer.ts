// Collects the slots of a document: the id, kind, status, place and question of every fact that is written or due, and
// which slot covers a fact that a whole column, section or part leaves out. Notation, 1.3 and 1.8.

import { PARTS, partNumber, type PartName } from '../../../base/parts.ts';
import type { Span } from '../../../base/span.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import {
  assumptionOf,
  STATUSES,
  type Assumption,
  type List,
  type Scope,
  type Slot,
  type Status,
} from '../../../notation/slot.ts';
import type { FactKind } from '../../document/gap-effects.ts';
import { openText } from '../questions/questions.ts';
import type { Features } from '../../document/features.ts';
import { runs } from '../../document/supported.ts';

import { SaidFact, SAID, setNeeds, statusOf, wordsOf, type Fact, type FactDraft, type Subject } from './fact.ts';

export class SlotWriter {
  readonly model: Model;
  readonly facts: Fact[] = [];
  /** By part and status, including what is stated. */
  readonly counts: Record<PartName | 'document', Record<Status, number>> = noneCounted();
  /** Id of a fact → id of the slot that covers it. */
  readonly covers: Map<string, string> = new Map();
  /** The same where there is much of it: made on demand. */
  coversMore: () => Iterable<readonly [string, string]> = () => [];
  #ids = new Set<string>();
  /** By id, the number of its next copy. */
  readonly #copies = new Map<string, number>();
  readonly #keepsSaid: boolean;
  #trial: Trial | undefined;

  /** `keepsSaid`: what is simply stated, `none` or `any` is kept among the facts; else it is only counted. */
  constructor(model: Model, keepsSaid: boolean) {
    this.model = model;
    this.#keepsSaid = keepsSaid;
  }

  add<T>(draft: FactDraft<T>): void {
    const { slot } = draft;
    if (slot.status === 'absent' && !draft.due) return;
    if (draft.settled && (slot.status === 'absent' || slot.status === 'gap')) return;
    const words = wordsOf(draft);
    const held = words.every(runs) ? NO_WORDS : words.filter((word) => !runs(word));
    this.#push(draft, statusOf(draft, held), slot.at, slot, words, held);
  }

  /** A gap, or what a heading says about its whole scope. */
  scope(draft: Omit<FactDraft<never>, 'slot' | 'due'>, scope: Scope): boolean {
    if (scope.mark.status === 'absent') return false;
    this.add<never>({ ...draft, slot: scope.mark, due: true });
    return true;
  }

  /** A gap without a slot: a table, a list's end, a part left out. */
  gap(draft: Omit<FactDraft<never>, 'slot' | 'due'>, at: Span): void {
    this.#push(draft, 'gap', at, undefined, [], []);
  }

  /** What a list says about more of its kind. If the title closes it, it states nothing and is no slot. */
  openness(draft: Omit<FactDraft<never>, 'slot' | 'due' | 'words' | 'kind'>, list: List<unknown>): void {
    if (this.isSilent(list)) return;
    const open = { ...draft, kind: 'open list', list } as const;
    if (list.mark === 'closed') {
      const status = list.assumed ? 'assumed' : 'none';
      this.#push({ ...open, assumed: list.assumed }, status, list.at, undefined, ['Lists: none'], []);
    } else if (list.mark === 'open') this.#push(open, 'gap', list.markAt ?? list.at, undefined, ['Lists: …'], []);
    else if (this.openUnlessMarked) this.gap(open, list.at);
    else if (this.listsUnknown) this.covers.set(draft.id, 'lists');
  }

  /** Nothing is written beside its rows, and the title says that it is complete. */
  isSilent({ mark }: List<unknown>): boolean {
    return mark === undefined && !this.openUnlessMarked && !this.listsUnknown;
  }

  get openUnlessMarked(): boolean {
    const { lists } = this.model.document.title;
    return lists.status === 'stated' && lists.value === 'complete only where marked';
  }

  /** It is not stated whether lists are complete: then every list is open, and that is one gap. */
  get listsUnknown(): boolean {
    const { lists } = this.model.document.title;
    return lists.status !== 'stated';
  }

  /** Is there no such column? Where it is due, that is one gap, which covers every cell. */
  leftOut<T>(cells: readonly FactDraft<T>[], table: Omit<FactDraft<T>, 'slot' | 'due'>): boolean {
    const missing =
      cells.length > 0 && cells.every(({ slot }) => slot.status === 'absent' && slot.column !== undefined);
    if (!missing || !cells.some(({ due, settled }) => due && !settled)) return missing;
    const { slot } = cells[0]!;
    const draft = { ...table, words: (value: T) => leastOf(cells, value) };
    this.#push(draft, 'gap', slot.at, undefined, [], [], slot.status === 'absent' ? slot.column : undefined);
    for (const cell of cells) this.covers.set(cell.id, table.id);
    return true;
  }

  /** `isAlone` (document/slot-ids.ts): its ids must differ from each other only, and need not be kept. */
  under(part: PartName, isAlone: boolean, write: () => void): void {
    if (!isAlone) return write();
    if (!this.#keepsSaid && this.#isCounted(part, write)) return;
    const outer = this.#ids;
    this.#ids = new Set();
    write();
    this.#ids = outer;
  }

  /** Is it all stated? Then it is counted, and needs no ids; what is open is written again, with them. */
  #isCounted(part: PartName, write: () => void): boolean {
    const trial: Trial = { counts: noStatuses(), isOpen: false };
    this.#trial = trial;
    write();
    this.#trial = undefined;
    if (trial.isOpen) return false;
    for (const status of STATUSES) this.counts[part][status] += trial.counts[status];
    return true;
  }

  /** Counts a statement of which nothing else is kept; false: it is a fact to write. */
  counted<T, Row>(
    { none, any, half }: Pick<FactDraft<T>, 'none' | 'any' | 'half'>,
    slot: Slot<T>,
    words: ((value: T, row: Row) => Features) | undefined,
    row: Row,
  ): boolean {
    if (!this.#trial || assumptionOf(slot)) return false;
    if (slot.status === 'stated') {
      if (half?.(slot.value) || (words && !words(slot.value, row).every(runs))) return false;
    } else {
      if (slot.status !== 'none' && slot.status !== 'any') return false;
      const feature = slot.status === 'none' ? none : any;
      if (feature !== undefined && !runs(feature)) return false;
    }
    this.#trial.counts[slot.status]++;
    return true;
  }

  /** A free id: rows with the same name differ by their order. */
  unique(wanted: string): string {
    if (!this.#ids.has(wanted)) return wanted;
    let copy = this.#copies.get(wanted) ?? 2;
    while (this.#ids.has(`${wanted} ${copy}`)) copy++;
    this.#copies.set(wanted, copy);
    return `${wanted} ${copy}`;
  }

  #push<T>(
    draft: Omit<FactDraft<T>, 'slot' | 'due' | 'settled'> & { readonly assumed?: Assumption | undefined },
    status: Status,
    at: Span,
    slot: Slot<unknown> | undefined,
    words: Features,
    held: Features,
    table: Span | undefined = undefined,
  ): void {
    if (this.#trial) {
      if (SAID.has(status)) this.#trial.counts[status]++;
      else this.#trial.isOpen = true;
      return;
    }
    const id = this.unique(draft.id);
    this.#ids.add(id);
    const { part, of, kind, subject } = draft;
    this.counts[part][status]++;
    if (SAID.has(status)) {
      if (this.#keepsSaid) this.facts.push(new SaidFact(id, draft, status, at, slot, words, held));
      return;
    }
    const assumed = status === 'assumed' ? (draft.assumed ?? (slot && assumptionOf(slot))) : undefined;
    const fact: Fact = {
      id,
      part,
      of,
      kind,
      status,
      at,
      question: openText({ of, kind }, draft.names, status, held),
      subject,
      ...(draft.cause && { cause: draft.cause }),
      slot,
      words,
      held,
      ...(draft.names.fact !== undefined && { head: draft.names.fact }),
      ...(table && { table }),
      ...(draft.list && { list: draft.list }),
      ...(assumed && { assumed }),
    };
    this.facts.push(fact);
    if (draft.words) setNeeds(fact, draft.words);
  }
}

/** What is written to find whether anything of it is open. */
interface Trial {
  readonly counts: Record<Status, number>;
  isOpen: boolean;
}

const NO_WORDS: Features = [];

/** Of a longer column the first cells speak for all. */
const MOST_ASKED = 50;

/** Of one value in all cells: what it needs in a cell where it runs, else in the first. */
function leastOf<T>(cells: readonly FactDraft<T>[], value: T): Features {
  let first: Features | undefined;
  for (const { words } of cells.slice(0, MOST_ASKED)) {
    const needs = words?.(value) ?? [];
    if (needs.every(runs)) return needs;
    first ??= needs;
  }
  return first ?? [];
}

function noneCounted(): Record<PartName | 'document', Record<Status, number>> {
  const parts = (['document', ...PARTS] as const).map((part) => [part, noStatuses()] as const);
  return Object.fromEntries(parts) as ReturnType<typeof noneCounted>;
}

function noStatuses(): Record<Status, number> {
  return { ...NO_STATUSES };
}

const NO_STATUSES = Object.fromEntries(STATUSES.map((status) => [status, 0] as const)) as Record<Status, number>;

/** `5`: a whole part, marked under its heading or left out. */
export function wholePart(writer: SlotWriter, part: PartName, scope: Scope, written: boolean): boolean {
  const number = partNumber(part);
  const draft = {
    id: String(number),
    part,
    kind: `part ${number}` as FactKind,
    subject: { on: 'part' } as const,
    names: {},
  };
  if (writer.scope(draft, scope)) return true;
  if (written) return false;
  writer.gap(draft, scope.heading ?? (scope.mark.status === 'absent' ? scope.mark.at : { start: 0, end: 0 }));
  return true;
}

export function subjectOf(linked: readonly LinkedOperation[]): Subject {
  return { on: 'operations', operations: linked.map((one) => one.operation.name.text) };
}

export function namedOwner(owner: string): string {
  return owner === 'all' ? 'every operation' : `\`${owner}\``;
}
