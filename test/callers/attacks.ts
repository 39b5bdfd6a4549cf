// Attacks on a document whose rows are laid. Input: the document, its table, a world. Output: attacks of each class, each a request as bytes
// that may neither get in, nor change or tell anything, nor make the service fail.

import { identities, passesOverFields } from './declared.ts';
import { wrongCredentials } from './credentials.ts';
import type { Known } from './documents.ts';
import type { World } from './oracle.ts';
import { isSigningIn, membersOf, wrapped } from './signing-in.ts';
import type { Asked, Caller } from './table.ts';
import type { Request } from './wire.ts';

export interface Attack {
  readonly kind: Class;
  readonly what: string;
  /** Who is behind it: may be told what that caller sees. */
  readonly by: string;
  readonly request: Request;
  /** It may succeed as any call of its caller, and tells only what the caller may see. */
  readonly mayBeMet?: boolean;
  /** It is met, and changes what this request changes, no more and no less. */
  readonly like?: Request;
}

export const CLASSES = [
  'credentials',
  'path',
  'method override',
  'other methods',
  'ids of others',
  'fields of nobody',
  'another site',
  'signing in',
] as const;
export type Class = (typeof CLASSES)[number];

/** A request that needs credentials, and a caller whom it lets in. */
interface Protected {
  readonly asked: Asked;
  readonly caller: Caller;
}

const isChange = ({ method }: Asked): boolean => method !== 'GET' && method !== 'HEAD';

export function protectedOf({ table }: Known): readonly Protected[] {
  const found = new Map<string, Protected>();
  const refused = new Set(
    table.cells.flatMap(({ caller, asked, expected, behind }) =>
      caller === 'nobody' && expected.status === 401 && !behind ? [keyOf(asked)] : [],
    ),
  );
  for (const { caller, asked, expected, behind } of table.cells) {
    const key = `${keyOf(asked)} ${schemeOf(table.callers.get(caller)!)}`;
    if (expected.status >= 300 || behind || !refused.has(keyOf(asked)) || isSigningIn(asked)) continue;
    if (!found.has(key)) found.set(key, { asked, caller: table.callers.get(caller)! });
  }
  return [...found.values()];
}

function keyOf({ method, path, body }: Asked): string {
  return `${method} ${path} ${body ?? ''}`;
}

function schemeOf({ sends }: Caller): string {
  return /^\S+ (?:Basic|Bearer)|^\S+/.exec(sends)?.[0] ?? '';
}

export function requestOf(world: World, { method, path, body }: Asked, headers: readonly string[] = []): Request {
  return { method, target: world.filled(path), headers, body: body === undefined ? undefined : world.filled(body) };
}

/** What a token opens as long as it lives: a read, where one is protected. */
export function lasting(known: Known, world: World): Request {
  const doors = protectedOf(known);
  const { asked, caller } = doors.find((one) => !isChange(one.asked)) ?? doors[0]!;
  return requestOf(world, asked, [world.filled(caller.sends)]);
}

/** All of them, the same for the same document. No class repeats itself after a multiple of three. */
export function attacksOn(known: Known, world: World): readonly Attack[] {
  const doors = protectedOf(known);
  return [
    ...doors.flatMap((door, place) => credentials(door, world, place)),
    ...doors.flatMap(({ asked }) => paths(asked, world)),
    ...doors.flatMap((door) => overrides(door, world)),
    ...doors.flatMap(({ asked }) => methods(asked, world)),
    ...others(known, world),
    ...doors.flatMap((door) => fields(known, door, world)),
    ...doors.flatMap((door) => otherSites(door, world)),
    ...signingIn(known, world),
  ];
}

function credentials({ asked, caller }: Protected, world: World, place: number): readonly Attack[] {
  const header = world.filled(caller.sends);
  // A wrong password is compared for a tenth of a second: each change of it at one door only.
  const isSlow = header.startsWith('Authorization: Basic');
  const request = requestOf(world, asked);
  return wrongCredentials(header)
    .filter((_, at) => !isSlow || at % 8 === place % 8)
    .map(({ what, headers, query }) => ({
      kind: 'credentials',
      what: `credentials ${what}`,
      by: 'nobody',
      request: {
        ...request,
        headers,
        target:
          query === undefined ? request.target : `${request.target}${request.target.includes('?') ? '&' : '?'}${query}`,
      },
    }));
}

