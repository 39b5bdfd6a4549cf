// What names the version for people: lines for a shell, the form of the operator's page, `seed`, OpenAPI; each in the four ways of
// part 9. Without a version every request is refused here.

import { afterEach, describe, expect, it } from 'vitest';
import { effortForAll } from '../../src/base/effort.ts';
import { curlLines } from '../../src/calls/lines.ts';
import { seed } from '../../src/cli/seed.ts';
import { openApi } from '../../src/export/interface.ts';
import { tryForm } from '../../src/page/try-form.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { captured } from '../cli/captured.ts';
import { Place } from '../cli/seeding.ts';
import type { Json } from '../export/judged.ts';
import { modelOf } from '../plan/plan-of.ts';
import { type Running, send, start } from './running.ts';
import { edited, NEW, SCHEME, type Edit } from './tides.ts';

const REFUSED: Edit = [/^- Missing version: .*$/m, '- Missing version: refused `no_such_version`'];
const sourceOf = (scheme: string): string => edited([SCHEME, `- Scheme: ${scheme}`], REFUSED);

const WAYS = {
  'header `API-Version`': { line: `-H 'API-Version: ${NEW}'`, form: `API-Version: ${NEW}` },
  'query `v`': { line: `?v=${NEW}`, form: `data-name="v" aria-describedby` },
  'media type': {
    line: `-H 'Accept: application/json; version="${NEW}"'`,
    form: `Accept: application/json; version=&quot;${NEW}&quot;`,
  },
  'path prefix': { line: `"http://x/${NEW}/`, form: `data-base="/${NEW}"` },
} as const;

let service: Running | undefined;
let place: Place | undefined;
afterEach(async () => {
  await service?.stop();
  place?.remove();
  [service, place] = [undefined, undefined];
});

function linesOf(plan: Plan): readonly string[] {
  const search = curlLines(plan, 'http://x', Date.parse('2026-07-01T00:00:00Z'));
  let step = search.next();
  while (step.done !== true) step = search.next();
  return step.value;
}

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('by %s', (scheme) => {
  const plan = compile(modelOf(sourceOf(scheme)));

  it('every line for a shell and every form names the version', () => {
    const { line, form } = WAYS[scheme];
    const lines = linesOf(plan);
    expect(lines).toHaveLength(5);
    for (const one of lines) expect(one).toContain(line);
    for (const operation of plan.operations)
      expect(tryForm(operation, plan, 'http://x', effortForAll())).toContain(form);
  });

  it('`seed` sends it with each row', async () => {
    service = await start(plan);
    expect((await send(service, 'GET', '/tides')).status).toBe(400);
    place = new Place(sourceOf(scheme));
    place.write('rows.json', { 'POST /quays': [{ name: 'North' }, { name: 'South' }] });
    const console = captured({ directory: place.directory, env: {} });
    expect(await seed(['service.md', 'rows.json'], { url: service.url }, console, [])).toBe(0);
    expect(console.stdout()).toContain('2');
  });
});

const api = (...edits: readonly Edit[]): Json => openApi(modelOf(edited(...edits))) as Json;
const list = (document: Json): Json => document['paths']['/tides'].get;

describe('OpenAPI', () => {
  it('has a header or a query parameter with the versions that are served', () => {
    const schema = { type: 'string', enum: [NEW, '2025-06-01'] };
    const parameter = { name: 'API-Version', in: 'header', required: false, schema: { ...schema, default: NEW } };
    expect(list(api()).parameters[0]).toEqual(parameter);
    expect(list(api([SCHEME, '- Scheme: query `v`'], REFUSED)).parameters[0]).toEqual({
      name: 'v',
      in: 'query',
      required: true,
      schema,
    });
  });

  it('has a server for each version where paths begin with one, and says when it ends', () => {
    const servers = [
      { url: `/${NEW}`, description: `Version ${NEW}` },
      { url: '/2025-06-01', description: 'Version 2025-06-01, deprecated since 2026-06-01, until 2027-06-01' },
    ];
    expect(api([SCHEME, '- Scheme: path prefix'])['servers']).toEqual(servers);
    const base = ['- Who: anyone', '- Base: `https://tides.example/api`\n- Who: anyone'] as const;
    expect(api([SCHEME, '- Scheme: path prefix'], base)['servers'][1].url).toBe('https://tides.example/api/2025-06-01');
    const written = ['- Who: anyone', `- Base: \`https://tides.example/${NEW}\`\n- Who: anyone`] as const;
    expect(api([SCHEME, '- Scheme: path prefix'], written)['servers'][0].url).toBe(`https://tides.example/${NEW}`);
  });

  it('has the headers that say when a version ends with every answer, unless the answer says so itself', () => {
    const schema = { type: 'string' };
    const { responses } = list(api());
    expect(Object.keys(responses).length).toBeGreaterThan(2);
    for (const response of Object.values<Json>(responses)) {
      const { Deprecation, Sunset } = response['headers'];
      expect(Deprecation).toEqual({ description: '`2025-06-01` deprecated since 2026-06-01', schema });
      expect(Sunset).toEqual({ description: '`2025-06-01` until 2027-06-01', schema });
    }
    const made = ['`Location: <base>/quays/{name}`', '`Location: <base>/quays/{name}`, `deprecation: @1`'] as const;
    const own = api(made)['paths']['/quays'].post.responses['201'].headers;
    expect(Object.keys(own)).toEqual(['Location', 'deprecation', 'Sunset']);
    const none = api([/^- Deprecated: .*\n- Sunset: .*\n/m, ''], ['deprecated | heights', 'supported | heights']);
    expect(Object.keys(list(none).responses['200'].headers ?? {})).not.toContain('Deprecation');
  });

  it('marks each operation where the current version is deprecated', () => {
    expect(list(api()).deprecated).toBeUndefined();
    expect(list(api([/^- Deprecated: .*$/m, `- Deprecated: \`${NEW}\` on 2026-06-01`])).deprecated).toBe(true);
    expect(list(api(['2026-02-01 | current', '2026-02-01 | deprecated'])).deprecated).toBe(true);
  });
});
