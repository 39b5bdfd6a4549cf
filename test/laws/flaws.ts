// Every request that is wrong in one way, for one operation of a generated document: what a gap that holds single requests may be met by.
// Input: the world. Output: calls, behind rows to make them of.

import { fitted, listsOf } from './generate-more.ts';
import { fittingHeaders, wrongHeaders } from './generate-words.ts';
import { KINDS } from './kinds.ts';
import type { Random } from './random.ts';
import { nested } from './requests.ts';
import type { Call, Known } from './requests.ts';
import type { FieldWorld, OperationWorld, World } from './world.ts';

type Flat = Readonly<Record<string, unknown>>;

/** Of every type an identity that no row has. */
const NOBODY: readonly unknown[] = ['nobody', 99_999, '0190a3f2-7c1e-7000-8000-999999999999', null];

/** An integer that 64 bits hold, and whose double they do not. */
const HUGE = 4_611_686_018_427_388_000;

let fresh = 0;

function good(random: Random, field: FieldWorld): unknown {
  return field.refersTo
    ? ({ $known: field.refersTo, nth: random.whole(0, 3) } satisfies Known)
    : field.kind.good(random);
}

function settable(of: OperationWorld): readonly FieldWorld[] {
  return of.resource.fields.filter(
    ({ sent }) => sent === 'always' || (sent === 'at create' && (of.doing === 'create' || of.doing === 'put')),
  );
}

function wholeBody(random: Random, of: OperationWorld): Flat {
  if (of.sets) return { value: good(random, of.sets) };
  const own = of.doing === 'create' && of.resource.identity.kind === 'caller' ? { code: `f${(fresh += 1)}` } : {};
  const whole = { ...own, ...Object.fromEntries(settable(of).map((field) => [field.name, good(random, field)])) };
  return fitted(random, whole, listsOf(of), (name) => valueOf(random, of, name));
}

function valueOf(random: Random, { resource }: OperationWorld, name: string): unknown {
  return good(
    random,
    resource.fields.find((field) => field.name === name)!,
  );
}

