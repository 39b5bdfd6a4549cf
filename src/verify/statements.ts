// Where the document states something. Input: a model and a slot, or a place. Output: its id, its line and its text, for findings.

import { LineIndex, type Span } from '../base/span.ts';
import { oncePer } from '../base/once-per.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import type { Model } from '../model/model.ts';
import type { Slot } from '../notation/slot.ts';
import type { Statement } from './verdict.ts';

const idsOf = oncePer((model: Model): ReadonlyMap<Slot<unknown>, string> => {
  const ids = new Map<Slot<unknown>, string>();
  for (const { slot, id } of slotsOf(model).facts) if (slot) ids.set(slot, id);
  return ids;
});

const linesOf = oncePer((model: Model): LineIndex => new LineIndex(model.document.source));

/** Undefined: nothing is written there. */
export function statementOf(model: Model, slot: Slot<unknown> | undefined, id?: string): Statement | undefined {
  if (!slot || slot.status === 'absent') return undefined;
  const statement = writtenAt(model, slot);
  return statement.id === '' && id !== undefined ? { ...statement, id } : statement;
}

const writtenAt = oncePer((model: Model, slot: Slot<unknown>): Statement =>
  statementAt(model, slot.at, idsOf(model).get(slot) ?? ''),
);

export function statementAt(model: Model, at: Span, id: string): Statement {
  const lines = linesOf(model);
  const { line, column } = lines.position(at.start);
  const written = model.document.source.slice(at.start, at.end).trim();
  return { id, line, column, text: written === '' ? lines.line(line).trim() : written.split('\n')[0]! };
}
