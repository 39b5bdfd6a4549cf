// Requests by chance, made from an OpenAPI document alone: such as it allows, and near misses. What answers show (ids, slugs, tokens) is
// used in what is sent later. Input: the document. Output: one request after the other.

import type { Json } from '../../test/export/judged.ts';
import { chanceOf, resolved, sample, type Chance, type Sampling } from './sample.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

export interface Sent {
  readonly of: Operation;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** As it is sent. */
  readonly body: string | undefined;
  /** What is wrong with it on purpose. */
  readonly miss: string | undefined;
}

export interface Person {
  readonly token: string;
  readonly shown: unknown;
}

export function operationsIn(api: Json): readonly Operation[] {
  return Object.entries<Json>(api['paths']).flatMap(([path, item]) =>
    Object.entries<Json>(item)
      .filter(([method]) => /^(get|put|post|delete|options|head|patch|trace)$/.test(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Values of one name that are kept. */
const KEPT = 40;

export class Traffic {
  readonly #operations: readonly Operation[];
  readonly #chance: Chance;
  readonly #sampling: Sampling;
  readonly #seen = new Map<string, unknown[]>();
  readonly people: Person[] = [];
  readonly #api: Json;

  constructor(api: Json, seed: number) {
    this.#api = api;
    this.#operations = operationsIn(api);
    this.#chance = chanceOf(seed);
    this.#sampling = {
      api,
      chance: this.#chance,
      seen: (name) => {
        const all = this.#seen.get(name);
        return all && this.#chance.one(all);
      },
    };
  }

  get operations(): readonly Operation[] {
    return this.#operations;
  }

  /** Operations that take rows away are called less often, so that there are some. */
  next(): Sent {
    const of = this.#chance.one(this.#operations);
    if (of.method === 'DELETE' && this.#chance.next() < 0.6) return this.next();
    const sent = this.valid(of);
    return this.#chance.next() < 0.35 ? this.#missed(sent) : sent;
  }

  valid(of: Operation): Sent {
    const parameters = ((of.operation['parameters'] ?? []) as readonly Json[]).map((one) => one as Json);
    const values = (place: string): readonly (readonly [string, unknown])[] =>
      parameters
        .filter((one) => one['in'] === place)
        .filter((one) => one['required'] === true || this.#chance.next() < 0.4)
        .map((one) => [one['name'] as string, this.#parameter(of.path, one)]);
    const content = of.operation['requestBody']?.content as Json | undefined;
    const [type, media] = Object.entries<Json>(content ?? {})[0] ?? [];
    const isSent = media !== undefined && (of.operation['requestBody'].required === true || this.#chance.next() < 0.9);
    return {
      of,
      path: Object.fromEntries(values('path')),
      query: Object.fromEntries(values('query')),
      headers: {
        ...Object.fromEntries(values('header').map(([name, value]) => [name, String(value)])),
        ...(isSent && { 'content-type': type === '*/*' ? 'application/json' : type! }),
        ...this.#credential(of),
      },
      body: isSent ? JSON.stringify(sample(this.#sampling, media['schema'] as Json, 'body')) : undefined,
      miss: undefined,
    };
  }

  /** In a path one that answers had, of the same resource if there is one. */
  #parameter(path: string, parameter: Json): unknown {
    const name = parameter['name'] as string;
    const schema = parameter['schema'] as Json;
    const owner = path.split('/').at(path.split('/').indexOf(`{${name}}`) - 1)!;
    const known = this.#sampling.seen(`${singular(owner)}.${name}`) ?? this.#sampling.seen(name);
    const isKnown = (typeof known === 'number') === /integer|number/.test(JSON.stringify(schema['type'] ?? ''));
    if (parameter['in'] === 'path' && known !== undefined && isKnown && this.#chance.next() < 0.9) return known;
    for (let tries = 0; tries < 20; tries++) {
      const value = sample(this.#sampling, schema, name);
      if (parameter['in'] !== 'path' || (['string', 'number'].includes(typeof value) && value !== '')) return value;
    }
    return 'x';
  }

  /** As its own words say where it is sent. */
  #credential({ operation }: Operation): Readonly<Record<string, string>> {
    const needed = (operation['security'] ?? []) as readonly Json[];
    const names = needed.flatMap((one) => Object.keys(one));
    if (names.length === 0 || this.people.length === 0) return {};
    if (needed.some((one) => Object.keys(one).length === 0) && this.#chance.next() < 0.3) return {};
    const scheme = this.#api['components'].securitySchemes[this.#chance.one(names)] as Json;
    const { token } = this.#chance.one(this.people.slice(this.#chance.next() < 0.6 ? -12 : -KEPT));
    const place = /^header `([^:`]+): ([^`]*)`$/.exec(String(scheme['x-ninefold-sent-in']));
    return place ? { [place[1]!.toLowerCase()]: place[2]!.replace('{token}', token) } : {};
  }

  /** What an answer shows; a credential that is no longer taken is not sent again. */
  learn({ of, headers, miss }: Sent, status: number, body: unknown): void {
    if (status === 401 && miss === undefined) {
      const sent = Object.values(headers).join(' ');
      this.people.splice(0, this.people.length, ...this.people.filter(({ token }) => !sent.includes(token)));
    }
    if (status >= 300) return;
    this.#harvest(body, '', String(of.operation['tags'][0]));
    const token = found(body, 'token');
    if (typeof token === 'string') this.people.push({ token, shown: body });
  }

  #harvest(value: unknown, name: string, owner: string): void {
    if (Array.isArray(value)) for (const one of value) this.#harvest(one, name, owner);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) this.#harvest(inner, key, name === '' ? owner : name);
    else if (value !== null && value !== '')
      for (const key of [name, `${singular(owner)}.${name}`])
        this.#seen.set(key, [...(this.#seen.get(key) ?? []).slice(1 - KEPT), value]);
  }

  #missed(sent: Sent): Sent {
    const misses = [
      () => this.#wrongBody(sent),
      () => this.#wrongBody(sent),
      () => this.#wrongBody(sent),
      () => this.#wrongQuery(sent),
      () => this.#wrongPath(sent),
      () => this.#wrongHeaders(sent),
    ];
    return this.#chance.one(misses)() ?? sent;
  }

  /** An object, a list or a text: what is no JSON, and null, hang in Prism 5, which does not send them on. */
  #wrongBody(sent: Sent): Sent | undefined {
    const schema = Object.values<Json>(sent.of.operation['requestBody']?.content ?? {})[0]?.['schema'] as
      | Json
      | undefined;
    if (sent.body === undefined || !schema) return undefined;
    const whole = (miss: string, body: string | undefined): Sent => ({ ...sent, body, miss: `body ${miss}` });
    const value = JSON.parse(sent.body) as Json;
    const { properties = {} } = resolved(this.#api, schema) as { readonly properties?: Json };
    const names = Object.keys(properties);
    if (names.length === 0 || this.#chance.next() < 0.15)
      return this.#chance.one([
        () => whole('a list', `[${sent.body}]`),
        () => whole('a text', '"text"'),
        () => whole('left out', undefined),
      ])();
    const name = this.#chance.one(names);
    const put = (miss: string, other: unknown): Sent =>
      whole(`${name}: ${miss}`, JSON.stringify({ ...value, [name]: other }));
    return this.#chance.one([
      () => put('null', null),
      () => put('empty', ''),
      () => put('a number', 7.123),
      () => put('a negative number', -1),
      () => put('a large number', 1e15),
      () => put('a boolean', true),
      () => put('a list', ['a']),
      () => put('an object', { a: 1 }),
      () => put('a long text', 'long '.repeat(500)),
      () => put('a short text', 'a'),
      () => put('blank', '  '),
      () => put('a number as text', '7'),
      () => whole(`${name}: left out`, JSON.stringify({ ...value, [name]: undefined })),
      () => whole('an unknown member', JSON.stringify({ ...value, unknown: 1 })),
      () => whole('empty', '{}'),
    ])();
  }

  #wrongQuery(sent: Sent): Sent {
    const names = ((sent.of.operation['parameters'] ?? []) as readonly Json[])
      .filter((one) => one['in'] === 'query')
      .map((one) => one['name'] as string);
    const name = this.#chance.one([...names, 'unknown']);
    const value = this.#chance.one(['', 'x', '-1', '1.5', '999999', 'true', ',', ['a', 'b']]);
    return { ...sent, query: { ...sent.query, [name]: value }, miss: `query ${name}=${String(value)}` };
  }

  #wrongPath(sent: Sent): Sent | undefined {
    const names = Object.keys(sent.path);
    if (names.length === 0) return undefined;
    const name = this.#chance.one(names);
    const value = this.#chance.one([
      'x',
      '0',
      '-1',
      '1.5',
      '999999',
      'a b',
      'é',
      '00000000-0000-7000-8000-000000000000',
    ]);
    return { ...sent, path: { ...sent.path, [name]: value }, miss: `path ${name}: ${value}` };
  }

  #wrongHeaders(sent: Sent): Sent {
    const { authorization, ...rest } = sent.headers;
    const miss = this.#chance.one(['accept', 'type', 'credential', 'other credential']);
    const headers = {
      accept: { ...sent.headers, accept: 'text/csv' },
      type: sent.body === undefined ? sent.headers : { ...sent.headers, 'content-type': 'text/plain' },
      credential: rest,
      'other credential': authorization === undefined ? rest : { ...rest, authorization: `${authorization}x` },
    }[miss]!;
    return { ...sent, headers, miss: `header ${miss}` };
  }
}

function singular(name: string): string {
  return name.toLowerCase().replace(/s$/, '');
}

/** The first under this name, at any depth. */
export function found(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, name)) return (value as Json)[name];
  for (const inner of Object.values(value)) {
    const one = found(inner, name);
    if (one !== undefined) return one;
  }
  return undefined;
}

/** What is behind the address of the server. */
export function targetOf({ of, path, query }: Sent): string {
  const filled = of.path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const styles = new Map(((of.operation['parameters'] ?? []) as readonly Json[]).map((one) => [one['name'], one]));
  const pairs = Object.entries(query).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    if (!Array.isArray(value)) return [[name, String(value)]];
    const isJoined = styles.get(name)?.['explode'] === false;
    return isJoined ? [[name, value.join(',')]] : value.map((one) => [name, String(one)]);
  });
  const text = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? filled : `${filled}?${text}`;
}
