// Try on the operator's page is filled with rows that are there and values that pass the rules: what is filled in is sent, and answered
// with a success. In a real browser, and over HTTP for what needs none.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { call, discard, scratch, serve, type Running } from '../examples/running.ts';
import { documentOf } from '../plan/plan-of.ts';
import { hasChromium, launch, open, type Opened } from './chromium.ts';

const operation = (heading: string, does: string, outcome: string, body = 'none'): string =>
  `### ${heading}

- Does: ${does}
- Body: ${body}
- Repeat: again
- Answers: ${outcome}`;

const TRIPS = documentOf({
  resources: `### Boat

- Identified by: \`name\`
- Unique: \`name\`
- When deleted: none

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string(1..20) | yes | caller | any | none |
| \`seats\` | integer | yes | caller | 1..50 | none |
| \`pin\` | string | yes | caller, hidden | any | none |

### Trip

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`boat\` | Boat by \`name\` | yes | caller | any | none |
| \`from\` | integer | yes | caller | 0..100 | none |
| \`to\` | integer | yes | caller | 0..100 | none |
| \`guests\` | integer | yes | caller | 1..50 | none |`,
  operations: [
    operation('POST /boats', 'creates Boat', '201 created, Boat', 'Boat\n- Null fields: refused'),
    operation('POST /trips', 'creates Trip', '201 created, Trip', 'Trip\n- Null fields: refused'),
    operation('GET /trips/{id}', 'reads Trip', '200 found, Trip'),
    operation('GET /boats/{name}', 'reads Boat', '200 found, Boat'),
  ].join('\n\n'),
  errors: `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`absent\` | 404 | no such Boat, no such Trip |
| \`nowhere\` | 422 | no such Boat in \`boat\` |
| \`backwards\` | 422 | body \`from\` >= body \`to\` |
| \`too_few\` | 422 | body \`guests\` < 2 |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
`,
});

let browser: Browser;
let shop: Running;
let trips: Running;
let opened: Opened | undefined;
const directory = scratch();

beforeAll(async () => {
  if (!hasChromium) return;
  const document = join(directory, 'trips.md');
  writeFileSync(document, TRIPS);
  [browser, shop, trips] = await Promise.all([launch(), serve('examples/repair-shop.md'), serve(document)]);
});
afterEach(async () => {
  const wrong = opened?.wrong ?? [];
  await opened?.close();
  opened = undefined;
  expect(wrong).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  for (const service of [shop, trips]) {
    await service?.stop();
    if (service) discard(service.data);
  }
  rmSync(directory, { recursive: true, force: true });
});

async function filled(
  service: Running,
  id: string,
): Promise<{ path: object; body?: string; isAccepted: boolean } | null> {
  const { status, body } = await call(`${service.operator}/filled?operation=${encodeURIComponent(id)}`);
  expect(status).toBe(200);
  return body.filled;
}

async function tried(page: Page, id: string): Promise<string> {
  const card = page.locator(`[data-operation="${id}"]`);
  await card.getByText('Try').click();
  await expect.poll(() => card.locator('.filled').textContent()).not.toBe('');
  await card.getByRole('button', { name: /^Send/ }).click();
  await expect.poll(() => card.locator('.result .status').textContent()).toMatch(/^\d/);
  return (await card.locator('.result .status').textContent())!.slice(0, 3);
}

describe.skipIf(!hasChromium)('Try', () => {
  test('of each operation of a service that has rows is answered with a success', async () => {
    expect(await filled(trips, 'GET /trips/{id}')).toBe(null);
    opened = await open(browser, `${trips.operator}/`);
    const { page } = opened;
    expect(await tried(page, 'POST /boats')).toBe('201');
    expect(await tried(page, 'POST /trips')).toBe('201');
    const sent = JSON.parse(await page.locator('[data-operation="POST /trips"] [data-in=body]').inputValue());
    expect(sent.boat).toBe('name');
    expect(sent.to).toBeGreaterThan(sent.from);
    expect(await tried(page, 'GET /trips/{id}')).toBe('200');
    expect(await tried(page, 'GET /boats/{name}')).toBe('200');
    expect(await page.locator('[data-operation="GET /boats/{name}"] .filled').textContent()).toBe(
      'Filled with rows that are there and values that pass the rules.',
    );
  });

  test('names the row that has the state which the operation needs', async () => {
    const ids: string[] = [];
    for (const number of [1, 2, 3]) {
      const sent = { machine: `Toaster ${number}`, serial: `SERIAL-${number}`, owner: 'ann@example.org', estimate: 5 };
      ids.push((await call(`${shop.url}/repairs`, 'POST', sent)).body.id);
    }
    expect((await filled(shop, 'POST /repairs/{id}/accept'))?.isAccepted).toBe(false);
    await call(`${shop.url}/repairs/${ids[1]}/quote`, 'POST');
    const { path, isAccepted } = (await filled(shop, 'POST /repairs/{id}/accept'))!;
    expect([path, isAccepted]).toEqual([{ id: ids[1] }, true]);
    // A value that only one row may have is another one than those that are there.
    const { body } = (await filled(shop, 'POST /repairs'))!;
    expect((await call(`${shop.url}/repairs`, 'POST', body)).status).toBe(201);
    const again = (await filled(shop, 'POST /repairs'))!;
    expect((await call(`${shop.url}/repairs`, 'POST', again.body)).status).toBe(201);
  });

  test('keeps what is typed, and is filled again when that is asked for', async () => {
    opened = await open(browser, `${shop.operator}/`);
    const { page } = opened;
    const card = page.locator('[data-operation="POST /repairs"]');
    const body = card.locator('[data-in=body]');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/filled?*', async (route) => {
      await held;
      await route.continue();
    });
    await card.getByText('Try').click();
    await body.fill('{"typed": true}');
    release();
    await expect.poll(() => card.locator('.filled').textContent()).not.toBe('');
    expect(await body.inputValue()).toBe('{"typed": true}');
    await card.getByRole('button', { name: /^Fill again/ }).click();
    await expect.poll(() => body.inputValue()).toContain('"serial"');
    expect(await card.locator('.curl').textContent()).toContain('"serial"');
  });

  test('reads nothing that is hidden', async () => {
    const { text } = await call(`${trips.operator}/filled?operation=${encodeURIComponent('GET /boats/{name}')}`);
    expect(text).not.toContain('pin');
    expect(await filled(trips, '__proto__')).toBe(null);
  });
});
