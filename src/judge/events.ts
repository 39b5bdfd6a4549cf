// The values that fields become, under When of an event, and what its payload shows. Input: the events. Output: errors: a state that its
// machine does not have, a value that its field never has, a secret of one caller. Notation, part 6, keys When and Payload.

import { oncePer } from '../base/once-per.ts';
import { tokenLeak } from '../diagnostics/authentication.ts';
import type { Model } from '../model/model.ts';
import type { EventKind } from '../notation/events.ts';
import type { Field, Resource } from '../notation/resources.ts';
import { valueOf } from '../notation/slot.ts';
import type { Occasion } from '../notation/values/occasions.ts';
import { broken, constraintText, ownConstraints } from '../analysis/document/allowed.ts';
import { isMany } from '../analysis/document/paths.ts';
import { fieldsShown, isShownOnce } from '../analysis/document/shape-fields.ts';
import { endsOf, type End } from '../analysis/document/shape-leaves.ts';
import { plainType } from '../analysis/document/value-kinds.ts';
import type { Findings } from './findings.ts';
import { impossible } from './literals.ts';
import { misfit } from './misfit.ts';

export function judgeEvents(findings: Findings): void {
  for (const kind of findings.model.document.events.kinds.items) {
    for (const occasion of valueOf(kind.when) ?? []) if (occasion.kind === 'becomes') judgeValue(findings, occasion);
    judgePayload(findings, kind);
  }
}

/** A secret is for the one who calls, and not for all who get an event. */
function judgePayload(findings: Findings, { name: event, payload }: EventKind): void {
  const stated = valueOf(payload);
  for (const end of stated?.kind === 'shape' ? endsOf(stated.shape) : []) {
    const [resource, field] = secretIn(findings.model, end) ?? [];
    if (!resource || !field) continue;
    const values = { field: `${resource.name.text}.${field.name.text}`, where: `the event \`${event.text}\`` };
    findings.report(tokenLeak, payload.at, values, [{ at: field.setBy.at, message: 'it is a token' }]);
  }
}

const secretsOf = oncePer((resource: Resource): readonly Field[] => resource.fields.items.filter(isShownOnce));

function secretIn(model: Model, end: End): readonly [Resource, Field] | undefined {
  if (end.kind === 'resource') {
    const resource = model.resources.get(end.resource.text);
    const secrets = resource ? secretsOf(resource) : [];
    if (!resource || secrets.length === 0) return undefined;
    const shown = new Set(fieldsShown(resource, end));
    const field = secrets.find(({ name }) => shown.has(name.text));
    return field && [resource, field];
  }
  if (end.kind !== 'field') return undefined;
  // Of the resources that have a field of this name one is meant: where all are secrets, so is that one.
  const found = [...model.resources.values()].flatMap((resource) => {
    const field = resource.fields.items.find(({ name }) => name.text === end.path.join('.'));
    return field ? [[resource, field] as const] : [];
  });
  return found.every(([, field]) => isShownOnce(field)) ? found[0] : undefined;
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
