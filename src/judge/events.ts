// The values that fields become, under When of an event. Input: the events. Output: errors: a state that its machine does not have, a value
// that its field never has. Notation, part 6, key When.

import { valueOf } from '../notation/slot.ts';
import type { Occasion } from '../notation/values/occasions.ts';
import { broken, constraintText, ownConstraints } from '../analysis/document/allowed.ts';
import { isMany } from '../analysis/document/paths.ts';
import { plainType } from '../analysis/document/value-kinds.ts';
import type { Findings } from './findings.ts';
import { impossible } from './literals.ts';
import { misfit } from './misfit.ts';

export function judgeEvents(findings: Findings): void {
  for (const { when } of findings.model.document.events.kinds.items)
    for (const occasion of valueOf(when) ?? []) if (occasion.kind === 'becomes') judgeValue(findings, occasion);
}

function judgeValue(findings: Findings, { field, value }: Extract<Occasion, { readonly kind: 'becomes' }>): void {
  const { model } = findings;
  const name = `${field.owner.text}.${field.field.text}`;
  const declared = model.fields.get(name);
  const written = declared && valueOf(declared.type);
  const type = written && plainType(model, written)?.type;
  if (!type) return;
  if (type.kind === 'state') return findings.state(name, value);
  // How one value is written that is a list, an object or a row, no rule says.
  if (isMany(type) || type.kind === 'object' || type.kind === 'resource') return;
  if (value.text === 'null' && written.kind === 'nullable') return;
  const literal = { kind: 'text', value: value.text } as const;
  const outside = broken([...ownConstraints(type), ...(valueOf(declared.allowed) ?? [])], literal);
  const expected = misfit(type, literal, false) ?? (outside && constraintText(outside));
  if (expected !== undefined) impossible(findings, type, value.at, value.text, `\`${name}\``, expected);
}
