// The operator's hand on one row, as an operation that no document states: it finds the row by its identity and sets what is sent. Input: a
// resource. Output: the operation; undefined where nothing of its rows can be set. docs/operate.md, `row set`.

import { withoutNull } from '../document/paths.ts';
import type { BodyField } from '../../notation/endpoints.ts';
import type { Field, Resource } from '../../notation/resources.ts';
import type { Slot } from '../../notation/slot.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { ruleOf } from '../document/field-rules.ts';
import { identityOf } from '../document/targets.ts';
import { isEmbedded } from '../document/value-kinds.ts';
import { unstatedOperation } from './outside.ts';

const NOWHERE = { start: 0, end: 0 };

function stated<T>(value: T): Slot<T> {
  return { status: 'stated', value, at: NOWHERE, text: '' };
}

/** What is sent is in an object of this name: no condition of a document speaks of it. */
export const SET = 'set';

export function rowSetOperation(model: Model, resource: Resource): LinkedOperation | undefined {
  const keys = identityOf(resource);
  const fields = resource.fields.items.filter((field) => isSettableByHand(model, field));
  if (keys.length === 0 || fields.length === 0) return undefined;
  const target = { text: resource.name.text, at: NOWHERE };
  const effect = { kind: 'updates', target, where: undefined, ifThere: false, also: [], at: NOWHERE } as const;
  return unstatedOperation(`row set ${resource.name.text}`, keys, effect, {
    bodyTable: { items: fields.map((field) => rowOf(resource, field)), mark: 'closed', at: NOWHERE, written: true },
    body: { status: 'absent', at: NOWHERE },
    mediaType: stated({ in: 'application/json', out: 'application/json' }),
    unknownFields: stated({ elsewhere: 'refused' as const }),
    readOnlyFields: stated('refused' as const),
    omittedFields: stated({ general: 'kept' as const, fields: [] }),
    nullFields: stated({ general: 'cleared' as const, fields: [] }),
    emptyText: stated({ general: 'kept' as const, fields: [] }),
    emits: { status: 'none', at: NOWHERE, text: 'none' },
    who: stated({ kind: 'anyone', signedInIfSent: false } as const),
  });
}

/** Kept as it is set: no state, which moves, nothing that a rule makes, and no row that is shown by several fields. */
export function isSettableByHand(model: Model, field: Field): boolean {
  const plain = withoutNull(field.type);
  const rule = ruleOf(field);
  if (!plain || plain.kind === 'state' || (plain.kind === 'resource' && isEmbedded(model, plain))) return false;
  return rule === undefined || rule.kind === 'caller';
}

function rowOf(resource: Resource, { name }: Field): BodyField {
  return {
    name: { text: `${SET}.${name.text}`, at: NOWHERE },
    type: { status: 'absent', at: NOWHERE },
    required: stated({ kind: 'no' } as const),
    default: { status: 'none', at: NOWHERE, text: 'none' },
    allowed: { status: 'absent', at: NOWHERE },
    when: { status: 'absent', at: NOWHERE },
    sets: stated([resource.name.text, ...name.text.split('.')]),
    at: NOWHERE,
  };
}
