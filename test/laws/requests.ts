// Requests against a generated document: mostly sensible, often wrong in one way. Input: the world. Output: calls whose ids are symbols,
// so that the same calls can be made of two services that give other ids.

import { authorization, MEMBER, MEMBERS } from './generate-callers.ts';
import { fitted, listsOf } from './generate-more.ts';
import { asked } from './generate-versions.ts';
import { atBounds } from './requests-at-bounds.ts';
import { cursorOf, tagOf, wordsSent } from './generate-words.ts';
import type { Random } from './random.ts';
import type { FieldWorld, OperationWorld, ResourceWorld, World } from './world.ts';

/** Stands for the identity of the nth row of a resource that the service was seen to have. */
export interface Known {
  readonly $known: string;
  readonly nth: number;
}

export interface Call {
  readonly method: string;
  /** Text, and symbols between. */
  readonly path: readonly (string | Known)[];
  readonly headers: Readonly<Record<string, string | Known>>;
  /** JSON with symbols inside, with white space behind it up to so many octets; text is sent as it is. */
  readonly body?: { readonly json: unknown; readonly octets?: number } | { readonly text: string };
  /** The resource whose rows an answer may show. */
  readonly resource?: ResourceWorld;
  readonly of?: OperationWorld;
}

export function known(resource: string, nth: number): Known {
  return { $known: resource, nth };
}

function value(random: Random, field: FieldWorld, wrong: boolean): unknown {
  if (field.refersTo) return wrong ? 'nobody' : known(field.refersTo, random.whole(0, 3));
  if (wrong) return random.pick(field.kind.bad);
  if (field.nullable && random.chance(0.3)) return null;
  return field.kind.good(random);
}

function bodyOf(random: Random, of: OperationWorld): unknown {
  if (of.sets) return setBody(random, of.sets);
  if (of.doing === 'create every') {
    if (random.chance(0.06)) return random.pick([{}, 7, [5], [[]], null]);
    return Array.from({ length: random.whole(0, 3) }, () => bodyOf(random, { ...of, doing: 'create' }));
  }
  const body: Record<string, unknown> = {};
  const whole = of.doing === 'create' || of.doing === 'replace' || of.doing === 'put';
  const flaw = random.chance(0.45)
    ? random.pick(['missing', 'invalid', 'null', 'empty', 'blank', 'unknown', 'read-only', 'two'])
    : 'no';
  const settable = of.resource.fields.filter(
    (f) => f.sent === 'always' || (f.sent === 'at create' && of.doing === 'create'),
  );
  const victim = settable.length > 0 ? random.pick(settable) : undefined;
  if (of.doing === 'create' && of.resource.identity.kind === 'caller' && flaw !== 'missing')
    body['code'] = of.resource.name === MEMBER ? random.pick(MEMBERS) : `c${random.whole(1, 40)}`;
  for (const field of settable) {
    if (!whole && random.chance(0.5)) continue;
    if (whole && !field.required && random.chance(0.4)) continue;
    body[field.name] = value(
      random,
      field,
      flaw === 'two' && random.chance(0.6) && (field.kind.bad.length > 0 || field.refersTo !== undefined),
    );
  }
  const lists = listsOf(of);
  const fits = lists.length > 0 && random.chance(0.6);
  const good = (name: string): unknown =>
    value(
      random,
      of.resource.fields.find((field) => field.name === name)!,
      false,
    );
  const own = fits ? fitted(random, body, lists, good) : body;
  if (victim) spoil(random, own, victim, flaw);
  if (flaw === 'unknown') own['surprise'] = random.pick([1, 'x', null]);
  const readOnly = of.resource.fields.find((f) => f.sent === 'never');
  if (flaw === 'read-only' && readOnly) own[readOnly.name] = 'mine';
  if (random.chance(0.03)) return random.pick([[], 'text', 7, null, [own]]);
  return nested(own);
}

