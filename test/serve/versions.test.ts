// The version that is asked for, over HTTP: examples/tide-tables.md, asked in each of the four ways that part 9 has; by a version that is
// missing, unknown, deprecated, withdrawn; and the clock moved over a sunset.

import { afterEach, describe, expect, it } from 'vitest';
import { plan as compile } from '../../src/plan/compile.ts';
import { manualClock } from '../../src/serve/clock.ts';
import { modelOf } from '../plan/plan-of.ts';
import { type Answer, type Running, send, start } from './running.ts';
import { edited, GONE, NEW, OLD, SCHEME } from './tides.ts';

let service: Running | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

async function served(source: string, now = '2026-07-01T00:00:00Z'): Promise<Running> {
  const clock = manualClock(Date.parse(now), { keep: () => Promise.resolve(true) });
  service = await start(compile(modelOf(source)), { clock });
  return service;
}

/** How a request names a version in each way; '' names none. */
const WAYS = {
  'header `API-Version`': {
    path: (path: string) => path,
    headers: (version: string) => (version === '' ? {} : { 'api-version': version }),
    vary: 'API-Version',
  },
  'query `v`': {
    path: (path: string, version: string) => (version === '' ? path : `${path}?v=${version}`),
    headers: () => ({}),
    vary: null,
  },
  'media type': {
    path: (path: string) => path,
    headers: (version: string) => ({
      accept: version === '' ? 'application/json' : `application/json; version=${version}`,
    }),
    vary: 'Accept',
  },
  'path prefix': {
    path: (path: string, version: string) => (version === '' ? path : `/${version}${path}`),
    headers: () => ({}),
    vary: null,
  },
} as const;
type Way = keyof typeof WAYS;

function ask(way: Way, method: string, path: string, version: string, body?: unknown): Promise<Answer> {
  const { path: pathOf, headers } = WAYS[way];
  return send(service!, method, pathOf(path, version), body, headers(version));
}

const ends = ({ headers }: Answer): readonly (string | null)[] => [headers.get('deprecation'), headers.get('sunset')];

describe.each(Object.keys(WAYS) as Way[])('a version in the %s', (way) => {
  const source = edited([SCHEME, `- Scheme: ${way}`]);
  const { vary } = WAYS[way];

  it('is answered where it is served, and what is deprecated says so', async () => {
    await served(source);
    const made = await ask(way, 'POST', '/quays', NEW, { name: 'North' });
    expect([made.status, made.headers.get('vary'), ends(made)]).toEqual([201, vary, [null, null]]);
    const prefix = way === 'path prefix' ? `/${NEW}` : '';
    expect(made.headers.get('location')).toBe(`${service!.url}${prefix}/quays/North`);
    const old = await ask(way, 'GET', '/quays/North', OLD);
    expect([old.status, old.headers.get('vary'), ends(old)]).toEqual([
      200,
      vary,
      ['@1780272000', 'Tue, 01 Jun 2027 00:00:00 GMT'],
    ]);
    const own = way === 'path prefix' ? `/${OLD}` : '';
    expect(old.json).toEqual({ name: 'North', url: `${service!.url}${own}/quays/North` });
    const type = way === 'media type' ? `application/json; version=${OLD}` : 'application/json';
    expect(old.headers.get('content-type')).toBe(type);
    const head = await ask(way, 'HEAD', '/quays/North', OLD);
    expect([head.status, head.text, ends(head)]).toEqual([200, '', ends(old)]);
  });

  it('that is missing is the current one, as stated', async () => {
    await served(source);
    const made = await ask(way, 'POST', '/quays', '', { name: 'North' });
    expect([made.status, ends(made)]).toEqual([201, [null, null]]);
    expect(made.headers.get('location')).toBe(`${service!.url}/quays/North`);
    expect(made.json).toEqual({ name: 'North', url: `${service!.url}/quays/North` });
  });

  it('that is unknown or withdrawn is refused as stated', async () => {
    await served(source);
    const unknown = await ask(way, 'GET', '/quays/North', '2019-01-01');
    expect([unknown.status, unknown.headers.get('vary')]).toEqual([400, vary]);
    expect(unknown.json).toEqual({
      error: 'no_such_version',
      message: 'There is no such version of the interface.',
    });
    const gone = await ask(way, 'GET', '/quays/North', GONE);
    expect([gone.status, (gone.json as { error: string }).error]).toEqual([410, 'version_over']);
  });

  it('is withdrawn when the clock passes its sunset, and not before', async () => {
    await served(source, '2027-05-31T23:59:59.999Z');
    await ask(way, 'POST', '/quays', NEW, { name: 'North' });
    expect((await ask(way, 'GET', '/quays/North', OLD)).status).toBe(200);
    const body = JSON.stringify({ now: '2027-06-01T00:00:00Z' });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${service!.operatorUrl}/clock`, { method: 'POST', headers, body })).status).toBe(200);
    const over = await ask(way, 'GET', '/quays/North', OLD);
    expect([over.status, (over.json as { error: string }).error]).toEqual([410, 'version_over']);
    expect((await ask(way, 'GET', '/quays/North', NEW)).status).toBe(200);
  });

  it('that says nothing more than a list shows is kept in the address of its next page', async () => {
    await served(source);
    await ask(way, 'POST', '/quays', NEW, { name: 'North' });
    for (const metres of [1.5, 2.5, 3.5])
      await ask(way, 'POST', '/tides', NEW, { quay: 'North', at: '2026-07-01T06:00:00Z', metres });
    const page = await ask(way, 'GET', '/tides', OLD);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const { pathname, searchParams } = new URL(next);
    expect([pathname, searchParams.get('v')]).toEqual([
      way === 'path prefix' ? `/${OLD}/tides` : '/tides',
      way === 'query `v`' ? OLD : null,
    ]);
    const rest = await send(service!, 'GET', next.slice(service!.url.length), undefined, WAYS[way].headers(OLD));
    expect([rest.status, (rest.json as unknown[]).length]).toEqual([200, 1]);
  });

  it('where Missing version and Unknown version are not stated is held, and so is what is withdrawn without a code', async () => {
    await served(
      edited(
        [SCHEME, `- Scheme: ${way}`],
        [/^- Missing version: .*\n/m, ''],
        [/^- Unknown version: .*\n/m, ''],
        [/^\| `no_such_version` .*\n/m, ''],
        [/^\| `version_over` .*\n/m, ''],
      ),
    );
    const missing = await ask(way, 'GET', '/tides', '');
    // Without its prefix it is no path of the service.
    expect([missing.status, missing.headers.get('ninefold-gap')]).toEqual(
      way === 'path prefix' ? [404, null] : [501, '"7/cause/missing version"'],
    );
    const unknown = await ask(way, 'GET', '/tides', '2019-01-01');
    expect([unknown.status, unknown.headers.get('ninefold-gap')]).toEqual([501, '"7/cause/unknown version"']);
    const gone = await ask(way, 'GET', '/tides', GONE);
    expect([gone.status, gone.headers.get('ninefold-gap')]).toEqual([501, '"7/cause/version withdrawn"']);
    expect((await ask(way, 'GET', '/tides', NEW)).status).toBe(200);
  });

  it('of which the document does not say that it is the same is held', async () => {
    await served(edited([SCHEME, `- Scheme: ${way}`], [/^- Other changes: none\n/m, '']));
    const old = await ask(way, 'GET', '/tides', OLD);
    expect([old.status, old.headers.get('ninefold-gap'), ends(old)[0]]).toEqual([501, '"9/changes"', '@1780272000']);
    expect((await ask(way, 'GET', '/tides', NEW)).status).toBe(200);
  });
});
