// A secret that the service makes, on each engine: it lets in who sends it, also after a restart, and is nowhere but in the one answer. What
// a document cannot say of it is an error. Notation, part 2, rule `token`; decision 0063. The plain cases are in test/parts/authentication/.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { curlLines } from '../../src/calls/lines.ts';
import { lineForPeople } from '../../src/cli/serving/request-lines.ts';
import { exported } from '../../src/export/export.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { link } from '../../src/link/link.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { changed, changeOf } from '../behaviour/case.ts';
import { modelOf } from '../plan/plan-of.ts';
import { hasPostgres, sql } from '../store/postgres.ts';
import { auditedPlan, placeOf, serveAt, type Place } from './audited.ts';
import { send, type Answer, type Running } from './running.ts';

const REGISTRY = readFileSync(
  join(import.meta.dirname, '..', 'parts', 'authentication', 'a-value-shown-once.md'),
  'utf8',
);

const ENGINES = hasPostgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

interface Registered {
  readonly client_id: string;
  readonly oauth: { readonly client_secret: string };
}

function basic(name: string, secret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` };
}

/** All that is kept: the octets of each file, or each row of each table. */
async function kept({ where }: Place, engine: (typeof ENGINES)[number]): Promise<string> {
  if (engine === 'sqlite')
    return readdirSync(where)
      .map((name) => readFileSync(join(where, name), 'latin1'))
      .join('\n');
  const tables = await sql(
    'SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()',
    where,
  );
  const rows = await Promise.all(
    tables.map(([name]) => sql(`SELECT to_jsonb(t)::text FROM "${String(name)}" AS t`, where)),
  );
  return JSON.stringify(rows);
}

describe.each(ENGINES)('a secret that the service makes, on %s', (engine) => {
  let place: Place;
  let running: Running | undefined;
  beforeEach(async () => {
    place = await placeOf(engine);
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await place.drop();
  });
  const plan = auditedPlan(REGISTRY);
  const call = (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    send(running!, method, path, body, headers);
  const register = async (name: string): Promise<Registered> => {
    const answer = await call('POST', '/clients', { name });
    expect(answer.status).toBe(201);
    return answer.json as Registered;
  };
  const me = async (headers: Record<string, string>): Promise<number> =>
    (await call('GET', '/me', undefined, headers)).status;

  it('is 256 bits, another one for each row', async () => {
    running = await serveAt(place, plan);
    const secrets = [];
    for (const name of ['a', 'b', 'c', 'd']) secrets.push((await register(name)).oauth.client_secret);
    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(Buffer.from(secret, 'base64url').length).toBe(32);
    }
  });

  it('lets in who sends it, and nothing else does, also after a restart', async () => {
    running = await serveAt(place, plan);
    const { client_id: id, oauth } = await register('Till');
    const { client_id: other, oauth: others } = await register('Scale');
    const secret = oauth.client_secret;
    const expectations = async (): Promise<void> => {
      expect(await me(basic(id, secret))).toBe(200);
      expect(await me(basic(other, others.client_secret))).toBe(200);
      const wrong = [`${secret} `, secret.slice(0, -1), secret.toLowerCase(), '', others.client_secret, id, 'null'];
      for (const one of wrong) expect([one, await me(basic(id, one))]).toEqual([one, 401]);
      expect(await me(basic(other, secret))).toBe(401);
      expect(await me({ authorization: `Bearer ${secret}` })).toBe(401);
    };
    await expectations();
    await running.stop();
    running = await serveAt(place, plan);
    await expectations();
    await call('DELETE', `/clients/${id}`);
    expect(await me(basic(id, secret))).toBe(401);
  });

  it('is nowhere but in the answer, and its hash lets nobody in', async () => {
    const told: string[] = [];
    running = await serveAt(place, plan, {
      served: (entry) =>
        void told.push(
          lineForPeople(entry, (_, text) => text),
          JSON.stringify(entry),
        ),
    });
    const { client_id: id, oauth } = await register('Till');
    const secret = oauth.client_secret;
    const pair = (await call('POST', '/pairs', { name: 'Two' })).json as { client: Registered; key: { value: string } };
    expect(await me(basic(id, secret))).toBe(200);
    await call('PATCH', `/clients/${id}`, { note: 'here' });
    await call('POST', '/clients', { name: 'Till' });
    const pages = await Promise.all(
      ['/', '/plan', '/gaps', '/rows/Client', '/rows/Key', '/metrics', '/outbox', '/openapi.json'].map(async (path) =>
        (await fetch(running!.operatorUrl + path)).text(),
      ),
    );
    const audit = JSON.stringify(await place.entries());
    expect(audit).toContain('Till');
    const data = await kept(place, engine);
    const hash = /\$scrypt\$ln=15,r=8,p=1\$[\w+/]+\$[\w+/]+/.exec(data)?.[0];
    expect(hash).toBeDefined();
    expect(data).toContain('client.registered');
    for (const value of [secret, pair.client.oauth.client_secret, pair.key.value])
      for (const text of [...pages, ...running.logged, ...told, audit, data]) {
        expect(text.includes(value)).toBe(false);
        expect(text.includes(Buffer.from(`${id}:${value}`).toString('base64'))).toBe(false);
      }
    expect(audit).not.toContain('$scrypt$');
    expect(await me(basic(id, hash!))).toBe(401);
  });

  it('is tried on the page of the operator as any call is', async () => {
    running = await serveAt(place, plan);
    const tried = await fetch(`${running.operatorUrl}/try`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        method: 'POST',
        path: '/clients',
        headers: [['Content-Type', 'application/json']],
        body: '{"name":"Till"}',
      }),
    });
    const text = await tried.text();
    expect(tried.status).toBe(200);
    expect(text).toMatch(/client_secret[\\":]+[\w-]{43}\\"/);
  });
});

function errorsOf(...lines: readonly string[]): readonly string[] {
  const source = lines.length === 0 ? REGISTRY : changed(REGISTRY, [changeOf(lines)]);
  const { document, diagnostics } = read(source, 'registry.md');
  return link(document, diagnostics)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
}

describe('a document', () => {
  const LEAK = expect.stringMatching(/^token-leak: Unexpected token `Client\.oauth\.client_secret`/);

  it.each([
    ['reads a row', ['-| 200 | updated | Client without oauth | none |', '+| 200 | updated | Client | none |']],
    [
      'shows it by its name',
      [
        '-| 200 | updated | Client without oauth | none |',
        '+| 200 | updated | {"secret": oauth.client_secret} | none |',
      ],
    ],
    [
      'cuts other fields',
      ['-| 200 | updated | Client without oauth | none |', '+| 200 | updated | Client without note | none |'],
    ],
    [
      'lists rows',
      ['-| 200 | found | array of Client as `Listed` | none |', '+| 200 | found | array of Client | none |'],
    ],
    [
      'has it in a view',
      ['-- View `Listed`: `client_id`, `name`', '+- View `Listed`: `client_id`, `oauth.client_secret`'],
    ],
    [
      'shows the row inside of another',
      [
        '-| `client` | Client by `client_id` | yes | always | service: caller at create | any | none |',
        '+| `client` | Client without note | yes | always | service: caller at create | any | none |',
      ],
    ],
    [
      'shows a row that it reads beside the new one',
      ['-- Does: creates Client; creates Key', '+- Does: reads Client; creates Key'],
    ],
  ])('may not show it in an answer that %s', (_, lines) => {
    expect(errorsOf(...lines)).toContainEqual(LEAK);
  });

  it.each(['Client', '{"s": oauth.client_secret}', '{"s": {"t": [oauth.client_secret]}}'])(
    'may not send it with an event: %s',
    (payload) => {
      expect(errorsOf('-- Payload: Client as `Listed`', `+- Payload: ${payload}`)).toEqual([LEAK]);
    },
  );

  it('may not give what is kept of it to another field', () => {
    const source = REGISTRY.replace(
      '- Does: updates Client\n',
      '- Does: updates Client; sets `note` = this `oauth.client_secret`\n',
    );
    expect(source).not.toBe(REGISTRY);
    const { facts } = slotsOf(modelOf(source));
    expect(facts.filter(({ held }) => held.includes('Condition: secret')).map(({ id }) => id)).toEqual([
      '4/PATCH /clients/{client_id}/does',
    ]);
  });

  it('may show it where the row is made, and leave it out elsewhere', () => {
    expect(errorsOf()).toEqual([]);
    expect(
      errorsOf('-| 200 | updated | Client without oauth | none |', '+| 200 | updated | Client only name | none |'),
    ).toEqual([]);
  });

  it('may not have an operation set it', () => {
    expect(
      errorsOf(
        '-- Does: creates Client; creates Key',
        '+- Does: creates Client; creates Key with `value` = body `name`',
      ),
    ).not.toEqual([]);
  });

  it('has lines for a shell that take it out of the answer, and sign in with it', () => {
    const search = curlLines(compile(modelOf(REGISTRY)), 'http://x', Date.parse('2026-01-01T00:00:00Z'));
    let found = search.next();
    while (found.done !== true) found = search.next();
    const [made, ...lines] = found.value;
    expect(made).toContain('client_oauth_client_secret=$(');
    expect(lines.find((line) => line.includes('/tokens'))).toMatch(
      /"client_secret":"'"\$client_oauth_client_secret(?:_\d)?"'"\}/,
    );
    expect(lines.filter((line) => line.startsWith('#'))).toEqual([]);
  });

  it('has it in the schema of the answer alone', () => {
    const { components, paths } = JSON.parse(exported(modelOf(REGISTRY), 'openapi')) as {
      readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
      readonly paths: Readonly<Record<string, unknown>>;
    };
    const showing = Object.entries(components.schemas).filter(([, one]) =>
      JSON.stringify(one).includes('client_secret'),
    );
    expect(showing.map(([name]) => name)).toEqual(['Client', 'ClientWithoutNote']);
    expect(components.schemas['Client']).toMatchObject({
      required: expect.arrayContaining(['oauth']) as unknown,
      properties: {
        oauth: { required: ['client_secret'], properties: { client_secret: { type: 'string', readOnly: true } } },
      },
    });
    const named = Object.keys(paths).filter((path) => /schemas\/Client"/.test(JSON.stringify(paths[path])));
    expect(named).toEqual(['/clients', '/pairs']);
  });
});
