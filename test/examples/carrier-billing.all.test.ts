// The published interface carrier-billing.md over real HTTP: as it stands, where each operation is held; and with its
// assumptions, without what this runtime does not do yet. What it answers then is kept beside this file, for reading;
// `UPDATE=1` writes it anew.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, discard, ninefold, root, serve } from './running.ts';
import type { Answer, Running } from './running.ts';
import { takenOut } from './taken-out.ts';
import type { Both } from './taken-out.ts';

const DOCUMENT = 'examples/published/carrier-billing.md';
const ASSUMED = 'examples/published/carrier-billing.assumed.md';
const KEPT = join(import.meta.dirname, 'carrier-billing.expected');
const BASE = '/carrier-billing/v0.5';

interface Operation {
  readonly id: string;
  readonly runs: string;
  readonly heldBy: readonly string[];
}

async function reportOf(...args: readonly string[]): Promise<{
  readonly status: number | null;
  readonly operations: readonly Operation[];
  readonly gaps: readonly { readonly id: string }[];
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly fix?: string;
  }[];
}> {
  const { status, stdout } = await ninefold(['check', ...args, '--format', 'json']);
  return { status, ...JSON.parse(stdout) };
}

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const charge = (amount: number, more: object = {}): object => ({
  amountTransaction: {
    phoneNumber: '+34600000000',
    referenceCode: `order-${amount}`,
    paymentAmount: { chargingInformation: { amount, currency: 'EUR', description: 'A song' } },
    ...more,
  },
});

const kind = (name: string): string => `org.camaraproject.carrier-billing.v0.payment-${name}`;

const undoneIn = (fixes: readonly string[]): Set<string> =>
  new Set(
    fixes.flatMap((fix) =>
      [...(/this is (.*)\.$/.exec(fix)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word!),
    ),
  );

describe('as it stands', () => {
  it('has no error, and neither have its assumptions', async () => {
    for (const args of [[DOCUMENT], [DOCUMENT, '--assume', ASSUMED]]) {
      const { status, diagnostics } = await reportOf(...args);
      expect(status).toBe(3);
      expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['unsupported']));
    }
    for (const command of ['plan', 'ask']) expect((await ninefold([command, DOCUMENT])).status).toBe(0);
  });

  it('answers a call of each operation with 501 and what holds it', async () => {
    const { operations } = await reportOf(DOCUMENT);
    const service = await serve(DOCUMENT);
    for (const { id, runs, heldBy } of operations.filter((one) => one.runs === 'no')) {
      const [method, path] = id.split(' ') as [string, string];
      const answer = await call(
        `${service.url}${BASE}${path.replace(/\{.*?\}/, 'p1')}`,
        method,
        method === 'POST' ? {} : undefined,
      );
      expect([id, runs, answer.status]).toEqual([id, 'no', 501]);
      const named = answer.body.gaps.map((gap: { id: string }) => gap.id);
      expect(named.length).toBeGreaterThan(0);
      expect(heldBy).toEqual(expect.arrayContaining(named));
    }
    await service.stop();
    discard(service.data);
  });
});

