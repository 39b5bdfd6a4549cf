// The version that a request asks for. Input: the versions of a plan. Output: a function for every request: it finds the version where the
// document says it is named, and gives the request to the operations as that version has them. What a request gets that
// names none, or one that is not served, is the phase `version`. Notation, part 9; decision 0071.

import type { OtherPlan, VersionPlan, VersionsPlan } from '../plan/versions-plan.ts';
import type { AskedVersion, VersionEnd } from './asked-version.ts';
import type { Plan } from '../plan/plan.ts';
import type { Clock } from './clock.ts';
import type { Endpoints, MutableExchange, Route } from './endpoints.ts';
import type { Headers } from './respond.ts';
import { segmentsOf } from './routes.ts';
import { versionInAccept } from './versions-in-accept.ts';

/** How the operations of a version are reached, and what its answers are called. */
export interface Face {
  /** The path in front of every operation. */
  readonly prefix: string;
  /** Its name, where the media type of an answer says it. */
  readonly version: string | undefined;
}

export type FaceOf = (face: Face) => Endpoints;

export function compileVersions(plan: Plan, clock: Clock, faceOf: FaceOf): Route {
  const { versions } = plan;
  if (versions === undefined) return faceOf({ prefix: plan.base, version: undefined }).route;
  const asked = askedIn(versions, clock);
  const { place } = versions;
  switch (place.in) {
    case 'nothing': {
      const { route } = faceOf({ prefix: plan.base, version: undefined });
      return as(asked.served(versions.served[0]), route);
    }
    case 'path':
      return byPath(versions, place.base, asked, faceOf);
    case 'media type':
      return byMediaType(versions, plan.base, asked, faceOf);
    case 'header':
    case 'query': {
      const { route } = faceOf({ prefix: plan.base, version: undefined });
      const read = place.in === 'header' ? headerNamed(place.name) : queryNamed(place.name);
      return (exchange, path) => {
        exchange.version = asked.named(read(exchange)).version;
        route(exchange, path);
      };
    }
  }
}

function as(version: AskedVersion, route: Route): Route {
  return (exchange, path) => {
    exchange.version = version;
    route(exchange, path);
  };
}

interface Found {
  readonly version: AskedVersion;
  /** Whose operations they are: those of the current one, where nothing is served. */
  readonly of: string | typeof UNNAMED;
}

/** Which one it is is not known before the caller is. */
const UNNAMED = Symbol('a version that the caller has');

interface Asked {
  served(version: VersionPlan): AskedVersion;
  /** '' and undefined: none is named. */
  named(name: string | undefined): Found;
  readonly missing: Found;
  readonly unknown: Found;
}

function askedIn({ place, served, gone, missing, unknown }: VersionsPlan, clock: Clock): Asked {
  const vary = varyOf(place);
  const current = served[0].name;
  const servedAs = (version: VersionPlan): AskedVersion => ({
    headers: [...endsOf(version), ...vary],
    ends: version.held && { held: version.held },
    sunset: version.sunset,
  });
  const known = new Map(served.map((version) => [version.name, { version: servedAs(version), of: version.name }]));
  const ending = (ends: VersionEnd): AskedVersion => ({ headers: vary, ends, sunset: undefined });
  const asks = (name: string | null): AskedVersion => {
    if (name === null || name === '') return ending({ cause: 'missing version' });
    const { version } = named(name);
    return version.ends && 'asks' in version.ends ? ending({ cause: 'unknown version' }) : version;
  };
  const other = (plan: OtherPlan | undefined, cause: 'missing version' | 'unknown version'): Found => {
    if (plan?.do === 'serve') return known.get(plan.version) ?? known.get(current)!;
    if (plan?.do === 'ask') return { version: ending({ asks }), of: UNNAMED };
    return { version: ending(plan?.do === 'hold' ? { held: plan.held } : { cause }), of: current };
  };
  const none = other(missing, 'missing version');
  const others = other(unknown, 'unknown version');
  const withdrawn: Found = { version: ending({ cause: 'version withdrawn' }), of: current };
  const ended = new Map(gone.map((version) => [version.name, version.sunset]));
  function named(name: string | undefined): Found {
    if (name === undefined || name === '') return none;
    const found = known.get(name);
    if (found !== undefined) return found;
    if (!ended.has(name)) return others;
    const sunset = ended.get(name);
    return sunset === undefined || clock.now() >= sunset ? withdrawn : others;
  }
  return { served: servedAs, named, missing: none, unknown: others };
}