function setBody(random: Random, field: FieldWorld): unknown {
  const flaw = random.weighted([
    [6, 'no'],
    [1, 'missing'],
    [1, 'invalid'],
    [1, 'null'],
    [1, 'unknown'],
  ]);
  if (flaw === 'missing') return {};
  const sent = flaw === 'null' ? null : value(random, field, flaw === 'invalid');
  return flaw === 'unknown' ? { value: sent, surprise: 1 } : { value: sent };
}

/** Dotted names are members of objects. */
export function nested(flat: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(flat)) {
    const [first = '', second] = name.split('.');
    if (second === undefined) body[first] = value;
    else body[first] = { ...(body[first] as object | undefined), [second]: value };
  }
  return body;
}

function spoil(random: Random, body: Record<string, unknown>, victim: FieldWorld, flaw: string): void {
  if (flaw === 'missing') delete body[victim.name];
  if (flaw === 'invalid' && (victim.kind.bad.length > 0 || victim.refersTo))
    body[victim.name] = value(random, victim, true);
  if (flaw === 'null') body[victim.name] = null;
  if (flaw === 'empty') body[victim.name] = '';
  if (flaw === 'blank') body[victim.name] = '  ';
}

function queryOf(random: Random, of: OperationWorld): string {
  const parts: string[] = [];
  for (const { name, field } of of.query) {
    if (random.chance(0.5)) continue;
    const sent = random.chance(0.8) ? field.kind.good(random) : random.pick(field.kind.bad);
    parts.push(`${name}=${encodeURIComponent(typeof sent === 'string' ? sent : JSON.stringify(sent))}`);
  }
  if (of.words.cursor) {
    if (random.chance(0.4)) parts.push(random.pick(['size=1', 'size=2', 'size=4', 'size=x']));
  } else if (of.pages && random.chance(0.5))
    parts.push(random.pick(['limit=2', 'limit=5', 'offset=1', 'offset=0&limit=1', 'limit=6', 'limit=x', 'offset=-1']));
  if (random.chance(0.08)) parts.push('surprise=1');
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

function pathOf(random: Random, of: OperationWorld): (string | Known)[] {
  const at = of.path.indexOf('{');
  if (at === -1) return [of.path + queryOf(random, of)].flatMap((path) => [path, ...placeOf(random, of, path)]);
  const rest = of.path.slice(of.path.indexOf('}') + 1);
  const fresh = of.doing === 'put' && random.chance(0.4);
  const id = fresh
    ? `c${random.whole(1, 40)}`
    : random.chance(0.88)
      ? known(of.resource.name, random.whole(0, 4))
      : random.pick(['0', 'nothing', '99999', '%20', 'a%2Fb']);
  return [of.path.slice(0, at), id, rest + queryOf(random, of)];
}

/** Where a page begins or ends. */
function placeOf(random: Random, of: OperationWorld, path: string): (string | Known)[] {
  if (!of.words.cursor || random.chance(0.5)) return [];
  const name = random.weighted([
    [3, 'after'],
    [1, 'before'],
  ]);
  const at = random.chance(0.85) ? known(cursorOf(of), random.whole(0, 3)) : 'nowhere';
  return [`${path.includes('?') ? '&' : '?'}${name}=`, at];
}

function call(random: Random, of: OperationWorld): Call {
  const headers: Record<string, string | Known> = wordsSent(random, of, known(tagOf(of.resource), random.whole(0, 3)));
  if (random.chance(0.12)) headers['origin'] = random.pick(['https://app.example', 'https://other.example']);
  if (random.chance(0.04))
    headers['accept'] = random.pick(['application/json', 'text/html', '*/*', 'application/*;q=0.5']);
  const base = { method: of.method, path: pathOf(random, of), resource: of.resource, of };
  if (!of.body) return { ...base, headers };
  headers['content-type'] = random.chance(0.95)
    ? of.mediaType
    : random.pick(['text/plain', 'application/xml', 'application/json; charset=utf-8']);
  if (random.chance(0.04))
    return { ...base, headers, body: { text: random.pick(['{"a":', '', 'nonsense', '{"a":1}}', '\u0000']) } };
  return { ...base, headers, body: { json: bodyOf(random, of) } };
}

/** What two checks refuse at once, more or less. */
function atOdds(random: Random, of: OperationWorld): Call[] {
  if (of.more.checks === undefined) return [];
  return [0, 1, 2].map((): Call => {
    const one = call(random, of);
    const at = of.path.indexOf('{');
    const id = random.chance(0.4) ? random.pick(['nothing', '99999']) : known(of.resource.name, random.whole(0, 4));
    const path = at === -1 ? [of.path] : [of.path.slice(0, at), id, of.path.slice(of.path.indexOf('}') + 1)];
    return { ...one, path: random.chance(0.7) ? [...path, '?surprise=1'] : path };
  });
}

/** A call, the same again, others with its key. */
function repeated(random: Random, of: OperationWorld): Call[] {
  const { same } = of.more;
  const one = call(random, of);
  if (!same || !one.body || !('json' in one.body) || !isFlat(one.body.json)) return [one];
  const key = one.body.json[same.key] ?? 'k1';
  const others = [0, 1].map((): Call => {
    const other = call(random, of);
    if (!other.body || !('json' in other.body) || !isFlat(other.body.json)) return other;
    return { ...other, body: { json: { ...other.body.json, [same.key]: key } } };
  });
  return [one, one, ...others];
}

function isFlat(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function stray(random: Random, world: World): Call {
  const of = random.pick(world.operations);
  const headers: Record<string, string> = {};
  switch (random.whole(0, 4)) {
    case 0:
      return { method: 'GET', path: [random.pick(['/nowhere', '/', `${of.resource.path}/1/2/3`, '//'])], headers };
    case 1:
      return { method: random.pick(['PUT', 'DELETE', 'PATCH', 'POST', 'GET']), path: [of.resource.path], headers };
    case 2:
      return { method: 'HEAD', path: pathOf(random, of), headers, resource: of.resource };
    case 3:
      return {
        method: 'OPTIONS',
        path: pathOf(random, of),
        headers: random.chance(0.5)
          ? { origin: 'https://app.example', 'access-control-request-method': of.method }
          : {},
      };
    default:
      return { method: 'GET', path: [of.resource.path, '/', known(of.resource.name, 0), '/extra'], headers };
  }
}

/** So many calls; creations first, so that there is something to read. `areAtBounds`: some go to the limits of part 8. */
export function requests(random: Random, world: World, count: number, areAtBounds = false): Call[] {
  const creators = world.operations
    .filter((o) => o.doing === 'create' || o.doing === 'put')
    .toSorted((a, b) => Number(b.resource.name === MEMBER) - Number(a.resource.name === MEMBER));
  const calls = creators.flatMap((of) => [call(random, of), call(random, of)]);
  // What a first call gives, a tag, a cursor or a kept answer, another one goes by.
  const twice = world.operations.filter(({ words }) => words.tagged || words.keyed || words.cursor || words.isAsked);
  const again = twice.flatMap((of) => {
    const one = call(random, of);
    return [one, of.words.keyed ? one : call(random, of)];
  });
  const more = world.operations.flatMap((of) => [
    ...atOdds(random, of),
    ...(of.doing === 'create every' ? [call(random, of), call(random, of), call(random, of)] : []),
    ...(of.more.same ? [...repeated(random, of), ...repeated(random, of)] : []),
    ...(of.more.oneOf || (of.resource.oneOf && of.body) ? [call(random, of), call(random, of)] : []),
  ]);
  if (areAtBounds) more.push(...atBounds(random, world, (of) => call(random, of)));
  calls.push(...again, ...more);
  while (calls.length < count)
    calls.push(random.chance(0.08) ? stray(random, world) : call(random, random.pick(world.operations)));
  const all = calls.slice(0, Math.max(count, creators.length * 2 + again.length + more.length));
  const { versions } = world;
  const named = versions ? all.map((one) => asked(versions, one, random)) : all;
  if (!world.hasCallers) return named;
  return named.map((one) => ({ ...one, headers: { ...one.headers, ...authorization(random) } }));
}
