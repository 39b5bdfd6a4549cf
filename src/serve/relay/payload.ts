// What an event carries, as JSON. Input: an event of the outbox, and the plan that shows its payload: that of the document, or the one that was
// kept beside the data when another document was served. Output: its text, or why there is none. Notation, part 6, Payload; decision 0068.

import type { Plan } from '../../plan/plan.ts';
import { EVENT_ID, type PayloadPlan } from '../../plan/payload-plan.ts';
import { noteOf, shapeOf, type PayloadShape } from '../../store/payload-shape.ts';
import type { Notes, Row } from '../../store/store.ts';
import { compileOutput } from '../answer.ts';
import { stored } from '../other-rows.ts';
import type { Words } from '../words.ts';

/** As the outbox has it. */
export interface KeptEvent {
  readonly id: number;
  readonly at: string;
  readonly event: string;
  readonly resource: string;
  readonly payload: string | null;
  readonly shape: string | null;
}

/** `held`: why nothing can be sent of it, in words. */
export type Payload = { readonly json: string } | { readonly held: string };

type Show = (event: KeptEvent) => string;

/** The plans of its payloads are kept beside the data before the first event is written: another document may be served when it is sent. */
export async function keepPayloads({ storage }: Pick<Plan, 'storage'>, notes: Notes): Promise<void> {
  for (const payload of payloadsIn(storage)) {
    if (!('columns' in payload)) continue;
    const { digest, text } = shapeOf(payload);
    await notes.keep(noteOf(digest), text);
  }
}

/** Resolves for each event; what was read once is not read again. */
export function compilePayloads(
  { storage }: Pick<Plan, 'storage'>,
  notes: Pick<Notes, 'read'>,
): (event: KeptEvent) => Promise<Payload> {
  const shapes = new Map<string, Show | undefined>();
  const why = new Map<string, string>();
  for (const payload of payloadsIn(storage)) {
    if ('columns' in payload) {
      const { digest, text } = shapeOf(payload);
      shapes.set(digest, compileShape(JSON.parse(text) as PayloadShape));
    } else why.set(JSON.stringify([payload.event, payload.resource]), payload.why);
  }
  const shown = async (digest: string): Promise<Show | undefined> => {
    if (!shapes.has(digest)) {
      const text = await notes.read(noteOf(digest));
      shapes.set(digest, text === undefined ? undefined : compileShape(JSON.parse(text) as PayloadShape));
    }
    return shapes.get(digest);
  };
  return async (event) => {
    if (event.payload === null || event.shape === null)
      return { held: why.get(JSON.stringify([event.event, event.resource])) ?? 'nothing was kept of what it carries' };
    const show = await shown(event.shape);
    return show ? { json: show(event) } : { held: 'nothing is kept of how its payload is shown' };
  };
}

function payloadsIn(storage: Plan['storage']): readonly PayloadPlan[] {
  return storage.flatMap(({ payloads = [] }) => payloads);
}

/** By the code that builds answers. */
export function compileShape({ columns, of, shown }: PayloadShape): Show {
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  const { build } = compileOutput(of, { clock: STANDS, columns: places, constants: {}, shown });
  const base = places.get('#base');
  return ({ id, at, payload }) => {
    const texts = JSON.parse(payload!) as readonly (string | null)[];
    const row: Row = columns.map(({ type }, place) => stored(texts[place] ?? null, type));
    const address = base === undefined ? undefined : String(row[base]);
    const bindings = { now: at, ...(address !== undefined && { base: address }) };
    const words: Words = { ...NO_REQUEST, bindings, failure: { base: address, [EVENT_ID]: id } };
    return build(row, words) ?? 'null';
  };
}

/** The instant of an event is bound. */
const STANDS = { now: () => 0 };

/** No payload shows what is in a request. */
const NO_REQUEST = { rows: [], total: undefined, failures: [], request: undefined as never };
