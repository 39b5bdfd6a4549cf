// What came as an event, taken apart: its kind, its id, its payload out of what surrounds it. Input: what came, what Delivery states. Output: its
// parts, and what is wrong with what surrounds them. Notation, part 6, Envelope and Duplicates.
// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md

import type { Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { Shape, Template } from '../../notation/values/shapes.ts';
import { isMembers, readJson } from '../world/json.ts';
import type { Arrived } from './happening.ts';

export interface Parts {
  /** Undefined: nothing says it. */
  readonly kind: string | undefined;
  readonly id: string | undefined;
  readonly payload: unknown;
  /** Undefined: what surrounds the payload is as it is stated. */
  readonly wrong: string | undefined;
}

export function partsOf({ document }: Model, arrived: Arrived): Parts {
  const facts = document.events.delivery?.facts;
  const envelope = facts && valueOf(facts.envelope);
  const json = readJson(arrived.body);
  const bare = { kind: arrived.event, id: idOf(document, arrived), payload: json?.value, wrong: undefined };
  if (!json) return { ...bare, wrong: `it is no JSON: ${arrived.body.slice(0, 80)}` };
  if (!envelope) return bare;
  if (envelope.kind === 'shape') return ofTemplate(envelope.shape, json.value, bare);
  if (envelope.mode === 'binary') return binary(arrived, bare);
  return structured(json.value, bare);
}

function header({ headers }: Arrived, name: string): string | undefined {
  return headers.find(([one]) => one === name.toLowerCase())?.[1];
}

function idOf({ events }: Model['document'], arrived: Arrived): string | undefined {
  const facts = events.delivery?.facts;
  const by = facts && valueOf(facts.duplicates)?.by;
  if (by?.in === 'header') return header(arrived, by.name);
  return arrived.id ?? header(arrived, 'webhook-id') ?? header(arrived, 'ce-id');
}

function binary(arrived: Arrived, bare: Parts): Parts {
  const lacking = ['specversion', 'id', 'source', 'type'].find((name) => header(arrived, `ce-${name}`) === undefined);
  return {
    ...bare,
    kind: header(arrived, 'ce-type'),
    id: bare.id ?? header(arrived, 'ce-id'),
    wrong: lacking && `it has no header ce-${lacking}`,
  };
}

function structured(value: unknown, bare: Parts): Parts {
  if (!isMembers(value)) return { ...bare, wrong: 'it is no object' };
  const lacking = ['specversion', 'id', 'source', 'type'].find((name) => typeof value[name] !== 'string');
  const isOther = value['specversion'] !== '1.0' ? `specversion is ${String(value['specversion'])}` : undefined;
  return {
    kind: String(value['type']),
    id: bare.id ?? String(value['id']),
    payload: value['data'],
    wrong: lacking ? `it has no ${lacking}` : isOther,
  };
}

/** What each word of the template stands for in what came. */
function ofTemplate(shape: Shape, value: unknown, bare: Parts): Parts {
  if (shape.kind !== 'template') return bare;
  const words = new Map<string, unknown>();
  const wrong = walk(shape.value, value, '', words);
  const [kind, id] = [words.get('event name'), words.get('event id')];
  return {
    kind: typeof kind === 'string' ? kind : bare.kind,
    id: bare.id ?? (typeof id === 'string' ? id : undefined),
    payload: typeof words.get('payload') === 'string' ? undefined : words.get('payload'),
    wrong,
  };
}

function walk(template: Template, value: unknown, at: string, words: Map<string, unknown>): string | undefined {
  switch (template.kind) {
    case 'word':
      words.set(template.word, value);
      return value === undefined ? `it has no ${at}` : undefined;
    case 'object': {
      if (!isMembers(value)) return `${at === '' ? 'it' : at} is no object`;
      const wrong = template.pairs.map((pair) => {
        const name = pair.key.kind === 'word' ? undefined : pair.key.text;
        return name === undefined
          ? undefined
          : walk(pair.value, value[name], at === '' ? name : `${at}.${name}`, words);
      });
      const named = new Set(template.pairs.map(({ key }) => (key.kind === 'word' ? '' : key.text)));
      const other = Object.keys(value).find((name) => !named.has(name));
      return wrong.find((one) => one !== undefined) ?? (other && `it has ${other}, which the document does not state`);
    }
    case 'literal':
      return JSON.stringify(template.value) === JSON.stringify(value) ? undefined : `${at} is ${JSON.stringify(value)}`;
    default:
      return undefined;
  }
}
