// What events carry. Input: a model. Output: for each kind of event when it is sent and the schema of its payload. Notation, part 6.

import { toldResourcesOf } from '../analysis/requests/receivers.ts';
import { otherId } from '../analysis/document/slot-ids.ts';
import type { EventKind } from '../notation/events.ts';
import { EVENT } from '../notation/events.ts';
import { isComplete } from '../analysis/document/complete.ts';
import { valueOf } from '../notation/slot.ts';
import { pascal } from './names.ts';
import { notShown, openOfAll } from './not-shown.ts';
import { prose } from './prose.ts';
import { objectOf, type Member, type Schema } from './schema.ts';
import { rowSchema, shapeSchema, type Showing } from './shown.ts';
import { texts } from './statements.ts';
import { valueSchema } from './values.ts';

/** By the name of the event. */
export function payloads(showing: Showing): Readonly<Record<string, Schema>> {
  const { model, definitions } = showing;
  const { items } = model.document.events.kinds;
  const open = openOfAll(model);
  return Object.fromEntries(
    items.map((event) => {
      const name = event.name.text;
      const id = otherId(6, name);
      const schema = definitions.refer(JSON.stringify(['event', name]), `${pascal(name)}Event`, () =>
        payloadOf(showing, event, items),
      );
      return [
        name,
        {
          ...texts(EVENT.columns, event, (key) => key === 'payload'),
          payload: schema,
          ...notShown(open.filter(({ gap }) => gap === id || gap.startsWith(`${id}/`))),
        },
      ];
    }),
  );
}

function payloadOf(
  showing: Showing,
  event: EventKind,
  all: readonly EventKind[],
  seen: ReadonlySet<EventKind> = new Set(),
): Schema {
  const { model } = showing;
  const payload = valueOf(event.payload);
  if (payload?.kind === 'same as') {
    const other = all.find(({ name }) => name.text === payload.event.text);
    return other && !seen.has(other) ? payloadOf(showing, other, all, new Set([...seen, event])) : {};
  }
  if (payload?.kind === 'shape') {
    const text: Schema = { type: 'string' };
    const [told = event] = seen;
    const about = toldResourcesOf(model, told.name.text);
    return shapeSchema(showing, payload.shape, {
      resource: about.length === 1 ? about[0] : undefined,
      word: () => ({ schema: text, optional: false, repeats: false }),
    });
  }
  if (!event.fields.written) return {};
  const members = event.fields.items.map((field): Member => {
    const type = valueOf(field.type);
    const meaning = valueOf(field.meaning);
    const schema = type
      ? valueSchema({ model, resource: (one) => rowSchema(showing, one) }, [type], valueOf(field.allowed) ?? [])
      : {};
    return {
      path: field.name.text.split('.'),
      schema: { ...schema, ...(meaning && { description: prose(meaning) }) },
      required: valueOf(field.required)?.kind === 'yes',
    };
  });
  return objectOf(members, isComplete(model, event.fields) ? 'none' : 'open');
}
