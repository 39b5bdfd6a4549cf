// What `GET /metrics` says after requests that are known: exact lines, labels that callers cannot add to, and a scrape that
// keeps nobody waiting. Input: a small document. Output: Prometheus text.

import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Histogram } from '../../src/base/histogram.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { Counts } from '../../src/serve/metrics/counts.ts';
import { exposed, type Family } from '../../src/serve/metrics/exposition.ts';
import { metricsText } from '../../src/serve/metrics/metrics.ts';
import { watchLoop } from '../../src/serve/metrics/process.ts';
import { understand } from '../laws/service.ts';
import { ownStore, raw, send, start, type Running } from './running.ts';

const SOURCE = `# Boxes

- Lists: complete unless marked

## 1. What the service does

Opens boxes.

## 2. Resources and their fields

### User

- Identified by: \`id\`
- Unique: \`email\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`email\` | email | yes | caller | any | none |
| \`password\` | secret(8..) | yes | caller, hidden | any | none |

### Box

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`label\` | string(40) | yes | caller | not blank | none |
| \`status\` | state | yes | service: state | any | none |

## 3. States and transitions

### Box.status

- Any other move: \`not_now\`

| State | Kind |
|---|---|
| \`locked\` | initial |
| \`ajar\` | any |
| \`open\` | any |
| \`lost\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`locked\`, \`ajar\` | \`open\` | \`POST /boxes/{id}/open\` | none | box.opened |
| \`open\` | \`lost\` | outside: \`the landlord\` | none | none |

## 4. Endpoints

### All operations

- Media type: application/json
- Who: anyone
- Emits: none
- Unknown fields: refused
- Read-only fields: refused
- Base: \`/v1\`

### POST /users

- Does: creates User
- Body: User
- Repeat: again
- Answers: 201 created, User

### POST /sessions

- Does: signs in User by \`email\` and \`password\`; issues token for User
- Body: User only email, password
- Repeat: again
- Answers: 201 signed in, {"token": <token>}

### POST /boxes

- Does: creates Box
- Body: Box
- Repeat: again
- Answers: 201 created, Box

### GET /boxes/{id}

- Does: reads Box
- Repeat: safe
- Answers: 200 found, Box

### POST /boxes/{id}/open

- Does: moves Box.status to \`open\`
- Body: none
- Repeat: again
- Answers: 200 moved, Box

### GET /boxes

- Does: not shown
- Repeat: safe

## 5. Authentication

### Session

- Scheme: bearer token
- Sent in: header \`Authorization: Bearer {token}\`
- Caller: User
- Credentials: \`email\` and \`password\` of User
- Issued by: \`POST /sessions\`
- Token lifetime: 14 days
- Revoked when: none

## 6. Events

| Event | Payload |
|---|---|
| \`box.opened\` | Box |

## 7. Errors

- Error body: {"error": <code>}
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`no_box\` | 404 | no such Box, no such User, no such path |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | \`User.email\` taken |
| \`wrong_credentials\` | 401 | wrong credentials |
| \`not_now\` | 409 | illegal move |

## 8. Limits

none

## 9. Versioning

none
`;

let service: Running;
beforeEach(async () => {
  const { model, errors } = understand(SOURCE);
  expect(errors).toEqual([]);
  service = await start(compile(model));
});
afterEach(() => service.stop());

