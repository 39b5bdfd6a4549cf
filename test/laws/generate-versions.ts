// Part 9 of a generated document: where a request names its version, which are served, which end, what becomes of the others. Input: a source
// of chance of its own. Output: the versions, the codes of what refuses, the part; and what a request says of its version.

import type { Block, Cell, Mark, Row } from './draft.ts';
import type { Random } from './random.ts';
import type { Call } from './requests.ts';

export interface VersionsWorld {
  /** `path prefix`, `header`, `media type`, `query`, or `none`. */
  readonly scheme: 'path prefix' | 'header' | 'media type' | 'query' | 'none';
  readonly current: string;
  /** Of part 4, where paths have the version: `` ``, `/api`. */
  readonly base: string;
  /** Beside the current one. */
  readonly older: readonly string[];
  readonly withdrawn: readonly string[];
  /** Does the Version table alone say which are served? */
  readonly byTable: boolean;
  readonly hasTable: boolean;
  /** `2026-01-02`, or with the version that it is of. */
  readonly deprecated: string | undefined;
  readonly sunset: string | undefined;
  /** Undefined: left out. */
  readonly missing: string | undefined;
  readonly unknown: string | undefined;
}

const NAMES = ['1', '2', '3'];
const STYLES: readonly ((number: string) => string)[] = [
  (number) => `v${number}`,
  (number) => `${number}.0`,
  (number) => `2024-0${number}-15`,
];
/** The clock of a trial stands at the beginning of 2026, and goes on for some days. */
const PAST = ['2025-06-01', '2026-01-01'];
const SOON = ['2026-01-02', '2026-01-03', '2026-01-04'];
const LATER = ['2027-03-01', '2031-12-31'];

export function versionsOf(random: Random, hasCallers: boolean): VersionsWorld {
  const [oldest = '', older = '', current = ''] = NAMES.map(random.pick(STYLES));
  const scheme = random.pick(['path prefix', 'header', 'media type', 'query', 'header', 'none'] as const);
  const isAlone = scheme === 'none' || random.chance(0.35);
  const served = isAlone ? [] : [older];
  const byTable = served.length > 0 && random.chance(0.3);
  const hasTable = byTable || (scheme !== 'none' && random.chance(0.4));
  const ends = isAlone ? current : older;
  const deprecated = random.chance(0.5) ? random.pick([...PAST, ...LATER]) : undefined;
  const days = deprecated !== undefined && LATER.includes(deprecated) ? ['2033-01-01'] : [...SOON, ...LATER];
  const sunset = random.chance(isAlone ? 0.15 : 0.4) ? random.pick(days) : undefined;
  const isNamed = random.chance(0.5) && scheme !== 'none';
  const day = (one: string | undefined): string | undefined => (one && isNamed ? `\`${ends}\` on ${one}` : one);
  return {
    scheme,
    current,
    base: scheme === 'path prefix' ? random.pick(['', '', '/api', `/api/${current}`]) : '',
    older: served,
    withdrawn: hasTable && random.chance(0.6) ? [oldest] : [],
    byTable,
    hasTable,
    deprecated: day(deprecated),
    sunset: day(sunset),
    missing: scheme === 'none' ? undefined : missingOf(random, scheme, current, served, hasCallers),
    unknown:
      scheme === 'none'
        ? undefined
        : random.pick([undefined, 'refused `odd_version`', 'the current version', `version \`${ends}\``]),
  };
}

function missingOf(
  random: Random,
  scheme: VersionsWorld['scheme'],
  current: string,
  older: readonly string[],
  hasCallers: boolean,
): string | undefined {
  const one = random.pick([current, ...older]);
  const ways = ['the current version', `version \`${one}\``, 'refused `no_version`', undefined];
  return random.pick(hasCallers && scheme !== 'path prefix' ? [...ways, 'caller `speaks`', 'caller `speaks`'] : ways);
}

/** The version that a caller speaks is a field of theirs. */
export function isOfCallers({ missing }: VersionsWorld): boolean {
  return missing?.startsWith('caller') ?? false;
}

export interface VersionCode {
  readonly code: string;
  readonly status: number;
  readonly when: string;
  readonly named: boolean;
}

export function versionCodes(versions: VersionsWorld): readonly VersionCode[] {
  const { scheme, missing, unknown, sunset, withdrawn } = versions;
  const codes: VersionCode[] = [];
  const add = (code: string, status: number, when: string, named = false): void =>
    void codes.push({ code, status, when, named });
  if (scheme !== 'none') {
    if (missing?.includes('no_version')) add('no_version', 400, 'none', true);
    else if ((missing === undefined && scheme !== 'path prefix') || isOfCallers(versions))
      add('no_version', 400, 'missing version');
    if (unknown?.includes('odd_version')) add('odd_version', 400, 'none', true);
    else if (unknown === undefined) add('odd_version', 400, 'unknown version');
  }
  if (sunset !== undefined || withdrawn.length > 0) add('version_over', 410, 'version withdrawn');
  return codes;
}