function without(body: Flat, names: readonly string[]): Flat {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** One member wrong at a time, then several. */
function bodies(random: Random, of: OperationWorld): Flat[] {
  const whole = wholeBody(random, of);
  const again = (): Flat => wholeBody(random, of);
  const kinds = new Map<string, readonly unknown[]>(
    of.sets
      ? [['value', of.sets.kind.bad]]
      : settable(of).map(({ name, kind, refersTo }) => [name, refersTo ? NOBODY : kind.bad]),
  );
  const names = [...new Set([...Object.keys(whole), ...kinds.keys()])];
  const any = KINDS.flatMap(({ bad }) => bad);
  const one = names.flatMap((name) => [
    without(again(), [name]),
    ...[null, '', '  ', HUGE, ...(kinds.get(name) ?? [5, false, []]), ...any.slice(0, 3)].map((value) => ({
      ...again(),
      [name]: value,
    })),
  ]);
  const wrong = (name: string): unknown => kinds.get(name)?.[0] ?? [[]];
  const own = new Set(settable(of).map(({ name }) => name));
  const readOnly = of.resource.fields.flatMap(({ name }) => (own.has(name) ? [] : [name]));
  const { name: identity } = of.resource.identity;
  const known = [0, 1, 2].map((nth): Known => ({ $known: of.resource.name, nth }));
  return [
    whole,
    whole,
    {},
    // None of a list, and all of it.
    ...listsOf(of).flatMap(({ fields }) => [
      without(again(), fields),
      { ...again(), ...Object.fromEntries(fields.map((name) => [name, valueOf(random, of, name)])) },
    ]),
    ...one,
    Object.fromEntries(names.map((name) => [name, wrong(name)])),
    Object.fromEntries(names.map((name) => [name, null])),
    { ...again(), ...Object.fromEntries([...readOnly, identity].map((name) => [name, 'mine'])) },
    ...names.map((name) => ({ ...again(), [name]: wrong(name), [identity]: 'mine' })),
    { ...again(), surprise: 1 },
    { ...again(), surprise: 1, surprising: 2 },
    { ...again(), ...(names[0] === undefined ? {} : { [names[0]]: wrong(names[0]) }), surprise: 1 },
    // An identity that is there already, beside values that are not.
    ...(whole[identity] === undefined ? [] : known.map((one) => ({ ...again(), [identity]: one }))),
    ...[...readOnly, identity, ...(of.resource.machine ? [of.resource.machine.field] : [])].map((name) => ({
      ...again(),
      [name]: 'mine',
    })),
  ];
}

function queries(random: Random, of: OperationWorld): string[] {
  const own = of.query.flatMap(({ name, field }) =>
    [good(random, field), ...field.kind.bad, ''].map(
      (value) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    ),
  );
  const twice = own.slice(0, 1).map((one) => `${one}&${one}`);
  return ['', ...own, ...twice, ...(of.pages ? ['limit=2', 'limit=x', 'offset='] : []), 'surprise=1'];
}

function pathTo(of: OperationWorld, id: string | Known, query: string): (string | Known)[] {
  const at = of.path.indexOf('{');
  const end = query === '' ? '' : `?${query}`;
  if (at === -1) return [of.path + end];
  return [of.path.slice(0, at), id, of.path.slice(of.path.indexOf('}') + 1) + end];
}

/** The same key with one body and with others. */
function keyed(random: Random, of: OperationWorld): Flat[] {
  if (!of.words.keyed) return [];
  const [one, another, third] = [wholeBody(random, of), wholeBody(random, of), wholeBody(random, of)];
  return [one, one, another, third];
}

/** The same call again, and others with its key. */
function repeated(random: Random, of: OperationWorld): Flat[] {
  const { same } = of.more;
  if (!same) return [];
  const one = wholeBody(random, of);
  const others = Array.from({ length: 4 }, () => ({ ...wholeBody(random, of), [same.key]: one[same.key] }));
  return [one, one, ...others];
}

/** With which nothing is wrong, to the rows that are known. */
export function fitting(random: Random, of: OperationWorld): Call[] {
  const one: OperationWorld = of.doing === 'create every' ? { ...of, doing: 'create' } : of;
  return [0, 1, 2].map((nth) => {
    const body = nested(wholeBody(random, one));
    return {
      method: of.method,
      path: pathTo(of, { $known: of.resource.name, nth }, ''),
      resource: of.resource,
      headers: { ...(of.body && { 'content-type': of.mediaType }), ...fittingHeaders(of) },
      ...(of.body && { body: { json: of.doing === 'create every' ? [body] : body } }),
    };
  });
}

/** Bodies in which one value is longer than any limit by chance allows. */
export function long(random: Random, of: OperationWorld): Call[] {
  if (!of.body) return [];
  const one: OperationWorld = of.doing === 'create every' ? { ...of, doing: 'create' } : of;
  const values = ['x'.repeat(90), [1, 2, 3, 4, 5], { a: 1, b: 2, c: 3, d: 4 }];
  const fields = of.sets ? ['value'] : settable(one).map(({ name }) => name);
  const flat = [
    { ...wholeBody(random, one), surprise: 'x'.repeat(400) },
    ...fields.flatMap((name) => values.map((value) => ({ ...wholeBody(random, one), [name]: value }))),
  ];
  const bodies = flat.map((body): unknown => (of.doing === 'create every' ? [nested(body)] : nested(body)));
  const several = Array.from({ length: 5 }, () => nested(wholeBody(random, one)));
  const { method, resource } = of;
  return [...bodies, ...(of.doing === 'create every' ? [several] : [])].map((json) => ({
    method,
    path: pathTo(of, { $known: resource.name, nth: 0 }, ''),
    resource,
    headers: { 'content-type': of.mediaType, ...fittingHeaders(of) },
    body: { json },
  }));
}

/** Every flaw of one operation. */
export function flaws(random: Random, of: OperationWorld): Call[] {
  if (of.doing !== 'create every') return flawsOfOne(random, of);
  const one: OperationWorld = { ...of, doing: 'create' };
  const good = (): unknown => nested(wholeBody(random, one));
  // Each alone in a list, and behind another one; and a key that two of them have.
  const twice = good();
  const calls = flawsOfOne(random, one).map((call): Call => {
    if (!call.body || !('json' in call.body)) return call;
    const { json } = call.body;
    return { ...call, body: { json: random.chance(0.5) ? [json] : [good(), json] } };
  });
  const [first] = calls;
  const lists = [[], {}, [5], [twice, twice]].map((json): Call => ({
    ...first!,
    headers: { ...first!.headers, accept: '*/*' },
    body: { json },
  }));
  return [...calls, ...lists];
}

function flawsOfOne(random: Random, of: OperationWorld): Call[] {
  const { method, resource } = of;
  const row = (nth = random.whole(0, 4)): Known => ({ $known: resource.name, nth });
  const fitting = fittingHeaders(of);
  const sent = (path: Call['path'], more: Call['headers'] = {}, json: unknown = undefined): Call => {
    const headers = { ...fitting, ...more };
    return {
      method,
      path,
      resource,
      headers: json === undefined ? headers : { 'content-type': of.mediaType, ...headers },
      ...(json !== undefined && { body: { json } }),
    };
  };
  const body = (): unknown => (of.body ? nested(wholeBody(random, of)) : undefined);
  const headers = wrongHeaders(of).map((wrong): Call => {
    const call = sent(pathTo(of, row(), ''), {}, body());
    const headers = Object.entries({ ...call.headers, ...wrong }).filter(
      (one): one is [string, string] => one[1] !== undefined,
    );
    return { ...call, headers: Object.fromEntries(headers) };
  });
  const calls = [
    sent(pathTo(of, row(), ''), { accept: 'text/html' }, body()),
    sent(pathTo(of, 'nobody', ''), {}, body()),
    sent(pathTo(of, '%20', ''), {}, body()),
    ...headers,
    ...keyed(random, of).map((flat) => sent(pathTo(of, row(), ''), { key: 'again' }, nested(flat))),
    ...repeated(random, of).map((flat) => sent(pathTo(of, row(), ''), {}, nested(flat))),
    ...queries(random, of).map((query) => sent(pathTo(of, row(), query), {}, body())),
    ...Array.from({ length: 6 }, (_, nth) => sent(pathTo(of, row(nth), ''), {}, body())),
  ];
  const text = (path: Call['path']): Call => ({
    method,
    path,
    resource,
    headers: { ...fitting, 'content-type': 'text/plain' },
    body: { text: 'x' },
  });
  // What succeeds may take its row away: what is refused comes first.
  if (!of.body) {
    const unknown = [0, 1].map((nth) => sent(pathTo(of, row(nth), 'surprise=1')));
    return [...unknown, ...headers, ...[0, 1, 2, 3].map((nth) => text(pathTo(of, row(nth), ''))), ...calls];
  }
  const put = of.doing === 'put' ? [sent(pathTo(of, `f${(fresh += 1)}`, ''), {}, body())] : [];
  return [
    ...calls,
    ...put,
    ...bodies(random, of).map((flat) => sent(pathTo(of, row(), ''), {}, nested(flat))),
    sent(pathTo(of, row(), ''), {}, []),
    sent(pathTo(of, row(), ''), { 'content-type': 'text/plain' }, body()),
    { ...sent(pathTo(of, row(), ''), { 'content-type': of.mediaType }), body: { text: '{"a":' } },
  ];
}

/** Rows, in the order in which they refer to one another, so that there is something to be wrong about. */
export function rowsOf(random: Random, world: World, count = 4): Call[] {
  const makers = world.operations.filter(({ doing }) => doing === 'create' || doing === 'put');
  return makers.flatMap((of) =>
    Array.from({ length: count }, (): Call => ({
      method: of.method,
      path: pathTo(of, `f${(fresh += 1)}`, ''),
      headers: { ...fittingHeaders(of), 'content-type': of.mediaType },
      body: { json: nested(wholeBody(random, of)) },
      resource: of.resource,
    })),
  );
}