describe('under its assumptions, without what is not done yet', () => {
  let service: Running | undefined;
  let says: readonly string[] = [];
  let operations: readonly Operation[] = [];
  const lines: string[] = [];
  const names = new Map<string, string>();

  beforeAll(async () => {
    const { diagnostics } = await reportOf(DOCUMENT, '--assume', ASSUMED);
    const undone = undoneIn(diagnostics.map(({ fix = '' }) => fix));
    const rest: Both & { readonly says: readonly string[] } = takenOut(
      { document: textOf(DOCUMENT), assumed: textOf(ASSUMED) },
      undone,
    );
    says = rest.says;
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-rest-'));
    const [document, assumed] = [join(folder, 'rest.md'), join(folder, 'rest.assumed.md')];
    writeFileSync(document, rest.document);
    writeFileSync(assumed, rest.assumed);
    ({ operations } = await reportOf(document, '--assume', assumed));
    service = await serve(document, { options: ['--assume', assumed] });
    discard(folder);
  });
  afterAll(async () => {
    if (!service) return;
    await service.stop();
    discard(service.data);
  });

  /** What differs from run to run gets a name: the first payment, the second … */
  function plain(text: string): string {
    return text
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/\b[0-9a-z]{24}\b/g, (id) => names.get(id) ?? names.set(id, `<payment ${names.size + 1}>`).get(id)!);
  }

  async function asked(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await call(service!.url + BASE + path, method, body, { authorization: 'Bearer trial' });
    const gap = answer.headers.get('ninefold-gap');
    lines.push(
      `${method} ${plain(path)}${body === undefined ? '' : ` ${plain(JSON.stringify(body))}`}`,
      `  ${answer.status}${gap === null ? '' : `, resting on ${gap}`}${answer.text === '' ? '' : ` ${plain(answer.text)}`}`,
    );
    return answer;
  }

  const statusOf = async (id: string): Promise<string> => (await asked('GET', `/payments/${id}`)).body.paymentStatus;

  async function made(path: string, amount: number): Promise<{ readonly id: string; readonly status: string }> {
    const { status, body } = await asked('POST', path, charge(amount));
    expect(status).toBe(201);
    return { id: body.paymentId, status: body.paymentStatus };
  }

  it('runs every operation, most of them but for requests that meet a gap', () => {
    expect(operations).toHaveLength(7);
    expect(operations.filter(({ runs }) => runs === 'no')).toEqual([]);
  });

  it('charges in one step, at once or later', async () => {
    const [now, later] = [await made('/payments', 5), await made('/payments', 50)];
    expect([now.status, later.status]).toEqual(['succeeded', 'processing']);
    const { body } = await asked('GET', `/payments/${now.id}`);
    expect(body.amountTransaction.resourceURL).toBe(`urn:payments:${now.id}`);
    expect(body).not.toHaveProperty('validationInfo');
  });

  it('reserves and confirms, and refuses what comes after with the code that the source names', async () => {
    const { id, status } = await made('/payments/prepare', 5);
    expect(status).toBe('reserved');
    expect((await asked('POST', `/payments/${id}/confirm`, { phoneNumber: '+34600000000' })).status).toBe(202);
    expect(await statusOf(id)).toBe('succeeded');
    for (const again of ['confirm', 'cancel']) {
      const answer = await asked('POST', `/payments/${id}/${again}`, {});
      expect([answer.status, answer.body.code]).toEqual([409, 'CARRIER_BILLING.PAYMENT_CONFIRMED']);
    }
  });

  it('reserves and cancels', async () => {
    const { id } = await made('/payments/prepare', 6);
    expect((await asked('POST', `/payments/${id}/cancel`, {})).status).toBe(202);
    expect(await statusOf(id)).toBe('cancelled');
    const answer = await asked('POST', `/payments/${id}/confirm`, {});
    expect([answer.status, answer.body.code]).toEqual([409, 'CARRIER_BILLING.PAYMENT_CANCELLED']);
  });

  it('waits for the code; what a wrong one is answered with is a gap, and nothing moves', async () => {
    const { id, status } = await made('/payments/prepare', 20);
    expect(status).toBe('pending_validation');
    const early = await asked('POST', `/payments/${id}/confirm`, {});
    expect([early.status, early.body.code]).toEqual([403, 'CARRIER_BILLING.PAYMENT_DENIED']);
    const valid = { authorizationId: `auth-${id}`, code: '123456' };
    expect((await asked('POST', `/payments/${id}/validate`, valid)).status).toBe(204);
    expect(await statusOf(id)).toBe('reserved');
    expect((await asked('POST', `/payments/${id}/validate`, valid)).body.code).toBe('ALREADY_EXISTS');
    const other = await made('/payments/prepare', 21);
    const wrong = await asked('POST', `/payments/${other.id}/validate`, { authorizationId: 'x', code: '000000' });
    expect([wrong.status, wrong.body.type]).toEqual([501, 'urn:ninefold:gap']);
    expect(await statusOf(other.id)).toBe('pending_validation');
  });

  it('refuses what is wrong with the code of that fault', async () => {
    const code = async (body: unknown): Promise<unknown> => (await asked('POST', '/payments', body)).body.code;
    expect(await code({})).toBe('INVALID_ARGUMENT');
    expect(await code(charge(0.0001))).toBe('INVALID_ARGUMENT');
    expect(await code({ ...charge(5), sink: 'http://shop.example/events' })).toBe('INVALID_SINK');
    const sink = 'https://shop.example/events';
    const token = { accessToken: 't', accessTokenExpiresUtc: '2030-01-01T00:00:00Z' };
    const credential = (credentialType: string, accessTokenType: string): object => ({
      ...charge(5),
      sink,
      sinkCredential: { ...token, credentialType, accessTokenType },
    });
    expect(await code(credential('PLAIN', 'bearer'))).toBe('INVALID_CREDENTIAL');
    expect(await code(credential('ACCESSTOKEN', 'mac'))).toBe('INVALID_TOKEN');
    expect((await asked('GET', '/payments/none')).body.code).toBe('NOT_FOUND');
  });

  it('charges a correlated request once', async () => {
    const once = charge(7, { clientCorrelator: 'req-1' });
    expect((await asked('POST', '/payments', once)).status).toBe(201);
    const again = await asked('POST', '/payments', once);
    expect([again.status, again.body.code]).toEqual([400, 'INVALID_ARGUMENT']);
  });

  it('lists by page, state and day; turning the list round is a gap', async () => {
    const { headers, body } = await asked('GET', '/payments?perPage=2');
    expect([headers.get('x-total-count'), body.length]).toEqual(['7', 2]);
    const reserved = await asked('GET', '/payments?paymentStatus=pending_validation&paymentStatus=reserved');
    expect(reserved.body.map((one: { paymentStatus: string }) => one.paymentStatus)).toEqual([
      'pending_validation',
      'reserved',
    ]);
    const [from, to] = ['2030-01-01T00:00:00Z', '2029-01-01T00:00:00Z'];
    const range = await asked('GET', `/payments?paymentCreationDate.gte=${from}&paymentCreationDate.lte=${to}`);
    expect(range.body.code).toBe('CARRIER_BILLING.INVALID_DATE_RANGE');
    const turned = await asked('GET', '/payments?order=asc');
    expect([turned.status, turned.body.type]).toEqual([501, 'urn:ninefold:gap']);
  });

  it('keeps what its moves send, by kind, until it is delivered', async () => {
    const { events } = JSON.parse((await call(`${service!.operator}/outbox`)).text);
    const waiting = events.map(({ event, waiting }: { event: string; waiting: number }) => [event, waiting]);
    lines.push('waiting to be sent', ...waiting.map(([event, count]: [string, number]) => `  ${count} ${event}`));
    expect(Object.fromEntries(waiting)).toMatchObject({
      [kind('completed')]: 3,
      [kind('reserved')]: 3,
      [kind('pending-validation')]: 2,
      [kind('cancelled')]: 1,
    });
  });

  it('answered all of this as it is kept beside this file', () => {
    const kept = ['Taken out, for it is not done yet:', ...says.map((one) => `- ${one}`), '', ...lines, ''].join('\n');
    if (process.env['UPDATE'] === '1') writeFileSync(KEPT, kept);
    else expect(readFileSync(KEPT, 'utf8')).toBe(kept);
  });
});
