// Versions at their edges: what is sent twice, empty, too long or encoded; prefixes beside Base and beside paths; what Accept asks for; other
// orders of checks; pages of other origins; and the version that the row of a caller has.

import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { modelOf } from '../plan/plan-of.ts';
import { type Answer, type Running, send, start } from './running.ts';
import { edited, NEW, OLD, SCHEME, type Edit } from './tides.ts';

let service: Running | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

async function served(...edits: readonly Edit[]): Promise<Running> {
  service = await start(compile(modelOf(edited(...edits))));
  return service;
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(service!, 'GET', path, undefined, headers);

/** The status, and the code of the error where there is one. */
function told({ status, json }: Answer): string {
  const code = (json as { readonly error?: string } | undefined)?.error;
  return code === undefined ? `${status}` : `${status} ${code}`;
}

const PREFIX: Edit = [SCHEME, '- Scheme: path prefix'];
/** Other names for the two versions. */
const named = (old: string, current: string): readonly Edit[] => [
  [/`2025-06-01`/g, `\`${old}\``],
  [/`2026-02-01`/g, `\`${current}\``],
];
const NAMED = named('v1', 'v2');
const NO_MISSING: Edit = [/^- Missing version: .*\n/m, ''];

const sentRaw = async (...lines: readonly string[]): Promise<string> => {
  const head = ['GET /tides HTTP/1.1', 'Host: x', 'Connection: close', ...lines].join('\r\n');
  const answer = await service!.raw(`${head}\r\n\r\n`);
  return `${/^HTTP\/1.1 (\d+)/.exec(answer)![1]} ${/"error":"([^"]*)"/.exec(answer)?.[1] ?? ''}`.trim();
};

describe('a header', () => {
  it('is compared as it is written, and names nothing where it comes twice', async () => {
    await served();
    expect(await sentRaw(`API-Version: ${NEW}`)).toBe('200');
    expect(await sentRaw(`api-version:   ${NEW}   `)).toBe('200');
    expect(await sentRaw('API-Version:')).toBe('200');
    expect(await sentRaw(`API-Version: ${NEW}`, `API-Version: ${OLD}`)).toBe('400 no_such_version');
    expect(await sentRaw(`API-Version: ${NEW}`, `API-Version: ${NEW}`)).toBe('400 no_such_version');
    expect(await sentRaw(`API-Version: ${NEW}, ${NEW}`)).toBe('400 no_such_version');
    expect(await sentRaw(`API-Version: ${'9'.repeat(8000)}`)).toBe('400 no_such_version');
    expect(await sentRaw('API-Version: __proto__')).toBe('400 no_such_version');
    expect(await sentRaw('API-Version: \u00e9\u00ff')).toBe('400 no_such_version');
  });
});

describe('a query parameter', () => {
  it('is read once, and no other parameter is let in with it', async () => {
    await served([SCHEME, '- Scheme: query `v`']);
    expect(told(await get(`/tides?v=${NEW}`))).toBe('200');
    expect(told(await get('/tides?v='))).toBe('200');
    expect(told(await get('/tides?v'))).toBe('200');
    expect(told(await get(`/tides?v=%32026-02-01`))).toBe('200');
    expect(told(await get(`/tides?v=${NEW}&v=${NEW}`))).toBe('400 no_such_version');
    expect(told(await get(`/tides?v=${NEW}&v=${OLD}`))).toBe('400 no_such_version');
    expect(told(await get(`/tides?V=${NEW}`))).toBe('422 bad_field');
    expect(told(await get(`/tides?w=1&v=${NEW}`))).toBe('422 bad_field');
    expect(told(await get(`/tides?v=%ff`))).toBe('400 no_such_version');
  });
});

const asked = async (accept: string): Promise<string> => {
  const answer = await get('/tides', { accept });
  return `${told(answer)} ${answer.headers.get('content-type') ?? ''}`;
};

describe('Accept', () => {
  const [NEW_JSON, OLD_JSON] = [NEW, OLD].map((version) => `200 application/json; version=${version}`);

  it('asks for the version of highest quality that is served', async () => {
    await served([SCHEME, '- Scheme: media type']);
    expect(await asked(`application/json; version=${OLD}`)).toBe(OLD_JSON);
    expect(await asked(`application/json;version="${OLD}"`)).toBe(OLD_JSON);
    expect(await asked(`application/json; VERSION=${OLD}`)).toBe(OLD_JSON);
    expect(await asked(`application/*;version=${OLD}`)).toBe(OLD_JSON);
    expect(await asked(`application/json; q=0.2; version=${NEW}, application/json; version=${OLD}; q=0.7`)).toBe(
      OLD_JSON,
    );
    expect(await asked(`application/json; version=2019-01-01, application/json; version=${OLD}; q=0.1`)).toBe(OLD_JSON);
    expect(await asked(`application/json; version=2019-01-01, */*; q=0.1`)).toBe(NEW_JSON);
    expect(await asked(`application/json; version=${OLD}; q=0, application/json`)).toBe(NEW_JSON);
    expect(await asked(`text/html; version=2019-01-01, application/json; version=${OLD}`)).toBe(OLD_JSON);
    expect(await asked('application/json; version=')).toBe(NEW_JSON);
  });

  it('names one that there is not where none of its versions is served', async () => {
    await served([SCHEME, '- Scheme: media type']);
    expect(await asked('application/json; version=2019-01-01')).toMatch(/^400 no_such_version /);
    expect(await asked(`application/json; version=${OLD}; version=${NEW}`)).toMatch(/^400 no_such_version /);
    expect(await asked(`application/json; version=${OLD}; version=${OLD}`)).toMatch(/^400 no_such_version /);
    // What is not wanted names nothing.
    expect(await asked('application/json; version=2019-01-01; q=0')).toBe('406 ');
    expect(await asked(`application/json; version="${OLD}`)).toMatch(/^(?:200|400|406)/);
    expect(await asked(`application/json; version=${',;"'.repeat(2000)}`)).toMatch(/^(?:200|400|406)/);
  });

  it('is answered with a version that no token can hold in quotes', async () => {
    await served([SCHEME, '- Scheme: media type'], ...named('v1', 'v 2/b'));
    const answer = await get('/tides');
    expect(answer.headers.get('content-type')).toBe('application/json; version="v 2/b"');
    expect(told(await get('/tides', { accept: 'application/json; version="v 2/b"' }))).toBe('200');
  });
});

const base = (path: string): Edit => ['- Who: anyone', `- Base: \`${path}\`\n- Who: anyone`];

describe('a path prefix', () => {
  it('alone serves what begins with it, and nothing else', async () => {
    const alone = /^- Scheme: [\s\S]*$/m;
    await served([alone, '- Scheme: path prefix\n- Current version: `v1`\n- Compatibility: none\n']);
    const made = await send(service!, 'POST', '/v1/quays', { name: 'North' });
    expect([made.status, made.headers.get('location')]).toEqual([201, `${service!.url}/v1/quays/North`]);
    expect(told(await get('/v1/quays/North'))).toBe('200');
    expect(told(await get('/%761/quays/North'))).toBe('200');
    expect(told(await get('/v1/v1/quays/North'))).toBe('404 not_found');
    for (const path of [
      '/quays/North',
      '/v1',
      '/v1/',
      '/',
      '//v1/tides',
      '//quays/North',
      '/v1/nothing',
      '/v9/nothing',
    ])
      expect([path, told(await get(path))]).toEqual([path, '404 not_found']);
    expect(told(await get('/V1/quays/North'))).toBe('400 no_such_version');
    expect((await send(service!, 'PATCH', '/v1/quays/North', {})).status).toBe(405);
  });

  it('stands behind Base, and is not written twice where Base ends with it', async () => {
    await served(PREFIX, ...NAMED, NO_MISSING, base('/api'));
    expect(told(await get('/api/v2/tides'))).toBe('200');
    expect(told(await get('/v2/api/tides'))).toBe('404 not_found');
    await service!.stop();
    await served(PREFIX, ...NAMED, NO_MISSING, base('/api/v2'));
    for (const [path, answer] of [
      ['/api/v2/tides', '200'],
      ['/api/v1/tides', '200'],
      ['/api/v3/tides', '400 no_such_version'],
      ['/api/tides', '404 not_found'],
    ] as const)
      expect([path, told(await get(path))]).toEqual([path, answer]);
  });

  it('is found behind a Base that is encoded in another way, and ends there, too', async () => {
    await served(
      PREFIX,
      ...NAMED,
      base('/api'),
      [/^- Deprecated: .*\n/m, ''],
      [/^- Sunset: .*$/m, '- Sunset: `v1` on 2020-01-01, `v2` on 2020-01-01'],
    );
    for (const path of ['/api/v2/tides', '/%61pi/v2/tides', '/%61pi/%762/tides', '/%61pi/v1/tides', '/%61pi/tides'])
      expect([path, told(await get(path))]).toEqual([path, '410 version_over']);
    for (const path of ['/%62pi/v2/tides', '/api%2Fv2/tides', '/%61pi/v2'])
      expect([path, told(await get(path))]).toEqual([path, '404 not_found']);
  });

  it('may be called as a path is, and may have what a path has to encode', async () => {
    await served(PREFIX, ...named('tides', 'a/b c'));
    expect(told(await get('/tides/tides'))).toBe('200');
    expect(told(await get('/a%2Fb%20c/tides'))).toBe('200');
    expect(told(await get('/a/b%20c/tides'))).toBe('404 not_found');
    // The first segment is a version that is served.
    expect(told(await get('/tides'))).toBe('404 not_found');
    expect(told(await get('/quays/North'))).toBe('404 not_found');
    const made = await send(service!, 'POST', '/a%2Fb%20c/quays', { name: 'North' });
    expect(made.headers.get('location')).toBe(`${service!.url}/a%2Fb%20c/quays/North`);
  });

  it('of an unknown version is served as another one, as stated', async () => {
    await served(PREFIX, ...NAMED, [/^- Unknown version: .*$/m, '- Unknown version: version `v1`']);
    const made = await send(service!, 'POST', '/v9/quays', { name: 'North' });
    expect([made.status, made.headers.get('location'), made.headers.get('deprecation')]).toEqual([
      201,
      `${service!.url}/v1/quays/North`,
      '@1780272000',
    ]);
  });
});

it('which check comes first is as Checks says', async () => {
  await served(['- Who: anyone', '- Checks: body, version\n- Who: anyone']);
  const both = await send(service!, 'POST', '/quays', { nme: 'North' }, { 'api-version': 'x' });
  expect(told(both)).toBe('422 bad_field');
  expect(told(await send(service!, 'POST', '/quays', { name: 'North' }, { 'api-version': 'x' }))).toBe(
    '400 no_such_version',
  );
  await service!.stop();
  await served();
  expect(told(await send(service!, 'POST', '/quays', { nme: 'North' }, { 'api-version': 'x' }))).toBe(
    '400 no_such_version',
  );
});

it('a page of another origin may send the header, and see when a version ends', async () => {
  await served();
  const origin = { origin: 'https://a.example' };
  const asks = { ...origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'api-version' };
  const preflight = await send(service!, 'OPTIONS', '/tides', undefined, asks);
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'content-type, api-version',
  ]);
  const answer = await get('/tides', { ...origin, 'api-version': OLD });
  const shown = answer.headers.get('access-control-expose-headers')?.split(', ') ?? [];
  expect(shown).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
});