async function scraped(headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.operatorUrl}/metrics`, { headers });
}

/** Lines that begin so, without what time decides. */
async function lines(...beginnings: string[]): Promise<readonly string[]> {
  const text = await (await scraped()).text();
  return text.split('\n').filter((line) => beginnings.some((begin) => line.startsWith(begin)));
}

const counted = (labels: string, count: number): string =>
  `http_server_request_duration_seconds_count{${labels}} ${count}`;

const USER = { email: 'a@example.org', password: 'long enough' };

describe('after requests that are known', () => {
  it('says each of them, by operation and status', async () => {
    await send(service, 'POST', '/v1/boxes', { label: 'left' });
    await send(service, 'POST', '/v1/boxes', { label: 'right' });
    await send(service, 'POST', '/v1/boxes', {});
    await send(service, 'GET', '/v1/boxes/1');
    await send(service, 'HEAD', '/v1/boxes/1');
    await send(service, 'GET', '/v1/boxes/7');
    await send(service, 'PUT', '/v1/boxes/1');
    await send(service, 'GET', '/elsewhere');
    await service.raw('no request\r\n\r\n');
    expect(await lines('http_server_request_duration_seconds_count', 'ninefold_unmet')).toEqual([
      counted('http_request_method="POST",http_route="/v1/boxes",http_response_status_code="201"', 2),
      counted('http_request_method="POST",http_route="/v1/boxes",http_response_status_code="422"', 1),
      counted('http_request_method="GET",http_route="/v1/boxes/{id}",http_response_status_code="200"', 1),
      counted('http_request_method="GET",http_route="/v1/boxes/{id}",http_response_status_code="404"', 1),
      counted('http_request_method="HEAD",http_route="/v1/boxes/{id}",http_response_status_code="200"', 1),
      counted('http_request_method="PUT",http_route="/v1/boxes/{id}",http_response_status_code="405"', 1),
      counted('http_request_method="GET",http_response_status_code="404"', 1),
      'ninefold_unmet_requests_total{http_response_status_code="400"} 1',
    ]);
  });

  it('says what is held, moved, refused and signed in', async () => {
    await send(service, 'POST', '/v1/boxes', { label: 'left' });
    await send(service, 'POST', '/v1/boxes/1/open');
    await send(service, 'POST', '/v1/boxes/1/open');
    await send(service, 'POST', '/v1/boxes/9/open');
    await send(service, 'GET', '/v1/boxes');
    const move = { resource: 'Box', field: 'status', id: 1, to: 'lost' };
    for (const status of [200, 409]) {
      const made = await fetch(`${service.operatorUrl}/moves`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(move),
      });
      expect([made.status, await made.text()]).toEqual([status, expect.any(String)]);
    }
    await send(service, 'POST', '/v1/users', USER);
    await send(service, 'POST', '/v1/sessions', USER);
    await send(service, 'POST', '/v1/sessions', { ...USER, password: 'another one' });
    await send(service, 'POST', '/v1/sessions', { email: USER.email });
    const held = await lines('ninefold_held');
    expect(held).toEqual([
      'ninefold_held_requests_total{gap="4/GET /boxes/does"} 1',
      'ninefold_held_requests_total{gap="4/GET /boxes/status"} 1',
    ]);
    const session = 'http_request_method="POST",http_route="/v1/sessions"';
    expect(await lines('ninefold_moves', 'ninefold_refused', 'ninefold_sign')).toEqual([
      'ninefold_moves_total{resource="Box",field="status",from="locked|ajar",to="open",by="call"} 1',
      'ninefold_moves_total{resource="Box",field="status",from="open",to="lost",by="outside"} 1',
      'ninefold_refused_moves_total{http_request_method="POST",http_route="/v1/boxes/{id}/open",resource="Box",code="not_now"} 1',
      'ninefold_refused_moves_total{resource="Box",code="not_now"} 1',
      `ninefold_sign_ins_total{${session},outcome="signed in"} 1`,
      `ninefold_sign_ins_total{${session},outcome="wrong credentials"} 1`,
      `ninefold_sign_ins_total{${session},outcome="refused"} 1`,
    ]);
  });

  it('says what the store and the process know of themselves', async () => {
    expect(await lines('ninefold_outbox')).toEqual(['ninefold_outbox_events{event="box.opened"} 0']);
    await send(service, 'POST', '/v1/boxes', { label: 'left' });
    await send(service, 'POST', '/v1/boxes/1/open');
    const [events, age] = await lines('ninefold_outbox');
    expect(events).toBe('ninefold_outbox_events{event="box.opened"} 1');
    expect(Number(/^ninefold_outbox_oldest_age_seconds (.+)$/.exec(age!)![1])).toBeLessThan(60);
    const commits = await lines('ninefold_commit_duration_seconds_count', 'ninefold_commit_requests_sum');
    const isPostgres = process.env['TEST_ENGINE'] === 'postgres';
    expect(commits.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)).toBe(isPostgres ? 2 : 4);
    expect(await lines('db_client_connection_max')).toEqual(
      isPostgres
        ? [
            'db_client_connection_max{db_client_connection_pool_name="transactions"} 2',
            'db_client_connection_max{db_client_connection_pool_name="reads"} 0',
            'db_client_connection_max{db_client_connection_pool_name="lists"} 0',
            'db_client_connection_max{db_client_connection_pool_name="writes"} 2',
          ]
        : [],
    );
    const own = await lines('nodejs_', 'process_');
    expect(own.length).toBeGreaterThan(15);
    for (const line of own) expect(line).toMatch(/^[a-z_]+(?:\{[^}]+\})? \d+(?:\.\d+)?(?:e-\d+)?$/);
  });
});

it('has no label that a caller can add to', async () => {
  const methods = ['GET', 'POST', 'PROPFIND', 'REPORT', 'QUERY'];
  const all = Array.from({ length: 10_000 }, (_, place) =>
    [
      `${methods[place % methods.length]} /${place}/x${place} HTTP/1.1`,
      'Host: x',
      `X-Request-Id: ${place}`,
      '',
      '',
    ].join('\r\n'),
  );
  const answered = await service.raw(
    all.join(''),
    'GET /v1/boxes/secret-a@b.c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  expect(answered.match(/HTTP\/1\.1 404/g)).toHaveLength(10_001);
  expect(await lines('http_server_request_duration_seconds_count')).toEqual([
    counted('http_request_method="GET",http_route="/v1/boxes/{id}",http_response_status_code="404"', 1),
    counted('http_request_method="GET",http_response_status_code="404"', 2000),
    counted('http_request_method="POST",http_response_status_code="404"', 2000),
    counted('http_request_method="_OTHER",http_response_status_code="404"', 4000),
    counted('http_request_method="QUERY",http_response_status_code="404"', 2000),
  ]);
  expect(await (await scraped()).text()).not.toContain('secret');
});

it('counts a body that never ends by the status that its client got', async () => {
  await service.stop();
  const { model } = understand(SOURCE);
  service = await start(compile(model), { requestTimeout: 200 });
  const head = 'POST /v1/boxes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
  expect(await service.raw(head)).toMatch(/^HTTP\/1\.1 408 /);
  const gone = connect(Number(new URL(service.url).port), '127.0.0.1');
  gone.on('error', () => undefined);
  await new Promise<void>((resolve) => gone.write(head, () => resolve()));
  await expect.poll(() => lines('http_server_request_duration_seconds_count').then((all) => all.length)).toBe(1);
  gone.resetAndDestroy();
  const labels = 'http_request_method="POST",http_route="/v1/boxes"';
  await expect
    .poll(() => lines('http_server_request_duration_seconds_count'))
    .toEqual([counted(`${labels},http_response_status_code="408"`, 1), counted(labels, 1)]);
});

it('goes on counting where another plan takes the place of the first', async () => {
  await service.stop();
  const { model } = understand(SOURCE);
  const { store, drop } = await ownStore(compile(model));
  service = await start(compile(model), { store });
  await send(service, 'POST', '/v1/boxes', { label: 'left' });
  await send(service, 'POST', '/v1/boxes/1/open');
  const before = await lines('http_server_request_duration_seconds_count', 'ninefold_moves');
  await service.swap(compile(understand(SOURCE).model), store);
  await send(service, 'POST', '/v1/boxes', { label: 'left' });
  await send(service, 'POST', '/v1/boxes/2/open');
  const after = await lines('http_server_request_duration_seconds_count', 'ninefold_moves');
  expect(before).toHaveLength(3);
  expect(after).toEqual(before.map((line) => line.replace(/ 1$/, ' 2')));
  await service.close();
  await drop();
});

it('does not wait for a store that does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const loop = watchLoop();
    const text = metricsText({
      counts: new Counts(),
      loop,
      plan: compile(understand(SOURCE).model),
      figures: undefined,
      pending: () => new Promise(() => undefined),
      now: 0,
    });
    await vi.advanceTimersByTimeAsync(2000);
    loop.stop();
    expect(await text).toMatch(/^# HELP nodejs_eventloop_delay_seconds /);
  } finally {
    vi.useRealTimers();
  }
});

describe('the page', () => {
  it('is Prometheus text of version 0.0.4, each family once', async () => {
    await send(service, 'GET', '/v1/boxes/1');
    const answer = await scraped();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const text = await answer.text();
    const names = [...text.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram)$/gm)].map(([, name]) => name!);
    expect(new Set(names).size).toBe(names.length);
    let family = '';
    for (const line of text.trimEnd().split('\n')) {
      const [, named] = /^# HELP (\S+) ./.exec(line) ?? [];
      if (named !== undefined) family = named;
      else if (!line.startsWith('#'))
        expect(line.replace(family, '')).toMatch(
          /^(?:_bucket|_sum|_count)?(?:\{[a-z_]+="[^"\n]*"(?:,[a-z_]+="[^"\n]*")*\})? \S+$/,
        );
    }
  });

  it('is closed to other names, as the rest of the port', async () => {
    const port = Number(new URL(service.operatorUrl).port);
    const other = await raw(port, ['GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n']);
    expect(other).toMatch(/^HTTP\/1\.1 421 /);
    expect(other).not.toContain('# TYPE');
    const mine = await scraped({ origin: 'http://evil.example' });
    expect(mine.headers.get('access-control-allow-origin')).toBeNull();
    expect(mine.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});

describe('the text', () => {
  it('has buckets that add up, and escapes labels', async () => {
    const histogram = new Histogram([0.5, 1]);
    for (const value of [0.5, 0.75, 3]) histogram.observe(value);
    const families: readonly Family[] = [
      {
        name: 'a_seconds',
        type: 'histogram',
        help: 'A\nb \\',
        samples: [[{ x: 'a"b\\c\nd', y: undefined }, histogram]],
      },
      { name: 'none_total', type: 'counter', help: 'Nothing.', samples: [] },
    ];
    expect(await exposed(families)).toBe(
      [
        '# HELP a_seconds A\\nb \\\\',
        '# TYPE a_seconds histogram',
        'a_seconds_bucket{x="a\\"b\\\\c\\nd",le="0.5"} 1',
        'a_seconds_bucket{x="a\\"b\\\\c\\nd",le="1"} 2',
        'a_seconds_bucket{x="a\\"b\\\\c\\nd",le="+Inf"} 3',
        'a_seconds_sum{x="a\\"b\\\\c\\nd"} 4.25',
        'a_seconds_count{x="a\\"b\\\\c\\nd"} 3',
        '',
      ].join('\n'),
    );
  });

  it('lets requests through while a large one is written', async () => {
    const samples = Array.from(
      { length: 4000 },
      (_, place) => [{ place: `${place}` }, new Histogram([1, 2, 3])] as const,
    );
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await exposed([{ name: 'a', type: 'histogram', help: 'A.', samples }]);
    isDone = true;
    expect(turns).toBeGreaterThan(20);
  });
});