const encoded = (path: string): string => path.replace(/[a-z]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

const SPELLINGS: readonly ((path: string, first: string, rest: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => `/.${path}`,
  (path) => `/%2e${path}`,
  (path) => `/open/..${path}`,
  (path) => `/open/%2e%2e${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => `/..;${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}%2f`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => `${path}?`,
  (path) => `${path}#x`,
  (path) => `${path}%23`,
  (path) => `${path}%3f`,
  (path) => path.toUpperCase(),
  (_, first, rest) => `/${first[0]!.toUpperCase()}${first.slice(1)}${rest}`,
  (path) => encoded(path),
  (path) => path.replaceAll('/', '%2f'),
  (path) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  (path) => path.replaceAll('/', '\\'),
  (path) => `http://x${path}`,
  (path) => `http://user:word@x${path}`,
  (path) => `${path}?${path}`,
  (path) => `/%5c${path.slice(1)}`,
  (path) => `/%00${path}`,
];

function paths(asked: Asked, world: World): readonly Attack[] {
  const request = requestOf(world, asked);
  const [path = '', query] = request.target.split('?');
  const [, first = '', rest = ''] = /^\/([^/]+)(.*)$/.exec(path)!;
  return SPELLINGS.map((spelt) => ({
    kind: 'path',
    what: 'a path in another spelling',
    by: 'nobody',
    request: { ...request, target: spelt(path, first, rest) + (query === undefined ? '' : `?${query}`) },
  }));
}

const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'X-Original-Method'];

/** A call that is open, or that its caller may make, with a word that it is another one. */
function overrides({ asked, caller }: Protected, world: World): readonly Attack[] {
  if (!isChange(asked)) return [];
  const request = requestOf(world, asked);
  const own = world.filled(caller.sends);
  return ['GET', 'HEAD'].flatMap((method) => [
    ...OVERRIDES.flatMap((name) =>
      [[], [own]].map((headers): Attack => ({
        kind: 'method override',
        what: `${name}: ${asked.method}`,
        by: headers.length === 0 ? 'nobody' : caller.name,
        mayBeMet: true,
        request: { ...request, method, headers: [...headers, `${name}: ${asked.method}`] },
      })),
    ),
    {
      kind: 'method override',
      what: '_method in the query',
      by: caller.name,
      mayBeMet: true,
      request: { ...request, method, headers: [own], target: `${request.target}?_method=${asked.method}` },
    },
    {
      kind: 'method override',
      what: 'X-Original-URL',
      by: 'nobody',
      mayBeMet: true,
      request: {
        method,
        target: '/',
        headers: [
          `X-Original-URL: ${request.target}`,
          `X-Rewrite-URL: ${request.target}`,
          'X-Forwarded-For: 127.0.0.1',
        ],
      },
    },
  ]);
}

function methods(asked: Asked, world: World): readonly Attack[] {
  const request = requestOf(world, asked);
  const others = ['HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'get', 'Get', 'post', 'GETS'];
  return others.flatMap((method): Attack[] =>
    [[], ['Origin: https://desk.example', `Access-Control-Request-Method: ${asked.method}`]].map((headers) => ({
      kind: 'other methods',
      what: method,
      by: 'nobody',
      // Where reading is open, so is HEAD.
      mayBeMet: method === 'OPTIONS' || (method === 'HEAD' && asked.method !== 'GET'),
      request: { method, target: request.target, headers, ...(/^p/i.test(method) && { body: request.body }) },
    })),
  );
}

const STRANGE = [
  '0',
  '-1',
  '1e3',
  '01',
  '999999999999999999999',
  'null',
  "1' OR '1'='1",
  '%00',
  '*',
  '..',
  '1;2',
  'true',
  '[]',
];

/** Every id wherever an id may stand: in the path, in the query. */
function others({ table }: Known, world: World): readonly Attack[] {
  const ids = [...new Set([...world.ids.values(), ...STRANGE.map(encodeURIComponent)])];
  const reads = [...new Set(table.cells.flatMap(({ asked }) => (asked.method === 'GET' ? [asked.path] : [])))];
  const targets = reads.flatMap((path) => {
    if (path.includes('{')) return ids.map((id) => path.replace(/\{\w+\}/, id));
    if (path.includes('?')) return ids.map((id) => path.replace(/=.*$/, `=${id}`));
    return [];
  });
  return [...table.callers.values()].flatMap((caller) =>
    [...new Set(targets)].map((target): Attack => ({
      kind: 'ids of others',
      what: 'an id',
      by: caller.name,
      mayBeMet: true,
      request: { method: 'GET', target, headers: caller.sends === '' ? [] : [world.filled(caller.sends)] },
    })),
  );
}

const VALUES = ['"admin"', '9', 'true', 'null', '{"$ne":""}', '["admin"]'];

/** What nobody may send, in each body that is taken. */
function fields({ source }: Known, { asked, caller }: Protected, world: World): readonly Attack[] {
  const request = requestOf(world, asked, [world.filled(caller.sends)]);
  if (request.body === undefined) return [];
  const sent = membersOf(request.body);
  const end = wrapped(request.body) ? '}}' : '}';
  const names = [...identities(source), '__proto__', 'constructor', 'isAdmin', 'roles', '_id', 'caller', 'token'];
  return names
    .filter((name) => !Object.hasOwn(sent, name))
    .flatMap((name, place) =>
      [VALUES[place % VALUES.length]!, VALUES[(place + 1) % VALUES.length]!].map((value): Attack => ({
        kind: 'fields of nobody',
        what: `${name} in a body`,
        by: caller.name,
        ...(passesOverFields(source) && { like: request }),
        request: {
          ...request,
          body: `${request.body!.slice(0, -end.length)},${JSON.stringify(name)}:${value}${end}`,
        },
      })),
    );
}

const SITES: readonly (readonly string[])[] = [
  ['Sec-Fetch-Site: cross-site'],
  ['Sec-Fetch-Site: cross-site', 'Origin: https://desk.example.evil.example'],
  ['Origin: https://evil.example'],
  ['Origin: null'],
  ['Origin: http://127.0.0.1:1'],
  ['Origin: http://127.0.0.1'],
  ['Origin: http://localhost'],
  ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Referer: https://evil.example/'],
];

/** What a browser sends for a page of another site: the cookies, too. */
function otherSites({ asked, caller }: Protected, world: World): readonly Attack[] {
  if (!caller.sends.startsWith('Cookie') || !isChange(asked)) return [];
  return SITES.map((headers): Attack => ({
    kind: 'another site',
    what: headers.join(', '),
    by: 'nobody',
    request: requestOf(world, asked, [world.filled(caller.sends), ...headers]),
  }));
}

const SIGNS: readonly unknown[] = [
  "' OR '1'='1",
  '" OR ""="',
  "x'; DROP TABLE _tokens; --",
  '%',
  '*',
  'a\0b',
  '\0',
  '',
  ' ',
  null,
  true,
  0,
  [],
  {},
  { $ne: '' },
  ['a'],
  'x'.repeat(100_000),
  '\uFFFD',
  '\u202E',
];

/** Each member of a body that signs in as something else. */
function signingIn({ table }: Known, world: World): readonly Attack[] {
  const signs = table.cells.find(({ asked, expected }) => isSigningIn(asked) && expected.status < 300);
  if (!signs) return [];
  const request = requestOf(world, signs.asked);
  const sent = membersOf(request.body!);
  const name = wrapped(request.body!);
  const body = (members: object): string => JSON.stringify(name === undefined ? members : { [name]: members });
  return Object.keys(sent).flatMap((member) =>
    SIGNS.map((value): Attack => ({
      kind: 'signing in',
      what: `${member}: ${JSON.stringify(value).slice(0, 30)}`,
      by: 'nobody',
      request: { ...request, body: body({ ...sent, [member]: value }) },
    })),
  );
}