it('what is not shown of other versions holds their requests, and no others', async () => {
  await served(
    NO_MISSING,
    [/^- Unknown version: /m, '- Missing version: not shown\n$&'],
    [/^- Supported versions: .*\n/m, '- Supported versions: not shown\n'],
    [/^\| `2025-06-01` .*\n/m, ''],
  );
  const held = async (headers: Record<string, string>): Promise<string | null> =>
    (await get('/tides', headers)).headers.get('ninefold-gap');
  expect(await held({})).toBe('"9/missing-version"');
  expect(await held({ 'api-version': '2019-01-01' })).toBe('"9/supported-versions"');
  expect(told(await get('/tides', { 'api-version': NEW }))).toBe('200');
});

it('which versions are served is a gap where a table has no Status, of others than the current one', async () => {
  await served(
    [/^- (?:Supported versions|Deprecated|Sunset): .*\n/gm, ''],
    [/\| Version \| Date \| Status \|/, '| Version | Date |'],
    [/^\|---\|---\|---\|---\|\n(?=\| `2024)/m, '|---|---|---|\n'],
    [/ \| (?:withdrawn|deprecated|current) \|/g, ' |'],
  );
  const old = await get('/tides', { 'api-version': OLD });
  expect([old.status, old.headers.get('ninefold-gap')]).toEqual([501, '"9/versions/status"']);
  expect(told(await get('/tides', { 'api-version': NEW }))).toBe('200');
});

it('`none` as Missing version and as Unknown version leaves it to part 7', async () => {
  await served(
    [/^- Missing version: .*$/m, '- Missing version: none'],
    [/^- Unknown version: .*$/m, '- Unknown version: none'],
  );
  const missing = await get('/tides');
  expect([missing.status, missing.headers.get('ninefold-gap')]).toEqual([501, '"7/cause/missing version"']);
  expect(told(await get('/tides', { 'api-version': '2019-01-01' }))).toBe('400 no_such_version');
});

it('an answer that says itself since when its operation is deprecated says it once', async () => {
  const rows = '| Status | When | Body | Headers |\n|---|---|---|---|\n';
  const row = '| 200 | found | array of Tide | `Deprecation: @5`, `Vary: Origin` |';
  await served(['- Answers: 200 found, array of Tide', `\n${rows}${row}`]);
  const answer = await get('/tides', { 'api-version': OLD });
  expect([answer.status, answer.headers.get('deprecation'), answer.headers.get('sunset')]).toEqual([
    200,
    '@5',
    'Tue, 01 Jun 2027 00:00:00 GMT',
  ]);
  expect(answer.headers.get('vary')).toBe('Origin, API-Version');
});

it('a version that is served no more is withdrawn from its own Sunset on, and unknown before', async () => {
  await served([/^- Sunset: .*$/m, '$&, `2023-01-01` on 2024-01-01, `2099-01-01` on 2999-01-01']);
  expect(told(await get('/tides', { 'api-version': '2023-01-01' }))).toBe('410 version_over');
  expect(told(await get('/tides', { 'api-version': '2099-01-01' }))).toBe('400 no_such_version');
});

it('a row of the Change table holds requests for the older version, as unsupported, and no others', async () => {
  await served(
    [/^- Other changes: none\n/m, ''],
    [/$(?![\s\S])/, '\n| Change |\n|---|\n| `Tide.metres` was `height` |\n'],
  );
  const old = await get('/tides', { 'api-version': OLD });
  expect([old.status, (old.json as { readonly type: string }).type, old.headers.get('ninefold-gap')]).toEqual([
    501,
    'urn:ninefold:unsupported',
    '"9/change.`Tide.metres` was `height`"',
  ]);
  expect(told(await get('/tides', { 'api-version': NEW }))).toBe('200');
});

it('the only version there is ends by a day without a name, where requests name none', async () => {
  const alone = /^- Scheme: [\s\S]*$/m;
  await served([alone, '- Scheme: none\n- Deprecated: 2020-01-01\n- Sunset: 2021-01-01\n']);
  const over = await get('/tides');
  expect([told(over), over.headers.get('deprecation'), over.headers.get('sunset'), over.headers.get('vary')]).toEqual([
    '410 version_over',
    '@1577836800',
    'Fri, 01 Jan 2021 00:00:00 GMT',
    null,
  ]);
});

const SIGN_IN: readonly Edit[] = [
  [
    '### Tide\n',
    `### Mariner

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller at create | any | none |
| \`pin\` | secret(4..) | yes | caller, hidden | any | none |
| \`speaks\` | string | no | caller | any | none |

### Tide
`,
  ],
  [
    '### POST /quays\n',
    `### POST /mariners

- Does: creates Mariner
- Body: Mariner
- Repeat: again
- Answers: 201 created, Mariner

### POST /sessions

- Does: signs in Mariner by \`name\` and \`pin\`; issues token for Mariner
- Body: Mariner only name, pin
- Repeat: again
- Answers: 201 signed in, \`{"token": <token>}\`

### POST /quays
`,
  ],
  [
    '## 5. Authentication\n\nnone',
    `## 5. Authentication

### Door

- Scheme: bearer token
- Sent in: header \`Authorization: Bearer {token}\`
- Caller: Mariner
- Credentials: \`name\` and \`pin\` of Mariner
- Issued by: \`POST /sessions\`
- Token lifetime: 1 hour
- Revoked when: signed in again`,
  ],
  [
    '| `taken` |',
    '| `who` | 401 | no credentials, wrong token, expired token, wrong credentials | Who are you? |\n| `which` | 400 | missing version | Which version? |\n| `taken` |',
  ],
  ['Quay already there', 'Quay already there, Mariner already there'],
  [/(### GET \/tides\n\n)/, '$1- Who: signed-in\n'],
  [/^- Missing version: .*$/m, '- Missing version: caller `speaks`'],
];

describe.each(['header `API-Version`', 'query `v`', 'media type', 'path prefix'])(
  'the version of a caller, %s',
  (scheme) => {
    it('is that of the row, for requests that name none; who is no caller is told so', async () => {
      await served([SCHEME, `- Scheme: ${scheme}`], ...SIGN_IN);
      const named: Record<string, string> = scheme.startsWith('header') ? { 'api-version': NEW } : {};
      if (scheme === 'media type') named['accept'] = `application/json; version=${NEW}`;
      const at = (path: string): string =>
        scheme === 'path prefix' ? `/${NEW}${path}` : scheme.startsWith('query') ? `${path}?v=${NEW}` : path;
      const tokenOf = async (name: string, speaks?: string): Promise<Record<string, string>> => {
        const row = { name, pin: '12345', ...(speaks !== undefined && { speaks }) };
        expect(told(await send(service!, 'POST', at('/mariners'), row, named))).toBe('201');
        const session = await send(service!, 'POST', at('/sessions'), { name, pin: '12345' }, named);
        return { authorization: `Bearer ${(session.json as { token: string }).token}` };
      };
      const old = await tokenOf('Ada', OLD);
      const answer = await get('/tides', old);
      expect([told(answer), answer.headers.get('deprecation')]).toEqual(['200', '@1780272000']);
      expect(told(await get('/tides', await tokenOf('Ben', '2019-01-01')))).toBe('400 no_such_version');
      expect(told(await get('/tides', await tokenOf('Cem')))).toBe('400 which');
      expect(told(await get('/tides', { authorization: 'Bearer no' }))).toBe('401 who');
      expect(told(await get('/tides'))).toBe('401 who');
      expect(told(await send(service!, 'POST', '/quays', { name: 'North' }))).toBe('400 which');
      const own = await get(at('/tides'), { ...old, ...named });
      expect([told(own), own.headers.get('deprecation')]).toEqual(['200', null]);
    });
  },
);

it('an unknown version that is left to the caller is refused where that of the caller is unknown, too', async () => {
  await served(...SIGN_IN, [/^- Unknown version: .*$/m, '- Unknown version: caller `speaks`']);
  const named = { 'api-version': NEW };
  const tokenOf = async (name: string, speaks: string): Promise<Record<string, string>> => {
    await send(service!, 'POST', '/mariners', { name, pin: '12345', speaks }, named);
    const { json } = await send(service!, 'POST', '/sessions', { name, pin: '12345' }, named);
    return { authorization: `Bearer ${(json as { token: string }).token}`, 'api-version': '2019-01-01' };
  };
  const old = await get('/tides', await tokenOf('Ada', OLD));
  expect([told(old), old.headers.get('deprecation')]).toEqual(['200', '@1780272000']);
  expect(told(await get('/tides', await tokenOf('Ben', '2018-01-01')))).toBe('400 no_such_version');
});
