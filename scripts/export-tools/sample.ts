// Values by chance that a schema allows. Input: a schema of an OpenAPI document, and values that were seen under a name. Output: JSON.

import { randomUUID } from 'node:crypto';
import { sample as drawn, stringMatching } from 'fast-check';

import type { Json } from '../../test/export/judged.ts';

export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  one<T>(all: readonly T[]): T;
}

/** The same numbers for the same seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = Math.trunc(state + 0x6d2b79f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, one: (all) => all[Math.floor(next() * all.length)]! };
}

export interface Sampling {
  readonly api: Json;
  readonly chance: Chance;
  /** A value that answers had under this name. */
  seen(name: string): unknown;
}

export function resolved(api: Json, schema: Json): Json {
  const { $ref } = schema as { readonly $ref?: string };
  return $ref === undefined ? schema : resolved(api, api['components'].schemas[$ref.split('/').at(-1)!] as Json);
}

export function sample(sampling: Sampling, given: Json, name: string): unknown {
  const { api, chance } = sampling;
  const schema = merged(api, given);
  if ('const' in schema) return schema['const'];
  if (schema['enum']) return chance.one(schema['enum'] as readonly unknown[]);
  if (schema['anyOf']) return sample(sampling, chance.one(schema['anyOf'] as readonly Json[]), name);
  const { type } = schema as { readonly type?: string | readonly string[] };
  switch (typeof type === 'object' ? chance.one(type) : type) {
    case 'null':
      return null;
    case 'boolean':
      return chance.next() < 0.5;
    case 'integer':
    case 'number':
      return numberOf(sampling, schema, name);
    case 'array':
      return Array.from({ length: lengthOf(sampling, schema) }, () =>
        sample(sampling, (schema['items'] ?? {}) as Json, name),
      );
    case 'object':
      return objectOf(sampling, schema);
    default:
      return textOf(sampling, schema, name);
  }
}

function merged(api: Json, given: Json): Json {
  const schema = resolved(api, given);
  const { allOf, ...rest } = schema as { readonly allOf?: readonly Json[] };
  return allOf ? (Object.assign({}, ...allOf.map((one) => merged(api, one)), rest) as Json) : schema;
}

function lengthOf({ chance }: Sampling, { minItems = 0, maxItems = 3 }: Json): number {
  const least = Number(minItems);
  return least + Math.floor(chance.next() * (Math.min(Number(maxItems), least + 2) - least + 1));
}

function numberOf(sampling: Sampling, schema: Json, name: string): number {
  const { chance } = sampling;
  const known = sampling.seen(name);
  if (typeof known === 'number' && chance.next() < 0.8) return known;
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0) + ('exclusiveMinimum' in schema ? 1 : 0);
  const most = Math.min(Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? least + 50), least + 50);
  const drawnValue = least + chance.next() * (most - least);
  const decimals = schema['type'] === 'integer' ? 0 : Number(schema['x-ninefold-decimals'] ?? 1);
  const rounded = Math.floor(drawnValue * 10 ** decimals) / 10 ** decimals;
  return rounded < least ? least : rounded;
}

function objectOf(sampling: Sampling, schema: Json): unknown {
  const { chance } = sampling;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const members = Object.entries<Json>(schema['properties'] ?? {}).flatMap(([key, inner]) =>
    required.has(key) || chance.next() < 0.5 ? [[key, sample(sampling, inner, key)] as const] : [],
  );
  const others = schema['additionalProperties'] as Json | boolean | undefined;
  const more = typeof others === 'object' && chance.next() < 0.7 ? [['a', sample(sampling, others, 'a')] as const] : [];
  return Object.fromEntries([...members, ...more]);
}

const TEXTS = ['a', 'Chair', 'oak table', 'Ångström', '日本', 'x-1', 'two words', "it's", '100 %', 'a/b?c=d&e', '<b>"'];

function textOf(sampling: Sampling, schema: Json, name: string): string {
  const { chance } = sampling;
  const {
    minLength = 0,
    maxLength = Infinity,
    pattern,
    format,
  } = schema as {
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
    readonly format?: string;
  };
  const known = sampling.seen(name);
  if (typeof known === 'string' && chance.next() < 0.5) return known;
  switch (format) {
    case 'uuid':
      return randomUUID();
    case 'date-time':
      return new Date(1.77e12 + Math.floor(chance.next() * 1e11)).toISOString();
    case 'date':
      return new Date(1.77e12 + Math.floor(chance.next() * 1e11)).toISOString().slice(0, 10);
    case 'email':
      return `p${Math.floor(chance.next() * 1e9)}@example.org`;
    case 'uri':
      return `https://example.org/${Math.floor(chance.next() * 1e6)}`;
    // One for all: each person who signs in with a known name gets in.
    case 'password':
      return 'correct horse 1'.padEnd(minLength, '1').slice(0, maxLength);
    default: {
      const seed = Math.floor(chance.next() * 2 ** 31);
      const fits = (text: string): boolean =>
        text.length >= minLength && [...text].length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
      const plain = [`${chance.one(TEXTS)} ${seed % 1e6}`, chance.one(TEXTS), `x${seed % 1e6}`.slice(0, maxLength)];
      const made = pattern === undefined ? [] : drawn(stringMatching(new RegExp(pattern)), { numRuns: 20, seed });
      return [...plain, ...made].find(fits) ?? 'x'.repeat(minLength);
    }
  }
}
