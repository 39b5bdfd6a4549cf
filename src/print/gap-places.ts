// Where the statement of a kind of fact belongs when nothing is written: the bullet's key or the column's head. In: a fact.
// Out: words of the notation. marks.ts and answer.ts read it. Notation, section 2, the tables of each part.

import type { Span } from '../base/span.ts';
import { partNumber, type PartName } from '../base/parts.ts';
import type { Model } from '../model/model.ts';
import type { FactKind } from '../model/views/gaps/table.ts';
import type { Fact } from '../model/views/slots/writer.ts';

/** `head`: the key or head that the fact itself names. */
type Key = string | { readonly from: 'head' };
const OWN: Key = { from: 'head' };

const BULLETS: Partial<Record<FactKind, Key>> = {
  lists: 'Lists',
  'identified by': 'Identified by',
  'when deleted': 'When deleted',
  'any other move': 'Any other move',
  'media type': 'Media type',
  does: 'Does',
  who: 'Who',
  'omitted fields': 'Omitted fields',
  'null fields': 'Null fields',
  'unknown fields': 'Unknown fields',
  'read-only fields': 'Read-only fields',
  repeat: 'Repeat',
  order: 'Order',
  pages: 'Pages',
  body: 'Body',
  emits: 'Emits',
  scheme: OWN,
  'caller of a scheme': 'Caller',
  'token of a scheme': OWN,
  'fact of a scheme': OWN,
  delivery: OWN,
  'error body': 'Error body',
  'all failed fields': 'All failed fields at once',
  'versioning scheme': 'Scheme',
  compatibility: 'Compatibility',
  'fact of versioning': OWN,
};

const COLUMNS: Partial<Record<FactKind, Key>> = {
  type: 'Type',
  required: 'Required',
  'set by': 'Set by',
  'allowed values': 'Allowed values',
  default: 'Default',
  'kind of a state': 'Kind',
  to: 'To',
  by: 'By',
  'only if': 'Only if',
  'emits of a move': 'Emits',
  'type of a parameter': 'Type',
  'required of a parameter': 'Required',
  'default of a parameter': 'Default',
  'allowed values of a parameter': 'Allowed values',
  'selects of the path': 'Selects',
  'selects of a query': 'Selects',
  'sets of a body field': 'Sets',
  'success when': 'When',
  'success body': 'Body',
  'refusal when': 'When',
  'code status': 'Status',
  'code when': 'When',
  limit: OWN,
};

/** An event's fact is a bullet under its heading, or a cell of the Event table. */
function eventKey({ kind, id }: Fact): string | undefined {
  if (kind !== 'event') return undefined;
  return id.endsWith('/when') ? 'When' : id.endsWith('/payload') ? 'Payload' : undefined;
}

export function bulletKey(fact: Fact): string | undefined {
  return eventKey(fact) ?? keyOf(BULLETS, fact);
}

export function columnHead(fact: Fact): string | undefined {
  return eventKey(fact) ?? keyOf(COLUMNS, fact);
}

function keyOf(keys: Partial<Record<FactKind, Key>>, { kind, head }: Fact): string | undefined {
  const key = keys[kind];
  return typeof key === 'object' ? head : key;
}

/** Nothing is written, not even a word that says so. */
export function isAbsent({ status, slot, table }: Fact): boolean {
  return status === 'gap' && (slot === undefined || slot.status === 'absent' || table !== undefined);
}

export function tableOf({ slot, table }: Fact): Span | undefined {
  return table ?? (slot?.status === 'absent' ? slot.column : undefined);
}

/** A title that is left out has no line to write behind. */
export function hasTitle({ document }: Model): boolean {
  return document.title.name.status !== 'absent';
}

/** The part that is left out as a whole. */
export function missingPart({ document }: Model, { id, part }: Fact): PartName | undefined {
  if (part === 'document' || document[part].scope.heading !== undefined) return undefined;
  return part === 'purpose' || id === String(partNumber(part)) ? part : undefined;
}