const HOLE: readonly Mark[] = ['not shown', 'left out'];

function bullet(fact: string, name: string, text: string, marks: readonly Mark[]): Block {
  return { kind: 'bullet', key: `9/${fact}`, name, text, marks };
}

export function versionsPart(versions: VersionsWorld): readonly Block[] {
  const { scheme, current, older, byTable, hasTable, deprecated, sunset, missing, unknown } = versions;
  const optional = (fact: string, name: string, text: string | undefined): Block[] =>
    text === undefined ? [] : [bullet(fact, name, text, ['not shown'])];
  const isAsked = scheme !== 'none';
  return [
    bullet('scheme', 'Scheme', schemeOf(versions), [...HOLE, 'unreadable']),
    ...(isAsked ? [bullet('current-version', 'Current version', `\`${current}\``, [...HOLE, 'unreadable'])] : []),
    ...optional(
      'supported-versions',
      'Supported versions',
      byTable || older.length === 0 ? undefined : [...older, current].map((one) => `\`${one}\``).join(', '),
    ),
    ...optional('deprecated', 'Deprecated', deprecated),
    ...optional('sunset', 'Sunset', sunset),
    ...optional('missing-version', 'Missing version', missing),
    ...optional('unknown-version', 'Unknown version', unknown),
    bullet('compatibility', 'Compatibility', 'none', isAsked ? HOLE : []),
    bullet('changes', 'Other changes', 'none', older.length > 0 ? HOLE : []),
    ...(hasTable ? [table(versions)] : []),
  ];
}

function schemeOf({ scheme }: VersionsWorld): string {
  if (scheme === 'header') return 'header `API-Version`';
  return scheme === 'query' ? 'query `v`' : scheme;
}

function table({ current, older, withdrawn, deprecated, byTable }: VersionsWorld): Block {
  const all = [...withdrawn, ...older, current];
  const rows = all.map((name, place): Row => {
    const key = `9/version.${name}`;
    const cell = (fact: string, text: string, marks: readonly Mark[]): Cell => ({ key: `${key}/${fact}`, text, marks });
    const served = deprecated === undefined ? 'supported' : 'deprecated';
    const status = name === current ? 'current' : withdrawn.includes(name) ? 'withdrawn' : served;
    return {
      key,
      marks: [],
      cells: [
        cell('name', `\`${name}\``, []),
        cell('date', `202${4 + place}-01-31`, []),
        cell('status', status, byTable ? ['not shown', 'blank'] : ['not shown']),
        cell('changes', 'none', []),
      ],
    };
  });
  const heads = ['Version', 'Date', 'Status', 'Changes'].map((name) => ({ name, key: `9/column/${name}`, marks: [] }));
  return { kind: 'table', key: '9/versions', marks: [], heads, rows };
}

/** Behind Base, and before each path. */
function prefixOf({ base, current }: VersionsWorld, name: string): string {
  const own = base.endsWith(`/${current}`) ? base.slice(0, -current.length - 1) : base;
  return `${own}/${name}`;
}

/** The request as it names its version: mostly one that is served. `chance` left out: the current one. */
export function asked(versions: VersionsWorld, call: Call, random?: Random): Call {
  const { current, older, withdrawn, scheme } = versions;
  const name = random
    ? random.weighted<string | undefined>([
        [14, current],
        [older.length * 5, older[0] ?? current],
        [withdrawn.length * 2, withdrawn[0] ?? current],
        [2, undefined],
        [2, random.pick(['v9', '', current.toUpperCase(), `${current}, ${current}`])],
      ])
    : current;
  return scheme === 'none' ? call : namedIn(versions, call, name);
}

export function namedIn(versions: VersionsWorld, call: Call, name: string | undefined): Call {
  const { headers, path } = call;
  switch (versions.scheme) {
    case 'none':
      return call;
    case 'path prefix':
      return {
        ...call,
        path: [
          name === undefined ? prefixOf(versions, '').slice(0, -1) : prefixOf(versions, encodeURIComponent(name)),
          ...path,
        ],
      };
    case 'header':
      return name === undefined ? call : { ...call, headers: { ...headers, 'api-version': name } };
    case 'media type': {
      if (name === undefined) return call;
      const accept = headers['accept'] ?? 'application/json';
      const version = /^[\w.-]+$/.test(name) ? name : `"${name}"`;
      return { ...call, headers: { ...headers, accept: `${String(accept)}; version=${version}` } };
    }
    case 'query': {
      if (name === undefined) return call;
      const hasQuery = path.some((part) => typeof part === 'string' && part.includes('?'));
      const sent = name.split(', ').map((one) => `v=${encodeURIComponent(one)}`);
      return { ...call, path: [...path, `${hasQuery ? '&' : '?'}${sent.join('&')}`] };
    }
  }
}
