// Every slot of a document that is written or due, in the order of its parts, with its stable id, its status and its question. Input: a
// model. Output: facts, and which slot speaks for a fact that has none of its own. Notation, 1.8. gaps.ts says what
// the gaps among them do.

import { oncePer } from '../../base/once-per.ts';
import type { Model } from '../../model/model.ts';
import { authenticationSlots } from './slots/authentication.ts';
import { eventSlots } from './slots/events.ts';
import { limitSlots, purposeSlots, titleSlots } from './slots/purpose-and-limits.ts';
import { endpointSlots } from './slots/endpoints.ts';
import { errorSlots } from './slots/errors.ts';
import type { SlotPath } from '../document/slot-ids.ts';
import { resourceSlots } from './slots/resources.ts';
import { versioningSlots } from './slots/versioning.ts';
import { stateSlots } from './slots/states.ts';
import { SlotWriter } from './slots/writer.ts';
import { SAID, type Fact } from './slots/fact.ts';

export interface Slots {
  /** By id, all but what is simply stated, `none` or `any`: gaps, what cannot be read or done, what is assumed. */
  readonly open: ReadonlyMap<string, Fact>;
  readonly counts: SlotWriter['counts'];
  /** Including what is stated: in most documents many times as much. */
  readonly facts: readonly Fact[];
  readonly byId: ReadonlyMap<string, Fact>;
  /** The slot that speaks for a fact: itself, its column, its section, its part, or the bullet under All operations. */
  readonly covering: (path: SlotPath) => Fact | undefined;
}

export const slotsOf: (model: Model) => Slots = oncePer((model: Model): Slots => new WrittenSlots(model));

function written(model: Model, keepsSaid: boolean): SlotWriter {
  const writer = new SlotWriter(model, keepsSaid);
  titleSlots(writer);
  purposeSlots(writer);
  resourceSlots(writer);
  stateSlots(writer);
  endpointSlots(writer);
  authenticationSlots(writer);
  eventSlots(writer);
  errorSlots(writer);
  limitSlots(writer);
  versioningSlots(writer);
  return writer;
}

/** Made on demand: `check` looks at what is open, and never at what is stated. */
class WrittenSlots implements Slots {
  readonly #model: Model;
  #all: SlotWriter | undefined;
  #some: SlotWriter | undefined;
  #open: ReadonlyMap<string, Fact> | undefined;
  #covers: ReadonlyMap<string, string> | undefined;
  #byId: ReadonlyMap<string, Fact> | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  get #writer(): SlotWriter {
    return (this.#all ??= written(this.#model, true));
  }

  get #counter(): SlotWriter {
    return this.#all ?? (this.#some ??= written(this.#model, false));
  }

  get open(): ReadonlyMap<string, Fact> {
    this.#open ??= new Map(
      this.#counter.facts.filter(({ status }) => !SAID.has(status)).map((fact) => [fact.id, fact]),
    );
    return this.#open;
  }

  get counts(): SlotWriter['counts'] {
    return this.#counter.counts;
  }

  get facts(): readonly Fact[] {
    return this.#writer.facts;
  }

  get byId(): ReadonlyMap<string, Fact> {
    this.#byId ??= new Map(this.facts.map((fact) => [fact.id, fact]));
    return this.#byId;
  }

  covering = (path: SlotPath): Fact | undefined => {
    this.#covers ??= new Map([...this.#writer.coversMore(), ...this.#writer.covers]);
    return covering(this.byId, this.#covers, path);
  };
}

/** `2/Order.total/required` → itself, else the slot that covers it, else `2/Order`, else `2`. */
function covering(
  byId: ReadonlyMap<string, Fact>,
  covers: ReadonlyMap<string, string>,
  { id, above }: SlotPath,
): Fact | undefined {
  const own = byId.get(id) ?? byId.get(covers.get(id) ?? '');
  if (own) return own;
  for (const one of above) {
    const fact = byId.get(one);
    if (fact && isSection(fact)) return fact;
  }
  return undefined;
}

/** Does it speak for all that is under it? */
function isSection({ kind, status, subject }: Fact): boolean {
  if (subject.on === 'resource') return RESOURCES.has(kind) && status === 'gap';
  return kind === 'machine' || kind === 'operation' || subject.on === 'part';
}

const RESOURCES: ReadonlySet<string> = new Set(['resource', 'field table', 'open list']);