/** https://www.rfc-editor.org/rfc/rfc9745#section-2, https://www.rfc-editor.org/rfc/rfc8594#section-3 */
function endsOf({ deprecated, sunset }: VersionPlan): Headers {
  return [
    ...(deprecated === undefined ? [] : ['Deprecation', `@${deprecated / 1000}`]),
    ...(sunset === undefined ? [] : ['Sunset', new Date(sunset).toUTCString()]),
  ];
}

/** What is kept of an answer serves only requests for the same version: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5 */
function varyOf(place: VersionsPlan['place']): Headers {
  if (place.in === 'header') return ['Vary', place.name];
  return place.in === 'media type' ? ['Vary', 'Accept'] : [];
}

type ReadName = (exchange: MutableExchange) => string | undefined;

/** Sent twice, it names both, and so none that there is: https://www.rfc-editor.org/rfc/rfc9110#section-5.3 */
function headerNamed(name: string): ReadName {
  const key = name.toLowerCase();
  return ({ request: { headers } }) => {
    const sent = headers[key];
    return typeof sent === 'object' ? sent.join(', ') : sent;
  };
}

function queryNamed(name: string): ReadName {
  return ({ query }) => {
    if (query === undefined || query === '') return undefined;
    const start = `${name}=`;
    // Most requests have it alone, and as it is written.
    if (query.startsWith(start) && PLAIN.test(query)) return query.slice(start.length);
    const sent = new URLSearchParams(query).getAll(name);
    return sent.length < 2 ? sent[0] : sent.join(', ');
  };
}

/** One parameter, of which nothing is encoded. */
const PLAIN = /^[\w.~=-]+$/;

/** The operations of each version, made when they are first asked for. */
function faces<T>(faceOf: (key: T) => Endpoints): (key: T) => Endpoints {
  const made = new Map<T, Endpoints>();
  return (key) => {
    let face = made.get(key);
    if (face === undefined) made.set(key, (face = faceOf(key)));
    return face;
  };
}

function byMediaType({ served }: VersionsPlan, prefix: string, asked: Asked, faceOf: FaceOf): Route {
  const names = new Set(served.map(({ name }) => name));
  const face = faces((of: Found['of']) => faceOf({ prefix, version: of === UNNAMED ? undefined : of }));
  face(served[0].name);
  return (exchange, path) => {
    const { version, of } = asked.named(versionInAccept(exchange.request.headers.accept, names));
    exchange.version = version;
    face(of).route(exchange, path);
  };
}

/** The version is the segment behind Base. A path without one is looked at as that of the current version. */
function byPath(versions: VersionsPlan, base: string, asked: Asked, faceOf: FaceOf): Route {
  const { served, missing } = versions;
  const prefixOf = (of: Found['of']): string => `${base}/${encodeURIComponent(of === UNNAMED ? served[0].name : of)}`;
  const face = faces((prefix: string) => faceOf({ prefix, version: undefined }));
  const current = face(prefixOf(served[0].name));
  const first = served.map(({ name }) => ({
    start: `${prefixOf(name)}/`,
    version: asked.named(name).version,
    prefix: prefixOf(name),
  }));
  const own = base === '' ? [] : (segmentsOf(base) ?? base.slice(1).split('/'));
  const depth = own.length;
  return (exchange, path) => {
    for (const { start, version, prefix } of first)
      if (path.startsWith(start)) {
        exchange.version = version;
        return face(prefix).route(exchange, path);
      }
    const segments = segmentsOf(path);
    const name = segments?.[depth];
    // Base may be encoded in other ways than it is written.
    if (name === undefined || own.some((segment, place) => segment !== segments![place]))
      return current.route(exchange, path);
    // An empty segment names none: what becomes of that may be stated, or it is no path.
    if (name === '' && missing === undefined) return current.route(exchange, path);
    const rest = path.split('/').slice(depth + 1);
    const found = asked.named(name);
    if (found !== asked.unknown) {
      exchange.version = found.version;
      return face(prefixOf(found.of)).route(exchange, [prefixOf(found.of), ...rest.slice(1)].join('/'));
    }
    if (missing !== undefined && current.has([prefixOf(served[0].name), ...rest].join('/'))) {
      exchange.version = asked.missing.version;
      return face(base).route(exchange, [base, ...rest].join('/'));
    }
    const other = [prefixOf(asked.unknown.of), ...rest.slice(1)].join('/');
    if (!current.has([prefixOf(served[0].name), ...rest.slice(1)].join('/'))) return current.route(exchange, path);
    exchange.version = found.version;
    face(prefixOf(asked.unknown.of)).route(exchange, other);
  };
}
