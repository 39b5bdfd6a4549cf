// Plays requests to whatever the stage serves and writes down what was said. Input: a world's calls with symbols for ids. Output: requests
// as sent and answers as heard, and the same answers with everything taken out that may differ by chance.

import type { Answered } from './answered.ts';
import type { Sent } from './judge-causes.ts';
import type { Asked } from './judge-moves.ts';
import { cursorOf, tagOf } from './generate-words.ts';
import type { Call, Known } from './requests.ts';
import type { Stage } from './service.ts';
import type { Step } from './steps.ts';

export interface Heard {
  readonly sent: Sent;
  readonly answer: Answered;
}

/** A move that someone outside has asked for on the operator's port. */
export interface Moved {
  readonly asked: Asked;
  readonly answer: Answered;
}

/** In the order in which it happened; `at`: where the clock stood. */
export type Happened = (Heard | Moved) & { readonly at: number };

/** Stands between the service and who hears it: for planting inventions. */
export type Tamper = (answer: Answered, sent: Sent) => Answered;

/** `ids`: what was learned before, by resource. */
export async function play(
  stage: Stage,
  calls: readonly Call[],
  {
    tamper = (answer) => answer,
    ids = new Map(),
  }: { readonly tamper?: Tamper | undefined; readonly ids?: Map<string, string[]> } = {},
): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (const call of calls) heard.push(await hear(stage, call, ids, tamper));
  return heard;
}

async function hear(stage: Stage, call: Call, ids: Map<string, string[]>, tamper: Tamper): Promise<Heard> {
  const sent = asSent(call, ids);
  const target = sent.query === '' ? sent.path : `${sent.path}?${sent.query}`;
  const said = await stage.send({
    method: sent.method,
    path: target,
    headers: sent.headers,
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
  const answer = tamper(said, sent);
  if (answer.status < 300) learn(call, sent, answer, ids);
  return { sent, answer };
}

/** Requests, time that passes, moves from outside. */
export async function playSteps(stage: Stage, steps: readonly Step[]): Promise<Happened[]> {
  const ids = new Map<string, string[]>();
  const happened: Happened[] = [];
  for (const step of steps) {
    const at = stage.now;
    switch (step.kind) {
      case 'call':
        happened.push({ ...(await hear(stage, step.call, ids, (answer) => answer)), at });
        break;
      case 'advance':
        await stage.advance(step.by, step.isTold);
        break;
      case 'outside': {
        const { resource, field, to } = step;
        const id = typeof step.id === 'string' ? step.id : identity(step.id, ids);
        const asked = { resource, field, id: step.isText ? String(id) : id, to };
        happened.push({ asked, answer: await stage.move(asked), at });
      }
    }
  }
  return happened;
}

function isKnown(value: unknown): value is Known {
  return typeof value === 'object' && value !== null && '$known' in value;
}

function identity(known: Known, ids: ReadonlyMap<string, readonly string[]>): unknown {
  const list = ids.get(known.$known) ?? [];
  return list.length === 0 ? 'nobody' : (JSON.parse(list[known.nth % list.length]!) as unknown);
}

export function asSent(call: Call, ids: ReadonlyMap<string, readonly string[]>): Sent {
  const target = call.path
    .map((part) => (typeof part === 'string' ? part : encodeURIComponent(String(identity(part, ids)))))
    .join('');
  const question = target.indexOf('?');
  const { body } = call;
  const text = body && ('text' in body ? body.text : wide(JSON.stringify(fill(body.json, ids)), body.octets ?? 0));
  return {
    method: call.method,
    path: question === -1 ? target : target.slice(0, question),
    query: question === -1 ? '' : target.slice(question + 1),
    headers: Object.fromEntries(
      Object.entries(call.headers).map(([name, one]) => [
        name,
        typeof one === 'string' ? one : String(identity(one, ids)),
      ]),
    ),
    body: text,
  };
}

function wide(json: string, octets: number): string {
  return json + ' '.repeat(Math.max(0, octets - Buffer.byteLength(json)));
}

function fill(value: unknown, ids: ReadonlyMap<string, readonly string[]>): unknown {
  if (isKnown(value)) return identity(value, ids);
  if (Array.isArray(value)) return value.map((item) => fill(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, ids)]));
}

/** Ids are remembered as JSON texts, so that numbers stay numbers. */
function learn(call: Call, sent: Sent, answer: Answered, ids: Map<string, string[]>): void {
  const resource = call.resource;
  if (!resource) return;
  const note = (name: string, text: unknown): void => {
    if (typeof text !== 'string') return;
    const all = ids.get(name) ?? [];
    ids.set(name, all.includes(JSON.stringify(text)) ? all : [...all, JSON.stringify(text)]);
  };
  note(tagOf(resource), answer.headers.find(([name]) => name === 'etag')?.[1]);
  if (answer.text === '') return;
  const known = ids.get(resource.name) ?? [];
  ids.set(resource.name, known);
  const add = (id: unknown): void => {
    const text = JSON.stringify(id);
    if (text !== undefined && !known.includes(text)) known.push(text);
  };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && Object.hasOwn(value, resource.identity.name))
      return add((value as Record<string, unknown>)[resource.identity.name]);
    Object.values(value).forEach(walk);
  };
  try {
    const said: unknown = JSON.parse(answer.text);
    if (call.of?.words.cursor) note(cursorOf(call.of), (said as { next?: unknown }).next);
    walk(said);
  } catch {
    // Not JSON: nothing to learn; the judge says so.
  }
  if (sent.method === 'DELETE') known.length = 0;
}

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|x_[A-Za-z0-9_-]+/g;

/** Answers as texts in which only what the document and the requests decide is left. */
/** Of a gap: it names all who meet it, whom another answer may make more or fewer. */
const QUESTION = /,"question":"(?:[^"\\]|\\.)*"(?=\})/g;

/** Tags and cursors hold instants and the key of the service. */
const MADE = /(etag: |"next": ?"|[?&](?:after|before)=)(?:W\/)?[^;\s,}>]*/g;

export function comparable(heard: readonly { readonly answer: Answered }[]): string[] {
  const names = new Map<string, string>();
  const name = (id: string): string => {
    if (!names.has(id)) names.set(id, `#${names.size + 1}`);
    return names.get(id)!;
  };
  return heard.map(({ answer }) => {
    const headers = answer.headers.filter(([key]) => key !== 'date' && key !== 'content-length');
    const text = `${answer.status} ${headers.map(([key, value]) => `${key}: ${value}`).join('; ')} ${answer.text}`;
    return text.replace(MADE, '$1').replace(INSTANT, 'T').replace(ID, name).replace(QUESTION, '');
  });
}
